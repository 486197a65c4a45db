"""Equipment: what each group of models carries and can have in hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulesets.game import Game
from rulesets.legality.changes import Effect, FigureEffects, stat_lines
from rulesets.legality.tree import Node, Tree
from rulesets.loadouts.arranging import Arrangement, arrange, why_not_named
from rulesets.loadouts.hands import Hands, Holder, Piece, names, piece_of
from rulesets.matchup import Gear, together
from rulesets.review import ERROR, Equipment, Held, Message, Named, Profile, Refused

CODES = {
    "never-equipped": "What is carried can be equipped",
    "loadout": "A named loadout can be in hand",
}
"""Titles of what hands ask of every army of a game that has them, by code."""

BEARERS = ("unit", "model")
"""Kinds of what carries gear."""

Kits = Mapping[int, Equipment]
"""Equipment by the number of the node."""


def equip(tree: Tree, game: Game, known: FigureEffects) -> Kits:
    """Return what every group of models can do with its hands."""
    if game.hands is None:
        return {}
    return {
        node.order: _equipment(game, game.hands, node, known)
        for node in tree.nodes
        if is_group(node)
    }


def is_group(node: Node) -> bool:
    """Return whether a node is of models that have hands."""
    if node.entry is None or node.selection is None:
        return False
    return node.kind == "model" or (node.kind == "unit" and bool(node.entry.models))


def _equipment(
    game: Game, reading: Hands, node: Node, known: FigureEffects
) -> Equipment:
    gear = carried(node)
    owner = _stat_owner(node)
    lines = owner.profiles or ()
    holder = _holder(reading, node, gear, lines)
    arrangement = arrange(reading, holder)
    pieces = {piece.key: piece for piece in gear}
    effects = known.get(owner.order, ())
    return Equipment(
        hands=holder.hands,
        worn=tuple(pieces[piece.key] for piece in arrangement.worn),
        loadouts=tuple(
            Held(
                name=names(held),
                held=_gear_of(held, pieces),
                notes=reading.notes(held, holder),
                profiles=_while_held(game, owner, effects, held, arrangement, pieces),
            )
            for held in arrangement.loadouts
        ),
        refused=tuple(
            Refused(_gear_of(held, pieces), why) for held, why in arrangement.refused
        ),
        set_aside=tuple(
            Refused((pieces[piece.key],), why) for piece, why in arrangement.set_aside
        ),
        named=tuple(
            Named(one.name, one.items, why_not_named(reading, holder, one.items))
            for one in (node.selection.loadouts if node.selection else ())
        ),
        more=arrangement.more,
    )


def carried(node: Node) -> tuple[Gear, ...]:
    """Return what one model of a group carries: its own, and what its unit has."""
    own = (*node.gear, *bought(node))
    above = node.parent
    if above is not None and above.kind == "unit" and not _has_models(above):
        own = (*above.gear, *bought(above), *own)
    return together(own)


def _has_models(node: Node) -> bool:
    return node.entry is not None and bool(node.entry.models)


def bought(node: Node) -> Iterator[Gear]:
    """Yield what was bought for a bearer; what a mount has bought is the mount's."""
    for child in node.children:
        if child.kind not in BEARERS:
            yield from child.gear
            if child.kind != "mount":
                yield from bought(child)


def _stat_owner(node: Node) -> Node:
    """Return the node whose stat line the models have."""
    at: Node | None = node
    while at is not None and at.kind != "force":
        if at.profiles:
            return at
        at = at.parent
    return node


def _holder(
    reading: Hands, node: Node, gear: Sequence[Gear], lines: Sequence[Profile]
) -> Holder:
    figure = lines[0].figures.get(reading.figure) if lines else None
    hands = figure.now if figure is not None else None
    unit = node.parent if node.kind == "model" else None
    riding = [node, *([unit] if unit is not None else [])]
    mounted = any(piece.kind == "mount" for piece in gear) or any(
        child.kind == "mount" for one in riding for child in one.children
    )
    return Holder(
        hands=hands if isinstance(hands, int) else 0,
        kind=lines[0].kind if lines else "",
        mounted=mounted,
        carries=tuple(piece_of(piece) for piece in gear),
    )


def _gear_of(held: tuple[Piece, ...], pieces: Mapping[str, Gear]) -> tuple[Gear, ...]:
    """Return what is held as gear; what a game has folded stands for itself."""
    counts: dict[Piece, int] = {}
    for piece in held:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(
        replace(pieces.get(piece.key) or _folded(piece), count=count)
        for piece, count in counts.items()
    )


def _folded(piece: Piece) -> Gear:
    return Gear(
        piece.key, piece.name, {}, kind=piece.kind, hands=piece.hands, base=piece.base
    )


def _while_held(
    game: Game,
    owner: Node,
    effects: Sequence[Effect],
    held: tuple[Piece, ...],
    arrangement: Arrangement,
    pieces: Mapping[str, Gear],
) -> tuple[Profile, ...]:
    """Return the stat lines while so much is in hand: what is not held does nothing."""
    in_use = {piece.key for piece in (*held, *arrangement.worn)}
    idle = pieces.keys() - in_use
    acting = [
        e for e in effects if e.host.entry is None or e.host.entry.item not in idle
    ]
    if len(acting) == len(effects):
        return owner.profiles or ()
    return stat_lines(game, owner, acting)


def hand_messages(tree: Tree, kits: Kits, source: str) -> Iterator[Message]:
    """Yield what is wrong with the hands of an army's groups."""
    for order, kit in kits.items():
        node = tree.nodes[order]
        for refused in kit.refused:
            if len(refused.held) == 1 and refused.held[0].count == 1:
                name = refused.held[0].name
                text = f"{node.name}: {name} can never be equipped. {refused.why}."
                yield _message("never-equipped", node, text, source)
        for named in kit.named:
            if named.why_not:
                text = f"{node.name}: “{named.name}” is no loadout: {named.why_not}."
                yield _message("loadout", node, text, source)


def _message(code: str, node: Node, text: str, source: str) -> Message:
    return Message(
        code, ERROR, node.path, text, CODES[code], source, marks=(node.path,)
    )
