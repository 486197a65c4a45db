"""Places: all that may be bought for a unit, by the path of keys that leads there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulesets.books.book import Book, Entry, Slot
from rulesets.core.caching import Remembered
from rulesets.list_text.name_index import NameIndex
from rulesets.list_text.vocabulary import FULL_COMMAND, ROLES
from rulesets.list_text.words import Words, words_of

MOST_LEVELS = 4
"""Levels of options below a unit that are looked through."""

COMES_ALONG = "+"
"""The key of what a unit has without buying it."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """An entry with those above it, the unit's own first; ``slot`` holds it."""

    path: Path
    entries: tuple[Entry, ...]
    slot: Slot | None

    @property
    def entry(self) -> Entry:
        """Return what it offers."""
        return self.entries[-1]

    @property
    def key(self) -> str:
        """Return its path as one word."""
        return "/".join(self.path)


@dataclass(frozen=True, slots=True)
class UnitPlaces:
    """All places of a unit, with an index of their names.

    ``commands`` are those of champion, musician and standard bearer, ``labels`` the
    words of the names of its slots.
    """

    unit: Entry
    places: Mapping[str, Place]
    names: NameIndex
    commands: tuple[str, ...]
    labels: frozenset[str]


_KNOWN: Remembered[UnitPlaces] = Remembered(600)


def unit_places(book: Book, unit: Entry) -> UnitPlaces:
    """Return the places of a unit of a book."""
    return _KNOWN.get((book,), unit.key, lambda: _places_of(book, unit))


def _places_of(book: Book, unit: Entry) -> UnitPlaces:
    places = {place.key: place for place in _below(unit, (), ())}
    roles = {key: _role(place) for key, place in places.items()}
    commands = tuple(key for key, role in roles.items() if role)
    names = [
        (name, place.key)
        for place in sorted(places.values(), key=lambda p: len(p.path))
        for name in _names(book, place.entry, unit)
    ]
    names += [(name, key) for key in commands for name in ROLES[roles[key]]]
    names += [(FULL_COMMAND, key) for key in commands]
    names += [(name, COMES_ALONG) for name in _carried(unit)]
    labels = {
        w for place in places.values() if place.slot for w in words_of(place.slot.name)
    }
    return UnitPlaces(unit, places, NameIndex(names), commands, frozenset(labels))


def _below(entry: Entry, path: Path, above: tuple[Entry, ...]) -> Iterator[Place]:
    slots = {key: slot for slot in entry.slots for key in slot.entries}
    for key, child in entry.entries.items():
        place = Place((*path, key), (*above, child), slots.get(key))
        yield place
        if len(place.path) < MOST_LEVELS:
            yield from _below(child, place.path, place.entries)


def _names(book: Book, entry: Entry, unit: Entry) -> Iterator[Words]:
    name = words_of(entry.name)
    yield name
    if "detachment" in name:
        yield tuple(word for word in name if word != "detachment")
    item = book.items.get(entry.item)
    if item is not None and item.name != entry.name:
        yield words_of(item.name)
    if len(entry.key) > 2:
        yield words_of(entry.key.replace("-", " "))


def _role(place: Place) -> str:
    """Return which of those who command the unit itself an entry is; "" for none."""
    entry = place.entry
    if len(place.path) > 1:
        return ""
    if "rule:musician" in entry.keys:
        return "musician"
    if "rule:standard-bearer" in entry.keys:
        return "standard"
    is_command = place.slot is not None and place.slot.key == "command"
    name = words_of(entry.name)
    if is_command and "musician" in name:
        return "musician"
    if is_command and ("standard" in name or "banner" in name):
        return "standard"
    return "champion" if is_command or "#champion" in entry.keys else ""


def _carried(unit: Entry) -> Iterator[Words]:
    """Yield the names of gear and rules that a unit and its models simply have."""
    own = [unit, *(e for e in unit.entries.values() if e.kind == "model")]
    for entry in own:
        for gear in entry.gear:
            name = words_of(gear.name)
            yield name
            yield tuple(word for word in name if word != "free")
        for use in entry.rules:
            yield words_of(use.key.replace("-", " "))
