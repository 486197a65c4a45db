"""Limits: asking each at its place, and saying in words what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulesets.book import Book
from rulesets.legality.changes import Effect, changed_bound
from rulesets.legality.tree import (
    Node,
    Tree,
    amount,
    ask,
    found,
    holds,
    slots_taken,
    targets,
)
from rulesets.pack import Pack
from rulesets.points import Points, points_text
from rulesets.query import Amount, Limit, Query
from rulesets.review import Message

Bounds = dict[tuple[int, str], list[Effect]]


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit that is broken at a node.

    ``short`` is how much is missing, ``over`` how much too much; one of them is 0.
    ``marks`` are the nodes past a maximum.
    """

    limit: Limit
    node: Node
    count: Points
    low: Points | None
    high: Points | None
    marks: tuple[Node, ...]

    @property
    def over(self) -> Points:
        """Return how much is too much."""
        if self.high is None or self.count <= self.high:
            return 0
        return self.count - self.high

    @property
    def short(self) -> Points:
        """Return how much is missing."""
        if self.low is None or self.count >= self.low:
            return 0
        return self.low - self.count


def is_on(tree: Tree, limit: Limit) -> bool:
    """Return whether a limit is in force for this army."""
    return not limit.switchable or tree.switches.get(limit.key, limit.on)


def standing_limits(tree: Tree, pack: Pack) -> Iterator[tuple[Node, Limit]]:
    """Yield every limit with the node where it stands, in the order of the roster."""
    for limit in pack.limits:
        yield tree.root, limit
    for node in tree.nodes:
        if node.kind == "force" and node.book is not None:
            for limit in node.book.limits:
                yield node, limit
        elif node.entry is not None:
            for limit in node.entry.limits:
                yield node, limit


def breaches(tree: Tree, pack: Pack, bounds: Bounds) -> Iterator[Breach]:
    """Yield every limit that is broken, at each place where it is."""
    for host, limit in standing_limits(tree, pack):
        if not is_on(tree, limit):
            continue
        places = targets(tree, limit.each, host, host) if limit.each else (host,)
        for node in places:
            breach = _breach(tree, node, limit, bounds)
            if breach is not None:
                yield breach


def _breach(tree: Tree, node: Node, limit: Limit, bounds: Bounds) -> Breach | None:
    if limit.when is not None and not holds(tree, node, limit.when):
        return None
    low = _bound(tree, node, limit, limit.min, bounds, "min")
    high = _bound(tree, node, limit, limit.max, bounds, "max")
    count = ask(tree, node, limit.query)
    too_many = high is not None and count > high
    if not too_many and (low is None or count >= low):
        return None
    marks = _marks(tree, node, limit.query, high) if too_many else ()
    if limit.each and marks and node not in marks:
        return None
    return Breach(limit, node, count, low, high, marks)


def _bound(
    tree: Tree,
    node: Node,
    limit: Limit,
    wanted: Amount | None,
    bounds: Bounds,
    which: str,
) -> Points | None:
    if wanted is None:
        return None
    number = amount(tree, node, wanted)
    if number is None:
        return None
    return changed_bound(bounds, node, f"{which}:{limit.key}", number)


def _marks(
    tree: Tree, node: Node, query: Query, high: Points | None
) -> tuple[Node, ...]:
    """Return the nodes past a maximum: the first ones that fit are not among them."""
    if high is None:
        return ()
    if query.count == "forces":
        return tuple(tree.root.children[max(0, int(high)) :])
    if query.count not in ("selections", "slots", "kinds"):
        return ()
    passed: list[Node] = []
    past: list[Node] = []
    for one in found(tree, node, query):
        if not one.count:
            continue
        passed.append(one)
        if _taken(passed, query) > high:
            past.append(one)
    return tuple(past)


def _taken(passed: list[Node], query: Query) -> int:
    if query.count == "kinds":
        return len({one.identity for one in passed})
    if query.count == "slots":
        return slots_taken(passed, query.of)
    return sum(one.count for one in passed)


# -- words ------------------------------------------------------------------------


def message(tree: Tree, breach: Breach) -> Message:
    """Return what a player is told of a breach."""
    limit, node = breach.limit, breach.node
    marks = tuple(one.path for one in breach.marks)
    where = node.path
    if node.kind in ("army", "force") and marks:
        where = marks[0]
    elif node.kind in ("army", "force"):
        where = ""
    return Message(
        code=limit.key,
        severity=limit.severity,
        where=where,
        text=_text(tree, breach),
        rule=limit.title,
        source=limit.source,
        marks=marks,
    )


def _text(tree: Tree, breach: Breach) -> str:
    limit, node = breach.limit, breach.node
    if limit.message:
        return _filled(limit.message, breach)
    what = limit.title
    if node.kind not in ("army", "force") and node.name != what:
        what = f"{node.name}: {what}"
    unit = _noun(limit.query.count)
    if breach.over:
        bound, word, gap = breach.high, "most", breach.over
        verdict = f"{points_text(gap)}{unit} too many"
    else:
        bound, word, gap = breach.low, "least", breach.short
        verdict = f"{points_text(gap)}{unit} missing"
    wanted = limit.max if breach.over else limit.min
    how = _derived(wanted, node.book) if wanted is not None else ""
    count = points_text(breach.count)
    text = f"{what}: {count} of at {word} {points_text(bound or 0)}{unit}"
    return f"{text}{how}, {verdict}."


def _noun(count: str) -> str:
    nouns = {"points": " points", "models": " models", "kinds": " kinds"}
    return nouns.get(count, "")


def _filled(template: str, breach: Breach) -> str:
    words = {
        "count": points_text(breach.count),
        "min": points_text(breach.low or 0),
        "max": points_text(breach.high or 0),
        "over": points_text(breach.over),
        "under": points_text(breach.short),
        "name": breach.node.name,
    }
    return re.sub(r"{(\w+)}", lambda m: words.get(m[1], m[0]), template)


def _derived(wanted: Amount, book: Book | None) -> str:
    """Return how a bound came about, in brackets, where it hangs on the army."""
    parts = [points_text(wanted.base)] if wanted.base and wanted.terms else []
    for term in wanted.terms:
        if term.query.count == "limit" and term.times == term.every == 1:
            continue
        per = "" if term.every == 1 else f"{points_text(term.every)} "
        thing = _thing(term.query, book)
        parts.append(f"{points_text(term.times)} for every {per}{thing}")
    return f" ({' and '.join(parts)})" if parts else ""


def _thing(query: Query, book: Book | None) -> str:
    if query.count == "limit":
        return "points agreed on"
    names = [_named(target, book) for target in query.of]
    what = " or ".join(name for name in names if name)
    nouns = {"points": "points", "models": "models"}
    noun = nouns.get(query.count, "")
    if noun and what:
        return f"{noun} of {what}"
    return noun or what or "selections"


def _named(target: str, book: Book | None) -> str:
    if target in ("*", "same"):
        return ""
    key = target.split(":")[-1].removeprefix("#")
    if book is not None:
        if key in book.units:
            return book.units[key].name
        if key in book.items:
            return book.items[key].name
        for category in book.categories:
            if category.key == key:
                return category.name
    return key.replace("-", " ")
