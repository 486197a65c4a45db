"""Say whether armies are legal: exit 0 all legal, 1 some are not, 2 unreadable."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.models import Edition
from rulesets.books.bookshelf import BookFolder, Bookshelf
from rulesets.checks.command import (
    HELP,
    SHIPPED,
    UNREADABLE,
    CheckError,
    add_arguments,
    check_paths,
)


class Command(BaseCommand):
    help = HELP
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser, books="the editions that were published on the site")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            status = check_paths(options, self._books, self.stdout, self.stderr)
        except CheckError as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from None
        if status:
            raise SystemExit(status)

    def _books(self) -> Bookshelf:
        try:
            is_filled = Edition.objects.exists()
        except DatabaseError:
            is_filled = False
        if is_filled:
            return SiteBookshelf()
        self.stderr.write(f"No book is published here; judging by those in {SHIPPED}.")
        return BookFolder(SHIPPED)
