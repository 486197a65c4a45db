"""The tree of selections that the engine works on.

The nodes stand in the order of the roster, and every node knows where its branch
ends, so that "within" is a comparison of two numbers. Items that nobody bought are
nodes too, in the branch of what carries them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulesets.books.book import Book, Books, Entry, Item
from rulesets.core.points import Currency, Points
from rulesets.core.values import Gear, RuleUse
from rulesets.game import Game
from rulesets.legality.forces import ALLY, OWN, ranks
from rulesets.reviews.figures import ReviewedProfile
from rulesets.rosters.roster import Force, Roster, Selection

OWN_FORCE, ALLIED = f"kind:{OWN}", f"kind:{ALLY}"
"""Queries for the force that is the army's own, and for those that are allies."""


@dataclass(slots=True, eq=False)
class Node:
    """A place in the army: the army itself, a force, a selection, or a carried item.

    ``order`` to ``last`` are the numbers of the nodes of its branch. ``entry`` is none
    where the book offers nothing of that key. ``children`` were bought; ``carried``
    are items that come with it, with an entry and no selection. ``total`` and
    ``all_models`` count the whole branch. ``type`` is the type of unit where a change
    has set it; ``profiles`` are none until every figure is settled. ``called`` is, at
    the army itself, what each unit is called among its likes, once that was asked.
    """

    kind: str
    path: str
    keys: tuple[str, ...]
    parent: "Node | None" = None
    unit: "Node | None" = None
    force: "Node | None" = None
    book: Book | None = None
    entry: Entry | None = None
    selection: Selection | None = None
    children: list["Node"] = field(default_factory=list)
    carried: list["Node"] = field(default_factory=list)
    order: int = 0
    last: int = 0
    category: str = ""
    type: str = ""
    count: int = 0
    models: int = 0
    all_models: int = 0
    each: Points = 0
    own: Points = 0
    total: Points = 0
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    profiles: tuple[ReviewedProfile, ...] | None = None
    called: dict[str, str] | None = None

    @property
    def name(self) -> str:
        """Return the player's name of it, else the book's; a force's book."""
        if self.selection is not None and self.selection.name:
            return self.selection.name
        if self.entry is not None:
            return self.entry.name
        if self.selection is not None:
            return self.selection.entry
        return self.book.name if self.book is not None else ""

    @property
    def is_carried(self) -> bool:
        """Return whether it is an item that came along without being bought."""
        return self.selection is None and self.entry is not None

    @property
    def identity(self) -> str:
        """Return the item, else the entry, that makes two selections the same."""
        if self.entry is None:
            return self.selection.entry if self.selection is not None else self.path
        return self.entry.item or self.entry.key


@dataclass(frozen=True, slots=True)
class TreePart:
    """A force as the roster has it: one of those that its node is made of.

    ``rank`` is what it is to the army (see `rulesets.legality.forces`); where it is
    nothing that counts, its node stands beside the tree. ``nodes`` are its units.
    """

    force: Force
    rank: str
    book: Book | None
    node: Node
    nodes: tuple[Node, ...]


@dataclass(slots=True)
class Tree:
    """An army as nodes.

    ``parts`` are the forces as the roster has them; ``switches`` holds every switch
    that is known, by key; ``currency`` is what points are called; ``answers`` is what
    was asked since the tree last changed (see `rulesets.legality.evaluation`).
    """

    nodes: list[Node]
    parts: list[TreePart]
    limit: Points | None
    currency: Currency
    switches: Mapping[str, bool] = field(default_factory=dict)
    by_key: dict[str, list[Node]] = field(default_factory=dict)
    answers: dict[Any, Any] = field(default_factory=dict)

    @property
    def root(self) -> Node:
        """Return the node of the whole army."""
        return self.nodes[0]

    def paths(self, node: Node) -> tuple[str, ...]:
        """Return where a node stands in the roster; that of a force may be several."""
        if node.kind != "force":
            return (node.path,)
        parts = sorted(self.parts, key=lambda part: not part.nodes)
        return tuple(part.force.id for part in parts if part.node is node)


def grow(roster: Roster, books: Books, limit: Points | None, game: Game) -> Tree:
    """Return the tree of a roster, priced as printed, before switches and changes."""
    root = Node("army", "", ("kind:army",))
    parts = [*_grow_forces(roster, books, root, game)]
    tree = Tree([root], parts, limit, game.currency)
    number(tree)
    find_keys(tree)
    add_up(tree)
    return tree


def _grow_forces(
    roster: Roster, books: Books, root: Node, game: Game
) -> Iterator[TreePart]:
    """Yield the forces of a roster; those of one book that count share a node."""
    nodes: dict[str, Node] = {}
    found = ranks(roster, books, game.army_of)
    for force, rank in zip(roster.forces, found, strict=True):
        book = books.get((force.book, force.edition))
        node = nodes.get(force.book) if rank else None
        if node is None:
            keys = ("kind:force", f"kind:{rank}", force.book)
            node = Node("force", force.id, keys, root, book=book, count=1)
            node.force = node
            if rank:
                nodes[force.book] = node
        before = len(node.children)
        for unit in force.units:
            place = f"{force.id}/{unit.id}"
            _grow_selection(unit, book.entries if book else {}, node, place, book)
        units = tuple(node.children[before:])
        if not rank:
            _take_prices(units)
        elif units and before == 0:
            root.children.append(node)
        yield TreePart(force, rank, book, node, units)
    root.children += [node for node in nodes.values() if not node.children]


