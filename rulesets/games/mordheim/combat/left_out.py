"""Rules and gear of a Mordheim fighter that the odds leave out, and why."""

from collections.abc import Iterator

from rulesets.games.mordheim.book_rules import OF_BOOKS
from rulesets.games.mordheim.combat.mounts import STEEDS, steed_of
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.special_rules import (
    GEAR,
    RULES,
    SPECIAL_RULES,
    keys_of,
    row_of,
)
from rulesets.odds.answer import NotModelled
from rulesets.odds.rule_status import RuleStatus

WORDS_ONLY = {
    "chain-sticks": "what it does beside a plain blow",
    "man-catcher": "that it catches",
    "blunderbuss": "whoever else stands on its line",
    "chaos-dwarf-blunderbuss": "whoever else stands on its line",
}
"""Weapons whose words say more than their rules, and what is left out."""

OPTIONS = frozenset({"record", "promoted"})
"""Options of any fighter that are of the campaign."""

STANDING = RuleStatus(
    quiet=keys_of((*SPECIAL_RULES.values(), *GEAR.values()), "no dice") | OPTIONS,
    name_of=lambda key: row_of(key).name,
)
"""What rolls no dice of a match-up."""

COUNTED_OF_BOOKS = keys_of(OF_BOOKS, "counted", "in the figures")
"""Rules of single books that the odds count."""

CASTERS = frozenset(RULES[key].name for key in ("wizard", "prayers"))
"""Names of the rules of those who cast."""

WHY = {
    "left out": "a rule that the odds do not work out",
    "asked": "it counts only where the situation says that it hates this enemy",
}
"""Why a rule is left out, by its fate."""


def not_modelled(warrior: Warrior, *, casts: bool = False) -> tuple[NotModelled, ...]:
    """Return what the numbers leave out of a fighter, and why.

    Of one who casts his spells are not left out.
    """
    left = dict.fromkeys(_left_out(warrior))
    if not casts:
        return tuple(left)
    magic = {*CASTERS, *(row_of(one.key).name for one in warrior.spells)}
    return tuple(one for one in left if one.rule not in magic)


def _of_mount(warrior: Warrior) -> Iterator[NotModelled]:
    """Yield what is left out of a rider: rider and mount are one model here."""
    why = "rider and mount are one; it does not fall by itself"
    if steed_of(warrior) is None:
        why = "rider and mount are one; the mount's own attacks are left out"
    if "rhinox" in warrior.gear:
        why = "rider and mount are one; what it tramples when it charges is left out"
    yield NotModelled("Mount", warrior.side, why)


def _left_out(warrior: Warrior) -> Iterator[NotModelled]:
    side = warrior.side
    for key in warrior.rules:
        row = row_of(key)
        if row.fate.kind in WHY:
            yield NotModelled(row.name, side, WHY[row.fate.kind])
    for key in warrior.unknown:
        if key not in GEAR and key not in STEEDS:
            why = "does not fight here, or works by words that the odds do not read"
            yield NotModelled(row_of(key).name, side, why)
    for weapon in (*warrior.weapons, *warrior.missiles):
        if WORDS_ONLY.get(weapon.key):
            yield NotModelled(weapon.name, side, WORDS_ONLY[weapon.key])
    if warrior.mounted:
        yield from _of_mount(warrior)
