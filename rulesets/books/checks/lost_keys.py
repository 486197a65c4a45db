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

    A key that a part says it was renamed from is not lost. A unit that is gone is told
    once, not with everything that it had.
    """
    theirs, ours = _Renamed(old), _Renamed(new)
    before = {unit["key"]: unit for unit in old["units"]}
    after = ours.by_key(new["units"])
    yield from _lost(theirs.names(before.values()), ours.names(new["units"]))
    for key, unit in before.items():
        if key in after:
            here, there = theirs.below(unit), ours.below(after[key])
            yield from _lost(here, there, unit["name"])
    yield from _lost(theirs.listed(), ours.listed(), "a list of the book")


def _lost(
    before: dict[str, str], after: dict[str, str], unit: str = ""
) -> Iterator[LostKey]:
    new = {name: key for key, name in after.items() if key not in before}
    for key, name in before.items():
        if key not in after:
            yield LostKey(key, name, unit, new.get(name, ""))


class _Renamed:
    """A book document whose parts are found by their former keys, too."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.items = {item["key"]: item for item in document.get("items", ())}

    def keys(self, part: Any) -> list[str]:
        """Return the keys that a part had, and behind them the one that it has."""
        item = part.get("item", "")
        key = part.get("key", item)
        known = self.items.get(item, {}) if key == item else {}
        of_item = known.get("renamed_from", ())
        return [*part.get("renamed_from", ()), *of_item, key]

    def by_key(self, parts: Any) -> dict[str, Any]:
        """Return parts by all their keys; a key that one has means that one."""
        had = {key: part for part in parts for key in self.keys(part)[:-1]}
        return {**had, **{self.keys(part)[-1]: part for part in parts}}

    def names(self, parts: Any) -> dict[str, str]:
        """Return the names of parts by all their keys."""
        return {
            key: part.get("name") or self._item_name(part)
            for key, part in self.by_key(list(parts)).items()
        }

    def _item_name(self, part: Any) -> str:
        item = part.get("item", part.get("key", ""))
        return str(self.items.get(item, {}).get("name", item))

    def below(self, unit: Any) -> dict[str, str]:
        """Return the keys and names of all options of a unit."""
        return self.names(part for where, part in walk(unit) if _is_bought(where))

    def listed(self) -> dict[str, str]:
        """Return the keys and names of the options of lists, and of the whole army."""
        return self.names(
            part
            for of in ("lists", "slots")
            for where, part in walk(self.document.get(of, []), f"/{of}")
            if _is_bought(where)
        )


def _is_bought(where: str) -> bool:
    return where.rpartition("/")[0].rpartition("/")[2] in BOUGHT
