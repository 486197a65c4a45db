"""Titles of lists: words that name a book before the first unit on the same line."""

from rulesets.books.book import Book
from rulesets.games import GAMES
from rulesets.list_text.clauses import Clause
from rulesets.list_text.heads import UnitIndex, is_exact
from rulesets.list_text.words import words_of

TITLE_WORDS = frozenset(("army", "list", "k", "game", "for", "my", *GAMES))
"""Words beside the name of a book in a title."""


def without_title(
    these: tuple[Clause, ...], book: Book, known: UnitIndex
) -> tuple[Clause, ...]:
    """Return clauses without a title before a colon, where a unit follows it."""
    for at, clause in enumerate(these[:-1]):
        if clause.is_label and _names(these[: at + 1], book):
            return these[at + 1 :] if is_exact(these[at + 1 :], known) else these
    return these


def _names(these: tuple[Clause, ...], book: Book) -> bool:
    """Return whether clauses name a book, and say nothing else but its game."""
    said = {word for one in these for word in _words(one) if not word.isdigit()}
    name = {*words_of(book.name)}
    return name <= said and said - TITLE_WORDS <= name


def _words(clause: Clause) -> set[str]:
    return {*clause.telling}.union(*(_words(one) for one in clause.inner))
