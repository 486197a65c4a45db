"""Decisions of judges about lists, and answers of players: each is kept.

Every decision names the version that was looked at. Where another came in meanwhile
nothing is decided, and the judge is told. No reason names an entrant: a judge may not
know whose list it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import prefetch_related_objects

from armybuilder.events.models import (
    Entrant,
    EntrantNote,
    EntrantState,
    Event,
    EventState,
    Submission,
)
from armybuilder.events.penalties import PENALTY, rules_to_name
from armybuilder.events.states import settled
from armybuilder.events.submissions import Hand, note, noted

GONE = "This place was taken back meanwhile."

WAITING = (EntrantState.SUBMITTED, EntrantState.QUERIED)


class DecisionError(ValueError):
    """A decision that cannot be made, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Bulk:
    """The result of accepting many: whose lists were, and why the others not."""

    accepted: tuple[Entrant, ...]
    left: tuple[tuple[Entrant, str], ...]


@transaction.atomic
def accept(place: Entrant, seen: str, hand: Hand) -> Entrant:
    """Accept the list of an entrant; an illegal one with a reason.

    ``seen`` is the code of the version that was looked at: the current one, or an
    earlier one, which then counts again.

    Raises
    ------
    DecisionError
        If there is no such list, it was withdrawn, another came in meanwhile, or the
        reason is missing.
    """
    entrant = _locked(place, hand)
    row = entrant.submissions.filter(code=seen).first()
    if row is None or entrant.state in (EntrantState.NONE, EntrantState.DRAFT):
        raise DecisionError("No such list was handed in here.")
    if entrant.state == EntrantState.WITHDRAWN:
        raise DecisionError("This entrant has withdrawn.")
    if entrant.state == EntrantState.ACCEPTED and entrant.current_id == row.pk:
        return entrant
    if not row.is_legal and not hand.reason.strip():
        raise DecisionError("The list is illegal: give the reason.")
    is_older = row.pk != entrant.current_id
    if is_older and not hand.reason.strip():
        raise DecisionError("A later list was handed in: give the reason.")
    entrant.current = row
    _decide(entrant, EntrantState.ACCEPTED, hand)
    note(entrant, "accepted", hand, hand.reason, row)
    return entrant


@transaction.atomic
def query(
    place: Entrant, seen: str, text: str, hand: Hand, until: datetime | None
) -> Entrant:
    """Ask an entrant something about his list; until a time he may hand in another.

    Raises
    ------
    DecisionError
        If the text is empty, or another list came in meanwhile.
    """
    entrant = _current(place, seen, hand)
    if not text.strip():
        raise DecisionError("Write what the player shall answer.")
    entrant.answer_until = until
    _decide(entrant, EntrantState.QUERIED, hand, keeps_until=True)
    note(entrant, "queried", hand, text, entrant.current)
    return entrant


@transaction.atomic
def refuse(place: Entrant, seen: str, text: str, hand: Hand) -> Entrant:
    """Refuse a list, with the reason for its player.

    Raises
    ------
    DecisionError
        If the reason is missing, or another list came in meanwhile.
    """
    entrant = _current(place, seen, hand)
    if not text.strip():
        raise DecisionError("Write why the list is refused.")
    _decide(entrant, EntrantState.REFUSED, hand)
    note(entrant, "refused", hand, text, entrant.current)
    return entrant


@transaction.atomic
def penalize(
    place: Entrant, seen: str, points: Decimal, hand: Hand, rule: str = ""
) -> Entrant:
    """Take points off an entrant by hand, with the reason; below nothing, give some.

    ``rule`` is the rule of the list that it is for, which is reason enough.

    Raises
    ------
    DecisionError
        If the reason is missing, the list has nothing to do with the rule, or another
        list came in meanwhile.
    """
    entrant = _current(place, seen, hand)
    row = entrant.current
    if not rule and not hand.reason.strip():
        raise DecisionError("Write what the penalty is for, or choose the rule.")
    if rule and (row is None or rule not in rules_to_name(entrant.event, row)):
        raise DecisionError("This list has no such rule. Choose one of those offered.")
    kept = noted(entrant, PENALTY, hand, hand.reason, row)
    kept.points, kept.rule = points, rule
    kept.save()
    entrant.changed_at = hand.received
    entrant.save(update_fields=["changed_at"])
    return entrant


@transaction.atomic
def answer(place: Entrant, text: str, hand: Hand) -> Entrant:
    """Answer a question of a judge.

    Raises
    ------
    DecisionError
        If nobody asked, or the answer is empty.
    """
    entrant = _locked(place, hand)
    if entrant.state != EntrantState.QUERIED:
        raise DecisionError("Nothing is asked of you now.")
    if not text.strip():
        raise DecisionError("Write an answer.")
    last = entrant.notes.last()
    if last is not None and (last.kind, last.text) == ("answered", text):
        return entrant  # sent again, since its first receipt got lost
    entrant.changed_at = hand.received
    entrant.save(update_fields=["changed_at"])
    note(entrant, "answered", hand, text, entrant.current)
    return entrant


