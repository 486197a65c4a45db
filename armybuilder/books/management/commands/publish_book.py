"""Publish the draft of a book."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.books.editions import PublishError, publish
from armybuilder.books.management.commands.import_book import find_user
from armybuilder.books.models import Book


class Command(BaseCommand):
    """Freeze the draft of a book as its next edition."""

    help = "Freeze the draft of a book as its next edition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY")
        parser.add_argument("--notes", default="", help="what players are told")
        parser.add_argument("--user", help="who publishes it")

    def handle(self, *args: Any, **options: Any) -> None:
        book = Book.objects.filter(key=options["key"]).first()
        if book is None:
            raise CommandError(f"There is no book {options['key']!r}.", returncode=2)
        try:
            edition = publish(book, find_user(options["user"]), options["notes"])
        except PublishError as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"Published {edition}, SHA-256 {edition.sha256}.")
