"""The page of a book in the admin that shows what its draft offers in legal armies."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.books.admin.findings import find_book
from armybuilder.books.example_armies import KIND, examples_question, report_of
from armybuilder.books.models import Book
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import State
from armybuilder.jobs.work import TooMuch, find, leave, start, wait

PATIENCE = 3.0
"""The wait of the page for a job that it began, before progress is shown [seconds]."""


@require_safe
def show_examples(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show the examples of a draft that are known, or how far the search is."""
    book = find_book(request, pk)
    job = find(KIND, examples_question(book))
    at_work = job is not None and not job.is_over
    context |= {
        "title": f"What {book} offers in legal armies",
        "book": book,
        "job": job,
        "at_work": at_work,
        "is_failed": job is not None and job.state == State.FAILED,
        "report": report_of(job, _addresses(book)),
    }
    if request.headers.get("HX-Request") == "true":
        if not at_work:
            return HttpResponse(headers={"HX-Refresh": "true"})
        page = "admin/books/book/_examples_progress.html"
    else:
        page = "admin/books/book/examples.html"
    return TemplateResponse(request, page, context)


def _addresses(book: Book) -> dict[str, str]:
    """Return the pages of a book's units, by their keys."""
    return {
        key: reverse("admin:books_unit_change", args=[pk])
        for key, pk in book.units.values_list("key", "pk")
    }


@require_POST
def start_examples(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Have a legal army looked for, for everything that a draft offers."""
    question = examples_question(find_book(request, pk))
    try:
        job = start(KIND, question, asker_of(request))
    except (TooMuch, WorkError) as problem:
        messages.error(request, str(problem))
    else:
        wait(job, PATIENCE)
    return _examples_page(pk)


@require_POST
def cancel_examples(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Wait for the examples no more; given up where nobody else waits for them."""
    job = find(KIND, examples_question(find_book(request, pk)))
    if job is not None:
        leave(job, asker_of(request))
    return _examples_page(pk)


def _examples_page(pk: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_examples", args=[pk]))
