"""The impact of a new edition of a book: what it would do to armies, added up.

Each army is judged in two editions of the book, and nothing of it is changed. Impacts
of parts are joined to that of the whole: cut anywhere, the answer is the same.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, count
from typing import Any, TypeVar

from rulesets.books.book import Book, Books
from rulesets.books.edition_changes import changes_between
from rulesets.checks.plain_ids import renamed_forces
from rulesets.core.points import Points
from rulesets.legality.engine import Verdict, verdict
from rulesets.reviews.review import EMPTY, ILLEGAL, LEGAL, Message
from rulesets.rosters.roster import (
    Loadout,
    Roster,
    RosterError,
    Selection,
    read_roster,
)

MOST_SAMPLES = 5
"""Most armies that are named of those to which the same happens."""

UNKNOWN = "unknown-entry"
"""Code of the message about a selection that the book does not offer."""


@dataclass(frozen=True, slots=True)
class SavedArmy:
    """An army as somebody keeps it: an opaque id and the document of its roster."""

    id: str
    document: Any


@dataclass(frozen=True, slots=True)
class Sample:
    """An army to which something happens, by its id, and a sentence about it.

    ``before`` and ``after`` are its points in the two editions, ``limit`` those agreed
    on [points]. ``rule`` and ``text`` are those of a message or of an error, "" for
    none; no word of them is its player's.
    """

    id: str
    before: Points = 0
    after: Points = 0
    limit: Points | None = None
    rule: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cases:
    """Armies to which the same happens: how many, and the first few of them."""

    armies: int = 0
    samples: tuple[Sample, ...] = ()

    def __add__(self, other: "Cases") -> "Cases":
        """Return both, the samples of this one first."""
        samples = (*self.samples, *other.samples)[:MOST_SAMPLES]
        return Cases(self.armies + other.armies, samples)


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """The verdicts in the two editions: `LEGAL`, `ILLEGAL` or `EMPTY`.

    ``same`` is true where points and codes of messages are the same, too.
    """

    before: str
    after: str
    same: bool

    @property
    def is_empty(self) -> bool:
        """Return whether there are no units in one of them."""
        return EMPTY in (self.before, self.after)


@dataclass(frozen=True, slots=True)
class MessageKind:
    """Messages that are counted together."""

    code: str
    severity: str


@dataclass(frozen=True, slots=True)
class Impact:
    """The impact of an edition on some armies.

    Parameters
    ----------
    outcomes : mapping of VerdictChange to Cases
    points : mapping of Points to int
        How many armies change by so many points [points].
    appearing, vanishing : mapping of MessageKind to Cases
        Armies with more messages of a kind than before, and with fewer.
    lost : Cases
        Armies with selections that the new edition does not offer and the old one does.
    unreadable : Cases
        Armies that could not be judged; they are in no other number.
    """

    outcomes: Mapping[VerdictChange, Cases] = field(default_factory=dict)
    points: Mapping[Points, int] = field(default_factory=dict)
    appearing: Mapping[MessageKind, Cases] = field(default_factory=dict)
    vanishing: Mapping[MessageKind, Cases] = field(default_factory=dict)
    lost: Cases = Cases()
    unreadable: Cases = Cases()

    @property
    def armies(self) -> int:
        """Return how many armies there are, unreadable ones among them."""
        read = sum(cases.armies for cases in self.outcomes.values())
        return read + self.unreadable.armies

    def cases(
        self,
        *,
        before: str | None = None,
        after: str | None = None,
        same: bool | None = None,
    ) -> Cases:
        """Return the armies of these verdicts; none is any."""
        found = (
            cases
            for outcome, cases in self.outcomes.items()
            if before in (None, outcome.before)
            and after in (None, outcome.after)
            and same in (None, outcome.same)
        )
        return sum(found, Cases())

    @property
    def empty(self) -> Cases:
        """Return the armies without units in either edition."""
        return sum(
            (these for at, these in self.outcomes.items() if at.is_empty), Cases()
        )

    @property
    def losing(self) -> Cases:
        """Return the armies that are legal and would not be."""
        return self.cases(before=LEGAL, after=ILLEGAL)

    @property
    def gaining(self) -> Cases:
        """Return the armies that are not legal and would be."""
        return self.cases(before=ILLEGAL, after=LEGAL)


def impact(
    armies: Iterable[SavedArmy], before: Book, after: Book, others: Books
) -> Impact:
    """Return what an edition of a book would do to armies, against another one.

    Parameters
    ----------
    armies : iterable of SavedArmy
        Each is judged as if every force of the book were of either edition, by the
        rules of its game.
    before, after : Book
        Two editions of one book.
    others : mapping
        The editions of other books that the armies name, see `review`.
    """
    return joined(army_impact(one, before, after, others) for one in armies)


def joined(impacts: Iterable[Impact]) -> Impact:
    """Return the impact on the armies of all of these, in their order."""
    outcomes: dict[VerdictChange, Cases] = {}
    appearing: dict[MessageKind, Cases] = {}
    vanishing: dict[MessageKind, Cases] = {}
    points: Counter[Points] = Counter()
    lost, unreadable = Cases(), Cases()
    for one in impacts:
        _add(outcomes, one.outcomes)
        _add(appearing, one.appearing)
        _add(vanishing, one.vanishing)
        points.update(one.points)
        lost, unreadable = lost + one.lost, unreadable + one.unreadable
    return Impact(outcomes, points, appearing, vanishing, lost, unreadable)


Key = TypeVar("Key")


def _add(whole: dict[Key, Cases], more: Mapping[Key, Cases]) -> None:
    for key, cases in more.items():
        whole[key] = whole.get(key, Cases()) + cases


@dataclass(frozen=True, slots=True)
class Spread:
    """By how much armies change: the least, the quartiles and the most [points].

    ``armies`` is how many change at all.
    """

    armies: int
    low: Points
    quarter: Points
    three_quarters: Points
    high: Points


def spread(of: Impact) -> Spread | None:
    """Return the spread of an impact's change of points; none where nothing changes.

    A quartile is the change of an army, the lower one where two are in the middle.
    """
    changes = sorted((change, many) for change, many in of.points.items() if change)
    if not changes:
        return None
    armies = sum(many for _, many in changes)
    ends = [*accumulate(many for _, many in changes)]
    quarter, three_quarters = (
        changes[bisect_left(ends, -(-armies * part // 4))][0] for part in (1, 3)
    )
    return Spread(
        armies=armies,
        low=changes[0][0],
        quarter=quarter,
        three_quarters=three_quarters,
        high=changes[-1][0],
    )


# -- one army -----------------------------------------------------------------------


def army_impact(army: SavedArmy, before: Book, after: Book, others: Books) -> Impact:
    """Return the impact on a single army, see `impact`."""
    books = {**others, _name(before): before, _name(after): after}
    try:
        roster = anonymous(read_roster(army.document))
        then = verdict(in_edition(roster, before), books)
        now = then
        if changes_between(before, after).concern(roster):
            now = verdict(in_edition(roster, after), books)
    except RosterError as problem:
        # The words of the error may quote its player.
        text = f"It cannot be read at {problem.where or '/'}."
        return Impact(unreadable=_case(Sample(army.id, text=text)))
    sample = Sample(army.id, then.points, now.points, roster.limit)
    old, new = _kinds(then), _kinds(now)
    same = then.points == now.points and old == new
    unknown = [one for one in now.messages if one.code == UNKNOWN]
    is_losing = len(unknown) > sum(one.code == UNKNOWN for one in then.messages)
    return Impact(
        outcomes={VerdictChange(_word(then), _word(now), same): _case(sample)},
        points={now.points - then.points: 1},
        appearing=_cases(sample, new - old, now.messages),
        vanishing=_cases(sample, old - new, then.messages),
        lost=_case(_told(sample, unknown[-1])) if is_losing else Cases(),
    )


def in_edition(roster: Roster, book: Book) -> Roster:
    """Return a roster with every force of a book in the edition of this one."""
    forces = (
        replace(force, edition=book.edition) if force.book == book.key else force
        for force in roster.forces
    )
    return replace(roster, forces=tuple(forces))


def anonymous(roster: Roster) -> Roster:
    """Return a roster without anything that its player wrote, ids among it.

    An id says which of its likes a unit is, and which part of that unit. So equal units
    of two armies are equal values, which are settled once for both (see
    `rulesets.legality.settled`).
    """
    forces = renamed_forces(roster, lambda one, name: _anonymous(one, name, count(1)))
    return replace(roster, name="", note="", forces=forces)


def _anonymous(one: Selection, unit: str, numbers: Iterator[int]) -> Selection:
    # Made anew and not replaced: there are hundreds of thousands of them.
    return Selection(
        id=f"{unit}.{next(numbers)}",
        entry=one.entry,
        count=one.count,
        roll=one.roll,
        selections=tuple([_anonymous(part, unit, numbers) for part in one.selections]),
        loadouts=tuple(
            [
                Loadout(f"Loadout {number}", loadout.items)
                for number, loadout in enumerate(one.loadouts, start=1)
            ]
        ),
    )


def _name(book: Book) -> tuple[str, int]:
    return book.key, book.edition


def _word(of: Verdict) -> str:
    if not of.units:
        return EMPTY
    return ILLEGAL if of.errors else LEGAL


def _kinds(of: Verdict) -> Counter[MessageKind]:
    return Counter(MessageKind(one.code, one.severity) for one in of.messages)


def _case(sample: Sample) -> Cases:
    return Cases(1, (sample,))


def _cases(
    sample: Sample, kinds: Iterable[MessageKind], messages: Iterable[Message]
) -> dict[MessageKind, Cases]:
    """Return an army for each kind of messages, with the first message of it."""
    wanted = {*kinds}
    found: dict[MessageKind, Cases] = {}
    for one in messages:
        kind = MessageKind(one.code, one.severity)
        if kind in wanted and kind not in found:
            found[kind] = _case(_told(sample, one))
    return found


def _told(sample: Sample, message: Message) -> Sample:
    return replace(sample, rule=message.rule, text=message.text)
