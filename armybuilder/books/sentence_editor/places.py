"""Places of a draft: parts named by their keys, found and changed in a copy."""

from typing import Any

from rulesets.documents.places import index_of, names_of, steps_of
from rulesets.documents.problem import pointer


class PlaceError(LookupError):
    """A place that the draft does not have."""


def anchor(place: str) -> str:
    """Return the name of a place on a page."""
    return "at" + place.replace("/", "-").replace(":", "--")


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


def joined(place: str, *steps: str) -> str:
    """Return a place below another."""
    return place + pointer(list(steps))


GONE = "that is not in the draft any more"


def _below(part: Any, step: str) -> Any:
    if isinstance(part, list):
        return part[index_at(part, step)]
    if isinstance(part, dict) and step in part:
        return part[step]
    raise PlaceError(GONE)
