"""Pages of organisers: an event made, changed, moved, and its people."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.models import User
from armybuilder.accounts.people import SignedInRequest
from armybuilder.accounts.roles import is_organiser
from armybuilder.accounts.throttle import Allowance, take
from armybuilder.events.access import organised_event
from armybuilder.events.entrants import PlaceError, invite, remove, renew_link
from armybuilder.events.event_page import clock_of
from armybuilder.events.forms import EventForm, NamesForm, StaffForm, posted_text
from armybuilder.events.mails import is_set_up, keep_links
from armybuilder.events.models import Entrant, Event, EventState, StaffRole
from armybuilder.events.organisers import (
    change_event,
    delete_event,
    give_role,
    has_lists,
    make_event,
    take_role,
)
from armybuilder.events.packs import pack_choices, settings_of
from armybuilder.events.sight import Onlooker
from armybuilder.events.states import BY_HAND, EventError, move_event
from rulesets.core.subject import so_many

PLAYERS_OWN = (
    "Nobody would learn the new link: in a blind event the link to a list is its"
    " player’s alone. A judge may take a list for the player."
)
NEW_EVENTS = Allowance("new-events", burst=20, refill_seconds=120)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedInRequest) -> HttpResponse:
    """Make an event."""
    packs, announces = pack_choices(request.user), is_organiser(request.user)
    form = EventForm(request.POST or None, packs=packs, may_announce=announces)
    if request.method != "POST":
        return render(request, "events/new.html", {"form": form})
    if not form.is_valid():
        return render(request, "events/new.html", {"form": form}, status=422)
    status = 409
    if not take(NEW_EVENTS, str(request.user.pk)):
        form.add_error(None, "A great many events at once; wait some minutes.")
        status = 429
    else:
        try:
            event = make_event(
                request.user, settings_of(form.cleaned_data, request.user)
            )
        except EventError as problem:
            form.add_error(None, str(problem))
        else:
            messages.success(
                request, f"{event} is made; only you see it until you open it."
            )
            return redirect("events:people", event.slug)
    return render(request, "events/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings of an event."""
    look = organised_event(request, slug)
    person = cast(User, request.user)
    packs = pack_choices(person, look.event)
    if request.method != "POST":
        form = EventForm(
            packs=packs, may_announce=is_organiser(person), event=look.event
        )
        return _settings(request, look, form)
    form = EventForm(request.POST, packs=packs, may_announce=is_organiser(person))
    if not form.is_valid():
        return _settings(request, look, form, 422)
    try:
        wanted = settings_of(form.cleaned_data, person, look.event)
        change_event(look.event, wanted, form.cleaned_data["revision"] or 0)
    except EventError as problem:
        form.add_error(None, str(problem))
        return _settings(request, look, form, 409)
    messages.success(request, "The settings are kept.")
    return redirect("events:settings", slug)


