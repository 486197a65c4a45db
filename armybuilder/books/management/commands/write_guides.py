"""Write the guides to the books of the fixtures."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rulesets.books.book import Book
from rulesets.books.coverage import coverage
from rulesets.books.effect_guide import effect_guide
from rulesets.books.load import read_book
from rulesets.books.message_guide import book_messages
from rulesets.books.sample_armies import BookTests, read_book_tests
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.libraries import whole_document
from rulesets.sentences.guide import sentences_guide

FIXTURES = settings.BASE_DIR / "fixtures"
DOCS = settings.BASE_DIR / "docs"


class Command(BaseCommand):
    """Write messages, coverage and sentences of the books into the documentation."""

    help = (
        "Write docs/book-messages.md, docs/coverage.md, docs/effects.md and "
        "docs/sentences.md from the books, the packs, the games and the sample armies "
        "of the fixtures. Exit 1 if --check finds one that would change."
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
        "effects.md": effect_guide(GAMES.values()),
        "sentences.md": sentences_guide(_rules(), books),
    }


def _rules() -> list[Any]:
    """Return every document of the project that has limits and changes."""
    games = [dict(game.pack.document) for game in GAMES.values()]
    books = map(whole_document, _documents("books"))
    return [*books, *games, *_documents("packs")]


def _documents(folder: str) -> list[Any]:
    paths = sorted((FIXTURES / folder).glob("*.json"))
    return [parse(path.read_bytes()) for path in paths]


def _books() -> list[Book]:
    return [read_book(document, 1) for document in _documents("books")]


def _tests() -> list[BookTests]:
    return [read_book_tests(document) for document in _documents("book-tests")]
