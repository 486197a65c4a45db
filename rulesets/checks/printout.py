"""Verdicts as a command prints them: lines for people, or JSON."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from rulesets.checks.verdicts import (
    NO_LIST,
    FileVerdict,
    points_of_limit,
    verdict_document,
)
from rulesets.core.points import POINTS, Currency, points_text
from rulesets.reviews.review import LEGAL, Message
from rulesets.reviews.verdict import outcome_text

ALL_LEGAL, SOME_ILLEGAL, UNREADABLE, NOBODY_READS = 0, 1, 2, 141


@dataclass(frozen=True, slots=True)
class Printout:
    """The lines printed of one file, on both outputs; empty for none.

    ``word`` is that of its verdict, ``status`` the exit status that it asks for.
    """

    out: str
    err: str
    word: str
    status: int


def printout(verdict: FileVerdict, *, as_json: bool) -> Printout:
    """Return the lines that are printed of a verdict."""
    out = err = ""
    if verdict.review is None:
        err = printable(_problem_text(verdict)) + "\n"
    if verdict.same_as:
        text = f"{verdict.file}: byte for byte the same as {verdict.same_as}"
        err += printable(text) + "\n"
    if as_json and verdict.word != NO_LIST:
        out = json.dumps(verdict_document(verdict), ensure_ascii=False) + "\n"
    elif verdict.review is not None:
        out = printable(_verdict_text(verdict)) + "\n"
    return Printout(out, err, verdict.word, _status(verdict))


def _status(verdict: FileVerdict) -> int:
    if verdict.review is None:
        return ALL_LEGAL if verdict.word == NO_LIST else UNREADABLE
    return ALL_LEGAL if verdict.word == LEGAL else SOME_ILLEGAL


def printable(text: str) -> str:
    """Return text without the control codes of a terminal."""
    lines = text.split("\n")
    return "\n".join("".join(filter(str.isprintable, line)) for line in lines)


def _problem_text(verdict: FileVerdict) -> str:
    place = "" if verdict.is_closed else f"{verdict.where or '/'}: "
    return f"{verdict.file}: {place}{verdict.problem}"


def _verdict_text(verdict: FileVerdict) -> str:
    head = f"{verdict.said:<8} {points_of_limit(verdict):>14}  {verdict.file}"
    name = f"  “{verdict.army}”, {verdict.edition or 'no book'}"
    agreed = [f"    {said}" for said in verdict.agreed]
    sums = [f"    {one.title}: {points_text(one.value)}" for one in verdict.sums]
    currency = POINTS if verdict.review is None else verdict.review.game.currency
    waived = len(verdict.off)
    messages = [
        line
        for message in verdict.messages
        for line in _message_lines(message, currency, waived)
    ]
    return "\n".join([head + name, *agreed, *sums, *messages])


def _message_lines(message: Message, currency: Currency, waived: int) -> Iterator[str]:
    yield f"    {message.severity}: {message.rule}: {message.text}"
    for fix in message.fixes:
        then = f"{currency.text(fix.points)}, {outcome_text(fix, waived)}"
        yield f"      fix: {fix.text} → {then}"
    for waiver in message.waivers:
        then = f"{currency.text(waiver.points)}, {outcome_text(waiver, waived + 1)}"
        yield f"      waiver: {waiver.text} → {then}"
