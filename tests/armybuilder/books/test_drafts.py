"""What a book document says survives the authoring tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.books.drafts import TABLES, draft_document, save_draft
from armybuilder.books.models import Book, Item, Unit
from armybuilder.books.parts import PARTS, normal
from rulesets.books.load import BookError, read_book
from rulesets.documents.json import parse
from rulesets.documents.schema import schema
from tests.armybuilder.books.documents import (
    BOOKS,
    RICH,
    big_book,
    small_book,
    small_unit,
)
from tests.examples import examples

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_printed_book_comes_back_as_it_went_in(path: Path) -> None:
    document = parse(path.read_bytes())
    assert draft_document(save_draft(document)) == document


def test_a_book_that_says_everything_comes_back_as_it_went_in() -> None:
    assert draft_document(save_draft(RICH)) == normal(RICH)


def test_the_form_of_this_site_says_the_same() -> None:
    before, after = read_book(RICH), read_book(normal(RICH))
    for field in ("units", "items", "slots", "switches", "limits", "changes"):
        assert getattr(before, field) == getattr(after, field)


def test_every_key_of_the_schema_has_its_column_or_its_table() -> None:
    whole = schema("book")
    for name, part in PARTS.items():
        kept = {column.key for column in part.columns} | set(part.children)
        definition = whole if name == "book" else whole["$defs"].get(name)
        if definition is not None:
            assert set(definition["properties"]) - {"format"} == kept, name


def test_the_rich_book_says_every_key_of_the_schema() -> None:
    whole = schema("book")
    said = set(_keys(RICH))
    for name in PARTS:
        definition = whole if name == "book" else whole["$defs"].get(name, {})
        missing = set(definition.get("properties", {})) - said
        assert not missing, f"{name}: {missing}"


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from _keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from _keys(part)


def test_importing_again_keeps_the_rows_of_units_and_items() -> None:
    save_draft(RICH)
    units = dict(Unit.objects.values_list("key", "pk"))
    items = dict(Item.objects.values_list("key", "pk"))
    save_draft(RICH)
    assert dict(Unit.objects.values_list("key", "pk")) == units
    assert dict(Item.objects.values_list("key", "pk")) == items


def test_what_a_document_no_longer_has_is_gone() -> None:
    save_draft(RICH)
    save_draft({**RICH, "units": RICH["units"][1:], "changes": []})
    assert list(Unit.objects.values_list("key", flat=True)) == ["crows"]


def test_a_broken_document_changes_nothing() -> None:
    save_draft(small_book())
    broken = small_book(name="Other", units=[small_unit(items=["nothing"])])
    with pytest.raises(BookError) as caught:
        save_draft(broken)
    assert caught.value.where == "/units/0/items/0"
    assert Book.objects.get().name == "Testers"


def test_points_finer_than_the_tables_keep_are_refused_with_their_place() -> None:
    with pytest.raises(BookError) as caught:
        save_draft(small_book(units=[small_unit(points=0.0001)]))
    assert str(caught.value) == (
        "/units/0/points: expected at most three decimal places"
    )


def test_the_document_takes_one_query_for_each_table(
    django_assert_num_queries: Any,
) -> None:
    book = save_draft(RICH)
    with django_assert_num_queries(14):
        draft_document(book)


def test_a_long_book_is_saved_in_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    document = normal(big_book())
    with django_assert_max_num_queries(90):
        book = save_draft(document)
    rows = sum(
        table._default_manager.filter(book=book).count() for table in TABLES.values()
    )
    assert rows > 1000
    assert draft_document(book) == document


KEYS: st.SearchStrategy[Any] = st.from_regex(r"\A[a-z0-9]{1,4}(-[a-z0-9]{1,4})?\Z")
TEXTS: st.SearchStrategy[Any] = st.text(
    st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40
)
NAMES: st.SearchStrategy[Any] = TEXTS.filter(bool)
POINTS: st.SearchStrategy[Any] = st.one_of(
    st.integers(-1000, 1000), st.sampled_from([0.5, 2.25, 7.125, -0.5, 0.0, 12.0])
)
RULES: st.SearchStrategy[Any] = st.lists(
    st.one_of(
        KEYS, st.fixed_dictionaries({"key": KEYS}, optional={"x": st.integers(1, 9)})
    ),
    max_size=3,
)
OPTIONS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"key": KEYS, "name": NAMES},
    optional={
        "points": POINTS,
        "per": st.sampled_from(["each", "model"]),
        "min": st.integers(0, 3),
        "max": st.one_of(st.none(), st.integers(0, 9)),
        "models": st.integers(0, 3),
        "rules": RULES,
        "summary": TEXTS,
        "roll": st.just([1, 6]),
    },
)
UNITS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"key": KEYS, "name": NAMES},
    optional={
        "points": POINTS,
        "models": st.integers(0, 40),
        "rules": RULES,
        "note": TEXTS,
        "per_slot": st.integers(1, 3),
        "slots": st.lists(
            st.fixed_dictionaries(
                {
                    "key": KEYS,
                    "name": NAMES,
                    "options": st.lists(
                        OPTIONS, max_size=2, unique_by=lambda option: str(option["key"])
                    ),
                },
                optional={"min": st.integers(0, 2), "max": st.none()},
            ),
            max_size=1,
        ),
        "limits": st.lists(
            st.fixed_dictionaries(
                {
                    "key": KEYS,
                    "title": NAMES,
                    "max": st.integers(0, 5),
                    "of": st.one_of(KEYS, st.lists(KEYS, min_size=1, max_size=2)),
                },
                optional={
                    "on": st.booleans(),
                    "deep": st.booleans(),
                    "message": TEXTS,
                },
            ),
            max_size=2,
        ),
    },
)


@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(UNITS, max_size=3, unique_by=lambda unit: str(unit["key"])))
def test_whatever_units_a_document_has_come_back(units: list[Any]) -> None:
    document = small_book(units=units)
    saved = draft_document(save_draft(document))
    assert saved == normal(document)
    assert draft_document(save_draft(saved)) == saved
    assert read_book(saved).units == read_book(document).units
