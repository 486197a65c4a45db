"""Heroes with one magic item, and the quiet enemies whom they are measured against."""

from dataclasses import replace
from typing import Any

from rulesets.core.values import Gear, RuleUse
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.warhammer.units import HAND_WEAPON, unit

WEAPON = (RuleUse("magic-weapon"),)


def sword(key: str, *rules: str, base: str = "hand-weapon", **stats: int) -> Gear:
    """Return a magic weapon by its key."""
    known = (*WEAPON, *map(RuleUse, rules))
    return Gear(key, ITEMS[key].name, {**stats}, "melee", 1, base, known)


def worn(key: str, kind: str = "talisman") -> Gear:
    """Return an item that is not in hand, by its key."""
    return Gear(key, ITEMS[key].name, {}, kind)


def banner(key: str) -> Gear:
    """Return a banner by its key."""
    return Gear(key, ITEMS[key].name, {}, "banner")


def with_piece(own: Fighter, piece: Gear) -> Fighter:
    """Return a unit that carries a piece more."""
    first, *others = own.parts
    parts = (replace(first, gear=(*first.gear, piece)), *others)
    return replace(own, gear=(*own.gear, piece), parts=parts)


def hero(*gear: Gear, rules: tuple[str, ...] = (), **figures: Any) -> Fighter:
    """Return a hero with one attack, who hits and wounds common men on 3+."""
    armed = any(piece.kind == "melee" for piece in gear)
    held = gear if armed else (HAND_WEAPON, *gear)
    line = {"ws": 5, "s": 4, "t": 4, "w": 3, "i": 5, "a": 1, "ld": 7, **figures}
    return unit("Hero", 1, *rules, gear=held, **line)


def guards(*gear: Gear, rules: tuple[str, ...] = (), **figures: Any) -> Fighter:
    """Return men who strike no blows, three wide, with a save of 5+."""
    line = {"a": 0, "sv": 5, **figures}
    return unit("Guards", 3, *rules, gear=(HAND_WEAPON, *gear), **line)
