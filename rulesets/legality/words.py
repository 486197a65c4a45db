"""Words: what a player is told of a limit that is broken, with the arithmetic."""

import re

from rulesets.book import Book
from rulesets.legality.limits import Breach
from rulesets.points import points_text
from rulesets.query import Amount, Query, Term
from rulesets.review import Message


def message(breach: Breach) -> Message:
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
        text=_text(breach),
        rule=limit.title,
        source=limit.source,
        marks=marks,
    )


def _text(breach: Breach) -> str:
    limit, node = breach.limit, breach.node
    if limit.message:
        return _filled(limit.message, breach)
    what = limit.title
    if node.kind not in ("army", "force") and node.name != what:
        what = f"{node.name}: {what}"
    unit = _noun(limit.query.count)
    if breach.over:
        bound, word, verdict = breach.high, "most", f"{points_text(breach.over)}{unit}"
        verdict += " too many"
    else:
        bound, word, verdict = breach.low, "least", f"{points_text(breach.short)}{unit}"
        verdict += " missing"
    count = points_text(breach.count)
    text = f"{what}: {count} of at {word} {points_text(bound or 0)}{unit}"
    return f"{text}{_reasons(breach)}, {verdict}."


def _reasons(breach: Breach) -> str:
    """Return how a bound came about, in brackets, where it is no printed number."""
    limit = breach.limit
    wanted = limit.max if breach.over else limit.min
    parts = _derived(wanted, breach.node.book) if wanted is not None else []
    if breach.changed_by:
        parts.append(f"changed by {', '.join(breach.changed_by)}")
    return f" ({'; '.join(parts)})" if parts else ""


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


def _derived(wanted: Amount, book: Book | None) -> list[str]:
    sums = [points_text(wanted.base)] if wanted.base and wanted.terms else []
    sums += [
        _share(term, book)
        for term in wanted.terms
        if term.query.count != "limit" or not term.times == term.every == 1
    ]
    return [" and ".join(sums)] if sums else []


def _share(term: Term, book: Book | None) -> str:
    thing = _thing(term.query, book)
    if term.every == 1 and 0 < term.times < 1:
        return f"{points_text(term.times * 100)} % of {thing}"
    per = "" if term.every == 1 else f"{points_text(term.every)} "
    return f"{points_text(term.times)} for every {per}{thing}"


def _thing(query: Query, book: Book | None) -> str:
    if query.count == "limit":
        return "points agreed on"
    if query.count == "forces":
        return "forces"
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
