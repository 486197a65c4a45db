"""Figures read by queries: the highest of some models, or the sum over all of them."""

from collections.abc import Iterable, Iterator, Sequence

from rulesets.legality.tree import Node


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
