"""What a group of models holds for close combat, and the rules that it brings."""

from collections.abc import Iterator, Mapping

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.profile import WarhammerGroup
from rulesets.games.warhammer.hands import PAIRED


def melee_rules(group: WarhammerGroup) -> Mapping[str, int]:
    """Return the rules that count in close combat: not those of what only shoots."""
    shot = _brought(piece for piece in group.gear if piece.kind == "ranged")
    held = _brought(piece for piece in group.gear if piece.kind != "ranged")
    return {k: x for k, x in group.rules.items() if k not in shot or k in held}


def _brought(pieces: Iterator[Gear]) -> set[str]:
    return {rule.key for piece in pieces for rule in piece.rules}


def weapons(group: WarhammerGroup) -> tuple[Gear, ...]:
    """Return what a group holds for close combat."""
    return tuple(piece for piece in group.gear if piece.kind == "melee")


def is_paired(group: WarhammerGroup) -> bool:
    """Return whether a weapon is in each hand."""
    held = [piece for piece in weapons(group) if piece.base in PAIRED]
    return sum(piece.count for piece in held) > 1
