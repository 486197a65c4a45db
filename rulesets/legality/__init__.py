"""Legality: a roster in, a review out."""

from rulesets.legality.allies import books_beside
from rulesets.legality.army_changes import new_messages
from rulesets.legality.cost import Weights, review_cost
from rulesets.legality.engine import brief_review, review
from rulesets.legality.fixes.search import with_fixes
from rulesets.legality.forces import is_army_book
from rulesets.legality.join_offers import (
    JoinOffer,
    UnitCompany,
    company_of,
    join_offers,
)
from rulesets.legality.limit_messages import SEE, listed, without_units
from rulesets.legality.limits import IMPLIED, POINTS_AGREED, points_agreed
from rulesets.legality.offers import (
    Offer,
    find_entry,
    new_selection,
    offers,
    printed_points,
    purchase_edit,
    try_edit,
    with_defaults,
)
from rulesets.legality.unit_names import UnitNames, opening

__all__ = [
    "IMPLIED",
    "POINTS_AGREED",
    "SEE",
    "JoinOffer",
    "Offer",
    "UnitCompany",
    "UnitNames",
    "Weights",
    "books_beside",
    "brief_review",
    "company_of",
    "find_entry",
    "is_army_book",
    "join_offers",
    "listed",
    "new_messages",
    "new_selection",
    "offers",
    "opening",
    "points_agreed",
    "printed_points",
    "purchase_edit",
    "review",
    "review_cost",
    "try_edit",
    "with_defaults",
    "with_fixes",
    "without_units",
]
