"""Faults of a pack's document in words, each with its place in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.documents.places import steps_of
from rulesets.documents.problem import Problem

PARTS: Mapping[str, str] = {
    "limits": "Rule",
    "changes": "Change",
    "switches": "Switch",
    "tallies": "Score",
    "house_readings": "House reading",
    "penalties": "Penalty",
    "replaces": "Rule that does not hold",
}
"""Words for one part of a list of a pack."""

NAMED_BY = ("title", "text", "key")


def told_faults(document: Any, faults: Iterable[Problem]) -> list[str]:
    """Return faults as sentences, each once: the place, then what is wrong there."""
    told = (
        f"{place_text(document, one.where)}: {one.sentence.rstrip('.')}."
        for one in faults
    )
    return [*dict.fromkeys(told)]


def place_text(document: Any, where: str) -> str:
    """Return the words for a place of a pack.

    Examples
    --------
    >>> pack = {"limits": [{"key": "few", "title": "Few units", "max": "x"}]}
    >>> place_text(pack, "/limits/0/max"), place_text(pack, "")
    ('Rule 1 (Few units), max', 'The document')
    """
    steps = steps_of(where)
    if not steps:
        return "The document"
    part = document.get(steps[0]) if isinstance(document, dict) else None
    if len(steps) == 1 or not isinstance(part, list):
        return ", ".join(steps).replace("_", " ").capitalize()
    word = PARTS.get(steps[0], steps[0].replace("_", " ").capitalize())
    named = f"{word} {_step(steps[1])}"
    name = _name(part, steps[1])
    return ", ".join((f"{named} ({name})" if name else named, *map(_step, steps[2:])))


def _step(step: str) -> str:
    """Return a member by its name, and a part of a list by its number."""
    return str(int(step) + 1) if step.isdecimal() else step.replace("_", " ")


def _name(parts: list[Any], step: str) -> str:
    """Return what a part of a list is called; "" where nothing says it."""
    index = int(step) if step.isdecimal() else len(parts)
    part = parts[index] if index < len(parts) else None
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    said = (part.get(member) for member in NAMED_BY)
    return next((one[:60] for one in said if isinstance(one, str) and one), "")
