"""The event of the demonstration: some lists are in, one of them illegal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, invite
from armybuilder.events.judgements import accept, query
from armybuilder.events.models import Event, EventState
from armybuilder.events.organisers import make_event
from armybuilder.events.states import move_event
from armybuilder.events.submissions import FILE, Hand, Offer, hand_in
from rulesets.rosters.edits import Duplicate, apply
from rulesets.rosters.roster import Roster

NAME = "Spring Open"
NAMES = ("Anna", "Bert", "Clara", "Dora", "Emil", "Frida")
LIMIT = 2000


def load_event(
    organiser: User, player: User, rosters: Mapping[str, Roster]
) -> Event | None:
    """Make the event of the demonstration; none if it is there already.

    ``rosters`` are sample armies by the names of their files.
    """
    has_one = Event.objects.filter(people__person=organiser, name=NAME).exists()
    if has_one or not _armies(rosters):
        return None
    now = timezone.now()
    start = (now + timedelta(days=24)).replace(
        hour=8, minute=0, second=0, microsecond=0
    )
    settings = {
        "name": NAME,
        "game": "warhammer",
        "about": "Five games in one weekend. Bring two printed lists.",
        "place": "Town hall",
        "limit": LIMIT,
        "time_zone": "Europe/Vienna",
        "deadline": start.replace(hour=19) - timedelta(days=6),
        "reveal_at": start.replace(hour=19) - timedelta(days=3),
        "starts_at": start,
        "ends_at": start + timedelta(days=1, hours=10),
        "places": 12,
        "allows_illegal": True,
    }
    event = make_event(organiser, settings)
    event = move_event(event, EventState.OPEN, organiser)
    places = invite(event, [Invited(name) for name in NAMES], organiser, now)
    lists = [rosters[f"{key}-{LIMIT}"] for key in _armies(rosters)]
    lists.append(_too_much(lists[0]))
    judge = Hand(now, organiser, is_staff=True)
    for number, (place, roster) in enumerate(zip(places, lists, strict=False)):
        row, _ = hand_in(place, Offer(roster, FILE), Hand(now))
        if number == 0:
            accept(place, row.code, judge)
        if not row.is_legal:
            query(place, row.code, "Which unit shall go?", judge, None)
    last = places[-1]
    last.person, last.name = player, player.username
    last.save(update_fields=["person", "name"])
    return event


def _armies(rosters: Mapping[str, Roster]) -> Sequence[str]:
    wanted = ("empire", "bretonnia", "orcs-and-goblins")
    return [key for key in wanted if f"{key}-{LIMIT}" in rosters]


def _too_much(roster: Roster) -> Roster:
    """Return an army with its last unit twice, so that it is too large."""
    last = roster.forces[0].units[-1].id
    return apply(replace(roster, name=f"{roster.name}, and more"), Duplicate(last))
