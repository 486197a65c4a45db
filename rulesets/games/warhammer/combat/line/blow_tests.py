"""Tests on Leadership that a blow of a battle line takes, by who leads as it falls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import or_

import numpy as np

from rulesets.games.warhammer.combat.blows.leadership import leadership_test
from rulesets.games.warhammer.combat.fights.ridden_monsters import BOTH, as_left
from rulesets.games.warhammer.combat.line.borne import banners_for_all
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.pools import Flags
from rulesets.games.warhammer.combat.line.psychology import led
from rulesets.games.warhammer.combat.profile import WarhammerUnit, melee_rules
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.battle_line.model import CountDice, RoundMoment
from rulesets.odds.volley import Ints

HAMMER, COLLAR = "hammer-of-judgement", "the-collar-of-zorga"

Lives = tuple[tuple[int, bool], ...]
"""Of some posts, whether each lives."""


@dataclass(frozen=True, slots=True)
class BlowTests:
    """The chances of the tests that a blow takes, and who lives where they are such.

    Parameters
    ----------
    dares, holds : Fraction, optional
        The chances that who strikes, and who is struck, passes; none without a test.
    borne : tuple of str
        Banners that others in the unit bear for who strikes.
    ways : sequence of Lives
        The ways of who of the others lives; none where it is so whoever does.
    """

    dares: Fraction | None = None
    holds: Fraction | None = None
    borne: tuple[str, ...] = ()
    ways: Sequence[Lives] = ()

    def where(self, field: LineField, moment: RoundMoment) -> Flags:
        """Return where they are such as a blow falls."""
        found: Flags = np.zeros(1, dtype=np.bool_)
        for way in self.ways:
            there: Flags = np.ones(1, dtype=np.bool_)
            for post, is_alive in way:
                there = there & (lives_as_it_falls(field, post, moment) == is_alive)
            found = found | there
        return found


def lives_as_it_falls(field: LineField, post: int, moment: RoundMoment) -> Flags:
    """Return where any of a post is left as a blow falls."""
    at_once = field.readings.blows == "at-once"
    lives: Flags = (moment.start[post] if at_once else moment.now(post)) > 0
    return lives


def where(
    field: LineField, several: Sequence[BlowTests], count: CountDice
) -> CountDice:
    """Return how many blows are struck, where one of these tests is as it is said."""
    if not any(one.ways for one in several):
        return count

    def found(moment: RoundMoment) -> Ints:
        there = reduce(or_, (one.where(field, moment) for one in several))
        return count(moment) * there

    return found


def blow_tests(
    field: LineField, own: int, other: int, left: str = BOTH
) -> list[BlowTests]:
    """Return the tests that blows of a post at another take, in all their ways.

    Parameters
    ----------
    field : LineField
    own, other : int
        Who strikes, and who is struck.
    left : str
        Who is left of a ridden monster that strikes.
    """
    key = own, other, left
    if key not in field.blow_tests:
        field.blow_tests[key] = _tests_of(field, own, other, left)
    return field.blow_tests[key]


def _tests_of(field: LineField, own: int, other: int, left: str) -> list[BlowTests]:
    striker, struck = as_left(field.profiles[own], left), field.profiles[other]
    found: dict[Chances, list[Lives]] = {}
    dares = _chances(field, own, striker) if _has_to_dare(striker, struck) else NO_TEST
    holds = _chances(field, other, struck) if _is_judged(striker) else NO_TEST
    borne = _borne(field, own)
    for several in product(dares.items(), holds.items(), borne.items()):
        (mine, one), (theirs, two), (banners, three) = several
        ways = product(one, two, three)
        found[mine, theirs, banners] = [(*x, *y, *z) for x, y, z in ways]
    if len(found) == 1:
        return [BlowTests(*chances) for chances in found]
    return [BlowTests(*chances, ways) for chances, ways in found.items()]


Chances = tuple[Fraction | None, Fraction | None, tuple[str, ...]]
"""Of both tests, and the banners that are borne."""

NO_TEST: dict[Fraction | None, list[Lives]] = {None: [()]}
"""The ways of a test that is not taken."""


def _borne(field: LineField, own: int) -> dict[tuple[str, ...], list[Lives]]:
    """Return the ways of who lives, by the banners that others bear for a post."""
    bearers = {
        one: keys
        for one in field.members(field.unit_of(own))
        if one != own and (keys := banners_for_all(field.profiles[one]))
    }
    found: dict[tuple[str, ...], list[Lives]] = {}
    for way in _ways_of([*bearers]):
        banners = [key for one, is_alive in way if is_alive for key in bearers[one]]
        found.setdefault(tuple(banners), []).append(way)
    return found


def _chances(
    field: LineField, post: int, own: WarhammerUnit
) -> dict[Fraction | None, list[Lives]]:
    """Return the ways of who lives beside a post, by the chance of its test."""
    others = [one for one in field.members(field.unit_of(post)) if one != post]
    found: dict[Fraction | None, list[Lives]] = {}
    for way in _ways_of(others):
        alive = [True for _ in field.pools.posts]
        for one, is_alive in way:
            alive[one] = is_alive
        chance = leadership_test(*led(field, post, alive, own), mind=False)
        found.setdefault(chance, []).append(way)
    return found


def _ways_of(posts: Sequence[int]) -> Iterator[Lives]:
    """Yield every way of who of some posts lives."""
    for lives in product((True, False), repeat=len(posts)):
        yield tuple(zip(posts, lives, strict=True))


def _has_to_dare(own: WarhammerUnit, other: WarhammerUnit) -> bool:
    """Return whether a mount or a monster strikes at who bears the Collar of Zorga."""
    if not other.has(COLLAR):
        return False
    return own.kind == "monster" or any(one.role == "mount" for one in own.groups)


@kept_by_identity(most=1024)
def _is_judged(own: WarhammerUnit) -> bool:
    """Return whether a blow of a unit is held off by a test of who is struck."""
    return any(HAMMER in melee_rules(group) for group in own.groups)
