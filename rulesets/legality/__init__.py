"""Legality: a roster in, a review out."""

from rulesets.legality.allies import books_beside
from rulesets.legality.army_changes import brought
from rulesets.legality.cost import Weights, work_of
from rulesets.legality.engine import review
from rulesets.legality.fixes.search import with_fixes
from rulesets.legality.forces import is_army_book
from rulesets.legality.limit_messages import SEE, without_units
from rulesets.legality.limits import IMPLIED, POINTS_AGREED, points_agreed
from rulesets.legality.offers import (
    Offer,
    buying,
    filled,
    find_entry,
    new_selection,
    offers,
    outcome,
)
from rulesets.legality.unit_names import UnitNames, opening

__all__ = [
    "IMPLIED",
    "POINTS_AGREED",
    "SEE",
    "Offer",
    "UnitNames",
    "Weights",
    "books_beside",
    "brought",
    "buying",
    "filled",
    "find_entry",
    "is_army_book",
    "new_selection",
    "offers",
    "opening",
    "outcome",
    "points_agreed",
    "review",
    "with_fixes",
    "without_units",
    "work_of",
]
