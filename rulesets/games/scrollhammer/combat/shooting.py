"""Shooting of Scrollhammer: a volley, pinning, the quarter test, rallying."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.core.subject import clause, verb_of
from rulesets.games.scrollhammer.combat.blows.weapons import shooting_spells, unprinted
from rulesets.games.scrollhammer.combat.blows.wounds import allocation_notes
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.approach import (
    steadiness,
    tests_for_casualties,
)
from rulesets.games.scrollhammer.combat.fights.fates import with_fates_of_shots
from rulesets.games.scrollhammer.combat.fights.leadership import regrouping
from rulesets.games.scrollhammer.combat.fights.way_back import (
    way_back,
    with_way_back_of_target,
)
from rulesets.games.scrollhammer.combat.power_dice import (
    SLIGHT,
    Manner,
    castings,
    manner_of,
    mean,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    rule_step,
    start_state,
)
from rulesets.games.scrollhammer.combat.shots.asked_volley import shots_of
from rulesets.games.scrollhammer.combat.shots.fire import notes_on_bs_0
from rulesets.games.scrollhammer.combat.shots.sight import (
    cover_out_of_sight,
)
from rulesets.games.scrollhammer.combat.shots.struck_states import struck_each
from rulesets.games.scrollhammer.combat.shots.times_to_shoot import may_fire
from rulesets.games.scrollhammer.combat.shots.volley import (
    ScrollhammerVolley,
    cover_of,
    pins,
    silent_on_the_move,
    unsaved_wounds,
)
from rulesets.games.scrollhammer.combat.shots.volley_trace import volley_steps
from rulesets.games.scrollhammer.combat.side import leadership_of
from rulesets.games.scrollhammer.sources import FORMATIONS, MORALE, SHOOTING
from rulesets.odds.answer import Distribution, LaterSteps, Odds, Step
from rulesets.odds.dice import NEVER
from rulesets.odds.report import excess_notes, wounds_distribution
from rulesets.odds.volley import Floats


def shooting(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of one unit's shooting at another."""
    del rounds
    situation, readings = context.situation, context.readings
    volleys, models = shots_of(a, b, situation, readings)
    own, start = start_state(a, situation), start_state(b, situation)
    left = struck_each(volleys, [models], b)[0, :, start]
    return _answer(a, b, (own, start), volleys, models, left, situation, readings)


