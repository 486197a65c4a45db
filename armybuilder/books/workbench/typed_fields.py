"""The fields of a form: what was typed, over what its author saw there.

A form says the revision that it shows. A field in which somebody types while the rest
of the page goes on to a newer one says besides what stood there as they began.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from armybuilder.books.sentence_editor.places import PlaceError, part_at
from armybuilder.books.workbench.field_edits import field_at, set_member, spread
from armybuilder.books.workbench.fields import PartField
from rulesets.documents.document_edits import DocumentEdit, apply_edits

WAS = "was:"
"""Begins the name under which a form sends what its author saw in a field."""

KEEP_MINE, TAKE_THEIRS = "mine", "theirs"
"""Acts that settle a field which somebody else wrote, too."""


@dataclass(frozen=True, slots=True)
class TypedFields:
    """The contents of the fields of a form, and what its author saw in some of them."""

    texts: Mapping[str, str]
    was: Mapping[str, str]


def sent_fields(sent: Mapping[str, str]) -> TypedFields:
    """Return the fields of a form that was sent."""
    lines = {name: text.replace("\r\n", "\n") for name, text in sent.items()}
    texts = {name: text for name, text in lines.items() if name.startswith("/")}
    was = {
        name.removeprefix(WAS): text
        for name, text in lines.items()
        if name.startswith(f"{WAS}/")
    }
    return TypedFields(texts, was)


def settled(typed: TypedFields, do: str, name: str) -> TypedFields:
    """Return the fields as their author settles one that clashed.

    Who keeps theirs has seen what the form's revision says there; who takes the other
    value has typed nothing.
    """
    if do not in (KEEP_MINE, TAKE_THEIRS):
        return typed
    was = {one: text for one, text in typed.was.items() if one != name}
    texts = dict(typed.texts)
    if do == TAKE_THEIRS:
        texts.pop(name, None)
    return TypedFields(texts, was)


def as_seen(
    document: Any,
    was: Mapping[str, str],
    seen_edit: Callable[[Any, str, str], DocumentEdit | None],
) -> Any:
    """Return a draft with what the author of a form saw in its fields.

    ``seen_edit`` makes the draft show a text in a field, none where it does or cannot.
    """
    edits = [seen_edit(document, name, text) for name, text in was.items()]
    return apply_edits(document, [edit for edit in edits if edit is not None])


def typed_over(texts: Mapping[str, str], seen: Mapping[str, str]) -> TypedFields:
    """Return the fields that say something else than their author saw there."""
    over = {
        name: text
        for name, text in texts.items()
        if seen.get(name) not in (text, text.strip())
    }
    return TypedFields(over, {name: seen[name] for name in over if name in seen})


def unit_as_seen(document: Any, unit: str, was: Mapping[str, str]) -> Any:
    """Return a draft with what the author of a form saw in the fields of a unit."""

    def seen_edit(document: Any, name: str, text: str) -> DocumentEdit | None:
        return _seen_edit(document, unit, name, text)

    return as_seen(document, was, seen_edit)


def _seen_edit(document: Any, unit: str, name: str, text: str) -> DocumentEdit | None:
    found = _field_and_part(document, unit, name)
    if found is None:
        return None
    field, part = found
    if text == field.shown(part):
        return None
    place, _, member = name.rpartition(":")
    try:
        return set_member(part, place, member, field.read(text))
    except ValidationError:
        return None


def shown_fields(document: Any, unit: str, names: Iterable[str]) -> dict[str, str]:
    """Return what a draft says in fields of a unit; those that it lacks are absent."""
    shown = {}
    for name in names:
        found = _field_and_part(document, unit, name)
        if found is not None:
            shown[name] = found[0].shown(found[1])
    return shown


def lost_fields(document: Any, names: Iterable[str]) -> dict[str, str]:
    """Return the place of the part that a draft has no more, by each of its fields."""
    lost = {}
    for name in names:
        _, *steps = name.rpartition(":")[0].split("/")
        # A part is a step into a list and one to its name: /units/bows/models/bow.
        ends = range(2, len(steps) + 1, 2)
        places = ["/".join(("", *steps[:end])) for end in ends]
        gone = next((at for at in places if not _is_part(document, at)), None)
        if gone is not None:
            lost[name] = gone
    return lost


def is_lost(at: str, lost: Iterable[str]) -> bool:
    """Return whether an error says that parts are gone: at one, or at their list."""
    is_list = at.count("/") % 2 == 1 or not at
    return any(one == at or (is_list and one.startswith(f"{at}/")) for one in lost)


def _is_part(document: Any, place: str) -> bool:
    try:
        part_at(document, place)
    except PlaceError:
        return False
    return True


def spread_texts(document: Any, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts with a line of figures in the fields that it fills."""
    return dict(spread(document, texts))


def shown_at(document: Any, place: str, value: Any) -> str:
    """Return a value as the field of its place shows it, "" where there is none."""
    above, _, member = place.rpartition("/")
    field = field_at(document, above, member) if above.count("/") > 1 else None
    return "" if field is None else field.shown({member: value})


def _field_and_part(
    document: Any, unit: str, name: str
) -> tuple[PartField, dict[str, Any]] | None:
    place, _, member = name.rpartition(":")
    if place != unit and not place.startswith(f"{unit}/"):
        return None
    try:
        part = part_at(document, place)
    except PlaceError:
        return None
    field = field_at(document, place, member)
    is_open = field is not None and isinstance(part, dict) and field.is_open(part)
    return (field, part) if field is not None and is_open else None
