"""The blows of a battle line: their order, their number, at whom they are struck."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.warhammer.combat.attack import impact_kernels, resolve
from rulesets.games.warhammer.combat.challenges import MOST_OVERKILL
from rulesets.games.warhammer.combat.line.field import IN, LineField, LineMode
from rulesets.games.warhammer.combat.line.strikers import (
    LineStriker,
    aimed_by_character,
    aimed_by_unit,
    strikes_at,
    tracks_of,
)
from rulesets.games.warhammer.combat.strikes import (
    Strikes,
    impact_of,
)
from rulesets.odds.attack import AttackEffect
from rulesets.odds.battle_line.model import Blow, CountDice
from rulesets.odds.volley import Floats, stacked


@dataclass(frozen=True, slots=True, eq=False)
class Struck:
    """Blows of a post at another, with when they fall."""

    when: tuple[int, int]
    side: str
    own: int
    target: int
    blow: Blow


def blows_in(field: LineField, mode: LineMode) -> list[Struck]:
    """Return all blows of a round, in no order."""
    found: list[Struck] = []
    for unit in field.engaged(mode):
        for foe in field.foes(unit, mode):
            found += _of_unit(field, mode, unit, foe)
        for one in field.characters(unit):
            foe_of = field.faced(one, mode)
            if one in mode.duel:
                found += _in_duel(field, mode, one)
            elif foe_of is not None:
                found += _of_character(field, mode, one, foe_of)
    return found


def _of_unit(field: LineField, mode: LineMode, unit: int, foe: int) -> Iterator[Struck]:
    striking = LineStriker(field, mode, unit, foe)
    able = field.able(
        unit, foe, mode, two_ranks=True, lance=field.fronts[unit].is_lance
    )
    most = int(able.max(initial=0))
    for target in field.members(foe):
        if target in mode.duel:
            continue
        for one in strikes_at(field, unit, target, mode)[0]:
            aimed = aimed_by_unit(striking, one, target)
            times = one.attack.attacks
            dice = _times(aimed, times)
            yield _struck(field, one, unit, foe, target, dice, most * times)


def _of_character(
    field: LineField, mode: LineMode, own: int, foe: int
) -> Iterator[Struck]:
    striking = LineStriker(field, mode, own, foe)
    for target in field.members(foe):
        if target in mode.duel:
            continue
        for one in strikes_at(field, own, target, mode)[0]:
            aimed = aimed_by_character(striking, target)
            times = one.attack.attacks
            dice = _times(aimed, times)
            yield _struck(field, one, own, foe, target, dice, times)


def _in_duel(field: LineField, mode: LineMode, own: int) -> Iterator[Struck]:
    """Yield the blows of a duellist: at his rival alone, who counts those beyond."""
    rival = next(one for one in mode.duel if one != own)
    striking = LineStriker(field, mode, own, field.unit_of(rival))
    for one in strikes_at(field, own, rival, mode)[0]:
        times = one.attack.attacks
        profile = field.profiles[rival]
        kernels = duel_kernels(resolve(one.attack), times, profile.wounds)
        dice = _times(striking.character, times)
        track = tracks_of(field).index((rival, -1))
        blow = Blow(track, dice, kernels, MOST_OVERKILL)
        yield Struck(one.when, field.posts[own].side, own, rival, blow)


def _times(count: CountDice, times: int) -> CountDice:
    return lambda moment: count(moment) * times


def _struck(
    field: LineField,
    one: Strikes,
    own: int,
    foe: int,
    target: int,
    dice: CountDice,
    most: int,
) -> Struck:
    profile = field.profiles[target]
    by = field.unit_of(own) if target == foe else -1
    track = tracks_of(field).index((target, by))
    kernels = stacked(resolve(one.attack), most, profile.pool, profile.wounds)
    blow = Blow(track, dice, kernels)
    return Struck(one.when, field.posts[own].side, own, target, blow)


def duel_kernels(effect: AttackEffect, most: int, wounds: int) -> Floats:
    """Return blows at a duellist, who counts wounds beyond his last.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    most : int
        Most attacks [dice].
    wounds : int
        Of the duellist [wounds].

    Returns
    -------
    ndarray
        ``[dice, wounds left + 5, lost]`` [chance].

    Examples
    --------
    Two attacks that always wound, on a man of one wound: one is beyond.

    >>> from rulesets.odds.attack import Attack, effect
    >>> duel_kernels(effect(Attack(to_hit=1)), 2, 1)[2, 6].tolist()
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    size = wounds + MOST_OVERKILL + 1
    moves = np.zeros((size, size))
    for place in range(size):
        left = place - MOST_OVERKILL
        for taken, chance in enumerate(effect.wounds):
            moves[place, max(place - taken, 0)] += float(chance)
        moves[place, max(place - max(left, 1), 0)] += float(effect.slain)
    found = np.zeros((most + 1, size, size))
    power = np.eye(size)
    for dice in range(most + 1):
        for place in range(size):
            found[dice, place, : place + 1] = power[place, : place + 1][::-1]
        power = power @ moves
    return found


def impacts_in(field: LineField, mode: LineMode) -> list[Blow]:
    """Return the impact hits of all that charged; they come before all blows."""
    found = []
    for unit in field.engaged(mode) if mode.first else ():
        foe = field.faced(unit, mode)
        if foe is None or not field.answers[unit].charges:
            continue
        own, other = field.profiles[unit], field.profiles[foe]
        impact = impact_of(own, other, field.context(unit, foe))
        if impact is None:
            continue
        kernels = impact_kernels(
            resolve(impact.attack),
            own.models,
            impact.attack.attacks,
            other.pool,
            other.wounds,
        )
        track = tracks_of(field).index((foe, unit))
        found.append(Blow(track, _starting(field, unit), kernels))
    return found


def _starting(field: LineField, unit: int) -> CountDice:
    return lambda moment: field.models(unit, moment.start[unit])


def is_tied(blows: Sequence[Struck]) -> bool:
    """Return whether both sides strike at the same time somewhere."""
    a, b = ({one.when for one in blows if one.side == side} for side in "ab")
    return bool(a & b)


def orders_in(field: LineField, mode: LineMode) -> list[tuple[float, tuple[Blow, ...]]]:
    """Return the possible orders of blows of a round, with their chances."""
    blows, impacts = blows_in(field, mode), impacts_in(field, mode)
    firsts: tuple[str, ...] = ("a",)
    if field.readings.blows != "at-once" and is_tied(blows):
        firsts = (mode.last_won,) if mode.last_won else ("a", "b")
    found = []
    for first in firsts:
        ordered = sorted(blows, key=lambda one: (one.when, one.side != first))
        told = (*impacts, *_merged(ordered))
        found.append((1.0 / len(firsts), told))
    return found


def _merged(ordered: Sequence[Struck]) -> Iterator[Blow]:
    """Yield blows in their order; losses that no blow tells apart share a track."""
    used: dict[int, int] = {}
    for place, one in enumerate(ordered):
        track = one.blow.track
        if one.target not in {other.own for other in ordered[place:]}:
            track = used.get(one.target, track)
        used[one.target] = track
        yield replace(one.blow, track=track)


def everybody(field: LineField) -> LineMode:
    """Return a later round in which all still fight."""
    nobody = tuple(False for _ in field.posts)
    return LineMode(fates=tuple(IN for _ in field.units), frenzy=nobody, afraid=nobody)
