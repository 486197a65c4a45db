"""Write a book document, or the tests of a book."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.books.book_tests import tests_document
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import find_edition
from armybuilder.books.models import Book
from armybuilder.books.parts import as_file, normal
from rulesets.books.price_tables import write_prices
from rulesets.documents.forms import FORMS, form_of


class Command(BaseCommand):
    """Write the draft, an edition or the tests of a book as a document."""

    help = (
        "Write the draft of a book, one of its editions, or its tests as a document: "
        "JSON, or YAML for people; or the prices of the draft as CSV."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY")
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--edition", type=int, help="its number; else the draft")
        part.add_argument("--tests", action="store_true", help="its book tests")
        part.add_argument("--prices", action="store_true", help="its prices, as CSV")
        parser.add_argument("-o", "--output", type=Path, help="file to write")
        parser.add_argument(
            "--form",
            choices=FORMS,
            help="by default what the ending of the file says, else json",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        key, number = options["key"], options["edition"]
        form = options["form"] or form_of("{", str(options["output"] or ""))
        if options["prices"]:
            text = write_prices(read_draft(_book(key)).document)
        else:
            document = _tests(key) if options["tests"] else _document(key, number)
            text = as_file(document, form)
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            options["output"].write_text(text, encoding="utf-8")
        except OSError as problem:
            raise CommandError(str(problem), returncode=2) from None


def _document(key: str, number: int | None) -> Any:
    if number is None:
        return read_draft(_book(key)).document
    edition = find_edition(key, number)
    if edition is None:
        raise CommandError(f"There is no edition {number} of {key!r}.", returncode=2)
    return normal(edition.document)


def _tests(key: str) -> Any:
    document = tests_document(_book(key))
    if document is None:
        raise CommandError(f"The book {key!r} has no tests.", returncode=2)
    return document


def _book(key: str) -> Book:
    book = Book.objects.filter(key=key).first()
    if book is None:
        raise CommandError(f"There is no book {key!r}.", returncode=2)
    return book
