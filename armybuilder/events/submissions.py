"""Lists handed in: judged at once, frozen, signed, and never changed.

`hand_in` is one transaction with the rows of event and entrant locked, in this order: a
list is in with its receipt, or nothing has happened. The same list again gives the same
receipt.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.events.keys import private_key
from armybuilder.events.list_messages import keep_messages
from armybuilder.events.models import (
    Entrant,
    EntrantNote,
    EntrantState,
    Event,
    EventState,
    Submission,
)
from armybuilder.events.states import reveal_full, settled
from armybuilder.events.terms import JudgedList, ListRefused, hashes_of, judge
from armybuilder.events.times import told
from rulesets.core.points import Points
from rulesets.documents.json import sha256
from rulesets.receipts import frozen_list, sign
from rulesets.reviews.review import ERROR, Review
from rulesets.rosters.roster import Roster, roster_document

HAND_INS = Allowance("hand-in", burst=60, refill_seconds=5)
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of codes: none that is taken for another."""

MOST_VERSIONS = 200
"""Most lists that one entrant hands in."""

ARMY, FILE, TEXT = "army", "file", "text"
WAYS = {ARMY: "one of the player’s armies", FILE: "a file", TEXT: "a pasted text"}

_MOVED = ["current", "state", "draft", "answer_until", "changed_at"]

MOST_SOURCE = 200_000
"""Most of a text that is kept beside the list made from it [characters]."""


class TooLate(ListRefused):
    """A list that came after the deadline."""


class NotLegal(ListRefused):
    """An illegal list, where the event takes legal ones only."""

    def __init__(self, judged: JudgedList) -> None:
        super().__init__("This event takes legal lists only, and this one is not.")
        self.judged = judged


@dataclass(frozen=True, slots=True)
class Offer:
    """A list that somebody hands in.

    Parameters
    ----------
    roster : Roster
    way : str
        A key of `WAYS`.
    source : str
        The text that it was made from, if any.
    """

    roster: Roster
    way: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand that brings a list: whose, when, and with what reason.

    Parameters
    ----------
    received : datetime
        When the site got it.
    person : User, optional
        None for who came by a personal link.
    is_staff : bool
        True for an organiser or a judge.
    reason : str
        Why a judge does it.
    """

    received: datetime
    person: User | None = None
    is_staff: bool = False
    reason: str = ""


@transaction.atomic
def hand_in(place: Entrant, offer: Offer, hand: Hand) -> tuple[Submission, bool]:
    """Freeze a list; return it, and whether it is new.

    Raises
    ------
    TooLate
        If the event takes no lists from players any more, or not yet.
    NotLegal
        If it is illegal and the event takes legal lists only.
    ListRefused
        If it cannot be judged or frozen, or a judge gives no reason.
    """
    event = _event_of(place, hand)
    entrant = Entrant.objects.select_for_update().filter(pk=place.pk).first()
    if entrant is None:
        raise ListRefused("This place was taken back meanwhile.")
    _refuse_time(event, entrant, hand)
    judged = judge(event, offer.roster)
    hashes = hashes_of(judged.books)
    digest = sha256(roster_document(offer.roster))
    current = entrant.current
    if current is not None and _is_same(entrant, current, digest):
        return current, False
    if not judged.is_legal and not event.allows_illegal and not hand.is_staff:
        raise NotLegal(judged)
    number = entrant.submissions.count() + 1
    if number > MOST_VERSIONS:
        raise ListRefused("This is the two-hundredth version; ask a judge.")
    row = _frozen(event, entrant, number, judged, offer, hand, digest)
    row.receipt = frozen_list(judged.review, hashes, event.pack, _of_event(event, row))
    row.signature = sign(row.receipt, private_key(event))
    row.save()
    keep_messages(row, judged.review.messages)
    entrant.current, entrant.state = row, EntrantState.SUBMITTED
    entrant.draft, entrant.answer_until = None, None
    entrant.changed_at = hand.received
    entrant.save(update_fields=_MOVED)
    note(entrant, "handed-in", hand, hand.reason, row)
    if event.reveals_when_full:
        reveal_full(event, hand.received)
    return row, True


def _event_of(place: Entrant, hand: Hand) -> Event:
    """Return the event of a place in its present state, with its row locked.

    So no list comes in once an event was seen closed, and of two last lists of one that
    opens with its last list one opens it.
    """
    event = Event.objects.select_for_update().filter(pk=place.event_id).first()
    if event is None:
        raise ListRefused("This event was deleted meanwhile.")
    return settled(event, hand.received)


def keep_draft(place: Entrant, offer: Offer, hand: Hand) -> None:
    """Keep a list beside the place of an entrant, before it is handed in."""
    document = {
        "roster": roster_document(offer.roster),
        "way": offer.way,
        "source": offer.source[:MOST_SOURCE],
    }
    fields: dict[str, object] = {"draft": document}
    if place.state == EntrantState.NONE:
        fields |= {"state": EntrantState.DRAFT, "changed_at": hand.received}
    Entrant.objects.filter(pk=place.pk).update(**fields)


def note(
    entrant: Entrant,
    kind: str,
    hand: Hand,
    text: str = "",
    submission: Submission | None = None,
) -> None:
    """Keep that something happened to an entrant's list."""
    noted(entrant, kind, hand, text, submission).save()


