"""Edits that the page of a book's units asks for: new units, categories, copies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.books.workbench.field_edits import UnitEditError
from armybuilder.books.workbench.unit_edits import MOST_NAME
from rulesets.books.unit_edits.copies import copy_unit
from rulesets.books.unit_edits.new_parts import Edits, new_category, new_unit
from rulesets.documents.document_edits import apply_edits


@dataclass(frozen=True, slots=True)
class BookEdit:
    """The request of a form: an act, a name, a category, another book.

    ``tags`` are what a new unit of that category counts as.
    """

    do: str
    text: str = ""
    category: str = ""
    source: Any = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookEditMade:
    """A draft with an edit made; ``unit`` is the key of the new unit, "" of none."""

    document: Any
    what: str
    unit: str = ""
    told: tuple[str, ...] = ()


def made_of_book(document: Any, edit: BookEdit) -> BookEditMade:
    """Return a draft with a unit or a category more.

    Raises
    ------
    UnitEditError
        If what was typed goes nowhere; in words.
    """
    if edit.do not in ACTS:
        raise UnitEditError("", "that cannot be done here")
    return ACTS[edit.do](document, edit)


def _name(edit: BookEdit) -> str:
    text = edit.text.strip()
    if not text:
        raise UnitEditError("", "write a name first")
    if len(text) > MOST_NAME or not text.isprintable():
        raise UnitEditError("", f"write a name of at most {MOST_NAME} letters")
    return text


def _categories(document: Any, edit: BookEdit) -> BookEditMade:
    """Add categories, with commas between."""
    named = [name.strip() for name in _name(edit).split(",") if name.strip()]
    for name in named:
        document = apply_edits(document, new_category(document, name))
    return BookEditMade(document, f"New category: {', '.join(named)}")


def _with_unit(document: Any, edit: BookEdit, *, by_models: bool) -> BookEditMade:
    name = _name(edit)
    known = {one["key"] for one in document.get("categories", ())}
    if edit.category and edit.category not in known:
        raise UnitEditError("", "the book has no such category any more")
    edits = new_unit(document, name, edit.category, by_models=by_models, tags=edit.tags)
    return _made(document, edits, f"New unit: {name}")


def _unit(document: Any, edit: BookEdit) -> BookEditMade:
    return _with_unit(document, edit, by_models=True)


def _single(document: Any, edit: BookEdit) -> BookEditMade:
    return _with_unit(document, edit, by_models=False)


def _made(document: Any, edits: Edits, what: str) -> BookEditMade:
    return BookEditMade(apply_edits(document, edits), what, edits[-1].value["key"])


def _copy(document: Any, edit: BookEdit) -> BookEditMade:
    if edit.source is None:
        raise UnitEditError("", "choose a book of this game")
    wanted = edit.text.strip().casefold()
    for unit in edit.source["units"]:
        if wanted in (unit["name"].casefold(), unit["key"]):
            copy = copy_unit(edit.source, unit["key"], document)
            after = apply_edits(document, copy.edits)
            what = f"Copied {unit['name']} from {edit.source['name']}"
            return BookEditMade(after, what, copy.key, copy.told)
    raise UnitEditError(
        "", f"{edit.source['name']} has no unit {edit.text.strip()[:60]!r}"
    )


ACTS: Mapping[str, Callable[[Any, BookEdit], BookEditMade]] = {
    "category": _categories,
    "unit": _unit,
    "single": _single,
    "copy": _copy,
}
"""The acts of the buttons of the page, by their value."""
