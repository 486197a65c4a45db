"""The page of a book in the admin that compares its units by exact odds per point."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.books import editions
from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.job_page import (
    Progress,
    answer_poll,
    begin_job,
    leave_job,
)
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.fairness import (
    KIND,
    JudgedBook,
    fairness_question,
    judged_draft,
    judged_edition,
)
from armybuilder.books.fairness_paper import fairness_page
from armybuilder.books.fairness_report import (
    SORTS,
    FairnessReport,
    fairness_csv,
    report_of,
)
from armybuilder.books.models import Book, Edition
from armybuilder.books.paper import PaperRefused, drawn_paper
from armybuilder.jobs.models import State
from armybuilder.jobs.work import find
from rulesets.legality.limit_messages import listed

DRAFT = "draft"
"""The address of what is judged where it is no edition."""

ITSELF = "itself"
"""The address of the field that is the judged book itself."""

PDFS = Allowance("fairness-pdf", burst=10, refill_seconds=15)


class _Asked:
    """A question of the page: what is judged, and the field that it is judged by.

    The field are keys of books, of which the newest editions are fought, and `ITSELF`;
    where nothing that there is is named, it is the judged book itself.
    """

    def __init__(self, request: HttpRequest, book: Book) -> None:
        told = request.POST if request.method == "POST" else request.GET
        self.editions = [*book.editions.order_by("-number")]
        numbers = {str(one.number): one for one in self.editions}
        self.edition: Edition | None = numbers.get(told.get("of", DRAFT))
        self.fields = [
            one for one in editions.newest(book.game) if one.book.key != book.key
        ]
        named = set(told.getlist("field"))
        self.field = [one for one in self.fields if one.book.key in named]
        self.with_itself = ITSELF in named or not self.field
        self.with_options = told.get("options") == "1"
        sort = told.get("sort", "worth")
        self.sort = sort if sort.removeprefix("-") in SORTS else "worth"
        self.judged = _judged(book, self.edition)
        self.question = fairness_question(
            self.judged,
            self.field,
            with_itself=self.with_itself,
            with_options=self.with_options,
        )

    @property
    def chosen(self) -> list[str]:
        """Return the keys of the books of the field."""
        return [one.book.key for one in self.field]

    @property
    def title(self) -> str:
        """Return in words what is judged."""
        if self.edition is not None:
            return f"Edition {self.edition.number}"
        return "The draft"

    @property
    def against(self) -> str:
        """Return in words whose units are the field."""
        names = [str(one) for one in self.field]
        return listed([*(["its own"] if self.with_itself else []), *names])

    @property
    def query(self) -> str:
        """Return the question as the page's address has it."""
        pairs = [("of", str(self.edition.number))] if self.edition else []
        if self.field:
            pairs += [("field", ITSELF)] if self.with_itself else []
            pairs += [("field", key) for key in self.chosen]
        return urlencode([*pairs, ("options", "1" if self.with_options else "")])


def _judged(book: Book, edition: Edition | None) -> JudgedBook:
    if edition is not None:
        return judged_edition(edition)
    return judged_draft(read_draft(book).document, editions.last_edition(book.key))


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
    if report is not None and request.GET.get("as") == "pdf":
        return _pdf(request, book, asked, report)
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


def _pdf(
    request: HttpRequest, book: Book, asked: _Asked, report: FairnessReport
) -> HttpResponse:
    """Return the report as a PDF, or a page that says why there is none yet."""
    told = {"book": book, "asked": asked, "back": _address(book.pk, asked.query)}
    printed = timezone.localdate()
    page = fairness_page(report, {**told, "printed": printed})
    raw, status = None, 202
    try:
        if not take(PDFS, who_asks(request)):
            raise PaperRefused("That is a great many PDFs at once. Wait a minute.")
        raw = drawn_paper(page)
    except PaperRefused as refused:
        told, status = told | {"reason": str(refused)}, 503
    if raw is None:
        told["again"] = request.get_full_path()
        waiting = render(request, "admin/books/book/fairness_pdf.html", told)
        waiting.status_code = status
        waiting["Cache-Control"] = "no-store"
        if status == 202:
            waiting["Refresh"] = "1"
        return waiting
    name = f'attachment; filename="{book.key}-fairness.pdf"'
    headers = {"Content-Disposition": name}
    return HttpResponse(raw, content_type="application/pdf", headers=headers)


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
    return HttpResponseRedirect(_address(pk, query))


def _address(pk: int, query: str) -> str:
    here = reverse("admin:books_book_fairness", args=[pk])
    return f"{here}?{query}" if query else here


PAGES = (
    ("fairness/", show_fairness, "fairness"),
    ("fairness/start/", start_fairness, "fairness_start"),
    ("fairness/cancel/", cancel_fairness, "fairness_cancel"),
)
"""Addresses below a book, each with its view and its name."""
