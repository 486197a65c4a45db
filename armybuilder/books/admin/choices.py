"""Choices on the pages of a book: its own parts and its game's."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from armybuilder.books.admin.access import book_of
from armybuilder.books.libraries import shared_names
from armybuilder.books.models import Book, Limit, Slot, UnitRule
from rulesets.games import find_game
from rulesets.legality.counts import COUNTS

NOTHING = ("", "---------")
ITEMS = "book-items"
"""Id of the page's suggestions of items."""
KINDS = "item-kinds"
"""Id of the page's suggestions of kinds of items."""

Choices = list[tuple[str, str]]


def item_suggestions(book: Book) -> Choices:
    """Return the keys and names of a book's items, and of those of its library."""
    return with_shared(book, "items", book.items.values_list("key", "name"))


def category_choices(book: Book, now: str) -> Choices:
    return with_lost([now], book.categories.values_list("key", "name"))


def type_choices(book: Book, now: str) -> Choices:
    game = find_game(book.game)
    types = game.unit_types.values() if game else ()
    return with_lost([now], [(kind.key, kind.name) for kind in types])


def list_choices(book: Book) -> Choices:
    """Return a book's lists of options, and the unknown ones that its slots name."""
    used = Slot.objects.filter(book=book).values_list("from_list", flat=True)
    known = with_shared(book, "lists", book.lists.values_list("key", "name"))
    return with_lost(used.distinct().order_by(), known)


def count_choices(book: Book) -> list[tuple[str, Any]]:
    """Return the counts of limits: of every game, and of the game's figures."""
    game = find_game(book.game)
    figures = game.characteristics if game else ()
    plain = [(key, key) for key, count in COUNTS.items() if not count.figure]
    shelves = {
        key.capitalize(): [
            (f"{key}:{one.key}", f"{count.figure} {one.name}") for one in figures
        ]
        for key, count in COUNTS.items()
        if count.figure
    }
    known = {key for shelf in (plain, *shelves.values()) for key, _ in shelf}
    used = Limit.objects.filter(book=book).values_list("count", flat=True)
    lost = [(key, f"{key} (unknown)") for key in sorted(set(used.order_by()) - known)]
    shelves["Unknown"] = lost
    return [*plain, *((name, some) for name, some in shelves.items() if some)]


def rule_choices(row: models.Model) -> list[tuple[str, Any]]:
    """Return the special rules of the game and of the book, and those used now."""
    book = book_of(row)
    game = find_game(book.game)
    known = [(r.key, r.name) for r in game.rules.values()] if game else []
    own = list(book.rules.values_list("key", "name"))
    shared = shared_names(book, "rules", {key for key, _ in own})
    keys = {key for key, _ in (*known, *own, *shared)}
    used = UnitRule.objects.filter(book=book).exclude(key__in=keys)
    lost = [(key, f"{key} (unknown)") for key in used.values_list("key", flat=True)]
    shelves = (
        *(("Game", known), ("This book", own), ("Library", shared)),
        ("Unknown", sorted(set(lost))),
    )
    return [NOTHING, *((name, some) for name, some in shelves if some)]


def with_shared(book: Book, of: str, own: Iterable[tuple[str, str]]) -> Choices:
    """Return a book's own parts and, behind them, what its library offers more."""
    these = list(own)
    return [*these, *shared_names(book, of, {key for key, _ in these})]


def with_lost(used: Iterable[str], choices: Iterable[tuple[str, str]]) -> Choices:
    """Return choices with nothing first, and unknown ones in use last."""
    known = list(choices)
    keys = {"", *(key for key, _ in known)}
    lost = [(key, f"{key} (unknown)") for key in sorted(set(used) - keys)]
    return [NOTHING, *known, *lost]
