"""Checking armies for organisers: documents in, verdicts out.

The check page, the API and the command line all call `check_documents`.
"""

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from armybuilder.armies.judging import books_at_hand
from armybuilder.armies.saving import MOST_SELECTIONS
from rulesets.book import Books
from rulesets.documents import DocumentError, parse
from rulesets.games import find_game
from rulesets.legality import review, with_fixes
from rulesets.pack import Pack
from rulesets.points import Points, points_number, points_text
from rulesets.review import ERROR, Message, Review, message_document
from rulesets.roster import Roster, RosterError, read_roster, selections_of

MOST_BYTES = 1_000_000
"""Largest roster document that is checked [bytes]."""

FIX_WORK = 20_000
"""How much is tried for fixes in one call [messages × selections]."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a cell for a formula."""

CSV_COLUMNS = (
    "file",
    "army",
    "verdict",
    "points",
    "limit",
    "models",
    "edition",
    "errors",
    "warnings",
    "messages",
)


@dataclass(frozen=True, slots=True)
class File:
    """A document by the name that it came with."""

    name: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one file: a review, or where and why it cannot be read."""

    file: str
    review: Review | None = None
    where: str = ""
    problem: str = ""

    @property
    def word(self) -> str:
        if self.review is None:
            return "unreadable"
        return "legal" if self.review.legal else "illegal"

    @property
    def army(self) -> str:
        return self.review.roster.name if self.review else ""

    @property
    def edition(self) -> str:
        """Return the editions that the army is of, such as `charge-skaven/1`."""
        forces = self.review.roster.forces if self.review else ()
        return " + ".join(f"{force.book}/{force.edition}" for force in forces)

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.review.messages if self.review else ()

    @property
    def errors(self) -> int:
        return sum(message.severity == ERROR for message in self.messages)

    @property
    def warnings(self) -> int:
        return len(self.messages) - self.errors


def check_documents(
    files: Iterable[File],
    pack: Pack | None = None,
    limit: Points | None = None,
    books_for: Callable[..., Books] = books_at_hand,
) -> tuple[Verdict, ...]:
    """Judge every file, in order.

    Parameters
    ----------
    files : iterable of File
    pack : Pack, optional
        Composition rules to judge by; none for each game's own.
    limit : int or Decimal, optional
        Points limit for everybody; none for the pack's, or what each roster says.
    books_for : callable
        Rosters in, the editions that they name out.
    """
    read = [(file.name, _read(file)) for file in files]
    books = books_for(*(roster for _, roster in read if isinstance(roster, Roster)))
    verdicts = []
    work = FIX_WORK
    for name, roster in read:
        if isinstance(roster, Roster):
            verdict = _judge(name, roster, books, _pack_for(roster, pack, limit), work)
            work -= _work(verdict)
        else:
            verdict = Verdict(name, where=roster.where, problem=roster.text)
        verdicts.append(verdict)
    return tuple(verdicts)


def _read(file: File) -> Roster | DocumentError:
    if len(file.raw) > MOST_BYTES:
        return DocumentError("", f"larger than {MOST_BYTES:,} bytes")
    try:
        roster = read_roster(parse(file.raw, RosterError))
    except DocumentError as problem:
        return problem
    size = selections_of(roster)
    if size > MOST_SELECTIONS:
        text = f"{size:,} selections; an army that is checked has at most"
        return RosterError("/forces", f"{text} {MOST_SELECTIONS:,}")
    return roster


def _pack_for(roster: Roster, pack: Pack | None, limit: Points | None) -> Pack | None:
    game = find_game(roster.game)
    if pack is None and game is not None:
        pack = game.pack
    return pack if pack is None or limit is None else replace(pack, limit=limit)


def _judge(
    name: str, roster: Roster, books: Books, pack: Pack | None, work: int
) -> Verdict:
    try:
        now = review(roster, books, pack)
    except RosterError as problem:
        return Verdict(name, where=problem.where, problem=problem.text)
    verdict = Verdict(name, now)
    if _work(verdict) > work:
        return verdict
    return Verdict(name, with_fixes(now, books, pack))


def _work(verdict: Verdict) -> int:
    lines = 0 if verdict.review is None else sum(1 for _ in verdict.review.lines())
    return len(verdict.messages) * lines


# -- verdicts as documents ----------------------------------------------------------


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return what a script reads of a verdict."""
    if verdict.review is None:
        problem = {"where": verdict.where, "text": verdict.problem}
        return {"file": verdict.file, "error": problem}
    return {
        "file": verdict.file,
        "legal": verdict.review.legal,
        "points": points_number(verdict.review.points),
        "limit": points_number(verdict.review.limit),
        "messages": [message_document(message) for message in verdict.messages],
        "edition": verdict.edition,
    }


def verdict_row(verdict: Verdict) -> tuple[str, ...]:
    """Return the cells of a verdict under `CSV_COLUMNS`."""
    now = verdict.review
    if now is None:
        place = verdict.where or "/"
        said = f"{place}: {verdict.problem}"
        return (verdict.file, "", verdict.word, "", "", "", "", "", "", said)
    return (
        verdict.file,
        verdict.army,
        verdict.word,
        str(points_number(now.points)),
        "" if now.limit is None else str(points_number(now.limit)),
        str(now.models),
        verdict.edition,
        str(verdict.errors),
        str(verdict.warnings),
        " | ".join(f"{message.rule}: {message.text}" for message in now.messages),
    )


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Return rows under `CSV_COLUMNS` as CSV that no spreadsheet takes for formulas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def plain_cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def points_of_limit(verdict: Verdict) -> str:
    """Return `1,250 of 1,500`, or the points alone where no limit was agreed on."""
    if verdict.review is None:
        return ""
    points = points_text(verdict.review.points)
    limit = verdict.review.limit
    return points if limit is None else f"{points} of {points_text(limit)}"
