"""An event's field in plain words: the books that a list meets, its best and worst."""

from collections import Counter
from collections.abc import Iterable

from armybuilder.events.field_page import FieldRow, Opponent
from rulesets.legality.limit_messages import listed

MOST_BOOKS = 4
"""Most books that a sentence names; the others are counted."""


def books_words(books: Iterable[str]) -> str:
    """Return the books of some lists in a sentence, the most frequent first."""
    counted = Counter(books)
    every = sum(counted.values())
    if not every:
        return ""
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    if len(ordered) == 1:
        both = "Both" if every == 2 else f"All {every}"
        whose = "The other list is" if every == 1 else f"{both} other lists are"
        return f"{whose} {ordered[0][0]}."
    named = [f"{_are(many)} {name}" for name, many in ordered[:MOST_BOOKS]]
    rest = sum(many for _, many in ordered[MOST_BOOKS:])
    named += [f"{_are(rest)} of other books"] if rest else []
    return f"Of the {every} other lists {listed(named)}."


def _are(many: int) -> str:
    return f"{many} is" if many == 1 else f"{many} are"


def row_words(row: FieldRow) -> str:
    """Return a line of the field as its player would be told it."""
    books = books_words(row.meets)
    if row.best is None or row.worst is None:
        return f"{books} None of its fights has odds.".strip()
    if row.best == row.worst:
        return f"{books} Against {row.best.name} {_fate(row.best)}."
    best = f"It does best against {row.best.name}, where {_fate(row.best)};"
    worst = f"worst against {row.worst.name}, where {_fate(row.worst)}."
    return f"{books} {best} {worst}"


def _fate(opponent: Opponent) -> str:
    """Return an edge in words: on whose side more of the points that fight fall."""
    if opponent.edge == "0":
        return "as many points fall on either side"
    side = "its own" if opponent.edge.startswith("−") else "the other"
    more = opponent.edge.lstrip("+−")
    return f"of 100 points that fight {more} more fall on {side} side"
