"""The page of a book in the admin that tells what its draft would do to armies."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.job_page import (
    Progress,
    answer_poll,
    begin_job,
    leave_job,
    number_in,
)
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import last_edition
from armybuilder.books.impact import (
    KIND,
    count_armies,
    impact_question,
    impacts_of,
    shown_armies,
)
from armybuilder.books.impact_report import impact_report, named_samples
from armybuilder.books.models import Book
from armybuilder.jobs.models import State
from armybuilder.jobs.work import find
from rulesets.games import find_game


@require_safe
def show_impact(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show what is known of the impact of a draft: its numbers, or how far it is."""
    book = find_book(request, pk, right=Right.SEE)
    polled = answer_poll(request, KIND, book, _progress(pk))
    if polled is not None:
        return polled
    newest = last_edition(book.key)
    context |= {"title": f"The impact of the draft of {book}", "book": book}
    context |= {"newest": newest}
    if newest is not None:
        question = impact_question(read_draft(book).document, newest)
        context |= _answer(request, book, question)
    return TemplateResponse(request, "admin/books/book/impact.html", context)


def _progress(pk: int) -> Progress:
    return Progress(
        "Armies are being judged",
        reverse("admin:books_book_impact", args=[pk]),
        reverse("admin:books_book_impact_cancel", args=[pk]),
    )


def _answer(request: HttpRequest, book: Book, question: Any) -> dict[str, Any]:
    job = find(KIND, question)
    impacts = impacts_of(job)
    game = find_game(book.game)
    known = {"job": job, "number": question["number"]}
    if job is not None and not job.is_over:
        return known | {"progress": _progress(book.pk)}
    looked = job.started or job.created if job is not None and impacts else None
    known |= {"counts": count_armies(book.key, looked)}
    if job is None or not impacts or game is None:
        return known | {"is_failed": job is not None and job.state == State.FAILED}
    found = shown_armies(cast(User, request.user), named_samples(impacts))
    return known | {"report": impact_report(impacts, found, game.currency)}


@require_POST
def start_impact(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Have the impact of a draft worked out; anew where its answer is out of date."""
    book = find_book(request, pk, right=Right.SEE)
    newest = last_edition(book.key)
    if newest is not None:
        question = impact_question(read_draft(book).document, newest)
        begin_job(request, KIND, question, number_in(request, "again"))
    return _impact_page(pk)


@require_POST
def cancel_impact(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Wait for the impact no more; it is given up where nobody else waits for it."""
    leave_job(request, KIND, find_book(request, pk, right=Right.SEE))
    return _impact_page(pk)


def _impact_page(pk: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_impact", args=[pk]))


PAGES = (
    ("impact/", show_impact, "impact"),
    ("impact/start/", start_impact, "impact_start"),
    ("impact/cancel/", cancel_impact, "impact_cancel"),
)
"""Addresses below a book, each with its view and its name."""
