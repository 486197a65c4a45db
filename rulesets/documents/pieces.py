"""The changes from one document to another, place by place, to be taken one by one."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from rulesets.documents.differences import WHOLE
from rulesets.documents.json import canonical
from rulesets.documents.merge import ABSENT
from rulesets.documents.places import parts_by_name
from rulesets.documents.problem import pointer

ORDER = "order"
"""Stands behind the place of a list whose parts have another order."""

Path = tuple[str, ...]
Choice = Callable[["PieceOfChange"], bool]


@dataclass(frozen=True, slots=True)
class PieceOfChange:
    """A change at one place, which does not depend on the others.

    ``at`` names parts of lists as `DocumentEdit.at`; where only the order of a list
    differs it ends with ``#order``, and the values are the names of the parts in order.
    ``old`` and ``new`` are `ABSENT` where there is none.
    """

    at: str
    old: Any
    new: Any


def pieces_between(old: Any, new: Any) -> tuple[PieceOfChange, ...]:
    """Return the changes that lead from one document to another, in its order.

    Examples
    --------
    >>> old = {"units": [{"key": "orcs", "points": 5}, {"key": "trolls"}]}
    >>> new = {"units": [{"key": "orcs", "points": 6}]}
    >>> [piece.at for piece in pieces_between(old, new)]
    ['/units/orcs/points', '/units/trolls']
    """
    found: list[PieceOfChange] = []

    def note(piece: PieceOfChange) -> bool:
        found.append(piece)
        return False

    _walk(old, new, (), note)
    return tuple(found)


def with_pieces(old: Any, new: Any, places: Collection[str]) -> Any:
    """Return the old document with the changes at some places of `pieces_between`.

    With all of them it is the new document, with none the old one.
    """
    return _walk(old, new, (), lambda piece: piece.at in places)


def _walk(old: Any, new: Any, at: Path, is_taken: Choice) -> Any:
    if _same(old, new):
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        return _walk_parts(old, new, at, is_taken)
    if isinstance(old, list) and isinstance(new, list) and not set(at[-1:]) & {*WHOLE}:
        before, after = parts_by_name(old), parts_by_name(new)
        if before is not None and after is not None:
            return _walk_list(before, after, at, is_taken)
    return new if is_taken(PieceOfChange(pointer(at), old, new)) else old


def _same(one: Any, other: Any) -> bool:
    if one is ABSENT or other is ABSENT:
        return one is other
    return one is other or (one == other and canonical(one) == canonical(other))


def _walk_parts(
    old: dict[str, Any], new: dict[str, Any], at: Path, is_taken: Choice
) -> dict[str, Any]:
    made = {
        key: _walk(old.get(key, ABSENT), new.get(key, ABSENT), (*at, key), is_taken)
        for key in dict.fromkeys((*old, *new))
    }
    return {key: value for key, value in made.items() if value is not ABSENT}


def _walk_list(
    old: dict[str, Any], new: dict[str, Any], at: Path, is_taken: Choice
) -> list[Any]:
    made = _walk_parts(old, new, at, is_taken)
    before = [name for name in old if name in new]
    after = [name for name in new if name in old]
    first, second = old, new
    if before != after and is_taken(
        PieceOfChange(f"{pointer(at)}#{ORDER}", before, after)
    ):
        first, second = new, old
    order = [*first]
    behind = 0
    for name in second:
        if name in first:
            behind = order.index(name) + 1
        else:
            order.insert(behind, name)
            behind += 1
    return [made[name] for name in order if name in made]
