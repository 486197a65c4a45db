"""The comparison page: its address is the whole question, its answer a job's result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.cpu_budget import SpentError, spending, told_when
from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import TooMuch, begin, is_ours, leave
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.comparison_job import (
    AT_ONCE,
    COMPARISON,
    PATIENCE,
    known_job,
    known_so_far,
    own_job,
)
from armybuilder.matchups.comparison_query import ComparisonQuestion, read_comparison
from armybuilder.matchups.forms import Form, form_of
from armybuilder.matchups.match_up_settings import query_text, side_pairs
from armybuilder.matchups.pairings import has_answers
from armybuilder.matchups.parties import ROWS, Party
from armybuilder.matchups.question_page import (
    OWN_LABELS,
    moved,
    offered_games,
    read_query,
    shown_game,
    shown_kind,
)
from armybuilder.matchups.side_choices import SideGroup, party_groups
from armybuilder.matchups.situation import Words, situation_sentence
from armybuilder.matchups.spreadsheets import spreadsheet
from armybuilder.matchups.tables import Link, new_cells, table_of
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.settings import MOST_ROUNDS

SMALL = Allowance("comparisons", burst=60, refill_seconds=5)
LARGE = Allowance("large-comparisons", burst=8, refill_seconds=120)
"""The allowance of somebody, or of a visitor's address, for work not done before."""

ROW_NAMES = dict(
    zip(ROWS, ("The unit itself", "Its loadouts", "What would change it"), strict=True)
)


@dataclass(frozen=True, slots=True)
class PartyCard:
    """One party as the form shows it: its choices, and the chosen one."""

    field: str
    heading: str
    address: str
    groups: tuple[SideGroup, ...]
    party: Party | None
    error: str


