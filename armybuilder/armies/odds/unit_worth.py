"""The worth of units against a field of enemies, by which purchases are ranked."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.address import LONGEST, BookAddress
from armybuilder.armies.models import Army
from armybuilder.armies.odds.loadout_odds import Target, book_target, loadout_odds
from armybuilder.armies.odds.targets import builder_target, fights, kept_target
from rulesets.books.book import Book, Books
from rulesets.game import Game
from rulesets.legality.plans.bids import Worth
from rulesets.reviews.review import Line

MOST_ENEMIES = 2
"""Units of a book that stand for all of it."""

USUAL = ("core", "henchman")
"""Categories of the units that a book has most of."""


@dataclass(frozen=True, slots=True)
class Field:
    """Enemies that purchases are ranked against, and those to choose from.

    `books` are (address, name) of those whose commonest units may be chosen; `refused`
    says why what was asked for is not it.
    """

    targets: tuple[Target, ...]
    chosen: str
    name: str
    books: tuple[tuple[str, str], ...]
    refused: str = ""


def field_of(request: HttpRequest, army: Army, own: set[str], newest: Books) -> Field:
    """Return the field that an address names, else the target of the builder.

    `?field=skaven@2` names the commonest units of a book, `?against=` a unit. Where
    nobody ever chose, it is the field of the first book that is not the army's own.
    """
    targets, target = builder_target(request, army, own, newest)
    names = {
        f"{book.key}@{book.edition}": book
        for book in newest.values()
        if any(fights(unit) for unit in book.units.values())
    }
    books = tuple((address, book.name) for address, book in names.items())
    asked = request.GET.get("field", "")[:LONGEST]
    if not (
        asked or request.GET.get("against") or kept_target(request, army.public_id)
    ):
        asked = next((key for key, book in names.items() if book.key not in own), "")
    book = names.get(asked)
    if book is None:
        refused = "There is no such book to rank against." if asked else targets.refused
        one = (target,) if target.fighter is not None else ()
        return Field(one, targets.chosen, targets.name, books, refused)
    found = tuple(commonest(book, newest))
    name = " and ".join(one.name for one in found) or book.name
    return Field(found, asked, name, books)


def commonest(book: Book, books: Books) -> Iterator[Target]:
    """Yield the first units that fight among those that a book has most of."""
    units = [key for key, unit in book.units.items() if fights(unit)]
    usual = [key for key in units if book.units[key].category in USUAL]
    for key in (usual or units)[:MOST_ENEMIES]:
        found = book_target(str(BookAddress(book.key, book.edition, key)), books)
        if found.fighter is not None:
            yield found


def worth_against(game: Game, targets: tuple[Target, ...], purse: Purse) -> Worth:
    """Return a measure of reviewed units: the chance to win, on average.

    The average is over the enemies and the ways in which a fight begins.
    """
    return partial(_chance_to_win, game, targets, purse)


def _chance_to_win(
    game: Game, targets: tuple[Target, ...], purse: Purse, line: Line
) -> float | None:
    chances = [
        fight.wins
        for target in targets
        if (odds := loadout_odds(game, line, target, purse=purse)) is not None
        for fight in odds.fights
    ]
    return sum(chances) / len(chances) if chances else None
