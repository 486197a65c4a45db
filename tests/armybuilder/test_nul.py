"""A NUL in an address or a form breaks no page, whatever the database."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.armybuilder.test_permissions import (  # noqa: F401 (fixtures)
    ROWS,
    address,
    people,
    url_of,
)

pytestmark = pytest.mark.postgres

FIELDS = (
    *("against", "book", "count", "edit", "edits", "game", "hand", "id", "key"),
    *(
        "kept",
        "limit",
        "name",
        "named",
        "note",
        "on",
        "open",
        "options",
        "pack",
        "place",
        "q",
    ),
    *("revision", "roll", "rule", "slot", "text", "unit", "username", "visibility"),
)
"""Fields that forms and addresses of the site have."""


def test_a_nul_in_an_address_is_refused_before_any_page_reads_it(
    people: dict[str, Client],  # noqa: F811
    address: dict[str, str | int],  # noqa: F811
) -> None:
    pages = {url_of(row, address).partition("?")[0] for row in ROWS}
    pages.add(reverse("admin:books_book_changelist"))
    for page in sorted(pages):
        for query in ("?against=a%00b", "?q=%00", "?%00=x", "%00/"):
            assert people["owner"].get(f"{page}{query}").status_code == 400, page
    assert len(pages) > 60


@pytest.mark.slow
def test_a_nul_in_any_field_of_a_form_breaks_nothing(
    people: dict[str, Client],  # noqa: F811
    address: dict[str, str | int],  # noqa: F811
) -> None:
    fields = dict.fromkeys(FIELDS, "a\x00b")
    for page in sorted({url_of(row, address) for row in ROWS}):
        for who in ("owner", "visitor"):
            with transaction.atomic():
                answer = people[who].post(page, fields)
                transaction.set_rollback(True)
            assert answer.status_code < 500, page
        if page.startswith("/armies/"):
            for field in FIELDS:
                alone = {"revision": "1", field: "a\x00b"}
                with transaction.atomic():
                    answer = people["owner"].post(page, alone)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, (page, field)
