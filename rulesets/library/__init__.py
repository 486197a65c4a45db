"""Libraries: equipment, rules and lists that the books of one game share."""

from rulesets.library.library import (
    PARTS,
    Inherited,
    Library,
    inherited,
    library_of,
    newest_number,
    whole_document,
)

__all__ = [
    "PARTS",
    "Inherited",
    "Library",
    "inherited",
    "library_of",
    "newest_number",
    "whole_document",
]
