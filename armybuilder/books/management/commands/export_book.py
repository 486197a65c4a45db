"""Write a book document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import find_edition
from armybuilder.books.models import Book
from armybuilder.books.parts import as_file, normal


class Command(BaseCommand):
    """Write the draft or an edition of a book as a document."""

    help = "Write the draft of a book, or one of its editions, as a document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY")
        parser.add_argument("--edition", type=int, help="its number; else the draft")
        parser.add_argument("-o", "--output", type=Path, help="file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        text = as_file(_document(options["key"], options["edition"]))
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            options["output"].write_text(text, encoding="utf-8")
        except OSError as problem:
            raise CommandError(str(problem), returncode=2) from None


def _document(key: str, number: int | None) -> Any:
    if number is None:
        book = Book.objects.filter(key=key).first()
        if book is None:
            raise CommandError(f"There is no book {key!r}.", returncode=2)
        return draft_document(book)
    edition = find_edition(key, number)
    if edition is None:
        raise CommandError(f"There is no edition {number} of {key!r}.", returncode=2)
    return normal(edition.document)
