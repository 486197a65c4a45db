"""The commands that check armies: arguments, output, exit status."""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from rulesets.books.bookshelf import BookFolder, Bookshelf
from rulesets.checks.armies import CheckTerms, judged_files
from rulesets.checks.files import files_at
from rulesets.checks.verdicts import FileVerdict, points_of_limit, verdict_document
from rulesets.core.points import POINTS, Currency, Points, points_text, to_points
from rulesets.documents.json import DocumentError, parse
from rulesets.packs.pack import ANY, NEWEST, Pack, PackError
from rulesets.reviews.review import LEGAL, Message
from rulesets.reviews.verdict import outcome_text

ALL_LEGAL, SOME_ILLEGAL, UNREADABLE, NOBODY_READS = 0, 1, 2, 141
SHIPPED = Path(__file__).resolve().parents[2] / "fixtures" / "books"
"""The folder of the army books that come with the project."""

HELP = (
    "Check roster documents against their army books. Exit status: 0 if every army "
    "is legal, 1 if some are illegal or empty, 2 if a file cannot be read."
)


class CheckError(ValueError):
    """A check that cannot be made or reported; says why."""


class Stream(Protocol):
    """Something that lines are written to."""

    def write(self, text: str, /) -> object:
        """Write a text."""

    def flush(self) -> object:
        """Flush the output."""


# -- arguments ----------------------------------------------------------------------


def add_arguments(parser: ArgumentParser, books: str) -> None:
    """Add the arguments of a check; ``books`` names the books that others replace."""
    parser.add_argument(
        "path",
        nargs="+",
        help="a roster document, a zip archive of them, a folder (its .json and "
        ".zip files, and those of its folders), or - for standard input",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object for each file"
    )
    parser.add_argument(
        "--pack", type=Path, help="composition rules to judge by (a pack document)"
    )
    parser.add_argument("--limit", type=_limit, help="points limit for everybody")
    parser.add_argument(
        "--editions",
        type=_editions,
        help="which editions of books count: any, newest, or a day (2026-11-01) "
        "whose newest ones do; otherwise what the pack says, or any",
    )
    parser.add_argument(
        "--agreed",
        action="store_true",
        help="count what armies have switched off or on; otherwise the rules are "
        "as printed",
    )
    parser.add_argument(
        "--fixes", action="store_true", help="try fixes for what is wrong"
    )
    parser.add_argument(
        "--books",
        type=Path,
        help=f"a folder of army books (KEY.json) to judge by instead of {books}",
    )


def _limit(text: str) -> Points:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or number < 0:
        raise ArgumentTypeError(f"expected a number from 0, found {text!r}")
    return to_points(number)


def _editions(text: str) -> str:
    if text not in (ANY, NEWEST):
        try:
            date.fromisoformat(text)
        except ValueError:
            said = f"expected any, newest or a day (2026-11-01), found {text!r}"
            raise ArgumentTypeError(said) from None
    return text


# -- the check ----------------------------------------------------------------------


def check_paths(
    options: Mapping[str, Any],
    usual_books: Callable[[], Bookshelf],
    out: Stream,
    err: Stream,
) -> int:
    """Judge the armies that arguments name, print the verdicts, return the exit status.

    Parameters
    ----------
    options : dict
        The arguments of `add_arguments`, by name.
    usual_books : function
        Returns the books to judge by where the arguments name none.

    Raises
    ------
    CheckError
        If there are no books, the pack is none, or the answer cannot be written.
    """
    try:
        status = _check(options, usual_books, out, err)
        out.flush()
    except BrokenPipeError:
        # Whoever read us has seen enough; nothing more is written at exit.
        _drop_output()
        return NOBODY_READS
    except DocumentError as problem:
        raise CheckError(str(problem)) from None
    except OSError as problem:
        # What is left of the answer cannot be written at exit either.
        _drop_output()
        text = f"the answer cannot be written: {problem.strerror or problem}"
        raise CheckError(text) from None
    return status


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check(
    options: Mapping[str, Any],
    usual_books: Callable[[], Bookshelf],
    out: Stream,
    err: Stream,
) -> int:
    folder = options["books"]
    bookshelf = usual_books() if folder is None else BookFolder(folder)
    terms = CheckTerms(
        _pack(options["pack"], bookshelf),
        options["limit"],
        strict=not options["agreed"],
        editions=options["editions"] or "",
        fixes=options["fixes"],
    )

    files = files_at(options["path"], partial(_complain, err))
    status = ALL_LEGAL
    for verdict in judged_files(files, terms, bookshelf):
        if verdict.review is None:
            _complain(err, _problem_text(verdict))
        if options["json"]:
            document = verdict_document(verdict)
            out.write(json.dumps(document, ensure_ascii=False) + "\n")
        elif verdict.review is not None:
            out.write(_printable(_verdict_text(verdict)) + "\n")
        out.flush()
        status = max(status, _status(verdict))
    return status


def _pack(path: Path | None, bookshelf: Bookshelf) -> Pack | None:
    if path is None:
        return None
    # It takes the checks of army books with it, which armies alone do not need.
    from rulesets.packs.pack_checks import checked_pack

    try:
        return checked_pack(parse(path.read_bytes(), PackError), bookshelf)
    except OSError as problem:
        raise CheckError(f"{path}: {problem.strerror or problem}") from None
    except DocumentError as problem:
        raise CheckError(f"{path}: {problem}") from None


def _status(verdict: FileVerdict) -> int:
    if verdict.review is None:
        return UNREADABLE
    return ALL_LEGAL if verdict.word == LEGAL else SOME_ILLEGAL


# -- what is printed ----------------------------------------------------------------


def _complain(err: Stream, text: str) -> None:
    err.write(_printable(text) + "\n")


def _printable(text: str) -> str:
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
