"""Verdicts as rows of a table: what page and job tell of one file."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from armybuilder.armies.models import FILE_NAME_LENGTH, BulkVerdict
from rulesets.checks.verdicts import (
    NO_LIST,
    NOT_CHECKED,
    UNREADABLE,
    WORDS,
    FileVerdict,
    verdict_document,
)
from rulesets.core.points import Currency, points_text
from rulesets.games import find_game
from rulesets.reviews.review import ERROR

LONGEST_REASON = 90
"""Longest reason by which verdicts are counted [characters]."""

LONGEST_NAME = 120
"""Longest name of an army that is shown [characters]."""

UNREAD = "Unread: "
_DETAILS = re.compile(r": line |, found |; | [“'\"]|[“'\"]|\[\d|: Expecting")
"""The beginning of the words of a problem that differ from file to file."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A verdict as a table shows it, all of it in words.

    ``why`` is the first message, or why there is no verdict; ``more`` how many others
    there are. ``helps`` is what makes the army legal, and ``then`` what it is then
    worth; both are empty where nothing was tried.
    """

    file: str
    word: str
    said: str
    army: str = ""
    books: str = ""
    game: str = ""
    points: str = ""
    limit: str = ""
    is_over: bool = False
    why: str = ""
    more: int = 0
    helps: str = ""
    then: str = ""
    same_as: str = ""
    agreed: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()

    @property
    def currency(self) -> Currency | None:
        """Return the currency of its game; none where there is no verdict."""
        found = find_game(self.game)
        return None if found is None else found.currency


def row_of(verdict: FileVerdict, *, tried: bool) -> VerdictRow:
    """Return the row of a verdict; ``tried`` is whether fixes were."""
    now = verdict.review
    if now is None:
        place = "" if verdict.is_closed or verdict.is_left else verdict.where or "/"
        why = f"{place}: {verdict.problem}" if place else verdict.problem
        word = verdict.word
        return VerdictRow(verdict.file, word, word, why=why, same_as=verdict.same_as)
    first, *others = [message.text for message in now.messages] or [""]
    helps, then = _help(verdict) if tried and now.errors else ("", "")
    return VerdictRow(
        file=verdict.file,
        word=verdict.word,
        said=verdict.said,
        army=verdict.army[:LONGEST_NAME],
        books="; ".join(
            f"{one.book_name}, edition {one.edition}" for one in now.forces
        ),
        game=now.game.key,
        points=points_text(now.points),
        limit="" if now.limit is None else points_text(now.limit),
        is_over=now.left is not None and now.left < 0,
        why=first,
        more=len(others) + now.more,
        helps=helps,
        then=then,
        same_as=verdict.same_as,
        agreed=verdict.agreed,
        sums=tuple(f"{one.title}: {points_text(one.value)}" for one in verdict.sums),
    )


def _help(verdict: FileVerdict) -> tuple[str, str]:
    """Return the first fix that makes an army legal, and what it is then worth."""
    for message in verdict.messages:
        for fix in message.fixes:
            if fix.legal:
                return fix.text, points_text(fix.points)
    return "No single change mends it.", ""


def reasons_of(verdict: FileVerdict) -> tuple[str, ...]:
    """Return the reasons by which a verdict is counted: each rule that is broken once.

    Of what was not read the reason without its details, after “Unread”.
    """
    if verdict.word in (UNREADABLE, NOT_CHECKED):
        return (UNREAD + _plain(verdict.problem),)
    if verdict.word == NO_LIST:
        return (_plain(verdict.problem).capitalize(),)
    broken = (one.rule for one in verdict.messages if one.severity == ERROR)
    return tuple(dict.fromkeys(_cut(rule) for rule in broken))


def _plain(problem: str) -> str:
    """Return a problem without the words that differ from file to file."""
    head = _DETAILS.split(problem, maxsplit=1)[0]
    return _cut(head.rstrip(" :,;")) or _cut(problem)


def _cut(text: str) -> str:
    return " ".join(text.split())[:LONGEST_REASON]


def line_of(reason: str) -> str:
    """Return a reason as it stands in a verdict's row, to be found there."""
    return f"\n{reason}\n"


def kept_row(number: int, verdict: FileVerdict, *, tried: bool) -> BulkVerdict:
    """Return the verdict on a file as a row of the database, without its check."""
    points = None if verdict.review is None else Decimal(verdict.review.points)
    return BulkVerdict(
        number=number,
        file=_storable(verdict.file)[:FILE_NAME_LENGTH],
        rank=WORDS.index(verdict.word),
        points=points,
        reasons="".join(map(line_of, map(_storable, reasons_of(verdict)))),
        shown=_storable_document(_shown(row_of(verdict, tried=tried))),
        document=_storable_document(verdict_document(verdict)),
    )


def shown_row(kept: BulkVerdict) -> VerdictRow:
    """Return the row of a table that a row of the database keeps."""
    shown: Any = kept.shown
    lists = {key: tuple(shown[key]) for key in ("agreed", "sums")}
    return VerdictRow(**{**shown, **lists})


def _shown(row: VerdictRow) -> dict[str, Any]:
    return {one.name: getattr(row, one.name) for one in fields(row)}


def _storable_document(value: dict[str, Any]) -> Any:
    """Return a document without the characters that PostgreSQL keeps in none.

    Hardly any has them: what is written without is left as it is.
    """
    written = json.dumps(value)
    has_any = "\\u0000" in written or "\\ud" in written
    return _plain_text(value) if has_any else value


def _plain_text(value: Any) -> Any:
    if isinstance(value, str):
        return _storable(value)
    if isinstance(value, Mapping):
        return {key: _plain_text(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_text(inner) for inner in value]
    return value


def _storable(text: str) -> str:
    clean = text.replace("\x00", "\ufffd")
    return clean.encode("utf-8", "replace").decode("utf-8")


def summary_of(verdicts: Iterable[FileVerdict]) -> dict[str, Any]:
    """Return the sums over verdicts: of each word, of each reason, of twins."""
    words: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    twins: list[list[str]] = []
    for one in verdicts:
        words[one.word] += 1
        reasons.update(map(_storable, reasons_of(one)))
        if one.same_as:
            twins.append([_storable(one.file), _storable(one.same_as)])
    return {"words": words, "reasons": reasons, "twins": twins}


def joined_summaries(summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sums over the sums of parts."""
    words: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    twins: list[list[str]] = []
    for one in summaries:
        words.update(one["words"])
        reasons.update(one["reasons"])
        twins += one["twins"]
    return {"words": words, "reasons": reasons, "twins": twins}
