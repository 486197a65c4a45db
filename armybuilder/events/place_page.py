"""The page of an entrant: what is to be done first, then the list and the games."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from armybuilder.armies.shown_messages import shown_messages
from armybuilder.events.access import friend_of
from armybuilder.events.event_page import clock_of, open_lists
from armybuilder.events.field_words import books_words
from armybuilder.events.models import Entrant, EntrantState, Event, EventState
from armybuilder.events.offers import armies_to_offer, draft_offer
from armybuilder.events.pairings import seen_tables
from armybuilder.events.penalties import all_taken_off, total
from armybuilder.events.rolls import roll_of
from armybuilder.events.sight import REVEALED, SHOWN, Onlooker, Part
from armybuilder.events.submissions import ARMY, takes_lists
from armybuilder.events.terms import ListRefused, judge
from rulesets.core.points import to_points
from rulesets.documents.json import canonical
from rulesets.rosters.roster import read_roster, roster_document

Shown = dict[str, Any]

TITLES = {
    EntrantState.ACCEPTED: "Your list is accepted",
    EntrantState.QUERIED: "A judge asks you something",
    EntrantState.REFUSED: "Your list is refused",
    EntrantState.WITHDRAWN: "You have withdrawn",
    EntrantState.SUBMITTED: "Your list is in",
}
ANSWERED = "Your answer is sent; the judges look at it."
NOT_IN = "No list of yours is in"
DRAFT_STEP = "A list waits below: look at it, and hand it in."

ASK = "The event takes no list from players now: ask a judge."
STEPS = {
    EntrantState.QUERIED: "Answer below, or hand in another list.",
    EntrantState.REFUSED: "Hand in another list.",
    EntrantState.WITHDRAWN: "You may come back: hand in a list.",
    EntrantState.ACCEPTED: "Nothing is left to do. You may hand in another list.",
    EntrantState.SUBMITTED: "You may hand in another list.",
}
"""Steps that are left to an entrant while he may hand in."""

LATE_STEPS = {
    EntrantState.QUERIED: "Answer below.",
    EntrantState.REFUSED: ASK,
    EntrantState.WITHDRAWN: "Your list is kept, and shown to nobody.",
    EntrantState.ACCEPTED: "Nothing is left to do.",
    EntrantState.SUBMITTED: "Nothing is left to do: the judges look at it.",
}
"""Steps once he may not."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of an entrant: in a few words, his next step, and until when."""

    title: str
    step: str
    until: datetime | None = None


def standing(
    event: Event, own: Entrant, *, may_hand_in: bool, has_draft: bool
) -> Standing:
    """Return how an entrant stands."""
    until = _until(event, own) if may_hand_in else None
    state = EntrantState(own.state)
    title = TITLES.get(state, NOT_IN)
    if has_draft and may_hand_in:
        return Standing(title, DRAFT_STEP, until)
    if event.is_friendly:
        step = _friendly_step(event, own, may_hand_in=may_hand_in)
        return Standing(title, step, until)
    if not may_hand_in:
        return Standing(title, LATE_STEPS.get(state, ASK))
    step = STEPS.get(state, "Choose a list below, look at it, and hand it in.")
    return Standing(title, step, until)


def _until(event: Event, own: Entrant) -> datetime:
    """Return until when an entrant may hand in."""
    late = event.state == EventState.CLOSED and own.answer_until is not None
    return own.answer_until if late and own.answer_until else event.deadline


def _friendly_step(event: Event, own: Entrant, *, may_hand_in: bool) -> str:
    if event.state == EventState.CANCELLED:
        return "The second list never came; nobody sees the first."
    if not may_hand_in:
        return "Both lists are open, and neither changes any more."
    if own.state in SHOWN:
        return "It opens when the other list is in. Until then you may change it."
    return "Choose a list below, look at it, and hand it in."


