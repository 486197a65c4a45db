"""The cost of the rules of a part of a book or a pack, whatever the army.

Costs are told by what they grow with, so that they are found once for each part.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulesets.books.book import Book, Entry, Item
from rulesets.core.query import Amount, Change, Condition, Limit, Query
from rulesets.packs.pack import Pack

HOSTS, OWN, ALL, ONCE, SAME = "hosts", "own", "all", "once", "same"
"""Growths of costs: by where the rule stands; the selections below, added up; all
selections with all below them; the army once; the army once for each kind of thing."""

Growth = tuple[str, tuple[str, ...]]
"""The growth of a cost: one of these, and only what these targets find of it."""

AT_HOSTS: Growth = (HOSTS, ())

NEAR = ("bearer", "parent", "unit")
"""Scopes that hold few selections, and the sums of their sizes over all hosts."""

ASKED = 1.5
"""Cost of asking for something that is known already; all in microseconds."""

SEARCHED = 2.5
FOUND = 0.15
READ = 1.0
"""Cost of reading a figure, models or points of one thing that was found."""

SHARED = 6.0
"""Cost of one term of an amount, which is calculated in fractions."""

MEASURED = 4.0
"""Cost of a limit at a place: its measure."""

BROKEN = 16.0
"""Cost of one that may be broken at very many places, with who tells it already."""

EFFECTS: Mapping[str, float] = {
    "gear": 15,
    "points": 3,
    "tags": 3,
    "rules": 5,
    "type": 3,
    "category": 3,
    "figure": 5,
    "min": 5,
    "max": 5,
}
"""Cost of one change of one selection, by its attribute."""

LISTS: Mapping[str, float] = {"gear": 0.3, "tags": 0.08, "rules": 0.12}
"""Further cost of each other change of the same list."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The cost of changes of one scope and target for each selection they change."""

    within: str
    to: tuple[str, ...]
    cost: float
    gives: tuple[str, ...] = ()


@dataclass(slots=True)
class Cost:
    """The cost of the rules of a part, by its sums; ``part`` is kept alive.

    ``gives`` are the targets that its changes make of what was none before.
    """

    part: object
    grows: defaultdict[Growth, float] = field(
        default_factory=lambda: defaultdict(float)
    )
    reaches: tuple[Reach, ...] = ()
    gives: tuple[str, ...] = ()


def cost_of(part: Pack | Book | Entry | Item) -> Cost:
    """Return the cost of the rules of a part."""
    cost = Cost(part)
    # What was not bought is not asked for its plain maximum.
    limits = part.others if isinstance(part, Entry) else part.limits
    for limit in limits:
        _add_limit(cost.grows, limit)
    if isinstance(part, Pack | Book):
        for tally in part.tallies:
            _add_amount(cost.grows, tally.amount, AT_HOSTS, 1)
    for change in part.changes:
        cost.grows[AT_HOSTS] += ASKED
        if change.when is not None:
            _add_condition(cost.grows, change.when, AT_HOSTS, 1)
        if isinstance(change.value, Amount):
            _add_amount(cost.grows, change.value, AT_HOSTS, 1)
    cost.reaches = tuple(_reaches(part.changes))
    cost.gives = tuple(dict.fromkeys(_given(part.changes)))
    return cost


def _add_limit(grows: dict[Growth, float], limit: Limit) -> None:
    at = (OWN, limit.each) if limit.each else AT_HOSTS
    grows[at] += BROKEN if limit.each else MEASURED
    if limit.when is not None:
        _add_condition(grows, limit.when, at, 1)
    _add_query(grows, limit.query, at, 1)
    for bound in (limit.min, limit.max):
        if bound is not None:
            _add_amount(grows, bound, at, 1)


def _add_condition(
    grows: dict[Growth, float], condition: Condition, at: Growth, times: float
) -> None:
    """Add the cost of a condition, multiplied by all that it grows with."""
    grows[at] += times
    for part in (*condition.all, *condition.any, *condition.none):
        _add_condition(grows, part, at, times)
    if condition.query is not None:
        _add_query(grows, condition.query, at, times)
    for bound in (condition.at_least, condition.at_most):
        if bound is not None:
            _add_amount(grows, bound, at, times)


def _add_amount(
    grows: dict[Growth, float], wanted: Amount, at: Growth, times: float
) -> None:
    for term in wanted.terms:
        grows[at] += times * SHARED
        _add_query(grows, term.query, at, times)


def _add_query(
    grows: dict[Growth, float], query: Query, at: Growth, times: float
) -> None:
    """Add the cost of evaluating at each place, and of one search."""
    grows[at] += times * (ASKED if _is_wide(query) else ASKED + SEARCHED)
    found = _grows_with(query, at)
    grows[found] += FOUND if query.count in ("selections", "kinds") else READ
    if query.where is not None:
        _add_condition(grows, query.where, found, 1)


def _grows_with(query: Query, at: Growth) -> Growth:
    """Return the sum that the number of all nodes found at all places grows with."""
    how = ALL
    if _is_wide(query):
        how = SAME if "same" in query.of and len(query.of) > 1 else ONCE
    elif at == AT_HOSTS:
        how = OWN if query.within == "self" else query.within
    return how, query.of


def _is_wide(query: Query) -> bool:
    return query.within not in ("self", *NEAR)


def _reaches(changes: Iterable[Change]) -> Iterator[Reach]:
    """Yield the costs of changes, those of one scope and target as one."""
    alike = Counter(_attribute(change) for change in changes)
    costs: defaultdict[tuple[str, tuple[str, ...]], float] = defaultdict(float)
    gives: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for change in changes:
        key = _attribute(change)
        sort = (change.within, _to(change))
        costs[sort] += EFFECTS[key] + LISTS.get(key, 0) * alike[key]
        if key == "gear" and change.op == "add":
            gives.setdefault(sort, []).append(str(change.value))
    for sort, cost in costs.items():
        yield Reach(*sort, cost, tuple(gives.get(sort, ())))


def _attribute(change: Change) -> str:
    return change.attribute.partition(":")[0]


def _to(change: Change) -> tuple[str, ...]:
    """Return the targets of a change; gear for everything is for the units."""
    is_gift = change.attribute == "gear" and change.op == "add"
    return ("kind:unit",) if is_gift and "*" in change.to else change.to


def _given(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the targets that nodes have by changes alone."""
    for change in changes:
        if change.attribute in ("tags", "type", "category"):
            yield f"#{change.value}"
        elif change.attribute == "rules":
            yield f"rule:{getattr(change.value, 'key', '')}"
