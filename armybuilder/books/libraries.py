"""Parts that a book on this site may take from its game's library."""

from collections.abc import Mapping
from typing import Any

from armybuilder.books.models import Book
from rulesets.libraries import library_of


def offered_parts(book: Book, of: str) -> Mapping[str, Any]:
    """Return the ``items``, ``lists`` or ``rules`` of a book's library, by key.

    Nothing where the book says no library, or one that there is not.
    """
    library = library_of(book.game, book.library_number)
    return library.parts(of) if library is not None else {}


def shared_names(book: Book, of: str, own: set[str]) -> list[tuple[str, str]]:
    """Return keys and names of a library's parts that a book does not write itself."""
    return [
        (key, f"{part['name']} (from the library)")
        for key, part in offered_parts(book, of).items()
        if key not in own
    ]
