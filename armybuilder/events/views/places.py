"""The page of an entrant: a list chosen, looked at, handed in, and its receipt."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.throttle import take
from armybuilder.armies.access import signed_in
from armybuilder.armies.pasted_list import shown_list
from armybuilder.events.access import find_event, friend_of, keep_link, own_place
from armybuilder.events.entrants import give_own_link, needs_own_link
from armybuilder.events.event_page import clock_of
from armybuilder.events.forms import posted_text
from armybuilder.events.judgements import DecisionError, answer, withdraw
from armybuilder.events.models import (
    Entrant,
    EventState,
)
from armybuilder.events.offers import (
    OfferError,
    Reading,
    draft_offer,
    read_offer,
)
from armybuilder.events.place_page import friend_page, friend_word, place_page
from armybuilder.events.sight import Onlooker
from armybuilder.events.submissions import (
    HAND_INS,
    Hand,
    NotLegal,
    hand_in,
    keep_draft,
)
from armybuilder.events.terms import ListRefused, judge
from armybuilder.events.verification import receipt_document, receipt_of

NO_PLACE = "You have no place in this event, or this device does not know it."


@never_cache
@require_safe
def show_place(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an entrant's own page."""
    look, own = _own(request, slug)
    asks = request.headers.get("HX-Request") == "true" and "seen" in request.GET
    friend = friend_of(look, own) if asks else None
    if friend is not None:
        return _friend(request, look, own, friend)
    return render(request, "events/mine.html", place_page(request, look, own))


def _friend(
    request: HttpRequest, look: Onlooker, own: Entrant, friend: Entrant
) -> HttpResponse:
    """Return what has changed about the other's list since the page was made."""
    if look.event.state != EventState.OPEN:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("seen", "") == friend_word(look, friend):
        return HttpResponse(status=204)
    context = {"event": look.event, **friend_page(request, look, own)}
    return render(request, "events/_friend.html", context)


@require_POST
def choose_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list from an army, a file or a text, and keep it as the draft."""
    look, own = _own(request, slug)
    if not take(HAND_INS, str(own.pk)):
        return _refused(request, look, own, "Too many lists in a row; wait.", 429)
    try:
        offer = read_offer(request, look.event)
        if isinstance(offer, Reading):
            return show_reading(request, look, offer, "events:choose")
        judge(look.event, offer.roster)
    except (OfferError, ListRefused) as problem:
        return _refused(request, look, own, str(problem), 422)
    is_first = needs_own_link(look.event, own)
    keep_draft(own, offer, Hand(timezone.now(), signed_in(request)))
    if is_first:
        give_own_link(own, signed_in(request))
        keep_link(request, own)
        text = "Your personal link is a new one now, and the former opens nothing: "
        text += "save the one on this page."
        messages.info(request, text)
    return redirect("events:mine", slug)


def show_reading(
    request: HttpRequest, look: Onlooker, reading: Reading, page: str, **more: Any
) -> HttpResponse:
    """Show a pasted list line by line, with what it asks; nothing is kept yet.

    ``page`` is the route that the answers are posted to; ``more`` are its further
    parts and what else the form carries: ``number``, ``reason``.
    """
    parts = [look.event.slug, *([more["number"]] if "number" in more else [])]
    context = {
        "event": look.event,
        "look": look,
        "clock": clock_of(look.event, timezone.now()),
        "list": shown_list(reading.read, reading.text, reading.answers),
        "action": reverse(page, args=parts),
        "reason": more.get("reason", ""),
        "is_own": "number" not in more,
    }
    return render(request, "events/reading.html", context)


@require_POST
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand in the draft; the same again leads to the same receipt."""
    received = timezone.now()
    look, own = _own(request, slug)
    offer = draft_offer(own, request.POST.get("sha256", ""))
    if offer is None:
        if own.current is not None and own.draft is None:
            return redirect("events:mine", slug)
        text = "Another list was put here meanwhile. Look at it, then hand it in."
        return _refused(request, look, own, text, 409)
    try:
        row, is_new = hand_in(own, offer, Hand(received, signed_in(request)))
    except NotLegal as problem:
        return _refused(request, look, own, str(problem), 422)
    except ListRefused as problem:
        return _refused(request, look, own, str(problem), 409)
    text = f"Your list is in. Its code is {row.code}."
    messages.success(request, text if is_new else f"It was in already: {row.code}.")
    return redirect("events:mine", slug)


@require_POST
def answer_judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a judge's question."""
    look, own = _own(request, slug)
    hand = Hand(timezone.now(), signed_in(request))
    try:
        answer(own, posted_text(request, "text"), hand)
    except DecisionError as problem:
        return _refused(request, look, own, str(problem), 409)
    messages.success(request, "Your answer is sent.")
    return redirect("events:mine", slug)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw from an event."""
    look, own = _own(request, slug)
    try:
        withdraw(own, Hand(timezone.now(), signed_in(request)))
    except DecisionError as problem:
        return _refused(request, look, own, str(problem), 409)
    messages.success(
        request, "You have withdrawn. Your list is kept, and shown to nobody."
    )
    return redirect("events:mine", slug)


@require_safe
def receipt(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give the receipt of one's own list, or of one that is seen, as a document."""
    look = find_event(request, slug)
    row = receipt_of(look, code)
    if row is None:
        raise Http404("There is no such receipt.")
    response = JsonResponse(
        receipt_document(row),
        json_dumps_params={"ensure_ascii": False, "indent": 1},
    )
    response["Content-Disposition"] = f'attachment; filename="receipt-{code}.json"'
    return response


def _own(request: HttpRequest, slug: str) -> tuple[Onlooker, Entrant]:
    look = find_event(request, slug)
    own = own_place(look)
    if own is None:
        raise Http404(NO_PLACE)
    own.event = look.event
    return look, own


def _refused(
    request: HttpRequest, look: Onlooker, own: Entrant, text: str, status: int
) -> HttpResponse:
    """Return the entrant's page with what was typed and why nothing was done."""
    context = place_page(request, look, own)
    context |= {"refused": text, "typed": request.POST.get("text", "")}
    return render(request, "events/mine.html", context, status=status)
