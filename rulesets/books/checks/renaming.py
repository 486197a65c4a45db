"""Mends that give a part of a book another key, wherever it is named."""

import re
from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft, targets_of
from rulesets.books.checks.finding import Mend, Replacement


def renamed_rule(draft: BookDraft, rule: Any) -> Mend:
    """Return the mend that gives an own rule a key of its name, free in the game."""
    taken = {*draft.game.rules, *draft.keys("rules")}
    new = free_key(
        re.sub(r"[^a-z0-9]+", "-", rule["name"].casefold()).strip("-"), taken
    )
    return tuple(_named_anew(draft, rule["key"], new, "rule:", "rules"))


def renamed_category(draft: BookDraft, key: str, new: str) -> Mend:
    """Return the mend that gives a category another key."""
    return tuple(_named_anew(draft, key, new, "#", "categories"))


def free_key(wanted: str, taken: set[str]) -> str:
    """Return a key that is not taken: the wanted one, or it with a number behind.

    Examples
    --------
    >>> free_key("rider", {"orc"}), free_key("rider", {"rider", "rider-2"})
    ('rider', 'rider-3')
    """
    if wanted and wanted not in taken:
        return wanted
    number = 2
    while f"{wanted or 'own'}-{number}" in taken:
        number += 1
    return f"{wanted or 'own'}-{number}"


def _named_anew(
    draft: BookDraft, key: str, new: str, mark: str, of: str
) -> Iterator[Replacement]:
    """Yield the steps that name a part of the book's list ``of`` by another key."""
    for where, part in draft.parts:
        is_part = where.startswith(f"/{of}/") and where.count("/") == 2
        if is_part and part["key"] == key:
            yield Replacement(f"{where}/key", new)
        for at, target in targets_of(part):
            if target == f"{mark}{key}":
                yield Replacement(f"{where}/{at}", f"{mark}{new}")
        if of == "rules":
            yield from _uses(where, part, key, new)
        elif part.get("category") == key:
            yield Replacement(f"{where}/category", new)
        elif part.get("change") == "category" and part.get("value") == key:
            yield Replacement(f"{where}/value", new)


def _uses(where: str, part: Any, key: str, new: str) -> Iterator[Replacement]:
    rules = part.get("rules") if where else ()
    for index, use in enumerate(rules if isinstance(rules, list) else ()):
        if use == key:
            yield Replacement(f"{where}/rules/{index}", new)
        elif isinstance(use, dict) and use["key"] == key:
            yield Replacement(f"{where}/rules/{index}/key", new)
    if part.get("change") == "rules":
        value = part.get("value")
        if value == key:
            yield Replacement(f"{where}/value", new)
        elif isinstance(value, dict) and value["key"] == key:
            yield Replacement(f"{where}/value/key", new)
