"""Edits that the forms of a unit's page ask for.

Each act takes the draft, the place that it is about and what was typed; it returns the
edits, what they do in words, and the place to go on at.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.books.sentence_editor.places import GONE, PlaceError, part_at
from armybuilder.books.workbench.field_edits import (
    UnitEditError,
    fields_edits,
    name_of,
)
from rulesets.books.unit_edits.copies import duplicate_unit
from rulesets.books.unit_edits.keys import key_of
from rulesets.books.unit_edits.new_parts import (
    new_item_uses,
    new_model,
    new_options,
    new_rule_uses,
    new_slot,
    new_stat_line,
)
from rulesets.books.unit_edits.stock import stock_of
from rulesets.books.unit_edits.uses import remove_part
from rulesets.documents.document_edits import (
    ADD,
    MOVE,
    REMOVE,
    DocumentEdit,
    apply_edits,
)
from rulesets.documents.places import names_of

MOST_NAME = 120
MOST_TEXT = 500
"""Most letters of several names with commas between."""


@dataclass(frozen=True, slots=True)
class UnitEdit:
    """The request of a form of the page.

    ``fields`` is what stands in the fields, by name; they are kept first. ``do`` is an
    act, or ``fields`` for none; ``at`` its place, ``text`` what was typed beside it.
    """

    unit: str
    do: str
    at: str = ""
    text: str = ""
    fields: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class MadeEdit:
    """A draft with an edit made, what was done in words, and where to go on.

    ``unit`` is the key of the unit to show next, "" where it is gone.
    """

    document: Any
    what: str
    at: str
    unit: str


def made(document: Any, edit: UnitEdit) -> MadeEdit:
    """Return a draft with an edit of one of its units made.

    Raises
    ------
    UnitEditError
        If what was typed goes nowhere; in words, with its field or place.
    DocumentEditError
        If the draft has no such place.
    """
    place = f"/units/{edit.unit}"
    try:
        edits, told = fields_edits(document, place, edit.fields or {})
        document = apply_edits(document, edits)
        if edit.do in OF_UNIT:
            return OF_UNIT[edit.do](document, part_at(document, place), edit)
        if edit.do == "fields":
            return MadeEdit(document, "; ".join(told), edit.at, edit.unit)
        if edit.do not in ACTS:
            raise UnitEditError(edit.at, "that cannot be done here")
        if edit.at != place and not edit.at.startswith(f"{place}/"):
            raise PlaceError(GONE)
        unit = part_at(document, place)
        acts, what, at = ACTS[edit.do](document, unit, edit)
        what = "; ".join((*told, what))
        return MadeEdit(apply_edits(document, acts), what, at, edit.unit)
    except PlaceError:
        raise UnitEditError("", GONE) from None


# -- acts -----------------------------------------------------------------------------

Act = Callable[[Any, Any, UnitEdit], tuple[Iterable[DocumentEdit], str, str]]


def _name(edit: UnitEdit) -> str:
    text = edit.text.strip()
    if not text:
        raise UnitEditError(edit.at, "write a name first")
    longest = max(len(name) for name in re.split("[,;:]", text))
    if longest > MOST_NAME or len(text) > MOST_TEXT or not text.isprintable():
        raise UnitEditError(edit.at, f"write a name of at most {MOST_NAME} letters")
    return text


def _add_model(document: Any, unit: Any, edit: UnitEdit) -> Any:
    name = _name(edit)
    return new_model(unit, name), f"New model: {name}", edit.at


def _add_line(document: Any, unit: Any, edit: UnitEdit) -> Any:
    name = _name(edit)
    edits = new_stat_line(part_at(document, edit.at), edit.at, name)
    return edits, f"New stat line: {name}", edit.at


def _add_slot(document: Any, unit: Any, edit: UnitEdit) -> Any:
    owner = part_at(document, edit.at)
    edits = new_slot(document, owner, edit.at, _name(edit))
    key = edits[0].value["key"]
    return edits, f"New slot: {edits[0].value['name']}", f"{edit.at}/slots/{key}"


def _add_options(document: Any, unit: Any, edit: UnitEdit) -> Any:
    name = _name(edit)
    slot = part_at(document, edit.at)
    if "list" in slot:
        raise UnitEditError(edit.at, "this slot offers a list of the book")
    edits = new_options(document, slot, edit.at, name)
    stock = stock_of(document)
    there = {stock.option_name(one).casefold() for one in slot.get("options", ())}
    for called in (stock.option_name(one.value) for one in edits):
        if called.casefold() in there:
            raise UnitEditError(edit.at, f"{called} stands there already")
        there.add(called.casefold())
    what = "New option" if len(edits) == 1 else "New options"
    return edits, f"{what}: {name}", edit.at


def _carry(document: Any, unit: Any, edit: UnitEdit) -> Any:
    name = _name(edit)
    edits = new_item_uses(document, edit.at, name)
    _refuse_twice(document, f"{edit.at}/items", edits)
    return edits, f"Carries {name}", edit.at


def _give_rules(document: Any, unit: Any, edit: UnitEdit) -> Any:
    name = _name(edit)
    edits = new_rule_uses(document, edit.at, name)
    _refuse_twice(document, f"{edit.at}/rules", edits)
    what = "Has the rule" if len(edits) == 1 else "Has the rules"
    return edits, f"{what} {name}", edit.at


def _tag(document: Any, unit: Any, edit: UnitEdit) -> Any:
    tag = key_of(_name(edit), instead="tag")
    edits = [DocumentEdit(ADD, f"{edit.at}/tags", tag)]
    _refuse_twice(document, f"{edit.at}/tags", edits)
    return edits, f"Counts as {tag}", edit.at


def _refuse_twice(document: Any, place: str, edits: Iterable[DocumentEdit]) -> None:
    """Refuse to add to the list at ``place`` what stands there already."""
    at, _, member = place.rpartition("/")
    there = part_at(document, at).get(member, ())
    for edit in edits:
        if edit.at == place and edit.value in there:
            called = stock_of(document).called(member, edit.value)
            raise UnitEditError(at, f"{called} stands there already")


def _remove(document: Any, unit: Any, edit: UnitEdit) -> Any:
    return _without(document, unit, edit, with_uses=False)


def _remove_all(document: Any, unit: Any, edit: UnitEdit) -> Any:
    """Take a part out with what names it."""
    return _without(document, unit, edit, with_uses=True)


def _without(document: Any, unit: Any, edit: UnitEdit, *, with_uses: bool) -> Any:
    above, _, _ = edit.at.rpartition("/")
    member = above.rpartition("/")[2]
    if member not in REMOVED:
        raise UnitEditError(edit.at, "that cannot be taken out here")
    part = part_at(document, edit.at)
    edits = [DocumentEdit(REMOVE, edit.at)]
    if member in NAMED:
        edits = [*remove_part(document, edit.at, with_uses=with_uses)]
    line = part.get("profile") if member == "models" else None
    if line and _is_of_one_model(unit, line):
        edits.append(DocumentEdit(REMOVE, f"/units/{unit['key']}/profiles/{line}"))
    if len(part_at(document, above)) == 1 and member in NEVER_EMPTY:
        raise UnitEditError(edit.at, "the last one stays")
    return edits, f"Taken out: {name_of(document, part)}", above.rpartition("/")[0]


REMOVED = ("models", "profiles", "slots", "options", "items", "rules", "tags")
"""Lists of a unit from which the page takes parts."""

NEVER_EMPTY = ("models",)

NAMED = ("models", "options")
"""Lists of parts that limits and changes may name."""


def _is_of_one_model(unit: Any, line: str) -> bool:
    named = [model.get("profile") for model in unit["models"]]
    keys = names_of(unit.get("profiles", ()))
    return named.count(line) == 1 and line in keys and len(keys) > 1


def _earlier(document: Any, unit: Any, edit: UnitEdit) -> Any:
    return _moved(document, edit, -1)


def _later(document: Any, unit: Any, edit: UnitEdit) -> Any:
    return _moved(document, edit, 1)


def _moved(document: Any, edit: UnitEdit, step: int) -> Any:
    above, _, name = edit.at.rpartition("/")
    parts = part_at(document, above)
    if not isinstance(parts, list):
        raise PlaceError(GONE)
    names = [name or str(index) for index, name in enumerate(names_of(parts))]
    place = names.index(name) if name in names else -1
    target = place + step
    if place < 0 or not 0 <= target < len(parts):
        raise UnitEditError(edit.at, "it cannot go further")
    # A move names the part that it shall stand before, in the order as it was.
    before = target if step < 0 else target + 1
    edits = [
        DocumentEdit(MOVE, edit.at, before=names[before] if before < len(parts) else "")
    ]
    return edits, f"Moved: {name_of(document, parts[place])}", edit.at


def _before(document: Any, unit: Any, edit: UnitEdit) -> Any:
    """Move a part before the one that ``text`` names; "" puts it last."""
    part = part_at(document, edit.at)
    edits = [DocumentEdit(MOVE, edit.at, before=edit.text)]
    return edits, f"Moved: {name_of(document, part)}", edit.at


ACTS: Mapping[str, Act] = {
    "model": _add_model,
    "line": _add_line,
    "slot": _add_slot,
    "option": _add_options,
    "carry": _carry,
    "rule": _give_rules,
    "tag": _tag,
    "remove": _remove,
    "remove-all": _remove_all,
    "earlier": _earlier,
    "later": _later,
    "before": _before,
}
"""The acts of the buttons of a unit's page, by their value."""


