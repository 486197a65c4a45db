"""Two published books of the fixtures."""

from pathlib import Path

import pytest

from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.imports import read_book_document

BOOKS = Path(__file__).parents[3] / "fixtures" / "books"


@pytest.fixture
def charge_books(db: None) -> None:
    for key in ("charge-skaven", "charge-orcs", "charge-cathay"):
        raw = (BOOKS / f"{key}.json").read_bytes()
        publish(save_draft(read_book_document(raw)), None)
