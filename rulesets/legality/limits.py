"""Limits: asking each at its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice
from math import ceil, floor

from rulesets.books.book import Entry
from rulesets.core.caching import Remembered
from rulesets.core.points import POINTS, Currency, Points
from rulesets.core.query import JOINED, RANGE, Amount, Limit, Query, Term
from rulesets.legality.changes import Bounds, changed_bound
from rulesets.legality.counts import count_of
from rulesets.legality.evaluation import (
    amount,
    ask,
    found,
    holds,
    scope,
    targets,
)
from rulesets.legality.tree import Node, Tree
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR


@cache
def points_agreed(currency: Currency) -> Limit:
    """Return the limits of every army, whatever its game and its pack."""
    worth = f"{{count}} of at most {{max}} {currency.many}"
    return Limit(
        key="points-limit",
        title=f"{currency.title} agreed on",
        query=Query(count="points"),
        max=Amount(terms=(Term(Query(count="limit")),)),
        source="asked of every army",
        message=f"The army is worth {worth}, {{over}} too many.",
    )


POINTS_AGREED = points_agreed(POINTS)
"""The limit that every army must keep, told in points."""

IMPLIED = ("unit-size", "slot", "option-count")
"""Codes of what a book's ranges imply: sizes of units, slots, counts of options."""

MOST_MARKED = 200
"""Most selections past a maximum that are marked."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit that is broken at a node.

    ``beside`` is where it is told: the node that asks, unless it is one of those that
    fit. ``short`` is how much is missing, ``over`` how much too much; one of them is 0.
    ``marks`` are the nodes past a maximum, ``changed_by`` what has moved the bound
    that is broken.
    """

    limit: Limit
    node: Node
    beside: Node
    count: Points
    low: Points | None
    high: Points | None
    marks: tuple[Node, ...]
    changed_by: tuple[str, ...] = ()

    @property
    def over(self) -> Points:
        """Return how much is too much."""
        if self.high is None or self.count <= self.high:
            return 0
        return self.count - self.high

    @property
    def short(self) -> Points:
        """Return how much is missing."""
        if self.low is None or self.count >= self.low:
            return 0
        return self.low - self.count


def is_on(tree: Tree, limit: Limit) -> bool:
    """Return whether a limit is in force for this army."""
    return not limit.switchable or tree.switches.get(limit.key, limit.on)


def limits_asked(tree: Tree, pack: Pack) -> Iterator[Limit]:
    """Yield the limits that an army is asked but for those that ranges of books imply.

    They are in the order in which they stand; some are there several times.
    """
    if not _asks_for_points(tree, pack):
        yield points_agreed(tree.currency)
    yield from pack.limits
    for node in tree.walk:
        if node in tree.settled:
            yield from tree.settled[node].limits
        elif node.entry is not None:
            yield from own_limits(node.entry)
        elif node.kind == "force" and node.book is not None:
            yield from node.book.limits


def own_limits(entry: Entry) -> tuple[Limit, ...]:
    """Return the limits of an entry that have words of their own."""
    return _OWN_LIMITS.of(entry, _own_limits)


def _own_limits(entry: Entry) -> tuple[Limit, ...]:
    return tuple(limit for limit in entry.others if limit.origin != RANGE)


_OWN_LIMITS = Remembered[tuple[Limit, ...]](most=50_000)


def _asks_for_points(tree: Tree, pack: Pack) -> bool:
    """Return whether the pack or a book asks for the points agreed on in own words."""
    books = [force.book for force in tree.root.children if force.book is not None]
    limits = (pack.limits, *(book.limits for book in books))
    return _ASKS_FOR_POINTS.get(
        limits, None, lambda: any(map(_is_points_agreed, chain(*limits)))
    )


_ASKS_FOR_POINTS = Remembered[bool](most=1_000)


def _is_points_agreed(limit: Limit) -> bool:
    """Return whether a limit demands the same as `POINTS_AGREED`."""
    always = limit.when is None and not limit.each and not limit.switchable
    if limit.query.count != POINTS_AGREED.query.count or not always:
        return False
    asked = (limit.query, limit.max) == (POINTS_AGREED.query, POINTS_AGREED.max)
    return asked and limit.severity == ERROR


@dataclass(frozen=True, slots=True)
class LimitMeasure:
    """The count of a limit at a node, its bounds there, and the changes of these."""

    limit: Limit
    node: Node
    count: Points
    low: Points | None
    high: Points | None
    by_low: tuple[str, ...] = ()
    by_high: tuple[str, ...] = ()


