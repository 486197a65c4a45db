"""The tree of selections that the engine works on, and the questions put to it.

The nodes stand in the order of the roster, and every node knows where its branch
ends, so that "within" is a comparison of two numbers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from rulesets.book import Book, Books, Entry
from rulesets.matchup import Gear, RuleUse
from rulesets.points import Points, to_points
from rulesets.query import Amount, Condition, Query
from rulesets.roster import Force, Roster, Selection


@dataclass(slots=True, eq=False)
class Node:
    """A place in the army: the army itself, a force, or a selection.

    ``order`` to ``last`` are the numbers of the nodes of its branch. ``entry`` is none
    where the book offers nothing of that key. ``total`` and ``all_models`` count the
    whole branch.
    """

    kind: str
    path: str
    order: int
    keys: tuple[str, ...]
    parent: "Node | None" = None
    unit: "Node | None" = None
    force: "Node | None" = None
    book: Book | None = None
    entry: Entry | None = None
    selection: Selection | None = None
    children: list["Node"] = field(default_factory=list)
    last: int = 0
    count: int = 0
    models: int = 0
    all_models: int = 0
    each: Points = 0
    own: Points = 0
    total: Points = 0
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()

    @property
    def name(self) -> str:
        """Return what the player calls it, else what the book does."""
        if self.selection is not None and self.selection.name:
            return self.selection.name
        if self.entry is not None:
            return self.entry.name
        return self.selection.entry if self.selection is not None else ""

    @property
    def identity(self) -> str:
        """Return what makes two selections the same thing: the item, else the entry."""
        if self.entry is None:
            return self.selection.entry if self.selection is not None else self.path
        return self.entry.item or self.entry.key


@dataclass(slots=True)
class Tree:
    """An army as nodes; ``switches`` holds every switch that is known, by key."""

    nodes: list[Node]
    limit: Points | None
    switches: Mapping[str, bool]
    by_key: dict[str, list[Node]] = field(default_factory=dict)

    @property
    def root(self) -> Node:
        """Return the node of the whole army."""
        return self.nodes[0]


def grow(
    roster: Roster, books: Books, limit: Points | None, switches: Mapping[str, bool]
) -> Tree:
    """Return the tree of a roster, priced as printed; changes come later."""
    root = Node("army", "", 0, ("*", "kind:army"))
    nodes = [root]
    for force in roster.forces:
        _grow_force(force, books, root, nodes)
    root.last = len(nodes) - 1
    tree = Tree(nodes, limit, switches)
    find_keys(tree)
    add_up(tree)
    return tree


def _grow_force(force: Force, books: Books, root: Node, nodes: list[Node]) -> None:
    book = books.get((force.book, force.edition))
    keys = ("*", "kind:force", force.book)
    node = Node("force", force.id, len(nodes), keys, root, book=book)
    node.force = node
    nodes.append(node)
    root.children.append(node)
    offered = book.units if book is not None else {}
    for unit in force.units:
        _grow_selection(unit, offered, node, nodes)
    node.last = len(nodes) - 1


def _grow_selection(
    selection: Selection, offered: Mapping[str, Entry], parent: Node, nodes: list[Node]
) -> None:
    entry = offered.get(selection.entry)
    node = Node(
        kind=entry.kind if entry else "unknown",
        path=f"{parent.path}/{selection.id}",
        order=len(nodes),
        keys=entry.keys if entry else _keys_of_unknown(parent),
        parent=parent,
        force=parent.force,
        book=parent.book,
        entry=entry,
        selection=selection,
        count=selection.count,
    )
    node.unit = node if parent.kind == "force" else parent.unit
    if entry is not None:
        node.models = entry.models * selection.count
        node.each = entry.points + (selection.roll or 0 if entry.roll else 0)
        node.rules = entry.rules
        node.gear = entry.gear
    nodes.append(node)
    parent.children.append(node)
    for child in selection.selections:
        _grow_selection(child, entry.entries if entry else {}, node, nodes)
    node.last = len(nodes) - 1


def _keys_of_unknown(parent: Node) -> tuple[str, ...]:
    return ("*", "kind:unit") if parent.kind == "force" else ("*",)


def find_keys(tree: Tree) -> None:
    """List the nodes that each target finds, in the order of the roster."""
    by_key: dict[str, list[Node]] = {}
    for node in tree.nodes:
        for key in node.keys:
            by_key.setdefault(key, []).append(node)
    tree.by_key = by_key


def add_up(tree: Tree) -> None:
    """Work out models, prices and totals of every node, branches before stems."""
    for node in reversed(tree.nodes):
        node.all_models = node.models + sum(c.all_models for c in node.children)
    for node in reversed(tree.nodes):
        node.own = node.each * node.count * _multiplier(node)
        node.total = node.own + sum(child.total for child in node.children)


def _multiplier(node: Node) -> int:
    if node.entry is None or node.entry.per != "model" or node.parent is None:
        return 1
    return node.parent.all_models


# -- questions --------------------------------------------------------------------


def scope(tree: Tree, node: Node, within: str) -> Node | None:
    """Return the node that a scope names, seen from another, or none."""
    if within in ("self", "parent", "unit", "force", "army"):
        found = {
            "self": node,
            "parent": node.parent,
            "unit": node.unit,
            "force": node.force,
            "army": tree.root,
        }
        return found[within]
    return _bearer(node) if within == "bearer" else _above(node, within)


def _bearer(node: Node) -> Node | None:
    """Return the nearest group of models or unit above an option."""
    at = node.parent
    while at is not None and at.kind not in ("model", "unit", "force"):
        at = at.parent
    return at


def _above(node: Node, key: str) -> Node | None:
    at: Node | None = node
    while at is not None and key not in at.keys:
        at = at.parent
    return at


def found(tree: Tree, node: Node, query: Query) -> Iterator[Node]:
    """Yield the nodes that a query finds, in the order of the roster."""
    place = scope(tree, node, query.within)
    if place is None:
        return
    for one in targets(tree, query.of, place, node):
        if not query.deep and one.parent is not place:
            continue
        if query.where is None or holds(tree, one, query.where):
            yield one


def targets(
    tree: Tree, of: tuple[str, ...], place: Node, asker: Node
) -> Iterable[Node]:
    """Return the nodes within a place that one of the targets finds, in order."""
    named = [asker.identity if key == "same" else key for key in of]
    if len(named) == 1:
        these: Iterable[Node] = tree.by_key.get(named[0], ())
    else:
        merged = {n.order: n for key in named for n in tree.by_key.get(key, ())}
        these = [merged[order] for order in sorted(merged)]
    return [node for node in these if place.order <= node.order <= place.last]


def ask(tree: Tree, node: Node, query: Query) -> Points:
    """Return the number that a query reads, asked from a node."""
    if query.count == "limit":
        return tree.limit or 0
    if query.count == "forces":
        return len(tree.root.children)
    these = found(tree, node, query)
    if query.count == "selections":
        return sum(one.count for one in these)
    if query.count == "earlier":
        return sum(one.count for one in these if one.order < node.order)
    if query.count == "kinds":
        return len({one.identity for one in these if one.count})
    if query.count == "slots":
        return slots_taken(these, query.of)
    return _whole(these, query.count)


def _whole(these: Iterable[Node], count: str) -> Points:
    """Return models or points of nodes with all below them, nothing counted twice."""
    number: Points = 0
    past = -1
    for one in these:
        if one.order > past:
            number += one.all_models if count == "models" else one.total
            past = one.last
    return number


def slots_taken(these: Iterable[Node], of: tuple[str, ...]) -> int:
    """Return how many slots nodes take: weighed, and several to a slot rounded up."""
    counts: dict[str, tuple[Entry, int]] = {}
    for one in these:
        if one.entry is not None:
            known = counts.get(one.entry.key, (one.entry, 0))
            counts[one.entry.key] = (one.entry, known[1] + one.count)
    tags = [key.removeprefix("#") for key in of]
    return sum(
        ceil(count / entry.per_slot)
        * max((entry.slots_taken.get(tag, 1) for tag in tags), default=1)
        for entry, count in counts.values()
    )


def amount(tree: Tree, node: Node, wanted: Amount) -> Points | None:
    """Return an amount, asked from a node; none if it hangs on a limit not agreed."""
    number: Points = wanted.base
    for term in wanted.terms:
        if term.query.count == "limit" and tree.limit is None:
            return None
        share = Fraction(ask(tree, node, term.query)) / Fraction(term.every)
        if term.round != "no":
            share = Fraction(floor(share) if term.round == "down" else ceil(share))
        number += _exact(share * Fraction(term.times))
    if wanted.least is not None:
        number = max(number, wanted.least)
    if wanted.most is not None:
        number = min(number, wanted.most)
    return number


def _exact(share: Fraction) -> Points:
    """Return a fraction as points, cut to six decimals where it has no end."""
    if share.denominator == 1:
        return share.numerator
    return to_points(str(round(float(share), 6)))


def holds(tree: Tree, node: Node, condition: Condition) -> bool:
    """Return whether a condition holds, asked from a node."""
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
    number = ask(tree, node, condition.query)
    low = _bound(tree, node, condition.at_least)
    high = _bound(tree, node, condition.at_most)
    return (low is None or number >= low) and (high is None or number <= high)


def _bound(tree: Tree, node: Node, wanted: Amount | None) -> Points | None:
    return None if wanted is None else amount(tree, node, wanted)
