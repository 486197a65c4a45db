"""Print the status of each rule of a book."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from armybuilder.books.editions import newest_books, newest_edition
from armybuilder.books.management.commands.import_book import read_file
from rulesets.books.book import Book
from rulesets.books.load import BookError, read_book
from rulesets.books.report import STATUSES, ReportLine, report, totals
from rulesets.documents.json import DocumentError, parse
from rulesets.libraries import whole_document
from rulesets.sentences.guide import sentence_report

FIXTURES = settings.BASE_DIR / "fixtures" / "books"


class Command(BaseCommand):
    """Print which rules of a book are enforced, advisory, or not modelled."""

    help = (
        "Say of each rule of some books whether it is enforced, exact or sampled in "
        "the odds, advisory, or not modelled. A book is a key or a file; none for "
        "every book of the fixtures. A key is the newest edition of that book, "
        "else the fixture."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("books", nargs="*", metavar="BOOK")
        parser.add_argument("--json", action="store_true", help="as a document")
        parser.add_argument("--totals", action="store_true", help="only the numbers")
        parser.add_argument(
            "--sentences",
            action="store_true",
            help="each limit and each change as an author's sentence instead",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sentences"]:
            self._tell_sentences(options["books"])
            return
        reports = [(book, report(book)) for book in _books(options["books"])]
        if options["json"]:
            whole = [_document(book, lines) for book, lines in reports]
            self.stdout.write(json.dumps(whole, indent=1, ensure_ascii=False))
            return
        for book, lines in reports:
            self._tell(book, lines, brief=options["totals"])

    def _tell(self, book: Book, lines: tuple[ReportLine, ...], *, brief: bool) -> None:
        counted = totals(lines)
        numbers = ", ".join(f"{counted[status]} {status}" for status in STATUSES)
        self.stdout.write(f"{book.name} ({book.key}): {numbers}")
        for status in () if brief else STATUSES:
            for line in lines:
                if line.status == status:
                    self.stdout.write(f"  {_sentence(line)}")

    def _tell_sentences(self, named: Iterable[str]) -> None:
        books = _books(named)
        others = newest_books().values()
        for name, book in zip(_names(named), books, strict=True):
            self.stdout.write(f"{book.name} ({book.key})")
            document = whole_document(_document_of(name))
            for line in sentence_report(document, [*others, book]):
                self.stdout.write(f"  {line}")


def _sentence(line: ReportLine) -> str:
    where = f"{line.where}: " if line.where else ""
    text = f" {line.text}" if line.text else ""
    source = f" [{line.source}]" if line.source else ""
    return f"{line.status}: {where}{line.title}.{text}{source}"


def _document(book: Book, lines: tuple[ReportLine, ...]) -> dict[str, Any]:
    return {
        "book": book.key,
        "name": book.name,
        "edition": book.edition,
        "totals": totals(lines),
        "rules": [asdict(line) for line in lines],
    }


def _books(named: Iterable[str]) -> list[Book]:
    published = {key: book for (key, _), book in newest_books().items()}
    return [_book(name, published) for name in _names(named)]


def _names(named: Iterable[str]) -> list[str]:
    return list(named) or [str(path) for path in sorted(FIXTURES.glob("*.json"))]


def _book(name: str, published: dict[str, Book]) -> Book:
    if name in published:
        return published[name]
    try:
        return read_book(parse(read_file(_path(name)), BookError))
    except (DocumentError, OSError) as problem:
        raise CommandError(f"{name}: {problem}", returncode=2) from None


def _document_of(name: str) -> Any:
    """Return the document of the newest edition of a book, else of a file."""
    edition = None if name.endswith(".json") else newest_edition(name)
    return parse(read_file(_path(name))) if edition is None else edition.document


def _path(name: str) -> Path:
    return Path(name) if name.endswith(".json") else FIXTURES / f"{name}.json"
