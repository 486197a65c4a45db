"""Books of the fixtures as published editions."""

import json
from pathlib import Path

import pytest

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.books.models import Book, Edition
from rulesets.documents.json import sha256
from tests.armybuilder.armies.books import published
from tests.armybuilder.armies.muster import MUSTER, mustered

FIXTURES = Path(__file__).parents[3] / "fixtures"


def publish(pattern: str) -> None:
    for path in sorted((FIXTURES / "books").glob(pattern)):
        document = json.loads(path.read_text(encoding="utf-8"))
        book = Book.objects.create(
            key=document["key"], game=document["game"], name=document["name"]
        )
        Edition.objects.create(
            book=book, number=1, document=document, sha256=sha256(document)
        )


@pytest.fixture
def charge_books(db: None) -> None:
    publish("charge-*.json")


@pytest.fixture
def every_book(db: None) -> None:
    publish("*.json")


@pytest.fixture
def host(alice: User) -> Army:
    published(MUSTER)
    return mustered(alice)
