"""Our own texts: what only explains in them is no purchase."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rulesets.list_text.raw_lines import RawLine

_BOOKS = re.compile(r"^.+ · (.+, edition \d+)\s*$")
_FORCE = re.compile(r"^(?:#+ )?(.+) \([-\d,.]+ [^()\d]+\)$")
_BOUGHT = re.compile(r"^(?:- )?Bought: ")
_FACTS = 5
"""Lines at the start among which the books stand."""


def without_details(lines: tuple[RawLine, ...]) -> tuple[RawLine, ...]:
    """Return lines with those of our own long texts that explain as noise.

    In them units are numbered, or headings of the third level; below each its line of
    purchases says all that was bought.
    """
    said = next((m for one in lines[:_FACTS] if (m := _BOOKS.match(one.text))), None)
    is_ours = any(_BOUGHT.match(one.text) for one in lines)
    is_long = any(one.is_numbered or one.hashes == 3 for one in lines)
    if said is None or not (is_long or is_ours):
        return lines
    books = {re.sub(r", edition \d+$", "", part) for part in said[1].split(" · ")}
    return tuple(_marked(lines, books))


def _marked(lines: tuple[RawLine, ...], books: set[str]) -> Iterator[RawLine]:
    place = "facts"
    for line in lines:
        force = _FORCE.match(line.text)
        if force and force[1].replace("\\", "") in books and not line.depth:
            place = "choices"
            yield replace(line, kind="heading")
        elif line.is_numbered or line.hashes == 3:
            place = "unit"
            yield line
        elif line is lines[0] or _counts(line, place):
            yield line
        else:
            yield replace(line, kind="noise")


def _counts(line: RawLine, place: str) -> bool:
    """Return whether a line in a place of our texts buys or heads something."""
    if place == "unit":
        return _BOUGHT.match(line.text) is not None
    return place == "choices" or line.kind == "heading"
