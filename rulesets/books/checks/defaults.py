"""The check of what comes along with a unit when it is added."""

from collections.abc import Iterator

from rulesets.books.book import Entry
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found
from rulesets.core.query import Limit
from rulesets.legality import new_selection, review
from rulesets.reviews.review import ERROR
from rulesets.rosters.roster import Force, Roster

RANGES = ("unit-size", "option-count")
"""Codes of what ranges imply: one that nothing can start in is told by itself."""


def illegal_defaults(draft: BookDraft) -> Iterator[Found]:
    """Yield units that break a limit of their own as they are added."""
    for index, unit in enumerate(draft.document["units"]):
        selection = new_selection(draft.book, unit["key"], "u")
        force = Force("f", draft.book.key, 0, (selection,))
        roster = Roster(draft.game.key, "", forces=(force,))
        now = review(roster, {(draft.book.key, 0): draft.book})
        own = {limit.key for limit in _own_limits(draft.book.units[unit["key"]])}
        for message in now.messages:
            is_past = message.code in own and message.off > 0
            if is_past and message.severity == ERROR:
                sentence = f"{unit['name']} breaks its own limit as it is added"
                yield Found(f"/units/{index}", f"{sentence}: {message.text}")


def _own_limits(entry: Entry) -> Iterator[Limit]:
    """Yield the limits of a unit and what may come along that ask about itself."""
    for limit in entry.limits:
        of_army = limit.query.within in ("force", "army")
        if not of_army and limit.key not in RANGES:
            yield limit
    for child in entry.entries.values():
        if child.start:
            yield from _own_limits(child)
