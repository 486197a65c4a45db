"""Papers of an event: the judge pack, the booklet, the tables' sheets."""

import logging
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.armies.papers.renderer import (
    PdfFailed,
    PdfUnavailable,
    drawn,
    is_known,
)
from armybuilder.events.access import find_event, staff_event, staff_hand
from armybuilder.events.event_page import clock_of
from armybuilder.events.models import Entrant, Sight
from armybuilder.events.pairings import GameRound, game_rounds, tables_of
from armybuilder.events.papers.booklet import booklet_page
from armybuilder.events.papers.collection import (
    CODED,
    NAMED,
    PaperRefused,
    collection,
    parts_of,
    shown_entrants,
)
from armybuilder.events.papers.judge_pack import judge_page
from armybuilder.events.papers.judge_table import KIND, table_csv, table_question
from armybuilder.events.papers.table_sheets import (
    sheets_of,
    sheets_parts,
    table_sheets,
    tables_page,
)
from armybuilder.events.sight import REVEALED, Onlooker, Part
from armybuilder.events.submissions import note_looks
from armybuilder.events.times import local
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import TooMuch, begin

DRAWINGS = Allowance("event-pdf", burst=30, refill_seconds=10)
TABLES = Allowance("judge-table", burst=10, refill_seconds=20)
PATIENCE = 3.0
"""The wait of a page for a table that it began, before progress is shown [seconds]."""

NO_PAPER = "There is no such paper."
NO_TABLE = "The table could not be made. Ask for it again."
BUSY = "That is a great many tables at once. Wait a minute."

logger = logging.getLogger(__name__)


@require_safe
def show_papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which papers there are, and why some are not."""
    look = staff_event(request, slug)
    refused, total = "", 0
    try:
        total = len(shown_entrants(look))
    except PaperRefused as problem:
        refused = str(problem)
    context = {
        "event": look.event,
        "look": look,
        "clock": clock_of(look.event, timezone.now()),
        "refused": refused,
        "total": total,
        "parts": range(1, parts_of(total) + 1),
        "rounds": tuple(
            (
                one.number,
                len(one.pairings),
                range(1, sheets_parts(len(one.pairings)) + 1),
            )
            for one in (game_rounds(look.event) if look.sees_names else ())
        ),
    }
    return render(request, "events/papers.html", context)


@never_cache
@require_safe
def judge_pack(request: HttpRequest, slug: str, part: int) -> HttpResponse:
    """Give a part of the judge pack as a PDF."""
    look = staff_event(request, slug)
    try:
        entrants = shown_entrants(look)
        found = collection(look, entrants, _day(look), is_coded=CODED, part=part)
        page = judge_page(found)
    except PaperRefused as problem:
        return _refused(request, look, str(problem), 409)
    _note(request, look, entrants)
    return _pdf(request, look, page, f"judge-pack-{part}")


@never_cache
@require_safe
def judge_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the judge pack as CSV, or how far it is."""
    look = staff_event(request, slug)
    try:
        entrants = shown_entrants(look)
        job = _table_job(request, table_question(look.event, entrants))
    except PaperRefused as problem:
        return _refused(request, look, str(problem), 409)
    except (TooMuch, WorkError) as problem:
        return _refused(request, look, str(problem), 429)
    if not job.is_over:
        return _table_progress(request, look, job)
    if job.state != State.DONE:
        return _refused(request, look, job.error or NO_TABLE, 503)
    _note(request, look, entrants)
    text = table_csv(look.event, entrants, job.result)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{look.event.slug}-judge-pack.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _table_job(request: HttpRequest, question: Any) -> Job:
    """Return the job of a table, begun where nobody asked for it before.

    Raises
    ------
    TooMuch
        If too much is asked at once.
    """

    def pay() -> None:
        if not take(TABLES, str(request.user.pk)):
            raise TooMuch(BUSY)

    return begin(KIND, question, asker_of(request), PATIENCE, pay)


def _table_progress(request: HttpRequest, look: Onlooker, job: Job) -> HttpResponse:
    told = {"event": look.event, "look": look, "job": job}
    response = render(request, "events/making_table.html", told, status=202)
    response["Refresh"] = "2"
    return response


@never_cache
@require_safe
def booklet(request: HttpRequest, slug: str, part: int) -> HttpResponse:
    """Give a part of the booklet of all lists to who sees all of them."""
    look = find_event(request, slug)
    if not look.is_staff and look.sees_of_others < Part.LIST:
        raise Http404(NO_PAPER)
    if not look.sees_names:
        return _refused(request, look, "Names stand beside these lists; wait.", 409)
    try:
        entrants = shown_entrants(look)
        found = collection(look, entrants, _day(look), is_coded=NAMED, part=part)
        page = booklet_page(found)
    except PaperRefused as problem:
        return _refused(request, look, str(problem), 409 if look.is_staff else 404)
    return _pdf(request, look, page, f"lists-{part}")


@never_cache
@require_safe
def tables(request: HttpRequest, slug: str, game_round: int, part: int) -> HttpResponse:
    """Give some sheets of a game round's tables as a PDF."""
    look = staff_event(request, slug)
    pairings = tables_of(look.event, game_round)
    if not 0 < part <= sheets_parts(len(pairings)):
        raise Http404(NO_PAPER)

    def address_of(code: str) -> str:
        return request.build_absolute_uri(reverse("verify:code", args=[code]))

    try:
        sheets = table_sheets(look, sheets_of(pairings, part), address_of)
        page = tables_page(look, sheets, game_round, _day(look))
    except PaperRefused as problem:
        return _refused(request, look, str(problem), 409)
    return _pdf(request, look, page, f"round-{game_round}-tables-{part}")


def _sheets(one: GameRound) -> tuple[int, int, range]:
    """Return the number of a game round, how many tables it has, and its PDFs."""
    tables = len(one.pairings)
    return one.number, tables, range(1, sheets_parts(tables) + 1)


def _pdf(request: HttpRequest, look: Onlooker, page: str, name: str) -> HttpResponse:
    """Return a page as a PDF, or the note that it is being drawn."""
    if not is_known(page) and not take(DRAWINGS, client_address(request)):
        reason = "That is a great many PDFs at once. Wait a minute."
        return _refused(request, look, reason, 429)
    try:
        raw = drawn(page)
    except (PdfFailed, PdfUnavailable) as failure:
        logger.warning("No PDF of event %s: %s", look.event.slug, failure)
        return _refused(request, look, str(failure), 503)
    if raw is None:
        told = {"event": look.event, "look": look, "again": request.get_full_path()}
        response = render(request, "events/drawing_pdf.html", told, status=202)
        response["Refresh"] = "3"
        return response
    response = HttpResponse(raw, content_type="application/pdf")
    file = f"{look.event.slug}-{name}.pdf"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _refused(
    request: HttpRequest, look: Onlooker, reason: str, status: int
) -> HttpResponse:
    told = {"event": look.event, "look": look, "reason": reason}
    return render(request, "events/no_pdf.html", told, status=status)


def _note(request: HttpRequest, look: Onlooker, entrants: Sequence[Entrant]) -> None:
    """Keep that somebody of the staff has lists that are hidden from others."""
    if look.event.sight == Sight.BLIND and look.phase != REVEALED:
        hand = staff_hand(request)
        note_looks(entrants, hand)


def _day(look: Onlooker) -> date:
    """Return the day where the event is: a paper of the same day is the same file."""
    return local(timezone.now(), look.event.time_zone).date()
