"""The work of a review, estimated before it is done.

The unit is about a microsecond of the processor. What is estimated is the most that
rules may ask for: every condition is taken to be asked, every change to be made.
"""

from collections import Counter
from collections.abc import MutableMapping
from dataclasses import dataclass, field

from rulesets.books.book import Book, Books, Entry, Item
from rulesets.legality.query_cost import (
    ALL,
    HOSTS,
    NEAR,
    ONCE,
    OWN,
    SAME,
    Cost,
    Reach,
    cost_of,
)
from rulesets.loadouts.arrangements import MOST_SETS
from rulesets.packs.pack import Pack
from rulesets.rosters.roster import Roster, Selection

Weights = MutableMapping[int, Cost]
"""The costs known so far of the rules of parts, by the parts' ids."""

A_SELECTION = 40
"""The work of one selection by itself."""

A_PIECE = 8
"""The work of a piece of gear that comes along."""

A_SET = 3
"""The work of one set of items that may be in hand."""

_USUAL_ITEMS = 8
"""Most items of a model whose hands are not counted as work."""


def review_cost(roster: Roster, books: Books, pack: Pack, known: Weights) -> int:
    """Return about how many microseconds a review takes, rather more than fewer.

    Parameters
    ----------
    roster, books, pack
        As `review` takes them.
    known : mutable mapping
        What was found out of rules; one for all rosters that share books and pack.
    """
    top = _Place(pack)
    named: list[Book] = []
    for force in roster.forces:
        book = books.get((force.book, force.edition))
        named += [book] if book is not None else []
        place = _Place(book)
        top.inside.append(place)
        for unit in force.units:
            entry = book.entries.get(unit.entry) if book else None
            place.inside.append(_placed(unit, entry, book))
    army = _Army(named)
    _measure(top)
    army.stand(top, ())
    return round(army.cost(known))


Part = Pack | Book | Entry | Item


@dataclass(slots=True)
class _Place:
    """A place of an army that rules may stand at; ``size`` is of all within."""

    part: Part | None
    inside: list["_Place"] = field(default_factory=list)
    items: int | None = None
    size: int = 1

    @property
    def is_bearer(self) -> bool:
        return isinstance(self.part, Entry) and self.part.kind in ("unit", "model")


def _placed(selection: Selection, entry: Entry | None, book: Book | None) -> _Place:
    """Return the place of a selection with those of all that was bought within."""
    place = _Place(entry, items=len(selection.selections))
    if entry is not None and book is not None:
        place.inside += [
            _Place(book.items[piece.key])
            for piece in entry.gear
            if piece.key in book.items and piece.key != entry.item
        ]
    offered = entry.entries if entry is not None else {}
    for one in selection.selections:
        place.inside.append(_placed(one, offered.get(one.entry), book))
    return place


def _measure(place: _Place) -> int:
    place.size = 1 + sum(_measure(inner) for inner in place.inside)
    return place.size


@dataclass(slots=True)
class _Army:
    """Sums over all places of a part, with which the costs of rules grow."""

    books: list[Book]
    parts: dict[int, Part] = field(default_factory=dict)
    sums: dict[int, Counter[str]] = field(default_factory=dict)
    own: float = 0
    size: int = 0
    below: int = 0
    groups: int = 0

    def stand(self, place: _Place, above: tuple[_Place, ...]) -> None:
        """Count the selections at a place and within; ``above`` are the army first."""
        self.size += 1
        self.below += place.size
        self.groups += place.is_bearer
        self.own += A_PIECE if place.items is None else A_SELECTION
        self.own += _of_hands(place.items or 0)
        if place.part is not None:
            self.parts[id(place.part)] = place.part
            sums = self.sums.setdefault(id(place.part), Counter())
            sums[HOSTS] += 1
            sums[OWN] += place.size
            for scope, size in zip(NEAR, _near(place, above), strict=True):
                sums[scope] += size
        for inner in place.inside:
            self.stand(inner, (*above, place))

    def cost(self, known: Weights) -> float:
        """Return the cost of everything that stands anywhere."""
        costs = []
        for at, part in self.parts.items():
            cost = known.get(at)
            if cost is None:
                cost = known[at] = cost_of(part)
            costs.append((cost, self.sums[at]))
        found = self._keys(costs)
        work = self.own
        for cost, sums in costs:
            for reach in cost.reaches:
                number = _reached(reach, sums, found, self.size)
                work += number * reach.cost
                work += self._given(reach, number, found, known)
        return work + sum(self._asking(cost, sums, found) for cost, sums in costs)

    def _keys(self, costs: list[tuple[Cost, Counter[str]]]) -> Counter[str]:
        """Return how many places each target may find, changed ones among them."""
        found: Counter[str] = Counter()
        for cost, sums in costs:
            if isinstance(cost.part, Entry):
                for key in cost.part.keys:
                    found[key] += sums[HOSTS]
            elif isinstance(cost.part, Item):
                for key in cost.part.carried.keys:
                    found[key] += sums[HOSTS]
        for cost, _ in costs:
            found.update(dict.fromkeys(cost.gives, self.size))
        return found

    def _asking(self, cost: Cost, sums: Counter[str], found: Counter[str]) -> float:
        """Return the cost of the rules of a part at all places."""
        kinds = min(len(self.parts), sums[OWN])
        whole = {ALL: self.below, ONCE: self.size, SAME: self.size * kinds}
        return sum(
            times * (whole.get(how) or sums[how]) * self._share(of, found)
            for (how, of), times in cost.grows.items()
        )

    def _share(self, of: tuple[str, ...], found: Counter[str]) -> float:
        """Return how much of an army some targets may find; all of it for none."""
        return _found(of, found, self.size) / self.size if of else 1

    def _given(
        self, reach: Reach, number: int, found: Counter[str], known: Weights
    ) -> float:
        """Return the cost of items that changes give, with the rules of these."""
        work = 0.0
        for key in reach.gives:
            for book in self.books:
                item = book.items.get(key)
                if item is None:
                    continue
                cost = known.get(id(item))
                if cost is None:
                    cost = known[id(item)] = cost_of(item)
                wide = self.size // max(1, self.groups)
                sums = Counter({HOSTS: number, OWN: number})
                sums.update(dict.fromkeys(NEAR, number * wide))
                work += self._asking(cost, sums, found)
        return work


def _near(place: _Place, above: tuple[_Place, ...]) -> tuple[int, int, int]:
    """Return the sizes of the bearer of a place, of its parent, and of its unit."""
    if len(above) < 2:
        return 0, sum(one.size for one in above[-1:]), 0
    bearer = next((one for one in above[:1:-1] if one.is_bearer), above[1])
    unit = above[2] if len(above) > 2 else place
    return bearer.size, above[-1].size, unit.size


def _reached(reach: Reach, sums: Counter[str], found: Counter[str], size: int) -> int:
    """Return how many places a change changes, from all places where it stands."""
    at_most = sums[HOSTS] * _found(reach.to, found, size)
    near = OWN if reach.within == "self" else reach.within
    return min(at_most, sums[near]) if near in (OWN, *NEAR) else at_most


def _found(of: tuple[str, ...], found: Counter[str], size: int) -> int:
    """Return how many places some targets may find."""
    if "*" in of or "same" in of:
        return size
    return min(size, sum(found[key] for key in dict.fromkeys(of)))


def _of_hands(items: int) -> float:
    """Return the work of the sets that may be in hand.

    There are many for many items; usual gear is few, and its sets are remembered.
    """
    return A_SET * min(MOST_SETS, items**3) if items > _USUAL_ITEMS else 0
