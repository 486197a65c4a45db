"""Pages of judges: the board, one list, decisions, exports."""

from itertools import islice
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.events.access import (
    find_event,
    seen_entrant,
    staff_event,
    staff_hand,
)
from armybuilder.events.board import board, read_filter
from armybuilder.events.decisions import DECISIONS
from armybuilder.events.decisions import decide as decide_list
from armybuilder.events.event_page import clock_of
from armybuilder.events.exports import EXPORTS
from armybuilder.events.forms import MOST_PENALTY, PenaltyForm, posted_text
from armybuilder.events.judgements import (
    Bulk,
    DecisionError,
    accept_many,
    penalize,
    reinstate,
    withdraw,
)
from armybuilder.events.list_page import judges_page, list_page
from armybuilder.events.models import Entrant, Sight, Submission
from armybuilder.events.offers import OfferError, Reading, read_offer
from armybuilder.events.pulse import mark_of, news
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.submissions import Hand, hand_in, note_look
from armybuilder.events.terms import ListRefused
from armybuilder.events.views.organise import moves_offered
from armybuilder.events.views.places import show_reading

MOST_CHOSEN = 1000
DONE = {
    "accept": "is accepted",
    "query": "is asked",
    "refuse": "is refused",
    "withdraw": "is withdrawn",
    "take-back": "is in again",
    "penalty": "has a penalty",
}
NO_POINTS = (
    f"Write how many points are taken off: a number up to {MOST_PENALTY:,} with at most"
    " two decimals, such as 2 or 0.5; one below nothing gives points back."
)


@require_safe
def show_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every entrant in one line, problems first."""
    look = staff_event(request, slug)
    asked = read_filter(request.GET)
    # Taken before the rows: what comes in meanwhile is told, not missed.
    mark = mark_of(look.event, cast(User, request.user))
    shown = board(look, asked)
    undecided = ("illegal", "late", "queried", "waiting")
    context = {
        "event": look.event,
        "look": look,
        "board": shown,
        "since": mark,
        "mark": mark,
        "undecided": sum(shown.counts.get(key, 0) for key in undecided),
        "may_accept": shown.may_accept,
        "asked": asked,
        "clock": clock_of(look.event, timezone.now()),
        "exports": EXPORTS,
        "next": moves_offered(look.event) if look.is_organiser else (),
    }
    return render(request, "events/board.html", context)


@require_safe
def show_pulse(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what is new on the board since it was drawn; nothing where told before."""
    look = staff_event(request, slug)
    judge = cast(User, request.user)
    mark = mark_of(look.event, judge)
    if request.GET.get("told", "") == mark:
        return HttpResponse(status=204)
    since = request.GET.get("since", "")[:40]
    told = news(look.event, judge, since)
    context = {"event": look.event, "since": since, "mark": mark, "news": told}
    return render(request, "events/_pulse.html", context)


