"""The members of limits, changes, conditions and amounts, completed and bare.

A completed part has every member, those that the document leaves out with their
default: so two ways to write the same are equal. A bare part leaves them out.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from rulesets.legality.counts import COUNTS


class Absence(Enum):
    """A member that a document does not have."""

    ABSENT = "absent"


ABSENT = Absence.ABSENT

_QUERY: Mapping[str, Any] = {
    "count": "selections",
    "of": ("*",),
    "in": "army",
    "where": None,
}

MEMBERS: Mapping[str, Mapping[str, Any]] = {
    "limit": {
        **_QUERY,
        "min": None,
        "max": None,
        "when": None,
        "each": (),
        "deep": True,
    },
    "change": {
        "change": ABSENT,
        "op": ABSENT,
        "value": ABSENT,
        "to": ("*",),
        "in": "self",
        "when": None,
    },
    "condition": {**_QUERY, "at_least": None, "at_most": None, "deep": True},
    "amount": {"base": 0, "terms": (), "least": None, "most": None},
    "term": {**_QUERY, "times": 1, "every": 1, "round": "down", "deep": True},
    "effect": {
        "on": ABSENT,
        "op": ABSENT,
        "value": 1,
        "natural": 0,
        "when": (),
        "unless": (),
        "whose": "own",
        "group": "",
    },
    "query": {"count": "selections", "of": ("*",), "in": "army"},
    "whom": {"to": ("*",), "in": "self"},
}
"""The members of each part with their defaults, in the order of the schema."""

SHAPES = ("all", "any", "none", "switch")
"""Members of conditions that stand alone."""

LINES: Mapping[str, tuple[str, ...]] = {
    "limit": ("each", "where", "deep", "when"),
    "change": ("when",),
    "condition": ("where", "deep"),
    "amount": ("least", "most"),
    "term": ("where", "deep", "round"),
    "effect": ("when", "unless", "group"),
    "query": (),
    "whom": (),
}
"""Members of each part that are lines under a sentence, unless its row has them."""

PARTS_OF_ROWS: Mapping[str, str] = {"when": "condition", "where": "condition"}

_PART_OF: Mapping[str, str] = {
    "min": "amount",
    "max": "amount",
    "at_least": "amount",
    "at_most": "amount",
    "value": "amount",
    "where": "condition",
    "when": "condition",
    "all": "condition",
    "any": "condition",
    "none": "condition",
    "terms": "term",
}
"""The part that a member holds, or several of it."""

_TARGETS = ("of", "to", "each")


def part_of(row_part: str) -> str:
    """Return the part of the document that a row of the table is of."""
    return PARTS_OF_ROWS.get(row_part, row_part)


def completed(part: str, document: Any) -> Any:
    """Return a part of a document with every member, lists as tuples.

    An amount that is a number alone is that number. What the part has beside its
    members, such as a title, is left out.
    """
    if not isinstance(document, Mapping):
        return document
    shape = [name for name in SHAPES if name in document]
    if part == "condition" and shape:
        return {name: _completed(name, document[name], "") for name in shape}
    whole = {**MEMBERS[part], **written_members(part, document)}
    if part == "amount" and whole == {**MEMBERS["amount"], "base": whole["base"]}:
        return whole["base"]
    return whole


def written_members(part: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a part that a document writes, each completed."""
    head = document.get("change", "")
    known = (*MEMBERS[part], *(SHAPES if part == "condition" else ()))
    return {
        name: _completed(name, document[name], head)
        for name in known
        if name in document
    }


def _completed(name: str, value: Any, head: str) -> Any:
    if name in _TARGETS and isinstance(value, str) and not value.startswith("?"):
        return (value,)
    if isinstance(value, str) or value is None or (name, head) == ("value", "rules"):
        return value
    if name in _TARGETS:
        return tuple(value)
    part = _PART_OF.get(name)
    if part is None:
        return value
    if isinstance(value, list | tuple):
        return tuple(completed(part, one) for one in value)
    return completed(part, value)


def bare(part: str, whole: Any) -> Any:
    """Return a completed part as a document: defaults left out, tuples as lists."""
    if not isinstance(whole, Mapping):
        return whole
    defaults = MEMBERS[part]
    finds = not _counts_the_army(whole.get("count", "selections"))
    return {
        name: _bare(name, value, whole.get("change", ""))
        for name, value in whole.items()
        if name not in defaults
        or value != defaults[name]
        or (name == "of" and finds and part in ("limit", "condition", "term"))
    }


def _counts_the_army(count: str) -> bool:
    known = COUNTS.get(count)
    return known is not None and not known.finds


def _bare(name: str, value: Any, head: str) -> Any:
    if name in _TARGETS:
        return value[0] if len(value) == 1 else list(value)
    part = _PART_OF.get(name)
    if part is None or (name, head) == ("value", "rules"):
        return value
    if isinstance(value, tuple):
        return [bare(part, one) for one in value]
    return bare(part, value)
