"""Changes: what selections, books and packs do to the attributes of others.

They are applied in one fixed order, each stage seeing the ones before it: first tags,
rules and gear, then prices, then the bounds of limits and the figures of profiles.
A condition about points in a change of price sees the prices as printed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.book import BookProfile
from rulesets.game import Game
from rulesets.legality.tree import (
    Node,
    Tree,
    add_up,
    amount,
    find_keys,
    holds,
    scope,
    targets,
)
from rulesets.matchup import Gear, RuleUse, Scalar
from rulesets.pack import Pack
from rulesets.points import Points
from rulesets.query import Amount, Change
from rulesets.review import Figure, Profile

_ORDER = ("set", "add", "multiply", "at-least", "at-most")


@dataclass(frozen=True, slots=True)
class Effect:
    """A change that holds: what it does to one node."""

    change: Change
    node: Node
    value: Points | RuleUse | Scalar
    title: str


def effects(tree: Tree, pack: Pack, attributes: Iterable[str]) -> list[Effect]:
    """Return what the changes of some attributes do now, in the order of the roster."""
    wanted = tuple(attributes)
    return [
        effect
        for host, change in _standing(tree, pack)
        if change.attribute.split(":")[0] in wanted
        for effect in _spread(tree, host, change)
    ]


def _standing(tree: Tree, pack: Pack) -> Iterator[tuple[Node, Change]]:
    for change in pack.changes:
        yield tree.root, change
    for node in tree.nodes:
        if node.kind == "force" and node.book is not None:
            for change in node.book.changes:
                yield node, change
        elif node.entry is not None:
            for change in node.entry.changes:
                yield node, change


def _spread(tree: Tree, host: Node, change: Change) -> Iterator[Effect]:
    place = scope(tree, host, change.within)
    if place is None:
        return
    for node in targets(tree, change.to, place, host):
        if change.when is None or holds(tree, host, change.when):
            value = change.value
            if isinstance(value, Amount):
                worked_out = amount(tree, host, value)
                if worked_out is None:
                    continue
                yield Effect(change, node, worked_out, change.title or host.name)
            else:
                yield Effect(change, node, value, change.title or host.name)


def apply_changes(tree: Tree, pack: Pack) -> None:
    """Apply what changes tags, rules, gear and prices; add up again."""
    named = effects(tree, pack, ("tags", "rules", "gear"))
    for effect in named:
        _NAMED[effect.change.attribute](effect)
    if named:
        find_keys(tree)
    priced = effects(tree, pack, ("points",))
    for effect in sorted(priced, key=_step):
        effect.node.each = _reckon(effect, effect.node.each)
    if priced:
        add_up(tree)


def _step(effect: Effect) -> int:
    return _ORDER.index(effect.change.op) if effect.change.op in _ORDER else 0


def _change_tags(effect: Effect) -> None:
    _change_keys(effect, f"#{effect.value}")


def _change_rules(effect: Effect) -> None:
    rule = effect.value
    if not isinstance(rule, RuleUse):
        return
    others = tuple(r for r in effect.node.rules if r.key != rule.key)
    gone = effect.change.op == "remove"
    effect.node.rules = others if gone else (*others, rule)
    _change_keys(effect, f"rule:{rule.key}")


def _change_keys(effect: Effect, key: str) -> None:
    node = effect.node
    others = tuple(known for known in node.keys if known != key)
    node.keys = others if effect.change.op == "remove" else (*others, key)


def _change_gear(effect: Effect) -> None:
    node, key = effect.node, str(effect.value)
    others = tuple(gear for gear in node.gear if gear.key != key)
    if effect.change.op == "remove" or node.book is None:
        node.gear = others
    elif key in node.book.items:
        item = node.book.items[key]
        node.gear = (*others, Gear(item.key, item.name, item.stats))


_NAMED = {"tags": _change_tags, "rules": _change_rules, "gear": _change_gear}


def _reckon(effect: Effect, number: Points) -> Points:
    """Return a number after one effect on it; what is no number leaves it alone."""
    value = effect.value
    if value is None or isinstance(value, str | RuleUse):
        return number
    op = effect.change.op
    if op == "set":
        return value
    if op == "add":
        return number + value
    if op == "multiply":
        return number * value
    return max(number, value) if op == "at-least" else min(number, value)


def bounds(tree: Tree, pack: Pack) -> dict[tuple[int, str], list[Effect]]:
    """Return the effects on bounds by node and ``min:key`` or ``max:key``."""
    found: dict[tuple[int, str], list[Effect]] = {}
    for effect in effects(tree, pack, ("min", "max")):
        place = (effect.node.order, effect.change.attribute)
        found.setdefault(place, []).append(effect)
    return found


def changed_bound(
    known: dict[tuple[int, str], list[Effect]], node: Node, bound: str, number: Points
) -> Points:
    """Return a limit's bound after the effects on it."""
    for effect in sorted(known.get((node.order, bound), ()), key=_step):
        number = _reckon(effect, number)
    return number


def profiles(
    game: Game, node: Node, known: dict[int, list[Effect]]
) -> tuple[Profile, ...]:
    """Return the stat lines of a node with the effects on its figures."""
    if node.entry is None:
        return ()
    at_work = sorted(known.get(node.order, ()), key=_step)
    return tuple(_profile(game, p, at_work) for p in node.entry.profiles)


def figure_effects(tree: Tree, pack: Pack) -> dict[int, list[Effect]]:
    """Return the effects on figures by the node whose profile they change."""
    found: dict[int, list[Effect]] = {}
    for effect in effects(tree, pack, ("figure",)):
        found.setdefault(effect.node.order, []).append(effect)
    return found


def _profile(game: Game, printed: BookProfile, at_work: list[Effect]) -> Profile:
    unit_type = game.unit_types.get(printed.kind)
    values = {**(unit_type.characteristics if unit_type else {})}
    values.update(printed.characteristics)
    figures = {key: Figure(value, value) for key, value in values.items()}
    for effect in at_work:
        key = effect.change.attribute.split(":", 1)[1]
        before = figures.get(key, Figure(None, None))
        now = _figure(effect, before.now)
        if now != before.now:
            by = (*before.changed_by, effect.title)
            figures[key] = Figure(before.printed, now, by)
    return Profile(printed.key, printed.name, printed.kind, figures)


def _figure(effect: Effect, value: Scalar) -> Scalar:
    """Return a figure after one effect; only ``set`` touches what is no number."""
    if effect.change.op == "set" and isinstance(effect.value, str | None):
        return effect.value
    if isinstance(value, int) or effect.change.op == "set":
        start = value if isinstance(value, int) else 0
        return int(_reckon(effect, start))
    return value
