"""The keys of an edition that are gone from the draft behind it: armies name them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.draft import walk

BOUGHT = ("units", "models", "options")


@dataclass(frozen=True, slots=True)
class LostKey:
    """A key that is gone; ``now`` is that of the entry with its name, "" for none."""

    key: str
    name: str
    unit: str = ""
    now: str = ""


def lost_keys(old: Any, new: Any) -> Iterator[LostKey]:
    """Yield the keys that one edition offers and the next one does not.

    A unit that is gone is told once, not with everything that it had.
    """
    before = {unit["key"]: unit for unit in old["units"]}
    after = {unit["key"]: unit for unit in new["units"]}
    yield from _lost(_names(before.values()), _names(after.values()))
    for key, unit in before.items():
        if key in after:
            yield from _lost(_below(unit), _below(after[key]), unit["name"])
    yield from _lost(_listed(old), _listed(new), "a list of the book")


def _lost(
    before: dict[str, str], after: dict[str, str], unit: str = ""
) -> Iterator[LostKey]:
    new = {name: key for key, name in after.items() if key not in before}
    for key, name in before.items():
        if key not in after:
            yield LostKey(key, name, unit, new.get(name, ""))


def _names(parts: Any) -> dict[str, str]:
    return {
        part.get("key", part.get("item", "")): part.get("name", part.get("key", ""))
        for part in parts
    }


def _below(unit: Any) -> dict[str, str]:
    """Return the keys and names of all options of a unit."""
    found = [part for where, part in walk(unit) if _is_bought(where)]
    return _names(found)


def _listed(book: Any) -> dict[str, str]:
    found = [
        part
        for of in ("lists", "slots")
        for where, part in walk(book.get(of, []), f"/{of}")
        if _is_bought(where)
    ]
    return _names(found)


def _is_bought(where: str) -> bool:
    return where.rpartition("/")[0].rpartition("/")[2] in BOUGHT
