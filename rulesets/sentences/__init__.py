"""Limits and changes of books and packs as sentences with blanks."""
