"""Legality: a roster in, a review out."""

from rulesets.legality.adding import (
    Offer,
    brought,
    buying,
    filled,
    find_entry,
    new_selection,
    offers,
    outcome,
)
from rulesets.legality.engine import review
from rulesets.legality.fixes import with_fixes
from rulesets.legality.limits import IMPLIED, POINTS_AGREED, points_agreed
from rulesets.legality.work import A_SELECTION, Weights, work_of

__all__ = [
    "A_SELECTION",
    "IMPLIED",
    "POINTS_AGREED",
    "Offer",
    "Weights",
    "brought",
    "buying",
    "filled",
    "find_entry",
    "new_selection",
    "offers",
    "outcome",
    "points_agreed",
    "review",
    "with_fixes",
    "work_of",
]
