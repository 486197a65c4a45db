"""Words: what a player is told of a limit that is broken, with the arithmetic."""

import re

from rulesets.legality.limits import IMPLIED, Breach
from rulesets.legality.tree import Node, Tree
from rulesets.points import Points, points_text
from rulesets.query import Amount, Query, Term
from rulesets.review import Message

_OPENING = ("A ", "An ", "He ", "One ", "Only ", "Other ", "The ", "This ", "Who ")
"""Words that a sentence begins with and that are no name."""


def message(tree: Tree, breach: Breach) -> Message:
    """Return what a player is told of a breach."""
    limit, node = breach.limit, breach.beside
    marks = tuple(dict.fromkeys(one.path for one in breach.marks))
    where = node.path
    if node.kind in ("army", "force") and marks:
        where = marks[0]
    elif node.kind in ("army", "force"):
        where = ""
    return Message(
        code=limit.key,
        severity=limit.severity,
        where=where,
        text=of_its_unit(node, breach.node.name, _text(tree, breach)),
        rule=limit.title,
        source=limit.source or _printed_at(breach),
        marks=marks,
        off=breach.over or -breach.short,
    )


def of_its_unit(node: Node, name: str, text: str) -> str:
    """Return what is told beside a node so that it names the unit.

    Parameters
    ----------
    node : Node
        What it is told beside; of the army and of a force everything is said already.
    name : str
        What the text is about; where it begins with that, the unit is set before it.
    text : str
    """
    unit = node.unit.name if node.unit is not None else ""
    if not unit or _is_in(unit, text):
        return text
    if name and text.startswith((f"{name}:", f"{name} (")):
        return f"{unit}, {text}"
    if text.startswith(_OPENING):
        text = f"{text[0].lower()}{text[1:]}"
    return f"{unit}: {text}"


def _is_in(unit: str, text: str) -> bool:
    """Return whether a text names a unit; a captain of a sentence is no Captain."""
    flags = re.IGNORECASE if " " in unit else re.NOFLAG
    return re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text, flags) is not None


def _printed_at(breach: Breach) -> str:
    """Return where the unit is printed whose range is broken, "" for other limits."""
    if breach.limit.key not in IMPLIED:
        return ""
    at: Node | None = breach.node
    while at is not None:
        if at.entry is not None and at.entry.source:
            return at.entry.source
        if at.kind == "force" and at.book is not None:
            return at.book.source
        at = at.parent
    return ""


def _text(tree: Tree, breach: Breach) -> str:
    limit, node = breach.limit, breach.node
    if limit.message:
        return _filled(limit.message, tree, breach)
    what = limit.title
    if node.kind not in ("army", "force") and node.name != what:
        what = f"{node.name}: {what}"
    noun = limit.query.count
    if breach.over:
        bound, word = breach.high or 0, "most"
        verdict = f"{_counted(tree, breach.over, noun)} too many"
    else:
        bound, word = breach.low or 0, "least"
        verdict = f"{_counted(tree, breach.short, noun)} missing"
    count = points_text(breach.count)
    text = f"{what}: {count} of at {word} {_counted(tree, bound, noun)}"
    return f"{text}{_reasons(tree, breach)}, {verdict}."


def _reasons(tree: Tree, breach: Breach) -> str:
    """Return how a bound came about, in brackets, where it is no printed number."""
    limit = breach.limit
    wanted = limit.max if breach.over else limit.min
    parts = _derived(tree, wanted, breach.node) if wanted is not None else []
    if breach.changed_by:
        parts.append(f"changed by {', '.join(breach.changed_by)}")
    return f" ({'; '.join(parts)})" if parts else ""


def _counted(tree: Tree, number: Points, noun: str) -> str:
    """Return a number with what it counts, where that needs saying."""
    if noun == "points":
        return tree.currency.text(number)
    if noun not in ("models", "kinds"):
        return points_text(number)
    return f"{points_text(number)} {noun[:-1] if number == 1 else noun}"


def _filled(template: str, tree: Tree, breach: Breach) -> str:
    """Fill in a book's own words; what is not one of the known names stays as it is."""
    size = tree.root.total if tree.limit is None else tree.limit
    words = {
        "count": points_text(breach.count),
        "min": points_text(breach.low or 0),
        "max": points_text(breach.high or 0),
        "over": points_text(breach.over),
        "under": points_text(breach.short),
        "name": breach.node.name,
        "size": points_text(size),
    }
    return re.sub(r"{(\w+)}", lambda m: words.get(m[1], m[0]), template)


def _derived(tree: Tree, wanted: Amount, node: Node) -> list[str]:
    sums = [points_text(wanted.base)] if wanted.base and wanted.terms else []
    sums += [
        _share(tree, term, node)
        for term in wanted.terms
        if term.query.count != "limit" or not term.times == term.every == 1
    ]
    return [" and ".join(sums)] if sums else []


def _share(tree: Tree, term: Term, node: Node) -> str:
    if term.every == 1 and 0 < term.times < 1:
        return (
            f"{points_text(term.times * 100)} % of the {_thing(tree, term.query, node)}"
        )
    per = f"{points_text(term.every)} {_thing(tree, term.query, node)}"
    if term.every == 1:
        per = _thing(tree, term.query, node, one=True)
    return f"{points_text(term.times)} for every {per}"


def _thing(tree: Tree, query: Query, node: Node, *, one: bool = False) -> str:
    """Return the name of what a query counts."""
    money = tree.currency.one if one else tree.currency.many
    if query.count in ("limit", "size"):
        return f"{money} {'agreed on' if query.count == 'limit' else 'of the army'}"
    names = [_named(target, node) for target in query.of]
    what = " or ".join(name for name in names if name)
    if query.count in ("points", "kinds"):
        kinds = "kind" if one else "kinds"
        noun = money if query.count == "points" else kinds
        return f"{noun} of {what}" if what else noun
    noun = {"models": "models", "forces": "forces"}.get(query.count, "selections")
    noun = noun[:-1] if one else noun
    if query.count == "models" and what:
        return f"{what} {noun}"
    return what or noun


def _named(target: str, node: Node) -> str:
    """Return what a target is called, as seen from a place in the army."""
    if target in ("*", "same", "kind:model", "kind:unit"):
        return ""
    key = target.split(":")[-1].removeprefix("#")
    at: Node | None = node
    while at is not None:
        if at.entry is not None and key in at.entry.entries:
            return at.entry.entries[key].name
        at = at.parent
    book = node.book
    if book is None:
        return key.replace("-", " ")
    categories = {category.key: category for category in book.categories}
    for named in (book.entries, book.items, categories):
        if key in named:
            return str(named[key].name)
    return key.replace("-", " ")
