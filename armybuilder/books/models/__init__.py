"""The authoring tables of army books, and the editions that were published."""

from armybuilder.books.models.book import (
    Book,
    BookVisibility,
    Category,
    Item,
    PrintedRule,
    SpecialRule,
    Switch,
    Tally,
)
from armybuilder.books.models.book_test import BookTest
from armybuilder.books.models.disagreement import Disagreement, DisagreementState
from armybuilder.books.models.edition import Edition, Trial, Withdrawal
from armybuilder.books.models.invitation import Invitation
from armybuilder.books.models.limit import Limit
from armybuilder.books.models.origin import OriginAnswer
from armybuilder.books.models.publication import (
    Publication,
    PublicationState,
    SignOff,
)
from armybuilder.books.models.revision import Revision
from armybuilder.books.models.role import BookRole, Role
from armybuilder.books.models.slot import Option, OptionList, Slot
from armybuilder.books.models.unit import ModelType, Profile, Unit, UnitRule

__all__ = [
    "Book",
    "BookRole",
    "BookTest",
    "BookVisibility",
    "Category",
    "Disagreement",
    "DisagreementState",
    "Edition",
    "Invitation",
    "Item",
    "Limit",
    "ModelType",
    "Option",
    "OptionList",
    "OriginAnswer",
    "PrintedRule",
    "Profile",
    "Publication",
    "PublicationState",
    "Revision",
    "Role",
    "SignOff",
    "Slot",
    "SpecialRule",
    "Switch",
    "Tally",
    "Trial",
    "Unit",
    "UnitRule",
    "Withdrawal",
]
