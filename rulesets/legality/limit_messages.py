"""Messages to players about broken limits, with the arithmetic."""

import re
from collections.abc import Sequence

from rulesets.core.points import points_text
from rulesets.core.query import RANGE, Amount, Query, Term
from rulesets.legality.counts import COUNTS, count_of
from rulesets.legality.limits import Breach
from rulesets.legality.tree import Node, Tree
from rulesets.legality.unit_names import opening, unit_name
from rulesets.reviews.review import Message

_OPENING = ("A ", "An ", "He ", "One ", "Only ", "Other ", "The ", "This ", "Who ")
"""Words that a sentence begins with and that are no name."""


SEE = " See "
"""Words before the units that are past a maximum of the army."""

MOST_NAMED = 3
"""Most units past a maximum that are named."""

_NONE_OF = re.compile(r" of at most {max}((?: \w+)?)(?=[,;.])|() of at most {max}")
"""Own words that say the number allowed, with what is counted at the end."""


_COLON = re.compile(r"[^.;:]+: ")
_NOUNS = "|".join(
    (
        *("unit", "warrior", "character", "leader", "beast", "warden", "spell"),
        *("item", "time"),
        *(count.one for count in COUNTS.values() if count.many == f"{count.one}s"),
    )
)
_ONE_OF_MANY = re.compile(rf"(?<![\d,.])1 ({_NOUNS})s\b")
"""One of what own words only have several of."""


def message(tree: Tree, breach: Breach) -> Message:
    """Return the message of a breach."""
    limit, node = breach.limit, breach.beside
    marks = tuple(dict.fromkeys(p for one in breach.marks for p in tree.paths(one)))
    where = node.path
    if node.kind in ("army", "force") and marks:
        where = marks[0]
    elif node.kind in ("army", "force"):
        where = ""
    text = of_its_unit(breach.beside, _name(breach), _text(tree, breach))
    return Message(
        code=limit.key,
        severity=limit.severity,
        where=where,
        text=f"{text}{_past(breach, text)}",
        rule=limit.title,
        source=limit.source or _printed_at(breach),
        marks=marks,
        off=breach.over or -breach.short,
    )


def _past(breach: Breach, text: str) -> str:
    """Return which units are past a maximum of the army, where a text does not say."""
    if breach.beside.kind not in ("army", "force"):
        return ""
    units = [*dict.fromkeys(mark.unit or mark for mark in breach.marks)]
    names = [unit_name(one) if one.unit else one.name for one in units[:MOST_NAMED]]
    if all(_is_in(name, text) for name in names):
        return ""
    if more := len(units) - len(names):
        names.append(f"{more:,} more")
    return f"{SEE}{listed(names)}."


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: ``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def without_units(text: str) -> str:
    """Return the text of a message without the units past its limit at its end."""
    return text.partition(SEE)[0]


def of_its_unit(node: Node, name: str, text: str) -> str:
    """Return a text beside a node so that it names the unit among its equals.

    Parameters
    ----------
    node : Node
        What it is told beside; of the army and of a force everything is said already.
    name : str
        What the text is about; where it begins with that, the unit is set before it.
    text : str
    """
    title = node.unit.name if node.unit is not None else ""
    unit = unit_name(node.unit) if node.unit is not None else ""
    if not unit or _is_in(unit, text):
        return opening(text)
    if _is_in(title, text):
        if unit == title:
            return text
        if text.startswith(title):
            return opening(f"{unit}{text.removeprefix(title)}")
    begins = (f"{name}:", f"{name} (", f"{name}, ")
    if name and name != title and text.startswith(begins):
        return opening(f"{unit}, {text}")
    if text.startswith(_OPENING):
        text = f"{text[0].lower()}{text[1:]}"
    # One colon is enough: `Captain, other magic items beside a banner: 1`.
    mark = "," if _COLON.match(text) else ":"
    return opening(f"{unit}{mark} {text}")


def _name(breach: Breach) -> str:
    """Return the subject of a breach: a unit is named by its number."""
    node = breach.node
    same = node.unit is node and breach.beside.unit is node
    return unit_name(node) if same else node.name


def _is_in(unit: str, text: str) -> bool:
    """Return whether a text names a unit; a captain of a sentence is no Captain."""
    flags = re.IGNORECASE if " " in unit else re.NOFLAG
    return re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text, flags) is not None


def _printed_at(breach: Breach) -> str:
    """Return where a unit's broken range is printed, "" for other limits."""
    if breach.limit.origin != RANGE:
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
    known = what == node.name or what.startswith(f"{node.name}:")
    if node.kind not in ("army", "force") and not known:
        what = f"{_name(breach)}, {what}"
    count, currency = count_of(limit.query.count), tree.currency
    if breach.over and not breach.high:
        number = count.told(breach.count, currency)
        return f"{what}: {number}, and none is allowed{_reasons(tree, breach)}."
    if breach.over:
        bound, word = breach.high or 0, "most"
        verdict = f"{count.told(breach.over, currency)} too many"
    else:
        bound, word = breach.low or 0, "least"
        verdict = f"{count.told(breach.short, currency)} missing"
    now = points_text(breach.count)
    text = f"{what}: {now} of at {word} {count.told(bound, currency)}"
    return f"{text}{_reasons(tree, breach)}, {verdict}."


def _reasons(tree: Tree, breach: Breach) -> str:
    """Return how a bound came about, in brackets, where it is no printed number."""
    limit = breach.limit
    wanted = limit.max if breach.over else limit.min
    parts = _derived(tree, wanted, breach.node) if wanted is not None else []
    if breach.changed_by:
        parts.append(f"changed by {', '.join(breach.changed_by)}")
    return f" ({'; '.join(parts)})" if parts else ""


def _filled(template: str, tree: Tree, breach: Breach) -> str:
    """Fill in a book's own words; unknown names in braces stay."""
    size = tree.root.total if tree.limit is None else tree.limit
    words = {
        "count": points_text(breach.count),
        "min": points_text(breach.low or 0),
        "max": points_text(breach.high or 0),
        "over": points_text(breach.over),
        "under": points_text(breach.short),
        "name": _name(breach),
        "size": points_text(size),
    }
    if breach.over and not breach.high:
        template = _NONE_OF.sub(r"\1 where none is allowed", template)
        template = template.replace("at most {max}", "none")
    text = re.sub(r"{(\w+)}", lambda m: words.get(m[1], m[0]), template)
    return _ONE_OF_MANY.sub(r"1 \1", text)


def _derived(tree: Tree, wanted: Amount, node: Node) -> list[str]:
    sums = [points_text(wanted.base)] if wanted.base and wanted.terms else []
    sums += [
        _share(tree, term, node)
        for term in wanted.terms
        if not (count_of(term.query.count).if_agreed and term.times == term.every == 1)
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
    """Return the name of the things that a query counts."""
    count = count_of(query.count)
    noun = count.noun(tree.currency, one=one)
    names = [_target_name(target, node) for target in query.of]
    what = " or ".join(name for name in names if name)
    if "{what}" in count.share and not what:
        return noun
    return count.share.format(noun=noun, what=what)


def _target_name(target: str, node: Node) -> str:
    """Return the name of a target, as seen from a place in the army."""
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
