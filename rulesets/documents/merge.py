"""Merging two new states of one document, each made from the same old one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum
from typing import Any

from rulesets.documents.differences import WHOLE
from rulesets.documents.json import canonical
from rulesets.documents.places import parts_by_name
from rulesets.documents.problem import pointer

MINE, THEIRS = "mine", "theirs"


class Absent(Enum):
    """Stands for a value where a document has none."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class MergeClash:
    """A place where both sides changed the same thing, each in its own way.

    Parameters
    ----------
    at : str
        The place, with the names of parts, as `DocumentEdit.at`.
    base, mine, theirs : object
        The values; `ABSENT` where there is none. Where ``is_order`` the names of the
        parts of the list, in order.
    """

    at: str
    base: Any
    mine: Any
    theirs: Any
    is_order: bool = False

    def as_document(self) -> dict[str, Any]:
        """Return it for programs: a value that is absent is left out."""
        values = {"base": self.base, MINE: self.mine, THEIRS: self.theirs}
        there = {key: value for key, value in values.items() if value is not ABSENT}
        order = {"order": True} if self.is_order else {}
        return {"at": self.at, **there, **order}


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged document and the clashes left; at those it holds what is theirs."""

    document: Any
    clashes: tuple[MergeClash, ...]


@dataclass(slots=True)
class _Clashes:
    """The clashes found so far, and how those at some places are settled."""

    choices: Mapping[str, str]
    found: list[MergeClash] = field(default_factory=list)

    def settle(self, clash: MergeClash) -> Any:
        choice = self.choices.get(clash.at)
        if choice not in (MINE, THEIRS):
            self.found.append(clash)
        return clash.mine if choice == MINE else clash.theirs


Path = tuple[str | int, ...]


def merge(
    base: Any, mine: Any, theirs: Any, choices: Mapping[str, str] | None = None
) -> Merged:
    """Merge what two sides made of one document.

    What one side changed is taken, and so is what both changed alike. Parts of lists
    are told apart by their names; a list without names is merged by its order.

    Parameters
    ----------
    base : object
        The document that both began with.
    mine, theirs : object
        What became of it.
    choices : mapping
        ``mine`` or ``theirs`` for places that clash; a place that is not in it and
        clashes is told.

    Examples
    --------
    >>> base = {"units": [{"key": "orcs", "points": 5, "min": 1}]}
    >>> mine = {"units": [{"key": "orcs", "points": 6, "min": 1}]}
    >>> theirs = {"units": [{"key": "orcs", "points": 5, "min": 2}]}
    >>> merge(base, mine, theirs).document
    {'units': [{'key': 'orcs', 'points': 6, 'min': 2}]}
    """
    clashes = _Clashes(choices or {})
    document = _merged(base, mine, theirs, (), clashes)
    return Merged(document, tuple(clashes.found))


def _merged(base: Any, mine: Any, theirs: Any, at: Path, clashes: _Clashes) -> Any:
    if _same(mine, theirs) or _same(base, mine):
        return theirs
    if _same(base, theirs):
        return mine
    kinds = {type(one) for one in (mine, theirs)}
    if kinds == {dict} and (isinstance(base, dict) or _is_one_part(mine, theirs)):
        was = base if isinstance(base, dict) else {}
        return _merged_objects(was, mine, theirs, at, clashes)
    is_list = kinds == {list} and (base is ABSENT or isinstance(base, list))
    if is_list and (not at or at[-1] not in WHOLE):
        was = [] if base is ABSENT else base
        return _merged_lists(was, mine, theirs, at, clashes)
    return clashes.settle(MergeClash(pointer(at), base, mine, theirs))


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if one is ABSENT or other is ABSENT or one != other:
        return False
    return canonical(one) == canonical(other)  # 1 is not true


def _is_one_part(mine: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Return whether two new objects are parts of one name."""
    return "key" in mine and mine["key"] == theirs.get("key")


def _merged_objects(
    base: Any, mine: Any, theirs: Any, at: Path, clashes: _Clashes
) -> dict[str, Any]:
    made = {}
    for key in dict.fromkeys((*base, *theirs, *mine)):
        was, my, their = (side.get(key, ABSENT) for side in (base, mine, theirs))
        value = _merged(was, my, their, (*at, key), clashes)
        if value is not ABSENT:
            made[key] = value
    return made


