"""The fields of a unit's page that were typed over, as edits of the draft."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError

from armybuilder.books.sentence_editor.places import GONE, PlaceError, part_at
from armybuilder.books.workbench.fields import (
    ABSENT,
    FIELDS,
    FIGURES,
    PartField,
    figure_fields,
)
from rulesets.books.unit_edits.stock import stock_of
from rulesets.documents.document_edits import REMOVE, SET, DocumentEdit
from rulesets.documents.json import DocumentError
from rulesets.documents.places import steps_of
from rulesets.documents.problem import pointer
from rulesets.games import find_game


class UnitEditError(DocumentError):
    """Something typed that goes nowhere; ``where`` is its field or its place."""


def fields_edits(
    document: Any, unit: str, typed: Mapping[str, str]
) -> tuple[list[DocumentEdit], list[str]]:
    """Return the edits of the fields that say something else than the draft."""
    edits: list[DocumentEdit] = []
    told: list[str] = []
    for name, text in spread(document, typed):
        place, _, member = name.rpartition(":")
        if place != unit and not place.startswith(f"{unit}/"):
            raise PlaceError(GONE)
        part = part_at(document, place)
        field = field_at(document, place, member)
        if field is None or not isinstance(part, dict) or not field.is_open(part):
            raise PlaceError(GONE)
        if text.replace("\r\n", "\n") == field.shown(part):
            continue
        try:
            value = field.read(text)
        except ValidationError as problem:
            words = " ".join(problem.messages)
            raise UnitEditError(name, f"{field.label}: {words}") from None
        edit = set_member(part, place, member, value)
        if edit is not None:
            edits.append(edit)
            told.append(_told(document, place, field, part, value))
    return edits, told


def spread(document: Any, typed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield fields with their texts; a line of figures fills the fields behind it, too.

    So a stat line is typed or pasted at once: "4 3 3 3 3 1 3 1 7".
    """
    game = find_game(document["game"])
    order = [one.key for one in game.characteristics] if game else []
    for name, text in typed.items():
        place, _, member = name.rpartition(":")
        figures = text.split()
        if len(figures) < SEVERAL or not place.endswith(f"/{FIGURES}"):
            yield name, text
            continue
        behind = order[order.index(member) :] if member in order else []
        if len(figures) > len(behind):
            words = f"{len(figures)} figures for {len(behind)} fields"
            raise UnitEditError(name, words)
        for key, figure in zip(behind, figures, strict=False):
            yield f"{place}:{key}", figure


SEVERAL = 3
"""From so many figures on a text is a line of them; "2D6 x" is one."""


def field_at(document: Any, place: str, member: str) -> PartField | None:
    """Return the field that stands for a member of the part at a place."""
    steps = steps_of(place)
    if steps[-1] == FIGURES:
        game = find_game(document["game"])
        fields = figure_fields(game.characteristics) if game else ()
    else:
        fields = FIELDS.get(steps[-2], ())
    return next((field for field in fields if field.member == member), None)


def set_member(part: Any, place: str, member: str, value: Any) -> DocumentEdit | None:
    """Return the edit that makes a part say a value, none where it does already."""
    at = f"{place}{pointer([member])}"
    if value is ABSENT:
        return DocumentEdit(REMOVE, at) if member in part else None
    if member in part and part[member] == value:
        return None
    return DocumentEdit(SET, at, value)


def _told(document: Any, place: str, field: PartField, part: Any, value: Any) -> str:
    steps = steps_of(place)
    owner = part
    if steps[-1] == FIGURES:
        owner = part_at(document, place.rpartition("/")[0])
    before = field.shown(part) or "nothing"
    now = "nothing" if value is ABSENT else field.shown({field.member: value})
    return f"{name_of(document, owner)}: {field.label} {before} → {now}"


def name_of(document: Any, part: Any) -> str:
    """Return what a part is called: by itself, or by its item."""
    if not isinstance(part, dict):
        return str(part)
    if "name" in part or "item" not in part:
        return str(part.get("name") or part.get("title") or part.get("key", ""))
    return stock_of(document).option_name(part)
