"""Purchases for one unit are joined to one step, in the order of the first."""

from collections.abc import Iterable
from dataclasses import replace

from rulesets.legality.plans.plan import PlanStep
from rulesets.rosters.edits import Edit, SetCount

INSTEAD_OF = " instead of "
"""The words between the new count and the old one, see `Army.counted`."""


def joined(steps: Iterable[tuple[str, PlanStep]]) -> list[PlanStep]:
    """Return steps with the ids of their units as one step for each unit."""
    of_unit: dict[str, list[PlanStep]] = {}
    for whose, step in steps:
        of_unit.setdefault(whose, []).append(step)
    return [_as_one(these) for these in of_unit.values()]


def _as_one(steps: list[PlanStep]) -> PlanStep:
    """Return the steps for one unit as one, each count in it set once."""
    edits: list[Edit] = []
    texts: list[str] = []
    counts: dict[str, int] = {}
    for step in steps:
        edit = step.edits[0]
        if isinstance(edit, SetCount) and edit.id in counts:
            at = counts[edit.id]
            edits[edits.index(_count_of(edits, edit.id))] = edit
            texts[at] = _from_the_first(texts[at], step.text)
            continue
        if isinstance(edit, SetCount):
            counts[edit.id] = len(texts)
        edits += step.edits
        texts.append(step.text)
    gains = [step.gain for step in steps if step.gain is not None]
    gain = sum(gains) if gains else None
    return replace(steps[0], text=_text(texts), edits=tuple(edits), gain=gain)


def _count_of(edits: list[Edit], id: str) -> Edit:
    return next(one for one in edits if isinstance(one, SetCount) and one.id == id)


def _from_the_first(first: str, last: str) -> str:
    """Return the text of a count that was set twice: from the first to the last."""
    was = first.rpartition(INSTEAD_OF)[2]
    return f"{last.rpartition(INSTEAD_OF)[0]}{INSTEAD_OF}{was}"


def _text(texts: list[str]) -> str:
    """Return purchases for one unit in words.

    Examples
    --------
    >>> _text(["Add Men", "Men: add Musician", "Men: 6 Man instead of 5"])
    'Add Men with Musician, 6 Man'
    >>> _text(["Men: add Musician", "Men: add Shields", "Men: 6 Man instead of 5"])
    'Men: add Musician, add Shields, 6 Man instead of 5'
    """
    first, *others = texts
    if not others:
        return first
    parts = [text.partition(": ")[2] or text for text in others]
    if ": " in first:
        return ", ".join((first, *parts))
    named = (part.removeprefix("add ").rpartition(INSTEAD_OF) for part in parts)
    bought = (before or after for before, _, after in named)
    return f"{first} with {', '.join(bought)}"
