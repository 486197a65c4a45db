"""What a query counts: how it is read, what is past a maximum, and its words.

One row is all that a new count needs. The schemas and `docs/formats.md` are written
from this table by ``python -m rulesets.books.count_guide``, which a test asks for.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from operator import attrgetter

from rulesets.books.book import Entry
from rulesets.core.points import Currency, Points, points_text
from rulesets.core.query import Query
from rulesets.legality.figures import figures_read
from rulesets.legality.tree import Node, Tree

Nodes = Sequence[Node]

MONEY = "{money}"
"""The noun of what is told in points, whatever the game calls them."""


@dataclass(frozen=True, slots=True)
class Count:
    """Something that a query can count.

    Parameters
    ----------
    key : str
        As documents write it; before a colon and a characteristic if it is of one.
    help : str
        What it reads, for authors of books.
    read : callable
        Its number, of the tree, the selection that asks, the query and what that found.
    past : callable, optional
        What is past a maximum, of the tree, the query, what that found and the maximum.
        Without it nothing is marked.
    members : callable, optional
        The numbers of the nodes that count, of the tree and what was found. Where it is
        there, limits that count the same are told once, and at least 1 is "there is".
    one, many : str
        Its noun.
    is_told : bool
        Whether the noun stands behind a number: `3 models`.
    share : str
        What a bound hangs on, in messages: `1 for every 2 models of Orcs`; the noun
        alone where what is found has no name.
    subject : str
        What a limit is about, in the words of a book.
    figure : str
        What it is of a characteristic, `highest` or `sum of`; empty if it is of none.
    finds : bool
        Whether the query has to find something; false for what the whole army has.
    of_asker : bool
        Whether its number hangs on the selection that asks, not only on what is found.
    if_agreed : bool
        Whether limits that hang on it hold only where points were agreed on.
    is_whole : bool
        Whether its bounds are rounded to whole numbers.
    """

    key: str
    help: str
    read: Callable[[Tree, Node, Query, Nodes], Points]
    past: Callable[[Tree, Query, Nodes, Points], Iterable[Node]] | None = None
    members: Callable[[Tree, Nodes], Iterable[int]] | None = None
    one: str = "selection"
    many: str = "selections"
    is_told: bool = False
    share: str = "{noun} of {what}"
    subject: str = "{noun} of {what}"
    figure: str = ""
    finds: bool = True
    of_asker: bool = False
    if_agreed: bool = False
    is_whole: bool = True

    @property
    def written(self) -> str:
        """Return how documents write it: ``models``, ``highest:key``."""
        return f"{self.key}:key" if self.figure else self.key

    def noun(self, currency: Currency, *, one: bool = False) -> str:
        """Return what one of it is called, or several."""
        money = currency.one if one else currency.many
        return (self.one if one else self.many).format(money=money)

    def told(self, number: Points, currency: Currency) -> str:
        """Return a number with its noun, where that needs saying."""
        if not self.is_told:
            return points_text(number)
        return f"{points_text(number)} {self.noun(currency, one=number == 1)}"


def count_of(written: str) -> Count:
    """Return what a query counts, as a document writes it."""
    return COUNTS.get(written) or COUNTS[written.partition(":")[0]]


def count_pattern() -> str:
    """Return the regular expression of all that a query can count."""
    plain = [count.key for count in COUNTS.values() if not count.figure]
    figures = [count.key for count in COUNTS.values() if count.figure]
    return f"^({'|'.join(plain)}|({'|'.join(figures)}):[a-z0-9]+(-[a-z0-9]+)*)$"


# -- reading ------------------------------------------------------------------------

_order = attrgetter("order")


def _selections(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return sum(one.count for one in these)


def _models(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return sum(one.all_models for one in _outermost(these))


def _points(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    return sum(one.total for one in _outermost(these))


def _outermost(these: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes but for those within another, so that nothing is counted twice."""
    past = -1
    for one in these:
        if one.order > past:
            yield one
            past = one.last