def place_page(request: HttpRequest, look: Onlooker, own: Entrant) -> Shown:
    """Return what an entrant's own page shows."""
    now, event = timezone.now(), look.event
    notes = list(own.notes.select_related("by", "submission").order_by("-pk"))
    asked = (one for one in notes if one.kind in ("queried", "refused"))
    said = (one.kind for one in notes if one.kind in ("queried", "answered"))
    has_answered = own.state == EntrantState.QUERIED and next(said, "") == "answered"
    may_hand_in = takes_lists(event, own, now)
    draft = _shown_draft(event, own)
    shown = standing(event, own, may_hand_in=may_hand_in, has_draft=draft is not None)
    link = reverse("events:link", args=[own.link])
    return {
        **friend_page(request, look, own),
        **_penalties(event, own),
        "event": event,
        "look": look,
        "own": own,
        "standing": replace(shown, step=ANSWERED) if has_answered else shown,
        "asked": next(asked, None),
        "tables": seen_tables(look, own_only=True),
        "meets": _meets(look),
        "clock": clock_of(event, now),
        "draft": draft,
        "to_mend": _to_mend(event, own) if may_hand_in else "",
        "armies": armies_to_offer(request, event),
        "may_hand_in": may_hand_in,
        "notes": notes,
        "link": request.build_absolute_uri(link),
        "verify": _verify_address(request, own),
    }


def _to_mend(event: Event, own: Entrant) -> str:
    """Return a list that is wrong as a document for the builder, "" without one.

    It is the one that waits, else the one that a judge asks about. A player has what
    came from an army of his there already.
    """
    waits, row = draft_offer(own), own.current
    if waits is not None:
        way, roster = waits.way, waits.roster
    elif row is not None and own.state in (EntrantState.QUERIED, EntrantState.REFUSED):
        way, roster = row.way, read_roster(row.receipt["roster"])
    else:
        return ""
    if way == ARMY:
        return ""
    limit = roster.limit if event.limit is None else to_points(event.limit)
    return canonical(roster_document(replace(roster, limit=limit))).decode()


def _penalties(event: Event, own: Entrant) -> Shown:
    """Return what is taken off a player, once a judge has decided about his list."""
    decided = (EntrantState.QUERIED, EntrantState.ACCEPTED, EntrantState.REFUSED)
    if own.state not in decided:
        return {}
    taken = all_taken_off(event, own)
    return {"taken_off": taken, "taken_off_total": total(taken)}


def _meets(look: Onlooker) -> str:
    """Return the books that an entrant may meet, once he sees every list."""
    if look.phase != REVEALED or look.event.is_friendly:
        return ""
    if look.sees_of_others < Part.LIST:
        return ""
    return books_words(one.book for one in open_lists(look))


def friend_page(request: HttpRequest, look: Onlooker, own: Entrant) -> Shown:
    """Return what a player of a friendly game sees of the other, and his link.

    The link opens the other's place, so it is shown only while nothing is there.
    """
    friend = friend_of(look, own)
    if friend is None:
        return {}
    unused = friend.state == EntrantState.NONE and friend.person_id is None
    is_makers = friend.number > 1  # the first place is of who began the game
    is_open = unused and is_makers and look.event.state == EventState.OPEN
    link = reverse("events:link", args=[friend.link])
    return {
        "friend": friend,
        "friend_list": look.sees(friend) == Part.LIST,
        "friend_link": request.build_absolute_uri(link) if is_open else "",
        "friend_word": friend_word(look, friend),
    }


def friend_word(look: Onlooker, friend: Entrant) -> str:
    """Return how the other's list stands, as his opponent may know it, in a word."""
    if look.event.state != EventState.OPEN:
        return str(look.event.state)
    if friend.state == EntrantState.WITHDRAWN:
        return "withdrawn"
    return "in" if friend.state in SHOWN else "waiting"


def _verify_address(request: HttpRequest, own: Entrant) -> str:
    if own.current is None:
        return ""
    return request.build_absolute_uri(reverse("verify:code", args=[own.current.code]))


def _shown_draft(event: Event, own: Entrant) -> Shown | None:
    """Return the draft with its verdict, as the page shows it before handing in."""
    offer = draft_offer(own)
    if offer is None:
        return None
    try:
        judged = judge(event, offer.roster)
    except ListRefused as problem:
        return {"problem": str(problem)}
    now = judged.with_fixes()
    return {
        "review": now,
        "messages": shown_messages(now),
        "roll": roll_of(judged),
        "sha256": offer.sha256,
        "way": offer.way,
        "may_submit": now.legal or event.allows_illegal,
    }
