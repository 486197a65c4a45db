"""Rounds of close combat: who strikes in which step."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat.blows.blows import (
    ScrollhammerBlows,
    blows_of,
)
from rulesets.games.scrollhammer.combat.blows.cases import StepCases
from rulesets.games.scrollhammer.combat.blows.first_strikes import strikes_as_later
from rulesets.games.scrollhammer.combat.blows.struck_models import (
    StruckModels,
    struck_models,
)
from rulesets.games.scrollhammer.combat.contact import engaged
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.result import (
    result,
)
from rulesets.games.scrollhammer.combat.fights.strikers import Fighting
from rulesets.games.scrollhammer.combat.side import (
    ScrollhammerSide,
)
from rulesets.games.scrollhammer.combat.spell_blades import shares_of
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.model import (
    Order,
    Round,
    Strike,
)
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.volley_kernels import kernels_that_fall

Planned = tuple[list[ScrollhammerBlows], list[ScrollhammerBlows]]
"""The blows of both sides in a round."""

Strikes = dict[tuple[Side, bool, bool, tuple[int, ...]], Strike]
"""By the striking side, whether in the first step, whether it joins, and its blows."""


@dataclass(frozen=True, slots=True, eq=False)
class LastingRound:
    """Every later round of a combat, which is the same whoever charged.

    Parameters
    ----------
    played : Round
    blows : tuple of lists of ScrollhammerBlows
    fighting : tuple of Fighting
    struck : tuple of StruckModels
        What each side is when it is struck.
    strikes : Strikes
        By the identity of its blows.
    counts_anew : bool
        As of `Rounds`.
    """

    played: Round
    blows: Planned
    strikes: Strikes
    fighting: tuple[Fighting, Fighting]
    struck: tuple[StruckModels, StruckModels]
    counts_anew: bool

    @property
    def sides(self) -> "Sides":
        """Return both sides as they fight in it."""
        a, b = self.fighting
        return a.side, b.side

    def weight(self) -> int:
        """Return the room that it takes as long as it is kept [bytes]."""
        return self.played.weight()


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """The rounds of a combat.

    Parameters
    ----------
    opening : Round
        The first round: the same as every later one where nothing differs. A charge,
        and Hatred, count in the first alone.
    blows : tuple of lists of ScrollhammerBlows
        What both sides strike in the first round.
    lasting : LastingRound
        Every later round.
    counts_anew : bool
        True if a later step counts those who can fight in it, since states are too
        many to tell who was engaged when the round began.
    """

    opening: Round
    blows: Planned
    lasting: LastingRound
    counts_anew: bool

    @property
    def cycle(self) -> Round:
        """Return every later round."""
        return self.lasting.played

    @property
    def later(self) -> Planned:
        """Return what both sides strike in every later round."""
        return self.lasting.blows

    @property
    def engaged(self) -> tuple[Ints, Ints]:
        """Return ``[own, other]`` of both: how many are engaged at first [models]."""
        a, b = self.lasting.fighting
        return a.met, b.met

    @property
    def struck(self) -> tuple[StruckModels, StruckModels]:
        """Return what each side is when it is struck."""
        return self.lasting.struck


def _weight(rounds: Rounds) -> int:
    """Return the room that rounds take as long as they are kept [bytes]."""
    return sum(
        {id(one): one.weight() for one in (rounds.opening, rounds.cycle)}.values()
    )


def rounds_of(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    readings: ScrollhammerReadings,
    begun: tuple[int, int] | None = None,
) -> Rounds:
    """Return the rounds of a combat.

    With the states of both sides in which alone it begins, `begun_in`, a first round
    that differs from later ones is right for these only.
    """
    return rounds_after(lasting_round(a, b, readings), a, b, readings, begun)


def lasting_round(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: ScrollhammerReadings
) -> LastingRound:
    """Return every later round of a combat: the same one for each who may charge."""
    return _lasting(a.charge_over(), b.charge_over(), readings)


@kept_by_identity(most=16, objects=1, megabytes=8, weigh=_weight)
def rounds_after(
    lasting: LastingRound,
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    readings: ScrollhammerReadings,
    begun: tuple[int, int] | None,
) -> Rounds:
    """Compute `rounds_of`, whose later ones are known; the latest are kept."""
    later, cycle = lasting.blows, lasting.played
    first = _begun_with(a, b, lasting, readings)
    opening = cycle
    if first != later:
        judged = cycle.classify, cycle.table
        if a.yields or b.yields:
            judged = _judged(a, b, first, readings)
        fighting = _beginning(lasting.fighting, begun)
        known = {**lasting.strikes} if begun is None else {}
        opening = Round(_orders(a, b, first, fighting, known), *judged)
    anew = lasting.counts_anew or _counts_anew(lasting.fighting, first)
    return Rounds(opening, first, lasting, anew)


def later_rounds(lasting: LastingRound) -> Rounds:
    """Return the rounds of a combat whose first round is over."""
    return Rounds(lasting.played, lasting.blows, lasting, lasting.counts_anew)


@kept_by_identity(most=16, objects=0, megabytes=8, weigh=LastingRound.weight)
def _lasting(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: ScrollhammerReadings
) -> LastingRound:
    """Compute the later rounds of a combat into which nobody charged."""
    met = engaged(a, b, readings), engaged(b, a, readings)
    struck = struck_models(a, met[0]), struck_models(b, met[1])
    fighting = Fighting(a, struck[1], met[0]), Fighting(b, struck[0], met[1])
    later = (
        blows_of(a, b, struck[1], readings, first=False),
        blows_of(b, a, struck[0], readings, first=False),
    )
    judged = _judged(a, b, later, readings)
    strikes: Strikes = {}
    cycle = Round(_orders(a, b, later, fighting, strikes), *judged)
    anew = _counts_anew(fighting, later)
    return LastingRound(cycle, later, strikes, fighting, struck, anew)


def _begun_with(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    lasting: LastingRound,
    readings: ScrollhammerReadings,
) -> Planned:
    """Return the blows of both sides in the first round: the later ones if alike."""
    by_a, by_b = lasting.blows
    of_a, of_b = lasting.struck
    if not strikes_as_later(a, b):
        by_a = blows_of(a, b, of_b, readings, first=True)
    if not strikes_as_later(b, a):
        by_b = blows_of(b, a, of_a, readings, first=True)
    return by_a, by_b


def _counts_anew(fighting: tuple[Fighting, Fighting], planned: Planned) -> bool:
    """Return whether a later step of a round counts those who can fight in it."""
    return any(
        by and fighting[number].counts_anew(by)
        for opens, both in _steps(planned)
        for number, by in enumerate(both)
        if not opens
    )


def begun_in(start: Floats) -> tuple[int, int] | None:
    """Return the states of both sides in which a combat begins, none for several."""
    places = np.flatnonzero(start)
    if len(places) != 1:
        return None
    a, b = divmod(int(places[0]), start.shape[1])
    return a, b


def _beginning(
    fighting: tuple[Fighting, Fighting], begun: tuple[int, int] | None
) -> tuple[Fighting, Fighting]:
    """Return who fights in a round that begins in some states alone."""
    if begun is None:
        return fighting
    a, b = fighting
    return replace(a, begun=begun), replace(b, begun=begun[::-1])


def _judged(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    blows: Planned,
    readings: ScrollhammerReadings,
) -> tuple[LossTally, Floats]:
    """Return the result of a round; only who hurts nobody may give up."""
    if a.yields:
        a = replace(a, yields=useless(blows[0]) and not a.holds_blows)
    if b.yields:
        b = replace(b, yields=useless(blows[1]) and not b.holds_blows)
    return result(a, b, readings)


def useless(blows: list[ScrollhammerBlows]) -> bool:
    """Return whether a side's blows can never take a wound.

    References
    ----------
    Scrollhammer Rulebook, Check Morale: Our Weapons Are Useless.
    """
    return not any(
        any(one.one[1:]) and any(effect.harm() > 0 for effect in one.effects)
        for each in blows
        for one in (*each.hurts, *each.raging)
    )


def _steps(blows: Planned) -> Iterator[tuple[bool, Planned]]:
    """Yield whether it is the first, and both sides' blows, of each step of a round."""
    steps = sorted({one.initiative for side in blows for one in side}, reverse=True)
    for step in steps:
        by_a, by_b = ([one for one in by if one.initiative == step] for by in blows)
        yield step == steps[0], (by_a, by_b)


