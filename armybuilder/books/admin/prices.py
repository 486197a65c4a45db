"""The price sheet of a draft in the admin: typed over, tried, kept; as CSV."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import clash_words
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import ReadDraft, read_draft
from armybuilder.books.editions import last_edition
from armybuilder.books.models import Book
from armybuilder.books.price_sheet import (
    changed_prices,
    price_shelves,
    price_texts,
    prices_as_seen,
    read_typed,
    tried_prices,
)
from armybuilder.books.revisions import RevisionError, change_draft, draft_at
from armybuilder.books.workbench.typed_fields import (
    KEEP_MINE,
    TAKE_THEIRS,
    TypedFields,
    sent_fields,
    settled,
    typed_over,
)
from rulesets.books.price_tables import (
    MOST_BYTES,
    price_text,
    read_prices,
    read_table,
    write_prices,
)
from rulesets.books.prices import PricesError, price_edits, read_points
from rulesets.core.subject import so_many
from rulesets.documents.document_edits import apply_edits
from rulesets.documents.json import DocumentError
from rulesets.documents.problem import Problem

NOTHING: Mapping[str, str] = {}


@require_http_methods(["GET", "HEAD", "POST"])
def show_prices(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show every price of a draft; try typed ones, keep them, change many at once."""
    if request.method != "POST":
        book = find_book(request, pk, right=Right.SEE)
        return _page(request, context, book, TypedFields({}, {}))
    book = find_book(request, pk)
    draft = read_draft(book)
    document = draft.document
    do, _, at = request.POST.get("do", "").partition(":")
    sent = settled(sent_fields(request.POST.dict()), do, at)
    shown = price_texts(_shown(request, book, draft))
    typed = typed_over(sent.texts, {**shown, **sent.was})
    try:
        texts = typed.texts
        if do == "many":
            texts = changed_prices(document, texts, *_many(request))
        if do == "file":
            texts = {**texts, **_read_file(request, document)}
        if texts is not typed.texts:
            typed = TypedFields(texts, {**price_texts(document), **typed.was})
    except DocumentError as problem:
        return _page(request, context, book, typed, faults=problem.faults, status=400)
    wanted, errors = read_typed(document, typed.texts)
    if errors:
        return _page(request, context, book, typed, errors=errors, status=400)
    if do not in ("keep", KEEP_MINE, TAKE_THEIRS):
        return _page(request, context, book, typed, tried=wanted)
    return _keep(request, context, book, typed)


def _shown(request: HttpRequest, book: Book, draft: ReadDraft) -> Any:
    """Return the draft that a sheet showed; that of now where it does not say it."""
    seen = number_in(request, "seen")
    if seen in (0, draft.revision):
        return draft.document
    try:
        return draft_at(book, seen)
    except RevisionError:
        return draft.document


def _keep(
    request: HttpRequest, context: dict[str, Any], book: Book, typed: TypedFields
) -> HttpResponse:
    """Keep what was typed over, as one revision; clashes are told and shown."""
    user = cast(User, request.user)
    done: list[str] = []

    def shown(document: Any) -> Any:
        return prices_as_seen(document, typed.was)

    def make(document: Any) -> tuple[Any, str]:
        wanted, errors = read_typed(document, typed.texts)
        for at, text in errors.items():
            raise PricesError(at, text.rstrip("."))
        edits = price_edits(document, wanted)
        done.append(f"Changed {so_many(len(edits), 'price')}")
        return apply_edits(document, edits), done[-1]

    try:
        seen = number_in(request, "seen")
        written = change_draft(book, make, user, seen=seen, shown=shown)
    except DocumentError as problem:
        return _page(request, context, book, typed, faults=problem.faults, status=400)
    if written.clashes:
        words = clash_words(book, written, user)
        errors = {at.removesuffix("/points"): text for at, text in words.items()}
        told = ReadDraft(written.revision, draft_at(book, written.revision))
        more: dict[str, Any] = {"errors": errors, "clashes": errors, "draft": told}
        return _page(request, context, book, typed, **more, status=409)
    log_change(user, book, f"{done[-1]}.")
    messages.success(request, f"{done[-1]}.")
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
    typed: TypedFields,
    *,
    errors: Mapping[str, str] = NOTHING,
    clashes: Collection[str] = (),
    faults: Sequence[Problem] = (),
    tried: dict[str, Any] | None = None,
    draft: ReadDraft | None = None,
    status: int = 200,
) -> HttpResponse:
    draft = draft or read_draft(book)
    document = draft.document
    last = last_edition(book.key)
    before = last.document if last is not None else None
    rows = price_texts(document)
    # What has no row any more is told above them.
    gone = [at for at in errors if at not in rows]
    lost = [Problem(at, _lost_words(errors[at], at, typed)) for at in gone]
    context |= {
        "title": f"Prices of {book}",
        "book": book,
        "edition": last.number if last is not None else 0,
        "shelves": price_shelves(document, before, typed, errors, clashes),
        "faults": [*faults, *lost],
        "tried": tried_prices(book, document, tried) if tried is not None else None,
        "seen": draft.revision,
        "may_write": may_write(request, book),
    }
    page = "admin/books/book/prices.html"
    return TemplateResponse(request, page, context, status=status)


def _lost_words(error: str, at: str, typed: TypedFields) -> str:
    """Return what is told of prices that have no row any more, with what was typed."""
    below = f"{at}/"
    texts = [t for name, t in typed.texts.items() if f"{name}/".startswith(below)]
    told = ", ".join(f"“{text}”" for text in texts)
    words = error.rstrip(".")
    return f"{words}; you had typed {told}" if told else words


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
