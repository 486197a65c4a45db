"""The models of a multiple combat that fight, and at which enemy each strikes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import factorial

import numpy as np

from rulesets.games.scrollhammer.combat.contact import (
    engaged_beside,
    first_in_line,
)
from rulesets.games.scrollhammer.combat.line.field import (
    MultipleCombat,
    MultipleMode,
    Pair,
)
from rulesets.games.scrollhammer.combat.ranks import in_order, phalanx
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.volley import Ints

PLACES = {"first": 0, "second": 1, "third": 2}
"""Enemies that are struck at first, by their place among those a unit touches."""


@dataclass(frozen=True, slots=True, eq=False)
class EngagedModels:
    """The models of a unit that fight; arrays that broadcast.

    Parameters
    ----------
    foes : tuple of int
        The enemies that it touches, in their order.
    with_any : mapping
        By some of these enemies: engaged with any of them [models].
    """

    foes: tuple[int, ...]
    with_any: Mapping[frozenset[int], Ints]

    @property
    def all(self) -> Ints:
        """Return those who are engaged with any enemy [models]."""
        return self.with_any[frozenset(self.foes)]


def _reached(found: Ints, own: int, other: int) -> Ints:
    """Return how many of a unit so many models of its enemy can meet [models]."""
    return found if own == other else -(-found * other // own)


def contacts_in(
    field: MultipleCombat, mode: MultipleMode, states: Sequence[Ints]
) -> dict[Pair, Ints]:
    """Return how many models of each unit touch each enemy [models].

    Enemies on one side of a unit share its models evenly; what one cannot meet is left
    to the others, and each meets one at least (house).

    References
    ----------
    Scrollhammer Rulebook, Moving Charging Models; Multiple Combats.
    """
    pairs = [
        (unit, foe) for unit in field.engaged(mode) for foe in field.foes(unit, mode)
    ]
    wide = {
        (unit, foe): looked_up(field.side(unit, foe, mode).line(), states[unit])
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


def on_one_side(
    field: MultipleCombat, mode: MultipleMode, unit: int, foe: int
) -> tuple[int, ...]:
    """Return the enemies on the same side of a unit as one of them, it among them."""
    arc = field.touched[unit, foe]
    is_ranked = field.profiles[unit].formation == "Ranks"
    return tuple(
        other
        for other in field.foes(unit, mode)
        if not is_ranked or field.touched[unit, other] == arc
    )


def _given(
    field: MultipleCombat,
    mode: MultipleMode,
    pair: Pair,
    wide: Mapping[Pair, Ints],
    wanted: Mapping[Pair, Ints],
) -> Ints:
    """Return how many models of a unit an enemy may meet at most."""
    unit, foe = pair
    row = on_one_side(field, mode, unit, foe)
    if len(row) == 1:
        return wide[pair]
    return shared(wide[pair], [wanted[unit, one] for one in row])[row.index(foe)]


def shared(line: Ints, wanted: Sequence[Ints]) -> list[Ints]:
    """Return how many of a line each of several enemies may meet [models].

    They take one after the other in turn until each has what it can meet, or nobody is
    left; each may meet one at least.

    Parameters
    ----------
    line : ndarray of int
        Models side by side.
    wanted : sequence of ndarray of int
        Those that each enemy can meet, in their order.

    Examples
    --------
    Of twelve, two want more than a third, and the first takes the odd one:

    >>> found = shared(np.array([12]), [np.array([n]) for n in (9, 3, 8)])
    >>> [int(one[0]) for one in found]
    [5, 3, 4]
    """
    many = len(wanted)
    rest, level, others = line, line // many, [*wanted]
    for left in range(many - 1, 0, -1):
        least, others = _least_of(others)
        rest = rest - least
        level = np.maximum(level, rest // left)
    taken = [np.minimum(one, level) for one in wanted]
    rest = line - sum(taken)
    found: list[Ints] = []
    for one, own in zip(wanted, taken, strict=True):
        more = (one > level) & (rest > 0)
        rest = rest - more
        found.append(np.maximum(own + more, np.minimum(one, 1)))
    return found


def _least_of(values: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
    """Return the least of some values in every case, and all others."""
    least, others = values[0], list[Ints]()
    for one in values[1:]:
        others.append(np.maximum(least, one))
        least = np.minimum(least, one)
    return least, others


def _subsets(foes: Sequence[int]) -> Iterator[frozenset[int]]:
    """Yield every choice of at least one of some enemies."""
    sizes = range(1, len(foes) + 1)
    return map(frozenset, chain.from_iterable(combinations(foes, n) for n in sizes))


def engaged_in(
    field: MultipleCombat,
    mode: MultipleMode,
    unit: int,
    states: Sequence[Ints],
    met: Mapping[Pair, Ints],
) -> EngagedModels:
    """Return the models of a unit that are engaged when a round begins.

    ``met`` is what `contacts_in` returns. Those who are engaged with enemies on several
    sides of a unit in ranks are taken to be others, as far as there are enough (house).

    References
    ----------
    Scrollhammer Rulebook, Who can Fight?; Directing Attacks.
    """
    profile, foes = field.profile_in(unit, mode), field.foes(unit, mode)
    left = looked_up(profile.company.counts, states[unit])
    rows = dict.fromkeys(on_one_side(field, mode, unit, foe) for foe in foes)

    def fighting(row: Sequence[int]) -> Ints:
        line = looked_up(field.side(unit, row[0], mode).line(), states[unit])
        touching = np.minimum(sum(met[unit, foe] for foe in row), line)
        return engaged_beside(
            profile.formation,
            left,
            line,
            touching,
            third=phalanx(profile),
            neighbours=field.readings.neighbours,
        )

    def with_any(some: frozenset[int]) -> Ints:
        parts = [[foe for foe in row if foe in some] for row in rows]
        found = [fighting(row) for row in parts if row]
        return found[0] if len(found) == 1 else np.minimum(left, sum(found))

    return EngagedModels(foes, {some: with_any(some) for some in _subsets(foes)})


def still_engaged_in(
    field: MultipleCombat,
    unit: int,
    begun: EngagedModels,
    states: Sequence[Ints],
) -> EngagedModels:
    """Return the models that are engaged in a later step of a round.

    Who was engaged with some of several enemies alone is not any more once those are
    gone. Blows at an only enemy that is gone change nothing.
    """
    left = looked_up(field.profiles[unit].company.counts, states[unit])
    found = {some: np.minimum(left, count) for some, count in begun.with_any.items()}
    for foe in begun.foes if len(begun.foes) > 1 else ():
        alive = states[foe] > 0
        if not alive.all():
            found = {
                some: np.where(alive, count, found.get(some - {foe}, 0))
                if foe in some
                else count
                for some, count in found.items()
            }
    return EngagedModels(begun.foes, found)


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
    alive = [looked_up(one, states[unit]) for one in profile.company.alive.T]
    order = told_order(field, unit, engaged.foes)
    place = order.index(foe)

    def until(many: int) -> list[Ints]:
        some = frozenset(order[:many])
        even = field.answers[unit].strikes_at == "share" and many < len(order)
        count = _evenly(engaged, some) if even else engaged.with_any[some]
        return first_in_line(in_order(profile, profile.front), alive, count)

    if not place:
        return until(1)
    pairs = zip(until(place + 1), until(place), strict=True)
    return [some - before for some, before in pairs]


def told_order(field: MultipleCombat, unit: int, foes: Sequence[int]) -> list[int]:
    """Return the enemies of a unit in the order in which it strikes at them.

    They are counted as it touches them when the combat begins. Where the one that is
    said is gone, the first comes first (house).
    """
    place = PLACES.get(field.answers[unit].strikes_at, 0)
    counted = sorted(foe for own, foe in field.touched if own == unit)
    first = [foe for foe in counted[place : place + 1] if foe in foes]
    return [*first, *(foe for foe in foes if foe not in first)]


def _evenly(engaged: EngagedModels, some: frozenset[int]) -> Ints:
    """Return how many strike at some enemies, odd ones among them [models].

    Who is engaged with several strikes at each in equal parts: at each enemy as many as
    it would have on average, if enemies in any order took all who are engaged with them
    and with none before.
    """
    many = len(engaged.foes)
    total: Ints = np.zeros(1, dtype=np.int64)
    for foes, count in engaged.with_any.items():
        size, inside = len(foes), len(foes & some)
        orders = inside * factorial(size - 1) * factorial(many - size)
        if outside := len(some) - inside:
            orders -= outside * factorial(size) * factorial(many - size - 1)
        total = total + orders * count
    found: Ints = -(-total // factorial(many))
    return found
