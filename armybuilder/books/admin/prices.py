"""The price sheet of a draft in the admin: typed over, tried, kept; as CSV."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import last_edition
from armybuilder.books.models import Book
from armybuilder.books.price_sheet import (
    changed_prices,
    price_shelves,
    read_typed,
    tried_prices,
)
from armybuilder.books.revisions import edit_draft
from rulesets.books.price_tables import (
    MOST_BYTES,
    price_text,
    read_prices,
    read_table,
    write_prices,
)
from rulesets.books.prices import PricesError, read_points
from rulesets.documents.json import DocumentError
from rulesets.documents.problem import Problem


@require_http_methods(["GET", "HEAD", "POST"])
def show_prices(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show every price of a draft; try typed ones, keep them, change many at once."""
    if request.method != "POST":
        book = find_book(request, pk, right=Right.SEE)
        return _page(request, context, book, {})
    book = find_book(request, pk)
    document = read_draft(book).document
    typed = {at: request.POST[at] for at in request.POST if at.startswith("/")}
    do = request.POST.get("do")
    try:
        if do == "many":
            typed = changed_prices(document, typed, *_many(request))
        if do == "file":
            typed |= _read_file(request, document)
    except DocumentError as problem:
        return _page(request, context, book, typed, faults=problem.faults, status=400)
    wanted, errors = read_typed(document, typed)
    if errors:
        return _page(request, context, book, typed, errors=errors, status=400)
    if do != "keep":
        return _page(request, context, book, typed, tried=wanted)
    return _keep(request, context, book, typed)


def _keep(
    request: HttpRequest, context: dict[str, Any], book: Book, typed: dict[str, str]
) -> HttpResponse:
    """Keep what was typed over, as one revision; a clash is told and shown."""
    document = read_draft(book).document
    wanted, _ = read_typed(document, typed)
    edits = tried_prices(book, document, wanted).edits
    user = cast(User, request.user)
    what = f"Changed {len(edits)} {'price' if len(edits) == 1 else 'prices'}"
    seen = number_in(request, "seen")
    try:
        written = edit_draft(book, edits, user, seen=seen, what=what)
    except DocumentError as problem:
        return _page(request, context, book, typed, faults=problem.faults, status=400)
    if written.clashes:
        errors = {
            clash.at.removesuffix(
                "/points"
            ): f"Somebody wrote {clash.theirs} meanwhile."
            for clash in written.clashes
        }
        return _page(request, context, book, typed, errors=errors, status=409)
    log_change(user, book, f"{what}.")
    messages.success(request, f"{what}.")
    return HttpResponseRedirect(reverse("admin:books_book_prices", args=[book.pk]))


def _many(request: HttpRequest) -> tuple[list[str], tuple[float, float, float]]:
    """Return the chosen shelves, and what is done to their prices.

    Raises
    ------
    PricesError
        If a number is none, or no shelf is chosen.
    """
    shelves = request.POST.getlist("shelf")
    if not shelves:
        raise PricesError("", "choose which prices are changed")
    percent, add, step = (
        read_points(request.POST.get(name) or usual, name)
        for name, usual in (("percent", "0"), ("add", "0"), ("round", "1"))
    )
    if step <= 0:
        raise PricesError("round", "expected more than 0")
    return shelves, (percent, add, step)


def _read_file(request: HttpRequest, document: Any) -> dict[str, str]:
    """Return the prices of an uploaded file as texts, by place.

    Raises
    ------
    PricesError
        If there is none, or it is wrong; its ``faults`` are all.
    """
    sent = request.FILES.get("file")
    if sent is None or sent.size is None:
        raise PricesError("", "choose a file first")
    if sent.size > MOST_BYTES:
        raise PricesError("", f"longer than {MOST_BYTES:,} bytes")
    found = read_prices(read_table(price_text(sent.read())), document)
    return {at: str(points) for at, points in found.items()}


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    typed: dict[str, str],
    *,
    errors: dict[str, str] | None = None,
    faults: Sequence[Problem] = (),
    tried: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    draft = read_draft(book)
    document = draft.document
    last = last_edition(book.key)
    before = last.document if last is not None else None
    context |= {
        "title": f"Prices of {book}",
        "book": book,
        "edition": last.number if last is not None else 0,
        "shelves": price_shelves(document, before, typed, errors or {}),
        "faults": faults,
        "tried": tried_prices(book, document, tried) if tried is not None else None,
        "seen": number_in(request, "seen") if typed else draft.revision,
        "may_write": may_write(request, book),
    }
    page = "admin/books/book/prices.html"
    return TemplateResponse(request, page, context, status=status)


@require_safe
def export_prices(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Return every price of a draft as CSV."""
    book = find_book(request, pk, right=Right.SEE)
    name = f'attachment; filename="{book.key}-prices.csv"'
    return HttpResponse(
        f"\ufeff{write_prices(read_draft(book).document)}",  # for Excel
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": name},
    )
