"""The library of a game: parts that its books inherit by naming them.

A book says the number of a library and names its items, lists and rules without
writing them. What it writes itself overrules the library's part of that key. A
numbered library never changes, so that an edition says the same for ever.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

FOLDER = resources.files("rulesets") / "libraries"

PARTS = ("rules", "items", "lists")
"""Members of a book that a library may fill."""

BEHIND = ("rules", "items")
"""Members in which inherited parts may stand behind a book's own."""


GIVEN = {"gear": "items", "rules": "rules"}
"""Attributes that a change gives a part of, and where that part stands."""


@dataclass(frozen=True, slots=True)
class Library:
    """One numbered library of a game; parts are documents by key, in its order.

    ``groups`` are slots to copy into a unit, such as a full command.
    """

    game: str
    number: int
    name: str
    rules: Mapping[str, Any]
    items: Mapping[str, Any]
    lists: Mapping[str, Any]
    groups: Mapping[str, Any]

    def parts(self, of: str) -> Mapping[str, Any]:
        """Return its ``rules``, ``items`` or ``lists``."""
        found: Mapping[str, Any] = getattr(self, of)
        return found


@dataclass(frozen=True, slots=True)
class Inherited:
    """Parts that a book has from its library: documents by key, in its order.

    ``overruled`` are the library's parts that the book writes itself.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    items: Mapping[str, Any] = field(default_factory=dict)
    lists: Mapping[str, Any] = field(default_factory=dict)
    overruled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def parts(self, of: str) -> Mapping[str, Any]:
        """Return the inherited ``rules``, ``items`` or ``lists``."""
        found: Mapping[str, Any] = getattr(self, of)
        return found


@cache
def library_of(game: str, number: int) -> Library | None:
    """Return a library of a game; none where it has no such number."""
    if number not in _numbers(game):
        return None
    text = (FOLDER / f"{game}-{number}.json").read_text(encoding="utf-8")
    document = json.loads(text)
    parts = {
        of: {part["key"]: part for part in document.get(of, ())}
        for of in (*PARTS, "groups")
    }
    return Library(game, number, document["name"], **parts)


def newest_number(game: str) -> int:
    """Return the number of a game's newest library; 0 where it has none."""
    return max(_numbers(game), default=0)


@cache
def _numbers(game: str) -> frozenset[int]:
    names = [file.name.removesuffix(".json") for file in FOLDER.iterdir()]
    parts = [name.rpartition("-") for name in names]
    return frozenset(int(n) for of, _, n in parts if of == game and n.isdigit())


def inherited(document: Any) -> Inherited:
    """Return what a book document has from the library that it says.

    Nothing where it says none, or one that there is not.
    """
    library = library_of(document["game"], document.get("library", 0))
    if library is None:
        return Inherited()
    own = {of: {part["key"] for part in document.get(of, ())} for of in PARTS}
    found: dict[str, set[str]] = {of: set() for of in PARTS}
    waiting = [*named_parts(document)]
    while waiting:
        of, key = waiting.pop()
        if key not in own[of] and key not in found[of] and key in library.parts(of):
            found[of].add(key)
            waiting += named_parts(library.parts(of)[key])
    taken = {
        of: {key: part for key, part in library.parts(of).items() if key in found[of]}
        for of in PARTS
    }
    overruled = {
        of: {key: part for key, part in library.parts(of).items() if key in own[of]}
        for of in PARTS
    }
    return Inherited(**taken, overruled=overruled)


def whole_document(document: Any, own_first: Collection[str] = BEHIND) -> Any:
    """Return a book document that says itself what it inherits.

    Inherited parts of the members ``own_first`` stand behind its own, which keep their
    places; others stand before: its own lists may name those of the library. A book
    without a library is returned as it is.
    """
    taken = inherited(document)
    if not any(taken.parts(of) for of in PARTS):
        return document
    whole = {**document}
    for of in PARTS:
        own, theirs = document.get(of, []), [*taken.parts(of).values()]
        if own or theirs:
            whole[of] = [*own, *theirs] if of in own_first else [*theirs, *own]
    return whole


def named_parts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield every item, list and rule that a part of a document names, with repeats."""
    if isinstance(value, list):
        for part in value:
            yield from named_parts(part)
    elif isinstance(value, dict):
        yield from _given(value)
        for member, part in value.items():
            yield from _named_by(member, part)
            yield from named_parts(part)


def _named_by(member: str, value: Any) -> Iterator[tuple[str, str]]:
    if member in ("item", "list"):
        yield f"{member}s", value
    if member in ("items", "rules") and isinstance(value, list):
        for part in value:
            yield member, _key(part)


def _given(change: Any) -> Iterator[tuple[str, str]]:
    """Yield the item or rule that a change gives."""
    of = GIVEN.get(change.get("change"))
    if of is not None and change.get("op") != "remove":
        yield of, _key(change.get("value"))


def _key(named: Any) -> str:
    """Return the key of an item or a rule, named alone or with its X."""
    key = named.get("key", "") if isinstance(named, dict) else named
    return str(key)
