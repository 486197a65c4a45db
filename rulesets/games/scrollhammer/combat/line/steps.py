"""The trace of a multiple combat: who touches whom, blows, result and break tests."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rulesets.core.subject import clause, so_many, verb_for
from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.characters import joining_steps
from rulesets.games.scrollhammer.combat.fights.draughts import draughts_of
from rulesets.games.scrollhammer.combat.fights.recovery import ABSORBING
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.line.contact import (
    EngagedModels,
    contacts_in,
    engaged_in,
    strikers_at,
)
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat, MultipleMode
from rulesets.games.scrollhammer.combat.line.strikes import MultipleStrikes
from rulesets.games.scrollhammer.combat.profile import rule_step
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.combat.trace import (
    melee_steps,
    morale_steps,
    switched_steps,
)
from rulesets.games.scrollhammer.sources import COMBAT, FORMATIONS
from rulesets.odds.answer import Step
from rulesets.odds.volley import Ints

MULTIPLE = f"{COMBAT}: Multiple Combats"


def multiple_steps(field: MultipleCombat, strikes: MultipleStrikes) -> list[Step]:
    """Return the trace of a combat of several units as it begins."""
    mode = field.opening()
    steps: list[Step] = []
    for unit in field.units:
        steps += joining_steps(field.profiles[unit])
        steps += _coming_back(field, unit)
        for foe in field.foes(unit, mode):
            steps += _contact(field, unit, foe)
            steps += _blows(field, strikes, mode, unit, foe)
        steps += _directed(field, mode, unit)
    judged = (_least_ordered(field, mode, unit) for unit in field.units)
    steps += morale_steps(judged, field.readings)
    return list(dict.fromkeys(steps))


def _coming_back(field: MultipleCombat, unit: int) -> Iterator[Step]:
    """Yield that the wounds of a unit come back."""
    own = field.profiles[unit]
    if regenerates(own):
        text = (
            f"{own.name}: each lost wound of who still stands may come back in its own "
            "turn, while it touches an enemy (house)"
        )
        yield rule_step(own, "regeneration", text)
    if field.stocks and field.stocks[unit]:
        for key in draughts_of(own):
            text = "who is hurt as a turn begins drinks, and rolls for one wound"
            yield rule_step(own, key, text)
    if absorbs(own) or absorbs(own.takes or own):
        yield rule_step(own, "absorb-health", f"{own.name}: {ABSORBING}")


def _least_ordered(
    field: MultipleCombat, mode: MultipleMode, unit: int
) -> ScrollhammerSide:
    """Return a unit as it faces an enemy in its flank, or any if there is none."""
    sides = [field.side(unit, foe, mode) for foe in field.foes(unit, mode)]
    return max(sides, key=lambda side: side.struck_aside)


def _contact(field: MultipleCombat, unit: int, foe: int) -> Iterator[Step]:
    """Yield where a unit is touched, where there are several."""
    if len(field.posts) > 2:
        own, other = field.profiles[unit], field.profiles[foe]
        text = f"{own.name}: touched by {other.name}"
        if own.formation == "Ranks":
            text += f" in its {field.touched[unit, foe]}"
        yield Step("Contact", MULTIPLE, text, own.side)


def _full(field: MultipleCombat) -> list[Ints]:
    """Return the states of all units at full strength."""
    return [np.array([one.company.states - 1]) for one in field.profiles]


def _engaged(field: MultipleCombat, mode: MultipleMode, unit: int) -> EngagedModels:
    """Return the models of a unit that are engaged at full strength."""
    full = _full(field)
    return engaged_in(field, mode, unit, full, contacts_in(field, mode, full))


def _blows(
    field: MultipleCombat,
    strikes: MultipleStrikes,
    mode: MultipleMode,
    unit: int,
    foe: int,
) -> list[Step]:
    own, other = field.side(unit, foe, mode), field.side(foe, unit, mode)
    later = replace(mode, number=field.last_number)
    blows = strikes.blows(unit, foe, mode), strikes.blows(unit, foe, later)
    fighting = _engaged(field, mode, unit).with_any[frozenset({foe})]
    steps = melee_steps(own, other, blows, fighting[None], field.readings)
    if field.profiles[unit].takes is not None:
        sides = field.side(unit, foe, later), field.side(foe, unit, later)
        steps += switched_steps(*sides, blows[1], field.readings)
    return steps


def _directed(field: MultipleCombat, mode: MultipleMode, unit: int) -> Iterator[Step]:
    """Yield how many models of a unit strike at each of several enemies."""
    foes = field.foes(unit, mode)
    if len(foes) < 2:
        return
    own = field.profiles[unit]
    full, engaged = _full(field), _engaged(field, mode, unit)
    counts = [
        sum(int(one[0]) for one in strikers_at(field, unit, foe, engaged, full))
        for foe in foes
    ]
    parts = [
        f"{count} at {field.profiles[foe].name}"
        for count, foe in zip(counts, foes, strict=True)
    ]
    if field.is_aside(unit, mode):
        turns = clause(own.name, "turns")
        text = f"{turns} only while no other enemy is in contact"
        yield Step("Flanks", f"{FORMATIONS}: Flanks", text, own.side)
    fighting = int(engaged.all[0])
    text = (
        f"{own.name}: of {so_many(fighting, 'model')} that "
        f"{verb_for(fighting, 'fights')} at full strength "
        f"{', '.join(parts[:-1])} and {parts[-1]}"
    )
    yield Step("Directing Attacks", MULTIPLE, text, own.side)
