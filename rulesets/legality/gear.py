"""Swaps and gifts of gear, before anything else is changed.

An item that comes along brings its rules, limits and changes as a bought one does, so
gear is settled first: then it is known what stands. What was bought may change gear,
and then what is carried, each item once; a carried item that is taken away takes with
it what it brought. What was bought stays a choice, with all that it brings.
"""

from rulesets.core.values import together
from rulesets.legality.growth import carry
from rulesets.legality.standing import (
    AppliedChange,
    Standing,
    changes_at,
    effects,
    ensure_unseen,
)
from rulesets.legality.tree import Node, Tree, forget_found, number

MOST_ROUNDS = 5
"""Most times that gear brings gear that brings gear."""


def settle_gear(tree: Tree, standing: Standing) -> Standing:
    """Change the gear of an army; return the changes that then stand."""
    if not _of_gear(standing):
        return standing
    acting = _of_gear([part for part in standing if not part[0].is_carried])
    lasting = [part for part in standing if not _comes_along(tree, part[0])]
    acted: set[Node] = set()
    is_changed = False
    for _ in range(MOST_ROUNDS):
        found = effects(tree, acting, "gear")
        if found:
            is_changed = True
            _change(tree, found)
        waiting = _carried(tree)
        ensure_unseen(tree, waiting)
        acting = _of_gear([part for part in waiting if part[0] not in acted])
        if not acting:
            break
        acted.update(node for node, _ in acting)
    if not is_changed:
        return standing
    return sorted([*lasting, *_carried(tree)], key=lambda part: part[0].order)


def _comes_along(tree: Tree, node: Node) -> bool:
    """Return whether a node is an item that gear may give or take."""
    return node.is_carried and not tree.is_settled(node)


def _of_gear(standing: Standing) -> Standing:
    return [part for part in standing if part[1].head == "gear"]


def _carried(tree: Tree) -> Standing:
    return [
        (item, change)
        for node in tree.opened
        for item in node.carried
        for change in changes_at(tree, item)
    ]


def _change(tree: Tree, found: list[AppliedChange]) -> None:
    for effect in found:
        _change_gear(effect)
    for node in {effect.node: None for effect in found}:
        carry(node)
    number(tree)
    forget_found(tree)


def _change_gear(effect: AppliedChange) -> None:
    """Take every piece of a key away, or give one more."""
    node, key = effect.node, str(effect.value)
    if effect.change.op == "remove":
        node.gear = tuple(piece for piece in node.gear if piece.key != key)
    elif node.book is not None and key in node.book.items and node.entry is not None:
        node.gear = together((*node.gear, node.book.items[key].gear))
