"""Edits of a document: values set, parts added, removed and moved, by their names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rulesets.documents.json import DocumentError
from rulesets.documents.places import copied, index_of, names_of, steps_of
from rulesets.documents.problem import pointer

SET, ADD, REMOVE, MOVE = "set", "add", "remove", "move"
OPERATIONS = (SET, ADD, REMOVE, MOVE)

Path = tuple[str, ...]

MOST_EDITS = 1_000
"""Most edits that are made at once."""


class DocumentEditError(DocumentError):
    """An edit that cannot be made; names the place."""


@dataclass(frozen=True, slots=True)
class DocumentEdit:
    """One edit of a document.

    Parameters
    ----------
    op : str
        One of `OPERATIONS`.
    at : str
        The place: a JSON pointer in which a part of a list goes by its name (key, item
        or title) where it has one of its own, else by its index.
    value : object
        The new value of ``set``, the new part of ``add``; ``at`` is its list then.
    before : str
        Of ``add`` and ``move``: the name or index of the part that it shall stand
        before; "" puts it last.
    """

    op: str
    at: str
    value: Any = None
    before: str = ""


def apply_edits(document: Any, edits: Iterable[DocumentEdit]) -> Any:
    """Return the document that edits make of another, one after the other.

    What stays is shared between the two. A member that an object lacks is made by
    ``set``, a list by ``add``.

    Raises
    ------
    DocumentEditError
        If an edit is none of ours, or the document has no such place.

    Examples
    --------
    >>> book = {"units": [{"key": "orcs", "points": 5}]}
    >>> apply_edits(book, [DocumentEdit("set", "/units/orcs/points", 6)])
    {'units': [{'key': 'orcs', 'points': 6}]}
    """
    for edit in edits:
        if edit.op not in OPERATIONS:
            raise DocumentEditError(
                edit.at, f"{edit.op!r} is none of {', '.join(OPERATIONS)}"
            )
        if edit.at and not edit.at.startswith("/"):
            raise DocumentEditError(edit.at, "a place begins with /")
        document = _edited(document, edit, steps_of(edit.at), ())
    return document


def read_edits(document: Any) -> tuple[DocumentEdit, ...]:
    """Return the edits of a list of objects, as a program sends them.

    Raises
    ------
    DocumentEditError
        If it is no list of edits; names the place.
    """
    if not isinstance(document, list):
        raise DocumentEditError("", "expected a list of edits")
    if len(document) > MOST_EDITS:
        raise DocumentEditError("", f"more than {MOST_EDITS:,} edits at once")
    return tuple(_read_edit(one, f"/{number}") for number, one in enumerate(document))


def _read_edit(document: Any, where: str) -> DocumentEdit:
    if not isinstance(document, dict):
        raise DocumentEditError(where, "expected an object with op and at")
    unknown = sorted(set(document) - {"op", "at", "value", "before"})
    if unknown:
        raise DocumentEditError(
            f"{where}{pointer(unknown[:1])}", "an edit has no such member"
        )
    for name in ("op", "at", "before"):
        if not isinstance(document.get(name, ""), str):
            raise DocumentEditError(f"{where}/{name}", "expected text")
    if document.get("op") not in OPERATIONS:
        raise DocumentEditError(
            f"{where}/op", f"expected one of {', '.join(OPERATIONS)}"
        )
    for name in ("at",) if document["op"] in (REMOVE, MOVE) else ("at", "value"):
        if name not in document:
            raise DocumentEditError(f"{where}/{name}", "is missing")
    return DocumentEdit(**document)


def _edited(part: Any, edit: DocumentEdit, steps: list[str], above: Path) -> Any:
    """Return a part with the edit made at these steps below it."""
    at = pointer(above)
    if not steps:
        if edit.op == SET:
            return copied(edit.value)
        if edit.op == ADD:
            return _with_part(part, edit, at)
        raise DocumentEditError(at, "the whole document stays where it is")
    step, *below = steps
    if isinstance(part, list):
        index = index_of(names_of(part), step)
        if index is None:
            raise DocumentEditError(pointer((*above, step)), _absent(part))
        if not below and edit.op in (REMOVE, MOVE):
            return _IN_LISTS[edit.op](part, index, edit, at)
        changed = _edited(part[index], edit, below, (*above, step))
        return [*part[:index], changed, *part[index + 1 :]]
    if not isinstance(part, dict):
        raise DocumentEditError(
            pointer((*above, step)), "there is nothing below a value"
        )
    return _edited_object(part, edit, steps, above)


def _edited_object(
    part: dict[str, Any], edit: DocumentEdit, steps: list[str], above: Path
) -> Any:
    step, *below = steps
    here = (*above, step)
    if step not in part and (below or edit.op not in (SET, ADD)):
        raise DocumentEditError(pointer(here), "there is no such place")
    if not below and edit.op == REMOVE:
        return {key: value for key, value in part.items() if key != step}
    if not below and edit.op == MOVE:
        raise DocumentEditError(pointer(here), "only a part of a list has an order")
    old = part.get(step, [] if edit.op == ADD else None)
    return {**part, step: _edited(old, edit, below, here)}


def _absent(parts: list[Any]) -> str:
    names = [name for name in names_of(parts) if name]
    if not names:
        return f"there is no such part; the list has {len(parts)}"
    more = ", …" if len(names) > MOST_NAMED else ""
    return f"there is no such part; there are {', '.join(names[:MOST_NAMED])}{more}"


MOST_NAMED = 8
"""Most parts that a refusal names."""


def _with_part(parts: Any, edit: DocumentEdit, at: str) -> Any:
    if not isinstance(parts, list):
        raise DocumentEditError(at, "a part is added to a list")
    return _inserted(parts, copied(edit.value), edit, at)


def _inserted(parts: list[Any], part: Any, edit: DocumentEdit, at: str) -> list[Any]:
    if not edit.before:
        return [*parts, part]
    index = index_of(names_of(parts), edit.before)
    if index is None:
        raise DocumentEditError(f"{at}{pointer([edit.before])}", _absent(parts))
    return [*parts[:index], part, *parts[index:]]


def _removed(parts: list[Any], index: int, edit: DocumentEdit, at: str) -> list[Any]:
    return [*parts[:index], *parts[index + 1 :]]


def _moved(parts: list[Any], index: int, edit: DocumentEdit, at: str) -> list[Any]:
    """Return a list in another order; ``before`` means the list as it was."""
    before = index_of(names_of(parts), edit.before) if edit.before else len(parts)
    if before is None:
        raise DocumentEditError(f"{at}{pointer([edit.before])}", _absent(parts))
    left = [*parts[:index], *parts[index + 1 :]]
    place = before - (before > index)
    return [*left[:place], parts[index], *left[place:]]


_IN_LISTS: dict[str, Callable[[list[Any], int, DocumentEdit, str], list[Any]]] = {
    REMOVE: _removed,
    MOVE: _moved,
}
