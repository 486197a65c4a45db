"""Legality: a roster in, a review out."""

from rulesets.legality.adding import (
    Offer,
    buying,
    filled,
    find_entry,
    new_selection,
    offers,
    outcome,
)
from rulesets.legality.allies import books_beside
from rulesets.legality.differences import brought
from rulesets.legality.engine import review
from rulesets.legality.fixes import with_fixes
from rulesets.legality.forces import is_army_book
from rulesets.legality.limits import IMPLIED, POINTS_AGREED, points_agreed
from rulesets.legality.naming import Names, opening
from rulesets.legality.words import SEE, without_units
from rulesets.legality.work import Weights, work_of

__all__ = [
    "IMPLIED",
    "POINTS_AGREED",
    "SEE",
    "Names",
    "Offer",
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
