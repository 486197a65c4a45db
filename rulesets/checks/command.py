"""The commands that check armies: arguments, output, exit status."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import Any

from rulesets.books.bookshelf import BookFolder, Bookshelf
from rulesets.checks.armies import CheckTerms, judged_files
from rulesets.checks.files import ArmyFile, files_at, with_twins
from rulesets.checks.journal import Journal, JournalError, Judged
from rulesets.checks.printout import ALL_LEGAL, NOBODY_READS, Printout, printout
from rulesets.checks.processes import (
    MOST_PROCESSES,
    ProcessLost,
    can_fork,
    judged_apart,
)
from rulesets.checks.progress import Counted, Stream
from rulesets.core.points import Points, to_points
from rulesets.documents.json import DocumentError, parse, sha256
from rulesets.packs.pack import ANY, NEWEST, Pack, PackError

STOPPED = 130
"""Exit status of a check that Ctrl-C stopped."""

SHIPPED = Path(__file__).resolve().parents[2] / "fixtures" / "books"
"""The folder of the army books that come with the project."""

SHIPPED_PACKS = SHIPPED.with_name("packs")
"""The folder of the packs that come with it."""

NamedPack = Callable[[str], Pack | None]
"""Finds the pack of a name."""

HELP = (
    "Check roster documents against their army books. Exit status: 0 if every army "
    "is legal, 1 if some are illegal or empty, 2 if a file cannot be read."
)


class CheckError(ValueError):
    """A check that cannot be made or reported; says why."""


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
        "--pack",
        help="a pack to judge by: its document, or the name of one that is kept",
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
    parser.add_argument(
        "--jobs",
        type=_processes,
        metavar="N",
        help="judge with so many processes; the answers stay in the order of the "
        "files, and how many there are is said at the end",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep a journal in this file; the same command goes on from it where "
        "it was interrupted",
    )


def _processes(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:9]) <= MOST_PROCESSES:
        return int(text)
    said = f"expected a number from 1 to {MOST_PROCESSES}, found {text!r}"
    raise ArgumentTypeError(said)


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
    named_pack: NamedPack,
    out: Stream,
    err: Stream,
    before_fork: Callable[[], object] = bool,
) -> int:
    """Judge the armies that arguments name, print the verdicts, return the exit status.

    Parameters
    ----------
    options : dict
        The arguments of `add_arguments`, by name.
    usual_books : function
        Returns the books to judge by where the arguments name none.
    named_pack : function
        Returns the pack of a name, or none.
    before_fork : function
        Called before other processes are begun: they inherit nothing that is open.

    Raises
    ------
    CheckError
        If there are no books, the pack is none, or the answer cannot be written.
    """
    counted = Counted(err)
    try:
        books = (usual_books, named_pack)
        status = _check(options, *books, out, counted, before_fork)
        out.flush()
    except BrokenPipeError:
        # Whoever read us has seen enough; nothing more is written at exit.
        _drop_output()
        return NOBODY_READS
    except KeyboardInterrupt:
        out.flush()
        counted.say(f"Stopped after {counted.files:,} files.{_way_on(options)}")
        return STOPPED
    except ProcessLost:
        text = f"a process was ended after {counted.files:,} files"
        raise CheckError(f"{text}.{_way_on(options)}") from None
    except (DocumentError, JournalError) as problem:
        raise CheckError(str(problem)) from None
    except OSError as problem:
        # What is left of the answer cannot be written at exit either.
        _drop_output()
        text = f"the answer cannot be written: {problem.strerror or problem}"
        raise CheckError(text) from None
    return status


def _way_on(options: Mapping[str, Any]) -> str:
    path = options["resume"]
    return "" if path is None else f" The same command goes on from {path}."


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check(
    options: Mapping[str, Any],
    usual_books: Callable[[], Bookshelf],
    named_pack: NamedPack,
    out: Stream,
    counted: Counted,
    before_fork: Callable[[], object],
) -> int:
    folder = options["books"]
    bookshelf = usual_books() if folder is None else BookFolder(folder)
    terms = CheckTerms(
        _pack(options["pack"], bookshelf, named_pack),
        options["limit"],
        strict=not options["agreed"],
        editions=options["editions"] or "",
        fixes=options["fixes"],
    )
    judge = partial(_judged_one, terms, bookshelf, as_json=options["json"])
    judged = partial(_judged, judge, options["jobs"], before_fork)
    files = with_twins(files_at(options["path"]))
    status = ALL_LEGAL
    with closing(_printouts(options, terms, files, judged)) as printouts:
        for one in printouts:
            counted.complain(one)
            if one.out:
                out.write(one.out)
            out.flush()
            status = max(status, one.status)
    if options["jobs"] is not None:
        counted.say(counted.text())
    return status


def _judged_one(
    terms: CheckTerms, bookshelf: Bookshelf, file: ArmyFile, *, as_json: bool
) -> Printout:
    (verdict,) = judged_files([file], terms, bookshelf)
    return printout(verdict, as_json=as_json)


def _judged(
    judge: Callable[[ArmyFile], Printout],
    processes: int | None,
    before_fork: Callable[[], object],
    files: Iterable[ArmyFile],
) -> Generator[Printout]:
    """Yield the printouts of files, made here or by other processes."""
    if processes is None or processes == 1:
        yield from map(judge, files)
        return
    if not can_fork():
        raise CheckError("--jobs: this system cannot fork processes")
    before_fork()
    yield from judged_apart(files, judge, processes)


def _printouts(
    options: Mapping[str, Any],
    terms: CheckTerms,
    files: Iterable[ArmyFile],
    judged: Judged,
) -> Generator[Printout]:
    """Yield the printouts of files, those that a journal has from there."""
    path = options["resume"]
    if path is None:
        yield from judged(files)
        return
    pack = None if terms.pack is None else terms.pack.document
    named = [pack, str(terms.limit), terms.strict, terms.editions, terms.fixes]
    named += [options["json"], str(options["books"] or "")]
    try:
        journal = Journal(path, sha256(named))
    except OSError as problem:
        raise CheckError(f"{path}: {problem.strerror or problem}") from None
    with closing(journal):
        yield from journal.printouts(files, judged)


def _pack(asked: str | None, bookshelf: Bookshelf, named: NamedPack) -> Pack | None:
    """Return the pack of a file, or of a name where there is no such file."""
    if asked is None:
        return None
    # It takes the checks of army books with it, which armies alone do not need.
    from rulesets.packs.pack_checks import checked_pack

    path = Path(asked)
    try:
        if not path.exists() and (kept := named(asked)) is not None:
            return kept
        return checked_pack(parse(path.read_bytes(), PackError), bookshelf)
    except FileNotFoundError:
        raise CheckError(f"{asked}: no such file, and no pack of this name") from None
    except OSError as problem:
        raise CheckError(f"{path}: {problem.strerror or problem}") from None
    except DocumentError as problem:
        raise CheckError(f"{path}: {problem}") from None


def shipped_pack(name: str) -> Pack | None:
    """Return a pack that comes with the project, by its key, or none."""
    from rulesets.packs.event_pack import read_event_pack

    path = SHIPPED_PACKS / f"{name}.json"
    if path.parent != SHIPPED_PACKS or not path.is_file():
        return None
    return read_event_pack(parse(path.read_bytes(), PackError))
