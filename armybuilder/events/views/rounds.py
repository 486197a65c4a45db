"""Pages of an event's game rounds: paired at random, typed, changed, taken back."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from armybuilder.events.access import organised_event
from armybuilder.events.event_page import clock_of
from armybuilder.events.pairings import (
    MOST_SEED,
    PairingError,
    delete_round,
    game_rounds,
    pair_as_written,
    pair_at_random,
    players,
)
from armybuilder.events.sight import Onlooker


@require_http_methods(["GET", "HEAD", "POST"])
def show_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and make the game rounds of an event; its organisers alone."""
    look = organised_event(request, slug)
    if request.method != "POST":
        return render(request, "events/rounds.html", _context(look))
    try:
        _do(request, look)
    except PairingError as problem:
        told = {"refused": str(problem), "typed": request.POST.get("text", "")}
        told["round"] = request.POST.get("round", "")
        context = _context(look) | told
        return render(request, "events/rounds.html", context, status=422)
    return redirect("events:rounds", slug)


def _do(request: HttpRequest, look: Onlooker) -> None:
    step = request.POST.get("do", "")
    number = _number(request.POST.get("round", ""))
    if step == "random":
        seed = _seed(request.POST.get("seed", ""))
        made = pair_at_random(look.event, seed)
        messages.success(request, f"Game round {made} is paired, from seed {seed}.")
    elif step == "write":
        made = pair_as_written(look.event, request.POST.get("text", ""), number)
        messages.success(request, f"Game round {made} is kept.")
    elif step == "delete" and number is not None:
        if delete_round(look.event, number):
            messages.success(request, f"Game round {number} is taken back.")
    else:
        raise Http404("There is no such step.")


def _seed(text: str) -> int:
    if not text.strip():
        return secrets.randbelow(MOST_SEED)
    seed = _number(text.strip())
    if seed is None:
        raise PairingError("A seed is a whole number of at most nine digits.")
    return seed


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _context(look: Onlooker) -> dict[str, Any]:
    return {
        "event": look.event,
        "look": look,
        "clock": clock_of(look.event, timezone.now()),
        "rounds": game_rounds(look.event),
        "players": len(players(look.event)),
    }
