"""Rivals: units of other books that a unit is set against, at about its price."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rulesets.books.book import Book, Entry
from rulesets.combats import combat_of
from rulesets.core.caching import Remembered
from rulesets.core.points import Points
from rulesets.game import Game
from rulesets.legality import new_selection
from rulesets.matchups.fairness.entrants import (
    Entrant,
    entrant,
    entrant_of,
    unit_line,
    with_count,
)
from rulesets.matchups.fighter import unit_review
from rulesets.matchups.openings import Opened, opened
from rulesets.odds.match_up import Fighter, MatchUpError

MOST_RIVALS = 3
"""Units that a unit is set against."""

MOST_LOOKED_AT = 4
"""Units of a book from which its rivals are chosen."""

USUAL_MODELS = 10
"""Models of a unit that is set against others, where it may have so many."""


@dataclass(frozen=True, slots=True)
class RivalFight:
    """A unit against a rival.

    ``fight`` is none where it is not worked out; ``problem`` says why.
    """

    rival: Entrant
    fight: Opened | None = None
    problem: str = ""


def rivals(books: Sequence[Book], own: Entrant) -> tuple[Entrant, ...]:
    """Return the units of some books that a unit is set against.

    Of the first units of ranks of each book those nearest to its price, one of each
    book in turn; characters and machines only where a book has no ranks.
    """
    shelves = [_shelf(book, own) for book in books]
    longest = max(map(len, shelves), default=0)
    turns = (shelf[i] for i in range(longest) for shelf in shelves if i < len(shelf))
    return tuple(islice(turns, MOST_RIVALS))


def _shelf(book: Book, own: Entrant) -> list[Entrant]:
    """Return some units of a book, the better rivals first."""
    keys = [key for key in _fighting(book) if (book.key, key) != (own.book, own.key)]
    ranks = [key for key in keys if _is_of_ranks(book.units[key])]
    some = [_sized(book, key, own.points) for key in (ranks or keys)[:MOST_LOOKED_AT]]
    price = float(own.points)
    return sorted(some, key=lambda one: abs(float(one.points) - price))


def _fighting(book: Book) -> tuple[str, ...]:
    return _known.of(book, lambda one: tuple(_units_that_fight(one)))


_known = Remembered[tuple[str, ...]](most=100)


def _units_that_fight(book: Book) -> Iterator[str]:
    for key, unit in book.units.items():
        if unit.profiles or any(part.profiles for part in unit.entries.values()):
            yield key


def _is_of_ranks(unit: Entry) -> bool:
    """Return whether a unit is of models of which there may be more."""
    parts = unit.entries.values()
    return any(p.kind == "model" and p.models and p.high != p.low for p in parts)


def usual_entrant(book: Book, key: str, models: int = USUAL_MODELS) -> Entrant:
    """Return a unit with so many models, or with its fewest where it may not.

    Raises
    ------
    KeyError
        If the book has no such unit.
    """
    first = unit_review(book, new_selection(book, key))
    line = unit_line(first)
    groups = (part for part in line.lines if part.kind == "model" and part.models)
    group = next(groups, None)
    if group is not None and group.count < models:
        line = unit_line(with_count(book, first, group, models) or first)
    return entrant_of(book, key, line)


def _sized(book: Book, key: str, points: Points) -> Entrant:
    """Return a unit as near to some points as its sizes allow, of an edition once."""
    if not book.edition:
        return entrant(book, key, points)
    return _entrants.get((book,), (key, points), lambda: entrant(book, key, points))


_entrants = Remembered[Entrant](most=500)


def rival_fight(game: Game, own: Fighter, against: Entrant) -> RivalFight:
    """Return the fight of a unit with a rival, each with its best loadout.

    It begins in the first way of its game in which it can be worked out.
    """
    if against.fighter is None:
        return RivalFight(against, None, against.why_not)
    problem = ""
    for opening in combat_of(game).openings:
        try:
            found = opened(game, opening, own, against.fighter)
        except MatchUpError as refused:
            problem = problem or refused.text
            continue
        if found is not None:
            return RivalFight(against, found)
    return RivalFight(against, None, problem or NO_FIGHT)


NO_FIGHT = "The odds of this game are not worked out."
