"""Books as published editions, without the drafts and checks that lead there."""

from functools import cache
from pathlib import Path
from typing import Any

from armybuilder.books.imports import read_book_document
from armybuilder.books.models import Book, Edition
from rulesets.documents.json import sha256
from tests.real_books import BOOKS


def published(document: Any, number: int = 1, sha: str = "") -> Edition:
    """Return a document as an edition of its book."""
    book, _ = Book.objects.get_or_create(
        key=document["key"],
        defaults={"game": document["game"], "name": document["name"]},
    )
    sha = sha or sha256(document)
    return Edition.objects.create(
        book=book, number=number, document=document, sha256=sha
    )


def publish_printed(*patterns: str) -> None:
    """Publish the first edition of printed books, by their keys: ``charge-*``."""
    for pattern in patterns:
        for path in sorted(BOOKS.glob(f"{pattern}.json")):
            document, sha = _printed(path)
            published(document, sha=sha)


@cache
def _printed(path: Path) -> tuple[Any, str]:
    document = read_book_document(path.read_bytes())
    return document, sha256(document)
