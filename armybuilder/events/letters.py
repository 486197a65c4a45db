"""Texts in plain words that are sent to players: by mail, or copied."""

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from armybuilder.events.models import (
    Entrant,
    EntrantState,
    Event,
    EventState,
    Submission,
)
from armybuilder.events.penalties import TakenOff, total
from armybuilder.events.sight import Part
from armybuilder.events.times import told
from rulesets.core.points import points_text
from rulesets.reviews.review import ERROR, Message, Review

MOST_FIXES = 3


def letter(
    event: Event,
    entrant: Entrant,
    link: str,
    sees: Part,
    now: Review | None,
    taken: Sequence[TakenOff] = (),
) -> str:
    """Return the text about an entrant's list as it stands.

    It tells no more of the list than whoever writes it sees; ``now`` is its review
    with fixes, none where that is not the whole list; ``taken`` is taken off his score.
    """
    lines = [f"Hello {entrant.name},", "", *_body(event, entrant, sees, now)]
    if taken:
        lines += ["", f"Points off your score: {total(taken)}."]
        lines += [f"- {one.shown}: {one.reason}" for one in taken]
    if event.state == EventState.OPEN:
        until = told(event.deadline, event.time_zone)
        lines += ["", f"You can hand in another list until {until}:", link]
    elif entrant.answer_until is not None:
        until = told(entrant.answer_until, event.time_zone)
        lines += ["", f"You can answer, or hand in another list, until {until}:", link]
    else:
        lines += ["", "Your list and all that happened to it:", link]
    return "\n".join(lines) + "\n"


def mail_address(entrant: Entrant, subject: str, body: str) -> str:
    """Return the address that opens a mail program with a text; empty without mail."""
    if not entrant.email:
        return ""
    return f"mailto:{quote(entrant.email)}?subject={quote(subject)}&body={quote(body)}"


def _body(
    event: Event, entrant: Entrant, sees: Part, now: Review | None
) -> Iterable[str]:
    row = entrant.current
    if row is None:
        yield f"we have no list of yours for {event.name} yet."
        return
    if entrant.state == EntrantState.WITHDRAWN:
        yield f"you have withdrawn from {event.name}. Your list is kept."
        return
    if sees < Part.VERDICT:
        yield f"your list for {event.name} is in."
        return
    named = _named(event, row, sees)
    if entrant.state == EntrantState.ACCEPTED:
        yield f"your list {named} is accepted. Its code is {row.code}."
        return
    if row.is_legal:
        yield f"your list {named} is in and legal. Its code is {row.code}."
        return
    if now is None:
        yield f"your list {named} is in, and it is not legal. Your page says why."
        return
    worth = now.game.currency.text(now.points)
    yield f"your list {named} is in ({worth}), and it is not legal by our rules:"
    for message in (one for one in now.messages if one.severity == ERROR):
        yield ""
        yield from _message(message, now)


def _named(event: Event, row: Submission, sees: Part) -> str:
    version = f"version {row.number}, for {event.name}"
    return f"“{row.army_name}”, {version}" if sees == Part.LIST else version


def _message(message: Message, now: Review) -> Iterable[str]:
    source = f" ({message.rule}, {message.source})" if message.source else ""
    yield f"- {message.text}{source}"
    for fix in message.fixes[:MOST_FIXES]:
        legal = ", and legal" if fix.legal else ""
        worth = f"{points_text(fix.points)} {now.game.currency.many}"
        yield f"  This would help: {fix.text} (then {worth}{legal})."
