"""Black powder of Mordheim on a natural 1: in shots, and in a pistol's blow."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from rulesets.games.mordheim.combat.blows.attack import (
    NEVER,
    SURE,
    blow,
    toughness,
    wound_need,
)
from rulesets.games.mordheim.combat.blows.attack_rules import BlowMoment, BlowPlace
from rulesets.games.mordheim.combat.blows.blows import BlowGroup, MordheimBlow
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.sources import MISFIRES
from rulesets.odds.answer import Step

BURST = 4
"""Strength of a gun that explodes [pips]."""

SIXTH = 1 / 6
NO_FACE = (0.0,) * 6
SHOWS_ONE = (1.0, *NO_FACE[1:])
"""Faces of a blow that hits with a 1 on its die."""


def may_misfire(weapon: MordheimWeapon) -> bool:
    """Return whether a weapon is black powder and is aimed with a roll."""
    return weapon.save_modifier is not None and not weapon.has("shot-line")


def misfiring(
    one: MordheimBlow,
    a: Warrior,
    weapon: MordheimWeapon,
    b: Warrior,
    moment: BlowMoment,
    context: MordheimContext,
) -> MordheimBlow:
    """Return a shot that may misfire: with a 1 and then a 6 it hits, one stronger."""
    stronger = replace(weapon, strength=weapon.hits_at(a.s) + 1)
    shooter = replace(a, missiles=(stronger,))
    sure = blow(BlowPlace(shooter, stronger, b, moment), context.untraced())
    text = "a natural 1 to hit: 1 explodes, 2 jams, 3 loads longer, 6 hits one stronger"
    context.trace.add(Step("Misfire", MISFIRES, text, a.side))
    misses = (0.0, *one.faces[1:])
    return replace(one, faces=misses, misfire=replace(sure, faces=SURE))


def burst(warrior: Warrior) -> MordheimBlow:
    """Return the hit of a gun that explodes on its firer.

    It has Strength 4; armour saves, and it is never critical (house).
    """
    return MordheimBlow(
        faces=SURE,
        to_wound=wound_need(BURST, toughness(warrior)),
        save=min(NEVER, max(2, warrior.save + 1)),
        critical=NEVER,
    )


Fate = Literal["fires", "bursts", "hits stronger"]
"""An end of one blow with a pistol that may misfire."""

Fates = tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class PistolCourse:
    """Blows of one moment once it is known which of their pistols misfire.

    Parameters
    ----------
    groups : tuple of BlowGroup
        Those that are still struck at the enemy.
    bursts : int
        Pistols that explode on who strikes with them.
    """

    groups: tuple[BlowGroup, ...]
    bursts: int


def risky_blows(groups: tuple[BlowGroup, ...]) -> int:
    """Return how many of some blows may misfire [dice]."""
    return sum(one.blows for one in groups if one.blow.misfire is not None)


def fates(groups: tuple[BlowGroup, ...]) -> Iterator[tuple[Fates, float]]:
    """Yield what may become of all blows that may misfire, with its chance."""
    each = [_fates(one.blow) for one in groups for _ in range(one.blows)]
    for picked in product(*(one for one in each if one)):
        share = 1.0
        for _, of in picked:
            share *= of
        yield tuple(fate for fate, _ in picked), share


def course(groups: tuple[BlowGroup, ...], fated: Fates) -> PistolCourse:
    """Return blows whose pistols do in their order as is fated; more fates are idle."""
    left = list(fated)
    found: list[BlowGroup] = []
    bursts = 0
    for group in groups:
        stronger = group.blow.misfire
        if stronger is None:
            found.append(group)
            continue
        own, left = left[: group.blows], left[group.blows :]
        bursts += sum(fate == "bursts" for fate in own)
        blows = (_fired(group.blow), replace(stronger, faces=SHOWS_ONE))
        for fate, one in zip(("fires", "hits stronger"), blows, strict=True):
            if number := sum(one_fate == fate for one_fate in own):
                found.append(replace(group, blows=number, blow=one))
    return PistolCourse(tuple(found), bursts)


def _fates(one: MordheimBlow) -> tuple[tuple[Fate, float], ...]:
    if one.misfire is None:
        return ()
    each = _natural_one(one) / 6
    return ("fires", 1 - 2 * each), ("bursts", each), ("hits stronger", each)


def _fired(one: MordheimBlow) -> MordheimBlow:
    """Return a blow of which it is known that it neither bursts nor hits stronger."""
    rest = 1 - _natural_one(one) / 3
    return replace(one, faces=tuple(face / rest for face in one.faces), misfire=None)


def _natural_one(one: MordheimBlow) -> float:
    """Return the chance that a die shows a 1 at last, also where misses are re-rolled.

    A 6 always hits in combat. So the 6s beyond one in six are those of dice rolled
    again, and there are as many 1s of such dice.
    """
    again = one.faces[5] - SIXTH
    return again if again > 0.001 else SIXTH
