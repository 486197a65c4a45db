"""Bookshelves: where the editions of books come from that armies are judged by."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from rulesets.books.book import Book, Books
from rulesets.books.load import read_book
from rulesets.documents.json import DocumentError, parse
from rulesets.packs.pack import ANY, NEWEST, Pack, PackError
from rulesets.rosters.roster import Roster, at_editions


class Bookshelf(Protocol):
    """Editions of books: on a site, or in a folder."""

    def books_for(self, *rosters: Roster) -> Books:
        """Return the editions that rosters name; the newest where one is unknown."""

    def newest_books(self, game: str) -> Books:
        """Return the newest edition of every book of a game."""

    def counting(self, editions: str, keys: Iterable[str]) -> Mapping[str, int] | None:
        """Return which edition of each book counts, see `Pack`; none where all do."""


def with_counting(shelf: Bookshelf, roster: Roster, pack: Pack | None) -> Books:
    """Return the books of a roster, and the editions of them that count by a pack."""
    counting = pack.counting if pack is not None else None
    if counting is None:
        return shelf.books_for(roster)
    numbers = {key: number for key, number in counting.items() if number}
    return shelf.books_for(roster, at_editions(roster, numbers))


class BookFolder:
    """Books as documents in a folder: ``KEY.json``, or ``KEY@NUMBER.json``.

    A file without a number is edition 1. A book is read when it is first asked for.

    Raises
    ------
    DocumentError
        If there is no book in the folder; later, if a file that is asked for is none.
    """

    def __init__(self, folder: Path) -> None:
        self._files = {
            _edition_of(path): path for path in sorted(folder.glob("*.json"))
        }
        self._books: dict[tuple[str, int], Book] = {}
        if not self._files:
            raise DocumentError("", f"there is no army book in {folder}")

    def books_for(self, *rosters: Roster) -> Books:
        """Return the editions that rosters name; the newest where one is unknown."""
        wanted = {(force.book, force.edition) for r in rosters for force in r.forces}
        numbers = self._numbers(key for key, _ in wanted)
        known = [
            (key, n if (key, n) in self._files else numbers.get(key, 0))
            for key, n in wanted
        ]
        return {name: self._book(name) for name in known if name in self._files}

    def newest_books(self, game: str) -> Books:
        """Return the newest edition of every book of a game."""
        newest = self._numbers(key for key, _ in self._files)
        books = {name: self._book(name) for name in newest.items()}
        return {name: book for name, book in books.items() if book.game == game}

    def counting(self, editions: str, keys: Iterable[str]) -> Mapping[str, int] | None:
        """Return which edition of each book counts; a folder knows no days."""
        if editions == ANY:
            return None
        if editions != NEWEST:
            text = "a folder of books does not say when they were published"
            raise PackError("/editions", f"{text}; expected any or newest")
        return self._numbers(keys)

    def _numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the number of the newest edition of each of these books."""
        wanted, newest = {*keys}, dict[str, int]()
        for key, number in self._files:
            if key in wanted:
                newest[key] = max(number, newest.get(key, 0))
        return newest

    def _book(self, name: tuple[str, int]) -> Book:
        if name not in self._books:
            path = self._files[name]
            try:
                book = read_book(parse(path.read_bytes()), name[1])
            except DocumentError as problem:
                raise DocumentError(problem.where, f"{path}: {problem.text}") from None
            if book.key != name[0]:
                text = f"{path}: the book {book.key!r} is expected in {book.key}.json"
                raise DocumentError("/key", text)
            self._books[name] = book
        return self._books[name]


def _edition_of(path: Path) -> tuple[str, int]:
    named = re.fullmatch(r"(.+)@([1-9][0-9]{0,4})", path.stem)
    return (named[1], int(named[2])) if named else (path.stem, 1)
