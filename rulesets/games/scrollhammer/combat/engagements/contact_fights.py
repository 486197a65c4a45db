"""The combats of an engagement: those of the same sides are one.

Chances of a combat are linear in how it begins. All contacts of sides that have the
same in hand begin one combat, each in a first round of its own; those that come to
stand alike in later rounds share these, whoever charged and had dice left. The chance
to regroup on the table comes of other starts beside them.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
)
from rulesets.games.scrollhammer.combat.engagements.before_contact import FORGOTTEN
from rulesets.games.scrollhammer.combat.fights.defeats import is_paid, with_tolls
from rulesets.games.scrollhammer.combat.fights.departures import over_ground
from rulesets.games.scrollhammer.combat.fights.fates import folded
from rulesets.games.scrollhammer.combat.fights.fight import (
    chance_of,
    fought_out,
    less_parts,
    seed_of,
    told_of,
    with_words,
)
from rulesets.games.scrollhammer.combat.fights.recovery import MOST, comes_back
from rulesets.games.scrollhammer.combat.fights.result import COLUMNS
from rulesets.games.scrollhammer.combat.fights.round import (
    LastingRound,
    Rounds,
    Sides,
    begun_in,
    lasting_round,
    rounds_after,
)
from rulesets.games.scrollhammer.combat.fights.standings import (
    Facing,
    rounds_in,
    rounds_led,
    standings_of,
)
from rulesets.games.scrollhammer.combat.fights.way_back import Both
from rulesets.games.scrollhammer.combat.in_hand_numbers import fights_alike
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide, with_profile
from rulesets.odds.answer import Odds
from rulesets.odds.context import Trace
from rulesets.odds.fight.model import Fight, FightResult
from rulesets.odds.fight.solver import is_solved, solve_beside
from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

SAME = 1e-13
"""Chances that differ by no more differ by rounding [chance]."""

Parts = dict[int, tuple[float, Odds]]
"""By the place of a contact, the chance and the odds of its combat."""


@dataclass(frozen=True, slots=True, eq=False)
class ContactFight:
    """A combat as it begins by one contact.

    Parameters
    ----------
    weight : float
        Chance of the contact [chance].
    sides : tuple of ScrollhammerSide
        As they meet.
    start : ndarray
        ``[a, b]``: they sum to 1 [chance].
    left : tuple of ndarray
        Of a and of b: the part of the start from where that side falls back and, not
        trapped, is still on the table [chance].
    free : tuple of float
        Of a and of b: the chance that who falls back is not trapped [chance].
    befalls : tuple of Befalls
        Both sides if they fall back.
    """

    weight: float
    sides: Sides
    start: Floats
    left: tuple[Floats, Floats]
    free: tuple[float, float]
    befalls: Both

    def off(self, place: int) -> float:
        """Return how far it is off to take the part for a share of the start."""
        left = self.left[place]
        return float(np.abs(left - self.start * left.sum()).sum())

    def regrouping(self, place: int) -> Floats:
        """Return from where a side may regroup; nearly a share of the start is one."""
        left = self.left[place]
        if self.off(place) <= FORGOTTEN:
            left = self.start * left.sum()
        alone: Floats = left * self.free[place]
        return alone

    def error(self) -> float:
        """Return the error of both chances to regroup [chance]."""
        offs = [self.off(place) for place in range(2)]
        return sum(off for off in offs if SAME < off <= FORGOTTEN)


def told_fights(
    fights: Sequence[ContactFight], context: ScrollhammerContext, rounds: int | None
) -> Iterator[tuple[float, Odds]]:
    """Yield the chance and the odds of the combat of each contact.

    Of those that are one combat the first has all figures, and the others none.
    """
    if context.without:
        fights = [replace(one, sides=less_parts(one.sides, context)) for one in fights]
    known: Parts = {}
    alone = _told_alone
    if context.situation.dangerous_ground:
        alone = _told_over_ground
    elif not context.explained:
        for places in _alike(fights):
            known |= _told_as_one(fights, places, context, rounds)
    for place, one in enumerate(fights):
        yield known.get(place) or (one.weight, alone(one, context, rounds))


def _alike(fights: Sequence[ContactFight]) -> Iterator[list[int]]:
    """Yield the places of those of the same sides that have the same ways back."""
    found: dict[Hashable, list[int]] = {}
    for place, one in enumerate(fights):
        alike = tuple(_without_dice(side.charge_over()) for side in one.sides)
        found.setdefault((alike, one.befalls, one.free), []).append(place)
    yield from found.values()


def _without_dice(side: ScrollhammerSide) -> ScrollhammerSide:
    return side if side.power == "none" else replace(side, power="none")


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """One combat of several starts, with the chances that a and b regroup."""

    result: FightResult
    regroups: Floats
    played: Sequence[Rounds]


def _told_as_one(
    fights: Sequence[ContactFight],
    places: Sequence[int],
    context: ScrollhammerContext,
    rounds: int | None,
) -> Parts:
    """Return the odds of contacts that are one combat; none if that is not solved.

    It is not where wounds come back, where it is too large, and where it stalls, which
    is said of each contact.
    """
    some = [fights[place] for place in places]
    total = sum(one.weight for one in some)
    alike = [_fought_alike(one, context.readings) for one in some]
    solved = _solved(alike, total, context.readings, rounds)
    if solved is None:
        return {}
    first, *others = zip(places, some, solved.played, strict=True)
    place, one, played = first
    clear = Prelude(np.zeros_like(one.start))
    told = told_of(
        one.sides, solved.result, clear, branch(context), one.befalls, played
    )
    events = dict(told.events)
    for side, chance in zip(SIDES, solved.regroups.tolist(), strict=True):
        events[f"{side}-regroups"] = chance
    error = told.error + sum(one.weight * one.error() for one in some) / total
    found = {place: (total, replace(told, events=events, error=error))}
    for place, one, played in others:
        found[place] = 0.0, with_words(told, one.sides, branch(context), played)
    return found


def _fought_alike(one: ContactFight, readings: ScrollhammerReadings) -> ContactFight:
    """Return the same combat of the first units that fight as these do."""
    a, b = (side.profile for side in one.sides)
    beta = readings.beta_texts
    units = fights_alike(a, b, beta=beta), fights_alike(b, a, beta=beta)
    if units == (a, b):
        return one
    first, second = map(with_profile, one.sides, units)
    return replace(one, sides=(first, second))


def _solved(
    some: Sequence[ContactFight],
    total: float,
    readings: ScrollhammerReadings,
    rounds: int | None,
) -> _Solved | None:
    """Return one combat that begins by several contacts, of so much chance in all."""
    played = _rounds(some, readings)
    if any(comes_back(one.sides, r) for one, r in zip(some, played, strict=True)):
        return None
    standing = standings_of([one.sides for one in some], readings)
    known = rounds_in(standing, played, readings)
    led = rounds_led(standing, known, readings)
    if is_paid(some[0].sides):
        led = with_tolls(standing, led, readings)
    stages = _stages(standing, known)
    kinds = [
        replace(one, leads=tuple(stages[place] for place in one.leads))
        for one in dict(zip(stages, led, strict=True)).values()
    ]
    begun = np.zeros((len(kinds), *some[0].start.shape))
    beside = np.zeros((2, *begun.shape))
    for stage, one in zip(stages, some, strict=False):
        share = one.weight / total
        begun[stage] += share * one.start
        for side in range(2):
            beside[side, stage] += share * one.regrouping(side)
    fight = Fight(begun, kinds, rounds)
    if not is_solved(fight, MOST):
        return None
    seed = partial(seed_of, some[0].sides, readings, rounds)
    result, apart = solve_beside(fight, beside, seed, MOST)
    if result.stalled > 0:
        return None
    units = some[0].sides[0].profile, some[0].sides[1].profile
    columns = folded(replace(result, outcomes=apart), units).outcomes
    keys = [COLUMNS.index(f"{side}-regroups") for side in SIDES]
    return _Solved(result, columns[range(2), keys], played)


def _rounds(
    some: Sequence[ContactFight], readings: ScrollhammerReadings
) -> list[Rounds]:
    """Return the rounds of combats by themselves; those that are alike share them."""
    lasting: dict[Sides, LastingRound] = {}
    known: dict[Hashable, Rounds] = {}
    rounds = []
    for one in some:
        a, b = one.sides
        over = a.charge_over(), b.charge_over()
        if over not in lasting:
            lasting[over] = lasting_round(*over, readings)
        begun = begun_in(one.start)
        key = a, b, begun
        if key not in known:
            known[key] = rounds_after(lasting[over], a, b, readings, begun)
        rounds.append(known[key])
    return rounds


def _stages(standing: Sequence[Facing], known: Sequence[Rounds]) -> list[int]:
    """Return the number of each standing; those that are fought alike have the same."""
    numbers: dict[Hashable, int] = {}
    found = []
    for one, rounds in zip(standing, known, strict=True):
        played = rounds.opening if one.first else rounds.cycle
        over = tuple(side.charge_over() for side in one.sides)
        key = id(played), over, one.turner, one.leads, one.turned
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def _told_alone(
    one: ContactFight, context: ScrollhammerContext, rounds: int | None
) -> Odds:
    """Return the odds of a combat in which nobody regroups beyond its table edge.

    The combat is solved anew only where being near the edge goes with other states, so
    that a product of chances would be off by more than a tenth of the error told.
    """
    clear = Prelude(np.zeros_like(one.start))
    told = fought_out(one.sides, one.start, clear, branch(context), rounds, one.befalls)
    events, error = dict(told.events), told.error
    for place, side in enumerate(SIDES):
        key, off = f"{side}-regroups", one.off(place)
        if off <= max(FORGOTTEN, told.error / 10):
            events[key] *= float(one.left[place].sum())
            error += off if off > SAME else 0.0
        elif events[key]:
            chance = chance_of(key, one.sides, one.left[place], context, rounds)
            events[key] = one.free[place] * chance
    return replace(told, events=events, error=error)


def _told_over_ground(
    one: ContactFight, context: ScrollhammerContext, rounds: int | None
) -> Odds:
    """Return the same of a combat from which the ways away are dangerous ground."""
    told = _told_alone(one, context, rounds)
    begun = one.sides, one.start, one.left, one.free
    return over_ground(told, *begun, context, rounds)


def branch(context: ScrollhammerContext) -> ScrollhammerContext:
    """Return the same with the trace so far, to be gone on with apart."""
    return replace(context, trace=Trace([*context.trace.steps]))