def _answer(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    states: tuple[int, int],
    volleys: list[ScrollhammerVolley],
    models: list[int],
    split: Floats,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> Odds:
    own, start = states
    final = split.sum(axis=0)
    runs = _runs(b, start, final, readings)
    way = way_back(situation)
    ends = _ends(b, start, split, runs, situation, readings)
    wounds = unsaved_wounds(volleys, models, b)
    before = np.zeros(a.company.states)
    before[own] = 1.0
    alive = b.company.counts
    made, left = float(wounds @ np.arange(len(wounds))), b.company.wounds
    taken = float(final @ (left[start] - left))
    dead = np.bincount(
        np.maximum(alive[start] - alive[: start + 1], 0), weights=final[: start + 1]
    )
    odds = Odds(
        outcomes={key: ends[key] for key in _OUTCOMES},
        labels=_labels(a, b, grounded=situation.go_to_ground),
        survivors={
            "a": _left(a, before),
            "b": _left(b, final),
        },
        wounds={"a": wounds_distribution(f"Unsaved wounds by {a.name}", wounds)},
        distributions={
            "b-models-lost": Distribution(
                f"Models lost by {b.name}", "models", tuple(dead.tolist())
            )
        },
        events={
            "b-loses-a-wound": float(1 - final[start]),
            "b-tests-for-casualties": ends["quarter"],
            "b-regroups": ends["regroups"],
        },
        expected={
            "shooters": float(sum(models)),
            "a-unsaved-wounds": made,
            "b-wounds-lost": taken,
        },
        trace=LaterSteps(partial(_steps, a, b, volleys, models, situation, readings)),
        not_modelled=tuple(unprinted(a, melee=False, touched=situation.touched)),
        notes=_notes(a, b, volleys, (situation, readings), made, taken),
    )
    trap = way.trapped() if situation.blocked else None
    odds = with_fates_of_shots(odds, (a, b), (before, final), runs, trap)
    return with_way_back_of_target(odds, situation, b.name)


_OUTCOMES = ("b-destroyed", "b-falls-back", "b-pinned", "b-stands")


def _runs(
    target: ScrollhammerUnit, start: int, left: Floats, readings: ScrollhammerReadings
) -> Floats:
    """Return by state the chance that a target has lost a quarter and falls back."""
    tests = tests_for_casualties(target, readings)[start] > 0
    return np.where(tests, left * (1 - steadiness(target, readings)), 0.0)


def _ends(
    target: ScrollhammerUnit,
    start: int,
    split: Floats,
    falls_back: Floats,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> dict[str, float]:
    """Return the fates of a target: tests for pins first, then for casualties.

    ``split`` is ``[wound, state]``: without and with a wound that pins [chance].
    """
    ends = dict.fromkeys((*_OUTCOMES, "quarter", "regroups"), 0.0)
    company, rallies = target.company, regrouping(target)
    steady, asked = steadiness(target, readings), tests_for_casualties(target, readings)
    down = situation.go_to_ground
    for state in np.flatnonzero(split.any(axis=0)).tolist():
        chance = float(split[:, state].sum())
        if not company.counts[state]:
            ends["b-destroyed"] += chance
            continue
        holds, tests = float(steady[state]), bool(asked[start, state])
        runs = float(falls_back[state])
        hurt = 0.0 if down else float(split[1, state])
        pinned = hurt * (1 - holds) * (holds if tests else 1.0)
        ends["quarter"] += chance if tests else 0.0
        ends["b-falls-back"] += runs
        ends["b-pinned"] += pinned
        ends["b-stands"] += chance - runs - pinned
        ends["regroups"] += runs * float(rallies[state])
    return ends


def _left(profile: ScrollhammerUnit, states: Floats) -> Distribution:
    """Return the distribution of wounds left, by that of states."""
    wounds: Floats = np.bincount(profile.company.wounds, weights=states).astype(float)
    return wounds_distribution(f"Wounds left of {profile.name}", wounds)


def _steps(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    volleys: list[ScrollhammerVolley],
    models: list[int],
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    if a.formation == "Ranks":
        text = f"{sum(models)} models of the first two ranks may shoot"
        yield Step(
            "Crowded Formation", f"{FORMATIONS}: Crowded Formation", text, a.side
        )
        cover = cover_out_of_sight(grounded=situation.go_to_ground)
        hidden = max(min(situation.unsighted, sum(models) - 1), 0)
        yield _cohesive_step(a, hidden, cover)
    yield from volley_steps(a, b, volleys, readings)
    cover = cover_of(b, situation.cover, grounded=situation.go_to_ground)
    if cover < NEVER:
        text = f"cover save of {max(cover, 2)}+"
        yield Step("Cover Saves", f"{SHOOTING}: Cover Saves", text, b.side)
    if situation.b.lowered:
        yield rule_step(b, "lowered-resists", "no immunity keeps an element away")
    tested = f"2D6 against {leadership_of(b)}"
    if any(map(pins, volleys)):
        text = f"an unsaved wound of a weapon that pins: {tested}"
        yield Step("Pinning test", f"{MORALE}: Pinning Test", text, b.side)
    text = f"a quarter of its models lost: {tested}"
    yield Step("Casualties", f"{MORALE}: Morale checks", text, b.side)


ALIKE_SHOTS = (
    "All who are not held back shoot, from one distance; those in ranks to the side "
    "along which as many as asked stand."
)
"""Note on a volley of several models."""


def _notes(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    volleys: list[ScrollhammerVolley],
    asked: tuple[ScrollhammerSituation, ScrollhammerReadings],
    made: float,
    taken: float,
) -> tuple[str, ...]:
    situation, readings = asked
    notes = []
    if not volleys:
        why = _why_no_shot(a, situation)
        notes.append(f"{clause(a.name, 'does')} not shoot: {why}.")
    elif a.models > 1:
        notes.append(ALIKE_SHOTS)
    if situation.moved or situation.movers:
        who = "they" if situation.moved else f"{situation.movers} of them"
        for name in silent_on_the_move(a, situation.touched):
            notes.append(f"{name} stays silent: it is Move or Fire, and {who} moved.")
    notes += notes_on_bs_0(a)
    if all(group.w == 1 for group in b.groups):
        notes += excess_notes((a.name, b.name), made, taken)
    if volleys:
        notes += allocation_notes((b,))
    if a.spells:
        notes += _casting_notes(volleys, manner_of(situation, readings))
    return tuple(notes)


def _why_no_shot(a: ScrollhammerUnit, situation: ScrollhammerSituation) -> str:
    """Return why a unit does not shoot at all, in words."""
    moved = situation.moved
    if not any(group.bs for group in a.groups):
        return "nobody has a Ballistic Skill"
    for group in a.groups:
        spells = shooting_spells(a, group, situation.touched)
        reach = (may_fire(one, situation.distance, moved=moved) for one in spells)
        if group.bs and any(reach):
            return "who casts has no power dice"
    still = f"{', having moved' if moved else ''}"
    return f'nothing in hand may fire as far as {situation.distance}"{still}'


def _cohesive_step(a: ScrollhammerUnit, hidden: int, cover: int) -> Step:
    text = "all of them are taken to see the target"
    if hidden:
        text = (
            f"{hidden} of them do not see the target, which has a cover save of "
            f"{cover}+ against their shots"
        )
    return Step("Cohesive Fire", f"{FORMATIONS}: Cohesive Fire", text, a.side)


def _casting_notes(volleys: list[ScrollhammerVolley], manner: Manner) -> Iterator[str]:
    """Yield how casters spend their dice, and what surges would bring."""
    spells = [one for one in volleys if one.held]
    if not spells:
        return
    if not any(one.together for one in spells):
        yield (
            "Each caster casts the one spell that does most, again and again while its "
            "dice can reach the cost."
        )
    else:
        yield (
            "Each caster casts those of its spells that do most together, again and "
            "again while its dice can reach a cost; many casters at a large target "
            "keep to fewer of them."
        )
    for one in spells:
        if one.together:
            yield (
                f"{one.group.name}: {one.weapon.name} is cast {mean(one.times):.3g} "
                "times each on average, beside other spells."
            )
            continue
        cost, held = one.weapon.cost, one.held
        usual = mean(one.times)
        best = mean(castings(cost, held, replace(manner, dice=0, surge="best")))
        if best > usual + SLIGHT:
            yield (
                f"{one.group.name}: {one.weapon.name} is cast {usual:.3g} times each "
                f"on average, with surges where they do most {best:.3g} times."
            )


def _labels(
    a: ScrollhammerUnit, b: ScrollhammerUnit, *, grounded: bool
) -> dict[str, str]:
    falls = f"{clause(b.name, 'falls')} back"
    stays = f"{clause(b.name, 'stays')}, gone to ground"
    return {
        "b-destroyed": f"{b.name} destroyed",
        "b-falls-back": falls,
        "b-pinned": f"{b.name} pinned down",
        "b-stands": stays if grounded else clause(b.name, "stands"),
        "b-loses-a-wound": f"A wound lost by {b.name}",
        "b-tests-for-casualties": f"{b.name} must test: a quarter is lost",
        "b-regroups": f"{falls} and {verb_of(b.name, 'regroups')} in the next turn",
        "b-models-lost": f"Models lost by {b.name}",
        "shooters": f"Models of {a.name} that may shoot",
        "a-unsaved-wounds": f"Unsaved wounds by {a.name}",
        "b-wounds-lost": f"Wounds lost by {b.name}",
    }
