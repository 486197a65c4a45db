"""Pages of a unit of a draft as players will see it, saved or with unsaved edits."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.rule_desk import is_piece
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import last_edition
from armybuilder.books.models import Book
from armybuilder.books.preview.match_ups import match_ups
from armybuilder.books.preview.unit_preview import (
    PreviewedBooks,
    previewed_books,
    unit_preview,
)
from rulesets.documents.document_edits import DocumentEditError, read_edits
from rulesets.documents.json import DocumentError, parse

MOST_BYTES = 500_000
"""Largest list of unsaved edits [bytes]."""

NO_UNIT = "The draft has no such unit."


@require_http_methods(["GET", "HEAD", "POST"])
def show_preview(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show a unit of a draft as players will see it."""

    def shown(books: PreviewedBooks, key: str) -> Mapping[str, Any]:
        return {"preview": unit_preview(books, key)}

    return _page(request, context, pk, shown, "preview")


@require_http_methods(["GET", "HEAD", "POST"])
def show_preview_odds(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show a unit of a draft against units of other books."""

    def shown(books: PreviewedBooks, key: str) -> Mapping[str, Any]:
        edition = books.before.edition if books.before is not None else 0
        return {"match_ups": match_ups(books, key), "edition": edition}

    return _page(request, context, pk, shown, "preview_odds")


Shown = Callable[[PreviewedBooks, str], Mapping[str, Any]]
"""Returns what a page shows of a unit."""


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    pk: int,
    shown: Shown,
    template: str,
) -> HttpResponse:
    """Return a page, or the piece of it that a script asks for; nothing is kept."""
    book = find_book(request, pk, right=Right.SEE)
    context |= {"title": "As players see it", "book": book, "edits": ""}
    status = 200
    try:
        edits = _unsaved(request)
        context["edits"] = edits.decode(errors="replace")
        books = _books(book, edits)
    except DocumentError as problem:
        context["refused"] = f"{problem.where or '/'}: {problem.text}."
        status = 400 if isinstance(problem, DocumentEditError) else 200
    else:
        units = books.draft.units
        key = request.GET.get("unit") or next(iter(units), "")
        if key and key not in units:
            raise Http404(NO_UNIT)
        if key:
            name = units[key].name
            context |= {"title": f"{name} as players see it", "name": name}
            context |= {"key": key, **shown(books, key)}
    piece = f"_{template}" if is_piece(request) else template
    return TemplateResponse(
        request, f"admin/books/desk/{piece}.html", context, status=status
    )


def _unsaved(request: HttpRequest) -> bytes:
    """Return the unsaved edits that a script or a form sends, as JSON.

    Raises
    ------
    DocumentEditError
        If they are too long.
    """
    if request.method != "POST":
        return b""
    if request.content_type == "application/json":
        sent = request.body
    else:
        sent = request.POST.get("edits", "").encode()
    if len(sent) > MOST_BYTES:
        raise DocumentEditError("", f"more than {MOST_BYTES:,} bytes of edits")
    return sent


def _books(book: Book, edits: bytes) -> PreviewedBooks:
    """Return the draft with unsaved edits, beside its last edition.

    Raises
    ------
    DocumentError
        If the draft is no book then; a DocumentEditError where an edit is at fault.
    """
    read = read_edits(parse(edits, DocumentEditError)) if edits else ()
    return previewed_books(read_draft(book).document, read, last_edition(book.key))
