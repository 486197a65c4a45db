"""Armies as they stand in a list of armies."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army, review_roster
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs.models import PackVersion
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
    shelf = SiteBookshelf()
    books = shelf.books_for(*rosters)
    packs = {army.pack_id for army in armies} - {None}
    if packs:
        kept = PackVersion.objects.select_related("pack").in_bulk(packs)
        for army in armies:
            army.pack = kept.get(army.pack_id)
    return [
        _card(army, roster, books, shelf)
        for army, roster in zip(armies, rosters, strict=True)
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


def _card(army: Army, roster: Roster, books: Books, shelf: SiteBookshelf) -> ArmyCard:
    first = roster.forces[0] if roster.forces else None
    book = books.get((first.book, first.edition)) if first is not None else None
    plain = army.pack_id is None
    reviewed = (
        review_roster(roster, books)
        if plain
        else review_army(army, roster=roster, shelf=shelf).review
    )
    return ArmyCard(army, find_game(army.game), reviewed, book)
