"""Legality: a roster in, a review out."""

from rulesets.legality.adding import Offer, find_entry, new_selection, offers
from rulesets.legality.engine import review
from rulesets.legality.fixes import with_fixes

__all__ = [
    "Offer",
    "find_entry",
    "new_selection",
    "offers",
    "review",
    "with_fixes",
]
