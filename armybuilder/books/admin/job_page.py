"""Pages of a book that wait for a job: begin it, show its progress, cancel it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.work import TooMuch, drop, find, leave, start, wait

PATIENCE = 3.0
"""The wait of a page for a job that it began, before progress is shown [seconds]."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The words of a job that goes on, and the addresses of its page and to cancel."""

    words: str
    here: str
    cancel: str


def begin_job(request: HttpRequest, kind: str, question: Any, again: int = 0) -> None:
    """Begin the job of a question and wait a while; a refusal is told on the page.

    ``again`` is the number of a job whose answer is out of date, 0 for none.
    """
    known = find(kind, question)
    if known is not None and known.pk == again:
        drop(known)
    try:
        job = start(kind, question, asker_of(request))
    except (TooMuch, WorkError) as problem:
        messages.error(request, str(problem))
    else:
        wait(job, PATIENCE)


def leave_job(request: HttpRequest, kind: str, question: Any) -> None:
    """Wait for a job no more; it is given up where nobody else waits for it."""
    job = find(kind, question)
    if job is not None:
        leave(job, asker_of(request))


def job_page(
    request: HttpRequest,
    page: str,
    context: dict[str, Any],
    progress: Progress | None,
) -> HttpResponse:
    """Return a page; to a script that asks how far the job is, the progress alone.

    Without progress that script loads the page anew.
    """
    context |= {"progress": progress}
    if request.headers.get("HX-Request") != "true":
        return TemplateResponse(request, page, context)
    if progress is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return TemplateResponse(request, "admin/books/book/_progress.html", context)
