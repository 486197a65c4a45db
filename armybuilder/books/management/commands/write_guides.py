"""Write the guides to the books of the fixtures."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rulesets.books.book import Book
from rulesets.books.coverage import coverage
from rulesets.books.load import read_book
from rulesets.books.message_guide import book_messages
from rulesets.books.sample_armies import BookTests, read_book_tests
from rulesets.documents.json import parse
from rulesets.games import GAMES

FIXTURES = settings.BASE_DIR / "fixtures"
DOCS = settings.BASE_DIR / "docs"


class Command(BaseCommand):
    """Write the messages and the coverage of the books into the documentation."""

    help = (
        "Write docs/book-messages.md and docs/coverage.md from the books and the "
        "sample armies of the fixtures. Exit 1 if --check finds one that would change."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        stale = [
            self._write(name, text, check=options["check"])
            for name, text in written().items()
        ]
        if any(stale) and options["check"]:
            sys.exit(1)

    def _write(self, name: str, text: str, *, check: bool) -> bool:
        path = DOCS / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            return False
        if not check:
            path.write_text(text, encoding="utf-8")
        self.stdout.write(f"{name} {'would change' if check else 'was written'}")
        return True


def written() -> dict[str, str]:
    """Return the guides by the name of their file."""
    books = _books()
    return {
        "book-messages.md": book_messages(books, _tests()),
        "coverage.md": coverage(books, GAMES.values()),
    }


def _books() -> list[Book]:
    paths = sorted((FIXTURES / "books").glob("*.json"))
    return [read_book(parse(path.read_bytes()), 1) for path in paths]


def _tests() -> list[BookTests]:
    paths = sorted((FIXTURES / "book-tests").glob("*.json"))
    return [read_book_tests(parse(path.read_bytes())) for path in paths]
