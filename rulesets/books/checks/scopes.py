"""Checks of limits and changes that ask at the wrong place, or past each other."""

from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, replace_by, take_out
from rulesets.books.checks.names import known_targets
from rulesets.books.checks.numbers import is_limit
from rulesets.books.checks.reach import several
from rulesets.documents.json import canonical

UNITS_ONLY = {"of": "kind:unit", "in": "self", "at_least": 1}
"""The condition of what is a unit, and not one of its models."""

MANY_ARMIES = 8
"""From so many on, a list of armies that may not have a thing is too long to keep."""


def limits_that_count_models(draft: BookDraft) -> Iterator[Found]:
    """Yield maxima of units that count the models of the same key, too."""
    both = {
        unit["key"]: unit["name"]
        for unit in draft.document["units"]
        if isinstance(unit.get("models"), list)
        and any(model["key"] == unit["key"] for model in unit["models"])
    }
    for where, limit in draft.parts:
        counts = limit.get("count", "selections") == "selections"
        if not is_limit(where) or not counts or limit.get("deep") is False:
            continue
        named = [key for key in several(limit.get("of", "*")) if key in both]
        if named and limit.get("in", "army") != "self" and "where" not in limit:
            name = both[named[0]]
            sentence = f"{limit['title']} counts the models of {name}, beside the unit"
            mend = replace_by(f"{where}/where", UNITS_ONLY)
            yield Found(f"{where}/of", sentence, mend=mend)


def allowances_of_the_army(draft: BookDraft) -> Iterator[Found]:
    """Yield allowances in points of one unit that all its like share."""
    for where, limit in draft.parts:
        of_unit = where.startswith("/units/") and "/slots/" not in where
        in_points = limit.get("count") == "points" and "max" in limit
        within = limit.get("in", "army")
        if of_unit and is_limit(where) and in_points and within in ("army", "force"):
            sentence = f"{limit['title']}: all units of the {within} share it"
            mend = replace_by(f"{where}/in", "self")
            yield Found(f"{where}/in", sentence, mend=mend)


def overruled_changes(draft: BookDraft) -> Iterator[Found]:
    """Yield changes that a later one of the same place always overrules."""
    for where, part in draft.parts:
        changes = part.get("changes", ())
        last = {_target(change): at for at, change in enumerate(changes)}
        for index, change in enumerate(changes):
            later = last[_target(change)]
            sets = change.get("op") == "set" and "when" not in changes[later]
            if sets and later > index and changes[later].get("op") == "set":
                sentence = f"{where}/changes/{later} always overrules this change"
                at = f"{where}/changes/{index}"
                yield Found(at, sentence, mend=take_out(at))


def _target(change: Any) -> bytes:
    return canonical([change.get(key) for key in ("change", "to", "in")])


def lists_of_armies(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that name many armies that may not have a thing."""
    known = known_targets(draft)
    for where, limit in draft.parts:
        targets = several(limit.get("of", "*"))
        others = [key for key in targets if key not in known]
        forbids = is_limit(where) and limit.get("max") == 0
        if forbids and len(others) >= MANY_ARMIES and len(others) == len(targets):
            sentence = (
                f"{limit['title']}: {len(others)} armies are named as not allowed; "
                "a book that is written later is"
            )
            yield Found(f"{where}/of", sentence)
