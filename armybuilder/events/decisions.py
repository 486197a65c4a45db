"""Decisions of judges, on pages and over the API: as far as they see a list."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.urls import reverse

from armybuilder.events.judgements import DecisionError, accept, query, refuse
from armybuilder.events.mails import keep_mail
from armybuilder.events.models import Entrant, EventState, Sight
from armybuilder.events.sight import REVEALED, Onlooker, Part
from armybuilder.events.submissions import Hand

DECISIONS = ("accept", "query", "refuse")
ANSWER_HOURS = 48
"""Time to answer a question after the deadline [hours]."""


Addresses = Callable[[str], str]
"""A function that returns the whole address of a path."""


def decide(
    look: Onlooker,
    entrant: Entrant,
    step: str,
    seen: str,
    hand: Hand,
    addresses: Addresses,
) -> Entrant:
    """Accept a list, ask about it, or refuse it; the player is mailed about it.

    Parameters
    ----------
    step : str
        One of `DECISIONS`.
    seen : str
        The code of the version that was looked at.
    hand : Hand
        The judge's, with what he writes as its reason.
    addresses : Addresses
        For the address at which the player answers.

    Raises
    ------
    DecisionError
        If the judge sees too little of the list, or it cannot be decided now.
    """
    if look.sees(entrant) < Part.VERDICT:
        raise DecisionError("You see no more than that a list is in; a judge decides.")
    if step == "accept":
        return accept(entrant, seen, hand)
    if step == "query":
        decided = query(entrant, seen, hand.reason, hand, _until(look, hand))
    else:
        decided = refuse(entrant, seen, hand.reason, hand)
    body = _mail(look, entrant, hand.reason, addresses)
    keep_mail(entrant, f"{look.event.name}: your list", body)
    return decided


def _mail(look: Onlooker, entrant: Entrant, text: str, addresses: Addresses) -> str:
    """Return the mail about a question or a refusal.

    The organiser may have typed the address of mail, even as his own. So that of a
    blind event has neither words about the list nor the link that opens it.
    """
    hello = f"Hello {entrant.name},\n\n"
    if look.event.sight == Sight.BLIND and look.phase != REVEALED:
        page = addresses(reverse("events:mine", args=[look.event.slug]))
        said = "a judge has written to you about your list. Read it and answer on your"
        return f"{hello}{said} page:\n{page}\nYour personal link opens it too.\n"
    link = addresses(reverse("events:link", args=[entrant.link]))
    return f"{hello}{text}\n\nAnswer here:\n{link}\n"


def _until(look: Onlooker, hand: Hand) -> datetime | None:
    """Return until when a player may answer with another list, once all are closed.

    Who is asked while lists are open has the deadline at least, even if an organiser
    closes them before it.
    """
    event = look.event
    until = hand.received + timedelta(hours=ANSWER_HOURS)
    if event.state == EventState.OPEN:
        until = max(until, event.deadline)
    elif event.state != EventState.CLOSED:
        return None
    return min(until, event.reveal_at)
