"""The admin of army books: where authors write them."""

from armybuilder.books.admin.book import BookAdmin, ItemAdmin
from armybuilder.books.admin.edition import EditionAdmin
from armybuilder.books.admin.rules import (
    LimitAdmin,
    PrintedRuleAdmin,
    SpecialRuleAdmin,
)
from armybuilder.books.admin.unit import (
    ModelTypeAdmin,
    OptionAdmin,
    OptionListAdmin,
    SlotAdmin,
    UnitAdmin,
)

__all__ = [
    "BookAdmin",
    "EditionAdmin",
    "ItemAdmin",
    "LimitAdmin",
    "ModelTypeAdmin",
    "OptionAdmin",
    "OptionListAdmin",
    "PrintedRuleAdmin",
    "SlotAdmin",
    "SpecialRuleAdmin",
    "UnitAdmin",
]
