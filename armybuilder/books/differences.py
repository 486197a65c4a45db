"""Differences of two documents of a book, in sentences."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from armybuilder.books.parts import normal
from rulesets.core.points import POINTS, Currency, points_text, to_points
from rulesets.core.subject import as_sentence
from rulesets.documents.differences import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    WHOLE,
    Difference,
    Path,
    find_differences,
)
from rulesets.games import find_game
from rulesets.libraries import PARTS, whole_document

TITLES: Mapping[str, str] = {
    "categories": "category",
    "items": "item",
    "rules": "special rule",
    "units": "unit",
    "limits": "limit",
    "printed": "unenforced rule",
    "accepted": "accepted finding",
    "switches": "switch",
    "lists": "list of options",
    "tallies": "tally",
    "models": "type of model",
    "profiles": "stat line",
    "slots": "slot",
    "options": "option",
    "changes": "change",
    "terms": "term",
    "all": "condition of all",
    "any": "condition of any",
    "none": "condition of none",
}
"""Lists of parts: what one is called."""

TABLES = ("characteristics", "stats")
"""Objects whose keys are figures: a figure is named without its table."""

NAMES = ("name", "title", "key", "item")
MOST_CHARACTERS = 60
"""A text that is longer is not said whole, only where it differs."""

AROUND = 20
"""Characters that are said before and behind what differs in a long text."""


@dataclass(frozen=True, slots=True)
class ToldDifference:
    """A difference and its sentence."""

    difference: Difference
    text: str

    @property
    def kind(self) -> str:
        """Return ``added``, ``changed`` or ``removed``."""
        kind = self.difference.kind
        return CHANGED if kind == MOVED else kind


def differences(old: Any, new: Any) -> tuple[ToldDifference, ...]:
    """Return the differences of two book documents, in the book's order.

    Examples
    --------
    >>> old = {"units": [{"key": "orcs", "name": "Orcs", "points": 75}]}
    >>> new = {"units": [{"key": "orcs", "name": "Orcs", "points": 80}]}
    >>> [difference.text for difference in differences(old, new)]
    ['Orcs: points 75 → 80.']
    """
    terms = _terms(new)
    return tuple(
        ToldDifference(found, _sentence(old, each, terms))
        for found in find_differences(old, new)
        for each in _one_by_one(found)
    )


def differences_of_books(old: Any, new: Any) -> tuple[ToldDifference, ...]:
    """Return the differences of two book documents with all that they inherit.

    A part that moves between a book and its library, and stays the same, is none.
    """
    before, after = whole_document(old), whole_document(new)
    if old.get("library") != new.get("library"):
        before = {**before, **{of: _ordered(before, after, of) for of in PARTS}}
        before = {key: part for key, part in before.items() if part or key in old}
    return differences(normal(before), normal(after))


def _ordered(before: Any, after: Any, of: str) -> list[Any]:
    """Return the old parts of a list, those that stay in the order of the new ones."""
    places = {part["key"]: at for at, part in enumerate(after.get(of, ()))}
    last = len(places)
    parts = before.get(of, [])
    return sorted(parts, key=lambda part: places.get(part["key"], last))


def _one_by_one(found: Difference) -> Iterator[Difference]:
    """Yield a difference, or one for each part of a list that came or went whole."""
    value = found.new if found.kind == ADDED else found.old
    is_list = isinstance(value, list) and found.path[-1] not in WHOLE
    if found.kind in (CHANGED, MOVED) or not is_list or not value:
        yield found
        return
    for index, part in enumerate(value):
        at = (*found.path, index)
        is_new = found.kind == ADDED
        yield Difference(found.kind, at, *((None, part) if is_new else (part, None)))


@dataclass(frozen=True, slots=True)
class _Terms:
    """The name of a game's points, and the figures of each table of a part."""

    money: Currency = POINTS
    figures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def figure(self, table: str, key: str) -> str:
        """Return the name of a figure on cards; its key where nobody knows it."""
        return self.figures.get(table, {}).get(key) or _words(key)


