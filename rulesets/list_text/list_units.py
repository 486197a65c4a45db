"""A unit of a list while its lines are read, and the answers given to what they ask."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulesets.books.book import Book, Entry
from rulesets.list_text.list_values import (
    LIKELY,
    OPEN,
    OPTION_KEY,
    YES,
    Part,
)
from rulesets.list_text.places import Path, UnitPlaces, unit_places
from rulesets.list_text.purchases import Purchase, is_counted, purchase


@dataclass(slots=True)
class Answers:
    """Corrections, asked by the keys of parts in the order in which parts are made."""

    given: Mapping[str, str]
    line: int = 0
    number: int = 0
    asked: dict[tuple[object, ...], str] = field(default_factory=dict)

    def at(self, line: int) -> None:
        """Begin a line: its head has the number 0."""
        self.line, self.number = line, 0

    def next_key(self) -> str:
        """Return the key of the next part of the line."""
        self.number += 1
        return f"{self.line}.{self.number}"

    def of(self, key: str) -> str:
        """Return the answer to a part; that to its line says yes to all of them."""
        own = self.given.get(key, "")
        line = self.given.get(str(self.line), "")
        return own or (YES if line == YES else "")

    def asked_before(self, question: tuple[object, ...], key: str) -> str:
        """Return the key of the part that asked the same before this one; "" if none.

        A misspelt name that occurs several times is asked about once.
        """
        first = self.asked.setdefault(question, key)
        return "" if first == key else first

    def held(self, first: str) -> str:
        """Return the answer to an earlier part, which holds for all like it."""
        line = first.partition(".")[0]
        own = self.given.get(first, "")
        of_line = self.given.get(line, "")
        is_first = first == f"{line}.1" and of_line.startswith(OPTION_KEY)
        return own or (of_line if of_line == YES or is_first else "")


@dataclass(slots=True)
class ListUnit:
    """A unit that is being read.

    Parameters
    ----------
    book : Book
    bought : Purchase
    line : int
        Number of its line.
    times : int
        How many of it.
    strong, weak : int, optional
        Models that it is said to have, beside its name or as a remark.
    ids : list of str
        Ids of the selections that it became.
    asks : str
        What is asked of it as a whole; "" for nothing.
    scopes : list
        Depths of its lines, with the path that deeper ones go on from.
    is_on_head : bool
        True while the line is read that it begins with.
    reasons : dict
        Why parts of its lines ask, by their keys, where that is not their name.
    """

    book: Book
    bought: Purchase
    line: int
    times: int = 1
    strong: int | None = None
    weak: int | None = None
    ids: list[str] = field(default_factory=list)
    asks: str = ""
    scopes: list[tuple[int, Path]] = field(default_factory=list)
    is_on_head: bool = False
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def places(self) -> UnitPlaces:
        """Return all that may be bought for it."""
        return unit_places(self.book, self.bought.entry)

    @property
    def target(self) -> str:
        """Return its book and key, as heads name it."""
        return f"{self.book.key}/{self.bought.entry.key}"

    @property
    def lacks_models(self) -> bool:
        """Return whether it is bought by the model, and nobody said how many."""
        is_said = self.strong is not None or self.weak is not None
        is_said = is_said or any(one.counted for one in self.bought.inside)
        return is_counted(self.bought.entry) and not is_said

    def scope_at(self, depth: int) -> Path:
        """Return where a line of a depth goes on: the last that is less deep."""
        while self.scopes and self.scopes[-1][0] >= depth:
            self.scopes.pop()
        return self.scopes[-1][1] if self.scopes else ()


def new_unit(book: Book, entry: Entry, line: int, name: str = "") -> ListUnit:
    """Return a unit at its smallest, with its defaults."""
    bought = purchase(entry, said=True, count=1)
    bought.name = name
    return ListUnit(book, bought, line)


def asked(unit: ListUnit, part: Part, why: str) -> Part:
    """Return a part that asks, for a reason, unless it is answered."""
    if part.answered or part.confidence == OPEN:
        return part
    unit.reasons[part.key] = why
    return replace(part, confidence=LIKELY, asked_at="")
