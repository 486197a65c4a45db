"""The models of a multiple combat that fight, and at which enemy each strikes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.games.scrollhammer.combat.line.field import (
    MultipleCombat,
    MultipleMode,
    Pair,
)
from rulesets.games.scrollhammer.combat.side import engaged_beside, of_groups
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True, eq=False)
class EngagedModels:
    """The models of a unit that fight; arrays that broadcast.

    Parameters
    ----------
    all : ndarray of int
        Engaged with any enemy [models].
    with_foe : mapping
        By the enemy: engaged with it, some with another as well [models].
    """

    all: Ints
    with_foe: Mapping[int, Ints]


def _reached(found: Ints, own: int, other: int) -> Ints:
    """Return how many of a unit so many models of its enemy can meet [models]."""
    return found if own == other else -(-found * other // own)


def contacts_in(
    field: MultipleCombat, mode: MultipleMode, states: Sequence[Ints]
) -> dict[Pair, Ints]:
    """Return how many models of each unit touch each enemy [models].

    Enemies on one side of a unit share its models evenly; what one cannot meet is left
    to the other, and each meets one at least (house).

    References
    ----------
    Scrollhammer Rulebook, Moving Charging Models; Multiple Combats.
    """
    pairs = [
        (unit, foe) for unit in field.engaged(mode) for foe in field.foes(unit, mode)
    ]
    wide = {
        (unit, foe): field.side(unit, foe, mode).line()[states[unit]]
        for unit, foe in pairs
    }
    meets = [one.meets for one in field.answers]
    wanted = {
        (x, y): np.minimum(wide[x, y], _reached(wide[y, x], meets[x], meets[y]))
        for x, y in pairs
    }
    given = {pair: _given(field, mode, pair, wide, wanted) for pair in pairs}
    return {
        (x, y): np.minimum(given[x, y], _reached(given[y, x], meets[x], meets[y]))
        for x, y in pairs
    }


def beside_on_line(
    field: MultipleCombat, mode: MultipleMode, unit: int, foe: int
) -> int | None:
    """Return the other enemy on the same side of a unit, None if there is none."""
    arc = field.touched[unit, foe]
    is_ranked = field.profiles[unit].formation == "Ranks"
    others = (
        other
        for other in field.foes(unit, mode)
        if other != foe and (not is_ranked or field.touched[unit, other] == arc)
    )
    return next(others, None)


def _given(
    field: MultipleCombat,
    mode: MultipleMode,
    pair: Pair,
    wide: Mapping[Pair, Ints],
    wanted: Mapping[Pair, Ints],
) -> Ints:
    """Return how many models of a unit an enemy may meet at most."""
    unit, foe = pair
    other = beside_on_line(field, mode, unit, foe)
    if other is None:
        return wide[pair]
    first, second = sorted((foe, other))
    line, one, two = wide[pair], wanted[unit, first], wanted[unit, second]
    of_first: Ints = np.minimum(one, np.maximum(-(-line // 2), line - two))
    of_second: Ints = np.minimum(two, np.maximum(line - of_first, 1))
    return of_first if foe == first else of_second


def engaged_in(
    field: MultipleCombat, mode: MultipleMode, unit: int, states: Sequence[Ints]
) -> EngagedModels:
    """Return the models of a unit that are engaged when a round begins.

    Those who are engaged with enemies on two sides of a unit in ranks are taken to be
    others, as far as there are enough (house).

    References
    ----------
    Scrollhammer Rulebook, Who can Fight?; Directing Attacks.
    """
    met = contacts_in(field, mode, states)
    profile, foes = field.profile_in(unit, mode), field.foes(unit, mode)
    left = profile.company.counts[states[unit]]

    def fighting(foe: int, touching: Ints) -> Ints:
        line = field.side(unit, foe, mode).line()[states[unit]]
        return engaged_beside(
            profile, left, line, np.minimum(touching, line), field.readings
        )

    by_foe = {foe: fighting(foe, met[unit, foe]) for foe in foes}
    if len(foes) == 1:
        return EngagedModels(by_foe[foes[0]], by_foe)
    first, second = foes
    if beside_on_line(field, mode, unit, first) is None:
        together = np.minimum(left, by_foe[first] + by_foe[second])
    else:
        together = fighting(first, met[unit, first] + met[unit, second])
    return EngagedModels(together, by_foe)


def still_engaged_in(
    field: MultipleCombat,
    unit: int,
    begun: EngagedModels,
    states: Sequence[Ints],
) -> EngagedModels:
    """Return the models that are engaged in a later step of a round.

    Who was engaged with one enemy alone is not any more once that is gone.
    """
    left = field.profiles[unit].company.counts[states[unit]]
    foes = [*begun.with_foe]
    every = np.minimum(left, begun.all)
    by_foe = {
        foe: np.minimum(every, begun.with_foe[foe]) * (states[foe] > 0) for foe in foes
    }
    if len(foes) == 2:
        one, two = foes
        both = (states[one] > 0) & (states[two] > 0)
        every = np.where(both, every, by_foe[one] + by_foe[two])
    return EngagedModels(every, by_foe)


def strikers_at(
    field: MultipleCombat,
    unit: int,
    foe: int,
    engaged: EngagedModels,
    states: Sequence[Ints],
) -> list[Ints]:
    """Return how many of each group of a unit strike at an enemy [models].

    References
    ----------
    Scrollhammer Rulebook, Directing Attacks: who is engaged with one enemy must strike
    at it, who is with several may split its attacks.
    """
    profile = field.profiles[unit]
    alive = profile.company.alive[states[unit]]
    foes = [*engaged.with_foe]
    if len(foes) == 1:
        return of_groups(profile, alive, engaged.all)
    strikes_at = field.answers[unit].strikes_at
    wanted, other = foes[::-1] if strikes_at == "second" else foes
    count = engaged.with_foe[wanted]
    if strikes_at == "share":
        free = count + engaged.with_foe[other] - engaged.all
        count = count - free // 2
    at_wanted = of_groups(profile, alive, count)
    if foe == wanted:
        return at_wanted
    every = of_groups(profile, alive, engaged.all)
    return [some - gone for some, gone in zip(every, at_wanted, strict=True)]
