"""The surroundings of units: what of an army the own changes of a unit depend on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from rulesets.books.book import Book
from rulesets.core.caching import Remembered
from rulesets.core.points import Points
from rulesets.core.query import Change
from rulesets.game import Game
from rulesets.legality.reach import handed_down
from rulesets.legality.tree import OWN_FORCE, Node, Tree
from rulesets.rosters.roster import Selection


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


def surroundings(tree: Tree, game: Game) -> dict[Node, Surroundings]:
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


Switches = tuple[tuple[str, bool], ...]


class UnitKey:
    """All that a settled unit depends on; of its force the id, for its paths."""

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
