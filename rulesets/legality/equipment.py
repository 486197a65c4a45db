"""Equipment: the gear and the loadouts of each group of models."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.core.caching import Remembered
from rulesets.core.subject import as_sentence
from rulesets.core.values import Gear, together
from rulesets.game import Game
from rulesets.legality.changes import FigureEffects, stat_lines
from rulesets.legality.limit_messages import of_its_unit
from rulesets.legality.standing import AppliedChange
from rulesets.legality.tree import Node, Tree
from rulesets.loadouts.arrangements import (
    Arrangement,
    FullLoadout,
    arrange,
    why_not_named,
)
from rulesets.loadouts.hands import Hands, Holder, Piece, piece_of
from rulesets.reviews.figures import (
    Equipment,
    Held,
    NamedLoadout,
    Refused,
    ReviewedProfile,
)
from rulesets.reviews.review import ERROR, Message

CODES = {
    "never-equipped": "What is carried can be equipped",
    "loadout": "A named loadout can be in hand",
}
"""Titles of what hands ask of every army of a game that has them, by code."""

BEARERS = ("unit", "model")
"""Kinds of what carries gear."""


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Models that carry the same: their gear, and their loadouts.

    ``node`` is the group's own, ``owner`` the one whose stat line they have.
    """

    node: Node
    owner: Node
    gear: tuple[Gear, ...]
    holder: Holder
    arrangement: Arrangement


Groups = Mapping[Node, ModelGroup]
"""Groups by their nodes, in the order of the roster."""


def groups(tree: Tree, reading: Hands | None) -> Groups:
    """Return every group of models of an army, none where a game has no hands."""
    if reading is None:
        return {}
    return {node: _group(reading, node) for node in tree.opened if is_group(node)}


def is_group(node: Node) -> bool:
    """Return whether a node is of models that have hands."""
    if node.entry is None or node.selection is None:
        return False
    return node.kind == "model" or (node.kind == "unit" and bool(node.entry.models))


def _group(reading: Hands, node: Node) -> ModelGroup:
    gear = carried_gear(node)
    owner = _stat_owner(node)
    lines = owner.profiles or ()
    hands = _hands(reading, lines)
    kind = lines[0].kind if lines else ""
    mounted = kind in reading.riders or _is_mounted(node, gear)

    def arranged() -> tuple[Holder, Arrangement]:
        carries = tuple(piece_of(piece) for piece in gear)
        holder = Holder(hands, kind, mounted, carries)
        return holder, arrange(reading, holder)

    kit = (hands, kind, mounted, tuple([(piece.key, piece.count) for piece in gear]))
    holder, arrangement = _ARRANGED.get((reading, node.book), kit, arranged)
    return ModelGroup(node, owner, gear, holder, arrangement)


_ARRANGED = Remembered[tuple[Holder, Arrangement]](most=5_000)
"""The arrangements in hand of equal gear of one book."""


def equipment(
    group: ModelGroup, game: Game, reading: Hands, known: FigureEffects
) -> Equipment:
    """Return the gear and the loadouts of a group, with its stat lines for each."""
    arrangement = group.arrangement
    pieces = {piece.key: piece for piece in group.gear}
    effects = known.get(group.owner, ())
    return Equipment(
        hands=group.holder.hands,
        worn=tuple(pieces[piece.key] for piece in arrangement.worn),
        loadouts=tuple(
            _held(full, group, game, effects) for full in arrangement.loadouts
        ),
        refused=tuple(
            Refused(_gear_of(held, pieces), why) for held, why in arrangement.refused
        ),
        set_aside=tuple(
            Refused((pieces[piece.key],), why) for piece, why in arrangement.set_aside
        ),
        named=tuple(_judged(reading, group, game, effects)),
        more=arrangement.more,
    )


def _held(
    full: FullLoadout, group: ModelGroup, game: Game, effects: Sequence[AppliedChange]
) -> Held:
    """Return a loadout with the stat lines while the other pieces have no effect."""
    lines = group.owner.profiles or ()
    if any(map(_item_of, effects)):
        in_use = {piece.key for piece in (*full.held, *group.arrangement.worn)}
        idle = {piece.key for piece in group.gear} - in_use
        acting = [effect for effect in effects if _item_of(effect) not in idle]
        if len(acting) < len(effects):
            lines = stat_lines(game, group.owner, acting)
    pieces = {piece.key: piece for piece in group.gear}
    return Held(full.name, _gear_of(full.held, pieces), full.notes, lines)


def _item_of(effect: AppliedChange) -> str:
    return effect.host.entry.item if effect.host.entry is not None else ""


def _judged(
    reading: Hands, group: ModelGroup, game: Game, effects: Sequence[AppliedChange]
) -> Iterator[NamedLoadout]:
    """Yield the loadouts that the player named, with their effects."""
    for name, items, why in _named_loadouts(reading, group):
        full = None if why else _full(reading, group, name, items)
        held = None if full is None else _held(full, group, game, effects)
        yield NamedLoadout(name, items, why, held)


