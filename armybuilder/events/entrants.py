"""Places of an event: given by the organiser, or taken on its page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Max

from armybuilder.accounts.models import User
from armybuilder.events.models import (
    Entrant,
    EntrantNote,
    EntrantState,
    Event,
    EventState,
    Sight,
    new_link,
)

MOST_PLACES = 1000
NAME_LENGTH = 80
MOST_ADDRESS = 254
"""Longest address of mail [characters]."""

CONTROLS = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
"""Characters that end a line, are none, or turn the direction of what follows."""

_LINE = re.compile(r"\s*(?:[,;\t<]\s*)([^\s,;<>]+@[^\s,;<>]+)>?\s*$")


class PlaceError(ValueError):
    """A place that cannot be given, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Invited:
    """One line of names: a name, and an address of mail where it has one."""

    name: str
    email: str = ""


def read_names(text: str) -> tuple[Invited, ...]:
    """Return the entrants of a text: ``Name`` or ``Name, name@example.org`` a line.

    Raises
    ------
    PlaceError
        If a line is no name or its address is none: names the line.
    """
    found: list[Invited] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        mail = _LINE.search(line)
        name = (line[: mail.start()] if mail else line).strip().strip(",;")
        email = mail.group(1) if mail else ""
        if not is_name(name):
            text = f"write a name of at most {NAME_LENGTH} letters, then the address"
            raise PlaceError(f"Line {number}: {text}.")
        if email and not _is_address(email):
            raise PlaceError(f"Line {number}: {email} is no address of mail.")
        found.append(Invited(name, email))
    return tuple(found)


@transaction.atomic
def invite(
    event: Event, names: Sequence[Invited], person: User, now: datetime
) -> tuple[Entrant, ...]:
    """Give places to people who are named; return those that are new.

    A name that has a place already, with the same address, is not given another.

    Raises
    ------
    PlaceError
        If there are not enough places.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    has = {(one.name.casefold(), one.email) for one in locked.entrants.all()}
    wanted = {(one.name.casefold(), one.email): one for one in names}
    new = [one for key, one in wanted.items() if key not in has]
    return tuple(_give(locked, one, None, person, now, "invited") for one in new)


@transaction.atomic
def join(event: Event, who: Invited, person: User | None, now: datetime) -> Entrant:
    """Take a place on the page of an event.

    Raises
    ------
    PlaceError
        If the event takes nobody, is full, or the person has a place already.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state != EventState.OPEN or not locked.allows_joining:
        raise PlaceError("This event takes nobody in by this page now.")
    if person is not None and locked.entrants.filter(person=person).exists():
        raise PlaceError("You have a place already.")
    return _give(locked, who, person, person, now, "joined")


def place_of(event: Event, who: Invited, person: User | None, now: datetime) -> Entrant:
    """Return a new place of an event that is being made."""
    return _give(event, who, person, person, now, "joined")


@transaction.atomic
def remove(entrant: Entrant) -> None:
    """Take back a place that nothing was handed in for.

    Raises
    ------
    PlaceError
        If a list was handed in: then the entrant withdraws, and the list is kept.
    """
    locked = Entrant.objects.select_for_update().filter(pk=entrant.pk).first()
    if locked is None:
        return
    if locked.submissions.exists():
        text = f"{locked.name} has handed in a list; withdraw the entrant instead."
        raise PlaceError(text)
    locked.delete()


def renew_link(entrant: Entrant) -> Entrant:
    """Give an entrant another personal link; the former one opens nothing any more."""
    entrant.link = new_link()
    entrant.save(update_fields=["link"])
    return entrant


def needs_own_link(event: Event, entrant: Entrant) -> bool:
    """Return whether a place gets another link with its player's first list.

    The present one would show the list to whoever gave it: to an organiser who is to
    be blind, or to who began a friendly game. Who began it was given his by nobody.
    """
    is_guests = event.is_friendly and entrant.number > 1
    if not (is_guests or event.sight == Sight.BLIND) or entrant.draft is not None:
        return False
    return not entrant.submissions.filter(is_by_staff=False).exists()


def give_own_link(entrant: Entrant, person: User | None) -> None:
    """Give a place a link that its player alone knows.

    Another account that had opened the former link loses the place.
    """
    entrant.link, entrant.person = new_link(), person
    entrant.save(update_fields=["link", "person"])


@transaction.atomic
def claim(entrant: Entrant, person: User) -> None:
    """Bind a place to the account of who opened its link signed in.

    A place that is somebody's stays it; who has a place already gets no other.
    """
    Event.objects.select_for_update().filter(pk=entrant.event_id).first()
    locked = Entrant.objects.select_for_update().filter(pk=entrant.pk).first()
    if locked is None or locked.person_id is not None:
        return
    if locked.event.entrants.filter(person=person).exists():
        return
    locked.person = person
    locked.save(update_fields=["person"])


def _give(
    event: Event,
    who: Invited,
    person: User | None,
    by: User | None,
    now: datetime,
    kind: str,
) -> Entrant:
    taken = event.entrants.exclude(state=EntrantState.WITHDRAWN).count()
    if taken >= event.places:
        raise PlaceError(f"All {event.places} places are taken.")
    last = event.entrants.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_PLACES:
        raise PlaceError(f"An event has at most {MOST_PLACES} entrants in all.")
    entrant = Entrant.objects.create(
        event=event,
        number=last + 1,
        name=who.name[:NAME_LENGTH],
        email=who.email,
        person=person,
    )
    who_did = "player" if kind == "joined" else "organiser"
    EntrantNote.objects.create(entrant=entrant, at=now, by=by, who=who_did, kind=kind)
    return entrant


def is_name(text: str) -> bool:
    """Return whether a text may be the name of an entrant."""
    is_plain = "@" not in text and not re.search(CONTROLS, text)
    return bool(text) and len(text) <= NAME_LENGTH and is_plain


def _is_address(text: str) -> bool:
    if len(text) > MOST_ADDRESS:
        return False
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
