"""The parts of a book document and the columns of the authoring tables that hold them.

Each part (unit, slot, limit ...) is written once here: which column holds which key of
the document, and the value that stands for "not said". Reading a document into columns
and writing columns as a document are then the same few lines for every table.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from rulesets.books.load import FORMAT, BookError
from rulesets.core.points import points_number, to_points
from rulesets.documents.forms import JSON, YAML
from rulesets.documents.problem import Problem
from rulesets.documents.schema import schema
from rulesets.documents.yaml_text import yaml_text

Document = dict[str, Any]
PLACES = Decimal("0.001")


def _same(value: Any) -> Any:
    return value


def _decimal(number: Any) -> Decimal | None:
    return None if number is None else Decimal(str(number))


def _number(points: Any) -> int | float | None:
    return None if points is None else points_number(to_points(points))


def _several(targets: Any) -> list[str]:
    return [targets] if isinstance(targets, str) else list(targets)


def _short(targets: Any) -> Any:
    """Return one target by itself; any value but a list is left for the schema."""
    one = isinstance(targets, list) and len(targets) == 1
    return targets[0] if one else targets


def _plain_rules(rules: Any) -> Any:
    """Return rule uses with those without an X as plain keys.

    What is no rule use stays as it is, for the schema to refuse.
    """
    return list(map(_plain_rule, rules)) if isinstance(rules, list) else rules


def _plain_rule(use: Any) -> Any:
    has_no_x = isinstance(use, dict) and use.get("x") is None
    return use["key"] if has_no_x and set(use) <= {"key", "x"} and "key" in use else use


REQUIRED = object()
"""Stands as the default of what a document always says."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``key`` in the document, ``default`` where it is not said."""

    name: str
    key: str
    default: Any = ""
    read: Callable[[Any], Any] = _same
    write: Callable[[Any], Any] = _same


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of part: its columns, and its lists of other parts by document key.

    A document always says the lists named in ``always``, even if they are empty, but
    not where it says the key ``unless``.
    """

    columns: tuple[Column, ...]
    children: Mapping[str, str]
    always: tuple[str, ...] = ()
    unless: str = ""

    def writes(self, key: str, document: Document, *, any_below: bool) -> bool:
        """Return whether a document of it says its list of parts ``key``."""
        return any_below or (key in self.always and self.unless not in document)


def _required(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, name, REQUIRED) for name in names)


def _texts(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, name) for name in names)


def _points(default: Any = 0) -> Column:
    return Column("points", "points", default, _decimal, _number)


def _keys(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, name, (), list) for name in names)


_RULES = Column("rules", "rules", (), _plain_rules, _plain_rules)
_CHANGES = Column("changes", "changes", (), list)
_LIMITS = {"limits": "limit"}

PARTS: dict[str, Part] = {
    "book": Part(
        (
            *_required("key", "game", "name"),
            *_texts("source", "note", "licence", "attribution", "language"),
            Column("origin", "origin", {}, dict, dict),
            Column("translations", "translations", {}, dict, dict),
            *_keys("colours"),
            *_texts("field", "emblem"),
            Column("library_number", "library", 0),
            _CHANGES,
            *_keys("missing", "accepted"),
        ),
        {
            "categories": "category",
            "items": "item",
            "rules": "rule",
            "lists": "list",
            "units": "unit",
            "printed": "printed",
            "slots": "slot",
            "switches": "switch_rule",
            "tallies": "tally",
            **_LIMITS,
        },
        always=("units",),
    ),
    "category": Part(_required("key", "name"), {}),
    "rule": Part(
        (
            *_required("key", "name"),
            *_texts("summary", "source"),
            Column("effects", "effects", (), list),
            *_texts("left_out"),
        ),
        {},
    ),
    "printed": Part((*_required("title", "status"), *_texts("text", "source")), {}),
    "switch_rule": Part(
        (
            *_required("key", "title"),
            *_texts("source"),
            Column("on", "on", default=False),
        ),
        {},
    ),
    "tally": Part(
        (
            *_required("key", "title"),
            *_texts("source"),
            Column("amount", "amount", REQUIRED),
        ),
        {},
    ),
    "list": Part(_required("key", "name"), {"options": "option"}, always=("options",)),
    "item": Part(
        (
            *_required("key", "name"),
            *_texts("kind", "base", "summary", "source"),
            Column("hands", "hands", None),
            _points(),
            Column("stats", "stats", {}, dict),
            _RULES,
            *_keys("tags", "renamed_from"),
            _CHANGES,
        ),
        _LIMITS,
    ),
    "unit": Part(
        (
            *_required("key", "name"),
            *_texts("category", "type", "footprint", "note", "source"),
            _points(),
            Column("size", "models", 0),
            *_keys("tags", "items", "renamed_from"),
            Column("slots_taken", "slots_taken", {}, dict),
            Column("per_slot", "per_slot", 1),
            _CHANGES,
        ),
        {
            "models": "model",
            "profiles": "profile",
            "rules": "unit-rule",
            "slots": "slot",
            **_LIMITS,
        },
    ),
    "unit-rule": Part((*_required("key"), Column("x", "x", None)), {}),
    "model": Part(
        (
            *_required("key", "name"),
            _points(),
            Column("start", "start", None),
            Column("min", "min", 0),
            Column("max", "max", None),
            *_texts("profile"),
            _RULES,
            *_keys("tags", "items", "renamed_from"),
            _CHANGES,
        ),
        {"slots": "slot", **_LIMITS},
    ),
    "profile": Part(
        (
            *_required("key"),
            *_texts("name", "type"),
            Column("characteristics", "characteristics", REQUIRED, dict),
        ),
        {},
    ),
    "slot": Part(
        (
            *_required("key", "name"),
            Column("min", "min", None),
            Column("max", "max", None),
            Column("from_list", "list"),
            *_keys("only"),
            Column("left_out", "except", (), list),
            *_keys("default"),
            *_texts("title", "source"),
        ),
        {"options": "option"},
        always=("options",),
        unless="list",
    ),
    "option": Part(
        (
            *_texts("key", "item", "name", "kind", "summary", "source"),
            _points(None),
            Column("per", "per", "each"),
            Column("min", "min", 0),
            Column("max", "max", None),
            Column("size", "models", None),
            *_keys("tags", "items", "renamed_from"),
            _RULES,
            _CHANGES,
            Column("roll", "roll", None),
        ),
        {"profiles": "profile", "slots": "slot", **_LIMITS},
    ),
    "limit": Part(
        (
            *_required("key", "title"),
            *_texts("source", "message"),
            Column("count", "count", "selections"),
            Column("of", "of", (), _several, _short),
            Column("within", "in", "army"),
            Column("where", "where", None),
            Column("min", "min", None),
            Column("max", "max", None),
            Column("when", "when", None),
            Column("each", "each", (), _several, _short),
            Column("severity", "severity", "error"),
            Column("switchable", "switchable", default=False),
            Column("on", "on", default=True),
            Column("deep", "deep", default=True),
        ),
        {},
    ),
}


def columns_of(name: str, document: Any, where: str = "") -> Document:
    """Return the columns of a part of a document that was checked.

    Raises
    ------
    BookError
        If its points are finer than the tables keep.
    """
    if name == "unit-rule" and isinstance(document, str):
        document = {"key": document}
    values: Document = {}
    for column in PARTS[name].columns:
        if column.key in document and not _is_list_of_parts(name, column, document):
            values[column.name] = column.read(document[column.key])
        else:
            values[column.name] = _fresh(column)
    if name == "option":
        values["unlimited"] = "max" in document and document["max"] is None
    if (points := values.get("points")) is not None and points % PLACES:
        raise BookError(f"{where}/points", TOO_FINE)
    return values


TOO_FINE = "expected at most three decimal places"


def too_fine_points(
    document: Any, name: str = "book", where: str = ""
) -> Iterator[Problem]:
    """Yield the points of a book's parts that are finer than the tables keep."""
    if not isinstance(document, dict):
        return
    points = document.get("points")
    if isinstance(points, float) and Decimal(str(points)) % PLACES:
        yield Problem(f"{where}/points", TOO_FINE)
    for key, child in PARTS[name].children.items():
        below = document.get(key)
        for index, each in enumerate(below if isinstance(below, list) else ()):
            yield from too_fine_points(each, child, f"{where}/{key}/{index}")


