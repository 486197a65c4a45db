"""A book document that breaks its schema, without the parts that do.

What is left may be read, so that its other mistakes are told in the same answer. Only
mistakes that nothing left out may mend count (`LASTING`), such as wrong names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulesets.books.checks.finding import Finding
from rulesets.documents.json import problems
from rulesets.documents.problem import Problem, pointer
from rulesets.documents.schema import is_valid

MOST_ROUNDS = 5
"""Times that parts are left out: what lacks its key after that goes as a whole."""

LASTING = frozenset(
    {
        *("key-twice", "item-unknown", "stat-line-unknown", "list-unknown"),
        *("option-unknown", "option-twice", "rule-unknown", "rule-x"),
        *("figure-unknown", "type-unknown", "stat-unknown", "effect-unknown"),
        *("category-unknown", "category-foreign", "switch-unknown", "gear-missing"),
        *("kind-unknown", "base-unknown", "key-taken", "effect-key", "effect-x"),
        *("figure-no-number", "stat-no-number", "price-negative", "bound-negative"),
        *("range-backwards", "limit-twice", "stat-line-twice", "crest-dim"),
    }
)
"""Codes of mistakes that a document has whatever else is wrong in it."""

DEFINED = {
    "items": ("item-unknown", "base-unknown", "gear-missing"),
    "rules": ("rule-unknown",),
    "lists": ("list-unknown",),
    "categories": ("category-unknown",),
    "switches": ("switch-unknown",),
}
"""Lists of the book whose parts are named elsewhere, and how a wrong name is told."""

DEFINED_BELOW = {
    "profiles": "stat-line-unknown",
    **dict.fromkeys(("lists", "slots", "options"), "option-unknown"),
}
"""The same of lists in other parts."""

NAMES = ("key", "item", "name")
"""Members by whose values a part is named elsewhere."""

MOST_LISTS = 5_000
"""Most lists of a document that is read without its broken parts."""

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Rest:
    """A document without its broken parts.

    ``names`` are all keys that were left out, ``untold`` the codes that cannot be
    told, since nobody knows which names were left out.
    """

    document: Any
    names: set[str] = field(default_factory=set)
    untold: set[str] = field(default_factory=set)
    indexes: dict[Path, list[int]] = field(default_factory=dict)

    def told(self, found: Finding) -> bool:
        """Return whether a finding of the rest is one of the whole document."""
        if found.code not in LASTING or found.code in self.untold:
            return False
        value = _value_at(self.document, _steps(self.document, found.pointer))
        return self.names.isdisjoint(_texts(value))

    def place(self, where: str) -> str:
        """Return the place in the whole document of a place in the rest."""
        path: list[str | int] = []
        steps = _steps(self.document, where)
        for number, step in enumerate(steps):
            known = self.indexes.get(steps[:number])
            path.append(known[int(step)] if known is not None else step)
        return pointer(path)


def rest_of(document: Any, broken: list[Problem]) -> Rest | None:
    """Return a document without what breaks its schema; none where nothing is left."""
    indexes: dict[Path, list[int]] = {}
    rest = Rest(_numbered(document, (), indexes), indexes=indexes)
    if len(indexes) > MOST_LISTS:
        return None
    for _ in range(MOST_ROUNDS):
        if not all(_cut(rest, one) for one in _from_behind(rest.document, broken)):
            return None
        if is_valid("book", rest.document):
            return rest
        broken = problems("book", rest.document)
    return None


def _numbered(value: Any, path: Path, indexes: dict[Path, list[int]]) -> Any:
    """Return a copy of a value, and note the indexes of all lists."""
    if isinstance(value, list):
        indexes[path] = list(range(len(value)))
        return [_numbered(one, (*path, i), indexes) for i, one in enumerate(value)]
    if isinstance(value, dict):
        return {
            key: _numbered(one, (*path, key), indexes) for key, one in value.items()
        }
    return value


def _from_behind(document: Any, broken: list[Problem]) -> list[tuple[Path, Problem]]:
    """Return problems with their paths, so that a cut moves none of those to come."""
    found = [(_steps(document, one.where), one) for one in broken]
    order = [tuple(_order(step) for step in path) for path, _ in found]
    pairs = sorted(zip(order, found, strict=True), key=lambda one: one[0], reverse=True)
    return [one for _, one in pairs]


def _order(step: str | int) -> tuple[bool, int, str]:
    is_text = isinstance(step, str)
    return (is_text, 0, step) if isinstance(step, str) else (is_text, step, "")


def _cut(rest: Rest, found: tuple[Path, Problem]) -> bool:
    """Leave one broken part out; return whether that can be."""
    path, problem = found
    members = _unknown_members(problem)
    value = _value_at(rest.document, path)
    if isinstance(value, dict) and members and members <= value.keys():
        for name in members:
            rest.names.update(_keys(value.pop(name)))
        return True
    if not path:
        return False
    owner = _value_at(rest.document, path[:-1])
    step: Any = path[-1]
    if isinstance(owner, dict) and step in owner:
        _note(rest, path, owner.pop(step))
    elif isinstance(owner, list) and isinstance(step, int) and step < len(owner):
        _note(rest, path, owner.pop(step))
        _renumber(rest, path[:-1], step)
    return True


def _unknown_members(problem: Problem) -> set[str]:
    said = re.match(r"unknown: (.*); expected only ", problem.text, re.DOTALL)
    return set(re.findall(r"'([^']*)'", said[1])) if said else set()


def _note(rest: Rest, path: Path, value: Any) -> None:
    """Note what is named by a part that is left out."""
    rest.names.update(_keys({path[-1]: value}))
    if path[0] == "library":
        rest.untold |= LASTING
    if _has_a_name(path, value):
        return
    if isinstance(path[0], str):
        rest.untold.update(DEFINED.get(path[0], ()))
    rest.untold |= {DEFINED_BELOW[step] for step in path if step in DEFINED_BELOW}


def _has_a_name(path: Path, value: Any) -> bool:
    """Return whether everything is known that a part may be called elsewhere."""
    step, above = path[-1], path[-2] if len(path) > 1 else ""
    if isinstance(step, str):
        return step not in {*DEFINED, *DEFINED_BELOW, *NAMES[:2]}
    if not isinstance(value, dict):
        return False
    # An option is called as its item where it has no key, a stat line by its name.
    second = {"options": "item", "profiles": "name"}.get(str(above), "key")
    return any(isinstance(value.get(of), str) for of in ("key", second))


def _renumber(rest: Rest, at: Path, gone: int) -> None:
    """Note that the parts of a list behind one that is left out moved up."""
    rest.indexes[at].pop(gone)
    moved: dict[Path, list[int]] = {}
    size = len(at)
    for path, known in rest.indexes.items():
        step = path[size] if path[:size] == at and len(path) > size else -1
        if step == gone:
            continue
        below = isinstance(step, int) and step > gone
        there = (*at, step - 1, *path[size + 1 :]) if below else path  # type: ignore[operator]
        moved[there] = known
    rest.indexes = moved


def _steps(document: Any, where: str) -> Path:
    """Return the path of a pointer, with numbers where they are of lists."""
    path: list[str | int] = []
    value = document
    for text in where.split("/")[1:]:
        step: Any = text.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            step = int(step) if step.isdecimal() else step
        path.append(step)
        value = _value_at(value, (step,))
    return tuple(path)


def _value_at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _keys(value: Any) -> Iterator[str]:
    """Yield all by which parts of a value may be named elsewhere."""
    if isinstance(value, dict):
        yield from (value[of] for of in NAMES if isinstance(value.get(of), str))
    below = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for one in below:
            yield from _keys(one)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
