"""Import book documents, their tests and prices into the authoring tables."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import import_tests, read_tests
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import book_keys
from armybuilder.books.editions import publish
from armybuilder.books.imports import (
    DraftChanged,
    Plan,
    import_books,
    import_prices,
    plan_import,
    plan_prices,
    read_book_document,
)
from armybuilder.books.models import Book
from armybuilder.books.refusals import PublishError
from rulesets.books.checks.finding import did_you_mean
from rulesets.books.price_tables import PriceTable, price_text, read_table
from rulesets.books.prices import PricesError
from rulesets.books.sample_armies import BookTests, BookTestsError
from rulesets.documents.json import MAX_BYTES, DocumentError

Read = TypeVar("Read")
Thing = TypeVar("Thing")


class RefusedError(Exception):
    """Things that cannot be done, with the reasons."""


@dataclass(frozen=True, slots=True)
class PlannedPrices:
    """A table of prices, the draft that they are for, and what they change."""

    table: PriceTable
    book: Book
    plan: Plan


class Command(BaseCommand):
    """Import book documents; all of them or none."""

    help = (
        "Import book documents, prices and book tests, all of them or none. Exit 0 if "
        "it was done, 1 if a book has errors or red tests and cannot be published, 2 "
        "if a file is unreadable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="*", metavar="PATH", type=Path)
        parser.add_argument(
            "--tests",
            nargs="+",
            default=[],
            metavar="PATH",
            type=Path,
            help="book tests; one of the same title is replaced, the others stay",
        )
        parser.add_argument(
            "--prices",
            nargs="+",
            default=[],
            metavar="PATH",
            type=Path,
            help="prices of drafts as CSV; each is one revision",
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what")
        parser.add_argument("--publish", action="store_true", help="publish as well")
        parser.add_argument("--notes", default="", help="notes of the edition")
        parser.add_argument("--user", help="who does it; author of new books")

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["user"])
        named = [options[kind] for kind in ("paths", "tests", "prices")]
        if not any(named):
            words = "Name a book, book tests behind --tests, or prices behind --prices."
            raise CommandError(words)
        plans, tests, prices = self._read(*named)
        for plan in [*plans, *(one.plan for one in prices)]:
            self._tell(plan)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
            return
        try:
            with transaction.atomic():
                books = import_books((plan.document for plan in plans), user)
                self._each(prices, lambda one: _import_prices(one, user))
                self._each(tests, lambda one: _import_tests(one, user))
                if options["publish"]:
                    notes = options["notes"]
                    self._each(books, lambda book: _publish(book, user, notes))
        except (DraftChanged, RefusedError) as problem:
            raise CommandError(f"Nothing was changed. {problem}") from None

    def _each(self, things: Iterable[Thing], do: Callable[[Thing], str]) -> None:
        """Do something with each of some things, and say what was done.

        Raises
        ------
        RefusedError
            With the reasons of all that cannot be done.
        """
        told, refused = [], []
        for thing in things:
            try:
                told.append(do(thing))
            except (PublishError, DocumentError) as problem:
                refused.append(str(problem))
        if refused:
            raise RefusedError("\n".join(refused))
        for line in told:
            self.stdout.write(line)

    def _read(
        self, books: list[Path], tests: list[Path], prices: list[Path]
    ) -> tuple[list[Plan], list[BookTests], list[PlannedPrices]]:
        """Return the plans and the tests of files; exits where one is unreadable."""
        plans = [self._read_one(path, _read_plan) for path in books]
        read = [self._read_one(path, read_tests) for path in tests]
        brought = frozenset(plan.document["key"] for plan in plans if plan)
        priced = [
            self._read_one(path, lambda raw, _: _read_prices(raw, brought))
            for path in prices
        ]
        if None in plans or None in read or None in priced:
            sys.exit(2)
        return (
            [one for one in plans if one],
            [one for one in read if one],
            [one for one in priced if one],
        )

    def _read_one(self, path: Path, read: Callable[[bytes, str], Read]) -> Read | None:
        try:
            return read(read_file(path), path.name)
        except (DocumentError, OSError) as problem:
            self.stderr.writelines(fault_lines(path, problem))
            return None

    def _tell(self, plan: Plan) -> None:
        self.stdout.write(plan.summary)
        for change in plan.changes:
            self.stdout.write(f"  {change.text}")
        for finding in plan.findings:
            self.stdout.write(f"  {finding.level}: {finding.pointer} {finding.text}")


def _import_tests(tests: BookTests, user: User | None) -> str:
    book = Book.objects.filter(key=tests.book).first()
    if book is None:
        raise BookTestsError("/book", f"there is no book {tests.book!r}")
    return f"Book tests of {book}: {import_tests(tests, book, user)}."


def _publish(book: Book, user: User | None, notes: str) -> str:
    return f"Published {publish(book, user, notes)}."


def _read_prices(raw: bytes, brought: Collection[str]) -> PlannedPrices:
    """Return prices with their plan; not for a book that is brought as well."""
    table = read_table(price_text(raw))
    if table.book in brought:
        words = f"{table.book!r} is brought as a document too: import them one by one"
        raise PricesError("book", words)
    book = Book.objects.filter(key=table.book).first()
    if book is None:
        hint = did_you_mean(table.book, book_keys())
        raise PricesError("book", f"there is no book {table.book[:80]!r}{hint}")
    return PlannedPrices(table, book, plan_prices(table, book))


def _import_prices(prices: PlannedPrices, user: User | None) -> str:
    count = import_prices(prices.table, prices.book, user)
    return f"Prices of {prices.book}: {count} changed."


def _read_plan(raw: bytes, name: str) -> Plan:
    return plan_import(read_book_document(raw, name, check_draft))


def fault_lines(path: Path, problem: DocumentError | OSError) -> list[str]:
    """Return all that is wrong with a file, a line each."""
    if isinstance(problem, OSError):
        return [f"{path}: {problem}\n"]
    return [f"{path}: {one.where or '/'}: {one.sentence}\n" for one in problem.faults]


def find_user(name: str | None) -> User | None:
    """Return the person of a name."""
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name!r}.")
    return user


def read_file(path: Path) -> bytes:
    """Return a file's bytes, at most one more than a document may have."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