def _is_list_of_parts(name: str, column: Column, document: Any) -> bool:
    children = PARTS[name].children
    return column.key in children and isinstance(document[column.key], list)


def _fresh(column: Column) -> Any:
    if column.default is REQUIRED:
        return ""
    if isinstance(column.default, tuple):
        return list(column.default)
    if isinstance(column.default, dict):
        return {}
    return column.read(column.default)


def document_of(name: str, values: Mapping[str, Any]) -> Any:
    """Return the document of a part without its children, leaving defaults out."""
    document: Document = {}
    for column in PARTS[name].columns:
        value = values[column.name]
        if column.default is REQUIRED or not _is_default(value, column.default):
            document[column.key] = column.write(value)
    if name == "option" and values.get("unlimited"):
        document["max"] = None
    if name == "unit-rule" and "x" not in document:
        return document["key"]
    return document


def _is_default(value: Any, default: Any) -> bool:
    return bool(value == (list(default) if isinstance(default, tuple) else default))


@cache
def key_order(name: str) -> tuple[str, ...]:
    """Return the keys of a part in the order of the schema."""
    whole = schema("book")
    part = whole if name == "book" else whole["$defs"].get(name, {})
    return tuple(part.get("properties", ()))


def in_order(name: str, document: Any) -> Any:
    """Return a part with its keys in the order of the schema."""
    if not isinstance(document, dict):
        return document
    order = key_order(name) or tuple(document)
    return {key: document[key] for key in order if key in document}


def normal(document: Any, name: str = "book", where: str = "") -> Any:
    """Return a book document as this site writes it: defaults left out, keys ordered.

    It says the same; `rulesets.books.load.read_book` makes the same book of it.

    Raises
    ------
    BookError
        If it holds what the tables cannot keep; names the place.
    """
    part = PARTS[name]
    written = document_of(name, columns_of(name, document, where))
    if name == "book":
        written["format"] = FORMAT
    if not isinstance(document, dict):
        return written
    for key, child in part.children.items():
        below = document.get(key, ())
        if isinstance(below, list) and part.writes(
            key, document, any_below=bool(below)
        ):
            written[key] = [
                normal(each, child, f"{where}/{key}/{index}")
                for index, each in enumerate(below)
            ]
    return in_order(name, written)


def as_file(document: Any, form: str = JSON) -> str:
    """Return a document as it stands in a file of a form, `JSON` or `YAML`."""
    if form == YAML:
        return yaml_text(document)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
