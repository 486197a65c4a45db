"""Write book documents in the one form in which this site exports them."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.books.imports import read_book_document
from armybuilder.books.management.commands.import_book import fault_lines, read_file
from armybuilder.books.parts import as_file
from rulesets.documents.forms import form_of
from rulesets.documents.json import DocumentError


class Command(BaseCommand):
    """Rewrite book documents as the export writes them; they say the same."""

    help = (
        "Rewrite book documents as the export writes them: keys in order, defaults "
        "left out. Exit 1 if --check finds one that would change, 2 if a document is "
        "unreadable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)
        parser.add_argument("--check", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        codes = [self._format(path, options["check"]) for path in options["paths"]]
        if any(codes):
            sys.exit(max(codes))

    def _format(self, path: Path, check: bool) -> int:  # noqa: FBT001
        try:
            raw = read_file(path)
            document = read_book_document(raw, path.name)
            text = as_file(document, form_of(raw, path.name))
        except (DocumentError, OSError) as problem:
            self.stderr.writelines(fault_lines(path, problem))
            return 2
        if raw.decode() == text:
            return 0
        if not check:
            path.write_text(text, encoding="utf-8")
        self.stdout.write(f"{path} {'would change' if check else 'was rewritten'}")
        return int(check)
