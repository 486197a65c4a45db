"""Checks of what the game asks an army for and no army of the book can say."""

from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, Replacement
from rulesets.books.checks.names import known_targets
from rulesets.books.unit_edits.keys import key_of
from rulesets.core.query import Limit


def tags_that_nothing_has(draft: BookDraft) -> Iterator[Found]:
    """Yield tags that the game asks for where units are, and that nothing has.

    Such as a general among characters: the mend lets each of these be marked.
    """
    known = known_targets(draft)
    for limit in draft.game.pack.limits:
        asked, among = _asked(limit)
        units = [*_units(draft, among)]
        if asked and asked not in known and units:
            tag = asked[1:]
            sentence = (
                f"an army with a {among[1:]!r} needs a {tag!r}, "
                "and nothing of the book counts as one"
            )
            mend = tuple(_marked(index, unit, tag) for index, unit in units)
            yield Found("/units", sentence, mend=mend)


def _asked(limit: Limit) -> tuple[str, str]:
    """Return the tag of which a limit asks for some, and that of those among whom."""
    least, when = limit.min, limit.when
    if least is None or least.terms or least.base < 1 or when is None:
        return "", ""
    among = when.query.of if when.query is not None else ()
    tags = [*limit.query.of, *among]
    is_plain = len(tags) == 2 and all(tag.startswith("#") for tag in tags)
    return (tags[0], tags[1]) if is_plain else ("", "")


def _units(draft: BookDraft, tag: str) -> Iterator[tuple[int, Any]]:
    for index, unit in enumerate(draft.document["units"]):
        if tag[1:] in unit.get("tags", ()):
            yield index, unit


def _marked(index: int, unit: Any, tag: str) -> Replacement:
    """Return the unit's slots and one more, to choose that it counts as the tag."""
    slots = unit.get("slots", [])
    key = key_of(tag, {slot["key"] for slot in slots})
    option = {"key": key, "name": tag.capitalize(), "tags": [tag]}
    slot = {"key": key, "name": tag.capitalize(), "max": 1, "options": [option]}
    return Replacement(f"/units/{index}/slots", [*slots, slot])
