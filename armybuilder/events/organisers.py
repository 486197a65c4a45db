"""Events made and changed, and the people who run them."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from armybuilder.accounts.models import User
from armybuilder.events.keys import give_key
from armybuilder.events.models import (
    Event,
    EventPerson,
    EventState,
    StaffRole,
    Submission,
    last_organisers,
)
from armybuilder.events.states import EventError, locked_event

MOST_EVENTS = 100
MOST_STAFF = 40
TRIES = 5
TAKEN = ("new", "i", "friendly")
"""Words of addresses that no event may have."""

SETTINGS = (
    "name", "game", "limit", "editions", "time_zone", "sight", "places", "about",
    "allows_joining", "allows_illegal", "strict", "is_listed", "place", "opens_at",
    "deadline", "reveal_at", "starts_at", "ends_at", "pack", "pack_name",
    "reveals_when_full",
)  # fmt: skip
"""Fields of an event that its organisers set."""

RULES = ("game", "limit", "editions", "strict", "pack", "pack_name")
"""Settings by which lists are judged: they stay once a list is in."""


@transaction.atomic
def make_event(person: User, settings: Mapping[str, Any]) -> Event:
    """Make an event that somebody organises.

    Raises
    ------
    EventError
        If the person runs too many already.
    """
    if person.event_roles.filter(role=StaffRole.ORGANISER).count() >= MOST_EVENTS:
        raise EventError(f"You run {MOST_EVENTS} events already; delete one first.")
    known = {name: settings[name] for name in SETTINGS if name in settings}
    event = Event(**known)
    give_key(event)
    _save_new(event)
    EventPerson.objects.create(event=event, person=person, role=StaffRole.ORGANISER)
    return event


@transaction.atomic
def change_event(event: Event, settings: Mapping[str, Any], revision: int) -> Event:
    """Change the settings of an event, made for one of its revisions.

    Raises
    ------
    EventError
        If somebody changed it meanwhile, or rules are changed that lists were judged
        by, or the lists are open already and shall be seen otherwise.
    """
    locked = locked_event(event)
    if locked.revision != revision:
        raise EventError("Somebody changed this event meanwhile; look at it again.")
    known = {name: settings[name] for name in SETTINGS if name in settings}
    changed = {name for name, value in known.items() if getattr(locked, name) != value}
    _refuse_changes(locked, changed)
    for name in changed:
        setattr(locked, name, known[name])
    locked.revision += 1
    locked.save()
    return locked


@transaction.atomic
def give_role(event: Event, username: str, role: StaffRole) -> EventPerson:
    """Make somebody an organiser or a judge of an event.

    Raises
    ------
    EventError
        If there is no such account, or the event has too many people, or this would
        leave it without an organiser.
    """
    person = User.objects.filter(username__iexact=username.strip()).first()
    if person is None or not person.is_active:
        raise EventError(f"There is no account called {username}.")
    locked_event(event)
    if event.people.exclude(person=person).count() >= MOST_STAFF:
        raise EventError(f"An event has at most {MOST_STAFF} organisers and judges.")
    if role != StaffRole.ORGANISER:
        _refuse_last(event, person)
    row, _ = event.people.update_or_create(person=person, defaults={"role": role})
    return row


@transaction.atomic
def take_role(event: Event, person: User) -> None:
    """Take the role of somebody in an event.

    Raises
    ------
    EventError
        If it would be left without an organiser.
    """
    locked_event(event)
    _refuse_last(event, person)
    event.people.filter(person=person).delete()


def why_active(person: User) -> str:
    """Return why an account cannot be switched off; "" where it can."""
    last = last_organisers(EventPerson.objects.filter(person=person))
    if not last:
        return ""
    events = ", ".join(sorted(str(one.event) for one in last))
    text = f"{person} is the only organiser of {events}"
    return f"{text}. Name another organiser there first, or cancel it."


def has_lists(event: Event) -> bool:
    """Return whether any list was handed in to an event."""
    return Submission.objects.filter(entrant__event=event).exists()


@transaction.atomic
def delete_event(event: Event) -> None:
    """Delete an event that nothing was handed in to.

    Raises
    ------
    EventError
        If lists were handed in: then it is cancelled instead.
    """
    locked = Event.objects.select_for_update().filter(pk=event.pk).first()
    if locked is None:
        return
    # A list that comes in meanwhile waits here, and finds no place; or it was first.
    list(locked.entrants.select_for_update().values_list("pk"))
    if has_lists(locked):
        text = "Lists were handed in to this event; cancel it instead, they are kept."
        raise EventError(text)
    locked.delete()


def _refuse_last(event: Event, person: User) -> None:
    others = event.people.filter(role=StaffRole.ORGANISER).exclude(person=person)
    if not others.exists():
        raise EventError("An event keeps at least one organiser.")


def _refuse_changes(event: Event, changed: set[str]) -> None:
    has_lists = event.entrants.filter(submissions__isnull=False).exists()
    if has_lists and changed & set(RULES):
        text = "Lists were judged by these rules already, so they stay"
        raise EventError(f"{text}: game, points, pack, editions, printed rules.")
    shown = event.state in (EventState.REVEALED, EventState.OVER)
    if shown and "sight" in changed:
        raise EventError("The lists are open already; who sees them stays.")
    if has_lists and "sight" in changed:
        text = "Players handed in trusting who sees their lists; that stays."
        raise EventError(text)
    if event.state in (EventState.OVER, EventState.CANCELLED) and changed:
        raise EventError("This event is over; nothing of it is changed any more.")


def _save_new(event: Event) -> None:
    """Save a new event under a free address, also where another takes it meanwhile."""
    for _ in range(TRIES):
        event.slug = _slug(event.name)
        try:
            with transaction.atomic():
                event.save()
        except IntegrityError:
            continue
        return
    raise EventError("Many make an event of this name just now; try again.")


def _slug(name: str) -> str:
    """Return a free address for an event of a name."""
    base = slugify(name)[:50] or "event"
    slug, number = base, 1
    while slug in TAKEN or Event.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug
