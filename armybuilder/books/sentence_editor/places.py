"""Places of a draft: parts named by their keys, found and changed in a copy."""

import copy
import re
from typing import Any

from rulesets.documents.places import index_of, keyed_place, names_of, steps_of
from rulesets.documents.problem import pointer


class PlaceError(LookupError):
    """A place that the draft does not have."""


def copied(document: Any) -> Any:
    """Return a copy of a draft that may be changed."""
    return copy.deepcopy(document)


def part_at(document: Any, place: str) -> Any:
    """Return what stands at a place whose parts are named by key or by index.

    Raises
    ------
    PlaceError
    """
    part = document
    for step in steps_of(place):
        part = _below(part, step)
    return part


def list_at(document: Any, place: str) -> list[Any]:
    """Return the list at a place of a copy, a new one where there is none yet."""
    above, _, name = place.rpartition("/")
    owner = part_at(document, above)
    if not isinstance(owner, dict):
        raise PlaceError(GONE)
    found = owner.setdefault(name, [])
    if not isinstance(found, list):
        raise PlaceError(GONE)
    return found


def index_at(parts: list[Any], step: str) -> int:
    """Return the index of a part of a list, by its key or its index."""
    index = index_of(names_of(parts), step)
    if index is None:
        raise PlaceError(GONE)
    return index


def keyed(document: Any, place: str, known: dict[int, list[str]]) -> str:
    """Return a place by the keys of its parts; see `keyed_place`."""
    return keyed_place(document, place, known)


def joined(place: str, *steps: str) -> str:
    """Return a place below another."""
    return place + pointer(list(steps))


def slug(text: str, taken: set[str]) -> str:
    """Return a key made from a name, unlike those that are taken.

    Examples
    --------
    >>> slug("One Inner Circle!", {"one-inner-circle"})
    'one-inner-circle-2'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", text.casefold())[:60].strip("-") or "rule"
    key, number = plain, 1
    while key in taken:
        number += 1
        key = f"{plain}-{number}"
    return key


GONE = "that is not in the draft any more"


def _below(part: Any, step: str) -> Any:
    if isinstance(part, list):
        return part[index_at(part, step)]
    if isinstance(part, dict) and step in part:
        return part[step]
    raise PlaceError(GONE)
