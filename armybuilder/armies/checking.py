"""Checking armies for organisers: documents in, verdicts out.

The check page, the API and the command line all call `check_documents`.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from armybuilder.armies.judging import books_at_hand
from armybuilder.armies.saving import MOST_SELECTIONS
from rulesets.book import Books
from rulesets.documents import DocumentError, parse
from rulesets.games import find_game
from rulesets.legality import A_SELECTION, Weights, review, with_fixes, work_of
from rulesets.pack import Pack
from rulesets.points import Points, points_number, points_text
from rulesets.review import Message, Review, Ruling
from rulesets.review_documents import message_document
from rulesets.roster import Roster, RosterError, read_roster, selections_of

MOST_BYTES = 1_000_000
"""Largest roster document that is checked [bytes]."""

MOST_WORK = 400_000
"""How much is judged in one call of a page or a script (see `work_of`): seconds."""

A_MESSAGE = 40
"""What telling one message is, in the same measure: words, a page, a download."""

BYTES_READ = 32
"""How much of a document is read in the time of one question [bytes]."""

FIX_WORK = 200_000
"""How much more is tried for fixes in one call."""

MOST_TRIALS = 300
"""How many edits are tried for one army at most, and how many for one message."""

TRIALS_A_MESSAGE = 40

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
    "agreed",
    "messages",
)


@dataclass(frozen=True, slots=True)
class File:
    """A document by the name that it came with."""

    name: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one file: a review, or where and why there is none.

    ``is_left`` if it was not checked because all together was too much.
    """

    file: str
    review: Review | None = None
    where: str = ""
    problem: str = ""
    is_left: bool = False

    @property
    def word(self) -> str:
        if self.review is None:
            return "not checked" if self.is_left else "unreadable"
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
        return self.review.errors if self.review else 0

    @property
    def warnings(self) -> int:
        return self.review.warnings if self.review else 0

    @property
    def off(self) -> tuple[Ruling, ...]:
        """Return the rules that the army itself has switched off."""
        return tuple(r for r in self._switched if r.printed_on)

    @property
    def on(self) -> tuple[Ruling, ...]:
        """Return the optional rules that the army itself has switched on."""
        return tuple(r for r in self._switched if not r.printed_on)

    @property
    def _switched(self) -> Iterator[Ruling]:
        rulings = self.review.rulings if self.review else ()
        mine = (ruling for ruling in rulings if ruling.switchable)
        return (r for r in mine if r.printed_on is (r.status == "off"))

    @property
    def agreed(self) -> tuple[str, ...]:
        """Return what the army itself decides and an organiser wants to know."""
        if self.review is None:
            return ()
        said = []
        if self.off:
            said.append(f"played without: {_titles(self.off)}")
        if self.on:
            said.append(f"played with: {_titles(self.on)}")
        if self.review.limit is None:
            said.append(f"no {self.review.game.currency.many} limit named")
        return tuple(said)


def _titles(rulings: Iterable[Ruling]) -> str:
    return ", ".join(ruling.title for ruling in rulings)


@dataclass(frozen=True, slots=True)
class Terms:
    """What armies are judged by.

    Parameters
    ----------
    pack : Pack, optional
        Composition rules; none for each game's own.
    limit : int or Decimal, optional
        Points limit for everybody; none for the pack's, or what each roster says.
    strict : bool
        True for the rules as printed: what armies have switched is ignored.
    work : int, optional
        How much is judged in all (see `work_of`); none for no bound.
    """

    pack: Pack | None = None
    limit: Points | None = None
    strict: bool = False
    work: int | None = None

    def pack_for(self, roster: Roster) -> Pack | None:
        """Return the pack that a roster is judged by; none for an unknown game."""
        game = find_game(roster.game)
        pack = game.pack if self.pack is None and game is not None else self.pack
        if pack is None:
            return None
        limit = pack.limit if self.limit is None else self.limit
        return replace(pack, limit=limit, fixed=pack.fixed or self.strict)


def check_documents(
    files: Iterable[File],
    terms: Terms,
    books_for: Callable[..., Books] = books_at_hand,
) -> tuple[Verdict, ...]:
    """Judge every file, in order; a file past the bound of work is named as left.

    ``books_for`` takes rosters and returns the editions that they name.
    """
    desk = _Desk(terms, left=terms.work)
    read = [(file.name, desk.read(file)) for file in files]
    rosters = (roster for _, roster in read if isinstance(roster, Roster))
    desk.books = books_for(*rosters)
    verdicts = [desk.judge(name, roster) for name, roster in read]
    left = sum(verdict.is_left for verdict in verdicts)
    text = f"too much in one go; check these {left:,} separately, or use check_army"
    return tuple(replace(v, problem=text) if v.is_left else v for v in verdicts)


@dataclass(slots=True)
class _Desk:
    """The reading and judging of one call.

    ``left`` is how much work it may still do, ``ahead`` the least that judging what was
    read will take.
    """

    terms: Terms
    left: int | None
    ahead: int = 0
    books: Books = field(default_factory=dict)
    for_fixes: int = FIX_WORK
    weights: Weights = field(default_factory=dict)

    def read(self, file: File) -> Roster | DocumentError | None:
        """Return what a file says; nothing once more was read than can be judged."""
        if self.left is None:
            return _read(file)
        if self.ahead >= self.left:
            return None
        self.left = max(0, self.left - len(file.raw) // BYTES_READ)
        roster = _read(file)
        if isinstance(roster, Roster):
            self.ahead += A_SELECTION * selections_of(roster)
        return roster

    def judge(self, name: str, roster: Roster | DocumentError | None) -> Verdict:
        if roster is None:
            return Verdict(name, is_left=True)
        if isinstance(roster, DocumentError):
            return Verdict(name, where=roster.where, problem=roster.text)
        pack = self.terms.pack_for(roster)
        work = work_of(roster, self.books, pack, self.weights) if pack else 0
        if self.left is not None:
            if work > self.left:
                return Verdict(name, is_left=True)
            self.left -= work
        try:
            now = review(roster, self.books, pack)
        except RosterError as problem:
            return Verdict(name, where=problem.where, problem=problem.text)
        if self.left is not None:
            self.left = max(0, self.left - A_MESSAGE * len(now.messages))
        trials = min(MOST_TRIALS, TRIALS_A_MESSAGE * len(now.messages))
        if trials * work > self.for_fixes:
            return Verdict(name, now)
        self.for_fixes -= trials * work
        return Verdict(name, with_fixes(now, self.books, pack))


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
        "off": [ruling.key for ruling in verdict.off],
        "on": [ruling.key for ruling in verdict.on],
        "more": verdict.review.more,
    }


def verdict_row(verdict: Verdict) -> tuple[str, ...]:
    """Return the cells of a verdict under `CSV_COLUMNS`."""
    now = verdict.review
    if now is None:
        place = verdict.where or "/"
        said = f"{place}: {verdict.problem}"
        return (verdict.file, "", verdict.word, "", "", "", "", "", "", "", said)
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
        " | ".join(verdict.agreed),
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
