"""The worth of units against a field of enemies, by which purchases are ranked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from django.http import HttpRequest

from armybuilder.accounts.cpu_budget import Purse, SpentError
from armybuilder.armies.address import LONGEST, BookAddress
from armybuilder.armies.models import Army
from armybuilder.armies.odds.loadout_odds import Target, book_target, has_named
from armybuilder.armies.odds.result_cache import ResultCache
from armybuilder.armies.odds.targets import builder_target, fights, kept_target
from rulesets.books.book import Book, Books
from rulesets.game import Game
from rulesets.legality.plans.bids import Measured, Worth
from rulesets.matchups.fighter import fighter, fighter_with_alternatives
from rulesets.matchups.unit_worth import (
    UnitChances,
    UnitWorth,
    unit_chances,
    unit_worth,
)
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line

MOST_ENEMIES = 2
"""Units of a book that stand for all of it."""

MOST_KEPT = 5_000
"""Chances that a process keeps: three numbers each."""

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
    """Return a measure of reviewed units: what they are worth against enemies.

    On average over the enemies; a unit does against all of them what it does best.
    """
    enemies = tuple(one.fighter for one in targets if one.fighter is not None)
    return partial(_measured, game, enemies, purse)


def _measured(
    game: Game, enemies: tuple[Fighter, ...], purse: Purse, line: Line
) -> Measured | None:
    try:
        named = has_named(line)
        own = fighter(line) if named else fighter_with_alternatives(line)
        worths = [_worth(game, own, enemy, purse) for enemy in enemies]
    except (ValueError, SpentError):
        return None
    found = UnitWorth(
        _mean([one.fighting for one in worths]), _mean([one.shooting for one in worths])
    )
    return Measured(found.best, found.by) if found.best is not None else None


def _mean(known: list[float | None]) -> float | None:
    """Return the mean of what is known of each enemy; none where nothing is."""
    some = [one for one in known if one is not None]
    return sum(some) / len(known) if some else None


def _worth(game: Game, own: Fighter, enemy: Fighter, purse: Purse) -> UnitWorth:
    """Return what a unit is worth against an enemy; its chances are worked out once."""
    words = f"{game.key} {_unpriced(own)!r} {_unpriced(enemy)!r}"
    work = partial(unit_chances, game, own, enemy)
    return unit_worth(game, _kept.answer(words, work, purse), own, enemy)


def _unpriced(fighter: Fighter) -> Fighter:
    """Return a fighter without points, which no chance depends on."""
    others = tuple(replace(one, points=0) for one in fighter.alternatives)
    return replace(fighter, points=0, alternatives=others)


_kept: ResultCache[UnitChances] = ResultCache(MOST_KEPT)
