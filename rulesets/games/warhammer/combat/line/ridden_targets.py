"""Blows at ridden monsters in a battle line: at rider or mount, as they are aimed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from rulesets.games.warhammer.combat.blows.strikes import Strikes, impact_of
from rulesets.games.warhammer.combat.fights.ridden_blows import (
    AT_FOOT,
    AT_RIDER,
    harm_of_one,
)
from rulesets.games.warhammer.combat.fights.ridden_blows import aims_at as ridden_aims
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    MOUNT,
    RIDER,
    as_left,
)
from rulesets.games.warhammer.combat.line.blow_tests import BlowTests
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.pools import Flags
from rulesets.games.warhammer.combat.line.strikers import LineStriker, strikes_at
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.battle_line.model import CountDice, RoundMoment
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True)
class RiddenAim:
    """Blows at one body of a ridden monster.

    Parameters
    ----------
    strikes : Strikes
    pool : int
        That is struck.
    target : WarhammerUnit
        The figures that they meet.
    ways : tuple of str
        Who is left of the monster where they are struck so.
    place : int
        In the order of those that fall together.
    """

    strikes: Strikes
    pool: int
    target: WarhammerUnit
    ways: tuple[str, ...]
    place: int


def aims_at(
    field: LineField,
    mode: LineMode,
    posts: tuple[int, int],
    mine: str,
    tests: BlowTests | None = None,
) -> Iterator[RiddenAim]:
    """Yield the blows of a post, of which ``mine`` is left, at a ridden monster.

    Those that meet the rider alike on his mount and on foot are one.

    Parameters
    ----------
    field : LineField
    mode : LineMode
    posts : (int, int)
        Who strikes, and the monster.
    mine : str
    tests : BlowTests, optional
        That the blows take.
    """
    own, foe = posts
    profile = field.profiles[foe]
    both, foot, beast = (
        strikes_at(field, own, foe, mode, (mine, left), tests)[0]
        for left in (BOTH, RIDER, MOUNT)
    )
    found = [*ridden_aims(both, foot, beast, aims=field.answers[own].aims_at_ridden)]
    ridden = {aim.strikes for aim in found if aim.place == AT_RIDER}
    for one, target, ways, place in found:
        if place == AT_RIDER and one in foot:
            ways = (BOTH, RIDER)
        if place != AT_FOOT or one not in ridden:
            pool = field.pools.mounts[foe] if target == MOUNT else foe
            yield RiddenAim(one, pool, as_left(profile, target), ways, place)


def impact_at(field: LineField, own: int, foe: int) -> RiddenAim | None:
    """Return the impact hits of a unit, aimed as its blows are; none without them."""
    aims, found = field.answers[own].aims_at_ridden, []
    for left in (BOTH, MOUNT)[: len(field.pools.ways(foe))]:
        target = as_left(field.profiles[foe], left)
        one = impact_of(field.profiles[own], target, field.context(own, foe))
        if one is not None:
            pool = field.pools.mounts[foe] if left == MOUNT else foe
            found.append(RiddenAim(one, pool, target, (left,), 0))
    wanted = {RIDER: BOTH, MOUNT: MOUNT}.get(aims)
    return max(
        found,
        key=lambda aim: (aim.ways == (wanted,), harm_of_one(aim.strikes)),
        default=None,
    )


def modes_as_left(field: LineField, mode: LineMode, own: int) -> Iterator[LineMode]:
    """Yield a mode for each way of who is left of all whom a unit touches."""
    foes = _ridden_foes(field, mode, own)
    for several in product(*map(field.pools.ways, foes)):
        yield _with_left(field, mode, dict(zip(foes, several, strict=True)))


def _ridden_foes(field: LineField, mode: LineMode, own: int) -> list[int]:
    return [foe for foe in field.foes(own, mode) if foe in field.pools.mounts]


def _with_left(field: LineField, mode: LineMode, lefts: dict[int, str]) -> LineMode:
    if not lefts:
        return mode
    left = tuple(lefts.get(post, "") for post in range(len(field.posts)))
    return mode._replace(left=left)


def met_as_left(
    striking: LineStriker, strikes: Strikes, ways: Sequence[str], moment: RoundMoment
) -> Ints:
    """Return how many models of a unit strike, by who is left of whom they touch.

    Parameters
    ----------
    striking : LineStriker
    strikes : Strikes
    ways : sequence of str
        Who may be left of the enemy as the blow falls; other ridden monsters that
        they touch are as the round began.
    moment : RoundMoment
    """
    field, mode = striking.field, striking.mode
    foes = _ridden_foes(field, mode, striking.own)
    if not foes:
        return striking.models(strikes, moment)
    total: Ints = np.zeros(1, dtype=np.int64)
    for several in product(
        *(ways if foe == striking.foe else field.pools.ways(foe) for foe in foes)
    ):
        lefts = dict(zip(foes, several, strict=True))
        where: Flags = np.ones(1, dtype=np.bool_)
        for foe, way in lefts.items():
            where = where & _left(striking, foe, way, moment)
        there = replace(striking, mode=_with_left(field, mode, lefts))
        total = total + there.models(strikes, moment) * where
    return total


def _left(striking: LineStriker, foe: int, way: str, moment: RoundMoment) -> Flags:
    """Return where that is left of an enemy: of who is struck, as the blow falls."""
    pools = striking.field.pools
    wounds = list(moment.start)
    if foe == striking.foe and striking.field.readings.blows != "at-once":
        wounds = [moment.now(pool) for pool in range(len(wounds))]
    return pools.left(foe, way, wounds)


def where_left(
    striking: LineStriker, aim: RiddenAim, count: CountDice, moment: RoundMoment
) -> Ints:
    """Return how many strike so at a ridden monster, of so many who may."""
    where: Flags = np.zeros(1, dtype=np.bool_)
    for way in aim.ways:
        where = where | _left(striking, striking.foe, way, moment)
    return count(moment) * where
