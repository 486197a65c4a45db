"""Legality: a roster in, a review out."""

from rulesets.legality.adding import (
    Offer,
    filled,
    find_entry,
    new_selection,
    offers,
)
from rulesets.legality.engine import IMPLIED, review
from rulesets.legality.fixes import with_fixes

__all__ = [
    "IMPLIED",
    "Offer",
    "filled",
    "find_entry",
    "new_selection",
    "offers",
    "review",
    "with_fixes",
]