@require_POST
def accept_chosen(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept the chosen lists as they were seen."""
    look = staff_event(request, slug)
    if look.sees_of_others < Part.VERDICT:
        messages.error(request, "You see no more than that lists are in; wait.")
        return redirect("events:board", slug)
    pairs = (one.partition(":") for one in request.POST.getlist("list"))
    seen = {int(n): code for n, _, code in pairs if n.isdecimal() and len(n) < 8}
    chosen = dict(islice(seen.items(), MOST_CHOSEN))
    _tell(request, look, accept_many(look.event, chosen, staff_hand(request)))
    back = reverse("events:board", args=[slug])
    return redirect(f"{back}?{request.GET.urlencode()}" if request.GET else back)


@require_safe
def show_list(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one list to who may see it; to a judge with messages, fixes and history."""
    look = find_event(request, slug)
    if not look.is_staff:
        entrant = seen_entrant(look, number)
        return render(request, "events/list.html", list_page(request, look, entrant))
    entrant = _looked_at(request, look, number)
    return render(
        request, "events/judge_list.html", judges_page(request, look, entrant)
    )


@require_safe
def show_pane(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one list beside the board: messages, decisions, history."""
    look = staff_event(request, slug)
    entrant = _looked_at(request, look, number)
    return render(request, "events/_pane.html", judges_page(request, look, entrant))


def _looked_at(request: HttpRequest, look: Onlooker, number: int) -> Entrant:
    """Return an entrant whose list somebody looks at; of a blind event it is kept."""
    entrant = seen_entrant(look, number, Part.PRESENCE)
    if look.event.sight == Sight.BLIND and look.sees(entrant) == Part.LIST:
        note_look(entrant, staff_hand(request))
    return entrant


@require_POST
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept, query, refuse or withdraw one list."""
    look = staff_event(request, slug)
    entrant = seen_entrant(look, number, Part.PRESENCE)
    in_pane = request.headers.get("HX-Target") == "pane"
    page = "events/_pane.html" if in_pane else "events/judge_list.html"
    try:
        done = _decide(request, look, entrant)
    except DecisionError as problem:
        entrant = seen_entrant(look, number, Part.PRESENCE)
        context = judges_page(request, look, entrant)
        context |= {"refused": str(problem), **_typed(request)}
        return render(request, page, context, status=409)
    if in_pane:
        entrant = seen_entrant(look, number, Part.PRESENCE)
        context = judges_page(request, look, entrant) | {"done": done}
        return render(request, page, context)
    messages.success(request, done)
    return redirect("events:list", slug, number)


@require_POST
def hand_in_for(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a list for a player, with a reason: the only way after the deadline."""
    look = staff_event(request, slug)
    entrant = seen_entrant(look, number, Part.PRESENCE)
    reason = posted_text(request, "reason")[:500]
    try:
        offer = read_offer(request, look.event)
        if isinstance(offer, Reading):
            page, more = "events:hand_in_for", {"number": number, "reason": reason}
            return show_reading(request, look, offer, page, **more)
        row, is_new = hand_in(entrant, offer, staff_hand(request, reason))
    except (OfferError, ListRefused) as problem:
        context = judges_page(request, look, entrant)
        context |= {"refused": str(problem), "reason": reason}
        context["pasted"] = request.POST.get("text", "")
        return render(request, "events/judge_list.html", context, status=422)
    messages.success(request, _taken(look, entrant, row, is_new=is_new))
    return redirect("events:list", slug, number)


@require_safe
def export(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Give the event as a table, as documents, or for a pairing tool."""
    look = staff_event(request, slug)
    if kind not in EXPORTS:
        raise Http404("There is no such export.")
    way = EXPORTS[kind]
    response = HttpResponse(way.write(look), content_type=way.kind)
    name = f"{look.event.slug}-{kind}.{way.ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _taken(look: Onlooker, entrant: Entrant, row: Submission, *, is_new: bool) -> str:
    """Return what is said once a list was taken, no more of it than is seen."""
    if look.sees(entrant) < Part.LIST:
        return "The list is in."
    if is_new:
        return f"Version {row.number} is in, code {row.code}."
    return f"It was in already: {row.code}."


def _decide(request: HttpRequest, look: Onlooker, entrant: Entrant) -> str:
    """Do what a judge has decided, and return it in words."""
    step = request.POST.get("do", "")
    seen = posted_text(request, "seen")
    hand = staff_hand(request, posted_text(request, "text"))
    if step in DECISIONS:
        decide_list(look, entrant, step, seen, hand, request.build_absolute_uri)
    elif step == "withdraw":
        withdraw(entrant, hand)
    elif step == "take-back":
        reinstate(entrant, hand)
    elif step == "penalty":
        _penalize(request, look, entrant, hand)
    else:
        raise DecisionError("Choose what is to be done with the list.")
    return f"{look.name_of(entrant)} {DONE[step]}."


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return what was written into the form that was refused."""
    text = posted_text(request, "text")
    if request.POST.get("do") != "penalty":
        return {"typed": text}
    return {
        "penalty_text": text,
        "penalty_points": posted_text(request, "points"),
        "penalty_rule": posted_text(request, "rule"),
    }


def _penalize(
    request: HttpRequest, look: Onlooker, entrant: Entrant, hand: Hand
) -> None:
    if look.sees(entrant) < Part.LIST:
        raise DecisionError("You do not see this list; who sees it takes points off.")
    form = PenaltyForm(request.POST)
    if not form.is_valid():
        raise DecisionError(NO_POINTS)
    seen = posted_text(request, "seen")
    rule = posted_text(request, "rule")
    penalize(entrant, seen, form.cleaned_data["points"], hand, rule)


def _tell(request: HttpRequest, look: Onlooker, bulk: Bulk) -> None:
    many = len(bulk.accepted)
    if many:
        lists = "list is" if many == 1 else "lists are"
        messages.success(request, f"{many} {lists} accepted.")
    for entrant, why in bulk.left[:5]:
        messages.warning(request, f"{look.name_of(entrant)}: {why}")
    if not bulk.accepted and not bulk.left:
        messages.warning(request, "Choose lists first.")
