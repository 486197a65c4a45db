"""Armies as they stand in a list of armies."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from armybuilder.armies.models import Army
from armybuilder.armies.review import books_at_hand, review_roster
from armybuilder.books import editions
from rulesets.books.book import Book, Books
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster, read_roster


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """An army as it stands in a list of armies; `book` is that of its first force.

    `newer` is a newer edition of that book, 0 where there is none or nobody asked.
    """

    army: Army
    game: Game | None
    review: Review
    book: Book | None
    newer: int = 0

    @property
    def books(self) -> str:
        names = (force.book_name for force in self.review.forces)
        return ", ".join(dict.fromkeys(names))

    @property
    def percent(self) -> int:
        """Return how much of the limit is used, at most 100."""
        limit = self.review.limit
        return min(100, int(100 * self.review.points / limit)) if limit else 0

    @property
    def is_over(self) -> bool:
        left = self.review.left
        return left is not None and left < 0


@dataclass(frozen=True, slots=True)
class Shelf:
    """The armies of one game on a page."""

    game: Game | None
    cards: tuple[ArmyCard, ...]


def army_cards(armies: list[Army]) -> list[ArmyCard]:
    """Return armies with their verdicts; the books of all are read at once."""
    rosters = [read_roster(army.document) for army in armies]
    books = books_at_hand(*rosters)
    return [
        _card(army, roster, books) for army, roster in zip(armies, rosters, strict=True)
    ]


def with_newer(cards: list[ArmyCard]) -> list[ArmyCard]:
    """Return cards with newer editions of their books; one query finds them."""
    books = [card.book for card in cards if card.book is not None]
    newest = editions.numbers_of({book.key for book in books}) if books else {}
    return [
        replace(card, newer=newest.get(card.book.key, 0))
        if card.book and newest.get(card.book.key, 0) > card.book.edition
        else card
        for card in cards
    ]


def shelves(cards: list[ArmyCard]) -> Iterator[Shelf]:
    """Yield cards that follow each other in one game together."""
    for _, together in groupby(cards, key=lambda card: card.army.game):
        found = tuple(together)
        yield Shelf(found[0].game, found)


def _card(army: Army, roster: Roster, books: Books) -> ArmyCard:
    first = roster.forces[0] if roster.forces else None
    book = books.get((first.book, first.edition)) if first is not None else None
    return ArmyCard(army, find_game(army.game), review_roster(roster, books), book)
