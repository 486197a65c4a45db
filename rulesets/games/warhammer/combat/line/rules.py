"""The consequences of a round of a battle line: Break tests, flight and pursuit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from functools import cache, cached_property, partial
from itertools import product

from rulesets.games.warhammer.combat.blows.leadership import restraint
from rulesets.games.warhammer.combat.fights.break_tests import (
    WarhammerNerve,
    holds_chance,
)
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.line.blows import (
    blows_in,
    everybody,
    is_tied,
    orders_in,
)
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.fresh import reaching
from rulesets.games.warhammer.combat.line.like_modes import like_mode, with_fates
from rulesets.games.warhammer.combat.line.mode import (
    BROKEN,
    IN,
    RUN_DOWN,
    SLAIN,
    LineMode,
)
from rulesets.games.warhammer.combat.line.points import MOST, SPAN, digits_of
from rulesets.games.warhammer.combat.line.psychology import later_tests, still_frenzied
from rulesets.games.warhammer.combat.line.pursuit import caught_by
from rulesets.games.warhammer.combat.line.redress import brought_in
from rulesets.games.warhammer.combat.line.strikers import tracks_of
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.round_codes import code_of
from rulesets.odds.posts import signs_of
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A class of rounds: what Break tests and flight depend on.

    Parameters
    ----------
    difference : int
        Points of A less those of B.
    alive : tuple of bool
        Of each pool, whether any of it is left.
    weaker : tuple of bool
        Of each unit, whether it is weaker than those it fears.
    """

    difference: int
    alive: tuple[bool, ...]
    weaker: tuple[bool, ...]

    @property
    def winner(self) -> str:
        """Return the side that won, if any."""
        return "a" if self.difference > 0 else "b" if self.difference < 0 else ""

    def any(self, pools: Sequence[int]) -> bool:
        """Return whether any of some pools is left."""
        return any(self.alive[one] for one in pools)


Flight = tuple[tuple[int, ...], tuple[bool, ...], str]
"""The units that flee, the pools that are left, and who won."""


@dataclass(eq=False)
class WarhammerLine:
    """The rules of a battle line of Warhammer, as `LineRules`."""

    field: LineField
    ordered: dict[LineMode, list[tuple[float, dict[str, tuple[Blow, ...]]]]] = member(
        default_factory=dict
    )
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

    def orders(self, mode: LineMode) -> Sequence[tuple[float, Sequence[Blow]]]:
        """Return the possible orders of blows of a round, with their chances."""
        bare = replace(self.alike(mode), last_won="")
        if bare not in self.ordered:
            self.ordered[bare] = orders_in(self.field, bare)
        found = []
        for chance, ways in self.ordered[bare]:
            tied = len(ways) > 1 and mode.last_won
            firsts = [mode.last_won] if tied else [*ways]
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
                end = self._read(kind)
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
        key = mode, (running, end.alive, end.winner)
        if key not in self.led:
            self.led[key] = [*_after(self.field, mode, end, running, ties=self.ties)]
        return self.led[key]

    def _read(self, kind: int) -> RoundEnd:
        rest, difference = divmod(kind, SPAN)
        pools, units = len(self.field.pools.posts), len(self.field.units)
        bits = [bool(rest >> place & 1) for place in range(pools + units)]
        return RoundEnd(difference - MOST, tuple(bits[:pools]), tuple(bits[pools:]))

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
            field, mode, left, met, lambda unit: nerve_in(field, mode, unit, end).runs
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
    there = [unit for unit in field.engaged(mode) if left.fates[unit] == IN]
    if {field.posts[unit].side for unit in there} != set(SIDES) or not end.difference:
        return []
    lost = "b" if end.difference > 0 else "a"
    return [unit for unit in there if field.posts[unit].side == lost]


def nerve_in(
    field: LineField, mode: LineMode, unit: int, end: RoundEnd
) -> WarhammerNerve:
    """Return the figures of the Break test of a unit with its characters."""
    side = field.posts[unit].side
    alive = tuple(end.alive[one] for one in field.pools.within(field.posts_of[side]))
    key = unit, alive, mode.frenzy[unit]
    if key not in field.nerves:
        field.nerves[key] = _nerve(field, mode, unit, end)
    return field.nerves[key]