def _take_prices(these: Iterable[Node]) -> None:
    for node in these:
        node.each = 0
        _take_prices(node.children)


def _grow_selection(
    selection: Selection,
    offered: Mapping[str, Entry],
    parent: Node,
    path: str,
    book: Book | None,
) -> None:
    entry = offered.get(selection.entry)
    node = Node(
        kind=entry.kind if entry else "unknown",
        path=path,
        keys=entry.keys if entry else _keys_of_unknown(parent),
        parent=parent,
        force=parent.force,
        book=book,
        entry=entry,
        selection=selection,
        count=selection.count,
    )
    node.unit = node if parent.kind == "force" else parent.unit
    if entry is not None:
        node.category = entry.category
        node.models = entry.models * selection.count
        node.each = entry.points + (selection.roll or 0 if entry.roll else 0)
        node.rules = entry.rules
        node.gear = _gear(entry, selection.count)
        carry(node)
    parent.children.append(node)
    for child in selection.selections:
        place = f"{path}/{child.id}"
        _grow_selection(child, entry.entries if entry else {}, node, place, book)


def _gear(entry: Entry, count: int) -> tuple[Gear, ...]:
    """Return the gear of a number of an entry; models and mounts carry their own."""
    if count == 1 or entry.kind in ("unit", "model", "mount"):
        return entry.gear
    return tuple(replace(piece, count=piece.count * count) for piece in entry.gear)


def carry(node: Node) -> None:
    """Make a node of every item that comes along with one; the known ones stay."""
    if not node.gear and not node.carried:
        return
    known = {item.identity: item for item in node.carried}
    own = node.entry.item if node.entry is not None else ""
    node.carried = []
    for piece in node.gear:
        if piece.key != own and node.book is not None:
            item = known.get(piece.key) or _carried(node, node.book.items[piece.key])
            item.count = piece.count
            node.carried.append(item)


def _carried(node: Node, item: Item) -> Node:
    entry = item.carried
    return Node(
        entry.kind,
        node.path,
        entry.keys,
        node,
        unit=node.unit,
        force=node.force,
        book=node.book,
        entry=entry,
        rules=entry.rules,
    )


def _keys_of_unknown(parent: Node) -> tuple[str, ...]:
    return ("*", "kind:unit") if parent.kind == "force" else ("*",)


def number(tree: Tree) -> None:
    """Give the nodes their numbers in the order of the roster."""
    nodes: list[Node] = []
    _number(tree.root, nodes)
    tree.nodes = nodes


def _number(node: Node, nodes: list[Node]) -> None:
    node.order = len(nodes)
    nodes.append(node)
    for item in node.carried:
        item.order = item.last = len(nodes)
        nodes.append(item)
    for child in node.children:
        _number(child, nodes)
    node.last = len(nodes) - 1


def find_keys(tree: Tree) -> None:
    """List the nodes that each target finds, in the order of the roster."""
    by_key: defaultdict[str, list[Node]] = defaultdict(list)
    for node in tree.nodes:
        for key in node.keys:
            by_key[key].append(node)
    tree.by_key = by_key
    tree.answers.clear()


def add_up(tree: Tree) -> None:
    """Compute models, prices and totals of every node, branches before stems."""
    for node in reversed(tree.nodes):
        node.all_models = node.models
        for child in node.children:
            node.all_models += child.all_models
    for node in reversed(tree.nodes):
        node.own = node.total = node.each * node.count * _multiplier(node)
        for child in node.children:
            node.total += child.total
    tree.answers.clear()


def _multiplier(node: Node) -> int:
    if node.entry is None or node.entry.per != "model":
        return 1
    above = bearer(node)
    if above is None:
        return 1
    if above.kind == "model" and above.entry is not None and not above.entry.models:
        return above.count
    return own_models(above)


def own_models(node: Node) -> int:
    """Return the models of a branch; those of a unit within a unit are its own."""
    if node.kind in ("army", "force"):
        return node.all_models
    return node.models + sum(own_models(c) for c in node.children if c.kind != "unit")


def is_borne(node: Node, place: Node) -> bool:
    """Return whether a node of a branch is of no unit within the one it starts at."""
    at: Node | None = node
    while at is not None and at is not place:
        if at.kind == "unit" and place.kind not in ("army", "force"):
            return False
        at = at.parent
    return True


def has_line(node: Node) -> bool:
    """Return whether a node has stat lines of its own."""
    return node.entry is not None and bool(node.entry.profiles)


def is_part(node: Node) -> bool:
    """Return whether a node is one of several groups that share their unit's line."""
    above = node.parent
    if not _shares(node) or above is None or not has_line(above):
        return False
    return sum(_shares(other) for other in above.children) > 1


def _shares(node: Node) -> bool:
    return node.kind == "model" and node.models > 0 and not has_line(node)


def bearer(node: Node) -> Node | None:
    """Return the nearest group of models or unit above a node, else its force."""
    at = node.parent
    while at is not None and at.kind not in ("model", "unit", "force"):
        at = at.parent
    return at
