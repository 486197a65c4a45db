"""Pages of a book's tests in the admin: squares, accepting, removing, documents."""

from collections.abc import Iterable
from typing import Any, cast

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.forms import BookTestsForm
from armybuilder.books.admin.pages import document_file
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.book_tests import (
    RED,
    WAITING,
    accept_results,
    import_tests,
    read_tests,
    remove_tests,
    tests_document,
    tests_of,
)
from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import judged_tests
from armybuilder.books.models import Book
from armybuilder.books.red_tests import shown_tests
from rulesets.core.subject import so_many
from rulesets.documents.forms import JSON
from rulesets.documents.json import DocumentError

MOST_SENT = 200
"""Most tests that one form may name."""


@require_safe
def show_tests(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    return _page(
        request, context, find_book(request, pk, right=Right.TEST), BookTestsForm()
    )


def _page(
    request: HttpRequest, context: dict[str, Any], book: Book, form: BookTestsForm
) -> HttpResponse:
    shown = shown_tests(book, tests_of(book))
    context |= {
        "title": f"Book tests of {book}",
        "book": book,
        "tests": [one.test for one in shown],
        "shown": shown,
        "reds": [one for one in shown if one.test.state == RED],
        "others": [one for one in shown if one.test.state != RED],
        "waiting": any(one.test.state == WAITING for one in shown),
        "form": form,
        "may_write": may_write(request, book),
    }
    status = 400 if form.errors or "faults" in context else 200
    page = "admin/books/book/tests.html"
    return TemplateResponse(request, page, context, status=status)


@require_POST
@transaction.atomic
def accept_tests(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Have red tests expect what the person saw that they give."""
    book = find_book(request, pk, lock=True)
    seen = dict(_sent(request))
    judged = judged_tests(book, draft_document(book))
    accepted, differing = accept_results(judged, seen)
    if accepted:
        what = f"{so_many(len(accepted), 'book test')} accepted: {_titles(accepted)}."
        log_change(cast(User, request.user), book, what)
        messages.success(request, what)
    if differing:
        text = "Not accepted, since the result is another by now; look again"
        messages.warning(request, f"{text}: {_titles(differing)}.")
    if not accepted and not differing:
        messages.info(request, "Nothing was accepted: none of these is red.")
    return _to_tests(book)


def _sent(request: HttpRequest) -> Iterable[tuple[int, str]]:
    """Yield the primary keys and results that a form names, as `12:0af3…`.

    A button for one test names it alone, whatever is ticked.
    """
    names = request.POST.getlist("only") or request.POST.getlist("test")
    for name in names[:MOST_SENT]:
        number, _, seen = name.partition(":")
        if number.isdecimal() and len(number) < 19:  # more than any key has
            yield int(number), seen


@require_POST
@transaction.atomic
def remove_test(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk, lock=True)
    titles = remove_tests(book, (number for number, _ in _sent(request)))
    if not titles:
        raise Http404("There is no such book test.")
    what = f"Book test removed: {', '.join(titles)}."
    log_change(cast(User, request.user), book, what)
    messages.success(request, what)
    return _to_tests(book)


@require_safe
def export_tests(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    book = find_book(request, pk, right=Right.TEST)
    document = tests_document(book)
    if document is None:
        raise Http404("This book has no tests.")
    return document_file(document, f"{book.key}-tests", request.GET.get("as", JSON))


@require_POST
def import_tests_document(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Bring the tests of a document into a book; refuse all of them or none."""
    book = find_book(request, pk)
    form = BookTestsForm(request.POST, request.FILES)
    user = cast(User, request.user)
    if form.is_valid():
        try:
            brought = import_tests(read_tests(form.document(), form.name), book, user)
        except DocumentError as problem:
            context["faults"] = problem.faults
        else:
            log_change(user, book, f"Book tests imported: {brought}.")
            messages.success(request, f"Book tests: {brought}.")
            return _to_tests(book)
    return _page(request, context, book, form)


def _titles(rows: Iterable[Any]) -> str:
    return ", ".join(f"“{row.title}”" for row in rows)


def _to_tests(book: Book) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_tests", args=[book.pk]))