def noted(
    entrant: Entrant,
    kind: str,
    hand: Hand,
    text: str = "",
    submission: Submission | None = None,
) -> EntrantNote:
    """Return the row that keeps it, not saved yet."""
    return EntrantNote(
        entrant=entrant,
        at=hand.received,
        by=hand.person,
        who="judge" if hand.is_staff else "player",
        kind=kind,
        text=text,
        submission=submission,
    )


def note_look(entrant: Entrant, hand: Hand) -> None:
    """Keep that a judge looked at a list that is hidden from others, once each."""
    row = entrant.current
    seen = entrant.notes.filter(kind="looked", by=hand.person, submission=row)
    if not seen.exists():
        note(entrant, "looked", hand, submission=row)


def note_looks(entrants: Sequence[Entrant], hand: Hand) -> None:
    """Keep of many lists at once what `note_look` keeps of one."""
    looked = EntrantNote.objects.filter(
        kind="looked", by=hand.person, entrant__in=[one.pk for one in entrants]
    )
    seen = set(looked.values_list("entrant", "submission"))
    EntrantNote.objects.bulk_create(
        noted(one, "looked", hand, submission=one.current)
        for one in entrants
        if (one.pk, one.current_id) not in seen
    )


def takes_lists(event: Event, entrant: Entrant, now: datetime) -> bool:
    """Return whether an entrant may hand in now, without a judge."""
    return _open_for(event, entrant, now) == ""


def _refuse_time(event: Event, entrant: Entrant, hand: Hand) -> None:
    if not hand.is_staff:
        text = _open_for(event, entrant, hand.received)
        if text:
            raise TooLate(text)
        return
    if event.state in (EventState.DRAFT, EventState.OVER, EventState.CANCELLED):
        raise TooLate(f"The event is {EventState(event.state).label}.")
    if not hand.reason.strip():
        raise ListRefused("A judge who hands in a list gives the reason.")


def _open_for(event: Event, entrant: Entrant, now: datetime) -> str:
    """Return why an entrant may not hand in now; empty where he may."""
    if event.state == EventState.OPEN:
        return ""
    if now < event.deadline and _was_closed_by_clock(event):
        return ""  # it came in time, and had to wait for its turn
    asked = entrant.state == EntrantState.QUERIED and entrant.answer_until
    if event.state == EventState.CLOSED and asked and now < asked:
        return ""
    if event.state == EventState.DRAFT:
        return "The event takes no lists yet."
    if event.state == EventState.CANCELLED:
        return "The event was cancelled."
    # An organiser may have closed them before the deadline.
    by_clock = f"closed on {told(event.deadline, event.time_zone)}"
    closed = by_clock if event.deadline <= now else "are closed"
    return f"The lists {closed}. Now only a judge takes one, with a reason."


def _was_closed_by_clock(event: Event) -> bool:
    if event.state not in (EventState.CLOSED, EventState.REVEALED):
        return False
    last = event.moves.filter(before=EventState.OPEN).last()
    return last is not None and last.by_id is None and last.at == event.deadline


def _is_same(entrant: Entrant, current: Submission, digest: str) -> bool:
    """Return whether a list is in already, and stands."""
    gone = (EntrantState.WITHDRAWN, EntrantState.REFUSED)
    return entrant.state not in gone and current.roster_sha256 == digest


def _frozen(
    event: Event,
    entrant: Entrant,
    number: int,
    judged: JudgedList,
    offer: Offer,
    hand: Hand,
    digest: str,
) -> Submission:
    """Return the row of a list, without its receipt."""
    now = judged.review
    errors = [one for one in now.messages if one.severity == ERROR]
    return Submission(
        entrant=entrant,
        number=number,
        code=_new_code(),
        army_name=now.roster.name,
        books=" ".join(dict.fromkeys(force.book for force in now.roster.forces)),
        book_names=", ".join(dict.fromkeys(one.book_name for one in now.forces)),
        way=offer.way,
        source=offer.source[:MOST_SOURCE],
        points=now.points,
        models_count=now.models,
        is_legal=now.legal,
        first_message=errors[0].text[:500] if errors else "",
        first_code=errors[0].code if errors else "",
        errors=now.errors,
        scores=_scores(now),
        roster_sha256=digest,
        handed_in_at=hand.received,
        by=hand.person,
        is_by_staff=hand.is_staff,
        reason=hand.reason[:500],
    )


def _of_event(event: Event, row: Submission) -> dict[str, object]:
    return {
        "code": row.code,
        "version": row.number,
        "event": {"slug": event.slug, "name": event.name},
        "handed_in_at": row.handed_in_at.astimezone(UTC).isoformat(),
    }


def _scores(now: Review) -> list[dict[str, str]]:
    return [
        {"key": one.key, "title": one.title, "value": _number(one.value)}
        for one in now.tallies
    ]


def _number(value: Points) -> str:
    return f"{value:f}" if not isinstance(value, int) else str(value)


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(8))
        if not Submission.objects.filter(code=code).exists():
            return code
