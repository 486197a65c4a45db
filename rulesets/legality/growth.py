"""Growing the tree of a roster: its forces, its units, and what they carry."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulesets.books.book import Book, Books, Entry, Item
from rulesets.core.points import Points
from rulesets.core.query import Change
from rulesets.core.values import Gear
from rulesets.game import Game
from rulesets.legality.forces import ranks
from rulesets.legality.tree import OWN_FORCE, Node, Tree, TreePart
from rulesets.packs.pack import Pack
from rulesets.rosters.roster import Roster, Selection


def plant(
    roster: Roster, books: Books, limit: Points | None, game: Game, pack: Pack
) -> Tree:
    """Return the tree of a roster with its forces, and no unit of them yet."""
    root = Node("army", "", ("kind:army",))
    nodes: dict[str, Node] = {}
    parts: list[TreePart] = []
    found = ranks(roster, books, game.army_of)
    for force, rank in zip(roster.forces, found, strict=True):
        book = books.get((force.book, force.edition))
        node = nodes.get(force.book) if rank else None
        if node is None:
            keys = ("kind:force", f"kind:{rank}", force.book)
            node = Node("force", force.id, keys, root, book=book, count=1)
            if rank:
                nodes[force.book] = node
        if rank and force.units and node not in root.children:
            root.children.append(node)
        parts.append(TreePart(force, rank, book, node))
    root.children += [node for node in nodes.values() if node not in root.children]
    laws = {root: pack.changes, **{one: laws_of(one) for one in nodes.values()}}
    return Tree(root, parts, limit, game.currency, laws=laws)


def laws_of(force: Node) -> tuple[Change, ...]:
    """Return the changes of a book that stand at a force of it."""
    changes = force.book.changes if force.book is not None else ()
    if OWN_FORCE in force.keys:
        return changes
    return tuple(change for change in changes if change.within != "army")


def grow_unit(unit: Selection, part: TreePart) -> Node:
    """Return a unit of a force, priced as printed, and let the force have it."""
    book = part.book
    place = f"{part.force.id}/{unit.id}"
    node = grow(unit, book.entries if book else {}, part.node, place, book)
    if not part.rank:
        _take_prices((node,))
    return node


def grow_all(tree: Tree) -> None:
    """Let the forces of a tree have all of their units."""
    for part in tree.parts:
        part.nodes = tuple([grow_unit(unit, part) for unit in part.force.units])


def _take_prices(these: Iterable[Node]) -> None:
    for node in these:
        node.each = 0
        _take_prices(node.children)


def grow(
    selection: Selection,
    offered: Mapping[str, Entry],
    parent: Node,
    path: str,
    book: Book | None,
) -> Node:
    """Return the node of a selection with all below it, as a child of another."""
    entry = offered.get(selection.entry)
    node = Node(
        kind=entry.kind if entry else "unknown",
        path=path,
        keys=entry.keys if entry else _keys_of_unknown(parent),
        parent=parent,
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
        grow(child, entry.entries if entry else {}, node, place, book)
    return node


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
        book=node.book,
        entry=entry,
        rules=entry.rules,
    )


def _keys_of_unknown(parent: Node) -> tuple[str, ...]:
    return ("*", "kind:unit") if parent.kind == "force" else ("*",)
