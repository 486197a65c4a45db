"""The blows of a battle line: their order, their number, at whom they are struck."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import attrgetter

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.endurance import dealt, impact_on
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.fights.challenges import MOST_OVERKILL
from rulesets.games.warhammer.combat.fights.ridden_monsters import BOTH
from rulesets.games.warhammer.combat.line.blow_tests import (
    BlowTests,
    blow_tests,
    lives_as_it_falls,
    where,
)
from rulesets.games.warhammer.combat.line.duel_kernels import duel_kernels
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.like_modes import nearby
from rulesets.games.warhammer.combat.line.mode import IN, LineMode
from rulesets.games.warhammer.combat.line.psychology import odd_ways
from rulesets.games.warhammer.combat.line.ridden_targets import (
    RiddenAim,
    aims_at,
    impact_at,
    met_as_left,
    modes_as_left,
    where_left,
)
from rulesets.games.warhammer.combat.line.shields import (
    GORGON,
    CountAt,
    lost_to_shields,
)
from rulesets.games.warhammer.combat.line.strikers import (
    LineStriker,
    aimed,
    strikes_at,
    strikes_by_test,
    targets_of,
    touching,
    track_of,
    tracks_of,
)
from rulesets.odds.battle_line.model import Blow, CountDice, RoundMoment
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Struck:
    """Blows of a post at another, with when they fall.

    `place` is that of the target among those whom the post may strike at: of blows
    that fall together, those are worked out first whose number depends on who stands
    before any of them falls. `target` is a pool; `kind` is what the blows are.
    """

    when: tuple[int, int]
    side: str
    own: int
    target: int
    blow: Blow
    place: int = 0
    kind: tuple[object, ...] = ()

    @property
    def alike(self) -> tuple[object, ...]:
        """Return what like blows have in common."""
        return (self.when, *self.kind)


def blows_in(field: LineField, mode: LineMode) -> list[Struck]:
    """Return all blows of a round, in no order; those of like modes are the same."""
    found: list[Struck] = []
    for unit in field.engaged(mode):
        for own in field.members(unit):
            for foe in _struck_by(field, mode, own):
                key = nearby(field, mode, own, foe)
                if key not in field.dealt:
                    field.dealt[key] = [*_by(field, mode, own, foe)]
                found += field.dealt[key]
    return found


def _struck_by(field: LineField, mode: LineMode, own: int) -> tuple[int, ...]:
    """Return the enemy units that a post strikes at."""
    if not field.posts[own].joins:
        return field.foes(own, mode)
    foe = field.faced(own, mode)
    return () if foe is None else (foe,)


def _by(field: LineField, mode: LineMode, own: int, foe: int) -> Iterator[Struck]:
    """Return the blows of a post at an enemy unit."""
    if not field.posts[own].joins:
        return _of_unit(field, mode, own, foe)
    if own in mode.duel:
        return _in_duel(field, mode, own)
    return _of_character(field, mode, own, foe)


def _of_unit(field: LineField, mode: LineMode, unit: int, foe: int) -> Iterator[Struck]:
    """Yield the blows of a unit without its characters at an enemy unit."""
    if unit in field.pools.mounts:
        yield from _of_monster(field, mode, unit, foe)
        return
    striking = LineStriker(field, mode, unit, foe)
    lance = field.fronts[unit].is_lance
    able = [
        field.able(unit, foe, one, two_ranks=two, lance=lance)
        for one in modes_as_left(field, mode, unit)
        for two in (False, True)
    ]
    most = max(int(one.max(initial=0)) for one in able)
    if foe in field.pools.mounts:
        for tests in blow_tests(field, unit, foe):
            for aim in aims_at(field, mode, (unit, foe), BOTH, tests):
                met = partial(met_as_left, striking, aim.strikes, aim.ways)
                count = where(field, (tests,), met)
                yield _at_ridden(striking, aim, count, most)
        return
    for place, target in enumerate(targets_of(field, mode, unit, foe)):
        for one, several in strikes_by_test(field, mode, unit, target):
            near = touching(striking, one)
            who = partial(met_as_left, striking, one, ())
            at = partial(_where_aimed, striking, who, near, several)
            yield _struck(striking, one, target, at, most, place)


def _of_character(
    field: LineField, mode: LineMode, own: int, foe: int
) -> Iterator[Struck]:
    striking = LineStriker(field, mode, own, foe)
    yield from _of_one(striking, BOTH, lambda one, moment: striking.character(moment))


def _of_monster(
    field: LineField, mode: LineMode, unit: int, foe: int
) -> Iterator[Struck]:
    """Yield the blows of rider and mount; those that both ways have alike are one."""
    if field.faced(unit, mode) != foe:
        return
    striking = LineStriker(field, mode, unit, foe)
    found: dict[tuple[object, ...], Struck] = {}
    for mine in field.pools.ways(unit):
        counting = partial(striking.ridden, mine=mine)
        for one in _of_one(striking, mine, counting):
            known = found.get(one.alike)
            found[one.alike] = one if known is None else _added(known, one)
    yield from found.values()


def _added(one: Struck, other: Struck) -> Struck:
    """Return two kinds of the same blows as one."""

    def dice(moment: RoundMoment) -> Ints:
        return one.blow.dice(moment) + other.blow.dice(moment)

    return replace(one, blow=replace(one.blow, dice=dice))


def _of_one(
    striking: LineStriker, mine: str, counting: Callable[[Strikes, RoundMoment], Ints]
) -> Iterator[Struck]:
    """Yield the blows of a post of one model, of which ``mine`` is left."""
    field, mode, own, foe = striking.field, striking.mode, striking.own, striking.foe
    if foe in field.pools.mounts:
        for tests in blow_tests(field, own, foe, mine):
            for aim in aims_at(field, mode, (own, foe), mine, tests):
                able = where(field, (tests,), partial(counting, aim.strikes))
                met = partial(where_left, striking, aim, able)
                yield _at_ridden(striking, aim, met, 1)
        return
    for place, target in enumerate(targets_of(field, mode, own, foe)):
        for one, several in strikes_by_test(field, mode, own, target, mine):
            at = partial(
                _where_aimed, striking, partial(counting, one), (1, 1), several
            )
            yield _struck(striking, one, target, at, 1, place)


def _where_aimed(
    striking: LineStriker,
    count: CountDice,
    near: tuple[int, int],
    tests: Sequence[BlowTests],
    target: int,
) -> CountDice:
    """Return how many blows of so many are aimed at a post, where they take such tests.

    ``near`` are most that touch the first character who lives, and each after him.
    """
    return where(striking.field, tests, aimed(striking, count, target, *near))


def _at_ridden(
    striking: LineStriker, aim: RiddenAim, count: CountDice, most: int
) -> Struck:
    """Return blows at a ridden monster, or at what is left of it."""
    posts, lost = (striking.own, striking.foe, striking.foe), None
    if aim.target.has(GORGON):
        lost = lost_to_shields(striking, posts[2], aim.strikes, lambda _: count)
    return _aimed(striking.field, aim, posts[0], (count, lost), most)


def _in_duel(field: LineField, mode: LineMode, own: int) -> Iterator[Struck]:
    """Yield the blows of a duellist: at his rival alone, who counts those beyond.

    All that fall at one moment fall together, if the rival still lives.
    """
    rival = next(one for one in mode.duel if one != own)
    striking = LineStriker(field, mode, own, field.unit_of(rival))
    together = attrgetter("when", "attack.once_a_phase")

    def able(moment: RoundMoment) -> Ints:
        return striking.character(moment) * lives_as_it_falls(field, rival, moment)

    for tests in blow_tests(field, own, rival):
        struck = strikes_at(field, own, rival, mode, tests=tests)[0]
        strikes = sorted(struck, key=together)
        for (when, _), some in groupby(strikes, key=together):
            attacks = [one.attack for one in some]
            kernels = duel_kernels(attacks, field.profiles[rival].wounds)
            track = track_of(field, rival, -1, own)
            count = unless_hurt(attacks[0], rival, where(field, (tests,), able))
            blow = Blow(track, count, kernels, MOST_OVERKILL)
            yield Struck(when, field.posts[own].side, own, rival, blow)


def unless_hurt(attack: WarhammerAttack, pool: int, count: CountDice) -> CountDice:
    """Return how many such attacks count at one of whom a phase takes a wound at most.

    None do once he has lost one in this round.
    """
    if not attack.once_a_phase:
        return count
    return lambda moment: count(moment) * (moment.now(pool) >= moment.start[pool])


def _struck(
    striking: LineStriker,
    one: Strikes,
    target: int,
    at: CountAt,
    most: int,
    place: int,
) -> Struck:
    """Return blows of a post at one of the enemy unit."""
    field, own = striking.field, striking.own
    by = field.unit_of(own) if target == striking.foe else -1
    aim = RiddenAim(one, target, field.profiles[target], (), place)
    lost = lost_to_shields(striking, target, one, at)
    return _aimed(field, aim, own, (at(target), lost), most, by)


def _aimed(
    field: LineField,
    aim: RiddenAim,
    own: int,
    counts: tuple[CountDice, CountDice | None],
    most: int,
    by: int = -1,
) -> Struck:
    """Return blows of a post at a pool, whose losses by a unit are counted apart.

    ``counts`` are how many strike, and how many of their dice shields take.
    """
    attack, times = aim.strikes.attack, aim.strikes.attack.attacks
    track = track_of(field, aim.pool, by, own)
    kernels = dealt(attack, most * times, aim.target)
    count, lost = counts
    able = unless_hurt(attack, aim.pool, count)

    def dice(moment: RoundMoment) -> Ints:
        struck: Ints = able(moment) * times
        return struck if lost is None else np.maximum(struck - lost(moment), 0)

    blow = Blow(track, dice, kernels)
    side = field.posts[own].side
    alike = (aim.strikes.who, aim.strikes.attack, aim.pool, aim.ways, aim.place)
    return Struck(aim.strikes.when, side, own, aim.pool, blow, aim.place, alike)


def impacts_in(field: LineField, mode: LineMode) -> list[Blow]:
    """Return the impact hits of all that charged; they come before all blows."""
    found = []
    for unit in field.engaged(mode) if mode.first else ():
        foe = field.faced(unit, mode)
        if foe is None or not field.answers[unit].charges:
            continue
        aim = impact_at(field, unit, foe)
        if aim is None:
            continue
        attack, chariots = aim.strikes.attack, field.profiles[unit].models
        kernels = impact_on(attack, chariots, attack.attacks, aim.target)
        by = -1 if foe in field.pools.mounts else unit
        track = track_of(field, aim.pool, by, unit)
        count = unless_hurt(attack, aim.pool, _starting(field, unit))
        found.append(Blow(track, count, kernels))
    return found


def _starting(field: LineField, unit: int) -> CountDice:
    return lambda moment: field.pools.models(unit, moment.start)


def is_tied(blows: Sequence[Struck]) -> bool:
    """Return whether both sides strike at the same time somewhere."""
    a, b = ({one.when for one in blows if one.side == side} for side in "ab")
    return bool(a & b)


def orders_in(
    field: LineField, mode: LineMode
) -> list[tuple[float, dict[str, tuple[Blow, ...]]]]:
    """Return the possible orders of blows of a round, with their chances.

    Each by the side that strikes first where both strike at the same time: either, or
    ``a`` alone where that does not happen.
    """
    impacts = impacts_in(field, mode)
    found = []
    for chance, drawn in odd_ways(mode):
        blows = blows_in(field, drawn)
        ordered = {
            first: sorted(blows, key=partial(_place_in_order, first=first))
            for first in _firsts(field, blows)
        }
        told = {
            first: (*impacts, *_merged(field, some)) for first, some in ordered.items()
        }
        found.append((chance, told))
    return found


def _firsts(field: LineField, blows: Sequence[Struck]) -> tuple[str, ...]:
    """Return the sides that may strike first where both strike at the same time."""
    if field.readings.blows == "at-once" or not is_tied(blows):
        return ("a",)
    return ("a", "b")


def _place_in_order(struck: Struck, first: str) -> tuple[tuple[int, int], bool, int]:
    return struck.when, struck.side != first, struck.place


def _merged(field: LineField, ordered: Sequence[Struck]) -> Iterator[Blow]:
    """Yield blows in their order; losses that nothing tells apart share a track."""
    used: dict[int, int] = {}
    tracks = tracks_of(field)
    last = {one.own: place for place, one in enumerate(ordered)}
    for place, one in enumerate(ordered):
        track = one.blow.track
        if tracks[track].twice:
            yield one.blow
            continue
        if last.get(one.target, -1) < place:
            track = used.get(one.target, track)
        used[one.target] = track
        same = track == one.blow.track
        yield one.blow if same else replace(one.blow, track=track)


def everybody(field: LineField) -> LineMode:
    """Return a later round in which all still fight."""
    nobody = tuple(False for _ in field.posts)
    return LineMode(fates=tuple(IN for _ in field.units), frenzy=nobody, afraid=nobody)
