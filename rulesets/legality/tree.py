"""The tree of selections that the engine works on.

The nodes stand in the order of the roster, and every node knows where its branch
ends, so that "within" is a comparison of two numbers. Items that nobody bought are
nodes too, in the branch of what carries them.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from rulesets.books.book import Book, Entry
from rulesets.core.points import Currency, Points
from rulesets.core.query import Change, Limit
from rulesets.core.values import Gear, RuleUse
from rulesets.legality.forces import ALLY, OWN
from rulesets.reviews.figures import ReviewedProfile
from rulesets.rosters.roster import Force, Selection

_order = attrgetter("order")

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
    def force(self) -> "Node | None":
        """Return the force that it is of, itself where it is one; none of the army."""
        if self.unit is not None:
            return self.unit.parent
        return self if self.kind == "force" else None

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


@dataclass(slots=True)
class TreePart:
    """A force as the roster has it: one of those that its node is made of.

    ``rank`` is what it is to the army (see `rulesets.legality.forces`); where it is
    nothing that counts, its node stands beside the tree. ``nodes`` are its units.
    """

    force: Force
    rank: str
    book: Book | None
    node: Node
    nodes: tuple[Node, ...] = ()


Keys = dict[str, list[Node]]
"""Nodes by the targets that find them, in their order."""


@dataclass(slots=True, eq=False)
class Branch:
    """A unit that is settled: all that depends on nothing beyond it was done before.

    ``nodes`` are all of it, ``limits`` those of it that have words of their own, each
    once, ``by_key`` the nodes that each target finds. ``altered`` are
    the targets that found others of it as printed; ``is_repriced`` is true where a
    change has moved a price of it.
    """

    nodes: list[Node]
    limits: tuple[Limit, ...]
    altered: frozenset[str] = frozenset()
    is_repriced: bool = False
    by_key: Keys = field(init=False)

    def __post_init__(self) -> None:
        """List the nodes that each target finds."""
        self.by_key = _by_key(self.nodes)


Guesses = dict[tuple[Node, int], tuple[object, ...]]
"""By host and id of a change the value that it sets, nothing where it sets none."""


@dataclass(slots=True)
class Tree:
    """An army as nodes.

    ``parts`` are the forces as the roster has them; ``switches`` holds every switch
    that is known, by key; ``currency`` is what points are called; ``laws`` are the
    changes of packs and books where they stand. ``answers`` is what was asked since the
    tree last changed (see `rulesets.legality.evaluation`).

    Of the nodes, those of units that are ``settled`` are left as they are, and the
    others are ``opened``; ``walk`` are the opened ones and the settled units among
    them, ``branches`` the settled units in their order. ``handed`` are the ids of the
    laws that every unit has had already, ``guesses`` what those changes of settled
    units do that ask beyond them. ``is_unit`` is true of one unit grown by itself: of
    its changes only those stand that look no further.
    """

    root: Node
    parts: list[TreePart]
    limit: Points | None
    currency: Currency
    switches: Mapping[str, bool] = field(default_factory=dict)
    laws: Mapping[Node, tuple[Change, ...]] = field(default_factory=dict)
    settled: dict[Node, Branch] = field(default_factory=dict)
    handed: frozenset[int] = frozenset()
    guesses: Guesses = field(default_factory=dict)
    is_unit: bool = False
    nodes: list[Node] = field(default_factory=list)
    opened: list[Node] = field(default_factory=list)
    walk: list[Node] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    open_keys: Keys | None = None
    all_keys: Set[str] | None = None
    by_key: Keys = field(default_factory=dict)
    answers: dict[Any, Any] = field(default_factory=dict)

    def having(self, key: str) -> Sequence[Node]:
        """Return the nodes that a target finds, in the order of the roster."""
        known = self.by_key.get(key)
        if known is None:
            known = [*self._opened_by_key().get(key, ())]
            own = len(known)
            for branch in self.branches:
                if key in branch.by_key:
                    known += branch.by_key[key]
            if own and len(known) > own:
                known.sort(key=_order)
            self.by_key[key] = known
        return known

    @property
    def present(self) -> Set[str]:
        """Return the targets that find something."""
        if self.all_keys is None:
            found = (branch.by_key for branch in self.branches)
            self.all_keys = set(self._opened_by_key()).union(*found)
        return self.all_keys

    def _opened_by_key(self) -> Keys:
        if self.open_keys is None:
            self.open_keys = _by_key(self.opened)
        return self.open_keys

    def is_settled(self, node: Node) -> bool:
        """Return whether a node is of a unit that is settled."""
        return node.unit in self.settled

    def paths(self, node: Node) -> tuple[str, ...]:
        """Return where a node stands in the roster; that of a force may be several."""
        if node.kind != "force":
            return (node.path,)
        parts = sorted(self.parts, key=lambda part: not part.nodes)
        return tuple(part.force.id for part in parts if part.node is node)


def number(tree: Tree) -> None:
    """Give the nodes their numbers in the order of the roster."""
    tree.nodes, tree.opened, tree.walk, tree.branches = [], [], [], []
    _number(tree, tree.root)


def _number(tree: Tree, node: Node) -> None:
    nodes = tree.nodes
    node.order = len(nodes)
    for one in (node, *node.carried):
        one.order = one.last = len(nodes)
        nodes.append(one)
        tree.opened.append(one)
        tree.walk.append(one)
    for child in node.children:
        branch = tree.settled.get(child)
        if branch is None:
            _number(tree, child)
        else:
            _number_branch(tree, branch)
    node.last = len(nodes) - 1


def _number_branch(tree: Tree, branch: Branch) -> None:
    """Give the nodes of a settled unit their numbers, unless they have them already."""
    start, top = len(tree.nodes), branch.nodes[0]
    if top.order != start:
        for place, node in enumerate(branch.nodes, start):
            node.last += place - node.order
            node.order = place
    tree.nodes += branch.nodes
    tree.walk.append(top)
    tree.branches.append(branch)


def forget_found(tree: Tree) -> None:
    """Have what targets and queries find looked for anew, after the nodes changed."""
    tree.open_keys = tree.all_keys = None
    tree.by_key.clear()
    tree.answers.clear()


def _by_key(nodes: Iterable[Node]) -> Keys:
    """Return the nodes that each target finds, in their order."""
    by_key: Keys = {}
    for node in nodes:
        for key in node.keys:
            found = by_key.get(key)
            if found is None:
                by_key[key] = [node]
            elif found[-1] is not node:
                found.append(node)
    return by_key


def in_order(these: Sequence[Node], those: Iterable[Node]) -> Sequence[Node]:
    """Return nodes in the order of the roster, with others of theirs among them."""
    others = [*those]
    return sorted([*these, *others], key=_order) if others else these


def add_up(tree: Tree) -> None:
    """Compute models, prices and totals of every node, branches before stems."""
    for node in reversed(tree.opened):
        node.all_models = node.models
        for child in node.children:
            node.all_models += child.all_models
    for node in reversed(tree.opened):
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


def joined(node: Node) -> Node | None:
    """Return the unit that the unit of a node joins; none where it joins none."""
    unit = node.unit
    if unit is None or unit.selection is None or not unit.selection.joins:
        return None
    path = f"{unit.path.partition('/')[0]}/{unit.selection.joins}"
    beside = unit.parent.children if unit.parent is not None else ()
    return next((one for one in beside if one.path == path), None)