def _terms(document: Any) -> _Terms:
    """Return the words of a book's game."""
    game = find_game(str(document.get("game", "")))
    if game is None:
        return _Terms()
    names = {one.key: one.name for one in game.characteristics}
    stats = {key: stat.name for key, stat in game.item_stats.items()}
    return _Terms(game.currency, {"characteristics": names, "stats": stats})


def _sentence(old: Any, found: Difference, terms: _Terms) -> str:
    place = found.path[:-1] if _is_of_list(found) else found.path
    names, what = _place(old, place, terms)
    if _is_of_list(found) and place[-1] in TITLES:
        what = what.rpartition(", ")[0]
    said = _change_text(old, found, terms)
    text = " ".join(word for word in (what, said) if word)
    return as_sentence(f"{names}: {text}" if names else text)


def _is_of_list(found: Difference) -> bool:
    """Return whether something was put into a list or taken out of it."""
    in_list = bool(found.path) and isinstance(found.path[-1], int)
    return in_list and found.kind in (ADDED, REMOVED)


# -- where ------------------------------------------------------------------------


def _place(old: Any, path: Path, terms: _Terms) -> tuple[str, str]:
    """Return the parts around a place, and the place itself, in words."""
    names: list[str] = []
    what: list[str] = []
    owner: Any = old
    for number, step in enumerate(path):
        after = path[number + 1] if number + 1 < len(path) else None
        if isinstance(step, int):
            owner, of = owner
            label = _label(owner, of, step)
            if _name(owner[of][step]):
                is_told = after in TABLES and names[-1:] == [label]
                names, what = [*names, *what, *([] if is_told else [label])], []
            else:
                what.append(label)
            owner = owner[of][step]
        elif isinstance(after, int):
            what += [] if step in TITLES else [_words(step)]
            owner = owner, step
        else:
            what += (
                [] if step in TABLES and after else [_key_words(path, number, terms)]
            )
            owner = owner.get(step)
    return ", ".join(names), ", ".join(what)


def _key_words(path: Path, number: int, terms: _Terms) -> str:
    """Return the name of a key: its list where a part comes or goes."""
    key = str(path[number])
    if path[-1] == key and key == "points" and "terms" not in path:
        return terms.money.many
    table = str(path[number - 1]) if number else ""
    return terms.figure(table, key) if table in TABLES else _words(key)


def _words(key: str) -> str:
    return re.sub("[_-]", " ", key)


def _label(owner: Any, of: str, index: int) -> str:
    """Return the words that distinguish a part of a list from all beside it."""
    part = owner[of][index]
    name = _name(part)
    if not name:
        return f"{TITLES.get(of, _words(of))} {index + 1}"
    beside = [
        (other, place)
        for other, place in _beside(owner)
        if _name(owner[other][place]) == name
    ]
    if len(beside) == 1:
        return name
    here = [place for other, place in beside if other == of]
    label = f"{TITLES.get(of, _words(of))} {name}"
    if len(here) == 1:
        return label
    return f"{label} ({_key(part)}, {here.index(index) + 1} of {len(here)})"


def _beside(owner: Any) -> Iterator[tuple[str, int]]:
    """Yield the places of the parts in all lists of an object."""
    for of, parts in owner.items():
        if of in TITLES and isinstance(parts, list):
            for place in range(len(parts)):
                yield of, place


