"""The consequences of a round of a battle line: Break tests, flight and pursuit."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import cache, cached_property, partial
from itertools import chain, product
from math import prod

from rulesets.games.warhammer.combat.line.blows import (
    blows_in,
    everybody,
    is_tied,
    orders_in,
)
from rulesets.games.warhammer.combat.line.borne import helped_once
from rulesets.games.warhammer.combat.line.combats import among, apart
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.fresh import reaching
from rulesets.games.warhammer.combat.line.like_modes import like_mode, with_fates
from rulesets.games.warhammer.combat.line.mode import (
    BROKEN,
    IN,
    RUN_DOWN,
    LineMode,
    RoundEnd,
    told,
)
from rulesets.games.warhammer.combat.line.nerve import nerve_in, standard_bearers
from rulesets.games.warhammer.combat.line.points import digits_of
from rulesets.games.warhammer.combat.line.psychology import later_tests, still_frenzied
from rulesets.games.warhammer.combat.line.pursuit import caught_by
from rulesets.games.warhammer.combat.line.redress import brought_in
from rulesets.games.warhammer.combat.line.round_ends import (
    RoundCases,
    fates_left,
    left_in,
    losers,
)
from rulesets.games.warhammer.combat.line.separate_combats import (
    after_combats,
    separate_combats,
)
from rulesets.games.warhammer.combat.line.strikers import tracks_of
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.round_codes import code_of
from rulesets.odds.posts import signs_of
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats, Ints

Orders = Sequence[tuple[float, Sequence[Blow]]]


@dataclass(eq=False)
class WarhammerLine:
    """The rules of a battle line of Warhammer, as `LineRules` and `RoundTests`."""

    field: LineField
    ordered: dict[LineMode, list[tuple[float, dict[str, tuple[Blow, ...]]]]] = member(
        default_factory=dict
    )
    joined: dict[LineMode, Orders] = member(default_factory=dict)
    chained: dict[tuple[int, ...], tuple[Blow, ...]] = member(default_factory=dict)
    known: dict[tuple[LineMode, int], list[tuple[LineMode, float]]] = member(
        default_factory=dict
    )
    led: dict[tuple[int, int], list[tuple[LineMode, float]]] = member(
        default_factory=dict
    )

    @cached_property
    def cases(self) -> RoundCases:
        """Return the numbers of what rounds lead to."""
        return RoundCases(self.field)

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
        return [track.pool for track in tracks_of(self.field)]

    @cached_property
    def ties(self) -> bool:
        """Return whether it matters later who won the round before."""
        if self.field.readings.blows == "at-once":
            return False
        later = everybody(self.field)
        dueling = later._replace(duel=self.field.challenged)
        return any(is_tied(blows_in(self.field, mode)) for mode in (later, dueling))

    def orders(self, mode: LineMode) -> Orders:
        """Return the possible orders of blows of a round, with their chances."""
        like = self.alike(mode)
        combats = apart(self.field, like)
        if len(combats) < 2:
            return self._orders_alone(like)
        if like not in self.joined:
            self.joined[like] = [
                (prod(chances), self._chained(blows))
                for chances, blows in (
                    zip(*some, strict=True)
                    for some in product(*map(self._orders_alone, combats))
                )
            ]
        return self.joined[like]

    def _chained(self, several: Sequence[Sequence[Blow]]) -> Sequence[Blow]:
        """Return the blows of several combats as those of one; the same for the same.

        They are kept in `ordered`, so that no others take their numbers.
        """
        key = tuple(map(id, several))
        if key not in self.chained:
            self.chained[key] = tuple(chain(*several))
        return self.chained[key]

    def _orders_alone(self, mode: LineMode) -> Orders:
        """Return the orders of blows of one combat."""
        won = next(filter(None, mode.last_won), "")
        bare = mode._replace(last_won=())
        if bare not in self.ordered:
            self.ordered[bare] = orders_in(self.field, bare)
        found = []
        for chance, ways in self.ordered[bare]:
            firsts = [won] if len(ways) > 1 and won else [*ways]
            found += [(chance / len(firsts), ways[first]) for first in firsts]
        return found

    def classify(self, mode: LineMode, moment: RoundMoment) -> Ints:
        """Return the number of a `RoundEnd`; who won before does not count."""
        bare = mode._replace(last_won=())
        return moment.once(
            ("class", bare), lambda: code_of(digits_of(self.field, bare, moment))
        )

    def branches(self, mode: LineMode, kind: int) -> Sequence[tuple[LineMode, float]]:
        """Return what a round of a class leads to, with the chances."""
        key = mode, kind
        if key not in self.known:
            like = self.alike(mode)
            if like == mode:
                case, chances = self.cases.of_one(mode, kind)
                self.known[key] = [
                    (after, chance * share)
                    for failed, chance in _failures(chances)
                    for after, share in self.tested(mode, case, failed)
                ]
            else:
                self.known[key] = [
                    (with_fates(self.field, mode, after), chance)
                    for after, chance in self.branches(like, kind)
                ]
        return self.known[key]

    @cached_property
    def alike(self) -> Callable[[LineMode], LineMode]:
        """Return a function that finds a mode of like rounds: see `like_mode`."""
        return cache(partial(like_mode, self.field))

    def alike_in_any_order(self, mode: LineMode) -> LineMode:
        """Return a mode of like rounds: who won before decides only who strikes first.

        All its orders of blows are those of the others.
        """
        like = self.alike(mode)
        return like._replace(last_won=()) if like.last_won else like

    def apart(self, mode: LineMode) -> Sequence[LineMode]:
        """Return a mode for each combat of a round; one where they share a standard.

        A battle standard helps in all combats of its side.
        """
        if standard_bearers(self.field):
            return (mode,)
        return separate_combats(self.field, mode)

    def carried(self, mode: LineMode, ends: Sequence[LineMode]) -> LineMode:
        """Return the mode after a round, by where those of its combats led to."""
        if len(ends) < 2:
            return with_fates(self.field, mode, ends[0])
        return after_combats(self.field, mode, ends)

    def kept(self, mode: LineMode) -> Hashable:
        """Return all of a mode before a round that decides what is `carried` on."""
        return mode.fates, mode.reached

    def tests(self, mode: LineMode, kinds: Ints) -> tuple[Ints, Floats, Ints]:
        """Return the Break tests after rounds of some classes; see `RoundTests`."""
        return self.cases.of_many(mode, kinds)

    def tested(
        self, mode: LineMode, case: int, failed: int
    ) -> Sequence[tuple[LineMode, float]]:
        """Return what a round leads to once the Break tests are taken."""
        key = case, failed
        if key not in self.led:
            end, units = self.cases.ended[case]
            running = tuple(
                unit for place, unit in enumerate(units) if failed >> place & 1
            )
            self.led[key] = [*_after(self.field, mode, end, running, ties=self.ties)]
        return self.led[key]

    def is_over(self, mode: LineMode) -> bool:
        """Return whether no enemies touch each other any more."""
        return not self.field.engaged(mode)


def _failures(chances: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield which of some tests fail together, a bit each, with the chances."""
    for ways in product((False, True), repeat=len(chances)):
        failed, chance = 0, 1.0
        for place, (fails, share) in enumerate(zip(ways, chances, strict=True)):
            failed |= fails << place
            chance *= share if fails else 1 - share
        if chance > 0:
            yield failed, chance


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
    left = left_in(field, mode, end)
    for caught, met, share in _chases(field, mode, left, running, end):
        if not share:
            continue
        fates = [*left.fates]
        for unit in running:
            fates[unit] = RUN_DOWN if unit in caught else BROKEN
        after = _next(field, mode, tuple(fates), end, ties=ties)
        for reached, likely in reaching(
            field,
            mode,
            left,
            met,
            lambda unit: nerve_in(field, mode, unit, end.alive),
        ):
            then = after._replace(reached=reached) if reached else after
            for tested, part in later_tests(field, mode, then, end.alive):
                yield tested, share * likely * part


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
                dice = nerve.runs + nerve.further
                hunters.append((dice, nerve.holds_back, tuple(foes)))
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
        spent=_spent(field, mode, end),
    )


def _spent(field: LineField, mode: LineMode, end: RoundEnd) -> tuple[bool, ...]:
    """Return which units have used up what helps in their first Break test."""
    helped = helped_once(field)
    if not helped:
        return ()
    lost = losers(field, mode, fates_left(field, mode, end), end)
    before = mode.spent or (False,) * len(field.units)
    return told(
        tuple(
            was or (unit in helped and unit in lost) for unit, was in enumerate(before)
        )
    )