def _merged_lists(
    base: list[Any], mine: list[Any], theirs: list[Any], at: Path, clashes: _Clashes
) -> list[Any]:
    sides = [parts_by_name(side) for side in (base, mine, theirs)]
    if any(side is None for side in sides):
        return _merged_unnamed(base, mine, theirs, at, clashes)
    was, my, their = (side or {} for side in sides)
    made = {}
    for name in dict.fromkeys((*was, *their, *my)):
        one, other, third = (side.get(name, ABSENT) for side in (was, my, their))
        value = _merged(one, other, third, (*at, name), clashes)
        if value is not ABSENT:
            made[name] = value
    order = _merged_order(was, my, their, at, clashes)
    return [made[name] for name in order if name in made]


# -- order ------------------------------------------------------------------------


def _merged_order(
    base: Mapping[str, Any],
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    at: Path,
    clashes: _Clashes,
) -> list[str]:
    """Return the names of all parts in order.

    Parts that all three have stand as the side has them that moved some; the others
    stand behind the part that they stand behind on their side.
    """
    stays = set(base) & set(mine) & set(theirs)
    was, my, their = (
        [name for name in side if name in stays] for side in (base, mine, theirs)
    )
    if my in (was, their):
        kept = their
    elif their == was:
        kept = my
    else:
        kept = clashes.settle(MergeClash(pointer(at), was, my, their, is_order=True))
    place = {name: number for number, name in enumerate(kept, 1)}
    runs = [_runs(side, place) for side in (mine, theirs)]
    order: list[str] = []
    for number in range(len(kept) + 1):
        here = sorted(side.get(number, []) for side in runs)
        order += [*([kept[number - 1]] if number else []), *here[0], *here[1]]
    return list(dict.fromkeys(order))


def _runs(side: Mapping[str, Any], place: Mapping[str, int]) -> dict[int, list[str]]:
    """Return the names that do not stay, by the part that they stand behind."""
    found: dict[int, list[str]] = {}
    behind = 0
    for name in side:
        if name in place:
            behind = place[name]
        else:
            found.setdefault(behind, []).append(name)
    return found


# -- lists without names ----------------------------------------------------------


def _merged_unnamed(
    base: list[Any], mine: list[Any], theirs: list[Any], at: Path, clashes: _Clashes
) -> list[Any]:
    """Merge stretch by stretch, between the parts that all three share."""
    made: list[Any] = []
    for (first, last), my, their in _stretches(base, mine, theirs):
        was = base[first:last]
        if _same(my, their) or _same(was, my):
            made += their
        elif _same(was, their):
            made += my
        elif len(was) == len(my) == len(their):
            made += [
                _merged(*parts, (*at, first + number), clashes)
                for number, parts in enumerate(zip(was, my, their, strict=True))
            ]
        else:
            whole: list[Any] = clashes.settle(
                MergeClash(pointer(at), base, mine, theirs)
            )
            return whole
    return [part for part in made if part is not ABSENT]


Stretch = tuple[tuple[int, int], list[Any], list[Any]]


def _stretches(
    base: list[Any], mine: list[Any], theirs: list[Any]
) -> Iterator[Stretch]:
    to_mine, to_theirs = _equals(base, mine), _equals(base, theirs)
    first = my = their = 0
    for index in sorted(set(to_mine) & set(to_theirs)):
        at_mine, at_theirs = to_mine[index], to_theirs[index]
        yield (first, index), mine[my:at_mine], theirs[their:at_theirs]
        yield (index, index + 1), [mine[at_mine]], [theirs[at_theirs]]
        first, my, their = index + 1, at_mine + 1, at_theirs + 1
    yield (first, len(base)), mine[my:], theirs[their:]


def _equals(base: Sequence[Any], side: Sequence[Any]) -> dict[int, int]:
    """Return the index on a side of each part of the base that it kept, in order."""
    before, after = [canonical(part) for part in base], [canonical(one) for one in side]
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return {
        block.a + step: block.b + step for block in blocks for step in range(block.size)
    }
