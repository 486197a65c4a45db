"""Limits, changes and effects of books and packs as sentences with blanks."""
