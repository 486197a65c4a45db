"""The page of one list: as everybody sees it, and as a judge does."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from armybuilder.armies.shown_messages import shown_messages
from armybuilder.events.decisions import ANSWER_HOURS
from armybuilder.events.event_page import clock_of
from armybuilder.events.judgements import last_legal
from armybuilder.events.letters import letter, mail_address
from armybuilder.events.models import Entrant, EntrantNote, Sight
from armybuilder.events.penalties import all_taken_off, rules_to_name, total
from armybuilder.events.rolls import judged_again, roll_of
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.submissions import WAYS
from armybuilder.events.terms import JudgedList

SEEN_BY_ALL = ("joined", "invited", "handed-in", "accepted", "withdrawn")
"""Notes of a hidden list that whoever runs the event may know."""


def list_page(request: HttpRequest, look: Onlooker, entrant: Entrant) -> dict[str, Any]:
    """Return what everybody is shown who may see a list."""
    shown = _page(look, entrant, _judged(look, entrant))
    if entrant.current is not None:
        address = reverse("verify:code", args=[entrant.current.code])
        shown["verify"] = request.build_absolute_uri(address)
    return shown


def judges_page(
    request: HttpRequest, look: Onlooker, entrant: Entrant
) -> dict[str, Any]:
    """Return what who runs the event is shown: as much of the list as he may see."""
    judged = _judged(look, entrant)
    shown = _page(look, entrant, judged)
    now = None
    if judged is not None and entrant.current is not None:
        now = judged.with_fixes()
        shown["messages_shown"] = shown_messages(now)
        shown["way"] = WAYS[entrant.current.way]
    link = _link(request, look, entrant)
    off = _penalties(look, entrant)
    taken = off.get("taken_off", ())
    text = (
        letter(look.event, entrant, link, shown["sees"], now, taken)
        if look.sees_names
        else ""
    )
    subject = f"{look.event.name}: your list"
    earlier = entrant.submissions.defer("receipt", "source").order_by("-number")
    return shown | {
        "verdict_seen": entrant.current is not None and shown["sees"] >= Part.VERDICT,
        "letter": text,
        "mail": mail_address(entrant, subject, text) if look.sees_names else "",
        "notes": _notes(entrant, shown["sees"]),
        "sees_words": shown["sees"] == Part.LIST,
        "versions": earlier if judged is not None else (),
        "legal_before": last_legal(entrant) if judged is not None else None,
        "answer_hours": ANSWER_HOURS,
        **off,
    }


def _page(
    look: Onlooker, entrant: Entrant, judged: JudgedList | None
) -> dict[str, Any]:
    return {
        "event": look.event,
        "look": look,
        "entrant": entrant,
        "name": look.name_of(entrant),
        "row": entrant.current,
        "sees": look.sees(entrant),
        "clock": clock_of(look.event, timezone.now()),
        "roll": None if judged is None else roll_of(judged),
        "review": None if judged is None else judged.review,
    }


def _judged(look: Onlooker, entrant: Entrant) -> JudgedList | None:
    """Return the list as it was judged; none where it is not seen."""
    if entrant.current is None or look.sees(entrant) < Part.LIST:
        return None
    return judged_again(look.event, entrant.current)


def _penalties(look: Onlooker, entrant: Entrant) -> dict[str, Any]:
    """Return what is taken off, for who sees the list."""
    if entrant.current is None or look.sees(entrant) < Part.LIST:
        return {}
    taken = all_taken_off(look.event, entrant)
    return {
        "taken_off": taken,
        "taken_off_total": total(taken),
        "may_penalize": True,
        "penalty_rules": rules_to_name(look.event, entrant.current),
    }


def _link(request: HttpRequest, look: Onlooker, entrant: Entrant) -> str:
    """Return where a player answers: his personal link, if the writer may know it."""
    known = look.is_organiser and look.event.sight != Sight.BLIND
    if known:
        return request.build_absolute_uri(reverse("events:link", args=[entrant.link]))
    return request.build_absolute_uri(reverse("events:show", args=[look.event.slug]))


def _notes(entrant: Entrant, sees: Part) -> QuerySet[EntrantNote]:
    """Return the history of a list; of a hidden one no more than its steps."""
    notes = entrant.notes.select_related("by", "submission").order_by("-pk")
    notes = notes.defer("submission__receipt", "submission__source")
    return notes if sees == Part.LIST else notes.filter(kind__in=SEEN_BY_ALL)
