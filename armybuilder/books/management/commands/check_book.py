"""Check book documents, without a database."""

import sys
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.books.management.commands.import_book import read_file
from rulesets.books.checks.check import ERROR, OtherBooks, check_book
from rulesets.core.query import read_rule_uses
from rulesets.documents.json import DocumentError, check, parse


class Command(BaseCommand):
    """Print the errors and the warnings of books."""

    help = (
        "Check book documents as publishing does; the others that are given may be "
        "named. No database is asked. Exit 1 if a book has errors, 2 if a document is "
        "unreadable."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        documents, failed = self._read(options["paths"])
        wrong = False
        for path, document in documents.items():
            found = check_book(document, _beside(document, list(documents.values())))
            errors = sum(finding.severity == ERROR for finding in found)
            wrong = wrong or bool(errors)
            warnings = len(found) - errors
            self.stdout.write(f"{path}: {errors} errors, {warnings} warnings")
            for one in found:
                self.stdout.write(
                    f"  {one.severity} {one.code}: {one.where} {one.text}"
                )
        if failed or wrong:
            sys.exit(2 if failed else 1)

    def _read(self, paths: list[Path]) -> tuple[dict[Path, Any], bool]:
        documents: dict[Path, Any] = {}
        for path in paths:
            try:
                documents[path] = parse(read_file(path))
            except (DocumentError, OSError) as problem:
                self.stderr.write(f"{path}: {problem}")
        return documents, len(documents) < len(paths)


def _beside(document: Any, documents: list[Any]) -> OtherBooks:
    """Return the keys of the other books that a book may name."""
    books = [other for other in documents if other is not document and _is_book(other)]
    game = document.get("game") if isinstance(document, dict) else None
    names: dict[str, set[str]] = defaultdict(set)
    carried: set[str] = set()
    for book in books:
        if book["game"] != game:
            continue
        for rule in book.get("rules", ()):
            names[rule["key"]].add(rule["name"])
        for unit in book["units"]:
            carried |= {use.key for use in read_rule_uses(unit)}
    keys = frozenset(book["key"] for book in books)
    rules = {key: frozenset(some) for key, some in names.items()}
    return OtherBooks(keys, rules, frozenset(carried))


def _is_book(document: Any) -> bool:
    try:
        check("book", document)
    except DocumentError:
        return False
    return True
