"""Settled units: what hangs on nothing beyond a unit, done once for its value.

Most changes and limits of an army look no further than the unit that brings them (see
`rulesets.legality.reach`). For those a unit is grown by itself, changed, and asked, and
kept by all that this hangs on: what was bought, its book, the laws of pack and books,
switches, and the points agreed on. An army is then made of such units, and only what
concerns it as a whole is asked. Units that such a matter touches are grown anew.

A unit belongs to one review at a time: who takes it gives it back, and who finds it
taken makes another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets.books.book import Book
from rulesets.core.caching import Lent, Remembered
from rulesets.core.points import Points
from rulesets.core.query import Change, Limit
from rulesets.game import Game
from rulesets.legality.basic_checks import is_faulty
from rulesets.legality.changes import (
    Bounds,
    FigureEffects,
    Standing,
    apply_changes,
    bounds,
    settle_figures,
    standing_changes,
)
from rulesets.legality.equipment import (
    Groups,
    ModelGroup,
    groups,
    hand_messages,
)
from rulesets.legality.gear import settle_gear
from rulesets.legality.growth import grow, grow_unit
from rulesets.legality.limits import Asked, LimitDesk, own_limits
from rulesets.legality.reach import (
    Place,
    far_changes,
    handed_down,
    is_handed_down,
    is_seen,
    rules_of,
)
from rulesets.legality.tree import (
    OWN_FORCE,
    Branch,
    Node,
    Tree,
    TreePart,
    add_up,
    find_keys,
    number,
)
from rulesets.reviews.review import Line
from rulesets.rosters.roster import Selection

MOST_NODES = 20_000
"""Most nodes of units that are kept; those that were not used for longest go first."""


@dataclass(slots=True, eq=False)
class SettledUnit:
    """A unit after all that hangs on nothing beyond it.

    ``reaching`` are its changes that act beyond it, ``asked`` its limits, ``bounds``
    and ``figures`` the effects on these. ``faulty`` are the selections and ``unfit``
    the groups that something is said of, whatever the army. ``line`` is what pages
    read, once that was asked.
    """

    key: "UnitKey"
    top: Node
    branch: Branch
    reaching: Standing
    asked: Sequence[Asked]
    bounds: Bounds
    figures: FigureEffects
    groups: Groups
    faulty: tuple[Node, ...]
    unfit: list[ModelGroup]
    line: Line | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """The common ground of the units of a force: its book, its keys, and the laws.

    ``laws`` are changes of the pack, ``own`` the force that is the army's own where it
    is another: its book, its keys, and whether it stands before.
    """

    game: Game
    book: Book
    keys: tuple[str, ...]
    laws: tuple[Change, ...]
    own: tuple[Book, tuple[str, ...], bool] | None

    def tree(self, limit: Points | None, switches: Mapping[str, bool]) -> Tree:
        """Return the tree of an army without units."""
        root = Node("army", "", ("kind:army",))
        force = _force(root, self.book, self.keys)
        root.children = [force]
        laws = {root: self.laws, force: _laws_inside(self.book, self.keys)}
        if self.own is not None:
            book, keys, is_before = self.own
            own = _force(root, book, keys)
            root.children.insert(0 if is_before else 1, own)
            laws[own] = _laws_outside(book)
        currency = self.game.currency
        return Tree(root, [], limit, currency, switches, laws, is_unit=True)


_SURROUNDINGS = Remembered[Surroundings](most=2_000)


def _force(root: Node, book: Book, keys: tuple[str, ...]) -> Node:
    return Node("force", "", keys, root, book=book, count=1)


def _laws_inside(book: Book, keys: tuple[str, ...]) -> tuple[Change, ...]:
    """Return the laws of a book that its own units have had already."""
    laws = handed_down(book.changes)
    if OWN_FORCE in keys:
        return laws
    return tuple(law for law in laws if law.within != "army")


def _laws_outside(book: Book) -> tuple[Change, ...]:
    """Return the laws of the army's own book that others' units have had already."""
    return tuple(law for law in handed_down(book.changes) if law.within == "army")


Switches = tuple[tuple[str, bool], ...]


class UnitKey:
    """All that a settled unit hangs on; of its force the id, for its paths."""

    __slots__ = ("_hash", "around", "force", "limit", "switches", "unit")

    def __init__(
        self,
        around: Surroundings,
        force: str,
        limit: Points | None,
        switches: Switches,
        unit: Selection,
    ) -> None:
        self.around, self.force, self.limit = around, force, limit
        self.switches, self.unit = switches, unit
        # A unit is hashed with all that was bought for it: once is enough.
        of_unit = _HASHES.of(unit, hash)
        self._hash = hash((around, force, limit, switches, of_unit))

    def __hash__(self) -> int:
        """Return the hash of all parts."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Return whether every part is the same."""
        return isinstance(other, UnitKey) and (
            (self.around, self.force, self.limit, self.switches, self.unit)
            == (other.around, other.force, other.limit, other.switches, other.unit)
        )


