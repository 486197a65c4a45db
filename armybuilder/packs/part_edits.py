"""Edits of a pack's draft beside its sentences: points, scores, readings, penalties.

Each takes a document and returns another one.
"""

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from typing import Any

from armybuilder.packs.forms import DAY
from rulesets.books.unit_edits.keys import key_of
from rulesets.packs.pack import ANY

Document = dict[str, Any]

LISTS = ("tallies", "house_readings", "penalties", "switches")
"""Lists whose parts are taken out by their keys."""


def plain_number(number: Decimal) -> int | float:
    """Return a number as documents write it: whole where it is whole."""
    return int(number) if number == int(number) else float(number)


def with_basics(
    document: Any, asked: Mapping[str, Any], changed: Collection[str]
) -> Document:
    """Return a draft with those answers about name and points that ``changed``."""
    day = asked["day"]
    editions = day.isoformat() if asked["editions"] == DAY else asked["editions"]
    limit = asked["limit"]
    parts = {
        "name": asked["name"],
        "limit": None if limit is None else plain_number(limit),
        "editions": None if editions == ANY else editions,
        "fixed": asked["fixed"] or None,
    }
    asks = {"editions" if name == "day" else name for name in changed}
    new = dict(document)
    for member, value in parts.items():
        if member not in asks:
            continue
        if value is None:
            new.pop(member, None)
        else:
            new[member] = value
    return new


def with_score(document: Any, asked: Mapping[str, Any]) -> Document:
    """Return a draft with another score."""
    terms = [
        {"count": "slots", "of": of, "times": plain_number(times)}
        for times, of in asked["found"]
    ]
    amount: Any = {"base": plain_number(asked["base"]), "terms": terms}
    score = {"title": asked["title"], "amount": amount if terms else amount["base"]}
    return _with_part(document, "tallies", asked["title"], score)


def with_reading(
    document: Any, asked: Mapping[str, Any], answers: Mapping[str, Any]
) -> Document:
    """Return a draft with another house reading.

    ``answers`` are the members that stand for a chosen answer, by its value in the
    form; each has the ``text`` that is told where none was written.
    """
    told = dict(answers.get(asked["answer"], {}))
    part = {**told, "text": asked["text"] or told.get("text", "")}
    return _with_part(document, "house_readings", part["text"], part)


def with_penalty(document: Any, asked: Mapping[str, Any]) -> Document:
    """Return a draft with another penalty."""
    part: Document = {"text": asked["text"]}
    if asked["points"] is not None:
        part["points"] = plain_number(asked["points"])
    if asked["hours"] is not None:
        part["hours"] = asked["hours"]
    return _with_part(document, "penalties", asked["text"], part)


def _with_part(document: Any, member: str, name: str, part: Document) -> Document:
    there = document.get(member, [])
    taken = {one["key"] for of in ("limits", *LISTS) for one in document.get(of, ())}
    key = key_of(name[:40], taken, "part")
    return {**document, member: [*there, {"key": key, **part}]}


def without_part(document: Any, key: str) -> Document:
    """Return a draft without a score, a reading, a penalty or a switch."""
    new = dict(document)
    for member in LISTS:
        rest = [one for one in new.get(member, ()) if one["key"] != key]
        if rest:
            new[member] = rest
        else:
            new.pop(member, None)
    return new


def struck(document: Any, key: str) -> Document:
    """Return a draft by which a rule of the game does not hold."""
    there = document.get("replaces", [])
    return {**document, "replaces": [*there, *([] if key in there else [key])]}


def restored(document: Any, key: str) -> Document:
    """Return a draft by which a rule of the game holds again."""
    rest = [one for one in document.get("replaces", ()) if one != key]
    new = {**document, "replaces": rest}
    if not rest:
        del new["replaces"]
    return new


BY_KEY: Mapping[str, Callable[[Any, str], Document]] = {
    "strike": struck,
    "restore": restored,
    "remove": without_part,
}
"""Edits that name one rule, by their word."""
