"""The beginning of a battle line: tests of fear and terror of those who charged."""

from itertools import product

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.fights.psychology import (
    frenzied,
    tests_terror,
)
from rulesets.games.warhammer.combat.line.borne import bearers, with_items
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import FLED, IN, LineMode, told
from rulesets.games.warhammer.combat.line.points import fears_foe
from rulesets.games.warhammer.combat.line.psychology import first_tests, passes_test
from rulesets.games.warhammer.sources import PSYCHOLOGY
from rulesets.odds.answer import Step


def begun_modes(field: LineField, wounds: list[int]) -> dict[LineMode, float]:
    """Return the modes in which a battle line may begin, with their chances.

    Tests of fear are taken, then those of stupidity.

    Parameters
    ----------
    field : LineField
    wounds : list of int
        Of each pool as it begins [wounds].
    """
    alive = [left > 0 for left in wounds]
    ways = [_ways(field, unit, wounds) for unit in field.units]
    found: dict[LineMode, float] = {}
    for several in product(*ways):
        chance = 1.0
        for _, _, share in several:
            chance *= share
        fates = tuple(fate for fate, _, _ in several)
        failed = [afraid for _, afraid, _ in several]
        afraid = tuple(
            failed[field.units.index(field.unit_of(post))]
            for post in range(len(field.posts))
        )
        opened = opening_mode(field, afraid, fates)
        for mode, part in first_tests(field, opened, alive):
            found[mode] = found.get(mode, 0.0) + chance * part
    return found


def opening_mode(
    field: LineField, afraid: tuple[bool, ...], fates: tuple[str, ...]
) -> LineMode:
    """Return the mode of the first round."""
    situation, there = field.situation, field.engaged(LineMode(fates))
    last = "" if situation.last_won == "nobody" else situation.last_won
    kept_off = situation.defended and last != "a"
    stands = all(fates[field.unit_of(one)] == IN for one in field.challenged)
    refused = any(map(field.hides, field.challenged))
    return LineMode(
        fates=fates,
        first=True,
        last_won=told(tuple(last if unit in there else "" for unit in field.units)),
        frenzy=tuple(map(frenzied, field.profiles)),
        afraid=afraid,
        defended=told(tuple(kept_off and unit in there for unit in field.units)),
        duel=field.challenged if stands and not refused else (),
    )


def _ways(
    field: LineField, unit: int, wounds: list[int]
) -> list[tuple[str, bool, float]]:
    """Return what a unit's test at being charged leads to, with the chances."""
    feared = feared_chargers(field, unit)
    if not feared:
        return [(IN, False, 1.0)]
    passes = passes_test(field, unit, [left > 0 for left in wounds])
    if flees_on_failure(field, unit, wounds):
        return [(IN, False, passes), (FLED, False, 1 - passes)]
    return [(IN, False, passes), (IN, True, 1 - passes)]


def feared_chargers(field: LineField, unit: int) -> list[int]:
    """Return the units that charged a unit that fears them."""
    if field.answers[unit].charges or frenzied(field.profiles[unit]):
        return []
    foes = [foe for own, foe in field.touched if own == unit]
    return [
        foe
        for foe in foes
        if field.answers[foe].charges
        and (fears_foe(field, unit, foe) or _tests_beside(field, unit, foe))
    ]


def _tests_beside(field: LineField, unit: int, foe: int) -> bool:
    """Return whether a unit tests for terror of a charger, or as if it feared it."""
    everybody = [True for _ in field.pools.posts]
    own = with_items(field, unit, everybody, field.profiles[unit])
    starts = any(
        True for _ in bearers(field, foe, lambda own: own.does("start", "test:fear"))
    )
    calm = own.does("skip", "test:fear")
    return (starts and not calm) or _terror(field, unit, foe)


def _terror(field: LineField, unit: int, foe: int) -> bool:
    everybody = [True for _ in field.pools.posts]
    own = with_items(field, unit, everybody, field.profiles[unit])
    return any(
        tests_terror(own, field.profiles[one], tested=False)
        for one in field.members(foe)
    )


def flees_on_failure(field: LineField, unit: int, wounds: list[int]) -> bool:
    """Return whether a failed test makes a unit flee, not only strike badly."""
    chargers = feared_chargers(field, unit)
    own = _strength(field, unit, wounds)
    return any(
        _terror(field, unit, foe) or own < _strength(field, foe, wounds)
        for foe in chargers
    )


def _strength(field: LineField, unit: int, wounds: list[int]) -> int:
    return int(field.strength(unit, [np.array([left]) for left in wounds])[0])


def fear_steps(field: LineField, wounds: list[int]) -> list[Step]:
    """Return the trace of tests of those who were charged."""
    found = []
    alive = [left > 0 for left in wounds]
    for unit in field.units:
        if not feared_chargers(field, unit):
            continue
        own = field.profiles[unit]
        fails = percent(1 - passes_test(field, unit, alive))
        flees = flees_on_failure(field, unit, wounds)
        does = "flees" if flees else "hits on 6 only in the first round"
        text = f"{own.name}, after a failed Leadership test, {does}: {fails}"
        found.append(Step("Fear", f"{PSYCHOLOGY}: Fear", text, own.side))
    return found