_HASHES = Remembered[int](most=4_000)

_UNITS = Lent[UnitKey, SettledUnit](most=MOST_NODES)

_SIGHTED: dict[int, bool] = {}
"""Hashes of the keys of units that were there once; true of those that stay open."""


def _known_unit(key: UnitKey) -> SettledUnit | None:
    """Return a unit that is settled, or is now because it is there once more.

    What is there for the first time is left open: most units of trials and of checks
    never come again.
    """
    known = _UNITS.take(key)
    if known is not None:
        return known
    sign = hash(key)
    is_open = _SIGHTED.get(sign)
    if is_open is None:
        if len(_SIGHTED) >= MOST_NODES:
            _SIGHTED.clear()
        _SIGHTED[sign] = False
    elif not is_open:
        known = _settled(key)
        _SIGHTED[sign] = known is None
    return known


def settle(tree: Tree, game: Game) -> list[SettledUnit]:
    """Let the forces of a tree have their units, settled ones where that may be.

    Returns
    -------
    list of SettledUnit
        They are given back with `give_back`.
    """
    switches = tuple(sorted(tree.switches.items()))
    around = _surroundings(tree, game)
    places: list[tuple[TreePart, Selection, SettledUnit | Node]] = []
    for part in tree.parts:
        here = around.get(part.node) if part.rank else None
        for unit in part.force.units:
            found = None
            if here is not None:
                key = UnitKey(here, part.force.id, tree.limit, switches, unit)
                found = _known_unit(key)
            places.append((part, unit, found or grow_unit(unit, part)))
    kept = _placed(tree, places)
    tree.settled = {one.top: one.branch for one in kept}
    tree.handed = frozenset(
        id(law) for laws in tree.laws.values() for law in handed_down(laws)
    )
    return kept


def _placed(
    tree: Tree, places: Sequence[tuple[TreePart, Selection, SettledUnit | Node]]
) -> list[SettledUnit]:
    """Put units in their forces, and return those that stay settled."""
    far = [*_far(tree, [one for _, _, one in places])]
    kept, spare = [], []
    for part in tree.parts:
        part.node.children.clear()
    for part, unit, one in places:
        node = one if isinstance(one, Node) else one.top
        if isinstance(one, SettledUnit):
            if any(is_seen(one.branch, host, change) for host, change in far):
                spare.append(one)
                node = grow_unit(unit, part)
                part.node.children.pop()
            else:
                kept.append(one)
        node.parent = part.node
        part.node.children.append(node)
        part.nodes = (*part.nodes, node)
    give_back(spare)
    return kept


def give_back(units: Iterable[SettledUnit]) -> None:
    """Let others have settled units."""
    for unit in units:
        unit.top.parent = None
    _UNITS.give((unit.key, unit, len(unit.branch.nodes)) for unit in units)


def forget() -> None:
    """Forget every settled unit."""
    _UNITS.clear()
    _SIGHTED.clear()


