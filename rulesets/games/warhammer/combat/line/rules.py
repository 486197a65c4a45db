"""The consequences of a round of a battle line: Break tests, flight and pursuit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from functools import cache, cached_property, partial
from itertools import chain, product
from math import prod

from rulesets.games.warhammer.combat.fights.break_tests import holds_chance
from rulesets.games.warhammer.combat.line.blows import (
    blows_in,
    everybody,
    is_tied,
    orders_in,
)
from rulesets.games.warhammer.combat.line.combats import among, apart, combats_in
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.fresh import reaching
from rulesets.games.warhammer.combat.line.like_modes import like_mode, with_fates
from rulesets.games.warhammer.combat.line.mode import (
    BROKEN,
    IN,
    RUN_DOWN,
    SLAIN,
    LineMode,
    told,
)
from rulesets.games.warhammer.combat.line.nerve import nerve_in
from rulesets.games.warhammer.combat.line.points import MOST, SPAN, digits_of
from rulesets.games.warhammer.combat.line.psychology import later_tests, still_frenzied
from rulesets.games.warhammer.combat.line.pursuit import caught_by
from rulesets.games.warhammer.combat.line.redress import brought_in
from rulesets.games.warhammer.combat.line.strikers import tracks_of
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.round_codes import code_of
from rulesets.odds.posts import signs_of
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A class of rounds: what Break tests and flight depend on.

    Parameters
    ----------
    differences : tuple of int
        Of each unit, points of A less those of B in its combat; 0 out of any.
    alive : tuple of bool
        Of each pool, whether any of it is left.
    weaker : tuple of bool
        Of each unit, whether it is weaker than those it fears.
    """

    differences: tuple[int, ...]
    alive: tuple[bool, ...]
    weaker: tuple[bool, ...]

    @property
    def won(self) -> tuple[str, ...]:
        """Return the side that won the combat of each unit, if any."""
        return tuple(
            "a" if by > 0 else "b" if by < 0 else "" for by in self.differences
        )

    def any(self, pools: Sequence[int]) -> bool:
        """Return whether any of some pools is left."""
        return any(self.alive[one] for one in pools)


Flight = tuple[tuple[int, ...], tuple[bool, ...], tuple[str, ...]]
"""The units that flee, the pools that are left, and who won the combat of each unit."""

Orders = Sequence[tuple[float, Sequence[Blow]]]


