"""Decisions of judges, on pages and over the API: as far as they see a list."""

from datetime import datetime, timedelta

from armybuilder.events.judgements import DecisionError, accept, query, refuse
from armybuilder.events.mails import keep_mail
from armybuilder.events.models import Entrant, EventState
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.submissions import Hand

DECISIONS = ("accept", "query", "refuse")
ANSWER_HOURS = 48
"""Time to answer a question after the deadline [hours]."""


def decide(
    look: Onlooker, entrant: Entrant, step: str, seen: str, hand: Hand, link: str
) -> Entrant:
    """Accept a list, ask about it, or refuse it; the player is mailed what is written.

    Parameters
    ----------
    step : str
        One of `DECISIONS`.
    seen : str
        The code of the version that was looked at.
    hand : Hand
        The judge's, with what he writes as its reason.
    link : str
        The address at which the player answers.

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
    body = f"Hello {entrant.name},\n\n{hand.reason}\n\nAnswer here:\n{link}\n"
    keep_mail(entrant, f"{look.event.name}: your list", body)
    return decided


def _until(look: Onlooker, hand: Hand) -> datetime | None:
    """Return until when a player may answer with another list, once all are closed."""
    if look.event.state != EventState.CLOSED:
        return None
    until = hand.received + timedelta(hours=ANSWER_HOURS)
    return min(until, look.event.reveal_at)
