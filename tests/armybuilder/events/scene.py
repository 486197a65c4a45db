"""An event with people, for tests: made by the same functions as the pages call."""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, invite
from armybuilder.events.models import Entrant, Event, EventState, Submission
from armybuilder.events.organisers import make_event
from armybuilder.events.states import move_event
from armybuilder.events.submissions import FILE, Hand, Offer, hand_in
from rulesets.rosters.roster import read_roster, roster_document
from tests.real_books import sample_army

NOW = datetime(2027, 4, 1, 12, 0, tzinfo=UTC)
DEADLINE = datetime(2027, 4, 11, 18, 0, tzinfo=UTC)
REVEAL = datetime(2027, 4, 14, 18, 0, tzinfo=UTC)
START = datetime(2027, 4, 17, 8, 0, tzinfo=UTC)
LEGAL = "skaven-1000"


def army(name: str = LEGAL, title: str = "") -> dict[str, Any]:
    """Return the roster document of a sample army, under another name."""
    document = roster_document(sample_army(name))
    if title:
        document["name"] = title
    return document


def illegal(title: str = "Too many") -> dict[str, Any]:
    """Return an army that is worth more than the event allows: every unit twice."""
    document = army(title=title)
    units = document["forces"][0]["units"]
    again = deepcopy(units)
    for number, unit in enumerate(again):
        unit["id"] = f"again{number}"
    units += again
    return document


def charge_event(person: User, **more: Any) -> Event:
    """Return an event of Charge at 1,000 points that somebody makes, still prepared."""
    settings = {
        "name": "Spring Open",
        "game": "charge",
        "limit": 1000,
        "time_zone": "Europe/Vienna",
        "deadline": DEADLINE,
        "reveal_at": REVEAL,
        "starts_at": START,
        "ends_at": START + timedelta(hours=10),
        **more,
    }
    return make_event(person, settings)


def opened(event: Event, person: User, now: datetime = NOW) -> Event:
    return move_event(event, EventState.OPEN, person, now=now)


def placed(event: Event, person: User, *names: str) -> tuple[Entrant, ...]:
    """Return places that an organiser gives."""
    return invite(event, [Invited(name) for name in names], person, NOW)


def handed(
    entrant: Entrant, document: Any = None, at: datetime = NOW, **hand: Any
) -> Submission:
    """Return the list that an entrant hands in."""
    roster = read_roster(army() if document is None else document)
    row, _ = hand_in(entrant, Offer(roster, FILE), Hand(at, **hand))
    entrant.refresh_from_db()
    return row


def by_link(entrant: Entrant) -> Client:
    """Return the browser of an entrant who has opened his personal link."""
    client = Client()
    client.get(f"/events/i/{entrant.link}/")
    return client


def as_text(document: Any) -> str:
    return json.dumps(document)
