"""Places of a document: JSON pointers, by index and by key."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rulesets.documents.problem import pointer

NAMED_BY = ("key", "item", "title")
"""Members that a part of a list goes by; the first that it has does."""

KEY = re.compile(r"[a-z0-9#:-]+")
"""The members of a list of keys and targets: each goes by itself."""


def steps_of(place: str) -> list[str]:
    """Return the steps of a JSON pointer.

    Examples
    --------
    >>> steps_of("/units/0/a~1b"), steps_of("")
    (['units', '0', 'a/b'], [])
    """
    steps = place.split("/")[1:]
    return [step.replace("~1", "/").replace("~0", "~") for step in steps]


def keyed_place(
    document: Any, place: str, known: dict[int, list[str]] | None = None
) -> str:
    """Return a place with the keys of parts for their indexes, where they have one.

    A part without a key, and one of several of one key, keeps its index. A place that
    is not there is returned as far as it goes by index. ``known`` keeps the names of
    the parts of each list, for further places of the same document.

    Examples
    --------
    >>> book = {"units": [{"key": "orcs", "points": 5}], "missing": ["A base"]}
    >>> keyed_place(book, "/units/0/points"), keyed_place(book, "/units/orcs/points")
    ('/units/orcs/points', '/units/orcs/points')
    >>> keyed_place(book, "/missing/0")
    '/missing/0'
    >>> keyed_place({"of": ["#core", "orcs"]}, "/of/1")
    '/of/orcs'
    """
    named: list[str] = []
    part = document
    for step in steps_of(place):
        if isinstance(part, list):
            names = known.get(id(part)) if known is not None else None
            if names is None:
                names = names_of(part)
            if known is not None:
                known[id(part)] = names
            index = index_of(names, step)
            named.append(step if index is None else names[index] or str(index))
            part = None if index is None else part[index]
        else:
            named.append(step)
            part = part.get(step) if isinstance(part, dict) else None
    return pointer(named)


def names_of(parts: Iterable[Any]) -> list[str]:
    """Return the key of each part of a list, "" where it has none of its own."""
    keys = [_name(part) for part in parts]
    counts = Counter(keys)
    return [key if counts[key] == 1 and not key.isdigit() else "" for key in keys]


def parts_by_name(parts: list[Any]) -> dict[str, Any] | None:
    """Return the parts of a list by name, none where one has no name of its own."""
    names = names_of(parts)
    return None if "" in names else dict(zip(names, parts, strict=True))


def _name(part: Any) -> str:
    if isinstance(part, str):
        return part if KEY.fullmatch(part) else ""
    if not isinstance(part, dict):
        return ""
    found = next((part[key] for key in NAMED_BY if key in part), "")
    return found if isinstance(found, str) else ""


def index_of(names: list[str], step: str) -> int | None:
    """Return the index that a step means in a list of these names, or none."""
    if step.isascii() and step.isdigit():
        return int(step) if int(step) < len(names) else None
    return names.index(step) if step in names else None


def value_at(document: Any, place: str) -> Any:
    """Return the value at a JSON pointer.

    Raises
    ------
    LookupError
        If there is no such place.
    """
    for step in steps_of(place):
        if not isinstance(document, dict | list):
            raise LookupError(f"there is no {place}")
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def copied(value: Any) -> Any:
    """Return a document with no part in common, where one stands at two places too."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value
