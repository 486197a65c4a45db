"""How much work a review is, estimated before it is done."""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rulesets.book import Book, Books, Entry, Item
from rulesets.loadouts.arranging import MOST_SETS
from rulesets.pack import Pack
from rulesets.query import Change, Condition, Limit, Query, Term
from rulesets.roster import Roster, Selection, walk

Rule = Limit | Change


@dataclass(frozen=True, slots=True)
class Weight:
    """What asking a rule once is; ``repeats`` if it is asked at every selection.

    ``merges`` if every selection that asks gets several targets put in order.
    """

    rule: Rule
    questions: int
    repeats: bool
    merges: bool


Weights = MutableMapping[int, Weight]
"""What is known of rules, by their ids."""

A_SELECTION = 3
"""What one selection is by itself, when a question to it is 1."""

_MERGED = 24
"""How many selections are put in order in the time of one question."""

_USUAL_ITEMS = 8
"""How many items a model may have before its hands are counted as work."""

_NARROW = ("self", "bearer", "parent", "unit")
"""Scopes that hold few selections."""


def work_of(roster: Roster, books: Books, pack: Pack, known: Weights) -> int:
    """Return about how many questions a review asks; one is a few microseconds.

    Parameters
    ----------
    roster, books, pack
        As `review` takes them.
    known : mutable mapping
        What was found out of rules; one for all rosters that share books and pack.
    """
    hosts: dict[int, int] = {}
    rules: dict[int, Rule] = {}
    size = hands = 0
    _count(pack, hosts, rules)
    for force in roster.forces:
        book = books.get((force.book, force.edition))
        if book is not None:
            _count(book, hosts, rules)
        offered: Mapping[str, Entry] = book.entries if book else {}
        hands += sum(_of_hands(one) for one in walk(force.units))
        for entry in _entries(force.units, offered):
            size += 1
            for part in _bringing(entry, book):
                _count(part, hosts, rules)
    return A_SELECTION * (size + hands) + sum(
        _cost(rule, hosts[at], size, known) for at, rule in rules.items()
    )


def _of_hands(selection: Selection) -> int:
    """Return the work of the sets that may be in hand, as selections of that work.

    There are many for many items; usual gear is few, and its sets are remembered.
    """
    items = len(selection.selections)
    return min(MOST_SETS, items**3) if items > _USUAL_ITEMS else 0


def _count(
    part: Pack | Book | Entry | Item, hosts: dict[int, int], rules: dict[int, Rule]
) -> None:
    """Count the rules of a part at one more place."""
    limits: tuple[Rule, ...] = part.limits
    for rule in (*limits, *part.changes):
        rules[id(rule)] = rule
        hosts[id(rule)] = hosts.get(id(rule), 0) + 1


def _entries(
    these: tuple[Selection, ...], offered: Mapping[str, Entry]
) -> Iterator[Entry | None]:
    for one in these:
        entry = offered.get(one.entry)
        yield entry
        yield from _entries(one.selections, entry.entries if entry else {})


def _bringing(entry: Entry | None, book: Book | None) -> Iterator[Entry | Item]:
    """Yield what brings rules to a selection: its entry, and items that come along."""
    if entry is None or book is None:
        return
    yield entry
    for piece in entry.gear:
        if piece.key in book.items and piece.key != entry.item:
            yield book.items[piece.key]


def _cost(rule: Rule, hosts: int, size: int, known: Weights) -> int:
    """Return how many questions a rule is that stands at so many places."""
    weight = known.get(id(rule))
    if weight is None:
        weight = known[id(rule)] = _weight(rule)
    each = weight.questions * (1 + size // _MERGED if weight.merges else 1)
    cost = each * (hosts + (size if weight.repeats else 0))
    if isinstance(rule, Change) and rule.within not in _NARROW:
        cost += hosts * size
    return cost


def _weight(rule: Rule) -> Weight:
    parts = [*_parts(rule)]
    queries = [part for part in parts if isinstance(part, Query)]
    repeats = isinstance(rule, Limit) and bool(rule.each)
    return Weight(
        rule=rule,
        questions=len(parts) + sum(len(query.of) // 8 for query in queries),
        repeats=repeats or any(query.where is not None for query in queries),
        merges=any("same" in q.of and len(q.of) > 1 for q in queries),
    )


def _parts(value: Any) -> Iterator[Query | Condition | Term]:
    """Yield all that is asked in a rule, however deep."""
    if isinstance(value, Query | Condition | Term):
        yield value
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _parts(getattr(value, field.name))
