"""The questions that limits, conditions and amounts put to the tree of selections.

What a query finds and reads at a place is remembered until the tree changes, so that
a limit that is asked at every selection of a large army stays quick.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from operator import attrgetter

from rulesets.core.points import Points, to_points
from rulesets.core.query import JOINED, Amount, Condition, Query, Term
from rulesets.legality.counts import count_of
from rulesets.legality.tree import Node, Tree, bearer, joined

_order = attrgetter("order")


def scope(tree: Tree, node: Node, within: str) -> Node | None:
    """Return the node that a scope names, seen from another, or none."""
    if within == "self":
        return node
    if within == "army":
        return tree.root
    if within == "force":
        return node.force
    if within == "unit":
        return node.unit
    if within == "parent":
        return node.parent
    if within == "bearer":
        return bearer(node)
    return joined(node) if within == JOINED else _above(node, within)


def _above(node: Node, key: str) -> Node | None:
    at: Node | None = node
    while at is not None and key not in at.keys:
        at = at.parent
    return at


def targets(
    tree: Tree, of: tuple[str, ...], place: Node, asker: Node
) -> Sequence[Node]:
    """Return the nodes within a place that one of the targets finds, in order."""
    these: Sequence[Node]
    if len(of) == 1:
        these = tree.having(asker.identity if of[0] == "same" else of[0])
    else:
        these = _merged(tree, of, asker.identity if "same" in of else "")
    if not these or place.order == 0:
        return these
    first = bisect_left(these, place.order, key=_order)
    return these[first : bisect_right(these, place.last, first, key=_order)]


def _merged(tree: Tree, of: tuple[str, ...], same: str) -> Sequence[Node]:
    """Return the nodes of the whole tree that one of several targets finds."""
    known: Sequence[Node] | None = tree.answers.get(("of", of, same))
    if known is None:
        named = dict.fromkeys(same if key == "same" else key for key in of)
        merged = {n.order: n for key in named for n in tree.having(key)}
        known = [merged[order] for order in sorted(merged)]
        tree.answers["of", of, same] = known
    return known


def found(tree: Tree, node: Node, query: Query) -> Sequence[Node]:
    """Return the nodes that a query finds, in the order of the roster."""
    place = scope(tree, node, query.within)
    if place is None:
        return ()
    same = node.identity if "same" in query.of else ""
    sought = ("found", id(query), place.order, same)
    known = tree.answers.get(sought)
    if known is None:
        # The query stands beside its answer so that its id is not given away.
        known = (query, _search(tree, node, query, place))
        tree.answers[sought] = known
    these: Sequence[Node] = known[1]
    return these


def _search(tree: Tree, node: Node, query: Query, place: Node) -> Sequence[Node]:
    if query.deep:
        these = targets(tree, query.of, place, node)
    else:
        wanted = {node.identity if key == "same" else key for key in query.of}
        these = [c for c in place.children if not wanted.isdisjoint(c.keys)]
    if query.where is None:
        return these
    if not _asks_alike(query.where):
        return [one for one in these if holds(tree, one, query.where)]
    return _of_places(tree, these, query.where)


def _asks_alike(condition: Condition) -> bool:
    """Return whether a condition is the same for all who ask it of one force."""
    query, bounds = condition.query, (condition.at_least, condition.at_most)
    return (
        query is not None
        and query.within in ("force", "army")
        and "same" not in query.of
        and not count_of(query.count).of_asker
        and not any(one is not None and one.terms for one in bounds)
    )


def _of_places(
    tree: Tree, these: Sequence[Node], condition: Condition
) -> Sequence[Node]:
    """Return those in whose force a condition holds, which is asked once of each."""
    held: dict[Node | None, bool] = {}
    kept = []
    for one in these:
        place = one.force
        if place not in held:
            held[place] = holds(tree, one, condition)
        if held[place]:
            kept.append(one)
    return kept


def ask(tree: Tree, node: Node, query: Query) -> Points:
    """Return the number that a query reads, asked from a node."""
    if query.is_range:
        key = query.of[0]
        return sum([c.count for c in node.children if key in c.keys])
    count = count_of(query.count)
    if not count.finds:
        return count.read(tree, node, query, ())
    these = found(tree, node, query)
    if not these:
        return 0
    if count.of_asker:
        return count.read(tree, node, query, these)
    sought = (query.count, query.of, id(these))
    known: tuple[Sequence[Node], Points] | None = tree.answers.get(sought)
    if known is None:
        known = (these, count.read(tree, node, query, these))
        tree.answers[sought] = known
    return known[1]


def amount(tree: Tree, node: Node, wanted: Amount) -> Points | None:
    """Evaluate an amount at a node; none if it needs a points limit and none is set."""
    number: Points = wanted.base
    if not wanted.terms and wanted.least is None and wanted.most is None:
        return number
    for term in wanted.terms:
        if tree.limit is None and count_of(term.query.count).if_agreed:
            return None
        number += _term(ask(tree, node, term.query), term)
    if wanted.least is not None:
        number = max(number, wanted.least)
    if wanted.most is not None:
        number = min(number, wanted.most)
    return number


def _term(read: Points, term: Term) -> Points:
    every, times = term.every, term.times
    if isinstance(read, int):
        if every == 1:
            return read * times
        if isinstance(every, int) and isinstance(times, int) and term.round != "no":
            return (
                read // every if term.round == "down" else -(-read // every)
            ) * times
    share = Fraction(read) / Fraction(term.every)
    if term.round != "no":
        share = Fraction(floor(share) if term.round == "down" else ceil(share))
    return _exact(share * Fraction(term.times))


def _exact(share: Fraction) -> Points:
    """Return a fraction as points, cut to six decimals where it has no end."""
    if share.denominator == 1:
        return share.numerator
    return to_points(str(round(float(share), 6)))


def holds(tree: Tree, node: Node, condition: Condition) -> bool:
    """Return whether a condition holds, asked from a node.

    What is asked of the points agreed on holds only where some were agreed.
    """
    if condition.all:
        return all(holds(tree, node, part) for part in condition.all)
    if condition.any:
        return any(holds(tree, node, part) for part in condition.any)
    if condition.none:
        return not any(holds(tree, node, part) for part in condition.none)
    if condition.switch:
        return tree.switches.get(condition.switch, False)
    if condition.query is None:
        return True
    return _compares(tree, node, condition, condition.query)


def _compares(tree: Tree, node: Node, condition: Condition, query: Query) -> bool:
    if tree.limit is None and count_of(query.count).if_agreed:
        return False
    number = ask(tree, node, query)
    low = bound(tree, node, condition.at_least)
    high = bound(tree, node, condition.at_most)
    return (low is None or number >= low) and (high is None or number <= high)


def bound(tree: Tree, node: Node, wanted: Amount | None) -> Points | None:
    """Return an amount that may be absent, asked from a node."""
    return None if wanted is None else amount(tree, node, wanted)
