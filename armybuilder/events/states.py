"""States of an event: moved by the clock and by hand, each move kept.

The clock's moves are made by whoever looks first, a page or the site's clock, and are
kept with the time at which they were due: nobody sees an event in a state that is past.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.models import EntrantState, Event, EventMove, EventState

BY_CLOCK = (
    (EventState.DRAFT, EventState.OPEN, "opens_at"),
    (EventState.OPEN, EventState.CLOSED, "deadline"),
    (EventState.CLOSED, EventState.REVEALED, "reveal_at"),
    (EventState.REVEALED, EventState.OVER, "ends_at"),
)
"""Moves that the clock makes: from, to, and the event's time."""

BY_HAND = {
    EventState.DRAFT: (EventState.OPEN, EventState.CANCELLED),
    EventState.OPEN: (EventState.CLOSED, EventState.CANCELLED),
    EventState.CLOSED: (EventState.OPEN, EventState.REVEALED, EventState.CANCELLED),
    EventState.REVEALED: (EventState.OVER, EventState.CANCELLED),
    EventState.OVER: (),
    EventState.CANCELLED: (),
}
"""Moves that an organiser may make; what was revealed is never hidden again."""

IN = (EntrantState.SUBMITTED, EntrantState.ACCEPTED)
"""States of entrants who have a list that stands."""

MOVING = tuple(before for before, _, _ in BY_CLOCK)


class EventError(ValueError):
    """Something that cannot be done with an event, in words."""


def settled(event: Event, now: datetime | None = None) -> Event:
    """Return the event in the state that its clock says; moves it where one is due."""
    moment = now or timezone.now()
    if next(_due(event, moment), None) is None:
        return event
    with transaction.atomic():
        locked = Event.objects.select_for_update().filter(pk=event.pk).first()
        if locked is None:
            return event  # deleted meanwhile
        for after, at in _due(locked, moment):
            _move(locked, after, at, None, "")
    return locked


def locked_event(event: Event) -> Event:
    """Return an event with its row locked.

    Raises
    ------
    EventError
        If somebody has deleted it meanwhile.
    """
    found = Event.objects.select_for_update().filter(pk=event.pk).first()
    if found is None:
        raise EventError("This event was deleted meanwhile.")
    return found


def move_due(now: datetime | None = None) -> None:
    """Move every event whose time has come; may be called at any time, and twice."""
    for event in Event.objects.filter(state__in=MOVING):
        settled(event, now)


@transaction.atomic
def move_event(
    event: Event,
    after: EventState,
    person: User,
    reason: str = "",
    now: datetime | None = None,
) -> Event:
    """Move an event by hand, and return it.

    Raises
    ------
    EventError
        If it cannot go to that state from the one that it is in.
    """
    moment = now or timezone.now()
    locked = settled(locked_event(event), moment)
    before = EventState(locked.state)
    if after == before:
        return locked
    if after not in BY_HAND[before]:
        text = f"An event that is {before.label} cannot be made {after.label}."
        raise EventError(text)
    if after == EventState.OPEN and locked.deadline <= moment:
        raise EventError("Set a deadline that is to come first; then open it.")
    _move(locked, after, moment, person, reason)
    return locked


def reveal_full(event: Event, now: datetime) -> None:
    """Reveal an event that opens once every place has a list, if that is so now.

    The event's row is locked by who calls, so that of two last lists one reveals.
    """
    taken = event.entrants.exclude(state=EntrantState.WITHDRAWN)
    ready = event.entrants.filter(state__in=IN)
    if event.state != EventState.OPEN or ready.count() < event.places:
        return
    if taken.count() == ready.count():
        _move(event, EventState.REVEALED, now, None, "every list is in")


def _due(event: Event, moment: datetime) -> Iterator[tuple[EventState, datetime]]:
    """Yield the moves that the clock has still to make, in their order."""
    state = event.state
    if event.reveals_when_full and state == EventState.OPEN:
        if event.deadline <= moment:
            yield EventState.CANCELLED, event.deadline
        return
    for before, after, name in BY_CLOCK:
        at: datetime | None = getattr(event, name)
        if state == before and at is not None and at <= moment:
            yield after, at
            state = after


def _move(
    event: Event, after: EventState, at: datetime, by: User | None, reason: str
) -> None:
    before, event.state = event.state, after
    event.save(update_fields=["state"])
    EventMove.objects.create(
        event=event, before=before, after=after, at=at, by=by, reason=reason
    )
