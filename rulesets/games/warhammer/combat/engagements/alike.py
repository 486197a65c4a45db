"""Units that are alike before contact, whatever they strike with: each as one unit."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.profile import (
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
)
from rulesets.games.warhammer.combat.shots.volley import may_shoot
from rulesets.games.warhammer.item_rules import item_keys
from rulesets.odds.array_cache import kept_by_identity

OF_STRIKES = frozenset(
    {
        *("strikes-last", "extra-hand-weapon", "fights-in-two-ranks", "choppa"),
        *("armour-piercing", "fills-hands", "shield-only", "shield-or-buckler-only"),
        *("mounted-only", "on-foot-only"),
    }
)
"""Rules of weapons for close combat that tell in its blows alone, or in hand."""

NAMELESS = "It"
"""The name of a unit of which nothing is told."""


@kept_by_identity(most=512)
def before_contact(own: WarhammerUnit) -> WarhammerUnit:
    """Return a unit with nothing that tells in blows alone; the same for all alike.

    Its own name, Weapon Skill, Initiative and Attacks are put aside, and plain weapons
    for close combat. A ridden monster stays as it is.
    """
    if own.apart is not None:
        return own
    shoots = may_shoot(own)
    held = [_put_aside(group, shoots=shoots) for group in own.groups]
    gone = {rule.key for some in held for piece in some for rule in piece.rules}
    found = replace(
        own,
        name=NAMELESS,
        ws=1,
        groups=tuple(
            _unarmed(group, some) for group, some in zip(own.groups, held, strict=True)
        ),
        rules={key: x for key, x in own.rules.items() if key not in gone},
        left_out=(),
    )
    return _first_of(_Alike(repr(found), found))


def _put_aside(group: WarhammerGroup, *, shoots: bool) -> tuple[Gear, ...]:
    """Return the weapons of a group that tell in close combat alone.

    Whether there are two of them may tell of the shots of those who hold them.
    """
    if shoots and is_paired(group):
        return ()
    return tuple(
        piece
        for piece in group.gear
        if piece.kind == "melee"
        and not item_keys((piece,))
        and {rule.key for rule in piece.rules} <= OF_STRIKES
    )


def _unarmed(group: WarhammerGroup, held: tuple[Gear, ...]) -> WarhammerGroup:
    gone = {rule.key for piece in held for rule in piece.rules}
    return replace(
        group,
        name=NAMELESS,
        ws=1,
        initiative=0,
        attacks=0,
        rules={key: x for key, x in group.rules.items() if key not in gone},
        gear=tuple(piece for piece in group.gear if piece not in held),
        wounds_of_216=0,
    )


@dataclass(frozen=True, slots=True)
class _Alike:
    """A unit by what it is."""

    text: str
    unit: WarhammerUnit = field(compare=False)


@lru_cache(maxsize=512)
def _first_of(alike: _Alike) -> WarhammerUnit:
    """Return the first unit of those that are the same."""
    return alike.unit
