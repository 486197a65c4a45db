"""Forces of an army, and the rank of each.

All forces of one book are one. A force of a book of another game counts nothing, and
one without units counts nothing beside others.
"""

from collections.abc import Set as AbstractSet

from rulesets.books.book import Book, Books
from rulesets.rosters.roster import Force, Roster

OWN, ALLY, COMPANION, NOTHING = "own", "ally", "companion", ""
"""The part of a force in its army: its own; an army of another book; what serves
it, such as hired swords; nothing that counts."""


def ranks(
    roster: Roster, books: Books, army_of: AbstractSet[str] = frozenset()
) -> tuple[str, ...]:
    """Return the rank of each force in the army, in the order of the roster.

    The army's own is the first that is an army by itself. Where none is, it is the
    first of all.

    Parameters
    ----------
    roster : Roster
    books : mapping
    army_of : set of str
        Targets, as in `Game`: a force is an army by itself if one of them finds one of
        its units as printed. Empty: if it has a unit.
    """
    known = [force for force in roster.forces if _is_of_game(roster, books, force)]
    filled = [force for force in known if _is_filled(books, force)]
    armies = [force.book for force in filled if _is_army(books, force, army_of)]
    own = next(iter(armies or [force.book for force in known]), None)
    rank = dict.fromkeys([force.book for force in filled], COMPANION)
    rank.update(dict.fromkeys(armies, ALLY))
    if own is not None:
        rank[own] = OWN
    counting = {force.id for force in known}
    return tuple(
        rank.get(force.book, NOTHING) if force.id in counting else NOTHING
        for force in roster.forces
    )


def is_army_book(book: Book, army_of: AbstractSet[str]) -> bool:
    """Return whether units of a book can make an army by itself, see `ranks`."""
    units = book.units.values()
    return not army_of or any(not army_of.isdisjoint(unit.keys) for unit in units)


def _is_of_game(roster: Roster, books: Books, force: Force) -> bool:
    book = books.get((force.book, force.edition))
    return book is None or book.game == roster.game


def _is_filled(books: Books, force: Force) -> bool:
    """Return whether a force has units; choices alone are some where there are none."""
    book = books.get((force.book, force.edition))
    if book is None or not book.units:
        return bool(force.units)
    choices = book.entries.keys() - book.units.keys()
    return any(unit.entry not in choices for unit in force.units)


def _is_army(books: Books, force: Force, army_of: AbstractSet[str]) -> bool:
    book = books.get((force.book, force.edition))
    if not army_of or book is None:
        return not army_of
    bought = [book.units.get(unit.entry) for unit in force.units]
    return any(not army_of.isdisjoint(unit.keys) for unit in bought if unit)
