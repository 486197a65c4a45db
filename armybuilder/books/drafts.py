"""Drafts: the authoring tables as a book document, and a document into the tables."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from armybuilder.books.models import (
    Book,
    Category,
    Item,
    Limit,
    ModelType,
    Option,
    OptionList,
    PrintedRule,
    Profile,
    Slot,
    SpecialRule,
    Switch,
    Tally,
    Unit,
    UnitRule,
)
from armybuilder.books.parts import (
    PARTS,
    Document,
    columns_of,
    document_of,
    in_order,
    normal,
)
from rulesets.books.load import FORMAT, read_book

TABLES: Mapping[str, type[models.Model]] = {
    "category": Category,
    "rule": SpecialRule,
    "printed": PrintedRule,
    "switch_rule": Switch,
    "tally": Tally,
    "item": Item,
    "list": OptionList,
    "unit": Unit,
    "unit-rule": UnitRule,
    "model": ModelType,
    "profile": Profile,
    "slot": Slot,
    "option": Option,
    "limit": Limit,
}
"""The table of every part of a book."""

OWNERS = {
    "unit": "unit",
    "item": "item",
    "model": "model_type",
    "slot": "slot",
    "list": "option_list",
    "option": "option",
}
"""The column that points at the part above; parts of the book itself have none set."""

Owner = tuple[str, int]


def draft_document(book: Book) -> Document:
    """Return the book document that the tables hold now; one query for each table."""
    rows: dict[tuple[str, Owner], list[models.Model]] = defaultdict(list)
    for part, table in TABLES.items():
        for row in table._default_manager.filter(book=book):
            rows[part, _owner(part, row)].append(row)
    document: Document = _document("book", book, ("", 0), rows)
    return in_order("book", {**document, "format": FORMAT})  # type: ignore[no-any-return]


def places(book: Book) -> dict[str, models.Model]:
    """Return the row of every part of a draft by its place in the document."""
    rows: dict[tuple[str, Owner], list[models.Model]] = defaultdict(list)
    for part, table in TABLES.items():
        for row in table._default_manager.filter(book=book):
            rows[part, _owner(part, row)].append(row)
    return {"": book, **dict(_places("book", ("", 0), "", rows))}


def _places(
    part: str,
    owner: Owner,
    where: str,
    rows: Mapping[tuple[str, Owner], list[models.Model]],
) -> Iterator[tuple[str, models.Model]]:
    for key, child in PARTS[part].children.items():
        for index, row in enumerate(rows.get((child, owner), [])):
            at = f"{where}/{key}/{index}"
            yield at, row
            yield from _places(child, (child, row.pk), at, rows)


def _owner(part: str, row: models.Model) -> Owner:
    for owner, column in OWNERS.items():
        if owner != part and getattr(row, f"{column}_id", None) is not None:
            return owner, getattr(row, f"{column}_id")
    return "", 0


def _document(
    part: str,
    row: models.Model,
    owner: Owner,
    rows: Mapping[tuple[str, Owner], list[models.Model]],
) -> Any:
    document = document_of(part, vars(row))
    for key, child in PARTS[part].children.items():
        below = rows.get((child, owner), [])
        if PARTS[part].writes(key, document, any_below=bool(below)):
            document[key] = [
                _document(child, each, (child, each.pk), rows) for each in below
            ]
    return in_order(part, document)


def book_keys() -> frozenset[str]:
    """Return the keys of every book that there is, published or not."""
    return frozenset(Book.objects.values_list("key", flat=True))


def lock_draft(key: str) -> None:
    """Let nobody else write the draft of a book until this transaction ends.

    Every writer of a draft asks for this row first; SQLite lets only one transaction
    write at all.
    """
    Book.objects.select_for_update().filter(key=key).first()


@dataclass(frozen=True, slots=True)
class _New:
    """A part of a document on its way into its table."""

    part: str
    document: Any
    row: models.Model


def new_draft(document: Any) -> Book:
    """Make the book of a document, without its parts.

    Raises
    ------
    IntegrityError
        If there is a book of that key.
    """
    return Book.objects.create(**_book_columns(document))


def _book_columns(document: Any) -> dict[str, Any]:
    values = columns_of("book", normal(document))
    values.pop("unlimited", None)
    return values


@transaction.atomic
def save_draft(document: Any) -> Book:
    """Replace the draft of a book by a document; make the book where it is new.

    Units and items that stay keep their rows, so that addresses in the admin last.

    Raises
    ------
    BookError
        If it is no book, or holds what the tables cannot keep.
    """
    read_book(document)
    document = normal(document)
    values = _book_columns(document)
    book, _ = Book.objects.update_or_create(key=values.pop("key"), defaults=values)
    kept = _kept_rows(book)
    for table in TABLES.values():
        table._default_manager.filter(book=book).delete()
    level = [_New("book", document, book)]
    while level:
        level = _save_level(book, level, kept)
    return book


def _kept_rows(book: Book) -> dict[tuple[str, str], int]:
    """Return the rows of the units and items that a book has, by key."""
    return {
        (part, key): pk
        for part in ("unit", "item")
        for pk, key in TABLES[part]
        ._default_manager.filter(book=book)
        .values_list("pk", "key")
    }


def _save_level(
    book: Book, level: list[_New], kept: Mapping[tuple[str, str], int]
) -> list[_New]:
    """Save the parts right below those of a level, and return them."""
    new: dict[str, list[_New]] = defaultdict(list)
    for above in level:
        for below in _below(book, above):
            if below.part in ("unit", "item"):
                below.row.pk = kept.get((below.part, below.document["key"]))
            new[below.part].append(below)
    for part, parts in new.items():
        TABLES[part]._default_manager.bulk_create([each.row for each in parts])
    return [each for parts in new.values() for each in parts]


def _below(book: Book, above: _New) -> Iterator[_New]:
    if not isinstance(above.document, dict):
        return
    owner = {OWNERS[above.part]: above.row} if above.part in OWNERS else {}
    for key, child in PARTS[above.part].children.items():
        parts = above.document.get(key, ())
        if not isinstance(parts, list):
            continue
        for position, document in enumerate(parts, start=1):
            values = columns_of(child, document)
            row = TABLES[child](book=book, position=position, **owner, **values)
            yield _New(child, document, row)
