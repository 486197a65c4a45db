"""The reach of limits and changes: what of a unit looks no further than the unit.

What does is asked and made once for a unit, whatever stands beside it (see
`rulesets.legality.settled`). The rest is a matter of the whole army.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.books.book import Entry
from rulesets.core.caching import Remembered
from rulesets.core.query import Amount, Change, Condition, Limit, Query
from rulesets.legality.counts import count_of
from rulesets.legality.tree import Branch, Node

_INSIDE = ("self", "unit")
"""Scopes that lie within a unit, whoever of it asks."""

_ABOVE = ("parent", "bearer")
"""Scopes that lie within a unit, unless the unit itself asks."""

_EARLY = ("gear", "category", "type", "tags", "rules", "points")
"""Attributes that are changed before others are asked for."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Changes and limits of an entry by their reach.

    ``own`` are its changes that act on nothing beyond the unit, ``guessed`` the ids of
    those that ask beyond. ``is_open`` is true where gear, the unit's own or that of
    others, depends on the rest of the army. ``wide`` are the ids of the limits that ask
    beyond.
    """

    own: tuple[Change, ...]
    guessed: frozenset[int]
    is_open: bool
    wide: frozenset[int]


_OF_TOP = Remembered[EntryRules](most=20_000)
_OF_BELOW = Remembered[EntryRules](most=50_000)


def rules_of(entry: Entry, *, is_top: bool) -> EntryRules:
    """Return the changes and limits of an entry as a unit, or below one."""
    if is_top:
        return _OF_TOP.of(entry, _rules_of_top)
    return _OF_BELOW.of(entry, _rules_of_below)


def _rules_of_top(entry: Entry) -> EntryRules:
    return _sorted(entry, _INSIDE)


def _rules_of_below(entry: Entry) -> EntryRules:
    return _sorted(entry, (*_INSIDE, *_ABOVE))


def _sorted(entry: Entry, inside: tuple[str, ...]) -> EntryRules:
    near = [one for one in entry.changes if one.within in inside]
    far = [one for one in entry.changes if one.within not in inside]
    guessed = [one for one in near if not _is_near(_asked_by(one), inside)]
    return EntryRules(
        own=tuple(near),
        guessed=frozenset(map(id, guessed)),
        is_open=any(one.attribute == "gear" for one in (*guessed, *far)),
        wide=frozenset(
            id(limit)
            for limit in entry.limits
            if not _is_near(_asked_by_limit(limit), inside)
        ),
    )


def _is_near(asked: Iterator[tuple[Query, bool]], inside: tuple[str, ...]) -> bool:
    """Return whether questions look no further than the unit of who asks.

    What is asked of each thing found may be asked of the unit itself.
    """
    for query, is_of_found in asked:
        count = count_of(query.count)
        if count.if_agreed:
            continue
        if not count.finds or query.within not in (_INSIDE if is_of_found else inside):
            return False
    return True


# -- changes of a pack or a book ----------------------------------------------------


def is_handed_down(change: Change) -> bool:
    """Return whether a change acts on each unit for itself, whatever stands beside it.

    It is one of a pack or a book, with a value and a condition that ask nothing.
    """
    return (
        change.within in ("army", "force", "self")
        and "same" not in change.to
        and all(count_of(query.count).if_agreed for query, _ in _asked_by(change))
    )


def handed_down(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return those of some changes that act on each unit for itself."""
    return _HANDED_DOWN.of(changes, _handed_down)


