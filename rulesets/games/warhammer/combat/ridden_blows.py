"""The blows of a round in which a ridden monster fights: at its rider, or its mount."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from rulesets.games.warhammer.combat.attack import impact_kernels, resolve
from rulesets.games.warhammer.combat.contact import dice_of, models_left
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import odd_models
from rulesets.games.warhammer.combat.ridden_monsters import (
    BOTH,
    MOUNT,
    RIDER,
    places_left,
    ways_left,
    wounds_each,
    wounds_left,
)
from rulesets.games.warhammer.combat.ridden_settings import settings_left
from rulesets.games.warhammer.combat.states import (
    CombatState,
    Setting,
    blow_steps,
    blows_of,
)
from rulesets.games.warhammer.combat.strikes import Strikes, impact_of
from rulesets.games.warhammer.sources import COMBAT
from rulesets.odds.answer import Step
from rulesets.odds.fight.model import Attacks, Order, Strike
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Dice, Floats, stacked

AIMED = (RIDER, MOUNT, BOTH)
"""Parts that are left of the struck, in the order in which blows are worked out.

What falls together is aimed before any of it falls: blows at one of both come last,
so that nobody is struck at by the same blows twice.
"""


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
    impact = tuple(_impact(setting, state))
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
    own, other = setting.profiles[place], setting.profiles[1 - place]
    for mine, (number, left) in product(ways_left(own), enumerate(AIMED)):
        if left in ways_left(other):
            for target, one in aimed(setting, state, place, mine, left):
                there = left_apart(setting, place, mine, target)
                dice = _dice(setting, there, state, place, mine, one, odd)
                yield Falling(
                    one.when,
                    number,
                    _strike(setting, there, place, (left, target), one, dice),
                )


def aimed(
    setting: Setting, state: CombatState, place: int, mine: str, left: str
) -> Sequence[tuple[str, Strikes]]:
    """Return the blows of a side at whom they are aimed, of those that are left.

    Without another answer each kind is aimed where it harms more, at the rider if it is
    the same.
    """
    other = setting.profiles[1 - place]
    there = blows_of(left_apart(setting, place, mine, left), state, place)
    if left != BOTH or other.apart is None:
        return [(left, one) for one in there]
    beast = blows_of(left_apart(setting, place, mine, MOUNT), state, place)
    aims = setting.situation.of(SIDES[place]).aims
    if aims == MOUNT:
        return [(MOUNT, one) for one in beast]
    if aims == RIDER or len(beast) != len(there):
        return [(BOTH, one) for one in there]
    return [
        (MOUNT, two) if _harm(two) > _harm(one) else (BOTH, one)
        for one, two in zip(there, beast, strict=True)
    ]


def _harm(strikes: Strikes) -> Fraction:
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
        charging=state.charge == own.side,
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
    struck: tuple[str, str],
    one: Strikes,
    dice: Dice,
) -> Strike:
    """Return blows as a strike: `struck` is who is left, and who is struck at."""
    other, (left, target) = setting.profiles[1 - place], struck
    profile, does = there.profiles[1 - place], resolve(one.attack)
    if other.apart is None:
        return Strike(SIDES[place], dice[..., None], Attacks(does, profile.wounds))
    stands = places_left(other) == ways_left(other).index(left)
    stands &= wounds_left(other) > 0
    of_all = dice[:, -1][:, None, :, None]
    seen = stands[None, :, None, None] if setting.at_once else stands
    which = np.multiply(of_all, seen, dtype=np.int32)
    most = int(dice.max(initial=0))
    kernels = stacked(does, most, profile.pool, profile.wounds)
    return Strike(SIDES[place], which, lifted(kernels, other, target))


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


def _impact(setting: Setting, state: CombatState) -> Iterator[Strike]:
    """Yield the impact hits of a charge, aimed as blows are."""
    if not state.charge:
        return
    place = SIDES.index("a" if state.charge == "a" else "b")
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
            _harm_of_one(told[left]),
            left == BOTH,
        ),
    )
    one, more = told[best], told[best].attack.attacks
    struck = left_apart(setting, place, BOTH, best).profiles[1 - place]
    kernels = impact_kernels(
        resolve(one.attack), own.models, more, struck.pool, struck.wounds
    )
    if other.apart is not None:
        kernels = lifted(kernels, other, best)
    chariots = models_left(own)
    if own.apart is not None:
        chariots = (wounds_left(own) > 0).astype(np.int64)
    yield Strike(SIDES[place], chariots[:, None, None, None], kernels)


def _harm_of_one(strikes: Strikes) -> Fraction:
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
        f"{one.name} at {beast if target == MOUNT else 'the rider'}"
        for target, one in aimed(setting, state, place, BOTH, BOTH)
    ]
    if told:
        text = f"while both live: {', '.join(dict.fromkeys(told))}"
        yield Step("Ridden monster", f"{COMBAT}: Roll to hit; house", text, own.side)
