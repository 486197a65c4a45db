"""Say whether armies are legal: exit 0 all legal, 1 some are not, 2 unreadable."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.models import Edition
from armybuilder.packs.access import find_version
from rulesets.books.bookshelf import BookFolder, Bookshelf
from rulesets.checks.command import (
    HELP,
    SHIPPED,
    CheckError,
    add_arguments,
    check_paths,
    shipped_pack,
)
from rulesets.checks.printout import UNREADABLE
from rulesets.packs.pack import Pack


class Command(BaseCommand):
    help = HELP
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser, books="the editions that were published on the site")

    def handle(self, *args: Any, **options: Any) -> None:
        # Lines end where the check says so: it also tells how far it is.
        self.stderr.ending = ""
        try:
            status = check_paths(
                *(options, self._books, _named_pack, self.stdout, self.stderr),
                before_fork=connections.close_all,
            )
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
        self.stderr.write(
            f"No book is published here; judging by those in {SHIPPED}.\n"
        )
        return BookFolder(SHIPPED)


def _named_pack(name: str) -> Pack | None:
    """Return a pack that is kept here, else one that comes with the project."""
    try:
        version = find_version(name, None)
    except DatabaseError:
        version = None
    return shipped_pack(name) if version is None else version.read()
