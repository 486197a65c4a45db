"""Import book documents into the authoring tables."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.books.editions import PublishError, publish
from armybuilder.books.imports import (
    DraftChanged,
    Plan,
    import_books,
    plan_import,
    read_book_document,
)
from rulesets.documents.json import MAX_BYTES, DocumentError


class Command(BaseCommand):
    """Import book documents; all of them or none."""

    help = (
        "Import book documents, all of them or none. Exit 0 if it was done, 1 if a "
        "book has errors and cannot be published, 2 if a document is unreadable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only say what")
        parser.add_argument("--publish", action="store_true", help="publish as well")
        parser.add_argument("--notes", default="", help="notes of the edition")
        parser.add_argument("--user", help="who does it; author of new books")

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user(options["user"])
        plans = self._plans(options["paths"])
        for plan in plans:
            self._tell(plan)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
            return
        try:
            with transaction.atomic():
                books = import_books((plan.document for plan in plans), user)
                if options["publish"]:
                    for book in books:
                        edition = publish(book, user, options["notes"])
                        self.stdout.write(f"Published {edition}.")
        except (DraftChanged, PublishError) as problem:
            raise CommandError(f"Nothing was changed. {problem}") from None

    def _plans(self, paths: list[Path]) -> list[Plan]:
        plans: list[Plan] = []
        failed = False
        for path in paths:
            try:
                plans.append(plan_import(read_book_document(read_file(path))))
            except (DocumentError, OSError) as problem:
                failed = True
                self.stderr.write(f"{path}: {problem}")
        if failed:
            sys.exit(2)
        return plans

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
