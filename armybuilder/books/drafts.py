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
from rulesets.documents.differences import pair_parts

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
NO_OWNER: Owner = ("", 0)
"""Stands above the parts of the book itself."""


def draft_document(book: Book) -> Document:
    """Return the book document that the tables hold now; one query for each table."""
    return _book_document(book, _rows(book))


Rows = Mapping[tuple[str, Owner], list[models.Model]]
"""The rows of a draft by their table and the part above them, in order."""


def _rows(book: Book) -> Rows:
    rows: dict[tuple[str, Owner], list[models.Model]] = defaultdict(list)
    for part, table in TABLES.items():
        for row in table._default_manager.filter(book=book):
            rows[part, _owner(part, row)].append(row)
    return rows


def _book_document(book: Book, rows: Rows) -> Document:
    document: Document = _document("book", book, NO_OWNER, rows)
    return in_order("book", {**document, "format": FORMAT})  # type: ignore[no-any-return]


def places(book: Book) -> dict[str, models.Model]:
    """Return the row of every part of a draft by its place in the document."""
    return {"": book, **dict(_places("book", NO_OWNER, "", _rows(book)))}


def _places(
    part: str,
    owner: Owner,
    where: str,
    rows: Rows,
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
    return NO_OWNER


def _document(
    part: str,
    row: models.Model,
    owner: Owner,
    rows: Rows,
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
    """Make a document the draft of its book; make the book where it is new.

    Only rows that say something else are written; the others keep what they are, so
    that addresses in the admin last.

    Raises
    ------
    BookError
        If it is no book, or holds what the tables cannot keep.
    """
    read_book(document)
    document = normal(document)
    values = _book_columns(document)
    key = values.pop("key")
    book, is_new = Book.objects.get_or_create(key=key, defaults=values)
    if is_new:
        _create([_New("book", document, book)])
        return book
    rows = _rows(book)
    found = _Steps(book, rows)
    found.compare("book", book, NO_OWNER, _book_document(book, rows), document)
    found.take()
    return book


@dataclass(frozen=True, slots=True)
class _New:
    """A part of a document on its way into its table."""

    part: str
    document: Any
    row: models.Model


class _Steps:
    """The steps that lead the rows of a draft to a new document."""

    def __init__(self, book: Book, rows: Rows) -> None:
        self.book = book
        self.rows = rows
        self.gone: dict[str, list[int]] = defaultdict(list)
        self.changed: list[tuple[models.Model, list[str]]] = []
        self.new: list[_New] = []

    def compare(
        self, part: str, row: models.Model, owner: Owner, old: Any, new: Any
    ) -> None:
        """Find the steps for a row and for all below it."""
        columns = _changed_columns(part, row, old, new)
        if part == "book" and "key" in columns:
            columns.remove("key")
        if columns:
            self.changed.append((row, columns))
        for key, child in PARTS[part].children.items():
            before, after = _parts_at(old, key), _parts_at(new, key)
            if before != after:
                self._compare_lists(key, child, (part, row, owner), before, after)

    def _compare_lists(
        self,
        key: str,
        child: str,
        above: tuple[str, models.Model, Owner],
        before: list[Any],
        after: list[Any],
    ) -> None:
        part, row, owner = above
        rows = self.rows.get((child, owner), [])
        became = {there: here for here, there in pair_parts(key, before, after)}
        kept = set(became.values())
        self.gone[child] += [
            each.pk for here, each in enumerate(rows) if here not in kept
        ]
        for there, document in enumerate(after):
            if there not in became:
                made = _new_row(self.book, part, row, child, document, there + 1)
                self.new.append(_New(child, document, made))
                continue
            here = became[there]
            each: Any = rows[here]
            if each.position != there + 1:
                each.position = there + 1
                self.changed.append((each, ["position"]))
            if before[here] != document:
                self.compare(child, each, (child, each.pk), before[here], document)

    def take(self) -> None:
        """Write the rows: those that go first, so that their keys are free."""
        for part, keys in self.gone.items():
            if keys:
                TABLES[part]._default_manager.filter(pk__in=keys).delete()
        if self.changed or self.new or any(self.gone.values()):
            self.changed.append((self.book, ["changed_at"]))
        for row, columns in self.changed:
            row.save(update_fields=columns)
        _create(self.new)


def _changed_columns(part: str, row: models.Model, old: Any, new: Any) -> list[str]:
    """Give a row the values of its new document; return the columns that differ."""
    before, after = columns_of(part, old), columns_of(part, new)
    if part == "book":
        before.pop("unlimited", None)
    columns = [
        name for name, value in after.items() if not _is_same(before.get(name), value)
    ]
    for name in columns:
        setattr(row, name, after[name])
    return columns


def _is_same(old: Any, new: Any) -> bool:
    """Return whether two values of a column are written alike: 1 is not true."""
    return type(old) is type(new) and repr(old) == repr(new)


def _parts_at(document: Any, key: str) -> list[Any]:
    found = document.get(key) if isinstance(document, dict) else None
    return found if isinstance(found, list) else []


def _create(new: list[_New]) -> None:
    """Write new parts and all below them, level by level."""
    level = new if new and new[0].part == "book" else _written(new)
    while level:
        level = _written([below for above in level for below in _below(above)])


def _written(new: list[_New]) -> list[_New]:
    by_part: dict[str, list[_New]] = defaultdict(list)
    for each in new:
        by_part[each.part].append(each)
    for part, parts in by_part.items():
        TABLES[part]._default_manager.bulk_create([each.row for each in parts])
    return [each for parts in by_part.values() for each in parts]


def _below(above: _New) -> Iterator[_New]:
    row: Any = above.row
    book: Book = row if above.part == "book" else row.book
    for key, child in PARTS[above.part].children.items():
        for position, document in enumerate(_parts_at(above.document, key), start=1):
            made = _new_row(book, above.part, row, child, document, position)
            yield _New(child, document, made)


def _new_row(
    book: Book,
    above: str,
    owner: models.Model,
    part: str,
    document: Any,
    position: int,
) -> models.Model:
    owners = {OWNERS[above]: owner} if above in OWNERS else {}
    values = columns_of(part, document)
    return TABLES[part](book=book, position=position, **owners, **values)
