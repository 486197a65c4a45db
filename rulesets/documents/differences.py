"""Differences of two documents, as values that lead from one to the other.

`find_differences` lists them; `apply_differences` makes the new document of them and
the old one. Parts of a list that have a key are told apart by it, others by what they
say.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from rulesets.documents.json import canonical

ADDED, CHANGED, REMOVED, MOVED = "added", "changed", "removed", "moved"

NAMED_BY = ("key", "item")
"""Members that tell the parts of a list apart; the first that they have does."""

NAMED_BY_TITLE = frozenset({"printed"})
WHOLE = frozenset({"roll"})
"""Lists that are one value: a range of dice."""

Path = tuple[str | int, ...]
"""Keys and indices from the top: those of the old document."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference.

    Parameters
    ----------
    kind : str
        ``added``, ``changed``, ``removed`` or ``moved``.
    path : tuple
        The place. What was added to a list stands there under its index in the new
        document; what moved is the list itself.
    old, new : object
        The values; none where there is none. Of ``moved`` the order before and after:
        the old indices of what stays.
    """

    kind: str
    path: Path
    old: Any = None
    new: Any = None


def find_differences(old: Any, new: Any, path: Path = ()) -> Iterator[Difference]:
    """Yield the differences of two documents, in the order of the new one.

    Examples
    --------
    >>> list(find_differences({"a": [1, 2]}, {"a": [2, 1]}))
    [Difference(kind='moved', path=('a',), old=(0, 1), new=(1, 0))]
    """
    if old is new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _find_in_objects(old, new, path)
    elif isinstance(old, list) and isinstance(new, list) and _name(path) not in WHOLE:
        yield from _find_in_lists(old, new, path)
    elif canonical(old) != canonical(new):
        yield Difference(CHANGED, path, old, new)


def _name(path: Path) -> str:
    return str(path[-1]) if path else ""


def _find_in_objects(old: Any, new: Any, path: Path) -> Iterator[Difference]:
    for key in dict.fromkeys((*new, *old)):
        at = (*path, key)
        if key not in old:
            yield Difference(ADDED, at, new=new[key])
        elif key not in new:
            yield Difference(REMOVED, at, old=old[key])
        else:
            yield from find_differences(old[key], new[key], at)


def _find_in_lists(old: list[Any], new: list[Any], path: Path) -> Iterator[Difference]:
    pairs = pair_parts(_name(path), old, new)
    by_new = {there: here for here, there in pairs}
    for index, part in enumerate(new):
        if index in by_new:
            here = by_new[index]
            yield from find_differences(old[here], part, (*path, here))
        else:
            yield Difference(ADDED, (*path, index), new=part)
    kept = {here for here, _ in pairs}
    for index, part in enumerate(old):
        if index not in kept:
            yield Difference(REMOVED, (*path, index), old=part)
    order = tuple(by_new[index] for index in sorted(by_new))
    if order != tuple(sorted(kept)):
        yield Difference(MOVED, path, tuple(sorted(kept)), order)


def pair_parts(name: str, old: list[Any], new: list[Any]) -> list[tuple[int, int]]:
    """Return which part of the list ``name`` became which, by their indices."""
    before = [identity(name, part) for part in old]
    after = [identity(name, part) for part in new]
    if None not in before and None not in after:
        return _named_alike(before, after, old, new)
    before, after = [canonical(part) for part in old], [canonical(part) for part in new]
    if Counter(before) == Counter(after):
        return _equal(before, after)
    return list(_beside(before, after))


def _named_alike(
    before: Sequence[Any], after: Sequence[Any], old: list[Any], new: list[Any]
) -> list[tuple[int, int]]:
    """Return the pairs of one name; among several of a name the equal ones first."""
    found = _equal(before, after)
    if len(set(before)) == len(before) and len(set(after)) == len(after):
        return found
    found = _equal([canonical(part) for part in old], [canonical(part) for part in new])
    here, there = {pair[0] for pair in found}, {pair[1] for pair in found}
    rest = [index for index in range(len(old)) if index not in here]
    new_rest = [index for index in range(len(new)) if index not in there]
    pairs = _equal([before[i] for i in rest], [after[i] for i in new_rest])
    return [*found, *((rest[one], new_rest[other]) for one, other in pairs)]


def identity(name: str, part: Any) -> Any:
    """Return the name of a part of the list ``name``; none if it has none."""
    if not isinstance(part, dict):
        return canonical(part)
    if name in NAMED_BY_TITLE:
        return canonical(part.get("title"))
    found = next((part[key] for key in NAMED_BY if key in part), None)
    return None if found is None else canonical(found)


def _equal(before: Sequence[Any], after: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the pairs of equals: the first with the first, the next with the next."""
    places: dict[Any, list[int]] = {}
    for index, one in enumerate(before):
        places.setdefault(one, []).append(index)
    found = []
    for index, one in enumerate(after):
        if places.get(one):
            found.append((places[one].pop(0), index))
    return found


def _beside(before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Yield pairs of equal parts in order, and of parts that replace each other."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        yield from zip(range(first, last), range(start, end), strict=False)


def apply_differences(old: Any, differences: Iterable[Difference]) -> Any:
    """Return the new document that an old one and their differences make.

    What stays is shared between the two.
    """
    document = old
    for one in sorted(differences, key=_turn):
        document = _applied(document, one.path, one)
    return document


def _applied(part: Any, path: Path, one: Difference) -> Any:
    """Return a part with a difference at it or, along the path, below it."""
    if not path:
        return _moved(part, one) if one.kind == MOVED else one.new
    step: Any = path[0]
    changed = dict(part) if isinstance(part, dict) else list(part)
    if len(path) == 1 and one.kind == REMOVED:
        del changed[step]
    elif len(path) == 1 and one.kind == ADDED:
        _put(changed, step, one.new)
    else:
        changed[step] = _applied(part[step], path[1:], one)
    return changed


def _put(owner: Any, step: Any, value: Any) -> None:
    if isinstance(owner, list):
        owner.insert(step, value)
    else:
        owner[step] = value


def _turn(one: Difference) -> tuple[int, int, int]:
    """Return the order in which differences are applied: deep ones before those above.

    In one list what stays is changed first, then some is taken away from behind, then
    the rest is put in order, then the new is put in from the front.
    """
    depth = len(one.path) + (one.kind == MOVED)
    at = one.path[-1] if one.path and isinstance(one.path[-1], int) else 0
    step = (CHANGED, REMOVED, MOVED, ADDED).index(one.kind)
    return -depth, step, -at if one.kind == REMOVED else at


def _moved(parts: list[Any], one: Difference) -> list[Any]:
    place = {index: here for here, index in enumerate(one.old)}
    return [parts[place[index]] for index in one.new]