# -- the unit itself ------------------------------------------------------------------


def _duplicate(document: Any, unit: Any, edit: UnitEdit) -> MadeEdit:
    name = edit.text.strip() or f"{unit['name']} (copy)"
    copy = duplicate_unit(document, unit["key"], name[:MOST_NAME])
    after = apply_edits(document, copy.edits)
    return MadeEdit(after, f"{unit['name']} was copied", "", copy.key)


def _delete(document: Any, unit: Any, edit: UnitEdit) -> MadeEdit:
    """Take a unit out; ``delete-all`` takes out what names it, too."""
    place = f"/units/{unit['key']}"
    edits = remove_part(document, place, with_uses=edit.do == "delete-all")
    after = apply_edits(document, edits)
    return MadeEdit(after, f"Taken out: {unit['name']}", "", "")


def _move_unit(step: int) -> Callable[[Any, Any, UnitEdit], MadeEdit]:
    def move(document: Any, unit: Any, edit: UnitEdit) -> MadeEdit:
        at = UnitEdit(edit.unit, edit.do, f"/units/{unit['key']}")
        edits, what, _ = _moved(document, at, step)
        return MadeEdit(apply_edits(document, edits), what, "", edit.unit)

    return move


OF_UNIT: Mapping[str, Callable[[Any, Any, UnitEdit], MadeEdit]] = {
    "duplicate": _duplicate,
    "delete": _delete,
    "delete-all": _delete,
    "unit-earlier": _move_unit(-1),
    "unit-later": _move_unit(1),
}
"""Acts about the whole unit, by their value."""
