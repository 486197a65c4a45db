"""Changes of selections, books and packs to the attributes of others.

They are applied in one fixed order, each stage seeing the ones before it: first gear
(see `rulesets.legality.gear`), then categories, tags and rules, then prices, then the
bounds of limits and the figures of profiles. Within a stage all conditions are asked
before anything is changed, so a condition about points in a change of price sees the
prices as printed. Several changes of one number are made in the order set, add,
multiply, at-least, at-most, remove.
"""

from collections.abc import Sequence

from rulesets.books.book import BookProfile
from rulesets.core.caching import Remembered
from rulesets.core.points import Points
from rulesets.core.values import RuleUse, Scalar
from rulesets.game import Game
from rulesets.legality.standing import AppliedChange, Standing, effects
from rulesets.legality.tree import (
    Node,
    Tree,
    add_up,
    forget_found,
    has_line,
    is_part,
)
from rulesets.reviews.figures import Figure, ReviewedProfile

_ORDER = ("set", "add", "multiply", "at-least", "at-most", "remove")


MOST = 10**12
"""Largest number that multiplying makes: changes of changes grow without end."""


def apply_changes(tree: Tree, standing: Standing) -> None:
    """Apply changes of categories, tags, rules and prices; add up again.

    What the gear in use brings are then the rules of what carries it.
    """
    named = effects(tree, standing, *_NAMED)
    for effect in named:
        _NAMED[effect.change.attribute](effect)
    if named:
        forget_found(tree)
    for node in tree.opened:
        for item in node.carried:
            if item.rules:
                node.rules = _with_rules(node.rules, item.rules)
    priced = [e for e in effects(tree, standing, "points") if not e.node.is_carried]
    for effect in sorted(priced, key=_step):
        effect.node.each = _reckon(effect, effect.node.each) or 0
    if priced:
        add_up(tree)


def _step(effect: AppliedChange) -> int:
    return _ORDER.index(effect.change.op)


def _change_category(effect: AppliedChange) -> None:
    node = effect.node
    node.keys = tuple(key for key in node.keys if key != f"#{node.category}")
    node.category = "" if effect.change.op == "remove" else str(effect.value)
    if node.category:
        node.keys = (*node.keys, f"#{node.category}")


def _change_type(effect: AppliedChange) -> None:
    """Set the type of a unit or a group of models; a mount keeps its own."""
    node = effect.node
    if node.kind not in ("unit", "model"):
        return
    known = {profile.kind for profile in node.entry.profiles} if node.entry else set()
    gone = {f"#{kind}" for kind in (*known, node.type) if kind}
    node.keys = (*(key for key in node.keys if key not in gone), f"#{effect.value}")
    node.type = str(effect.value)


def _change_tags(effect: AppliedChange) -> None:
    node, key = effect.node, f"#{effect.value}"
    others = tuple(known for known in node.keys if known != key)
    node.keys = others if effect.change.op == "remove" else (*others, key)


def _change_rules(effect: AppliedChange) -> None:
    rule = effect.value
    if not isinstance(rule, RuleUse):
        return
    node, key = effect.node, f"rule:{rule.key}"
    for one in (node, *node.carried):
        one.rules = tuple(use for use in one.rules if use.key != rule.key)
        one.keys = tuple(known for known in one.keys if known != key)
    if effect.change.op != "remove":
        node.rules = (*node.rules, rule)
        node.keys = (*node.keys, key)


def _with_rules(
    these: tuple[RuleUse, ...], those: tuple[RuleUse, ...]
) -> tuple[RuleUse, ...]:
    """Return the rules of two parts; the later one where both have a rule."""
    return tuple({rule.key: rule for rule in (*these, *those)}.values())


_NAMED = {
    "category": _change_category,
    "type": _change_type,
    "tags": _change_tags,
    "rules": _change_rules,
}


def _reckon(effect: AppliedChange, number: Points | None) -> Points | None:
    """Return a number after one effect on it; none is a number that is not there."""
    value, op = effect.value, effect.change.op
    if op == "remove":
        return None
    if value is None or isinstance(value, str | RuleUse):
        return number
    if op == "set" or number is None:
        return value if op == "set" else None
    if op == "add":
        return number + value
    if op == "multiply":
        return max(-MOST, min(MOST, number * value))
    return max(number, value) if op == "at-least" else min(number, value)


