"""Libraries: equipment, rules and lists that the books of one game share."""

from rulesets.libraries.shared_parts import (
    GIVEN,
    PARTS,
    Inherited,
    Library,
    inherited,
    library_of,
    named_parts,
    newest_number,
    whole_document,
)

__all__ = [
    "GIVEN",
    "PARTS",
    "Inherited",
    "Library",
    "inherited",
    "library_of",
    "named_parts",
    "newest_number",
    "whole_document",
]
