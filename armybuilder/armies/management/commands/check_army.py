"""Say whether armies are legal: exit 0 all legal, 1 some are not, 2 unreadable."""

import io
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder.armies.checks import (
    File,
    Terms,
    Verdict,
    judged_files,
    points_of_limit,
    verdict_document,
)
from armybuilder.armies.uploads import UnpackError, documents_in
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.models import Edition
from rulesets.books.bookshelf import BookFolder, Bookshelf
from rulesets.core.points import POINTS, Currency, points_text, to_points
from rulesets.documents.json import DocumentError, parse
from rulesets.packs.pack import ANY, NEWEST, Pack, PackError
from rulesets.packs.pack_checks import checked_pack
from rulesets.reviews.review import LEGAL, Message
from rulesets.reviews.verdict import outcome_text

ALL_LEGAL, SOME_ILLEGAL, UNREADABLE, NOBODY_READS = 0, 1, 2, 141
SHIPPED = settings.BASE_DIR / "fixtures" / "books"
STANDARD_INPUT = "-"
LINK = "not read: a link to a folder"
NO_FILE = "not read: no file"
ENDINGS = (".json", ".zip")
"""What is read in folders, in small letters or capitals."""


class Command(BaseCommand):
    help = (
        "Check roster documents against their army books. Exit status: 0 if every army "
        "is legal, 1 if some are illegal or empty, 2 if a file cannot be read."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
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
            help="a folder of army books (KEY.json) to judge by instead of the "
            "editions that were published on the site",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            status = self._check(options)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever read us has seen enough; nothing more is written at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = NOBODY_READS
        except DocumentError as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from None
        except OSError as problem:
            # What is left of the answer cannot be written at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            text = f"the answer cannot be written: {problem.strerror or problem}"
            raise CommandError(text, returncode=UNREADABLE) from None
        if status:
            raise SystemExit(status)

    def _check(self, options: dict[str, Any]) -> int:
        bookshelf = self._bookshelf(options["books"])
        terms = Terms(
            _pack(options["pack"], bookshelf),
            options["limit"],
            strict=not options["agreed"],
            editions=options["editions"] or "",
            fixes=options["fixes"],
        )
        status = ALL_LEGAL
        for verdict in judged_files(self._files(options["path"]), terms, bookshelf):
            self._tell(verdict, as_json=options["json"])
            status = max(status, _status(verdict))
        return status

    def _tell(self, verdict: Verdict, *, as_json: bool) -> None:
        if verdict.review is None:
            place = "" if verdict.is_closed else f"{verdict.where or '/'}: "
            text = f"{verdict.file}: {place}{verdict.problem}"
            self.stderr.write(_printable(text))
        if as_json:
            line = json.dumps(verdict_document(verdict), ensure_ascii=False)
        elif verdict.review is None:
            return
        else:
            line = _printable(_text(verdict))
        self.stdout.write(line)
        self.stdout.flush()

    def _bookshelf(self, folder: Path | None) -> Bookshelf:
        if folder is not None:
            return BookFolder(folder)
        try:
            is_filled = Edition.objects.exists()
        except DatabaseError:
            is_filled = False
        if is_filled:
            return SiteBookshelf()
        self.stderr.write(f"No book is published here; judging by those in {SHIPPED}.")
        return BookFolder(SHIPPED)

    def _files(self, paths: Iterable[str]) -> Iterator[File]:
        """Yield what the paths stand for, one open at a time."""
        for path in paths:
            if path == STANDARD_INPUT:
                yield from _of_standard_input()
            elif Path(path).is_dir():
                yield from self._in_folder(Path(path))
            else:
                yield from _of_path(Path(path))

    def _in_folder(self, folder: Path) -> Iterator[File]:
        found = False
        for path, problem in _below(folder):
            if problem:
                found = True
                yield File(str(path), problem=problem)
            elif path.suffix.lower() in ENDINGS:
                found = True
                yield from _of_path(path)
            else:
                text = "not read: neither .json nor .zip"
                self.stderr.write(_printable(f"{path}: {text}"))
        if not found:
            yield File(str(folder), problem="there is no .json and no .zip in it")


def _below(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a folder and of those in it, by name.

    Of folders that are not looked into, and of what would keep us waiting, with why.
    """
    closed: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=closed.append):
        folders.sort()
        inner = [Path(place) / name for name in folders]
        yield from ((path, LINK) for path in inner if path.is_symlink())
        for path in (Path(place) / name for name in sorted(names)):
            yield path, NO_FILE if path.exists() and not path.is_file() else ""
    for problem in closed:
        yield Path(str(problem.filename)), problem.strerror or str(problem)


def _of_standard_input() -> Iterator[File]:
    if sys.stdin is None:
        return iter([File(STANDARD_INPUT, problem="there is no standard input")])
    return _opened(STANDARD_INPUT, io.BytesIO(sys.stdin.buffer.read()))


def _of_path(path: Path) -> Iterator[File]:
    try:
        with path.open("rb") as opened:
            yield from _opened(str(path), opened)
    except OSError as problem:
        yield File(str(path), problem=problem.strerror or str(problem))


def _opened(name: str, opened: Any) -> Iterator[File]:
    try:
        yield from documents_in(name, opened)
    except UnpackError as problem:
        yield File(name, problem=str(problem).removeprefix(f"{name}: "))


def _pack(path: Path | None, bookshelf: Bookshelf) -> Pack | None:
    if path is None:
        return None
    try:
        return checked_pack(parse(path.read_bytes(), PackError), bookshelf)
    except OSError as problem:
        text = f"{path}: {problem.strerror or problem}"
        raise CommandError(text, returncode=UNREADABLE) from None
    except DocumentError as problem:
        raise CommandError(f"{path}: {problem}", returncode=UNREADABLE) from None


def _limit(text: str) -> Any:
    number = Decimal(text)
    if not number.is_finite() or number < 0:
        raise ValueError(text)
    return to_points(number)


def _editions(text: str) -> str:
    if text not in (ANY, NEWEST):
        date.fromisoformat(text)
    return text


def _status(verdict: Verdict) -> int:
    if verdict.review is None:
        return UNREADABLE
    return ALL_LEGAL if verdict.word == LEGAL else SOME_ILLEGAL


def _printable(text: str) -> str:
    """Return text without what a terminal would take for a command."""
    lines = text.split("\n")
    return "\n".join("".join(filter(str.isprintable, line)) for line in lines)


def _text(verdict: Verdict) -> str:
    head = f"{verdict.said:<8} {points_of_limit(verdict):>14}  {verdict.file}"
    name = f"  “{verdict.army}”, {verdict.edition or 'no book'}"
    agreed = [f"    {said}" for said in verdict.agreed]
    sums = [f"    {one.title}: {points_text(one.value)}" for one in verdict.sums]
    currency = POINTS if verdict.review is None else verdict.review.game.currency
    number = len(verdict.off)
    said = [line for one in verdict.messages for line in _said(one, currency, number)]
    return "\n".join([head + name, *agreed, *sums, *said])


def _said(message: Message, currency: Currency, waived: int) -> Iterator[str]:
    yield f"    {message.severity}: {message.rule}: {message.text}"
    for fix in message.fixes:
        then = f"{currency.text(fix.points)}, {outcome_text(fix, waived)}"
        yield f"      fix: {fix.text} → {then}"
    for waiver in message.waivers:
        then = f"{currency.text(waiver.points)}, {outcome_text(waiver, waived + 1)}"
        yield f"      waiver: {waiver.text} → {then}"
