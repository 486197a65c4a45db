"""Pages that everybody sees: the events of the site, one event, its open lists."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.armies.access import signed_in
from armybuilder.events.access import (
    find_event,
    keep_link,
    own_events,
    own_place,
)
from armybuilder.events.entrants import Invited, PlaceError, claim, join
from armybuilder.events.event_page import event_page
from armybuilder.events.forms import FriendlyForm, JoinForm
from armybuilder.events.friendly import make_friendly
from armybuilder.events.models import Entrant, Event, EventState
from armybuilder.events.packs import pack_choices, rules_of_form
from armybuilder.events.states import EventError, settled

LINK = re.compile(r"[\w-]{1,32}", re.ASCII)
JOINS = Allowance("event-join", burst=150, refill_seconds=10)
LINKS_HERE = Allowance("event-links-here", burst=150, refill_seconds=2)
LINKS_OF_EVENT = Allowance("event-links", burst=600, refill_seconds=1)
MOST_SHOWN = 100
MANY_LINKS = "Too many personal links in a row. Wait a minute, then open yours again."
NOT_YET = "This link opens your place once the event is open. Keep it."
GONE = (
    "This link opens nothing any more. Once your list was in, your page showed a new "
    "link. Without it, ask whoever runs the event for another."
)


OF_A_PLAYER = (
    "This is the personal link of a player, and you run the event. Look at the list on"
    " the board, as far as the event shows it."
)
OF_ANOTHER = (
    "This is the personal link of another player, and you have a place in this event"
    " already. Sign out to open it."
)


@require_safe
def show_events(request: HttpRequest) -> HttpResponse:
    """Show the visitor's events and those to come that everybody may see."""
    own = Event.objects.filter(own_events(request)).distinct().order_by("-starts_at")
    coming = Event.objects.filter(is_listed=True, ends_at__gt=timezone.now()).exclude(
        state__in=(EventState.DRAFT, EventState.CANCELLED)
    )
    context = {
        "own": [settled(event) for event in own[:MOST_SHOWN]],
        "coming": [settled(event) for event in coming[:MOST_SHOWN]],
    }
    return render(request, "events/index.html", context)


@require_safe
def show_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: its times, its rules, who sees what, and the lists once open."""
    look = find_event(request, slug)
    own = own_place(look)
    context = event_page(look, own, timezone.now())
    return render(request, "events/show.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a place in an event; the answer leads to the visitor's own page."""
    look = find_event(request, slug)
    own = own_place(look)
    if own is not None:
        return redirect("events:mine", slug)
    user = signed_in(request)
    initial = {"name": user.get_full_name() or user.username} if user else {}
    form = JoinForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        if not take(JOINS, client_address(request)):
            form.add_error(None, "Too many places in a row; wait a minute.")
            status = 429
        else:
            status = 409
            who = Invited(form.cleaned_data["name"], form.cleaned_data["email"])
            try:
                entrant = join(look.event, who, user, timezone.now())
            except PlaceError as problem:
                form.add_error(None, str(problem))
            else:
                keep_link(request, entrant)
                return redirect("events:mine", slug)
        context = {"event": look.event, "look": look, "form": form}
        return render(request, "events/join.html", context, status=status)
    context = {"event": look.event, "look": look, "form": form}
    status = 422 if request.method == "POST" else 200
    return render(request, "events/join.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def new_friendly(request: HttpRequest) -> HttpResponse:
    """Make a friendly game; the answer leads to the maker's own page."""
    user = signed_in(request)
    packs = pack_choices(request.user)
    initial = {"name": user.username} if user else {}
    form = FriendlyForm(request.POST or None, packs=packs, initial=initial)
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        if not take(JOINS, client_address(request)):
            form.add_error(None, "Too many games in a row; wait a minute.")
            status = 429
        else:
            try:
                rules = rules_of_form(form.cleaned_data, request.user)
            except EventError as problem:
                form.add_error("pack", str(problem))
            else:
                names = (form.cleaned_data["name"], form.cleaned_data["opponent"])
                mine, _ = make_friendly(rules, names, user, timezone.now())
                keep_link(request, mine)
                return redirect("events:mine", mine.event.slug)
    return render(request, "events/friendly.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest, link: str) -> HttpResponse:
    """Open a personal link: this device finds the entrant's place from now on.

    Who runs a blind event may not open the link of another: it shows a hidden list.
    """
    if not take(LINKS_HERE, client_address(request)):
        return _no_link(request, MANY_LINKS, 429)
    found = Entrant.objects.select_related("event").filter(link=link)
    entrant = found.first() if LINK.fullmatch(link) else None
    if entrant is None:
        return _no_link(request, GONE, 404)
    if not take(LINKS_OF_EVENT, str(entrant.event_id)):
        return _no_link(request, MANY_LINKS, 429)
    user = signed_in(request)
    if user is not None:
        why_not = _why_not(user, entrant)
        if why_not:
            return _no_link(request, why_not, 403)
        claim(entrant, user)
    keep_link(request, entrant)
    if settled(entrant.event).state == EventState.DRAFT:
        return _no_link(request, NOT_YET, 404)
    return redirect("events:mine", entrant.event.slug)


def _no_link(request: HttpRequest, text: str, status: int) -> HttpResponse:
    return render(request, "events/no_link.html", {"text": text}, status=status)


def _why_not(user: User, entrant: Entrant) -> str:
    """Return why an account does not open a personal link; empty where it does."""
    if entrant.person_id == user.pk:
        return ""
    if entrant.event.people.filter(person=user).exists():
        return OF_A_PLAYER
    places = entrant.event.entrants.filter(person=user)
    return OF_ANOTHER if places.exists() else ""
