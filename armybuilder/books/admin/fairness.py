"""The page of a book in the admin that compares its units by exact odds per point."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from armybuilder.books import editions
from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.job_page import (
    Progress,
    answer_poll,
    begin_job,
    leave_job,
)
from armybuilder.books.authors import Right
from armybuilder.books.drafts import draft_document
from armybuilder.books.fairness import (
    ITSELF,
    KIND,
    SORTS,
    fairness_csv,
    fairness_question,
    report_of,
)
from armybuilder.books.models import Book, Edition
from armybuilder.jobs.models import State
from armybuilder.jobs.work import find


class _Asked:
    """A question of the page: the draft, the last edition, and their field.

    The field is named by the key of a book, and is its newest edition; a key that
    there is not means the book itself.
    """

    def __init__(self, request: HttpRequest, book: Book) -> None:
        told = request.POST if request.method == "POST" else request.GET
        self.fields = [
            one for one in editions.newest(book.game) if one.book.key != book.key
        ]
        known = {one.book.key: one for one in self.fields}
        self.field: Edition | None = known.get(told.get("field", ITSELF))
        self.with_options = told.get("options") == "1"
        sort = told.get("sort", "worth")
        self.sort = sort if sort.removeprefix("-") in SORTS else "worth"
        self.draft = draft_document(book)
        self.last = editions.last_edition(book.key)
        self.question = fairness_question(
            self.draft, self.last, self.field, with_options=self.with_options
        )

    @property
    def query(self) -> str:
        """Return the question as the page's address has it."""
        field = self.field.book.key if self.field is not None else ITSELF
        return urlencode({"field": field, "options": "1" if self.with_options else ""})


@require_safe
def show_fairness(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show the fairness of a draft as far as it is known, as a page or as CSV."""
    book = find_book(request, pk, right=Right.SEE)
    polled = answer_poll(request, KIND, book, _progress(pk, ""))
    if polled is not None:
        return polled
    asked = _Asked(request, book)
    job = find(KIND, asked.question)
    report = report_of(job, asked.sort)
    if report is not None and request.GET.get("as") == "csv":
        name = f'attachment; filename="{book.key}-fairness.csv"'
        return HttpResponse(
            fairness_csv(report),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": name},
        )
    at_work = job is not None and not job.is_over
    context |= {
        "title": f"The fairness of {book}",
        "book": book,
        "job": job,
        "asked": asked,
        "is_failed": job is not None and job.state == State.FAILED,
        "progress": _progress(pk, asked.query) if at_work else None,
        "report": report,
        "sorts": {key: f"-{key}" if asked.sort == key else key for key in SORTS},
    }
    return TemplateResponse(request, "admin/books/book/fairness.html", context)


def _progress(pk: int, query: str) -> Progress:
    return Progress(
        "Units are being compared",
        reverse("admin:books_book_fairness", args=[pk]),
        reverse("admin:books_book_fairness_cancel", args=[pk]),
        query,
    )


@require_POST
def start_fairness(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Have every unit of the draft compared, and those of the last edition."""
    book = find_book(request, pk, right=Right.SEE)
    asked = _Asked(request, book)
    begin_job(request, KIND, asked.question)
    return _page(pk, asked.query)


@require_POST
def cancel_fairness(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Wait for the comparison no more; given up where nobody else waits for it."""
    leave_job(request, KIND, find_book(request, pk, right=Right.SEE))
    return _page(pk, "")


def _page(pk: int, query: str) -> HttpResponseRedirect:
    here = reverse("admin:books_book_fairness", args=[pk])
    return HttpResponseRedirect(f"{here}?{query}" if query else here)


PAGES = (
    ("fairness/", show_fairness, "fairness"),
    ("fairness/start/", start_fairness, "fairness_start"),
    ("fairness/cancel/", cancel_fairness, "fairness_cancel"),
)
"""Addresses below a book, each with its view and its name."""
