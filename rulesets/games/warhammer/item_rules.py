"""Magic items, banners and virtues: rows as those of special rules, by item.

Books print an item with its figures and the rules that others have too. What else it
does stands here under its own key, and whoever has it in use has that row as a rule.
"""

from collections.abc import Iterable

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import rules_by_key
from rulesets.core.values import Gear
from rulesets.games.warhammer.bretonnian_items import OF_BRETONNIA
from rulesets.games.warhammer.greenskin_items import OF_GREENSKINS
from rulesets.games.warhammer.imperial_items import OF_EMPIRE
from rulesets.games.warhammer.item_effects import (
    REACH,
    item,
    quiet,
    shown,
)
from rulesets.games.warhammer.sources import BOOK

COMMON = f"{BOOK}, Magic items"

OF_EVERYBODY = (
    *shown(
        COMMON,
        (
            ("sword-of-striking", "Sword of Striking"),
            ("sword-of-battle", "Sword of Battle"),
            ("sword-of-might", "Sword of Might"),
            ("biting-blade", "Biting Blade"),
            ("enchanted-shield", "Enchanted Shield"),
            ("talisman-of-protection", "Talisman of Protection"),
        ),
    ),
    item(COMMON, "war-banner", "War Banner", RuleEffect("result", "add")),
    *quiet(
        COMMON,
        (
            ("staff-of-sorcery", "Staff of Sorcery"),
            ("dispel-scroll", "Dispel Scroll"),
            ("power-stone", "Power Stone"),
        ),
    ),
)
"""Items that every army may have."""

ITEMS = rules_by_key(*OF_EVERYBODY, *OF_BRETONNIA, *OF_EMPIRE, *OF_GREENSKINS)
"""By key of the item."""


BY_CHOICE = tuple(key for key, row in ITEMS.items() if row.fate.question == "uses-item")
"""Items whose bearer chooses when their power counts."""


REACHING = tuple(key for key, row in ITEMS.items() if row.says("roll", REACH))
"""Items that add a die to the reach of a charge."""


def item_keys(gear: Iterable[Gear]) -> tuple[str, ...]:
    """Return the keys of those pieces that have a row."""
    return tuple(piece.key for piece in gear if piece.key in ITEMS)
