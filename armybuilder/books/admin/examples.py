"""The page of a book in the admin that shows what its draft offers in legal armies."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import (
    Progress,
    answer_poll,
    begin_job,
    leave_job,
)
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.example_armies import (
    KIND,
    examples_question,
    report_of,
    search_for,
)
from armybuilder.books.models import Book
from armybuilder.jobs.models import State


@require_safe
def show_examples(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show the examples of a draft that are known, or how far the search is."""
    book = find_book(request, pk, right=Right.SEE)
    polled = answer_poll(request, KIND, book, _progress(pk))
    if polled is not None:
        return polled
    question = examples_question(read_draft(book).document)
    job = search_for(question)
    at_work = job is not None and not job.is_over
    context |= {
        "title": f"What {book} offers in legal armies",
        "book": book,
        "job": job,
        "is_earlier": job is not None and job.document != question,
        "is_failed": job is not None and job.state == State.FAILED,
        "progress": _progress(pk) if at_work else None,
        "report": report_of(job, _addresses(book) if may_write(request, book) else {}),
    }
    return TemplateResponse(request, "admin/books/book/examples.html", context)


def _progress(pk: int) -> Progress:
    return Progress(
        "Legal armies are being looked for, some minutes at most",
        reverse("admin:books_book_examples", args=[pk]),
        reverse("admin:books_book_examples_cancel", args=[pk]),
    )


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
    book = find_book(request, pk, right=Right.SEE)
    begin_job(request, KIND, examples_question(read_draft(book).document))
    return _examples_page(pk)


@require_POST
def cancel_examples(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Wait for the examples no more; given up where nobody else waits for them."""
    leave_job(request, KIND, find_book(request, pk, right=Right.SEE))
    return _examples_page(pk)


def _examples_page(pk: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_examples", args=[pk]))
