"""The strikers of a battle line: how many of a post, and at whom they aim."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.blows.contact import CORNERS, half_of
from rulesets.games.warhammer.combat.blows.striker import StrikeMoment
from rulesets.games.warhammer.combat.blows.strikes import Strikes, strikes_of
from rulesets.games.warhammer.combat.fights.exchange import exchanged
from rulesets.games.warhammer.combat.fights.ridden_monsters import BOTH, as_left
from rulesets.games.warhammer.combat.line.blow_tests import BlowTests, blow_tests
from rulesets.games.warhammer.combat.line.borne import with_rules
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.psychology import odd_model
from rulesets.games.warhammer.combat.profile import shoots
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.battle_line.model import CountDice, RoundMoment
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.volley import Ints

Flags = NDArray[np.bool_]


class Track(NamedTuple):
    """A count of losses of a pool, apart from others.

    Parameters
    ----------
    pool : int
    by : int
        The enemy unit whose blows it counts; -1 for all.
    twice : str
        Of losses that count twice for the result, the key of the post that causes them.
    """

    pool: int
    by: int
    twice: str = ""


@kept_by_identity(most=4)
def tracks_of(field: LineField) -> tuple[Track, ...]:
    """Return the tracks of losses.

    A unit has one for each enemy that it touches, since the slain are missed where
    they stood; a character, and rider and mount of a monster, have one for all. Whose
    wounds count twice have tracks of their own.
    """
    single = {n for n, post in enumerate(field.posts) if post.joins}
    single |= {one for pair in field.pools.mounts.items() for one in pair}
    units = [(own, foe) for own, foe in sorted(field.touched) if own not in single]
    tracks = [Track(*pair) for pair in (*units, *((one, -1) for one in sorted(single)))]
    for post, _ in enumerate(field.posts):
        if key := _twice(field, post):
            unit = field.unit_of(post)
            foes = [foe for one, foe in sorted(field.touched) if one == unit]
            struck = field.pools.within(
                one for foe in foes for one in field.members(foe)
            )
            tracks += [
                Track(pool, -1 if pool in single else unit, key) for pool in struck
            ]
    return tuple(tracks)


def track_of(field: LineField, pool: int, by: int, own: int) -> int:
    """Return the number of the track that a blow of a post raises.

    ``by`` is the unit whose blows are counted apart; -1 where none are.
    """
    return tracks_of(field).index(Track(pool, by, _twice(field, own)))


def _twice(field: LineField, post: int) -> str:
    """Return the key of a post whose wounds count twice for the result, else ""."""
    counts = field.profiles[post].does("multiply", "result:wounds")
    return field.posts[post].key if counts else ""


def moment_in(
    field: LineField, post: int, other: int, mode: LineMode, left: str = BOTH
) -> StrikeMoment:
    """Return the moment of the blows of a post, or what is left of it, at another."""
    unit = field.unit_of(post)
    first = mode.first and field.is_first(unit)
    own = as_left(field.profiles[post], left)
    hates = own.has("hatred") or field.answers[unit].hates
    if own.does("start", "rule:hatred"):
        hates = hates or shoots(field.profiles[other])
    over = own.side == "a" and any(mode.defended) and mode.defended[unit]
    return StrikeMoment(
        first=first,
        charging=mode.first and field.answers[unit].charges,
        frenzied=mode.frenzy[post],
        hates=hates and first,
        sixes_only=(mode.first and mode.afraid[post]) or over,
        duel={post, other} <= {*mode.duel},
        in_line=True,
    )


def strikes_at(
    field: LineField,
    own: int,
    other: int,
    mode: LineMode,
    lefts: tuple[str, str] = (BOTH, BOTH),
    tests: BlowTests | None = None,
) -> tuple[tuple[Strikes, ...], tuple[Step, ...]]:
    """Return the blows of a post at another in a round, with their trace.

    ``lefts`` are who is left of each of them where it is a ridden monster; ``tests``
    those that the blows take, as they are while everybody lives if none are given.
    """
    tests = tests or blow_tests(field, own, other, lefts[0])[0]
    moment = moment_in(field, own, other, mode, lefts[0])
    if tests.dares is not None or tests.holds is not None:
        moment = replace(moment, dares=tests.dares, holds=tests.holds)
    key = own, other, moment, lefts, tests.borne
    if key not in field.struck:
        context = field.context(own, other)
        striker, struck = (
            as_left(field.profiles[post], left)
            for post, left in zip((own, other), lefts, strict=True)
        )
        if moment.duel:
            striker, struck = exchanged((striker, struck), context.situation)
        striker = with_rules(striker, tests.borne) if tests.borne else striker
        found = strikes_of(striker, struck, moment, context)
        field.struck[key] = found, tuple(context.trace.steps)
    return field.struck[key]


def strikes_by_test(
    field: LineField, mode: LineMode, own: int, other: int, left: str = BOTH
) -> Iterator[tuple[Strikes, list[BlowTests]]]:
    """Yield the blows of a post at another, each with the tests that it is struck by.

    A blow that takes no test is the same whoever leads.
    """
    ways = blow_tests(field, own, other, left)
    if len(ways) == 1:
        strikes, _ = strikes_at(field, own, other, mode, (left, BOTH), ways[0])
        yield from ((one, []) for one in strikes)
        return
    found: dict[tuple[Strikes, int], list[BlowTests]] = {}
    for way in ways:
        counted = Counter[Strikes]()
        for one in strikes_at(field, own, other, mode, (left, BOTH), way)[0]:
            found.setdefault((one, counted[one]), []).append(way)
            counted[one] += 1
    for (one, _), tests in found.items():
        yield one, tests if len(tests) < len(ways) else []


@dataclass(frozen=True, slots=True, eq=False)
class LineStriker:
    """Counts the models of a unit, or its characters, that strike at an enemy unit.

    Parameters
    ----------
    field : LineField
    mode : LineMode
    own, foe : int
        The post that strikes, and the enemy unit.
    """

    field: LineField
    mode: LineMode
    own: int
    foe: int

    def standing(self, unit: int, moment: RoundMoment) -> Ints:
        """Return the models of a unit, its characters among them, at the start."""
        return moment.once(
            ("standing", unit), lambda: self.field.bodies(unit, [*moment.start])
        )

    def beside(self, moment: RoundMoment) -> Ints:
        """Return the characters who take a place in contact from the unit."""
        found: Ints = np.zeros(1, dtype=np.int64)
        for one in self.field.characters(self.own):
            here = self.field.faced(one, self.mode) == self.foe
            if here and not self.field.hides(one):
                found = found + (moment.start[one] > 0)
        return found

    def free(self, total: Ints, moment: RoundMoment) -> Ints:
        """Return the models that strike at no enemy who is served before this one."""
        left = total
        for foe in self.field.foes(self.own, self.mode):
            if foe == self.foe:
                break
            theirs = self.standing(foe, moment)
            able = looked_up(self.field.able(self.own, foe, self.mode), total, theirs)
            left = left - np.maximum(able - self.aside(foe, moment), 0)
        return np.maximum(left, 0)

    def aside(self, foe: int, moment: RoundMoment, *, two_ranks: bool = False) -> Ints:
        """Return the models that touch an enemy and strike at another instead."""
        standing = partial(self.standing, moment=moment)
        return moment.once(
            ("aside", self.own, foe, two_ranks, self.mode.left),
            lambda: self.field.aside(
                self.own, foe, self.mode, standing, two_ranks=two_ranks
            ),
        )

    def ridden(self, strikes: Strikes, moment: RoundMoment, mine: str) -> Ints:
        """Return 1 where rider or mount strikes, of whom ``mine`` was left, else 0.

        Both strike at one enemy: the first that they touch.
        """
        field, own = self.field, self.own
        able = field.pools.left(own, mine, moment.start)
        pool = field.pools.mounts[own] if strikes.who == "mount" else own
        if field.readings.blows != "at-once":
            able = able & (moment.now(pool) > 0)
        able = able & (field.faced(own, self.mode) == self.foe)
        odd = odd_model(field, self.mode, own, self.foe)
        return half_of(able.astype(np.int64), odd)

    def slain(self, moment: RoundMoment) -> Ints:
        """Return the models of a unit that this enemy has slain so far [models].

        Where several wound models of several wounds, those at its front come first.
        """
        field, own = self.field, self.own
        left = moment.start[own]
        for foe in field.foes(own, self.mode):
            before = left
            for number, track in enumerate(tracks_of(field)):
                if (track.pool, track.by) == (own, foe):
                    left = left - moment.lost[number]
            if foe == self.foe:
                break
        return field.models(own, np.maximum(before, 0)) - field.models(
            own, np.maximum(left, 0)
        )

    def models(self, strikes: Strikes, moment: RoundMoment) -> Ints:
        """Return how many models of a unit strike such blows [models].

        As `contact.dice_of`: whoever was slain by this enemy before is missed there.
        """
        kind = strikes.who, strikes.two_ranks
        key = "models", self.own, self.foe, self.mode.left, kind
        return moment.now_once(key, lambda: self._models(strikes, moment))

    def _models(self, strikes: Strikes, moment: RoundMoment) -> Ints:
        field, own = self.field, self.own
        charging = self.mode.first and field.answers[own].charges
        front = field.touched[own, self.foe] == "front"
        able = field.able(
            own,
            self.foe,
            self.mode,
            two_ranks=strikes.two_ranks,
            lance=front and charging and field.fronts[own].is_lance,
        )
        begun = moment.once(
            ("begun", own), lambda: field.models(own, moment.start[own])
        )
        total, theirs = self.standing(own, moment), self.standing(self.foe, moment)
        here = begun - self.slain(moment)
        pair = own, self.foe, self.mode.left
        aside = moment.once(
            ("taken", *pair, strikes.two_ranks),
            lambda: (
                self.beside(moment)
                + self.aside(self.foe, moment, two_ranks=strikes.two_ranks)
            ),
        )
        most = moment.once(
            ("most", *pair), lambda: np.minimum(begun, self.free(total, moment))
        )
        odd = odd_model(field, self.mode, own, self.foe)
        early = odd if field.readings.stupid_half == "start" else ""
        met = half_of(np.clip(looked_up(able, total, theirs) - aside, 0, most), early)
        if field.readings.blows == "at-once":
            left = met
        elif field.readings.step_up:
            stood = looked_up(able, total - begun + here, theirs)
            left = half_of(np.clip(stood - aside, 0, np.minimum(here, most)), early)
        else:
            left = np.maximum(met - (begun - here), 0)
        if field.readings.blows == "at-once":
            return self._of_kind(strikes.who, left, met, here, odd)
        alive = field.models(own, moment.now(own))
        left = np.minimum(left, alive)
        return np.minimum(self._of_kind(strikes.who, left, met, here, odd), alive)

    def _of_kind(self, who: str, left: Ints, met: Ints, here: Ints, odd: str) -> Ints:
        """Return how many of them are of a kind; the champion is one of them.

        Where half stand idle who would strike, ``odd`` is what the odd model does.
        """
        late = "" if self.field.readings.stupid_half == "start" else odd
        leads = self.field.faced(self.own, self.mode) == self.foe
        if not self.field.profiles[self.own].champion:
            return half_of(left, late)
        if not leads:
            return np.zeros_like(left) if who == "leader" else half_of(left, late)
        alive = here > 0
        if self.field.readings.blows == "at-once":
            alive = np.ones_like(alive)
        one = np.minimum(met, alive.astype(np.int64))
        left = half_of(np.maximum(left, one), late)
        mine = np.minimum(one, left)
        if who == "leader":
            return mine
        return left if who == "mount" else left - mine

    def character(self, moment: RoundMoment) -> Ints:
        """Return 1 where a character strikes at his enemy, else 0.

        A stupid one strikes if the die for the odd model says so.
        """
        field, own = self.field, self.own
        able = moment.start[own] > 0
        if field.readings.blows != "at-once":
            able = able & (moment.now(own) > 0)
        if field.hides(own):
            able = able & (moment.start[field.unit_of(own)] == 0)
        odd = self.mode.odd[own] if self.mode.odd else ""
        return half_of(able.astype(np.int64), odd)


def targets_of(field: LineField, mode: LineMode, own: int, foe: int) -> list[int]:
    """Return the posts of an enemy unit that a post may strike at, in their order.

    Whom its blows are aimed at depends on who stands before any of them falls. So
    those come first whose number depends on all others.
    """
    others = [one for one in field.characters(foe) if one not in mode.duel][::-1]
    if field.answers[own].aims == "characters":
        return [foe, *others]
    return [*others, foe]


def aimed(
    striking: LineStriker, count: CountDice, target: int, nearest: int, others: int
) -> CountDice:
    """Return how many blows of a kind are aimed at one of the enemy's posts.

    Parameters
    ----------
    striking : LineStriker
    count : callable
        How many there are in all.
    target : int
        One of `targets_of`.
    nearest, others : int
        Most that touch the first character who lives, and each after him.
    """
    field, foe, mode = striking.field, striking.foe, striking.mode
    wanted = field.answers[striking.own].aims == "characters"
    there = [one for one in field.characters(foe) if one not in mode.duel]

    def share(moment: RoundMoment) -> Ints:
        left = count(moment)
        ordinary = moment.now(foe) > 0
        first: Flags = np.ones(1, dtype=np.bool_)
        for one in there:
            lives = moment.now(one) > 0
            if field.hides(one):
                lives = lives & (moment.start[foe] == 0)
            if not wanted:
                lives = lives & ~ordinary
            near = np.where(first, nearest, others) * lives
            taken: Ints = np.minimum(left, near)
            if one == target:
                return taken
            left, first = left - taken, first & ~lives
        return np.multiply(left, ordinary)

    return share


def touching(striking: LineStriker, strikes: Strikes) -> tuple[int, int]:
    """Return how many of a kind of models touch the first character, and the next.

    The champion is one of those who touch the first.
    """
    field, own, foe = striking.field, striking.own, striking.foe
    bases = [field.fronts[one].base for one in field.characters(foe)]
    most = max(bases, default=0) // field.fronts[own].base + CORNERS
    if strikes.who == "leader":
        return 1, 0
    leads = field.profiles[own].champion and field.faced(own, striking.mode) == foe
    return most - (leads and strikes.who == "models"), most
