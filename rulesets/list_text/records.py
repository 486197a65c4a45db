"""Records: what is known of each line while the list is read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.books.book import Book, Entry
from rulesets.legality.offers import printed_points
from rulesets.list_text.clauses import Clause
from rulesets.list_text.heads import Head, UnitIndex, head_of, is_exact
from rulesets.list_text.list_units import ListUnit, new_unit
from rulesets.list_text.list_values import (
    LIKELY,
    OPEN,
    SURE,
    UNIT_KEY,
    Candidate,
    Part,
)
from rulesets.list_text.meanings import meanings
from rulesets.list_text.purchases import Purchase
from rulesets.list_text.raw_lines import RawLine
from rulesets.list_text.units import candidate_of

MOST_CHOICES = 150
"""Most options of a unit that somebody may choose from."""

_LEVELS_OFFERED = 2


@dataclass(slots=True)
class Record:
    """A line with all that is known of it while the list is read."""

    raw: RawLine
    role: str
    parts: list[Part] = field(default_factory=list)
    units: list[ListUnit] = field(default_factory=list)
    stated: int | None = None
    is_each: bool = False
    why: str = ""
    above: int = 0
    left_out: bool = False
    detachment: str = ""
    bought: Purchase | None = None

    @property
    def detachment_id(self) -> str:
        """Return the id of the detachment that it buys; "" for none."""
        return self.bought.id if self.bought is not None else ""

    @property
    def confidence(self) -> str:
        """Return the least confidence of its parts."""
        found = {part.confidence for part in self.parts}
        return OPEN if OPEN in found else LIKELY if LIKELY in found else SURE


def sum_stated(record: Record, said: list[int | None]) -> None:
    """Add up the points of several units on a line, where each says its own."""
    if len(said) < 2:
        return
    last = record.stated if record.stated is not None else said.pop()
    firsts = [number for number in said if number is not None]
    is_whole = len(firsts) + 1 == len(record.units) and last is not None
    record.stated = sum(firsts) + (last or 0) if is_whole else None


def first_clauses(these: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the first clause of a line, and what stands in brackets behind it."""
    for one in these[:1]:
        yield one
        yield from one.inner


def best_first(head: Head, names: Mapping[str, tuple[Book, Entry]]) -> tuple[str, ...]:
    """Return the targets of a head, those first that explain what is said."""
    if len(head.targets) < 2 or not head.rest:
        return head.targets
    found = {target: _explained(head, *names[target]) for target in head.targets}
    return tuple(sorted(head.targets, key=lambda target: -sum(found[target])))


def explains(head: Head, names: Mapping[str, tuple[Book, Entry]]) -> bool:
    """Return whether all that a line says beside its head is about such a unit."""
    every = (_explained(head, *names[target]) for target in head.targets)
    return any(found and all(found) for found in every)


def _explained(head: Head, book: Book, entry: Entry) -> list[bool]:
    """Return for each of the things said of a unit whether its book explains it."""
    unit = new_unit(book, entry, 0)
    found = meanings(head.rest, unit.places.names)
    return [m.confidence != OPEN for m in found]


def until_next_unit(
    unit: ListUnit, head: Head, known: UnitIndex
) -> tuple[tuple[Clause, ...], Head | None]:
    """Return what a line says of a unit, and the head of the next one on it."""
    for at, clause in enumerate(head.rest):
        if not is_exact((clause,), known) or clause.is_label:
            continue
        found = list(meanings((clause,), unit.places.names))
        is_own = clause.is_apart and "detachment" not in clause.telling
        if is_own or not found or found[0].confidence == OPEN:
            return head.rest[:at], head_of(head.rest[at:], known)
    return head.rest, None


def unit_candidate(
    names: Mapping[str, tuple[Book, Entry]], target: str, main: Book
) -> Candidate:
    """Return a unit as a candidate; one of another book is named with it."""
    book, entry = names[target]
    if book.key == main.key:
        key, name = entry.key, entry.name
    else:
        key, name = target, f"{entry.name} ({book.name})"
    return Candidate(f"{UNIT_KEY}{key}", name, printed_points(entry))


def unit_choices(unit: ListUnit) -> tuple[Candidate, ...]:
    """Return the options of a unit that somebody may choose from, not the deepest."""
    places = unit.places.places
    near = [key for key, place in places.items() if len(place.path) <= _LEVELS_OFFERED]
    return tuple(candidate_of(places, key) for key in near[:MOST_CHOICES])
