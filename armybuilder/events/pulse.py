"""The pulse of a board: a mark of what has happened, and what is new since another."""

from django.db.models import Q, QuerySet

from armybuilder.accounts.models import User
from armybuilder.events.models import EntrantNote, Event
from armybuilder.events.penalties import PENALTY
from rulesets.core.subject import so_many

SHOWN = (
    "joined", "invited", "handed-in", "queried", "answered", "accepted", "refused",
    "withdrawn", "taken-back", PENALTY,
)  # fmt: skip
"""Kinds of notes by which a board changes."""

MOST_DIGITS = 16
"""Most digits of the number of a note."""


def mark_of(event: Event, judge: User) -> str:
    """Return a mark that is another once others than the judge change the board."""
    last = _notes(event, judge).order_by("-pk").values_list("pk", flat=True).first()
    return f"{last or 0}-{event.entrants.count()}-{event.state}"


def news(event: Event, judge: User, since: str) -> str:
    """Return in words what has changed since a mark."""
    last = since.partition("-")[0]
    seen = int(last) if last.isdecimal() and len(last) < MOST_DIGITS else 0
    new = _notes(event, judge).filter(kind="handed-in", pk__gt=seen).count()
    if not new:
        return "The board has changed."
    return f"{so_many(new, 'new list')}."


def _notes(event: Event, judge: User) -> QuerySet[EntrantNote]:
    notes = EntrantNote.objects.filter(entrant__event=event, kind__in=SHOWN)
    return notes.filter(~Q(by=judge) | Q(by=None))
