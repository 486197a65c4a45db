"""Examples: a legal army for everything that a book offers, or what is in the way.

An option is looked for in the legal army that its unit was found in: bought there, and
made legal again where it must be. What one army shows need not be looked for anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulesets.books.book import Book, Books, Entry, Slot
from rulesets.books.entries import Branch
from rulesets.core.points import Points
from rulesets.core.query import SwitchRule
from rulesets.games import GAMES
from rulesets.legality.engine import review, rules_for, verdict
from rulesets.legality.offers import purchase_edit
from rulesets.legality.plans.make_legal import make_legal
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, Message
from rulesets.rosters.edits import Add, Choose, EditError, apply
from rulesets.rosters.roster import Force, Roster, Selection

SIZES: tuple[Points, ...] = (2000, 500, 5000)
"""Points agreed on of the armies that are tried [points]."""

MOST_WORK = 400_000
"""Most work of one search, from one army, see `review_cost`."""

LITTLE_WORK = 40_000
"""Most work of each first search; the nearest armies get more."""

NEAREST = 6
"""Number of armies that get more work."""

MOST_SEARCHES = 6_000
"""Most searches for all that a book offers, the first ones and the longer ones."""

MOST_BASES = 4
"""Most legal armies that are kept for what they show, the last ones found."""

Keys = tuple[str, ...]
"""The keys of a branch, the outermost first."""


@dataclass(frozen=True, slots=True)
class Example:
    """Something that a book offers, and a legal army that has it.

    Parameters
    ----------
    branch : tuple of Entry
        What is offered, behind those that it is bought for.
    roster : Roster, optional
        A legal army with it; none if none was found.
    in_the_way : tuple of Message
        Without an army, the errors of the nearest one.
    sought : bool
        False if the searches of the whole book were spent before it.
    """

    branch: Branch
    roster: Roster | None
    in_the_way: tuple[Message, ...] = ()
    sought: bool = True

    @property
    def keys(self) -> Keys:
        """Return the keys of what is offered, the outermost first."""
        return keys_of(self.branch)


def keys_of(branch: Branch) -> Keys:
    """Return the keys of a branch."""
    return tuple(entry.key for entry in branch)


def examples(
    book: Book,
    books: Books,
    known: Iterable[Roster] = (),
    pack: Pack | None = None,
    most_work: int = MOST_WORK,
    most_searches: int = MOST_SEARCHES,
) -> Iterator[Example]:
    """Yield an example of everything that a book offers, parents first.

    What is offered below something without an example is left out. An option of a list
    has one example, at the first place where there is one; the list's places that
    forbid it are not told.

    Parameters
    ----------
    book : Book
        The one that is asked about.
    books : mapping
        This book, and the others of its game that an army of it may need.
    known : iterable of Roster
        Armies that may be legal: what they show is not looked for.
    pack : Pack, optional
    most_work : int
        How much work goes into each search [microseconds].
    most_searches : int
        How many searches there are in all.
    """
    search = _Search(book, books, pack, most_work, most_searches)
    for roster in known:
        search.note(roster)
    for step in _offered(book.entries.values(), book.slots):
        yield from search.below((step,), _named(step, ()))
    for missing, way in search.missing.values():
        yield search.again(missing, way)


Purchase = tuple[Entry, Slot | None]
"""Something that is offered, and the slot that it belongs to."""

Way = tuple[Purchase, ...]
"""Purchases, each for the one before it."""


def _offered(entries: Iterable[Entry], slots: Iterable[Slot]) -> Iterator[Purchase]:
    slot_of = {key: slot for slot in slots for key in slot.entries}
    for entry in entries:
        yield entry, slot_of.get(entry.key)


def _named(step: Purchase, above: Keys) -> Keys:
    """Return the list that an option is from and its keys there; none of its own."""
    entry, slot = step
    if slot is not None and slot.listed:
        return slot.listed, entry.key
    return (*above, entry.key) if above else ()


@dataclass(slots=True)
class _Search:
    """The search through one book: the legal armies found, by what they show."""

    book: Book
    books: Books
    pack: Pack | None
    most_work: int
    left: int
    shown: dict[Keys, tuple[Roster, ...]] = field(default_factory=dict)
    listed: set[Keys] = field(default_factory=set)
    missing: dict[Keys, tuple[Example, Way]] = field(default_factory=dict)

    def note(self, roster: Roster) -> None:
        """Keep an army for all that it shows, if it is legal."""
        if verdict(roster, self.books, self.pack).legal:
            for keys in dict.fromkeys(keys for keys, _ in _bought(roster, self.book)):
                armies = self.shown.get(keys, ())
                self.shown[keys] = (roster, *armies)[:MOST_BASES]

    def below(self, way: Way, named: Keys) -> Iterator[Example]:
        """Yield the example of what a way of purchases leads to, and all below it.

        ``named`` is its place in a list of options; ``missing`` keeps those of lists
        that no place has an example of yet.
        """
        if named in self.listed:
            return
        found = self._example(way)
        if found.roster is None and named:
            self.missing.setdefault(named, (found, way))
            return
        yield found
        if found.roster is None:
            return
        if named:
            self.listed.add(named)
            self.missing.pop(named, None)
        entry = way[-1][0]
        for step in _offered(entry.entries.values(), entry.slots):
            yield from self.below((*way, step), _named(step, named))

    def _example(self, way: Way) -> Example:
        """Return an army that shows the end of a way, or the nearest that was tried.

        Every army that may be a beginning gets a little work, the nearest ones and
        those without units more.
        """
        branch = tuple(entry for entry, _ in way)
        keys = keys_of(branch)
        bases: Iterable[Roster] = self._bases(keys[:-1])
        for work in (min(LITTLE_WORK, self.most_work), self.most_work):
            tried = list[tuple[Example, Roster]]()
            for roster in bases:
                if keys in self.shown:
                    return Example(branch, self.shown[keys][0])
                if self.left <= 0:
                    break
                self.left -= 1
                tried.append((self._tried(roster, branch, way, work), roster))
            tried.sort(key=lambda one: len(one[0].in_the_way))
            # A known army may have no room left for what is needed beside it.
            bases = [
                roster
                for place, (_, roster) in enumerate(tried)
                if place < NEAREST or not any(force.units for force in roster.forces)
            ]
        if keys in self.shown:
            return Example(branch, self.shown[keys][0])
        return tried[0][0] if tried else Example(branch, None, sought=False)

    def again(self, missing: Example, way: Way) -> Example:
        """Return an example beside what else is bought there: arrows beside a bow."""
        above = missing.keys[:-1]
        bases = [armies[0] for keys, armies in self.shown.items() if keys[:-1] == above]
        for roster in bases:
            if self.left <= 0:
                break
            self.left -= 1
            found = self._tried(roster, missing.branch, way, LITTLE_WORK)
            if found.roster is not None:
                return found
        return missing

    def _bases(self, above: Keys) -> Iterator[Roster]:
        """Yield the armies that something is bought for: those with its parent first.

        Then empty ones of several sizes; beside each other book of the game, if this
        book was in no army alone. All as rules of campaigns are, then with them on.
        """
        on = {switch.key: True for switch in self._switches()}
        known = self.shown.get(above, ())
        yield from known
        yield from (replace(one, switches=on) for one in known if one.switches != on)
        own = Force("own", self.book.key, self.book.edition)
        game = self.book.game
        alone = above or any(len(one.forces) == 1 for one in known)
        beside = [
            Force("beside", book.key, book.edition)
            for book in self.books.values()
            if book.game == game and book.key != self.book.key and not alone
        ]
        for switches in ({}, on) if on else ({},):
            for size in SIZES:
                yield Roster(game, "", size, forces=(own,), switches=switches)
            for force in beside:
                yield Roster(game, "", SIZES[0], forces=(force, own), switches=switches)

    def _switches(self) -> tuple[SwitchRule, ...]:
        rules = rules_for(GAMES[self.book.game], self.pack)
        return (*rules.switches, *self.book.switches)

    def _tried(self, roster: Roster, branch: Branch, way: Way, work: int) -> Example:
        """Return what buying something for an army comes to."""
        keys = keys_of(branch)

        def keeps(tried: Roster) -> bool:
            return any(path == keys for path, _ in _bought(tried, self.book))

        try:
            now = review(self._with(roster, way), self.books, self.pack)
        except EditError:
            return Example(branch, None)
        plan = make_legal(
            now, self.books, self.pack, work, most_afterwards=0, keeps=keeps
        )
        if plan.legal and keeps(plan.roster):
            self.note(plan.roster)
            return Example(branch, plan.roster)
        errors = tuple(m for m in plan.after.messages if m.severity == ERROR)
        return Example(branch, None, errors)

    def _with(self, roster: Roster, way: Way) -> Roster:
        """Return an army with what a way leads to, bought with what it still lacks."""
        for depth, (entry, slot) in enumerate(way, 1):
            keys = tuple(step.key for step, _ in way[:depth])
            bought = dict(_bought(roster, self.book))
            if depth == len(way) or keys not in bought:
                edit = purchase_edit(entry, slot, bought[keys[:-1]])
                roster = apply(roster, _rolled(edit, entry))
        return roster


def _rolled(edit: Add | Choose, entry: Entry) -> Add | Choose:
    """Return a purchase with the lowest dice result that its price may ask for."""
    if entry.roll is None:
        return edit
    return replace(edit, selection=replace(edit.selection, roll=entry.roll[0]))


def _bought(roster: Roster, book: Book) -> Iterator[tuple[Keys, str]]:
    """Yield the keys and the id of all that was bought from a book, its force first."""
    for force in roster.forces:
        if (force.book, force.edition) == (book.key, book.edition):
            yield (), force.id
            yield from _bought_below((), force.units)


def _bought_below(
    above: Keys, bought: Iterable[Selection]
) -> Iterator[tuple[Keys, str]]:
    for selection in bought:
        keys = (*above, selection.entry)
        yield keys, selection.id
        yield from _bought_below(keys, selection.selections)