def _full(
    reading: Hands, group: ModelGroup, name: str, items: tuple[str, ...]
) -> FullLoadout:
    """Return a set that the player named as hands see it."""
    known = {piece.key: piece for piece in group.holder.carries}
    held = tuple(known[key] for key in items if reading.is_held(known[key]))
    return FullLoadout(held, name, reading.notes(held, group.holder))


def _named_loadouts(
    reading: Hands, group: ModelGroup
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    selection = group.node.selection
    for one in selection.loadouts if selection is not None else ():
        yield one.name, one.items, why_not_named(reading, group.holder, one.items)


def carried_gear(node: Node) -> tuple[Gear, ...]:
    """Return the gear of one model of a group: its own and its unit's.

    Banners are left out: they are the unit's.
    """
    own = (*node.gear, *bought(node))
    above = node.parent
    if above is not None and above.kind == "unit" and not _has_models(above):
        own = (*above.gear, *bought(above), *own)
    return together(piece for piece in own if not piece.is_of_unit)


def _has_models(node: Node) -> bool:
    return node.entry is not None and bool(node.entry.models)


def bought(node: Node) -> Iterator[Gear]:
    """Yield the options of a bearer; those of a mount are the mount's."""
    for child in node.children:
        if child.kind not in BEARERS:
            yield from child.gear
            if child.kind != "mount":
                yield from bought(child)


def _stat_owner(node: Node) -> Node:
    """Return the node with the stat line of the models."""
    at: Node | None = node
    while at is not None and at.kind != "force":
        if at.profiles:
            return at
        at = at.parent
    return node


def _hands(reading: Hands, lines: Sequence[ReviewedProfile]) -> int:
    figure = lines[0].figures.get(reading.figure) if lines else None
    hands = figure.now if figure is not None else None
    return hands if isinstance(hands, int) else 0


def _is_mounted(node: Node, gear: Sequence[Gear]) -> bool:
    riding = [node, node.parent] if node.kind == "model" else [node]
    return any(piece.kind == "mount" for piece in gear) or any(
        child.kind == "mount" for one in riding if one for child in one.children
    )


def _gear_of(held: tuple[Piece, ...], pieces: Mapping[str, Gear]) -> tuple[Gear, ...]:
    """Return held pieces as gear; a folded piece is unfolded."""
    counts: dict[Piece, int] = {}
    for piece in held:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(
        _so_many(pieces.get(piece.key) or _folded(piece), count)
        for piece, count in counts.items()
    )


def _so_many(gear: Gear, count: int) -> Gear:
    return gear if gear.count == count else replace(gear, count=count)


def _folded(piece: Piece) -> Gear:
    return Gear(
        piece.key, piece.name, {}, kind=piece.kind, hands=piece.hands, base=piece.base
    )


def hand_messages(these: Iterable[ModelGroup], reading: Hands) -> Iterator[Message]:
    """Yield the errors of the hands of an army's groups.

    A set that the player named is not told for a piece that is told already.
    """
    for group in these:
        name, source = group.node.name, reading.source
        told = set()
        for piece, why in _never_equipped(group):
            told.add(piece.key)
            text = f"{name}: {piece.name} can never be equipped. {as_sentence(why)}"
            marks = tuple(_bought_as(group.node, piece.key))
            yield _message("never-equipped", group.node, text, source, marks)
        for title, items, why in _named_loadouts(reading, group):
            if why and told.isdisjoint(items):
                text = f"{name}: “{title}” cannot be in hand. {as_sentence(why)}"
                yield _message("loadout", group.node, text, source)


def _never_equipped(group: ModelGroup) -> Iterator[tuple[Piece, str]]:
    """Yield the pieces that a player chose and no hand can hold, and why."""
    for held, why in group.arrangement.refused:
        if len(held) == 1 and not _comes_along(group, held[0].key):
            yield held[0], why


def _comes_along(group: ModelGroup, key: str) -> bool:
    """Return whether a piece is printed gear of the models, and not bought."""
    above = group.node.parent
    units = [group.node] if above is None else [group.node, above]
    printed = [node.entry.gear for node in units if node.entry is not None]
    return any(piece.key == key for gear in printed for piece in gear) and not any(
        piece.key == key for node in units for piece in bought(node)
    )


def _bought_as(node: Node, key: str) -> Iterator[str]:
    """Yield the paths of the options of a group, or of its unit, that bring a piece."""
    for one in (node, node.parent):
        for child in one.children if one is not None and one.kind in BEARERS else ():
            brings = any(piece.key == key for piece in child.gear)
            if child.kind not in BEARERS and (brings or _is_item(child, key)):
                yield child.path


def _is_item(node: Node, key: str) -> bool:
    return node.entry is not None and node.entry.item == key


def _message(
    code: str, node: Node, text: str, source: str, marks: tuple[str, ...] = ()
) -> Message:
    text = of_its_unit(node, node.name, text)
    return Message(code, ERROR, node.path, text, CODES[code], source, marks)
