"""The project's own books, and armies of them written in short words."""

from collections import Counter
from typing import Any

from rulesets.books.book import Books
from rulesets.legality import review
from rulesets.reviews.review import ERROR, Review
from rulesets.rosters.roster import Force, Loadout, Roster, Selection
from tests.real_books import KEYS, real_book


def roster_of(
    key: str, *units: Any, allies: tuple[Any, ...] = (), **agreed: Any
) -> Roster:
    """Return an army of a book; ``allies`` is the key of another with its units.

    ``"10 spearman"`` is ten of the entry, ``("spearmen", "10 spearman", "musician")`` a
    unit with what was bought for it, a `Loadout` in its place a set that the player
    named. An id is the key of the entry, with a number where it stands again.
    """
    taken: Counter[str] = Counter()

    def bought(text: Any) -> Selection:
        first, *rest = (text,) if isinstance(text, str) else text
        count, _, entry = first.rpartition(" ")
        taken[entry] += 1
        return Selection(
            entry if taken[entry] == 1 else f"{entry}-{taken[entry]}",
            entry,
            int(count or 1),
            selections=tuple(bought(p) for p in rest if not isinstance(p, Loadout)),
            loadouts=tuple(part for part in rest if isinstance(part, Loadout)),
        )

    forces = [Force("f1", key, 1, tuple(bought(unit) for unit in units))]
    if allies:
        theirs = tuple(bought(unit) for unit in allies[1:])
        forces.append(Force("f2", allies[0], 1, theirs))
    game = real_book(key).game
    return Roster(game, "Test army", forces=tuple(forces), **agreed)


def books_of(roster: Roster) -> Books:
    """Return the books of an army's forces, and no others."""
    known = {force.book for force in roster.forces if force.book in KEYS}
    return {(key, 1): real_book(key) for key in known}


def judged(key: str, *units: Any, **agreed: Any) -> Review:
    """Return what the engine says of an army of a book; see `roster_of`."""
    roster = roster_of(key, *units, **agreed)
    return review(roster, books_of(roster))


def errors(found: Review) -> list[tuple[str, str]]:
    """Return the code and the place of every error, sorted."""
    return sorted((m.code, m.where) for m in found.messages if m.severity == ERROR)
