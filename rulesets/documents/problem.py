"""Problems: places where a document breaks its schema, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """A place where a document breaks its schema.

    Parameters
    ----------
    where : str
        JSON pointer (RFC 6901).
    text : str
        What was expected there.
    rank : tuple
        Orders problems, the telling ones first: a wrong format or a missing part near
        the root before a detail far down; in the order of the document.
    """

    where: str
    text: str
    rank: tuple[int, int, str]


def pointer(path: Iterable[Any]) -> str:
    """Return the JSON pointer of a path of keys and indexes."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)
