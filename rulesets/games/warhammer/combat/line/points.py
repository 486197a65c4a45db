"""The result of a round of a battle line: the points of both sides, part by part."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from rulesets.games.warhammer.combat.blows.contact import LANCE_WIDTH
from rulesets.games.warhammer.combat.fights.psychology import fears_when_calm
from rulesets.games.warhammer.combat.fights.ranks import LAST_RANK, UNRANKED, rank_bonus
from rulesets.games.warhammer.combat.fights.result import FLANK, REAR
from rulesets.games.warhammer.combat.fights.ridden_monsters import MOUNT, RIDER
from rulesets.games.warhammer.combat.line.borne import (
    bearers,
    calming,
    with_items,
)
from rulesets.games.warhammer.combat.line.combats import apart
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, LineMode
from rulesets.games.warhammer.combat.line.pools import Flags
from rulesets.games.warhammer.combat.line.redress import laps_round
from rulesets.games.warhammer.combat.line.strikers import tracks_of
from rulesets.games.warhammer.special_rules import added_by
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.round_codes import Digit
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Ints

STANDARDS = ("standard-bearer", "battle-standard-bearer")

MOST = 30
"""Differences beyond this are the same: no Break test passes."""

SPAN = 2 * MOST + 1
"""Differences that are told apart."""

NOT_WEAKER = NOT_ALIVE = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LineScore:
    """The points of one side in a round, by part; arrays that broadcast."""

    parts: dict[str, Ints]

    @property
    def total(self) -> Ints:
        """Return their sum."""
        values = [*self.parts.values()]
        total: Ints = sum(values[1:], values[0])
        return total


def scores_in(
    field: LineField, mode: LineMode, moment: RoundMoment
) -> tuple[LineScore, LineScore]:
    """Return the points of both sides, without the parts that do not count.

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Combat results (p. 71).
    """
    strengths = {side: _side_strength(field, mode, side, moment) for side in SIDES}
    a, b = (_parts(field, mode, moment, side, strengths) for side in SIDES)
    return LineScore(a), LineScore(b)


def _parts(
    field: LineField,
    mode: LineMode,
    moment: RoundMoment,
    side: Side,
    strengths: Mapping[Side, Ints],
) -> dict[str, Ints]:
    engaged = field.engaged(mode)
    own = [unit for unit in engaged if field.posts[unit].side == side]
    foes = [unit for unit in engaged if field.posts[unit].side != side]
    end = [moment.now(pool) for pool in range(len(moment.start))]
    hurt = field.pools.within(one for foe in foes for one in field.members(foe))
    nothing: Ints = np.zeros(1, dtype=np.int64)
    situation = field.situation
    found = {
        "wounds": sum((_lost_once(field, moment, n) for n in hurt), nothing),
        "overkill": sum((moment.beyond(n) for n in hurt if n in mode.duel), nothing),
        "ranks": _ranks(field, mode, moment, own),
        "standard": _carried(field, own, end),
        **_items(field, own, end),
        "number": _number(field, foes, end, strengths[side] > strengths[OTHER[side]]),
        "contact": _contact(field, mode, foes, end, moment),
        "higher-ground": nothing + (situation.higher_ground == side),
        "bonus": nothing + situation.of(side).bonus,
    }
    return {
        key: nothing if f"{side}.{key}" in field.without else points
        for key, points in found.items()
    }


def _lost_once(field: LineField, moment: RoundMoment, pool: int) -> Ints:
    return moment.once(("points", pool), partial(_lost, field, moment, pool))


def _lost(field: LineField, moment: RoundMoment, pool: int) -> Ints:
    """Return the points for wounds that a pool lost; some count twice.

    What shields a character from his first wound takes one of others before one of
    those (house).
    """
    lost = points = field.pools.lost(moment, pool)
    for number, track in enumerate(tracks_of(field)):
        if track.pool == pool and track.twice and moment.lost:
            points = points + np.minimum(moment.lost[number], lost)
    return points


@kept_by_identity(most=4)
def _item_points(field: LineField) -> tuple[tuple[int, int], ...]:
    """Return the points for items of each post: for a War Banner, and for others."""
    found = []
    for own in field.profiles:
        added = added_by(own.rules, "result")
        found.append((added.pop("war-banner", 0), sum(added.values())))
    return tuple(found)


def _number(field: LineField, foes: list[int], end: list[Ints], more: Flags) -> Ints:
    """Return the point for numbers, which an item of an enemy who lives may deny."""
    found: Ints = more.astype(np.int64)
    for foe in foes:
        for one in bearers(field, foe, lambda own: own.does("ignore", "result:number")):
            found = found * (end[one] == 0)
    return found


def _side_strength(
    field: LineField, mode: LineMode, side: Side, moment: RoundMoment
) -> Ints:
    total: Ints = np.zeros(1, dtype=np.int64)
    for unit in field.engaged(mode):
        if field.posts[unit].side == side:
            total = total + _strength(field, unit, moment, "end")
    return total


def _strength(field: LineField, unit: int, moment: RoundMoment, when: str) -> Ints:
    """Return the Unit Strength of a unit at the start or the end of a round."""

    def found() -> Ints:
        pools = range(len(moment.start))
        begun = when == "start"
        wounds = [*moment.start] if begun else [moment.now(pool) for pool in pools]
        return field.strength(unit, wounds)

    return moment.once(("strength", unit, when), found)


def _ranks(
    field: LineField, mode: LineMode, moment: RoundMoment, own: list[int]
) -> Ints:
    """Return the ranks of the unit that has most, if no enemy takes them away."""
    best: Ints = np.zeros(1, dtype=np.int64)
    for unit in own:
        key = "ranks", unit, field.foes(unit, mode), mode.brought, mode.left
        ranks = moment.once(key, partial(_ranks_left, field, mode, moment, unit))
        best = np.maximum(best, ranks)
    return best


def _ranks_left(
    field: LineField, mode: LineMode, moment: RoundMoment, unit: int
) -> Ints:
    """Return the ranks of a unit that no enemy takes away."""
    begun = [*moment.start]
    counted = begun
    if field.readings.ranks_counted == "end":
        counted = [moment.now(pool) for pool in range(len(begun))]
    ranks = looked_up(_ranks_of(field, unit, mode), field.bodies(unit, counted))
    for one in bearers(field, unit, lambda own: own.does("multiply", "result:ranks")):
        ranks = ranks * (1 + (moment.now(one) > 0))
    for foe in field.foes(unit, mode):
        for one in bearers(field, foe, lambda own: own.does("ignore", "result:ranks")):
            ranks = ranks * (moment.now(one) == 0)
        flanked = laps_round(field, mode, (foe, unit), begun)
        aside = (flanked > 0) | (field.touched[unit, foe] != "front")
        if not aside.any():
            continue
        strength = _strength(field, foe, moment, "start")
        strong = strength >= field.readings.flank_strength
        ranks = ranks * ~(aside & strong)
    return ranks


def _ranks_of(field: LineField, unit: int, mode: LineMode) -> Ints:
    """Return the bonus for ranks of a unit, by its models with characters."""
    key = "ranks", unit, mode.brought, mode.left
    if key not in field.known:
        field.known[key] = _ranks_by_models(field, unit, mode)
    return field.known[key]


def _ranks_by_models(field: LineField, unit: int, mode: LineMode) -> Ints:
    profile, front = field.profiles[unit], field.front(unit, mode)
    models = np.arange(profile.models + len(field.characters(unit)) + 1)
    models = models - np.clip(models - front.width, 0, front.lapping)
    least = LANCE_WIDTH if front.is_lance else field.readings.rank_width
    loose = profile.kind in UNRANKED or profile.has("skirmishers", "fast-cavalry")
    if loose or front.width < least:
        return np.zeros_like(models)
    counts = field.readings.last_rank == "four"
    return rank_bonus(models, front.width, counts_from=LAST_RANK if counts else 0)


def _carried(field: LineField, own: list[int], end: list[Ints]) -> Ints:
    """Return 1 where a standard still stands."""
    found: Ints = np.zeros(1, dtype=np.int64)
    for unit in own:
        for one in field.members(unit):
            if field.profiles[one].has(*STANDARDS):
                found = np.maximum(found, end[one] > 0)
    return found


def _items(field: LineField, own: list[int], end: list[Ints]) -> dict[str, Ints]:
    """Return the points for items of those who still live; one War Banner counts."""
    banner: Ints = np.zeros(1, dtype=np.int64)
    others = banner
    for unit in own:
        for one in field.members(unit):
            of_banner, of_others = _item_points(field)[one]
            if of_banner:
                banner = np.maximum(banner, of_banner * (end[one] > 0))
            if of_others:
                others = others + of_others * (end[one] > 0)
    return {"war-banner": banner, "items": others}


def _contact(
    field: LineField,
    mode: LineMode,
    foes: list[int],
    end: list[Ints],
    moment: RoundMoment,
) -> Ints:
    """Return the bonus for enemies touched in the flank and in the rear."""
    enough, when = field.readings.flank_strength, field.readings.flank_bonus
    found: Ints = np.zeros(1, dtype=np.int64)
    for where, points in (("flank", FLANK), ("rear", REAR)):
        best: Ints = np.zeros(1, dtype=np.int64)
        for foe in foes:
            for own in field.foes(foe, mode):
                laps = laps_round(field, mode, (own, foe), end) * (where == "flank")
                there = (laps > 0) | (field.touched[foe, own] == where)
                if not there.any():
                    continue
                strong = _strength(field, own, moment, when) >= enough
                best = np.maximum(best, points * (there & strong))
        found = found + best
    return found


def has_music(field: LineField, mode: LineMode, side: Side, end: list[Ints]) -> Ints:
    """Return 1 where a musician of a side still plays."""
    found: Ints = np.zeros(1, dtype=np.int64)
    for unit in field.engaged(mode):
        if field.posts[unit].side == side and field.profiles[unit].has("musician"):
            found = np.maximum(found, end[unit] > 0)
    return found


def difference_in(field: LineField, mode: LineMode, moment: RoundMoment) -> Ints:
    """Return the points of A less those of B; a musician decides a draw."""
    return difference_of(field, mode, moment, scores_in(field, mode, moment))


def difference_of(
    field: LineField,
    mode: LineMode,
    moment: RoundMoment,
    scores: tuple[LineScore, LineScore],
) -> Ints:
    """Return the difference of these points; see `difference_in`."""
    a, b = scores
    difference: Ints = a.total - b.total
    if field.readings.musician_wins:
        end = [moment.now(pool) for pool in range(len(moment.start))]
        music = has_music(field, mode, "a", end) - has_music(field, mode, "b", end)
        difference = np.where(difference == 0, music, difference)
    return np.clip(difference, -MOST, MOST)


def digits_of(field: LineField, mode: LineMode, moment: RoundMoment) -> Iterator[Digit]:
    """Yield the digits of the class of a round: those of a `RoundEnd`, in its order.

    Nothing depends on who is left of units that are out of it: they count as gone.
    """
    for combat in apart(field, mode):
        by = partial(difference_in, field, combat, moment)
        what = combat.fates, combat.duel, combat.brought, combat.left
        yield moment.once(("difference", *what), by) + MOST, SPAN
    posts = field.pools.posts
    for pool in range(len(moment.start)):
        lives, there = partial(_lives, moment, pool), field.unit_of(posts[pool])
        fights = mode.fates[there] == IN
        yield moment.once(("lives", pool), lives) if fights else NOT_ALIVE, 2
    for unit in field.units:
        foes = field.foes(unit, mode)
        weaker = partial(is_weaker, field, mode, unit, moment)
        key = "weaker", unit, foes, mode.first
        yield moment.once(key, weaker) if foes else NOT_WEAKER, 2


def _lives(moment: RoundMoment, pool: int) -> Ints:
    return (moment.now(pool) > 0).astype(np.int64)


def fears_foe(
    field: LineField, unit: int, foe: int, alive: Sequence[bool] | None = None
) -> bool:
    """Return whether a unit that is not in a frenzy fears an enemy unit.

    Parameters
    ----------
    alive : sequence of bool, optional
        Of each pool, whether any of it is left; all if none.
    """
    alive = alive or [True for _ in field.pools.posts]
    own, situation = field.pools.figures(unit, alive), field.situation_of(unit)
    own = with_items(field, unit, alive, own)
    return any(
        fears_when_calm(own, field.pools.figures(one, alive), situation)
        for one in field.members(foe)
    )


def is_weaker(field: LineField, mode: LineMode, unit: int, moment: RoundMoment) -> Ints:
    """Return whether a unit is weaker than the enemies that it touches and fears."""
    feared: Ints = np.zeros(1, dtype=np.int64)
    own, end = field.profiles[unit], [moment.now(n) for n in range(len(moment.start))]
    rash = own.has("impetuous") and mode.first and field.answers[unit].charges
    for foe in field.foes(unit, mode) if not rash else ():
        fears = _feared(field, unit, foe, end)
        if fears.any():
            feared = feared + fears * _strength(field, foe, moment, "end")
    if not feared.any():
        return feared
    return (_strength(field, unit, moment, "end") < feared).astype(np.int64)


def _feared(field: LineField, unit: int, foe: int, end: list[Ints]) -> Ints:
    """Return 1 where a unit fears an enemy unit, by who is left of both."""
    found: Ints = np.zeros(1, dtype=np.int64)
    for alive, where in _ways_left(field, unit, foe, end):
        if fears_foe(field, unit, foe, alive):
            found = found + where
    return found


def _ways_left(
    field: LineField, unit: int, foe: int, end: list[Ints]
) -> Iterator[tuple[list[bool], Flags]]:
    """Yield who may be left of those on whom fear depends, and where it is so."""
    pools, calm = field.pools, calming(field, unit)
    for mine, theirs, *lives in product(
        pools.ways(unit), pools.ways(foe), *((True, False) for _ in calm)
    ):
        alive = [True for _ in pools.posts]
        where = np.ones(1, dtype=np.bool_)
        for one, is_alive in zip(calm, lives, strict=True):
            alive[one] = bool(is_alive)
            where = where & ((end[one] > 0) == alive[one])
        for post, way in ((unit, mine), (foe, theirs)):
            if post in pools.mounts:
                alive[post] = way != MOUNT
                alive[pools.mounts[post]] = way != RIDER
                where = where & pools.left(post, str(way), end)
        yield alive, where
