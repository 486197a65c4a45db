"""The authoring tables of army books, and the editions that were published."""

from armybuilder.books.models.book import (
    Book,
    Category,
    Item,
    PrintedRule,
    SpecialRule,
    Switch,
)
from armybuilder.books.models.edition import Edition
from armybuilder.books.models.limit import Limit
from armybuilder.books.models.unit import (
    ModelType,
    Option,
    Profile,
    Slot,
    Unit,
    UnitRule,
)

__all__ = [
    "Book",
    "Category",
    "Edition",
    "Item",
    "Limit",
    "ModelType",
    "Option",
    "PrintedRule",
    "Profile",
    "Slot",
    "SpecialRule",
    "Switch",
    "Unit",
    "UnitRule",
]