def _handed_down(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    return tuple(change for change in changes if is_handed_down(change))


_HANDED_DOWN = Remembered[tuple[Change, ...]](most=2_000)


@dataclass(frozen=True, slots=True)
class Interest:
    """The sight of a change: what it may act on and see beyond its own unit.

    ``to`` are the targets that it acts on, ``of`` those that it asks for before every
    change was made; ``points`` is true where it then asks for points, ``figures``
    where it asks for characteristics at all.
    """

    to: tuple[str, ...]
    of: frozenset[str]
    points: bool
    figures: bool


def interest_of(change: Change) -> Interest:
    """Return what a change may see of others than its own unit."""
    return _INTERESTS.of(change, _interest)


def _interest(change: Change) -> Interest:
    asked = [query for query, _ in _asked_by(change)]
    is_early = change.head in _EARLY
    counts = [query.count for query in asked]
    return Interest(
        to=change.to,
        of=frozenset(key for query in asked if is_early for key in query.of),
        points=is_early and not {"points", "size"}.isdisjoint(counts),
        figures=any(count_of(count).figure for count in counts),
    )


_INTERESTS = Remembered[Interest](most=20_000)


# -- what touches settled units ------------------------------------------------------

Place = tuple[Node, Change]
"""A change with the node where it stands."""


class Touched(Exception):
    """A unit that is settled has to be grown anew: ``top`` alone, or every one."""

    def __init__(self, top: Node | None = None) -> None:
        super().__init__()
        self.top = top


def far_changes(top: Node) -> Iterator[Place]:
    """Yield the changes of a unit of a force that look beyond it."""
    for node in _branch(top):
        for change in node.entry.changes if node.entry is not None else ():
            if is_far(node, change):
                yield node, change


def is_far(node: Node, change: Change) -> bool:
    """Return whether a change that stands in a unit looks beyond it."""
    if node.unit is None or node.entry is None or node.unit.kind != "unit":
        return True
    rules = rules_of(node.entry, is_top=node is node.unit)
    return change not in rules.own or id(change) in rules.guessed


def _branch(node: Node) -> Iterator[Node]:
    yield node
    yield from node.carried
    for child in node.children:
        yield from _branch(child)


@dataclass(frozen=True, slots=True)
class Sight:
    """All that some changes may act on, and see of settled units.

    ``figures`` is true where one asks for characteristics, ``points`` where one asks
    for points. ``of`` are the targets whose findings they ask for, ``to`` those that
    they act on beyond the unit in which they stand.
    """

    figures: bool
    points: bool
    of: frozenset[str]
    to: frozenset[str]

    def meets(self, branch: Branch) -> bool:
        """Return whether a change may act on a unit, or see what has changed of it.

        It sees the unit after all changes of its own, where in an army that is grown
        anew it would see it before.
        """
        if self.figures or (self.points and branch.is_repriced):
            return True
        return not (
            branch.altered.isdisjoint(self.of)
            and branch.altered.isdisjoint(self.to)
            and self.to.isdisjoint(branch.by_key)
        )


def sight_of(places: Iterable[Place]) -> Sight:
    """Return what the changes at some places may act on and see."""
    figures = points = False
    of: set[str] = set()
    to: set[str] = set()
    for host, change in places:
        seen = interest_of(change)
        figures, points = figures or seen.figures, points or seen.points
        of.update(_named(key, host) for key in seen.of)
        if host.unit is None or not _is_near_place(change, host, host.unit):
            to.update(_named(key, host) for key in seen.to)
    return Sight(figures, points, frozenset(of), frozenset(to))


def _is_near_place(change: Change, host: Node, unit: Node) -> bool:
    """Return whether a change acts within the unit in which it stands."""
    if change.within in _ABOVE:
        return host is not unit and unit.kind == "unit"
    return change.within in _INSIDE


def _named(target: str, asker: Node) -> str:
    return asker.identity if target == "same" else target


# -- the questions of a change or a limit, and whether they are put to what is found ---


def _asked_by(change: Change) -> Iterator[tuple[Query, bool]]:
    yield from _of_condition(change.when)
    if isinstance(change.value, Amount):
        yield from _of_amount(change.value)


def _asked_by_limit(limit: Limit) -> Iterator[tuple[Query, bool]]:
    yield from _of_query(limit.query)
    yield from _of_amount(limit.min)
    yield from _of_amount(limit.max)
    yield from _of_condition(limit.when)


def _of_query(query: Query) -> Iterator[tuple[Query, bool]]:
    yield query, False
    for asked, _ in _of_condition(query.where):
        yield asked, True


def _of_amount(amount: Amount | None) -> Iterator[tuple[Query, bool]]:
    for term in amount.terms if amount is not None else ():
        yield from _of_query(term.query)


def _of_condition(condition: Condition | None) -> Iterator[tuple[Query, bool]]:
    if condition is None:
        return
    for part in (*condition.all, *condition.any, *condition.none):
        yield from _of_condition(part)
    if condition.query is not None:
        yield from _of_query(condition.query)
        yield from _of_amount(condition.at_least)
        yield from _of_amount(condition.at_most)