def _surroundings(tree: Tree, game: Game) -> dict[Node, Surroundings]:
    """Return what the units of each force have in common."""
    forces = tree.root.children
    own = next((force for force in forces if OWN_FORCE in force.keys), None)
    laws = handed_down(tree.laws[tree.root])
    around: dict[Node, Surroundings] = {}
    for force in forces:
        if force.book is None:
            continue
        beside = None
        if own is not None and own is not force and own.book is not None:
            beside = (own.book, own.keys, forces.index(own) < forces.index(force))
        made = partial(Surroundings, game, force.book, force.keys, laws, beside)
        things = (game, force.book, own.book if own is not None else None)
        key = (force.keys, laws, beside[1:] if beside is not None else None)
        around[force] = _SURROUNDINGS.get(things, key, made)
    return around


def _far(tree: Tree, units: Iterable[SettledUnit | Node]) -> Iterator[Place]:
    """Yield the changes that may touch a unit which does not bring them."""
    for node, laws in tree.laws.items():
        yield from ((node, law) for law in laws if not is_handed_down(law))
    for one in units:
        yield from far_changes(one) if isinstance(one, Node) else one.reaching


# -- settling a unit ------------------------------------------------------------------


def _settled(key: UnitKey) -> SettledUnit | None:
    """Return a unit by itself; none where it hangs on the rest of the army."""
    around, unit = key.around, key.unit
    entry = around.book.entries.get(unit.entry)
    if entry is None or entry.kind != "unit" or entry.per == "model":
        return None
    tree = around.tree(key.limit, dict(key.switches))
    above = next(node for node in tree.root.children if node.keys == around.keys)
    top = grow(unit, around.book.entries, above, f"{key.force}/{unit.id}", around.book)
    number(tree)
    if any(map(_is_open, tree.opened)):
        return None
    find_keys(tree)
    add_up(tree)
    printed = {node: node.keys for node in tree.opened}
    standing = settle_gear(tree, standing_changes(tree, []))
    apply_changes(tree, standing)
    nodes = tree.nodes[top.order : top.last + 1]
    if any(_is_open(node) for node in nodes if node not in printed):
        return None
    figures = settle_figures(tree, standing, around.game)
    reading = around.game.hands
    found = groups(tree, reading)
    moved = bounds(tree, standing)
    return SettledUnit(
        key=key,
        top=top,
        branch=Branch(
            nodes,
            tuple(_limits(nodes)),
            _altered(nodes, printed),
            any(change.head == "points" for _, change in standing),
        ),
        reaching=list(far_changes(top)),
        asked=_asked(tree, nodes, moved),
        bounds={place: these for place, these in moved.items() if place[0].unit is top},
        figures=figures,
        groups=found,
        faulty=tuple(one for one in nodes if is_faulty(one)),
        unfit=[
            group
            for group in found.values()
            if reading is not None and any(hand_messages([group], reading))
        ],
    )


def _is_open(node: Node) -> bool:
    """Return whether a node has changes of its unit that hang on the army."""
    if node.entry is None or not node.entry.changes:
        return False
    return rules_of(node.entry, is_top=node is node.unit).is_open


def _altered(
    nodes: Iterable[Node], printed: Mapping[Node, tuple[str, ...]]
) -> frozenset[str]:
    """Return the targets that find others of some nodes than they did as printed."""
    altered: set[str] = set()
    gone = {node: keys for node, keys in printed.items() if node.unit is not None}
    for node in nodes:
        keys = gone.pop(node, ())
        if keys is not node.keys:
            altered.update(set(keys).symmetric_difference(node.keys))
    return frozenset(altered.union(*gone.values()))


def _limits(nodes: Iterable[Node]) -> Iterator[Limit]:
    """Yield the limits of some nodes that have words of their own, each once."""
    known: set[int] = set()
    for node in nodes:
        for limit in own_limits(node.entry) if node.entry is not None else ():
            if id(limit) not in known:
                known.add(id(limit))
                yield limit


def _asked(tree: Tree, nodes: Iterable[Node], moved: Bounds) -> list[Asked]:
    """Return the limits of a unit: counted, or to be asked of the army."""
    asking = LimitDesk(tree, moved)
    asked: list[Asked] = []
    for node in nodes:
        if node.entry is None:
            continue
        wide = rules_of(node.entry, is_top=node is node.unit).wide
        for place in asking.limits(node):
            if id(place[1]) in wide:
                asked.append(place)
            else:
                asking.ask(*place)
                asked += asking.found
                asking.found.clear()
    return asked
