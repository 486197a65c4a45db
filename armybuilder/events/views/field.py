"""The page of an event's field: every list against every other, after the reveal."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.events.access import staff_event
from armybuilder.events.event_page import clock_of
from armybuilder.events.field_job import (
    KIND,
    TOO_MANY,
    counted_entrants,
    estimate_of,
    field_question,
    is_known,
)
from armybuilder.events.field_page import field_csv, shown_field
from armybuilder.events.sight import REVEALED, Onlooker
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import TooMuch, begin, find, leave

PATIENCE = 3.0
"""The wait of a page for a job that it began, before progress is shown [seconds]."""

FIELDS = Allowance("event-fields", burst=8, refill_seconds=120)

EARLY = "The lists are compared after the reveal: until then nobody sees this page."
NO_ODDS = "The odds of this game are not worked out, so its lists are not compared."
TOO_FEW = "Two lists at least must be handed in or accepted."
BUSY = "That is a great many comparisons at once. Wait a while."


def _why_not(look: Onlooker, lists: int) -> str:
    """Return why there is nothing to compare; "" where there is."""
    if look.phase != REVEALED:
        return EARLY
    if not is_known(look.event):
        return NO_ODDS
    return TOO_FEW if lists < 2 else ""


@require_safe
def show_field(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every list against every other as far as it is known, also as CSV."""
    look = staff_event(request, slug)
    entrants = counted_entrants(look)
    why_not = _why_not(look, len(entrants))
    shots = _with_shots(request)
    question = field_question(look.event, entrants, shots=shots)
    job = None if why_not else find(KIND, question)
    polled = _polled(request, look, job)
    if polled is not None:
        return polled
    shown = shown_field(look, entrants, job)
    if shown is not None and request.GET.get("as") == "csv":
        kind = "fairness" if shots else "fairness-of-blows"
        name = f'attachment; filename="{look.event.slug}-{kind}.csv"'
        return HttpResponse(
            field_csv(shown),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": name},
        )
    at_work = job is not None and not job.is_over
    begins = not (why_not or at_work or shown)
    context: dict[str, Any] = {
        "event": look.event,
        "look": look,
        "clock": clock_of(look.event, timezone.now()),
        "why_not": why_not,
        "lists": len(entrants),
        "shots": shots,
        "job": job,
        "at_work": at_work,
        "error": job.error if job is not None and job.state == State.FAILED else "",
        "field": shown,
        "estimate": estimate_of(question) if begins else None,
        "too_many": TOO_MANY,
    }
    return render(request, "events/field.html", context)


def _with_shots(request: HttpRequest) -> bool:
    """Return whether shots are asked for: where nobody says otherwise."""
    return request.GET.get("shots") != "no"


def _page_of(slug: str, *, shots: bool) -> HttpResponse:
    page = reverse("events:field", args=(slug,))
    return redirect(page if shots else f"{page}?shots=no")


def _polled(
    request: HttpRequest, look: Onlooker, job: Job | None
) -> HttpResponse | None:
    """Return how far the job is to a script that asks; none to anybody else."""
    if request.headers.get("HX-Request") != "true":
        return None
    if job is None or job.is_over:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"job": job, "event": look.event, "shots": _with_shots(request)}
    return render(request, "events/_field_progress.html", context)


@require_POST
def start_field(request: HttpRequest, slug: str) -> HttpResponse:
    """Have every list compared with every other, once they are revealed."""
    look = staff_event(request, slug)
    entrants = counted_entrants(look)
    why_not, shots = _why_not(look, len(entrants)), _with_shots(request)
    if why_not:
        messages.error(request, why_not)
        return _page_of(slug, shots=shots)
    question = field_question(look.event, entrants, shots=shots)
    try:
        _begin(request, question)
    except (TooMuch, WorkError) as problem:
        messages.error(request, str(problem))
    return _page_of(slug, shots=shots)


def _begin(request: HttpRequest, question: Any) -> None:
    def pay() -> None:
        if estimate_of(question).is_too_much:
            raise WorkError(TOO_MANY)
        if not take(FIELDS, who_asks(request)):
            raise TooMuch(BUSY)

    begin(KIND, question, asker_of(request), PATIENCE, pay)


@require_POST
def cancel_field(request: HttpRequest, slug: str) -> HttpResponse:
    """Wait for the comparison no more; given up where nobody else waits for it."""
    look = staff_event(request, slug)
    shots = _with_shots(request)
    question = field_question(look.event, counted_entrants(look), shots=shots)
    job = find(KIND, question)
    if job is not None:
        leave(job, asker_of(request))
    return _page_of(slug, shots=shots)
