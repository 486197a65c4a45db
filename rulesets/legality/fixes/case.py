"""A case: an army, a message of it, and the tables that candidates need."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulesets.books.book import Book, Books, Entry
from rulesets.core.query import Limit
from rulesets.legality.unit_names import UnitNames, opening
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Message, Review
from rulesets.rosters.edits import Add, Choose, Edit, Remove, RemoveForce, SetCount
from rulesets.rosters.roster import Selection


@dataclass(frozen=True, slots=True)
class FixCandidate:
    """Edits that may help, before they were tried, in a player's words."""

    text: str
    edits: tuple[Edit, ...]


def together(candidates: Sequence[FixCandidate]) -> FixCandidate:
    """Return several candidates as one."""
    text = "; ".join(candidate.text for candidate in candidates)
    text = re.sub("; (Add|Remove|The) ", lambda found: found[0].lower(), text)
    return FixCandidate(
        text, tuple(edit for candidate in candidates for edit in candidate.edits)
    )


def adds(candidate: FixCandidate) -> bool:
    """Return whether something is bought."""
    return any(isinstance(edit, Add | Choose) for edit in candidate.edits)


def removes(candidate: FixCandidate) -> bool:
    """Return whether something is taken away."""
    return any(isinstance(edit, Remove | RemoveForce) for edit in candidate.edits)


class Army:
    """A reviewed army with its books and pack, its lines and entries by their paths."""

    def __init__(
        self, now: Review, books: Books, pack: Pack, before: UnitNames | None = None
    ) -> None:
        """Make a case of a review; things that had a name before keep it."""
        self.now, self.books, self.pack = now, books, pack
        self.names = UnitNames(now, before)
        self.lines = {line.path: line for line in now.lines()}

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Return the entry at the path of every selection that the books know."""
        found: dict[str, Entry] = {}
        for force in self.now.roster.forces:
            book = self.books.get((force.book, force.edition))
            if book is not None:
                _descend(book.entries, force.units, force.id, found)
        return found

    @property
    def units(self) -> Iterator[Line]:
        """Yield the units of every force, and the choices of the forces."""
        for force in self.now.forces:
            yield from force.units

    def books_of_forces(self) -> Iterator[tuple[str, Book]]:
        """Yield the id of every force with its book, if that is at hand."""
        for force in self.now.forces:
            book = self.books.get((force.book, force.edition))
            if book is not None:
                yield force.id, book

    def offered(self, line: Line) -> Iterator[Entry]:
        """Yield the offers of the book for a line."""
        entry = self.entries.get(line.path)
        if entry is not None:
            yield from entry.entries.values()

    def without(self, line: Line) -> FixCandidate:
        """Return the removal of a line and all that was bought for it."""
        return FixCandidate(self._without(line), (Remove(line.id),))

    def fewer(self, line: Line, many: int) -> FixCandidate:
        """Return the edit to a smaller count of a line, 1 at least."""
        return self.counted(line, line.count - many)

    def counted(self, line: Line, count: int) -> FixCandidate:
        """Return the edit to a count of a line; the line is removed at 0."""
        if not count:
            return self.without(line)
        place, what = self._part(line)
        what = what or ("model" if count == 1 else "models")
        text = f"{place}{count} {what} instead of {line.count}"
        return FixCandidate(text, (SetCount(line.id, count),))

    def _without(self, line: Line) -> str:
        above = next(self.above(line.path), None)
        if above is None:
            return f"Remove {self.names.line(line)}"
        return f"{self.names.place(above)}: without {self.names.line(line)}"

    def _part(self, line: Line) -> tuple[str, str]:
        """Return a line's place and its counted entry, "" for its models."""
        above = next(self.above(line.path), None)
        if above is None:
            return "", opening(self.names.line(line))
        same = line.kind == "model" and line.title == above.title
        what = "" if same else self.names.line(line)
        return f"{self.names.place(above)}: ", what

    def above(self, path: str) -> Iterator[Line]:
        """Yield the lines that a path lies within, the nearest first."""
        path = path.rpartition("/")[0]
        while "/" in path:
            if path in self.lines:
                yield self.lines[path]
            path = path.rpartition("/")[0]

    def below(self, path: str) -> Iterator[Line]:
        """Yield the lines that lie within a path, in their order."""
        for at, line in self.lines.items():
            if at.startswith(f"{path}/"):
                yield line


def _descend(
    offered: Mapping[str, Entry],
    bought: tuple[Selection, ...],
    parent: str,
    found: dict[str, Entry],
) -> None:
    for selection in bought:
        entry = offered.get(selection.entry)
        if entry is not None:
            path = f"{parent}/{selection.id}"
            found[path] = entry
            _descend(entry.entries, selection.selections, path, found)


@dataclass(frozen=True, slots=True)
class FixCase:
    """A message of an army, with the limits that may have made it.

    ``wanted`` are the targets of which more would help, ``is_budget`` is true of what
    bounds the points of the whole army.
    """

    army: Army
    message: Message
    limits: tuple[Limit, ...]
    wanted: frozenset[str]
    is_budget: bool = False

    @property
    def line(self) -> Line | None:
        """Return the line that the message stands beside, or none."""
        return self.army.lines.get(self.message.where)