@require_POST
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Move an event to another state by hand."""
    look = organised_event(request, slug)
    try:
        after = EventState(request.POST.get("state", ""))
    except ValueError:
        raise Http404("There is no such state.") from None
    reason = posted_text(request, "reason")[:500]
    try:
        moved = move_event(look.event, after, cast(User, request.user), reason)
    except EventError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"{moved} is {EventState(moved.state).label} now.")
    return redirect("events:board", slug)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete an event that nothing was handed in to."""
    look = organised_event(request, slug)
    try:
        delete_event(look.event)
    except EventError as problem:
        messages.error(request, str(problem))
        return redirect("events:settings", slug)
    messages.success(request, f"{look.event} is deleted.")
    return redirect("events:index")


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the entrants of an event, its organisers and judges."""
    look = organised_event(request, slug)
    if request.method != "POST":
        return _people(request, look)
    steps = {
        "invite": _invite,
        "staff": _give_role,
        "take": _take_role,
        "remove": _remove,
        "renew": _renew,
        "mail": _mail_links,
    }
    step = steps.get(request.POST.get("do", ""))
    if step is None:
        raise Http404("There is no such step.")
    return step(request, look)


def _invite(request: HttpRequest, look: Onlooker) -> HttpResponse:
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _people(request, look, names=form, status=422)
    person = cast(User, request.user)
    try:
        new = invite(look.event, form.cleaned_data["names"], person, timezone.now())
    except PlaceError as problem:
        form.add_error("names", str(problem))
        return _people(request, look, names=form, status=409)
    said = len(form.cleaned_data["names"]) - len(new)
    had = f"; {said} had one already" if said else ""
    messages.success(request, f"{so_many(len(new), 'place')} given{had}.")
    return redirect("events:people", look.event.slug)


def _give_role(request: HttpRequest, look: Onlooker) -> HttpResponse:
    form = StaffForm(request.POST)
    if not form.is_valid():
        return _people(request, look, staff=form, status=422)
    role = StaffRole(form.cleaned_data["role"])
    try:
        row = give_role(look.event, form.cleaned_data["username"], role)
    except EventError as problem:
        form.add_error(None, str(problem))
        return _people(request, look, staff=form, status=409)
    messages.success(request, f"{row.person} is {role.label.lower()} now.")
    if row.person == request.user and role != StaffRole.ORGANISER:
        return redirect("events:board", look.event.slug)
    return redirect("events:people", look.event.slug)


def _take_role(request: HttpRequest, look: Onlooker) -> HttpResponse:
    username = posted_text(request, "username")
    held = look.event.people.filter(person__username=username)
    row = held.select_related("person").first()
    if row is not None:
        try:
            take_role(look.event, row.person)
        except EventError as problem:
            messages.error(request, str(problem))
        else:
            messages.success(request, f"{row.person} has no role in it any more.")
            if row.person == request.user:
                return redirect("events:index")
    return redirect("events:people", look.event.slug)


def _remove(request: HttpRequest, look: Onlooker) -> HttpResponse:
    entrant = _entrant(request, look)
    try:
        remove(entrant)
    except PlaceError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"{entrant} has no place any more.")
    return redirect("events:people", look.event.slug)


def _renew(request: HttpRequest, look: Onlooker) -> HttpResponse:
    entrant = _entrant(request, look)
    if shows_link(look, entrant):
        renew_link(entrant)
        text = f"{entrant} has a new link; the former one opens nothing any more."
        messages.success(request, text)
    else:
        messages.error(request, PLAYERS_OWN)
    return redirect("events:people", look.event.slug)


def _mail_links(request: HttpRequest, look: Onlooker) -> HttpResponse:
    """Mail the personal link to all who have an address and nothing handed in."""
    base = request.build_absolute_uri("/events/i/LINK/")
    waiting = look.event.entrants.filter(state="none").exclude(email="")
    fresh = waiting.filter(mails=None).select_related("event")
    many = keep_links(fresh, base, timezone.now())
    messages.success(request, f"{so_many(many, 'mail')} on the way.")
    return redirect("events:people", look.event.slug)


def _entrant(request: HttpRequest, look: Onlooker) -> Entrant:
    number = request.POST.get("number", "")
    found = None
    if number.isdecimal() and len(number) < 8:
        found = look.event.entrants.filter(number=int(number)).first()
    if found is None:
        raise Http404("There is no such entrant.")
    return found


def _people(
    request: HttpRequest,
    look: Onlooker,
    names: NamesForm | None = None,
    staff: StaffForm | None = None,
    status: int = 200,
) -> HttpResponse:
    event = look.event
    base = request.build_absolute_uri("/events/i/")
    context = {
        "event": event,
        "look": look,
        "clock": clock_of(event, timezone.now()),
        "names": names or NamesForm(),
        "staff": staff or StaffForm(),
        "people": event.people.select_related("person"),
        "entrants": [
            (one, f"{base}{one.link}/" if shows_link(look, one) else "")
            for one in event.entrants.defer("draft")
        ],
        "page": request.build_absolute_uri(f"/events/{event.slug}/"),
        "sends_mail": is_set_up(),
    }
    return render(request, "events/people.html", context, status=status)


def shows_link(look: Onlooker, entrant: Entrant) -> bool:
    """Return whether an organiser is shown the personal link of an entrant.

    It opens the list, so of a blind event it is shown only while none is there.
    """
    return look.event.sight != "blind" or entrant.state == "none"


def _settings(
    request: HttpRequest, look: Onlooker, form: EventForm, status: int = 200
) -> HttpResponse:
    event = look.event
    context = {
        "event": event,
        "look": look,
        "form": form,
        "clock": clock_of(event, timezone.now()),
        "moves": event.moves.select_related("by").order_by("-pk"),
        "next": moves_offered(event),
        "deletable": not has_lists(event),
    }
    return render(request, "events/settings.html", context, status=status)


def moves_offered(event: Event) -> tuple[tuple[str, str], ...]:
    """Return the states that an organiser may move an event to, with the button."""
    words = {
        EventState.OPEN: "Open it for lists",
        EventState.CLOSED: "Close it now",
        EventState.REVEALED: "Reveal all lists now",
        EventState.OVER: "End it",
        EventState.CANCELLED: "Cancel it",
    }
    return tuple(
        (state.value, words[state]) for state in BY_HAND[EventState(event.state)]
    )