@dataclass(eq=False)
class WarhammerLine:
    """The rules of a battle line of Warhammer, as `LineRules`."""

    field: LineField
    ordered: dict[LineMode, list[tuple[float, dict[str, tuple[Blow, ...]]]]] = member(
        default_factory=dict
    )
    joined: dict[LineMode, Orders] = member(default_factory=dict)
    known: dict[tuple[LineMode, int], list[tuple[LineMode, float]]] = member(
        default_factory=dict
    )
    led: dict[tuple[LineMode, Flight], list[tuple[LineMode, float]]] = member(
        default_factory=dict
    )

    @property
    def pools(self) -> Sequence[int]:
        """Return the most wounds of each post [wounds]."""
        return self.field.pools.sizes

    @property
    def sides(self) -> Sequence[int]:
        """Return 1 for each pool of side A, and -1 for each of B."""
        posts = self.field.posts
        return signs_of([posts[post] for post in self.field.pools.posts])

    @cached_property
    def tracks(self) -> Sequence[int]:
        """Return the pool of each track."""
        return [pool for pool, _ in tracks_of(self.field)]

    @cached_property
    def ties(self) -> bool:
        """Return whether it matters later who won the round before."""
        if self.field.readings.blows == "at-once":
            return False
        return is_tied(blows_in(self.field, everybody(self.field)))

    def orders(self, mode: LineMode) -> Orders:
        """Return the possible orders of blows of a round, with their chances."""
        like = self.alike(mode)
        combats = apart(self.field, like)
        if len(combats) < 2:
            return self._orders_alone(like)
        if like not in self.joined:
            self.joined[like] = [
                (prod(chances), tuple(chain(*blows)))
                for chances, blows in (
                    zip(*some, strict=True)
                    for some in product(*map(self._orders_alone, combats))
                )
            ]
        return self.joined[like]

    def _orders_alone(self, mode: LineMode) -> Orders:
        """Return the orders of blows of one combat."""
        won = next(filter(None, mode.last_won), "")
        bare = replace(mode, last_won=())
        if bare not in self.ordered:
            self.ordered[bare] = orders_in(self.field, bare)
        found = []
        for chance, ways in self.ordered[bare]:
            firsts = [won] if len(ways) > 1 and won else [*ways]
            found += [(chance / len(firsts), ways[first]) for first in firsts]
        return found

    def classify(self, mode: LineMode, moment: RoundMoment) -> Ints:
        """Return the number of a `RoundEnd`."""
        return code_of(digits_of(self.field, mode, moment))

    def branches(self, mode: LineMode, kind: int) -> Sequence[tuple[LineMode, float]]:
        """Return what a round of a class leads to, with the chances."""
        key = mode, kind
        if key not in self.known:
            like = self.alike(mode)
            if like == mode:
                end = self._read(mode, kind)
                self.known[key] = [
                    (after, chance * share)
                    for running, chance in _flights(self.field, mode, end)
                    for after, share in self._led(mode, end, running)
                ]
            else:
                self.known[key] = [
                    (self.carried(mode, after), chance)
                    for after, chance in self.branches(like, kind)
                ]
        return self.known[key]

    @cached_property
    def alike(self) -> Callable[[LineMode], LineMode]:
        """Return a function that finds a mode of like rounds: see `like_mode`."""
        return cache(partial(like_mode, self.field))

    def carried(self, mode: LineMode, after: LineMode) -> LineMode:
        """Return the mode after a round, by where one of its like mode led to."""
        return with_fates(self.field, mode, after)

    def _led(
        self, mode: LineMode, end: RoundEnd, running: tuple[int, ...]
    ) -> list[tuple[LineMode, float]]:
        """Return the modes after some have fled, worked out once for like rounds."""
        key = mode, (running, end.alive, end.won)
        if key not in self.led:
            self.led[key] = [*_after(self.field, mode, end, running, ties=self.ties)]
        return self.led[key]

    def _read(self, mode: LineMode, kind: int) -> RoundEnd:
        pools, units = len(self.field.pools.posts), len(self.field.units)
        rest, differences = kind, [0] * units
        for combat in combats_in(self.field, mode):
            rest, difference = divmod(rest, SPAN)
            for unit in combat:
                differences[unit] = difference - MOST
        bits = [bool(rest >> place & 1) for place in range(pools + units)]
        return RoundEnd(tuple(differences), tuple(bits[:pools]), tuple(bits[pools:]))

    def is_over(self, mode: LineMode) -> bool:
        """Return whether no enemies touch each other any more."""
        return not self.field.engaged(mode)


def _left(field: LineField, mode: LineMode, end: RoundEnd) -> LineMode:
    """Return a mode without the units that were slain in the round."""
    fates = tuple(
        SLAIN if fate == IN and not end.any(_pools(field, unit)) else fate
        for unit, fate in zip(field.units, mode.fates, strict=True)
    )
    return mode if fates == mode.fates else replace(mode, fates=fates)


def _pools(field: LineField, unit: int) -> list[int]:
    """Return the pools of a unit and its characters."""
    return field.pools.within(field.members(unit))


