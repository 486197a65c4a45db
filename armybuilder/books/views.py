"""The books as everybody may read them: their newest editions, and the earlier ones."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.books import contents
from armybuilder.books.authors import has_role, may_begin
from armybuilder.books.differences import ToldDifference, differences_of_books
from armybuilder.books.editions import (
    compiled,
    editions_of,
    find_edition,
    newest,
    newest_books,
    newest_edition,
    published,
)
from armybuilder.books.models import Book as BookRow
from armybuilder.books.models import BookVisibility, Edition
from armybuilder.books.parts import as_file, normal
from armybuilder.books.sheets import UnitSheet, sheets_of, unit_sheet
from armybuilder.books.viewers import open_book
from rulesets.books.book import ENGLISH, Book, Entry
from rulesets.books.report import STATUSES, report, totals
from rulesets.books.translations import languages_of
from rulesets.game import Game
from rulesets.games import GAMES, find_game

MOST_NAMED = 6
"""Units of a book that its card on the shelf names."""

MOST_FOUND = 12
"""Units of a book that a search on the shelf names."""


@dataclass(frozen=True, slots=True)
class BookCard:
    """A book on the shelf: its newest edition, its content, and units searched for."""

    edition: Edition
    book: Book
    found: tuple[Entry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        held = self.book.units or self.book.items
        return tuple(part.name for part in held.values())[:MOST_NAMED]

    @property
    def more(self) -> bool:
        return len(self.book.units or self.book.items) > MOST_NAMED


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "").strip()[:80]
    words = asked.casefold().split()
    books = newest_books()
    cards = [
        _card(edition, books[edition.book.key, edition.number], words)
        for edition in newest()
    ]
    found = [card for card in cards if card.found or _has(words, _title(card.book))]
    by_game = groupby(found, key=lambda card: card.book.game)
    shelves = [
        {"game": GAMES[key], "books": list(some)}
        for key, some in by_game
        if key in GAMES
    ]
    context = {
        "shelves": shelves,
        "asked": asked,
        "has_role": has_role(request.user),
        "may_begin": request.user.is_staff and may_begin(request.user),
    }
    return render(request, "books/index.html", context)


def _card(edition: Edition, book: Book, words: list[str]) -> BookCard:
    units = book.units.values() if words else ()
    found = [unit for unit in units if _has(words, unit.name.casefold())]
    return BookCard(edition, book, tuple(found[:MOST_FOUND]))


def _title(book: Book) -> str:
    return f"{book.name} {book.game}".casefold()


@require_safe
def show_book(request: HttpRequest, key: str) -> HttpResponse:
    edition = newest_edition(key)
    if edition is None:
        raise Http404("There is no such book.")
    return render(request, "books/show_book.html", _book_page(request, edition))


@never_cache
@require_safe
def follow_link(request: HttpRequest, token: str) -> HttpResponse:
    """Let the visitor see the book of a link, and go to it."""
    open_books = BookRow.objects.filter(visibility=BookVisibility.LINK)
    book = get_object_or_404(open_books, link_token=token)
    open_book(request, book)
    return redirect("books:book", book.key)


@require_safe
def show_edition(request: HttpRequest, key: str, number: int) -> HttpResponse:
    edition = _edition(key, number)
    page = _book_page(request, edition)
    before = _earlier(edition).first()
    page["before"] = before
    page["changes"] = _changes(before, edition)
    return render(request, "books/show_edition.html", page)


@require_safe
def edition_document(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Answer with the edition's document as a file; it never changes."""
    edition = _edition(key, number)
    name = f"{key}-{number}.json"
    return HttpResponse(
        as_file(normal(edition.document)),
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "ETag": f'"{edition.sha256}"',
        },
    )


@require_safe
def show_unit(request: HttpRequest, key: str, unit: str) -> HttpResponse:
    edition = newest_edition(key)
    if edition is None:
        raise Http404("There is no such book.")
    game, book = _read(edition)
    if unit not in book.units:
        raise Http404("The book has no such unit.")
    keys = list(book.units)
    place = keys.index(unit)
    sheet = unit_sheet(game, book, book.units[unit])
    context = {
        "edition": edition,
        "game": game,
        "book": book,
        "sheet": sheet,
        "list_page": reverse("books:book", args=[book.key]),
        "gaps": [text for text in book.missing if text.startswith(sheet.name)],
        "earlier": book.units[keys[place - 1]] if place else None,
        "later": book.units[keys[place + 1]] if place + 1 < len(keys) else None,
    }
    return render(request, "books/show_unit.html", context)


@require_safe
def show_report(request: HttpRequest, key: str) -> HttpResponse:
    """Show the status of each rule of a book."""
    edition = newest_edition(key)
    if edition is None:
        raise Http404("There is no such book.")
    game, book = _read(edition)
    lines = report(book)
    shelves = [(s, [line for line in lines if line.status == s]) for s in STATUSES]
    context = {
        "edition": edition,
        "game": game,
        "book": book,
        "totals": totals(lines),
        "shelves": [(status, some) for status, some in shelves if some],
    }
    return render(request, "books/show_report.html", context)


def _edition(key: str, number: int) -> Edition:
    edition = find_edition(key, number)
    if edition is None:
        raise Http404("There is no such edition.")
    return edition


def _read(edition: Edition) -> tuple[Game, Book]:
    game = find_game(edition.book.game)
    if game is None:
        raise Http404("This site does not have the book's game.")
    return game, compiled(edition)


def _book_page(request: HttpRequest, edition: Edition) -> dict[str, Any]:
    game, book = _read(edition)
    languages = languages_of(edition.document)
    language = request.GET.get("language", "")
    if language in languages:
        book = compiled(edition, language)
    asked = request.GET.get("q", "").strip()[:80]
    words = asked.casefold().split()
    pen = sheets_of(game, book)
    sheets = [pen.unit(unit) for unit in book.units.values()]
    found = [sheet for sheet in sheets if _has(words, sheet.words)]
    items = contents.items(pen)
    editions = editions_of(edition.book.key)
    return {
        "edition": edition,
        "game": game,
        "book": book,
        "languages": languages,
        "original": edition.document.get("language", ENGLISH),
        "asked": asked,
        "units": len(sheets),
        "found": len(found),
        "categories": _by_category(book, found),
        "items": [item for item in items if _has(words, item.words)],
        "all_items": len(items),
        "lists": () if asked else contents.lists(pen),
        "rules": contents.rules_used(pen),
        "composition": contents.composition(pen),
        "slots": contents.army_slots(pen),
        "editions": tuple(editions),
        "newest": next((each for each in editions if each.is_offered), None),
        "list_page": request.path,
    }


def _has(words: list[str], text: str) -> bool:
    return all(word in text for word in words)


def _by_category(
    book: Book, sheets: list[UnitSheet]
) -> list[tuple[str, list[UnitSheet]]]:
    """Return sheets under their categories, in the book's order; those of none last."""
    names = [category.name for category in book.categories]
    shelves = [(name, [s for s in sheets if s.category == name]) for name in names]
    shelves.append(("", [sheet for sheet in sheets if sheet.category not in names]))
    return [(name, some) for name, some in shelves if some]


def _earlier(edition: Edition) -> QuerySet[Edition]:
    earlier = published().filter(book=edition.book, number__lt=edition.number)
    return earlier.order_by("-number")


def _changes(before: Edition | None, edition: Edition) -> tuple[ToldDifference, ...]:
    if before is None:
        return ()
    return differences_of_books(before.document, edition.document)
