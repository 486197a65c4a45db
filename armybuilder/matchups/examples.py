"""Examples for the first page: the match-ups that ship with the project."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.urls import reverse

from armybuilder.armies.address import BookAddress
from armybuilder.books import editions
from armybuilder.matchups.further_fighters import pairs_of_document
from armybuilder.matchups.match_up_settings import (
    MatchUpSettings,
    Pairs,
    query_text,
)
from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.documents.json import parse
from rulesets.game import Game
from rulesets.odds.posts import name_of_party
from rulesets.odds.settings import MatchUpKind
from rulesets.odds.sides import SIDES

SHIPPED = settings.BASE_DIR / "fixtures" / "match-ups"


@dataclass(frozen=True, slots=True)
class Example:
    """A whole question with its address."""

    title: str
    kind: str
    href: str


def examples_of(game: Game) -> list[Example]:
    """Return an example of each kind of match-up whose books are published."""
    newest = editions.newest_books(game.key)
    books = {book.key: book for book in newest.values()}
    found = (_example_of(game, kind, books) for kind in combat_of(game).kinds)
    return [example for example in found if example]


def _example_of(
    game: Game, kind: MatchUpKind, books: dict[str, Book]
) -> Example | None:
    """Return the plainest example of a kind whose units are in the books."""
    for document in _shipped():
        if (document["game"], document["kind"]) != (game.key, kind.key):
            continue
        beside = [one["who"] for one in document.get("further", ())]
        those = (*(document[side] for side in SIDES), *beside)
        if all(_unit_name(books, one) for one in those):
            title = " against ".join(_title(books, document, side) for side in SIDES)
            query = query_text(_pairs(game, kind, document))
            return Example(title, kind.name, f"{reverse('matchups:show')}?{query}")
    return None


def _title(books: dict[str, Book], document: dict[str, Any], side: str) -> str:
    """Return what a side is called, by all who fight on it."""
    further = document.get("further", ())
    beside = (
        (one.get("role", "unit"), _unit_name(books, one["who"]))
        for one in further
        if one["side"] == side
    )
    return name_of_party(_unit_name(books, document[side]), beside)


def _unit_name(books: dict[str, Book], side: dict[str, Any]) -> str:
    """Return the name of a side's unit; "" where no book has it."""
    book = books.get(side.get("book", ""))
    unit = book.units.get(side.get("unit", "")) if book else None
    return unit.name if unit else ""


def _pairs(game: Game, kind: MatchUpKind, document: dict[str, Any]) -> Pairs:
    """Return the query of a document, with the newest editions of its books."""
    settings = MatchUpSettings(
        game,
        kind,
        document.get("situation", {}),
        document.get("readings", {}),
        document.get("rounds"),
    )
    a, b = (
        (str(BookAddress(side["book"], unit=side["unit"])), side.get("loadout", ""))
        for side in (document["a"], document["b"])
    )
    further = pairs_of_document(kind, document.get("further", ()))
    return [*settings.pairs(a, b), *further]


@cache
def _shipped() -> tuple[dict[str, Any], ...]:
    """Return the shipped match-ups of two sides, those that say least first."""
    documents = (parse(path.read_bytes()) for path in sorted(SHIPPED.glob("*.json")))
    of_sides = [one for one in documents if "a" in one and "b" in one]
    return tuple(sorted(of_sides, key=_answers_given))


def _answers_given(document: dict[str, Any]) -> int:
    """Return how many answers a document gives that need not be given."""
    given = [document.get(key) or () for key in ("situation", "readings")]
    return sum(map(len, given)) + bool(document.get("rounds"))
