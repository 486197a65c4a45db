"""The book of a list: named in the text, asked for, or the one whose units fit best."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.books.bookshelf import Bookshelf
from rulesets.games import GAMES
from rulesets.legality.forces import is_army_book
from rulesets.list_text.clauses import Clause
from rulesets.list_text.heads import head_of, unit_names, without_labels
from rulesets.list_text.list_values import LIKELY, OPEN, SURE
from rulesets.list_text.raw_lines import RawLine
from rulesets.list_text.words import folded, words_of
from rulesets.rosters.roster import Force, Roster

_EDITION = re.compile(r"edition\s+(\d{1,5})", re.IGNORECASE)
_TITLES = 3
"""Lines at the start that may name the book, whatever else they may be."""

_MOST_LOOKED_AT = 400
"""Lines that are compared with every book."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A book with how well it fits: lines that name its units; whether it is named.

    It is guessed where no name of a unit stands in the text as it is spelt.
    """

    book: Book
    lines: int
    is_named: bool
    is_army: bool
    is_guessed: bool = False

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Return what it is sorted by."""
        return (not self.is_army, -self.lines - 3 * self.is_named, not self.is_named)


def books_of(bookshelf: Bookshelf, game: str | None) -> tuple[Book, ...]:
    """Return the newest books of a game, or of every game."""
    games = [game] if game else [*GAMES]
    return tuple(b for key in games for b in bookshelf.newest_books(key).values())


def fits(
    books: Sequence[Book],
    lines: Sequence[RawLine],
    parsed: Sequence[tuple[Clause, ...]],
) -> tuple[Fit, ...]:
    """Return the books that fit a list at all, the best first."""
    hits: Counter[str] = Counter()
    guesses: Counter[str] = Counter()
    every = unit_names(books)
    for clauses in parsed[:_MOST_LOOKED_AT]:
        head = head_of(without_labels(clauses), every)
        if head.confidence != OPEN and head.targets:
            is_known = head.is_exact or head.confidence == SURE
            books_said = {target.partition("/")[0] for target in head.targets}
            (hits if is_known else guesses).update(books_said)
    named = _named(books, lines, parsed)
    lines_of = hits or guesses
    found = (
        Fit(
            b,
            lines_of[b.key],
            b.key in named,
            is_army_book(b, GAMES[b.game].army_of),
            is_guessed=not hits,
        )
        for b in books
    )
    return tuple(
        sorted((f for f in found if f.lines or f.is_named), key=lambda f: f.rank)
    )


def _named(
    books: Sequence[Book],
    lines: Sequence[RawLine],
    parsed: Sequence[tuple[Clause, ...]],
) -> frozenset[str]:
    """Return the keys of the books that lines name which buy nothing."""
    every = unit_names(books)
    found: dict[str, set[str]] = {}
    telling = [
        line
        for line, clauses in zip(lines, parsed, strict=True)
        if line in lines[:_TITLES]
        or line.kind == "heading"
        or head_of(clauses, every).confidence != SURE
    ][:60]
    said = [{*words_of(line.text[:300])} for line in telling]
    everything = set[str]().union(*said)
    games = everything & {*GAMES}
    for book in books:
        if games and book.game not in games:
            continue
        key = book.key.removeprefix(f"{book.game}-").replace("-", " ")
        names = ({*words_of(book.name)}, {*words_of(key)})
        words = next((w for w in names if any(w <= one for one in said)), None)
        if words is not None:
            found[book.key] = words
    return frozenset(
        key
        for key, words in found.items()
        if not any(words < others for others in found.values())
    )


def confidence_of(ranked: Sequence[Fit], *, asked: bool) -> str:
    """Return how sure it is that the first of some books is the one."""
    if not ranked:
        return OPEN
    if asked:
        return SURE
    first = ranked[0]
    rivals = [fit for fit in ranked[1:] if fit.is_army]
    most = max((fit.lines for fit in rivals), default=0)
    named = [fit for fit in rivals if fit.is_named]
    if first.is_named and all(fit.lines < max(1, first.lines) for fit in named):
        return SURE if first.lines or not named else LIKELY
    return SURE if first.lines > 2 * most and not first.is_guessed else LIKELY


def at_edition(book: Book, lines: Iterable[RawLine], bookshelf: Bookshelf) -> Book:
    """Return a book in the edition that the text says, if it is there."""
    name = folded(book.name)
    for line in lines:
        _, named, behind = folded(line.text[:600]).partition(name)
        said = _EDITION.search(behind[:40]) if named else None
        if said:
            number = int(said[1])
            force = Force("f1", book.key, number)
            found = bookshelf.books_for(Roster(book.game, "", forces=(force,)))
            return found.get((book.key, number), book)
    return book
