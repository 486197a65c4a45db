"""The site's bookshelf: the editions that were published here."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta

from armybuilder.books import editions
from rulesets.books.book import Book, Books
from rulesets.packs.pack import ANY, NEWEST, day_of
from rulesets.rosters.roster import Roster


class SiteBookshelf:
    """Published editions; each is asked of the database once."""

    def __init__(self) -> None:
        self._books: dict[tuple[str, int], Book | None] = {}
        self._newest: dict[str, tuple[str, int] | None] = {}
        self._counting: dict[tuple[str, str], int] = {}

    def books_for(self, *rosters: Roster) -> Books:
        """Return the editions that rosters name; the newest where one is unknown."""
        named = [(f.book, f.edition) for roster in rosters for f in roster.forces]
        wanted = dict.fromkeys(named)
        absent = wanted.keys() - self._books.keys()
        if absent:
            found = editions.editions_for(absent)
            self._books.update({name: found.get(name) for name in absent})
        names = dict.fromkeys(self._found_name(name) for name in wanted)
        books = {name: self._books.get(name) for name in names if name is not None}
        return {name: book for name, book in books.items() if book is not None}

    def _found_name(self, name: tuple[str, int]) -> tuple[str, int] | None:
        """Return an edition that is there, else the newest of its book, if any is."""
        if self._books[name] is not None:
            return name
        key = name[0]
        if key not in self._newest:
            newest = editions.newest_edition(key)
            self._newest[key] = None if newest is None else (key, newest.number)
            if newest is not None:
                self._books[key, newest.number] = editions.compiled(newest)
        return self._newest[key]

    def newest_books(self, game: str) -> Books:
        """Return the newest edition of every book of a game."""
        return editions.newest_books(game)

    def counting(self, policy: str, keys: Iterable[str]) -> Mapping[str, int] | None:
        """Return which edition of each book counts, see `Pack`; none where all do."""
        if policy == ANY:
            return None
        wanted = {*keys}
        absent = [key for key in wanted if (policy, key) not in self._counting]
        if absent:
            found = editions.numbers_of(
                absent, before=None if policy == NEWEST else end_of(policy)
            )
            self._counting.update({(policy, key): found.get(key, 0) for key in absent})
        return {key: self._counting[policy, key] for key in wanted}


def end_of(day: str) -> datetime:
    """Return the moment after a day, in UTC; raises PackError if it is none."""
    return datetime.combine(day_of(day) + timedelta(days=1), time(), UTC)
