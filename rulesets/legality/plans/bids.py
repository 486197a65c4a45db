"""Bids: purchases for an army, each with its price and its gain."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace

from rulesets.books.book import Book, Books, Entry
from rulesets.core.points import Points
from rulesets.legality.army_changes import content
from rulesets.legality.engine import review
from rulesets.legality.fixes.case import Army
from rulesets.legality.offers import new_selection, purchase_edit
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line
from rulesets.rosters.edits import Add, Edit, EditError, SetCount, apply
from rulesets.rosters.roster import Force, Roster, find_selection


@dataclass(frozen=True, slots=True)
class Measured:
    """The worth of a unit, more is better; `by` says in words what it does best."""

    worth: float
    by: str = ""


Worth = Callable[[Line], Measured | None]
"""The worth of a reviewed unit; none where nobody can say."""

MOST_WORTHS = 80
"""Most units that are measured for one army: who measures takes long."""

MOST_OPTIONS = 24
"""Most options of one unit that are bids."""

MORE_MODELS = (1, 5)
"""Numbers of models more of a group that are bids."""

A_UNIT, MODELS, AN_OPTION = range(3)
"""Kinds of bids, in the order in which points are spent where worth does not say."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Something that points may buy.

    Parameters
    ----------
    text : str
        What it buys, in a player's words.
    edit : Edit
    about : str
        Id of the unit that it is for, or of the force that the unit joins.
    kind : int
    points : Points
        Its price for the unit by itself [points].
    gain : float, optional
        By how much the worth of the unit grows; none where nobody can say.
    entry : str
        Key of the unit's entry.
    by : str
        What the unit does best with it, in words; "" where nobody can say.
    """

    text: str
    edit: Edit
    about: str
    kind: int
    points: Points
    gain: float | None
    entry: str
    by: str = ""


@dataclass(slots=True)
class Bidding:
    """The bids for one army; what was measured is remembered by value."""

    books: Books
    pack: Pack | None
    worth: Worth | None
    most_worths: int = MOST_WORTHS
    reviews: int = 0
    _known: dict[Hashable, tuple[Points, Line | None]] = field(default_factory=dict)
    _worths: dict[Hashable, Measured | None] = field(default_factory=dict)

    def units(self, army: Army, most: Points) -> Iterator[Bid]:
        """Yield the units that the books of an army's own forces offer."""
        for force in army.now.roster.forces:
            book = self.books.get((force.book, force.edition))
            for entry in book.units.values() if book is not None else ():
                bid = self._unit(army, force, book, entry, most)
                if bid is not None:
                    yield bid

    def for_unit(self, army: Army, unit: Line, most: Points) -> Iterator[Bid]:
        """Yield more models and options for a unit of an army."""
        roster = army.now.roster
        alone = _alone(roster, unit)
        for kind, text, edit in _of_unit(army, unit):
            bid = self._bid(alone, edit, most, (text, unit.id, kind, unit.entry))
            if bid is not None:
                yield bid

    def _unit(
        self, army: Army, force: Force, book: Book | None, entry: Entry, most: Points
    ) -> Bid | None:
        if book is None or entry.kind != "unit":
            return None
        roster = army.now.roster
        nobody = replace(roster, forces=(replace(force, units=()),))
        edit = Add(force.id, new_selection(book, entry.key))
        about = (f"Add {entry.name}", force.id, A_UNIT, entry.key)
        return self._bid(nobody, edit, most, about)

    def _bid(
        self, alone: Roster, edit: Edit, most: Points, about: tuple[str, str, int, str]
    ) -> Bid | None:
        """Return a bid of at most some points; none if it cannot be made."""
        text, whose, kind, entry = about
        try:
            then = apply(alone, edit)
        except EditError:
            return None
        before, _ = self._reviewed(alone)
        after, _ = self._reviewed(then)
        if not 0 < after - before <= most:
            return None
        was, now = self._worth(alone), self._worth(then)
        points = after - before
        if now is None:
            return Bid(text, edit, whose, kind, points, None, entry)
        gain = now.worth - (was.worth if was is not None else 0.0)
        return Bid(text, edit, whose, kind, points, gain, entry, now.by)

    def _reviewed(self, alone: Roster) -> tuple[Points, Line | None]:
        """Return the points of a unit by itself, and its line."""
        held = content(alone)
        known = self._known.get(held)
        if known is None:
            self.reviews += 1
            at = review(alone, self.books, self.pack)
            lines = (line for force in at.forces for line in force.units)
            known = self._known[held] = at.points, next(lines, None)
        return known

    def _worth(self, alone: Roster) -> Measured | None:
        held = content(alone)
        if held not in self._worths:
            _, line = self._reviewed(alone)
            if (
                self.worth is None
                or line is None
                or len(self._worths) >= self.most_worths
            ):
                return None
            self._worths[held] = self.worth(line)
        return self._worths[held]


def _alone(roster: Roster, unit: Line) -> Roster:
    """Return an army that is one unit of another."""
    id = unit.path.partition("/")[0]
    force = next(force for force in roster.forces if force.id == id)
    selection = find_selection(roster, unit.id)
    units = (selection,) if selection is not None else ()
    return replace(roster, forces=(replace(force, units=units),))


def _of_unit(army: Army, unit: Line) -> Iterator[tuple[int, str, Edit]]:
    """Yield kind, text and edit of more models, then of options, for a unit."""
    parts = [unit, *(part for part in unit.lines if part.kind == "model")]
    for part in parts:
        entry = army.entries.get(part.path)
        if entry is None or part.kind != "model":
            continue
        for more in MORE_MODELS:
            count = part.count + more
            if entry.high is None or count <= entry.high:
                text = army.counted(part, count).text
                yield MODELS, text, SetCount(part.id, count)
    options = [one for part in parts for one in _options(army, part)]
    options.sort(key=lambda one: not one[0].acts)
    for entry, part, edit in options[:MOST_OPTIONS]:
        yield AN_OPTION, f"{army.names.place(part)}: add {entry.name}", edit


def _options(army: Army, part: Line) -> Iterator[tuple[Entry, Line, Edit]]:
    """Yield what a line is offered and has not, where its place is free."""
    above = army.entries.get(part.path)
    if above is None:
        return
    taken = {one.entry for one in part.lines}
    slot_of = {key: slot for slot in above.slots for key in slot.entries}
    for entry in above.entries.values():
        slot = slot_of.get(entry.key)
        full = slot is not None and slot.high == 1 and taken & {*slot.entries}
        if entry.key not in taken and not full and entry.kind != "unit":
            yield entry, part, purchase_edit(entry, slot, part.id)