def _flights(
    field: LineField, mode: LineMode, end: RoundEnd
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the units that flee together, with the chances."""
    losers = _losers(field, mode, _left(field, mode, end), end)
    breaks = {unit: _breaks(field, mode, unit, end) for unit in losers}
    for fled in product((False, True), repeat=len(losers)):
        chance = 1.0
        for unit, runs in zip(losers, fled, strict=True):
            chance *= breaks[unit] if runs else 1 - breaks[unit]
        if chance > 0:
            gone = zip(losers, fled, strict=True)
            yield tuple(unit for unit, runs in gone if runs), chance


def _after(
    field: LineField,
    mode: LineMode,
    end: RoundEnd,
    running: tuple[int, ...],
    *,
    ties: bool,
) -> Iterator[tuple[LineMode, float]]:
    """Yield the modes after a round in which some flee, with their chances.

    They do not depend on how great the difference is.
    """
    left = _left(field, mode, end)
    for caught, met, share in _chases(field, mode, left, running, end):
        fates = tuple(
            _fate(unit, fate, running, caught)
            for unit, fate in zip(field.units, left.fates, strict=True)
        )
        after = _next(field, mode, fates, end, ties=ties)
        for reached, likely in reaching(
            field,
            mode,
            left,
            met,
            lambda unit: nerve_in(field, mode, unit, end.alive).runs,
        ):
            then = replace(after, reached=reached) if reached else after
            for tested, part in later_tests(field, mode, then, end.alive):
                yield tested, share * likely * part


def _fate(
    unit: int, fate: str, running: tuple[int, ...], caught: tuple[int, ...]
) -> str:
    if unit not in running:
        return fate
    return RUN_DOWN if unit in caught else BROKEN


def _losers(
    field: LineField, mode: LineMode, left: LineMode, end: RoundEnd
) -> list[int]:
    """Return the units that take a Break test: of a side that has not been slain."""
    found = []
    for combat in combats_in(field, mode):
        there = [unit for unit in combat if left.fates[unit] == IN]
        sides = {unit: field.posts[unit].side for unit in there}
        if {*sides.values()} == {*SIDES}:
            won = end.won
            found += [unit for unit in there if won[unit] == OTHER[sides[unit]]]
    return found


def _breaks(field: LineField, mode: LineMode, unit: int, end: RoundEnd) -> float:
    """Return the chance that a beaten unit breaks [chance]."""
    nerve = nerve_in(field, mode, unit, end.alive)
    if nerve.unbreakable:
        return 0.0
    if end.weaker[field.units.index(unit)]:
        return 1.0
    return float(1 - holds_chance(nerve, abs(end.differences[unit])))


def _runs(field: LineField, mode: LineMode, end: RoundEnd, unit: int) -> int:
    return nerve_in(field, mode, unit, end.alive).runs


def _chases(
    field: LineField,
    mode: LineMode,
    left: LineMode,
    running: tuple[int, ...],
    end: RoundEnd,
) -> list[tuple[tuple[int, ...], tuple[Side, ...], float]]:
    """Return the sets of broken units that are run down, with their chances.

    A winner pursues if it touches nobody who stands; it rolls once. Between them are
    the sides of winners that reach a fresh enemy.
    """
    found: list[tuple[tuple[int, ...], tuple[Side, ...], float]] = [((), (), 1.0)]
    for side in SIDES:
        fled = [unit for unit in running if field.posts[unit].side != side]
        hunters = []
        for unit in field.engaged(mode) if fled else ():
            foes = [foe for foe in field.foes(unit, mode) if left.fates[foe] == IN]
            if left.fates[unit] == IN and foes and {*foes} <= {*fled}:
                nerve = nerve_in(field, mode, unit, end.alive)
                hunters.append((nerve.runs, nerve.holds_back, tuple(foes)))
        flights = tuple(
            (unit, nerve_in(field, mode, unit, end.alive).runs) for unit in fled
        )
        fresh = field.situation.of(side).fresh_enemy if fled else 0
        found = [
            ((*caught, *more), (*met, side) if reaches else met, share * part)
            for caught, met, share in found
            for more, reaches, part in caught_by(tuple(hunters), flights, fresh)
        ]
    return found


def _next(
    field: LineField,
    mode: LineMode,
    fates: tuple[str, ...],
    end: RoundEnd,
    *,
    ties: bool,
) -> LineMode:
    """Return the mode of the next round, or the bare fates where nobody fights on."""
    after = LineMode(fates=fates)
    if not field.engaged(after):
        return after
    won, there = end.won, field.engaged(after)
    fights_on = all(
        end.alive[one] and fates[field.unit_of(one)] == IN for one in mode.duel
    )
    return LineMode(
        fates=fates,
        last_won=among(there, won) if ties else (),
        frenzy=still_frenzied(field, mode, won),
        afraid=(False,) * len(field.posts),
        defended=told(
            tuple(
                is_one and unit in there and won[unit] != "a"
                for unit, is_one in enumerate(mode.defended)
            )
        ),
        duel=mode.duel if fights_on else (),
        brought=brought_in(field, mode, after, won),
    )
