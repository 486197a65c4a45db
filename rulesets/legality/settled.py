"""Settled units: what depends on nothing beyond a unit, done once for its value.

Most changes and limits of an army look no further than the unit that brings them (see
`rulesets.legality.reach`). For those a unit is grown by itself, changed, and asked, and
kept by all that this depends on: what was bought, its book, the laws of pack and books,
switches, and the points agreed on. An army is then made of such units, and only what
concerns it as a whole is asked. Units that such a matter touches are grown anew.

A unit belongs to one review at a time: who takes it gives it back, and who finds it
taken makes another.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.core.caching import Lent
from rulesets.core.query import Limit
from rulesets.game import Game
from rulesets.legality.basic_checks import is_faulty
from rulesets.legality.changes import (
    Bounds,
    FigureEffects,
    apply_changes,
    bounds,
    settle_figures,
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
    rules_of,
    sight_of,
)
from rulesets.legality.standing import Standing, standing_changes
from rulesets.legality.surroundings import UnitKey, surroundings
from rulesets.legality.tree import (
    Branch,
    Guesses,
    Node,
    Tree,
    TreePart,
    add_up,
    forget_found,
    number,
)
from rulesets.reviews.review import Line
from rulesets.rosters.roster import Selection

MOST_NODES = 20_000
"""Most nodes of units that are kept; those that were not used for longest go first."""


@dataclass(slots=True, eq=False)
class SettledUnit:
    """A unit after all that depends on nothing beyond it.

    ``reaching`` are its changes that look beyond it, ``guesses`` those of them that act
    on it alone, with what they do there. ``asked`` are its limits, ``bounds`` and
    ``figures`` the effects on these. ``faulty`` are the selections and ``unfit`` the
    groups that something is said of, whatever the army. ``line`` is what pages read,
    once that was asked.
    """

    key: UnitKey
    top: Node
    branch: Branch
    reaching: Standing
    guesses: Guesses
    asked: Sequence[Asked]
    bounds: Bounds
    figures: FigureEffects
    groups: Groups
    faulty: tuple[Node, ...]
    unfit: list[ModelGroup]
    line: Line | None = None


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


def settle(
    tree: Tree, game: Game, opened: Collection[UnitKey] = ()
) -> list[SettledUnit]:
    """Let the forces of a tree have their units, settled ones where that may be.

    Parameters
    ----------
    tree : Tree
    game : Game
    opened : collection of UnitKey
        Units that must not be settled.

    Returns
    -------
    list of SettledUnit
        They are given back with `give_back`.
    """
    switches = tuple(sorted(tree.switches.items()))
    around = surroundings(tree, game)
    places: list[tuple[TreePart, Selection, SettledUnit | Node]] = []
    for part in tree.parts:
        here = around.get(part.node) if part.rank else None
        for unit in part.force.units:
            found = None
            if here is not None:
                key = UnitKey(here, part.force.id, tree.limit, switches, unit)
                found = None if key in opened else _known_unit(key)
            places.append((part, unit, found or grow_unit(unit, part)))
    kept = _placed(tree, places)
    tree.guesses = {key: value for one in kept for key, value in one.guesses.items()}
    tree.settled = {one.top: one.branch for one in kept}
    tree.handed = frozenset(
        id(law) for laws in tree.laws.values() for law in handed_down(laws)
    )
    return kept


def _placed(
    tree: Tree, places: Sequence[tuple[TreePart, Selection, SettledUnit | Node]]
) -> list[SettledUnit]:
    """Put units in their forces, and return those that stay settled."""
    sight = sight_of(_far(tree, [one for _, _, one in places]))
    kept, spare = [], []
    for part in tree.parts:
        part.node.children.clear()
    for part, unit, one in places:
        node = one if isinstance(one, Node) else one.top
        if isinstance(one, SettledUnit):
            if sight.meets(one.branch):
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


def _far(tree: Tree, units: Iterable[SettledUnit | Node]) -> Iterator[Place]:
    """Yield the changes that may touch a unit which does not bring them."""
    for node, laws in tree.laws.items():
        yield from ((node, law) for law in laws if not is_handed_down(law))
    for one in units:
        yield from far_changes(one) if isinstance(one, Node) else one.reaching


# -- settling a unit ------------------------------------------------------------------


def _settled(key: UnitKey) -> SettledUnit | None:
    """Return a unit by itself; none where it depends on the rest of the army."""
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
    forget_found(tree)
    add_up(tree)
    printed = {node: node.keys for node in tree.opened}
    tree.guesses = {key: () for node in tree.opened for key in _guesses(node)}
    standing = settle_gear(tree, standing_changes(tree, []))
    apply_changes(tree, standing)
    nodes = tree.nodes[top.order : top.last + 1]
    given = [node for node in nodes if node not in printed]
    if any(_is_open(node) or any(_guesses(node)) for node in given):
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
        guesses=tree.guesses,
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
    """Return whether a node has changes of its unit that depend on the army."""
    if node.entry is None or not node.entry.changes:
        return False
    return rules_of(node.entry, is_top=node is node.unit).is_open


def _guesses(node: Node) -> Iterator[tuple[Node, int]]:
    """Yield the changes of a unit itself that ask beyond it, with their host."""
    if node.entry is not None and node.entry.changes:
        for change in rules_of(node.entry, is_top=node is node.unit).guessed:
            yield node, change


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
