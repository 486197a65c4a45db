"""Fresh enemies into whom a pursuit or an overrun may lead."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.fights.break_tests import caught
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.fights.ridden_monsters import as_left, ways_left
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.sources import COMBAT
from rulesets.odds.answer import NotModelled, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import Question
from rulesets.odds.sides import OTHER, SIDES, Side

PURSUIT = f"{COMBAT}: Pursuit, The Overrun Rule"

FIRST, EVER = "reaches-fresh-first", "reaches-fresh"
"""Ends of the keys of events: in the first round, and at all."""

REACHED = {FIRST: EVER, EVER: EVER}
"""Ends of events that stand beside the answer where they were asked for."""

FRESH_ENEMY = Question(
    "fresh-enemy",
    "Inches to a fresh enemy behind this one",
    0,
    low=0,
    high=36,
    side=True,
    help="0 for none. It stands straight in the way, so far from this side's unit "
    "(house): how likely a pursuit or an overrun reaches it is told beside the answer.",
    source=PURSUIT,
    seldom=True,
    kinds=("charge", "fight", LINE),
)

NOTE = (
    "A pursuit or an overrun that reaches a fresh enemy is a new charge, fought in the "
    "next turn: ask it as a Charge of its own, with the overrun and the wounds lost. "
    "Who is told not to pursue does not overrun (house)."
)


def reach_chance(dice: int, inches: int) -> Fraction:
    """Return the chance that so many dice roll so many inches or more [chance].

    Examples
    --------
    >>> reach_chance(2, 7)
    Fraction(7, 12)
    """
    return sum(dice_sum(dice)[inches:], Fraction(0))


def overruns(own: WarhammerUnit, pursuit: str) -> bool:
    """Return whether a unit that slays all overruns: it may, and pursues as asked."""
    return pursuit == "pursues" and not own.does("may-not", "act:pursue")


def runs_of(own: WarhammerUnit) -> set[int]:
    """Return the dice with which a unit may flee and pursue, by who is left of it."""
    left = (as_left(own, way) for way in ways_left(own))
    return {2 if one.movement <= SLOW else 3 for one in left}


def with_fresh_enemies(
    told: Odds,
    situation: WarhammerSituation,
    units: tuple[WarhammerUnit, WarhammerUnit],
    names: tuple[str, str],
    kind: str,
) -> Odds:
    """Add the chances that a pursuit or an overrun reaches a fresh enemy.

    Of battle lines they are among the events already.
    """
    asked = [side for side in SIDES if situation.of(side).fresh_enemy]
    if not asked:
        return told
    events, labels, steps = {**told.events}, {**told.labels}, [*told.trace]
    left = [*told.not_modelled]
    for side in asked:
        own, other = units if side == "a" else units[::-1]
        if kind != LINE and max(len(runs_of(own)), len(runs_of(other))) > 1:
            why = "rider and mount run with different dice; a battle line tells it"
            left.append(NotModelled(FRESH_ENEMY.label, side, why))
            continue
        inches = situation.of(side).fresh_enemy
        if kind != LINE:
            events |= _events(told, situation, (own, other), kind)
        labels |= _labels(side, names)
        steps += _steps(own, side, inches)
    return replace(
        told,
        events=events,
        labels=labels,
        trace=tuple(steps),
        notes=(*told.notes, NOTE),
        not_modelled=tuple(left),
    )


def _events(
    told: Odds,
    situation: WarhammerSituation,
    units: tuple[WarhammerUnit, WarhammerUnit],
    kind: str,
) -> dict[str, float]:
    """Return how likely a side reaches its fresh enemy [chance].

    Of those who break one in so many is run down, whatever else happens: so is known
    how often a winner pursues.
    """
    own, other = units
    (runs,), (flees,) = runs_of(own), runs_of(other)
    further, inches = own.adds("act:pursue"), situation.of(own.side).fresh_enemy
    share = float(reach_chance(runs + further, inches) / caught(runs + further, flees))
    overrun = 0.0
    if kind == "charge" and overruns(own, situation.of(own.side).pursuit):
        slays = told.events.get(f"{own.side}-slays-all-at-once", 0.0)
        overrun = slays * float(reach_chance(runs, inches))
    rounds = {
        FIRST: told.by_round[0] if told.by_round else {},
        EVER: told.outcomes,
    }
    down = f"{OTHER[own.side]}-run-down"
    return {
        f"{own.side}-{key}": _within(ends, down) * share + overrun
        for key, ends in rounds.items()
    }


def _within(ends: Mapping[str, float], key: str) -> float:
    return ends.get(key, 0.0)


def _labels(side: Side, names: tuple[str, str]) -> dict[str, str]:
    own = names[SIDES.index(side)]
    return {
        f"{side}-{FIRST}": f"A fresh enemy reached by {own} after the first round",
        f"{side}-{EVER}": f"A fresh enemy reached by {own} in pursuit or overrun",
    }


def _steps(own: WarhammerUnit, side: Side, inches: int) -> Iterable[Step]:
    for dice in sorted(runs_of(own)):
        far = dice + own.adds("act:pursue")
        chance = percent(float(reach_chance(far, inches)))
        text = f"{own.name}, pursuing {far}D6 inches, comes {inches} inches: {chance}"
        yield Step("Fresh enemy", PURSUIT, text, side)