Bounds = dict[tuple[Node, str], list[AppliedChange]]
"""Effects on the bounds of limits by node and ``min:key`` or ``max:key``."""


def bounds(tree: Tree, standing: Standing) -> Bounds:
    """Return the effects on bounds, each list in the order in which they are made."""
    known: Bounds = {}
    for effect in sorted(effects(tree, standing, "min", "max"), key=_step):
        place = (effect.node, effect.change.attribute)
        known.setdefault(place, []).append(effect)
    return known


def changed_bound(
    known: Bounds, node: Node, bound: str, number: Points | None
) -> tuple[Points | None, tuple[str, ...]]:
    """Return a limit's bound after the effects on it, and the names of these."""
    titles: list[str] = []
    for effect in known.get((node, bound), ()):
        before = number
        number = _reckon(effect, number)
        if number != before:
            titles.append(effect.title)
    return number, tuple(titles)


FigureEffects = dict[Node, list[AppliedChange]]
"""Effects on figures by the node whose stat lines they change, as they are made."""


def settle_figures(tree: Tree, standing: Standing, game: Game) -> FigureEffects:
    """Give every node its stat lines; return the effects that made them."""
    known: FigureEffects = {}
    for effect in sorted(effects(tree, standing, "figure"), key=_step):
        known.setdefault(effect.node, []).append(effect)
    for node in tree.opened:
        if is_part(node):
            _gather(node, known)
        if has_line(node) or node in known:
            node.profiles = stat_lines(game, node, known.get(node, ()))
    tree.answers.clear()
    return known


def _gather(part: Node, known: FigureEffects) -> None:
    """Give one of several groups the changes to its unit's line, if it has own changes.

    Without changes of its own it has the line of the unit and needs none.
    """
    own = known.pop(part, [])
    above = part.parent
    if above is not None and any(_is_within(e.host, part) for e in own):
        of_unit = known.get(above, ())
        every = {(id(e.change), e.host.order): e for e in (*of_unit, *own)}
        known[part] = sorted(every.values(), key=_step)


def _is_within(node: Node, place: Node) -> bool:
    return place.order <= node.order <= place.last


def stat_lines(
    game: Game, node: Node, at_work: Sequence[AppliedChange]
) -> tuple[ReviewedProfile, ...]:
    """Return the stat lines of a node with some effects on its figures.

    One of several groups of a unit has the first line of the unit.
    """
    lines = node.entry.profiles if node.entry is not None else ()
    of = node
    if not lines and is_part(node) and node.parent is not None:
        of = node.parent
        lines = of.entry.profiles[:1] if of.entry is not None else ()
    return tuple(_profile(game, line, of.type, at_work) for line in lines)


def _profile(
    game: Game, printed: BookProfile, type: str, at_work: Sequence[AppliedChange]
) -> ReviewedProfile:
    kind = type or printed.kind
    figures = _printed_figures(game, printed, kind)
    if at_work:
        figures = {**figures}
    for effect in at_work:
        key = effect.change.attribute.split(":", 1)[1]
        before = figures.get(key, Figure(None, None))
        start = before.now
        if start is None and key in figures and effect.change.op == "add":
            start = game.figure_of_none(key)
        now = _figure(effect, start)
        if now != before.now:
            by = (*before.changed_by, effect.title)
            figures[key] = Figure(before.printed, now, by)
    return ReviewedProfile(printed.key, printed.name, kind, figures)


_AS_PRINTED = Remembered[dict[str, Figure]](most=20_000)
"""Figures of stat lines as printed, by game, line and type of unit."""


def _printed_figures(game: Game, printed: BookProfile, kind: str) -> dict[str, Figure]:
    """Return the figures of a stat line before any change."""

    def figures() -> dict[str, Figure]:
        values = game.with_type(kind, printed.characteristics)
        return {key: Figure(value, value) for key, value in values.items()}

    return _AS_PRINTED.get((game, printed), kind, figures)


def _figure(effect: AppliedChange, value: Scalar) -> Scalar:
    """Return a figure after one effect; only ``set`` changes one without a number.

    A figure is whole: what is left of a fraction is dropped.
    """
    op = effect.change.op
    if op == "remove":
        return None
    if op == "set" and isinstance(effect.value, str | None):
        return effect.value
    if isinstance(value, int) or op == "set":
        start = value if isinstance(value, int) else 0
        reckoned = _reckon(effect, start)
        return None if reckoned is None else int(reckoned)
    return value
