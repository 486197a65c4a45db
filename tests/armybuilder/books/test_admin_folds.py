"""An error on a page of the admin is never hidden in a closed fold."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from armybuilder.books.drafts import save_draft
from armybuilder.books.models import Book, Limit, ModelType, Option, Slot, Unit
from tests.armybuilder.books.admin_forms import change, form_of
from tests.armybuilder.books.documents import RICH

pytestmark = pytest.mark.django_db


class Folds(HTMLParser):
    """Counts the lists of errors on a page, and those in closed folds."""

    def __init__(self) -> None:
        super().__init__()
        self.closed: list[bool] = []
        self.errors = self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "details":
            self.closed.append("open" not in said)
        if tag == "ul" and "errorlist" in (said.get("class") or ""):
            self.errors += 1
            self.hidden += any(self.closed)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.closed.pop()


CASES: list[tuple[Any, dict[str, Any], str, str]] = [
    (Book, {}, "changes", "[1]"),
    (Book, {}, "limits-0-where", "[1]"),
    (Book, {}, "limits-0-message", "m" * 501),
    (Unit, {"key": "guard"}, "changes", '"x"'),
    (Unit, {"key": "guard"}, "tags", "Not A Key"),
    (Unit, {"key": "guard"}, "slots_taken", "[]"),
    (Unit, {"key": "guard"}, "model_types-0-name", ""),
    (Unit, {"key": "guard"}, "model_types-0-rules", "standard bearer"),
    (Unit, {"key": "guard"}, "model_types-0-tags", "Not A Key"),
    (Unit, {"key": "guard"}, "model_types-0-changes", "NaN"),
    (Unit, {"key": "guard"}, "limits-0-each", "Not A Key"),
    (Unit, {"key": "guard"}, "limits-0-when", "{}"),
    (Slot, {"key": "mount"}, "options-0-rules", "standard bearer"),
    (Slot, {"key": "mount"}, "options-0-roll", "[6]"),
    (Slot, {"key": "mount"}, "options-0-changes", "[" * 3000),
    (ModelType, {"key": "guardsman"}, "limits-0-of", "Not A Key"),
    (Option, {"key": "horse"}, "limits-0-max", "{}x"),
    (Limit, {}, "where", "[1]"),
    (Limit, {}, "each", "Not A Key"),
]


@pytest.mark.sweep(5)
@pytest.mark.parametrize(("table", "which", "field", "value"), CASES)
def test_an_error_opens_its_fold(
    table: Any, which: dict[str, Any], field: str, value: str, admin_client: Client
) -> None:
    book = save_draft(RICH)
    mine = {"pk": book.pk} if table is Book else {"book": book}
    address = change(table.objects.filter(**mine, **which).first())
    data = form_of(admin_client, address) | {field: value}
    response = admin_client.post(address, data)
    assert response.status_code == 200
    page = Folds()
    page.feed(response.content.decode())
    assert page.errors
    assert page.hidden == 0
