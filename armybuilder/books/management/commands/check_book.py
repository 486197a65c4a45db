"""Check books and their tests, without a database; mend where that is asked."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from armybuilder.books.book_tests import read_tests
from armybuilder.books.management.commands.import_book import fault_lines, read_file
from armybuilder.books.parts import as_file, normal
from rulesets.books.book import Book, Books
from rulesets.books.checks.acceptance import (
    ASKED_APART,
    NOT_FOUND,
    UNTESTED,
    AskedApart,
)
from rulesets.books.checks.armies import (
    armies_not_found,
    lacking_of,
    untested_units,
)
from rulesets.books.checks.check import CHECKS, check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.finding import (
    ERROR,
    HINT,
    IDLE,
    OF_ERROR,
    WARNING,
    Finding,
    did_you_mean,
    finding_document,
)
from rulesets.books.checks.mends import mend_book
from rulesets.books.load import BookError, read_book
from rulesets.books.sample_armies import (
    BookTests,
    SampleArmy,
    absent_books,
    differences,
)
from rulesets.core.query import read_rule_uses
from rulesets.documents.forms import form_of, read_document
from rulesets.documents.json import DocumentError, check
from rulesets.legality.plans.examples import examples
from rulesets.rosters.roster import RosterError, at_editions, roster_document

Read = TypeVar("Read")
CODES = frozenset({*ASKED_APART, IDLE, OF_ERROR, *(row.code for row in CHECKS)})


class Command(BaseCommand):
    """Print the findings about books: errors, warnings, hints, accepted ones."""

    help = (
        "Check book documents as publishing does; the others that are given may be "
        "named. No database is asked. Exit 1 if a book has errors or a test is red, 2 "
        "if a document is unreadable."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)
        parser.add_argument(
            "--tests",
            nargs="+",
            default=[],
            metavar="PATH",
            type=Path,
            help="book tests, judged by the books that are given",
        )
        parser.add_argument(
            "--examples",
            action="store_true",
            help="look for a legal army with everything that a book offers: minutes",
        )
        parser.add_argument("--json", action="store_true", help="print one document")
        parser.add_argument(
            "--mend",
            nargs="+",
            action="extend",
            default=[],
            metavar="CODE",
            help="mend open findings of these codes in the files, where they can be",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        _refuse_unknown(options["mend"])
        documents, failed = self._read(options["paths"], _read_document)
        tests, unread = self._read(options["tests"], read_tests)
        failed = failed or unread
        if options["mend"]:
            failed = self._mend(documents, options["mend"]) or failed
        with_armies = bool(tests) or options["examples"]
        books = _readable_books(documents.values()) if with_armies else {}
        search = partial(_apart, books, tests.values(), is_sought=options["examples"])
        found = {
            path: check_book(document, _beside(document, [*documents.values()]), search)
            for path, document in documents.items()
        }
        judged = [_judged(path, one, books) for path, one in tests.items()]
        if options["json"]:
            checked = [_told(path, findings) for path, findings in found.items()]
            whole = {"books": checked} | ({"tests": judged} if tests else {})
            self.stdout.write(json.dumps(whole, indent=1))
        else:
            self._print(found)
            self._print_tests(judged)
        wrong = any(one.level == ERROR for several in found.values() for one in several)
        if failed or wrong or any(one["red"] for one in judged):
            sys.exit(2 if failed else 1)

    def _read(
        self, paths: list[Path], read: Callable[[bytes, str], Read]
    ) -> tuple[dict[Path, Read], bool]:
        documents: dict[Path, Read] = {}
        for path in paths:
            try:
                documents[path] = read(read_file(path), path.name)
            except (DocumentError, OSError) as problem:
                self.stderr.writelines(fault_lines(path, problem))
        return documents, len(documents) < len(paths)

    def _mend(self, documents: dict[Path, Any], codes: list[str]) -> bool:
        """Mend documents and write their files; return whether one failed."""
        failed = False
        for path, document in documents.items():
            others = _beside(document, [*documents.values()])
            new, done = mend_book(document, codes, others)
            try:
                if done:
                    _write(path, _as_it_is_written(path, normal(new)))
                    documents[path] = new
            except (DocumentError, OSError) as problem:
                failed = True
                self.stderr.write(f"{path}: {problem}")
                continue
            for finding in done:
                line = f"{path}: mended {finding.code} at {finding.pointer or '/'}"
                self.stderr.write(line)
        return failed

    def _print(self, found: Mapping[Path, tuple[Finding, ...]]) -> None:
        for path, findings in found.items():
            counts = ", ".join(f"{n} {word}" for word, n in _counts(findings).items())
            self.stdout.write(f"{path}: {counts}")
            for one in sorted(findings, key=lambda finding: not finding.is_open):
                level = one.level if one.is_open else "accepted"
                because = f" ({one.because})" if one.because else ""
                line = f"  {level} {one.code}: {one.pointer} {one.text}{because}"
                self.stdout.write(line)

    def _print_tests(self, judged: list[dict[str, Any]]) -> None:
        for one in judged:
            red, waiting = len(one["red"]), len(one["waiting"])
            counts = f"{one['green']} green, {red} red, {waiting} waiting"
            self.stdout.write(f"{one['path']}: {counts}")
            for test in one["red"]:
                for text in test["differences"]:
                    self.stdout.write(f"  red “{test['title']}”: {text}")
            for test in one["waiting"]:
                absent = ", ".join(test["books"])
                self.stdout.write(f"  waiting “{test['title']}”: for {absent}")


def _read_document(raw: bytes, name: str) -> Any:
    return read_document(raw, name=name)


def _as_it_is_written(path: Path, document: Any) -> str:
    """Return a document as the text of its file, in the form that the file has."""
    return as_file(document, form_of(path.read_bytes()[:1000], path.name))


def _readable_books(documents: Iterable[Any]) -> Books:
    """Return those of some documents that are books, ready for the engine."""
    books: dict[tuple[str, int], Book] = {}
    for document in documents:
        with suppress(BookError):
            book = read_book(document)
            books[book.key, book.edition] = book
    return books


def _apart(
    books: Books, tests: Iterable[BookTests], document: Any, *, is_sought: bool
) -> AskedApart:
    """Return what tests and the search for legal armies find of a book."""
    armies = [one.roster for several in tests for one in several.armies]
    documents = map(roster_document, armies)
    found = [*untested_units(document, documents)] if armies else []
    asked = {UNTESTED} if armies else set()
    key = (document["key"], document.get("edition", 0))
    if is_sought and key in books:
        book = books[key]
        beside = {name: one for name, one in books.items() if one.game == book.game}
        known = (at_editions(one, dict(books.keys())) for one in armies)
        without = lacking_of(examples(book, beside, known))
        found += armies_not_found(document, without)
        asked.add(NOT_FOUND)
    return AskedApart(tuple(found), frozenset(asked))


def _judged(path: Path, tests: BookTests, books: Books) -> dict[str, Any]:
    """Return the verdicts on the tests of a file; they wait for books not given."""
    green = 0
    red: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = []
    for army in tests.armies:
        if absent := absent_books(army, books):
            waiting.append({"title": army.title, "books": absent})
        elif texts := _differences(army, books):
            red.append({"title": army.title, "differences": texts})
        else:
            green += 1
    return {"path": str(path), "green": green, "red": red, "waiting": waiting}


def _differences(army: SampleArmy, books: Books) -> list[str]:
    try:
        return [*differences(army, books)]
    except RosterError as problem:
        return [problem.text]


def _refuse_unknown(codes: list[str]) -> None:
    for code in codes:
        if code not in CODES:
            hint = did_you_mean(code, CODES)
            raise CommandError(f"There is no check {code!r}{hint}.")


def _counts(findings: tuple[Finding, ...]) -> dict[str, int]:
    open_ones = Counter(one.level for one in findings if one.is_open)
    return {
        "errors": open_ones[ERROR],
        "warnings": open_ones[WARNING],
        "hints": open_ones[HINT],
        "accepted": sum(not one.is_open for one in findings),
    }


def _told(path: Path, findings: tuple[Finding, ...]) -> dict[str, Any]:
    told = [finding_document(finding) for finding in findings]
    return {"path": str(path), **_counts(findings), "findings": told}


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with NamedTemporaryFile(
        "w", dir=path.parent, encoding="utf-8", delete=False
    ) as file:
        file.write(text)
    Path(file.name).chmod(path.stat().st_mode)
    Path(file.name).replace(path)


def _beside(document: Any, documents: list[Any]) -> OtherBooks:
    """Return the keys of the other books that a book may name."""
    books = [other for other in documents if other is not document and _is_book(other)]
    game = document.get("game") if isinstance(document, dict) else None
    names: dict[str, set[str]] = defaultdict(set)
    carried: set[str] = set()
    for book in books:
        if book["game"] != game:
            continue
        for rule in book.get("rules", ()):
            names[rule["key"]].add(rule["name"])
        for unit in book["units"]:
            carried |= {use.key for use in read_rule_uses(unit)}
    keys = frozenset(book["key"] for book in books)
    rules = {key: frozenset(some) for key, some in names.items()}
    return OtherBooks(keys, rules, frozenset(carried))


def _is_book(document: Any) -> bool:
    try:
        check("book", document)
    except DocumentError:
        return False
    return True
