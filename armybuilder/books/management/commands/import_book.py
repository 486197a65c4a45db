"""Import book documents into the authoring tables."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import import_tests, read_tests
from armybuilder.books.editions import PublishError, publish
from armybuilder.books.imports import (
    DraftChanged,
    Plan,
    import_books,
    plan_import,
    read_book_document,
)
from armybuilder.books.models import Book
from rulesets.books.sample_armies import BookTests, BookTestsError
from rulesets.documents.json import MAX_BYTES, DocumentError

Read = TypeVar("Read")


class Command(BaseCommand):
    """Import book documents; all of them or none."""

    help = (
        "Import book documents and book tests, all of them or none. Exit 0 if it was "
        "done, 1 if a book has errors or red tests and cannot be published, 2 if a "
        "document is unreadable."
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
        parser.add_argument("--dry-run", action="store_true", help="only say what")
        parser.add_argument("--publish", action="store_true", help="publish as well")
        parser.add_argument("--notes", default="", help="notes of the edition")
        parser.add_argument("--user", help="who does it; author of new books")

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["user"])
        if not options["paths"] and not options["tests"]:
            raise CommandError("Name a book or, behind --tests, book tests.")
        plans, tests = self._read(options["paths"], options["tests"])
        for plan in plans:
            self._tell(plan)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
            return
        try:
            with transaction.atomic():
                books = import_books((plan.document for plan in plans), user)
                for one in tests:
                    self._import_tests(one, user)
                if options["publish"]:
                    for book in books:
                        edition = publish(book, user, options["notes"])
                        self.stdout.write(f"Published {edition}.")
        except (DraftChanged, PublishError, BookTestsError) as problem:
            raise CommandError(f"Nothing was changed. {problem}") from None

    def _import_tests(self, tests: BookTests, user: User | None) -> None:
        book = Book.objects.filter(key=tests.book).first()
        if book is None:
            raise BookTestsError("/book", f"there is no book {tests.book!r}")
        brought = import_tests(tests, book, user)
        self.stdout.write(f"Book tests of {book}: {brought}.")

    def _read(
        self, books: list[Path], tests: list[Path]
    ) -> tuple[list[Plan], list[BookTests]]:
        """Return the plans and the tests of files; exits where one is unreadable."""
        plans = [
            self._read_one(path, lambda raw: plan_import(read_book_document(raw)))
            for path in books
        ]
        read = [self._read_one(path, read_tests) for path in tests]
        if None in plans or None in read:
            sys.exit(2)
        return [one for one in plans if one], [one for one in read if one]

    def _read_one(self, path: Path, read: Callable[[bytes], Read]) -> Read | None:
        try:
            return read(read_file(path))
        except (DocumentError, OSError) as problem:
            self.stderr.write(f"{path}: {problem}")
            return None

    def _tell(self, plan: Plan) -> None:
        self.stdout.write(plan.summary)
        for change in plan.changes:
            self.stdout.write(f"  {change.text}")
        for finding in plan.findings:
            self.stdout.write(f"  {finding.level}: {finding.pointer} {finding.text}")


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
