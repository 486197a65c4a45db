"""Pages of a book that wait for a job: begin it, show its progress, cancel it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from armybuilder.books.models import Book
from armybuilder.jobs.cleanup import sweep_now_and_then
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import Job
from armybuilder.jobs.work import TooMuch, begin, drop, find, leave

PATIENCE = 3.0
"""The wait of a page for a job that it began, before progress is shown [seconds]."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The words of a job that goes on, and the addresses of its page and to cancel.

    ``query`` is what the page is asked, as its address has it.
    """

    words: str
    here: str
    cancel: str
    query: str = ""


def begin_job(request: HttpRequest, kind: str, question: Any, again: int = 0) -> None:
    """Begin the job of a question and wait a while; a refusal is told on the page.

    ``again`` is the number of a job whose answer is out of date, 0 for none.
    """
    known = find(kind, question)
    if known is not None and known.pk == again:
        drop(known)
    try:
        begin(kind, question, asker_of(request), PATIENCE)
    except (TooMuch, WorkError) as problem:
        messages.error(request, str(problem))


def number_in(request: HttpRequest, field: str) -> int:
    """Return a number of a form or an address, 0 where there is none."""
    told = request.POST.get(field) or request.GET.get(field, "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 19 else 0


def _named_job(request: HttpRequest, kind: str, book: Book) -> Job | None:
    """Return the job about a book that the page names, whatever its draft is by now."""
    found = Job.objects.filter(kind=kind, document__book=book.key)
    job = found.filter(pk=number_in(request, "job")).first()
    if job is not None and not job.is_over:
        sweep_now_and_then()
    return job


def leave_job(request: HttpRequest, kind: str, book: Book) -> None:
    """Wait for a job no more; it is given up where nobody else waits for it."""
    job = _named_job(request, kind, book)
    if job is not None:
        leave(job, asker_of(request))


def answer_poll(
    request: HttpRequest, kind: str, book: Book, progress: Progress
) -> HttpResponse | None:
    """Return how far the job is to a script that asks, and none to anybody else.

    When it is over the script loads the page anew.
    """
    if request.headers.get("HX-Request") != "true":
        return None
    job = _named_job(request, kind, book)
    if job is None or job.is_over:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"job": job, "progress": progress}
    return TemplateResponse(request, "admin/books/book/_progress.html", context)