Asked = LimitMeasure | tuple[Node, Limit]
"""A limit of a settled unit: as it was counted, or still to be asked at a node."""


def measures(
    tree: Tree,
    pack: Pack,
    bounds: Bounds,
    settled: Mapping[Node, Sequence[Asked]],
    *,
    shows: bool = True,
) -> list[LimitMeasure]:
    """Return the counts of the limits in force at each of their places, in order.

    What holds is left out below the forces, unless it may be shown; so is what counts
    nothing and has no minimum.

    Parameters
    ----------
    tree : Tree
    pack : Pack
    bounds : mapping
        The effects on bounds.
    settled : mapping
        The limits of the units of the tree that are settled.
    shows : bool
        Whether pages show what holds; if not, it may be left out everywhere.
    """
    asking = LimitDesk(tree, bounds, shows=shows)
    if not _asks_for_points(tree, pack):
        asking.ask(tree.root, points_agreed(tree.currency))
    for limit in pack.limits:
        asking.ask(tree.root, limit)
    for node in tree.walk:
        for one in settled[node] if node in settled else asking.limits(node):
            if isinstance(one, LimitMeasure):
                asking.found.append(one)
            else:
                asking.ask(*one)
    return asking.found


class LimitDesk:
    """The limits of a tree, asked one after the other: ``found`` are their counts."""

    def __init__(self, tree: Tree, bounds: Bounds, *, shows: bool = True) -> None:
        self.tree, self.bounds, self.shows = tree, bounds, shows
        self.found: list[LimitMeasure] = []
        self._moved = {node for node, _ in bounds}
        self._raised = {node for node, bound in bounds if bound.startswith("min:")}

    def limits(self, node: Node) -> Iterator[tuple[Node, Limit]]:
        """Yield the limits that stand at a node, but for ranges that hold.

        Maxima of what was not bought are left out, unless a change may have given them
        a minimum.
        """
        entry = node.entry
        if entry is None:
            if node.kind == "force" and node.book is not None:
                yield from self._unkept(node, node.book.limits, _counts(node))
            return
        if not entry.limits:
            return
        counts = _counts(node)
        is_raised = node in self._raised
        these = _of_entry(entry, entry.maxima if is_raised else counts)
        yield from self._unkept(node, these, counts)

    def _unkept(
        self, node: Node, limits: Iterable[Limit], counts: Mapping[str, int]
    ) -> Iterator[tuple[Node, Limit]]:
        """Yield limits of a node without ranges that hold."""
        is_moved = node in self._moved
        for limit in limits:
            span = None if is_moved else limit.span
            key = limit.query.of[0]
            if span is None or not span[0] <= counts.get(key, 0) <= span[1]:
                yield node, limit

    def _finds_nothing(self, limit: Limit) -> bool:
        """Return whether a limit has a maximum alone, of what nobody has."""
        sought = _ONLY_AT_MOST.of(limit, _only_at_most)
        return bool(sought) and self.tree.present.isdisjoint(sought)

    def ask(self, host: Node, limit: Limit) -> None:
        """Ask a limit at all of its places."""
        if limit.switchable and not is_on(self.tree, limit):
            return
        if not self.shows and not self._raised and self._finds_nothing(limit):
            return
        places: Sequence[Node] = (host,)
        if limit.each:
            places = targets(self.tree, limit.each, host, host)
        for node in places:
            at_work = self.bounds if node in self._moved else _STILL
            measure = _measure(self.tree, node, limit, at_work, shows=self.shows)
            if measure is not None:
                self.found.append(measure)


def _only_at_most(limit: Limit) -> tuple[str, ...]:
    """Return the targets of a limit that holds where they find nothing."""
    query = limit.query
    if limit.min is not None or "same" in query.of or not count_of(query.count).finds:
        return ()
    return query.of


_ONLY_AT_MOST = Remembered[tuple[str, ...]](most=50_000)

_STILL: Bounds = {}
_NO_BOUND: tuple[Points | None, tuple[str, ...]] = (None, ())


def _counts(node: Node) -> dict[str, int]:
    """Return how many of each target were bought directly for a node."""
    counts: dict[str, int] = {}
    for child in node.children:
        for key in child.keys:
            counts[key] = counts.get(key, 0) + child.count
    return counts


def _of_entry(entry: Entry, counts: Iterable[str]) -> Sequence[Limit]:
    """Return the limits of a selection without maxima of what was not bought for it."""
    maxima = entry.maxima
    if not maxima:
        return entry.others
    return [*entry.others, *(one for key in counts for one in maxima.get(key, ()))]