def _orders(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    blows: Planned,
    fighting: tuple[Fighting, Fighting],
    known: Strikes,
) -> tuple[Order, ...]:
    """Return the strikes of a round; those of one Initiative fall at once.

    Those that are not known yet become so.
    """
    strikes: list[Strike] = []
    for first, (by_a, by_b) in _steps(blows):
        for name, struck, by in zip(SIDES, (b, a), (by_a, by_b), strict=True):
            if not by:
                continue
            joins = name == "b" and bool(by_a)
            key = name, first, joins, tuple(map(id, by))
            if key not in known:
                striking = fighting[SIDES.index(name)]
                found = striking.cases(struck, by, first=first)
                known[key] = _strike(name, struck, by, found, joins=joins)
            strikes.append(known[key])
    return (Order(1.0, strikes),)


def _strike(
    name: Side,
    struck: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    found: StepCases,
    *,
    joins: bool,
) -> Strike:
    """Return the attacks on a side at one step of Initiative."""
    shares = shares_of([one.place for one in blows], [one.part for one in blows])
    stack = kernels_that_fall(
        struck.profile.company, found.kinds, found.volleys, shares
    )
    return Strike(name, found.which, stack, joins, found.added)


Sides = tuple[ScrollhammerSide, ScrollhammerSide]