def _nerve(
    field: LineField, mode: LineMode, unit: int, end: RoundEnd
) -> WarhammerNerve:
    # Who refused a challenge can hide behind nobody once all the others are slain.
    leaders = [
        one
        for one in field.characters(unit)
        if end.alive[one] and not (field.hides(one) and end.alive[unit])
    ]
    profile = field.pools.figures(unit, end.alive)
    if not end.alive[unit] and leaders:
        profile = field.profiles[leaders[0]]
    there = [one for one in field.members(unit) if field.pools.lives(one, end.alive)]
    slowest = min(
        field.pools.figures(one, end.alive).movement for one in there or [unit]
    )
    own = profile.leadership
    others = [field.profiles[one].leadership for one in leaders]
    stubborn = profile.does("ignore", "test:break")
    general = field.situation.of(profile.side).general
    if stubborn:
        general = max([general, *others])
    else:
        own = max([own, *others])
    return WarhammerNerve(
        own=own,
        general=general,
        stubborn=stubborn,
        unbreakable=profile.does("pass", "test:break"),
        again=_rolls_again(field, unit, end) or profile.does("re-roll", "test:break"),
        fears=False,
        runs=2 if slowest <= SLOW else 3,
        holds_back=_holds_back(
            field, mode, unit, profile, max([own, general, *others])
        ),
    )


def _rolls_again(field: LineField, unit: int, end: RoundEnd) -> bool:
    """Return whether a battle standard is near: said so, or borne by a character."""
    side = field.posts[unit].side
    borne = any(
        end.alive[n] and post.joins and post.unit.has("battle-standard-bearer")
        for n, post in enumerate(field.posts)
        if post.side == side
    )
    return borne or field.situation.of(side).battle_standard


def _holds_back(
    field: LineField, mode: LineMode, unit: int, profile: WarhammerUnit, leads: int
) -> float:
    """Return the chance that a winner does not pursue [chance]."""
    answers = field.answers[unit]
    if answers.pursuit == "pursues":
        return 0.0
    hates = profile.has("hatred") or answers.hates
    if hates or mode.frenzy[unit] or profile.does("must", "act:pursue"):
        return 0.0
    behind = profile.side == "b" and field.situation.defended
    return restraint(profile, leads, behind=behind)


def _breaks(field: LineField, mode: LineMode, unit: int, end: RoundEnd) -> float:
    """Return the chance that a beaten unit breaks [chance]."""
    nerve = nerve_in(field, mode, unit, end)
    if nerve.unbreakable:
        return 0.0
    if end.weaker[field.units.index(unit)]:
        return 1.0
    return float(1 - holds_chance(nerve, abs(end.difference)))


def _chases(
    field: LineField,
    mode: LineMode,
    left: LineMode,
    running: tuple[int, ...],
    end: RoundEnd,
) -> list[tuple[tuple[int, ...], str, float]]:
    """Return the sets of broken units that are run down, with their chances.

    A winner pursues if it touches nobody who stands; it rolls once. Between them is the
    winner where it reaches a fresh enemy, else "".
    """
    if not running or end.winner not in SIDES:
        return [((), "", 1.0)]
    hunters = []
    for unit in field.engaged(mode):
        foes = [foe for foe in field.foes(unit, mode) if left.fates[foe] == IN]
        if left.fates[unit] == IN and foes and set(foes) <= set(running):
            nerve = nerve_in(field, mode, unit, end)
            hunters.append((nerve.runs, nerve.holds_back, tuple(foes)))
    flights = tuple((unit, nerve_in(field, mode, unit, end).runs) for unit in running)
    fresh = field.situation.of(end.winner).fresh_enemy
    return [
        (caught, end.winner if met else "", share)
        for caught, met, share in caught_by(tuple(hunters), flights, fresh)
    ]


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
    won = end.winner
    fights_on = all(
        end.alive[one] and fates[field.unit_of(one)] == IN for one in mode.duel
    )
    return LineMode(
        fates=fates,
        last_won=won if ties else "",
        frenzy=still_frenzied(field, mode, won),
        afraid=(False,) * len(field.posts),
        defended=mode.defended and won != "a",
        duel=mode.duel if fights_on else (),
        brought=brought_in(field, mode, after, won),
    )