def _kinds(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return len({one.identity for one in these if one.count})


def _slots(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return slots_taken(these, query.of)


def slots_taken(these: Iterable[Node], of: tuple[str, ...]) -> int:
    """Return how many slots nodes take: weighed, and several to a slot rounded up."""
    counts: dict[str, int] = {}
    entries: dict[str, Entry] = {}
    for one in these:
        if one.entry is not None:
            key = one.entry.key
            entries[key] = one.entry
            counts[key] = counts.get(key, 0) + one.count
    return sum(
        ceil(counts[key] / entry.per_slot) * slot_weight(entry, of)
        for key, entry in entries.items()
    )


def slot_weight(entry: Entry, of: tuple[str, ...]) -> int:
    """Return how many slots one choice of an entry takes, of what is asked for."""
    tags = [key.removeprefix("#") for key in of]
    return max((entry.slots_taken.get(tag, 1) for tag in tags), default=1)


def _forces(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return len(tree.root.children)


def _earlier(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    sought = ("earlier", id(these))
    known: tuple[Nodes, list[int]] | None = tree.answers.get(sought)
    if known is None:
        sums = [0]
        for one in these:
            sums.append(sums[-1] + one.count)
        known = (these, sums)
        tree.answers[sought] = known
    return known[1][bisect_left(these, asker.order, key=_order)]


def _limit(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    return tree.limit or 0


def _size(tree: Tree, asker: Node, query: Query, these: Nodes) -> Points:
    return tree.root.total if tree.limit is None else tree.limit


def _figures(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return figures_read(tree.nodes, these, query.count)


# -- what is past a maximum: the first ones that fit are not ------------------------


def _past_selections(
    tree: Tree, query: Query, these: Nodes, high: Points
) -> Iterator[Node]:
    taken = 0
    for one in these:
        taken += one.count
        if taken > high:
            yield one


def _past_models(
    tree: Tree, query: Query, these: Nodes, high: Points
) -> Iterator[Node]:
    if query.of == ("*",):
        return
    taken = 0
    for one in _outermost(these):
        taken += one.all_models
        if taken > high and one.all_models:
            yield one


def _past_kinds(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
    kinds: set[str] = set()
    for one in these:
        kinds.add(one.identity)
        if len(kinds) > high:
            yield one


def _past_slots(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
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


def _past_forces(tree: Tree, query: Query, these: Nodes, high: Points) -> Nodes:
    return tree.root.children[int(high) :]


# -- which nodes count ----------------------------------------------------------------


def _bought(tree: Tree, these: Nodes) -> Iterator[int]:
    return (node.order for node in these if node.count)


def _groups(tree: Tree, these: Nodes) -> Iterator[int]:
    for node in these:
        branch = tree.nodes[node.order : node.last + 1]
        yield from (below.order for below in branch if below.models)


# -- the table ------------------------------------------------------------------------

COUNTS: dict[str, Count] = {
    count.key: count
    for count in (
        Count(
            "selections",
            "how many, counts added up",
            read=_selections,
            past=_past_selections,
            members=_bought,
            share="{what}",
            subject="{what}",
        ),
        Count(
            "models",
            "models in what is found, with all below it",
            read=_models,
            past=_past_models,
            members=_groups,
            one="model",
            many="models",
            is_told=True,
            share="{what} {noun}",
        ),
        Count(
            "points",
            "points of it, with all below it",
            read=_points,
            one=MONEY,
            many=MONEY,
            is_told=True,
            is_whole=False,
        ),
        Count(
            "kinds",
            "how many different entries",
            read=_kinds,
            past=_past_kinds,
            one="kind",
            many="kinds",
            is_told=True,
            subject="different {what}",
        ),
        Count(
            "slots",
            "as selections, weighed by `slots_taken` and `per_slot`",
            read=_slots,
            past=_past_slots,
            members=_bought,
            share="{what}",
            subject="choices of {what}",
        ),
        Count(
            "forces",
            "forces of the army",
            read=_forces,
            past=_past_forces,
            one="force",
            many="forces",
            share="{what}",
            subject="{noun}",
            finds=False,
        ),
        Count(
            "earlier",
            "selections found before this one in the army (for rising prices)",
            read=_earlier,
            share="{what}",
            subject="{what} taken before",
            of_asker=True,
        ),
        Count(
            "limit",
            "the points agreed on; what hangs on them is not asked where none are "
            "agreed",
            read=_limit,
            one=MONEY,
            many=MONEY,
            share="{noun} agreed on",
            subject="{noun} agreed on",
            finds=False,
            if_agreed=True,
        ),
        Count(
            "size",
            "the points agreed on, else what the army is worth",
            read=_size,
            one=MONEY,
            many=MONEY,
            share="{noun} of the army",
            subject="{noun} of the army",
            finds=False,
        ),
        Count(
            "highest",
            "the highest value of a characteristic, such as `highest:ld`, among the "
            "models found",
            read=_figures,
            share="{what}",
            subject="{figure} of {what}",
            figure="highest",
        ),
        Count(
            "sum",
            "the sum of a characteristic, such as `sum:rating`, over all models found",
            read=_figures,
            share="{what}",
            subject="{figure} of {what}",
            figure="sum of",
        ),
    )
}
"""By key, what a query can count."""
