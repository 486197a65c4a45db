"""The blows of a round in which a ridden monster fights: at its rider, or its mount."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import resolve
from rulesets.games.warhammer.combat.blows.contact import dice_of, models_left
from rulesets.games.warhammer.combat.blows.endurance import dealt, impact_on, strike_on
from rulesets.games.warhammer.combat.blows.strikes import Strikes, impact_of
from rulesets.games.warhammer.combat.fights.psychology import odd_models
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    MOUNT,
    RIDER,
    places_left,
    ways_left,
    wounds_each,
    wounds_left,
)
from rulesets.games.warhammer.combat.fights.ridden_settings import settings_left
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Setting,
    blow_steps,
    blows_of,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.sources import COMBAT
from rulesets.odds.answer import Step
from rulesets.odds.fight.model import Order, Strike
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Dice, Floats

AT_BEAST_ALONE, AT_FOOT, AT_RIDER, AT_BEAST = range(4)
"""The order of blows that fall together at a ridden monster.

All are aimed before any of them falls: first come those whose number depends on both
bodies, then those at the rider while both live, and last those at the mount, while it
lives, whatever became of its rider.
"""


class Aim(NamedTuple):
    """Blows at one body of a ridden monster.

    Parameters
    ----------
    strikes : Strikes
    target : str
        Who is struck: ``both`` for a rider on his mount, ``rider`` for one on foot.
    ways : tuple of str
        Who is left of the monster where they are struck so.
    place : int
        In the order of those that fall together.
    """

    strikes: Strikes
    target: str
    ways: tuple[str, ...]
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Falling:
    """A strike, when it falls, and its place among those of its side that fall then."""

    when: tuple[int, int]
    place: int
    strike: Strike


def left_apart(setting: Setting, place: int, own: str, other: str) -> Setting:
    """Return the combat of a side (0 or 1) of which one is left, against another."""
    return settings_left(setting)[(own, other) if place == 0 else (other, own)]


def every_blow(
    setting: Setting, state: CombatState, place: int
) -> Iterator[tuple[str, str, Strikes]]:
    """Yield all blows of a side, with who is left of it and who is struck at."""
    own, other = setting.profiles[place], setting.profiles[1 - place]
    for mine, theirs in product(ways_left(own), ways_left(other)):
        there = left_apart(setting, place, mine, theirs)
        for one in blows_of(there, state, place):
            yield mine, theirs, one


def ridden_orders(setting: Setting, state: CombatState) -> tuple[Order, ...]:
    """Return the possible orders of blows, with their chances."""
    a, b = (
        {one.when for _, _, one in every_blow(setting, state, place)}
        for place in (0, 1)
    )
    firsts: tuple[str, ...] = ("a",)
    if a & b and not setting.at_once:
        firsts = (state.last_won,) if state.last_won else ("a", "b")
    chargers = map(SIDES.index, state.charge)
    impact = [one for place in chargers for one in _impact(setting, place)]
    found = []
    for chance, odd in odd_models(state):
        blows = [
            one
            for place in (0, 1)
            for one in _falling(setting, state, place, odd[place])
        ]
        for first in firsts:
            ordered = sorted(
                blows, key=lambda one: (one.when, one.strike.side != first, one.place)
            )
            strikes = (*impact, *(one.strike for one in ordered))
            found.append(Order(chance / len(firsts), strikes))
    return tuple(found)


def _falling(
    setting: Setting, state: CombatState, place: int, odd: str
) -> Iterator[Falling]:
    own = setting.profiles[place]
    for mine in ways_left(own):
        for aim in aimed(setting, state, place, mine):
            there = left_apart(setting, place, mine, aim.target)
            dice = _dice(setting, there, state, place, mine, aim.strikes, odd)
            strike = _strike(setting, there, place, aim, dice)
            yield Falling(aim.strikes.when, aim.place, strike)


def aimed(setting: Setting, state: CombatState, place: int, mine: str) -> Iterator[Aim]:
    """Yield the blows of a side, of which ``mine`` is left, at whom they are aimed."""
    other = setting.profiles[1 - place]
    both, *alone = (
        blows_of(left_apart(setting, place, mine, left), state, place)
        for left in ways_left(other)
    )
    if other.apart is None:
        yield from (Aim(one, BOTH, (BOTH,), 0) for one in both)
        return
    aims = setting.situation.of(SIDES[place]).aims
    yield from aims_at(both, *alone, aims=aims)


def aims_at(
    both: Sequence[Strikes],
    foot: Sequence[Strikes],
    beast: Sequence[Strikes],
    *,
    aims: str,
) -> Iterator[Aim]:
    """Yield blows at a ridden monster, of a kind each, with whom they are aimed at.

    Parameters
    ----------
    both, foot, beast : sequence of Strikes
        As they meet a rider on his mount, him on foot, and the mount.
    aims : str
        ``rider``, ``mount``, or else where each kind harms more.
    """
    aside, down = at_beast(both, beast, aims=aims)
    for one in foot:
        yield Aim(one, RIDER, (RIDER,), AT_FOOT)
    for one, is_aside in zip(both, aside, strict=True):
        if not is_aside:
            yield Aim(one, BOTH, (BOTH,), AT_RIDER)
    for one, is_aimed in zip(beast, down, strict=True):
        ways = (BOTH, MOUNT) if is_aimed else (MOUNT,)
        yield Aim(one, MOUNT, ways, AT_BEAST if is_aimed else AT_BEAST_ALONE)


def at_beast(
    both: Sequence[Strikes], beast: Sequence[Strikes], *, aims: str
) -> tuple[list[bool], list[bool]]:
    """Return which kinds of blows are aimed at the mount while its rider lives.

    Without another answer each is aimed where it harms more, at the rider if it is the
    same. They are told of the kinds as they meet the rider, and as they meet the mount.
    """
    if aims in (RIDER, MOUNT) or len(both) != len(beast):
        return [aims == MOUNT for _ in both], [aims == MOUNT for _ in beast]
    pairs = zip(both, beast, strict=True)
    aside = [harm(two) > harm(one) for one, two in pairs]
    return aside, aside


def harm(strikes: Strikes) -> Fraction:
    """Return how many wounds blows deal on average [wounds]."""
    return strikes.attack.attacks * resolve(strikes.attack).harm()


def _dice(
    setting: Setting,
    there: Setting,
    state: CombatState,
    place: int,
    mine: str,
    one: Strikes,
    odd: str,
) -> Dice:
    """Return ``[own, other, own now]``: attacks by the state of those who strike."""
    own = setting.profiles[place]
    dice = dice_of(
        one,
        there.fronts[place],
        there.fronts[1 - place],
        setting.readings,
        charging=own.side in state.charge,
        at_once=setting.at_once,
        odd=odd,
    )
    if own.apart is None:
        return dice
    whole = dice.shape[0] - 1
    rider, mount = wounds_each(own)
    begun = places_left(own) == ways_left(own).index(mine)
    rides = mine == MOUNT or (mine == BOTH and one.who == "mount")
    now = (mount if rides else rider) > 0
    begun &= wounds_left(own) > 0
    return dice[np.where(begun, whole, 0)][:, :, np.where(now, whole, 0)]


def _strike(
    setting: Setting,
    there: Setting,
    place: int,
    aim: Aim,
    dice: Dice,
) -> Strike:
    """Return blows as a strike."""
    other = setting.profiles[1 - place]
    attack, profile = aim.strikes.attack, there.profiles[1 - place]
    if other.apart is None:
        return strike_on(profile, attack, dice, SIDES[place])
    places = [ways_left(other).index(way) for way in aim.ways]
    stands = np.isin(places_left(other), places) & (wounds_left(other) > 0)
    of_all = dice[:, -1][:, None, :, None]
    seen = stands[None, :, None, None] if setting.at_once else stands
    which = np.multiply(of_all, seen, dtype=np.int32)
    most = int(dice.max(initial=0))
    kernels = dealt(replace(attack, once_a_phase=False), most, profile)
    return Strike(SIDES[place], which, lifted(kernels, other, aim.target))


def lifted(kernels: Floats, other: WarhammerUnit, target: str) -> Floats:
    """Return what blows at rider or mount take, by the states of both together.

    Parameters
    ----------
    kernels : ndarray
        ``[dice, wounds left, lost]`` of the one that is struck [chance].
    other : WarhammerUnit
        A ridden monster.
    target : str
        ``mount``, or else its rider.
    """
    rider, mount = wounds_each(other)
    wounds, step = (mount, other.pool + 1) if target == MOUNT else (rider, 1)
    count, _, most = kernels.shape
    found = np.zeros((count, len(wounds), (most - 1) * step + 1))
    for lost in range(most):
        can = np.flatnonzero(wounds >= lost)
        found[:, can, lost * step] = kernels[:, wounds[can], lost]
    return found


def _impact(setting: Setting, place: int) -> Iterator[Strike]:
    """Yield the impact hits of a side that charged, aimed as blows are."""
    own, other = setting.profiles[place], setting.profiles[1 - place]
    hits = {
        left: impact_of(
            own,
            left_apart(setting, place, BOTH, left).profiles[1 - place],
            setting.context(),
        )
        for left in ways_left(other)
        if left != RIDER
    }
    told = {left: one for left, one in hits.items() if one is not None}
    if not told:
        return
    aims = setting.situation.of(SIDES[place]).aims
    best = max(
        told,
        key=lambda left: (
            left == MOUNT and aims == MOUNT,
            left == BOTH and aims == RIDER,
            harm_of_one(told[left]),
            left == BOTH,
        ),
    )
    one, more = told[best], told[best].attack.attacks
    struck = left_apart(setting, place, BOTH, best).profiles[1 - place]
    kernels = impact_on(one.attack, own.models, more, struck)
    if other.apart is not None:
        kernels = lifted(kernels, other, best)
    chariots = models_left(own)
    if own.apart is not None:
        chariots = (wounds_left(own) > 0).astype(np.int64)
    yield Strike(SIDES[place], chariots[:, None, None, None], kernels)


def harm_of_one(strikes: Strikes) -> Fraction:
    """Return how many wounds one of the blows deals on average [wounds]."""
    return resolve(strikes.attack).harm()


def ridden_steps(setting: Setting, state: CombatState, place: int) -> Iterator[Step]:
    """Yield the trace of a side's blows at a mount, and whom its blows are aimed at."""
    own, other = setting.profiles[place], setting.profiles[1 - place]
    if other.apart is None:
        return
    beast = other.apart[1].name
    for step in blow_steps(left_apart(setting, place, BOTH, MOUNT), state, place):
        yield replace(step, text=f"at {beast}: {step.text}")
    told = [
        f"{aim.strikes.name} at {beast if aim.target == MOUNT else 'the rider'}"
        for aim in aimed(setting, state, place, BOTH)
        if BOTH in aim.ways
    ]
    if told:
        text = f"while both live: {', '.join(dict.fromkeys(told))}"
        yield Step("Ridden monster", f"{COMBAT}: Roll to hit; house", text, own.side)
