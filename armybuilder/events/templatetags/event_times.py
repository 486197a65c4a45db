"""Times on the clocks of an event, and notes of a history in words."""

from datetime import datetime

from django import template

from armybuilder.events.event_page import short_time
from armybuilder.events.models import EntrantNote, Event
from armybuilder.events.penalties import PENALTY, signed_points
from armybuilder.events.times import told
from rulesets.core.points import to_points

register = template.Library()

TITLES = {
    "joined": "Took a place",
    "invited": "Was given a place",
    "handed-in": "Handed in",
    "queried": "Asked",
    "answered": "Answered",
    "accepted": "Accepted",
    "refused": "Refused",
    "withdrawn": "Withdrew",
    "taken-back": "Is in again",
    "looked": "Looked at it",
    PENALTY: "Penalty",
}


@register.filter
def at_time(event: Event, moment: datetime) -> str:
    """Return a moment on the clocks of an event: `Sun 11 April, 20:00`."""
    return short_time(event, moment)


@register.filter
def note_title(note: EntrantNote) -> str:
    """Return what happened and by whom: `Accepted by a judge`."""
    title = TITLES.get(note.kind, note.kind)
    if note.points is not None:
        title += f" {signed_points(to_points(note.points))}"
    if note.rule:
        title += f" for {note.rule}"
    if note.who == "player":
        return title
    return f"{title}, by {note.by}" if note.by is not None else f"{title}, by a judge"


@register.filter
def at_second(event: Event, moment: datetime) -> str:
    """Return a moment to the second, with the day and the zone."""
    return told(moment, event.time_zone)
