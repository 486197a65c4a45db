"""Whatever somebody types into a field of the admin is one error, never a crash."""

from collections.abc import Callable, Iterator
from copy import copy
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils.datastructures import MultiValueDict

from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import (
    Book,
    Item,
    Limit,
    ModelType,
    Option,
    OptionList,
    PrintedRule,
    Slot,
    SpecialRule,
    Unit,
)
from tests.armybuilder.books.admin_forms import change, form_of, forms_on, sent_by
from tests.armybuilder.books.documents import RICH

pytestmark = pytest.mark.django_db

BAD = {
    "words": "standard bearer",
    "text in JSON": '"x"',
    "no number in JSON": "NaN",
    "infinity in JSON": "[Infinity]",
    "number in JSON": "7",
    "object in JSON": '{"a": 1}',
    "list of lists": "[[1]]",
    "list of nothing": "[null]",
    "object for a rule": '[{"x": 1}]',
    "half a JSON": '[{"change"',
    "brackets": "[" * 3000,
    "closed brackets": "[" * 3000 + "]" * 3000,
    "deep enough": "[" * 60 + "]" * 60,
    "huge number": "9" * 5000,
    "small number": "-99999999999999999999",
    "exponent": "1e999",
    "null character": "a\x00b",
    "null in JSON": '["a\\u0000b"]',
    "surrogate in JSON": '["\\ud800"]',
    "long text": "a" * 20_000,
    "commas": ",,,",
    "twice the key": '{"a": 1, "a": 2}',
    "markup": "<script>",
}

PAGES: tuple[Any, ...] = (
    *(Book, Unit, Item, Slot, Option, OptionList, ModelType),
    *(Limit, SpecialRule, PrintedRule),
)


@pytest.fixture
def pages(admin_client: Client) -> dict[Any, tuple[str, Any]]:
    """The page of each table that shows most, and its forms: one of each kind."""
    book = save_draft(RICH)
    found = {}
    for table in PAGES:
        rows = [book] if table is Book else list(table.objects.filter(book=book))
        shown = [(change(row), admin_client.get(change(row))) for row in rows]
        found[table] = max(shown, key=lambda page: len(forms_on(page[1])))
    return found


def kinds_of_forms(response: Any) -> list[Any]:
    """Return a form of each kind on a page: rows of one table ask the same."""
    kinds = {
        type(form): form for form in forms_on(response) if hasattr(form, "instance")
    }
    return list(kinds.values())


def typed_in(form: Any, sent: dict[str, Any], name: str, value: str) -> Any:
    """Return a form after somebody typed a value into one of its fields."""
    filled = copy(form)
    filled.instance, filled.is_bound = copy(form.instance), True
    filled._bound_fields_cache = {}
    filled.data = MultiValueDict({k: [v] for k, v in (sent | {name: value}).items()})
    filled.full_clean()
    return filled


def judged(
    pages: dict[Any, tuple[str, Any]],
) -> Iterator[tuple[tuple[str, str, str], Any, str]]:
    """Yield place, filled form and address for every field and bad value."""
    for table, (address, response) in pages.items():
        sent = sent_by(response)
        for form in kinds_of_forms(response):
            fields = [bound for bound in form if not bound.field.disabled]
            for bound, (what, value) in product(fields, BAD.items()):
                filled = typed_in(form, sent, bound.html_name, value)
                html = f"{filled.errors}{filled[bound.name]}{filled.has_changed()}"
                assert len(html) < 100_000
                yield (
                    (table.__name__, bound.html_name, what),
                    filled[bound.name],
                    address,
                )


@pytest.mark.slow
def test_no_field_of_the_admin_breaks_on_what_is_typed(
    pages: dict[Any, tuple[str, Any]],
    admin_client: Client,
    covered: Callable[[int, str], None],
) -> None:
    """Every field takes every value; of those that pass, one of each kind is saved."""
    saved: dict[Any, tuple[tuple[str, str, str], str]] = {}
    tried = 0
    for (table, name, what), bound, address in judged(pages):
        tried += 1
        if bound.form.has_changed() and not bound.form.errors:
            kind = type(bound.field), what
            saved.setdefault(kind, ((table, name, what), address))
    sent = {address: sent_by(response) for address, response in pages.values()}
    broken = []
    admin_client.raise_request_exception = False
    for (table, name, what), address in saved.values():
        point = transaction.savepoint()
        status = admin_client.post(
            address, sent[address] | {name: BAD[what]}
        ).status_code
        transaction.savepoint_rollback(point)
        if status >= 500:
            broken.append((table, name, what))
    covered(tried, "values typed")
    covered(len(saved), "kinds of value taken and saved")
    assert broken == []


@pytest.mark.sweep(5)
@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        (Option, "rules", "standard bearer"),
        (ModelType, "rules", "standard bearer"),
        (Unit, "changes", '"x"'),
        (Unit, "changes", "NaN"),
        (Unit, "changes", "[" * 3000),
        (Item, "changes", '[{"change": "points", "op": "add", "value": Infinity}]'),
        (Item, "changes", '{"a": 1, "a": 2}'),
        (Item, "figure_range", "a\x00b"),
        (Book, "missing", "a\x00b"),
        (Unit, "tags", "a\x00b"),
    ],
)
def test_what_cannot_be_read_is_one_error_at_its_field(
    table: Any, field: str, value: str, admin_client: Client
) -> None:
    book = save_draft(RICH)
    before = draft_document(book)
    mine = {"pk": book.pk} if table is Book else {"book": book}
    row = table.objects.filter(**mine).first()
    address = change(row)
    data = form_of(admin_client, address) | {field: value}
    response = admin_client.post(address, data)
    assert response.status_code == 200
    form = response.context["adminform"].form
    assert list(form.errors) == [field]
    assert len(form.errors[field]) == 1
    assert draft_document(book) == before
