"""Publish the draft of a book, now or at a time."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import is_naive, localtime, make_aware

from armybuilder.books.editions import publish
from armybuilder.books.management.commands.import_book import find_user
from armybuilder.books.models import Book
from armybuilder.books.publications import plan_publication
from armybuilder.books.refusals import PublishError


class Command(BaseCommand):
    """Freeze the draft of a book as its next edition."""

    help = "Freeze the draft of a book as its next edition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY")
        parser.add_argument("--notes", default="", help="what players are told")
        parser.add_argument("--user", help="who publishes it")
        parser.add_argument(
            "--at",
            metavar="TIME",
            help="publish it as it is now at this time, such as"
            " 2026-12-01T18:00+01:00; without an offset in the site's time zone",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        book = Book.objects.filter(key=options["key"]).first()
        if book is None:
            raise CommandError(f"There is no book {options['key']!r}.", returncode=2)
        user, notes = find_user(options["user"]), options["notes"]
        try:
            if options["at"] is not None:
                planned = plan_publication(book, user, _moment(options["at"]), notes)
                when = localtime(planned.due_at).isoformat(timespec="minutes")
                self.stdout.write(
                    f"{book} will be published at {when} from revision"
                    f" {planned.revision}, SHA-256 {planned.sha256}."
                )
                return
            edition = publish(book, user, notes)
        except PublishError as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"Published {edition}, SHA-256 {edition.sha256}.")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(
            f"--at: {text!r} is no time such as 2026-12-01T18:00+01:00.", returncode=2
        ) from None
    return make_aware(moment) if is_naive(moment) else moment
