"""Standing changes, and their effects: the nodes that each reaches, with its value."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rulesets.core.points import Points
from rulesets.core.query import Amount, Change
from rulesets.core.values import RuleUse, Scalar
from rulesets.legality.evaluation import amount, holds, scope, targets
from rulesets.legality.reach import Touched, is_far, rules_of, sight_of
from rulesets.legality.tree import ALLIED, Node, Tree, has_line, is_borne, is_part


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """A change in force: its effect on one node; ``host`` is the node that has it."""

    change: Change
    node: Node
    value: Points | RuleUse | Scalar
    title: str
    host: Node


Standing = list[tuple[Node, Change]]
"""Changes with the nodes where they stand, in the order of the roster."""


def standing_changes(tree: Tree, reaching: Standing) -> Standing:
    """Return every change with the node where it stands, in the order of the roster.

    Of the settled units there are those that act beyond them, ``reaching``.
    """
    standing = [
        (node, change) for node in tree.opened for change in changes_at(tree, node)
    ]
    if reaching:
        standing = sorted([*standing, *reaching], key=lambda place: place[0].order)
    return standing


def changes_at(tree: Tree, node: Node) -> Sequence[Change]:
    """Return the changes that stand at a node."""
    if node.entry is None:
        return tree.laws.get(node, ())
    if tree.is_unit and node.entry.changes:
        return rules_of(node.entry, is_top=node is node.unit).own
    return node.entry.changes


def ensure_unseen(tree: Tree, standing: Standing) -> None:
    """Raise `Touched` if changes that came with gear see a unit that is settled."""
    if not tree.branches:
        return
    sight = sight_of(place for place in standing if is_far(*place))
    if any(sight.meets(branch) for branch in tree.branches):
        raise Touched


def effects(tree: Tree, standing: Standing, *attributes: str) -> list[AppliedChange]:
    """Return the effects of changes to some attributes, in the roster's order."""
    found = [
        effect
        for host, change in standing
        if change.head in attributes
        for effect in _spread(tree, host, change)
    ]
    if tree.guesses:
        found = _guessed(tree, standing, found, attributes)
    if tree.settled and found:
        return [effect for effect in found if _is_open(tree, effect)]
    return found


def _guessed(
    tree: Tree,
    standing: Standing,
    found: list[AppliedChange],
    attributes: Collection[str],
) -> list[AppliedChange]:
    """Return effects without those that settled units have had, if rightly guessed.

    Of a unit by itself the effects are taken down as guesses.
    """
    values = {(one.host, id(one.change)): (one.value,) for one in found}
    if tree.is_unit:
        tree.guesses |= {key: values[key] for key in tree.guesses if key in values}
        return found
    for host, change in standing:
        key = (host, id(change))
        if change.head in attributes and key in tree.guesses:
            now, then = values.get(key, ()), tree.guesses[key]
            if now != then or [*map(type, now)] != [*map(type, then)]:
                raise Touched(host.unit)
    return [one for one in found if (one.host, id(one.change)) not in tree.guesses]


def _is_open(tree: Tree, effect: AppliedChange) -> bool:
    """Return whether an effect is on an opened node; settled units have had theirs."""
    if not tree.is_settled(effect.node):
        return True
    if id(effect.change) not in tree.handed:
        raise Touched
    return False


def _spread(tree: Tree, host: Node, change: Change) -> Iterator[AppliedChange]:
    place = _place(tree, host, change)
    if place is None:
        return
    if change.when is not None and not holds(tree, host, change.when):
        return
    value: Points | RuleUse | Scalar
    if isinstance(change.value, Amount):
        value = amount(tree, host, change.value)
        if value is None:
            return
    else:
        value = change.value
    yield from _on(tree, host, change, place, value)


def _on(
    tree: Tree,
    host: Node,
    change: Change,
    place: Node,
    value: Points | RuleUse | Scalar,
) -> Iterator[AppliedChange]:
    """Yield the effects of a change on each node that it is for."""
    title = change.title or host.name
    if change.attribute == "gear" and change.op == "add" and "*" in change.to:
        for node in _takers(tree, place):
            yield AppliedChange(change, node, value, title, host)
        return
    if place.selection is None and "*" in change.to:
        yield AppliedChange(change, place, value, title, host)
    for node in _reached(tree, host, change, place):
        yield AppliedChange(change, node, value, title, host)


def _reached(tree: Tree, host: Node, change: Change, place: Node) -> Sequence[Node]:
    """Return the nodes that a change reaches: of a bearer, not the units within it."""
    these = targets(tree, change.to, place, host)
    if change.attribute.startswith("figure:"):
        these = [one for one in these if one.kind == "model" or has_line(one)]
        if is_part(place) and place not in these and "kind:unit" in change.to:
            these = [place, *these]
    if change.within != "bearer":
        return these
    return [node for node in these if is_borne(node, place)]


def _place(tree: Tree, host: Node, change: Change) -> Node | None:
    """Return where a change acts; figures of models without a stat line are the unit's.

    What an ally brings reaches no further than its own force.
    A group of models often fights with the unit's own line, so what is bought for the
    group reaches up to it; of several groups each has that line for itself.
    """
    place = scope(tree, host, change.within)
    if place is tree.root and host.force is not None and ALLIED in host.force.keys:
        place = host.force
    if change.within == "bearer" and change.attribute.startswith("figure:"):
        while place is not None and place.kind != "unit" and not has_line(place):
            if is_part(place):
                break
            place = place.parent
    return place


def _takers(tree: Tree, place: Node) -> Sequence[Node]:
    """Return the nodes that get gear given to a place: itself, or the units of it."""
    if place.selection is not None:
        return (place,)
    return targets(tree, ("kind:unit",), place, place)