@transaction.atomic
def withdraw(place: Entrant, hand: Hand) -> Entrant:
    """Withdraw an entrant: by himself until the reveal, by a judge at any time.

    Raises
    ------
    DecisionError
        If he has withdrawn already, or the lists are revealed and he is no judge.
    """
    entrant = _locked(place, hand)
    if entrant.state == EntrantState.WITHDRAWN:
        raise DecisionError("This entrant has withdrawn already.")
    open_states = (EventState.OPEN, EventState.CLOSED)
    if not hand.is_staff and entrant.event.state not in open_states:
        raise DecisionError("The lists are open: ask a judge to withdraw you.")
    _decide(entrant, EntrantState.WITHDRAWN, hand)
    note(entrant, "withdrawn", hand, hand.reason, entrant.current)
    return entrant


@transaction.atomic
def reinstate(place: Entrant, hand: Hand) -> Entrant:
    """Take an entrant back who had withdrawn, with the list that he had.

    Raises
    ------
    DecisionError
        If he has not withdrawn.
    """
    entrant = _locked(place, hand)
    if entrant.state != EntrantState.WITHDRAWN:
        raise DecisionError("This entrant has not withdrawn.")
    before = EntrantState.NONE if entrant.draft is None else EntrantState.DRAFT
    if entrant.current is not None:
        before = EntrantState.SUBMITTED
    _decide(entrant, before, hand)
    note(entrant, "taken-back", hand, hand.reason, entrant.current)
    return entrant


@transaction.atomic
def accept_many(event: Event, chosen: Mapping[int, str], hand: Hand) -> Bulk:
    """Accept many lists as they were seen, by the numbers of their entrants.

    Who cannot be accepted is named with why; the others are accepted all at once.
    """
    settled_event = settled(event, hand.received)
    found = Entrant.objects.select_for_update().filter(event=event, number__in=chosen)
    accepted: list[Entrant] = []
    left: list[tuple[Entrant, str]] = []
    locked = list(found)
    prefetch_related_objects(locked, "current")
    for entrant in locked:
        entrant.event = settled_event
        why = _why_not(entrant, chosen[entrant.number])
        if why:
            left.append((entrant, why))
            continue
        entrant.state, entrant.changed_at = EntrantState.ACCEPTED, hand.received
        entrant.answer_until = None
        accepted.append(entrant)
    Entrant.objects.bulk_update(accepted, ["state", "changed_at", "answer_until"])
    EntrantNote.objects.bulk_create(
        noted(entrant, "accepted", hand, "", entrant.current) for entrant in accepted
    )
    return Bulk(tuple(accepted), tuple(left))


def _why_not(entrant: Entrant, seen: str) -> str:
    """Return why a list is not accepted together with others; empty where it is."""
    try:
        _refuse_over(entrant.event)
        _refuse_other(entrant, seen)
    except DecisionError as problem:
        return str(problem)
    current = entrant.current
    if current is not None and not current.is_legal:
        return "The list is illegal: look at it, and give a reason."
    return ""


def last_legal(entrant: Entrant) -> Submission | None:
    """Return the last legal list before the current one, which a judge may take."""
    if entrant.current is None or entrant.current.is_legal:
        return None
    earlier = entrant.submissions.filter(is_legal=True)
    return earlier.filter(number__lt=entrant.current.number).last()


@transaction.atomic
def _locked(place: Entrant, hand: Hand) -> Entrant:
    """Return an entrant with its row locked and its event in its present state.

    The event moves first: rows are locked in the order of event and entrant.
    """
    event = Event.objects.filter(pk=place.event_id).first()
    if event is None:
        raise DecisionError(GONE)
    event = settled(event, hand.received)
    # The list is read once the row is locked: another may have come in meanwhile.
    entrant = Entrant.objects.select_for_update().filter(pk=place.pk).first()
    if entrant is None:
        raise DecisionError(GONE)
    entrant.event = event
    _refuse_over(event)
    return entrant


def _refuse_over(event: Event) -> None:
    if event.state in (EventState.OVER, EventState.CANCELLED):
        state = EventState(event.state).label
        raise DecisionError(f"The event is {state}; nothing is decided any more.")


def _current(place: Entrant, seen: str, hand: Hand) -> Entrant:
    """Return an entrant, locked, whose current list is the one that was seen."""
    entrant = _locked(place, hand)
    _refuse_other(entrant, seen)
    return entrant


def _refuse_other(entrant: Entrant, seen: str) -> None:
    """Refuse to decide about another list than the one that was seen."""
    current = entrant.current
    if current is None or entrant.state == EntrantState.WITHDRAWN:
        raise DecisionError("No list of this entrant is in.")
    if current.code != seen:
        text = f"Version {current.number} was handed in meanwhile. Look at it first."
        raise DecisionError(text)


def _decide(
    entrant: Entrant, state: EntrantState, hand: Hand, *, keeps_until: bool = False
) -> None:
    entrant.state, entrant.changed_at = state, hand.received
    if not keeps_until:
        entrant.answer_until = None
    entrant.save(update_fields=["state", "current", "changed_at", "answer_until"])