def _name(part: Any) -> str:
    """Return the name of a part, "" for one without a name."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or "change" in part:
        return ""
    return next((str(part[key]) for key in NAMES if part.get(key)), "")


def _key(part: Any) -> str:
    if isinstance(part, str):
        return part
    return str(part.get("key") or part.get("item") or part.get("title"))


# -- what -------------------------------------------------------------------------


def _change_text(old: Any, found: Difference, terms: _Terms) -> str:
    if found.kind == MOVED:
        return f"in another order: {_order(old, found)}"
    if _is_of_list(found):
        value = found.new if found.kind == ADDED else found.old
        beside = _at(old, found.path[:-1]) or []
        name = _part_words(str(found.path[-2]), value, beside, terms)
        return f"{name} {found.kind}"
    if isinstance(found.old, str) and isinstance(found.new, str):
        before, after = _apart(found.old, found.new)
    else:
        before = "-" if found.kind == ADDED else _shown(found.old)
        after = "-" if found.kind == REMOVED else _shown(found.new)
    return f"{before} → {after}"


def _at(document: Any, path: Path) -> Any:
    """Return the value at a place, none where the last list is not there yet."""
    for step in path:
        document = document.get(step) if isinstance(step, str) else document[step]
    return document


def _part_words(of: str, part: Any, beside: list[Any], terms: _Terms) -> str:
    """Return an added or removed part: `unit Bows (125 points)`; its key if needed."""
    if of not in TITLES:
        return _shown(part)
    if isinstance(part, str):
        return f"{TITLES[of]} {part}"
    name = _name(part)
    if not name or "x" in part:
        return f"{TITLES[of]} {_shown(part)}"
    others = [other for other in beside if _name(other) == name and other is not part]
    key = f" ({_key(part)})" if others else ""
    price = (
        f" ({terms.money.text(to_points(part['points']))})" if "points" in part else ""
    )
    return f"{TITLES[of]} {name}{key}{price}"


def _order(old: Any, found: Difference) -> str:
    """Return the part that moved in a list, and the one before it now."""
    owner = _at(old, found.path[:-1])
    of = found.path[-1] if found.path else ""
    labels = {index: _moved_label(owner, str(of), index) for index in found.old}
    stays = _longest_rise(found.new)
    behind = dict(zip(found.new[1:], found.new, strict=False))
    return ", ".join(
        f"{labels[index]} after {labels[behind[index]]}"
        if index in behind
        else f"{labels[index]} first"
        for index in found.new
        if index not in stays
    )


def _moved_label(owner: Any, of: str, index: int) -> str:
    part = owner[of][index]
    if isinstance(part, dict | str) and of in TITLES:
        return _label(owner, of, index)
    twins = [place for place, other in enumerate(owner[of]) if other == part]
    number = f" ({twins.index(index) + 1} of {len(twins)})" if len(twins) > 1 else ""
    return f"{_shown(part)}{number}"


def _longest_rise(order: tuple[int, ...]) -> set[int]:
    """Return the most indices in rising order: the parts that did not move."""
    best: list[list[int]] = [[]]
    for index in order:
        before = [rise for rise in best if not rise or rise[-1] < index]
        best.append([*max(before, key=len), index])
    longest = max(best, key=len)
    return set(longest)


def _apart(before: str, after: str) -> tuple[str, str]:
    """Return two texts as they are shown: of long ones the part that differs."""
    if max(len(before), len(after)) <= MOST_CHARACTERS:
        return _shown(before), _shown(after)
    start = _alike(before, after)
    rest = min(len(before), len(after)) - start
    end = min(rest, _alike(before[::-1], after[::-1]))
    return _cut(before, start, end), _cut(after, start, end)


def _alike(before: str, after: str) -> int:
    """Return how many first characters two texts share."""
    pairs = zip(before, after, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _cut(text: str, start: int, end: int) -> str:
    first, last = max(0, start - AROUND), min(len(text), len(text) - end + AROUND)
    head = "…" if first else ""
    tail = "…" if last < len(text) else ""
    return f"“{head}{text[first:last]}{tail}”"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, str):
        return f"“{value}”"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return points_text(to_points(value))


def _object(value: Mapping[str, Any]) -> str:
    if "key" in value and set(value) <= {"key", "x"}:
        return " ".join(str(part) for part in value.values() if part is not None)
    inside = (f"{_words(key)} {_shown(part)}" for key, part in value.items())
    return f"({', '.join(inside)})"