def breaches(tree: Tree, measured: Iterable[LimitMeasure]) -> Iterator[Breach]:
    """Yield every limit that is broken, at each place where it is; see `marked`.

    Two selections that bring the same limit on the same part of the army break it once.
    """
    known: set[int] = set()
    for measure in measured:
        breach = _breach(measure)
        # The hash of a sign: there may be very many of them.
        if breach is not None and (sign := hash(_sign(tree, breach))) not in known:
            known.add(sign)
            yield breach


def _sign(tree: Tree, breach: Breach) -> tuple[object, ...]:
    """Return a key that is equal for two messages of one breach."""
    limit, query = breach.limit, breach.limit.query
    place = scope(tree, breach.node, query.within)
    asker = breach.node.identity if "same" in query.of else ""
    if count_of(query.count).of_asker or query.within == JOINED:
        asker = breach.node.path
    where = place.order if place is not None else breach.node.order
    bounds = (breach.count, breach.low, breach.high)
    rule = (limit.origin, limit.key, limit.title)
    return (*rule, query.count, query.of, where, asker, bounds)


def _measure(
    tree: Tree, node: Node, limit: Limit, bounds: Bounds, *, shows: bool
) -> LimitMeasure | None:
    if limit.when is not None and not holds(tree, node, limit.when):
        return None
    count = ask(tree, node, limit.query)
    is_shown = shows and (node.entry is None or may_show(limit, node))
    if not count and limit.min is None and not bounds and not is_shown:
        return None
    low, by_low = high, by_high = _NO_BOUND
    if limit.min is not None or bounds:
        low, by_low = _bound(tree, node, limit, "min", bounds)
    if limit.max is not None or bounds:
        high, by_high = _bound(tree, node, limit, "max", bounds)
    if high is not None:
        high = max(0, high)
    if not is_shown and _is_kept(count, low, high):
        return None
    return LimitMeasure(limit, node, count, low, high, by_low, by_high)


def _is_kept(count: Points, low: Points | None, high: Points | None) -> bool:
    return (low is None or count >= low) and (high is None or count <= high)


def may_show(limit: Limit, node: Node) -> bool:
    """Return whether pages show how far a limit is used up.

    That is a demand on the whole army, and a budget of points of one part of it.
    """
    if limit.each or limit.severity != ERROR or limit.origin == RANGE:
        return False
    if node.kind in ("army", "force"):
        return limit.query.of != ("same",)
    return limit.query.count == "points"


def _breach(measure: LimitMeasure) -> Breach | None:
    """Return the breach of a limit at a node, without its marks; none if it holds."""
    limit, node, count = measure.limit, measure.node, measure.count
    low, high = measure.low, measure.high
    if high is not None and count > high:
        return Breach(limit, node, node, count, low, high, (), measure.by_high)
    if low is not None and count < low:
        return Breach(limit, node, node, count, low, high, (), measure.by_low)
    return None


def marked(tree: Tree, breach: Breach) -> Breach:
    """Return a breach with the nodes past its maximum, placed beside them.

    Nothing of a unit that is joined is past it: it is told beside who joins.
    """
    node, query = breach.node, breach.limit.query
    if not breach.over or breach.high is None or query.within == JOINED:
        return breach
    count = count_of(query.count)
    if count.past is None:
        return breach
    sought = found(tree, node, query) if count.finds else ()
    these = [one for one in sought if one.count]
    past = count.past(tree, query, these, breach.high)
    marks = tuple(islice(past, MOST_MARKED))
    beside = marks[0] if marks and node in these and node not in marks else node
    return replace(breach, marks=marks, beside=beside)


def _bound(
    tree: Tree,
    node: Node,
    limit: Limit,
    which: str,
    bounds: Bounds,
) -> tuple[Points | None, tuple[str, ...]]:
    """Return a bound and the changes of it; only points have fractions."""
    wanted = limit.min if which == "min" else limit.max
    number: Points | None = None
    if wanted is not None:
        number = amount(tree, node, wanted) if wanted.terms else wanted.base
        if number is None:
            return None, ()
    titles: tuple[str, ...] = ()
    if bounds:
        place = f"{which}:{limit.key}"
        number, titles = changed_bound(bounds, node, place, number)
    if number is not None and count_of(limit.query.count).is_whole:
        number = floor(number) if which == "max" else ceil(number)
    return number, titles
