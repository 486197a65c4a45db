"""The functions of each count of limits: its number, its excess, its nodes.

The functions of the rows of `counts`.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from operator import attrgetter

from rulesets.books.book import Entry
from rulesets.core.points import Points
from rulesets.core.query import Query
from rulesets.legality.tree import Node, Tree


def figures_read(nodes: Sequence[Node], these: Iterable[Node], count: str) -> int:
    """Return ``highest:key`` or ``sum:key`` of some nodes with all below them.

    A group of models has its own stat line, else that of the unit above. What is no
    number counts nothing. Figures are as printed until they are settled.

    Parameters
    ----------
    nodes : sequence of Node
        All of the tree, in the order of their numbers.
    these : iterable of Node
        What was found, in the same order.
    count : str
        As in `Query.count`.

    Returns
    -------
    int
        In the unit of the characteristic; 0 where nothing was found.
    """
    how, _, key = count.partition(":")
    read = [*_read(nodes, these, key)]
    if how == "sum":
        return sum(figure * models for figure, models in read)
    return max((figure for figure, _ in read), default=0)


def _read(
    nodes: Sequence[Node], these: Iterable[Node], key: str
) -> Iterator[tuple[int, int]]:
    """Yield every figure with its models, nothing twice."""
    past = -1
    for one in these:
        for node in nodes[max(one.order, past + 1) : one.last + 1]:
            if node.models or (node.entry is not None and node.entry.profiles):
                figure = _figure(node, key)
                if isinstance(figure, int):
                    yield figure, node.models
        past = max(past, one.last)


def _figure(node: Node, key: str) -> object:
    at: Node | None = node
    while at is not None and at.entry is not None:
        if at.profiles:
            settled = at.profiles[0].figures.get(key)
            return settled.now if settled is not None else None
        if at.entry.profiles:
            return at.entry.profiles[0].characteristics.get(key)
        at = at.parent
    return None


Nodes = Sequence[Node]


# -- reading ------------------------------------------------------------------------

_order = attrgetter("order")


def selections(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return how many are found, their counts added up."""
    return sum(one.count for one in these)


def models(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return the models of some nodes, with all below them."""
    return sum(one.all_models for one in _outermost(these))


def points(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    """Return the points of some nodes, with all below them."""
    return sum(one.total for one in _outermost(these))


def _outermost(these: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes but for those within another, so that nothing is counted twice."""
    past = -1
    for one in these:
        if one.order > past:
            yield one
            past = one.last


def kinds(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return how many different entries are found."""
    return len({one.identity for one in these if one.count})


def slots(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return how many slots are taken: weighed, and several to a slot rounded up."""
    counts: dict[str, int] = {}
    entries: dict[str, Entry] = {}
    for one in these:
        if one.entry is not None:
            key = one.entry.key
            entries[key] = one.entry
            counts[key] = counts.get(key, 0) + one.count
    return sum(
        ceil(counts[key] / entry.per_slot) * slot_weight(entry, query.of)
        for key, entry in entries.items()
    )


def slot_weight(entry: Entry, of: tuple[str, ...]) -> int:
    """Return how many of the wanted slots one choice of an entry takes."""
    tags = [key.removeprefix("#") for key in of]
    return max((entry.slots_taken.get(tag, 1) for tag in tags), default=1)


def forces(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return the forces of the army."""
    return len(tree.root.children)


def earlier(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return how many are found before the selection that asks."""
    sought = ("earlier", id(these))
    known: tuple[Nodes, list[int]] | None = tree.answers.get(sought)
    if known is None:
        sums = [0]
        for one in these:
            sums.append(sums[-1] + one.count)
        known = (these, sums)
        tree.answers[sought] = known
    return known[1][bisect_left(these, asker.order, key=_order)]


def limit(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    """Return the points agreed on, 0 where none are."""
    return tree.limit or 0


def size(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    """Return the points agreed on, else the points of the army."""
    return tree.root.total if tree.limit is None else tree.limit


def figures(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    """Return the highest value or the sum of a characteristic."""
    return figures_read(tree.nodes, these, query.count)


# -- what is past a maximum: the first ones that fit are not ------------------------


def past_selections(
    tree: Tree, query: Query, these: Nodes, high: Points
) -> Iterator[Node]:
    """Yield the selections past the maximum."""
    taken = 0
    for one in these:
        taken += one.count
        if taken > high:
            yield one


def past_models(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
    """Yield the selections with models past the maximum; none where all are counted."""
    if query.of == ("*",):
        return
    taken = 0
    for one in _outermost(these):
        taken += one.all_models
        if taken > high and one.all_models:
            yield one


def past_kinds(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
    """Yield the selections of kinds past the maximum."""
    kinds: set[str] = set()
    for one in these:
        kinds.add(one.identity)
        if len(kinds) > high:
            yield one


def past_slots(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
    """Yield the selections with slots past the maximum."""
    counts: dict[str, int] = {}
    slots: dict[str, int] = {}
    for one in these:
        if one.entry is None:
            continue
        key = one.entry.key
        counts[key] = counts.get(key, 0) + one.count
        choices = ceil(counts[key] / one.entry.per_slot)
        slots[key] = choices * slot_weight(one.entry, query.of)
        if sum(slots.values()) > high:
            yield one


def past_forces(tree: Tree, query: Query, these: Nodes, high: Points) -> Nodes:
    """Return the forces past the maximum."""
    return tree.root.children[int(high) :]


# -- which nodes count ----------------------------------------------------------------


def members_bought(tree: Tree, these: Nodes) -> Iterator[int]:
    """Yield the numbers of the nodes that are bought."""
    return (node.order for node in these if node.count)


def members_of_groups(tree: Tree, these: Nodes) -> Iterator[int]:
    """Yield the numbers of the nodes that have models, and of those below."""
    for node in these:
        branch = tree.nodes[node.order : node.last + 1]
        yield from (below.order for below in branch if below.models)