def _counted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Have the work of a view counted where its address asks a whole question."""

    @wraps(view)
    def answer(request: HttpRequest, **more: Any) -> HttpResponse:
        query = read_query(request)
        if not (query.get("a") and query.get("b")):
            return view(request, **more)
        try:
            with spending(request) as purse, purse.work():
                return view(request, **more)
        except SpentError as problem:
            page = _page(request, query, (None, None), refused=str(problem))
            return told_when(page, problem)

    return answer


@require_safe
@_counted
def compare(request: HttpRequest) -> HttpResponse:
    """Show a comparison: its answer, its progress, or its size."""
    query = read_query(request)
    parties: tuple[Party | None, Party | None] = (None, None)
    try:
        found = read_comparison(request, query)
        if not isinstance(found, ComparisonQuestion):
            parties = found
            short = _begun_query(query, parties)
            return moved(request, short) or _page(request, query, parties)
        if answer := moved(request, found.query()):
            return answer
    except QueryError as problem:
        return _page(request, query, parties, error=problem)
    parties = (found.a, found.b)
    try:
        job = _job(request, found)
    except TooMuch as problem:
        return _page(request, query, parties, question=found, refused=str(problem))
    return _page(request, query, parties, question=found, job=job)


def _job(request: HttpRequest, question: ComparisonQuestion) -> Job | None:
    """Return the job of a question; a small one is begun, a large one must be asked."""
    job = known_job(question.document)
    if job is not None and job.is_over:
        return job
    if question.usual_time <= AT_ONCE:
        return _begun(request, question, SMALL, PATIENCE)
    return None if job is None else own_job(job.pk, asker_of(request))


def _begun(
    request: HttpRequest,
    question: ComparisonQuestion,
    allowance: Allowance,
    patience: float = 0.0,
) -> Job:
    """Return the job of a question; raises TooMuch with words for the visitor."""

    def pay() -> None:
        if not take(allowance, who_asks(request)):
            raise TooMuch("That is a great many comparisons at once. Wait a while.")

    asker = asker_of(request)
    return begin(COMPARISON.key, question.document, asker, patience, pay)


def _begun_query(
    query: Mapping[str, str], parties: tuple[Party | None, Party | None]
) -> str:
    a, b = ((party.address if party else "", "") for party in parties)
    pairs = side_pairs(a, b)
    if not pairs and query.get("game"):
        pairs.append(("game", query["game"]))
    return query_text(pairs)


def _page(
    request: HttpRequest,
    query: dict[str, str],
    parties: tuple[Party | None, Party | None],
    *,
    question: ComparisonQuestion | None = None,
    job: Job | None = None,
    error: QueryError | None = None,
    refused: str = "",
) -> HttpResponse:
    party = parties[0] or parties[1]
    game = party.game if party else shown_game(query)
    kind = shown_kind(game, query)
    titles = {"a": "", "b": ""}
    form = form_of(kind.situation, combat_of(game).readings, query, titles, error=error)
    context: dict[str, Any] = {
        "game": game,
        "games": offered_games(),
        "kind": kind,
        "first_kind": kind == combat_of(game).kinds[0],
        "cards": _cards(request, query, game, parties, error),
        "form": form,
        "situation": _situation(question, form, query),
        "rounds": query.get("rounds", ""),
        "most_rounds": MOST_ROUNDS,
        "asks_rounds": bool(kind.round_name),
        "question": question,
        "refused": refused,
        "error": error,
        "error_label": OWN_LABELS.get(error.field, error.field) if error else "",
        **_answer(question, job),
    }
    status = 400 if error else 429 if refused else 200
    return render(request, "matchups/compare.html", context, status=status)


def _situation(
    question: ComparisonQuestion | None, form: Form, query: Mapping[str, str]
) -> tuple[Words, ...]:
    """Return the situation of all match-ups in one sentence."""
    if question is None:
        return ()
    own = question.a.title if question.a.unit else "the unit of the row"
    enemy = question.b.title if question.b.unit else "the unit of the column"
    if question.a.unit and not question.b.unit:
        enemy = "the unit of the row"
    return situation_sentence(
        question.kind,
        combat_of(question.game).sentences,
        form,
        {"a": own, "b": enemy},
        query.get("rounds", ""),
    )


def _cards(
    request: HttpRequest,
    query: Mapping[str, str],
    game: Game,
    parties: tuple[Party | None, Party | None],
    error: QueryError | None,
) -> list[PartyCard]:
    groups = party_groups(request, game, [party for party in parties if party])
    return [
        PartyCard(
            field=field,
            heading=f"Side {field.upper()}",
            address=party.address if party else query.get(field, ""),
            groups=groups,
            party=party,
            error=error.text if error and error.field == field else "",
        )
        for field, party in zip("ab", parties, strict=True)
    ]


def _answer(question: ComparisonQuestion | None, job: Job | None) -> dict[str, Any]:
    if question is None:
        return {}
    page = reverse("matchups:compare")
    query = question.query()
    at_work = job is not None and not job.is_over
    rows = ROWS if question.a.unit is not None else ()
    return {
        "swap": f"{page}?{question.swapped_query()}",
        "kinds": [
            Link(
                kind.name, f"{page}?{question.kind_query(kind)}", kind == question.kind
            )
            for kind in combat_of(question.game).kinds
        ],
        "rows": [
            Link(
                ROW_NAMES[key],
                f"{page}?{question.rows_query(key)}",
                key == question.rows,
            )
            for key in rows
        ],
        "query": query,
        "download": f"{reverse('matchups:compare_csv')}?{query}",
        "download_every": f"{reverse('matchups:compare_every')}?{query}",
        "job": job,
        "at_work": at_work,
        **(_so_far(question, job) if job is not None and at_work else {}),
        "table": table_of(question, _result(job)) if _result(job) else None,
        "is_done": _result(job) is not None,
        "is_failed": job is not None and job.state == State.FAILED,
    }


def _so_far(question: ComparisonQuestion, job: Job, seen: int = 0) -> dict[str, Any]:
    """Return what a page shows of an open job; `seen` are blocks that it has.

    A heat map is shown as soon as a cell has an answer; a list when it is whole, since
    its order is that of its figures.
    """
    known = known_so_far(job)
    result = known.result()
    table = table_of(question, result) if has_answers(result) else None
    if table is None or not table.rows:
        return {}
    new = new_cells(question, table, known.result(seen)) if seen else None
    return {"seen": f"{known.blocks:x}", "so_far": table, "new_cells": new}


def _result(job: Job | None) -> Any:
    """Return the result of a job that is done; none of any other."""
    return job.result if job is not None and job.state == State.DONE else None


@require_safe
@_counted
def compare_csv(request: HttpRequest, *, every: bool = False) -> HttpResponse:
    """Download a comparison that was computed; show any other.

    It is the table of the page, or with `every` a line for each match-up.
    """
    try:
        found = read_comparison(request, read_query(request))
    except QueryError:
        return redirect(_back(request))
    if not isinstance(found, ComparisonQuestion):
        return redirect(_back(request))
    result = _result(known_job(found.document))
    table = spreadsheet(found, result, every=every) if result else None
    if table is None:
        return redirect(_back(request))
    name = slugify(f"{found.a.title} against {found.b.title}") or "comparison"
    return HttpResponse(
        table,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


@require_POST
@_counted
def start_comparison(request: HttpRequest) -> HttpResponse:
    """Begin a large comparison; the question stands in the address."""
    query = read_query(request)
    try:
        found = read_comparison(request, query)
    except QueryError as problem:
        return _page(request, query, (None, None), error=problem)
    if not isinstance(found, ComparisonQuestion):
        return redirect(_back(request))
    try:
        _begun(request, found, LARGE)
    except TooMuch as problem:
        parties = (found.a, found.b)
        return _page(request, query, parties, question=found, refused=str(problem))
    return HttpResponseRedirect(f"{reverse('matchups:compare')}?{found.query()}")


def _back(request: HttpRequest) -> str:
    return f"{reverse('matchups:compare')}?{request.META['QUERY_STRING']}"


@require_safe
def show_progress(request: HttpRequest, job: int) -> HttpResponse:
    """Show how far a job is: a piece of the page, with the cells that are new to it.

    The page has it all put in place when the job is over.
    """
    found = _own_job(request, job)
    if request.headers.get("HX-Request") != "true":
        return redirect(_back(request))
    if not is_ours(found):
        return HttpResponse(headers={"HX-Refresh": "true"})
    query = read_query(request)
    seen = _seen(query.pop("seen", ""))
    context = {"job": found, "query": query_text(list(query.items()))}
    if found.is_over:
        return render(request, "matchups/_arrived.html", context)
    try:
        with spending(request) as purse, purse.work():
            question = read_comparison(request, query)
            if isinstance(question, ComparisonQuestion):
                context |= {"question": question, **_so_far(question, found, seen)}
    except (QueryError, SpentError):
        return HttpResponse(status=204)
    if context.get("seen") == f"{seen:x}":
        return HttpResponse(status=204)
    return render(request, "matchups/_progress.html", context)


def _seen(text: str) -> int:
    """Return the blocks that a page has, as bits; none where it says nothing."""
    try:
        return int(text, 16)
    except ValueError:
        return 0


@require_POST
def cancel_comparison(request: HttpRequest, job: int) -> HttpResponse:
    """Wait for a job no more; a job without anybody waiting is given up."""
    leave(_own_job(request, job), asker_of(request))
    return redirect(_back(request))


def _own_job(request: HttpRequest, number: int) -> Job:
    job = own_job(number, asker_of(request))
    if job is None:
        raise Http404("You asked for no such comparison.")
    return job
