"""The exchange of figures between two characters who meet alone."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.fights.states import is_single
from rulesets.games.warhammer.combat.profile import WarhammerGroup, WarhammerUnit
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step

SPECULUM = "van-horstmanns-speculum"

Pair = tuple[WarhammerUnit, WarhammerUnit]
"""The units of a and b."""


def exchanges(units: Pair, situation: WarhammerSituation) -> WarhammerUnit | None:
    """Return the character who exchanges figures with his enemy, if one does."""
    if not all(map(is_single, units)):
        return None
    users = [
        own for own in units if own.has(SPECULUM) and situation.of(own.side).uses_item
    ]
    return users[0] if len(users) == 1 else None


def exchanged(units: Pair, situation: WarhammerSituation) -> Pair:
    """Return two units with the figures with which they fight.

    Strength, Toughness, Initiative and Attacks go from one to the other, those of the
    characters, not of their mounts, for the whole combat.
    """
    if exchanges(units, situation) is None:
        return units
    a, b = units
    return _with_figures(a, b), _with_figures(b, a)


def exchange_steps(units: Pair, situation: WarhammerSituation) -> Iterator[Step]:
    """Yield the trace of an exchange."""
    own = exchanges(units, situation)
    if own is not None:
        text = "exchanges Strength, Toughness, Initiative and Attacks with his enemy"
        yield Step(*title_of(SPECULUM), f"{own.name} {text}", own.side)


def _with_figures(own: WarhammerUnit, other: WarhammerUnit) -> WarhammerUnit:
    """Return a character with four figures of another."""
    theirs = _man(other)
    groups = tuple(
        replace(
            one,
            strength=theirs.strength,
            initiative=theirs.initiative,
            attacks=theirs.attacks,
        )
        if one.role != "mount"
        else one
        for one in own.groups
    )
    return replace(own, toughness=other.toughness, groups=groups)


def _man(own: WarhammerUnit) -> WarhammerGroup:
    return next(one for one in own.groups if one.role != "mount")
