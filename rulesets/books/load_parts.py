"""Reading of the common parts of a book document: keys, places, prices, rules."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.books.book import Entry, Item
from rulesets.core.points import Points, to_points
from rulesets.core.query import Limit, OwnRules
from rulesets.core.values import Gear, together
from rulesets.documents.json import DocumentError

MOST_BROUGHT = 40
"""Most limits and changes that the gear of one part brings: each is asked anew."""

MOST_LISTED = 20_000
"""Options that all slots together may offer from lists."""


class BookError(DocumentError):
    """A document that is no book; names the place."""


@dataclass(frozen=True, slots=True)
class OptionList:
    """Options that several slots offer: by key their places and documents.

    ``known`` keeps what was read of it for slots of one key, so that these share it.
    """

    options: Mapping[str, tuple[str, Any]]
    known: dict[str, "OfferedSoFar"] = field(default_factory=dict)


OfferedSoFar = tuple[dict[str, Entry], dict[str, Sequence[Limit]]]
"""The parts read so far of a list for slots of one key."""

Offered = tuple[Mapping[str, Entry], Mapping[str, Sequence[Limit]]]
"""The offer of a list: entries by key, and the limits that each implies."""


@dataclass(frozen=True, slots=True)
class BookContext:
    """The items, categories, own rules and lists that parts of a book may name."""

    items: Mapping[str, Item]
    categories: tuple[str, ...]
    rules: OwnRules = field(default_factory=dict)
    lists: dict[str, OptionList] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def item(self, key: str, place: str) -> Item:
        """Return an item of the book; refuse one that it does not have."""
        if key not in self.items:
            raise BookError(place, f"the book has no item {key!r}")
        return self.items[key]

    def list(self, key: str, place: str) -> OptionList:
        """Return a list of options; refuse one that does not stand before."""
        if key not in self.lists:
            raise BookError(place, f"no list {key!r} stands before this place")
        return self.lists[key]

    def count_listed(self, more: int, place: str) -> None:
        """Count options that slots offer from lists; refuse more than a book may."""
        self.counts["listed"] += more
        if self.counts["listed"] > MOST_LISTED:
            text = f"slots offer more than {MOST_LISTED:,} options of lists in all"
            raise BookError(place, text)

    def gear(self, keys: Iterable[str], place: str) -> tuple[Gear, ...]:
        """Return gear that is carried without being bought; refuse too much."""
        found = [self.item(key, f"{place}/{i}") for i, key in enumerate(keys)]
        if sum(len(item.changes) + len(item.limits) for item in found) > MOST_BROUGHT:
            text = f"these bring more than {MOST_BROUGHT} limits and changes"
            raise BookError(place, text)
        return together(item.gear for item in found)


def unique(parts: Iterable[Any], at: str) -> dict[str, tuple[str, Any]]:
    """Return parts by key with their places; refuse a key that stands twice."""
    found: dict[str, tuple[str, Any]] = {}
    for index, part in enumerate(parts):
        place = f"{at}/{index}"
        named_by = "key" if "key" in part else "item"
        key = part[named_by]
        if key in found:
            first = found[key][0]
            text = f"the key {key!r} is already used at {first}"
            raise BookError(f"{place}/{named_by}", text)
        found[key] = (place, part)
    return found


def price(document: Any) -> Points:
    """Return the points of a part; nothing printed is 0."""
    return to_points(document.get("points", 0))
