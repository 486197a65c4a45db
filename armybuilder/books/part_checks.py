"""Checking one part of a book by itself, as an author writes it in the admin."""

from collections.abc import Callable, Mapping
from typing import Any

from armybuilder.books.parts import PARTS, Document, document_of
from rulesets.books.load import FORMAT
from rulesets.core.subject import as_sentence
from rulesets.documents.json import DocumentError, check

_HOMES: dict[str, tuple[str, Callable[[Document], Document]]] = {
    "book": ("", lambda part: {"units": [], **part}),
    "category": ("/categories/0", lambda part: {"categories": [part]}),
    "rule": ("/rules/0", lambda part: {"rules": [part]}),
    "printed": ("/printed/0", lambda part: {"printed": [part]}),
    "switch_rule": ("/switches/0", lambda part: {"switches": [part]}),
    "item": ("/items/0", lambda part: {"items": [part]}),
    "unit": ("/units/0", lambda part: {"units": [part]}),
    "unit-rule": ("/units/0/rules/0", lambda part: _unit({"rules": [part]})),
    "model": ("/units/0/models/0", lambda part: _unit({"models": [part]})),
    "profile": ("/units/0/profiles/0", lambda part: _unit({"profiles": [part]})),
    "slot": ("/units/0/slots/0", lambda part: _unit({"slots": [_with_options(part)]})),
    "list": ("/lists/0", lambda part: {"lists": [{"options": [], **part}]}),
    "tally": ("/tallies/0", lambda part: {"tallies": [part]}),
    "option": (
        "/units/0/slots/0/options/0",
        lambda part: _unit({"slots": [_slot({"options": [part]})]}),
    ),
    "limit": ("/limits/0", lambda part: {"limits": [part]}),
}


def _unit(more: Document) -> Document:
    return {"units": [{"key": "unit", "name": "Unit", **more}]}


def _with_options(slot: Document) -> Document:
    return slot if "list" in slot else {"options": [], **slot}


def _slot(more: Document) -> Document:
    return {"key": "slot", "name": "Slot", **more}


def part_problem(name: str, values: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the schema's objection to a part: its column ("" for none) and words."""
    at, home = _HOMES[name]
    book = {"format": FORMAT, "key": "book", "game": "game", "name": "Book"}
    whole = {**book, "units": [], **home(document_of(name, values))}
    try:
        check("book", whole)
    except DocumentError as problem:
        key, _, rest = problem.where.removeprefix(at).removeprefix("/").partition("/")
        known = {column.key: column.name for column in PARTS[name].columns}
        words = f"At /{rest}: {problem.text}" if rest else problem.text
        return known.get(key, ""), as_sentence(words)
    return None
