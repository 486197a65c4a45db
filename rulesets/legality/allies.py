"""Allies: which books an army may have a force of, tried on the engine."""

from collections.abc import Iterable, Iterator
from functools import partial

from rulesets.books.book import Book, Books
from rulesets.core.caching import Remembered
from rulesets.game import Game
from rulesets.legality.engine import verdict
from rulesets.legality.forces import OWN, ranks
from rulesets.legality.offers import new_selection
from rulesets.reviews.review import ERROR, Review
from rulesets.rosters.roster import Force, Roster

_TRIED: Remembered[bool] = Remembered(2_000)


def books_beside(now: Review, books: Books, others: Iterable[Book]) -> Iterator[Book]:
    """Yield those of some books that an army may have a force of.

    Each is tried with one unit beside one unit of the army's own book: it is refused
    where an error stands at its force.
    """
    standing = ranks(now.roster, books, now.game.army_of)
    forces = zip(now.roster.forces, standing, strict=True)
    own = next((force for force, rank in forces if rank == OWN), None)
    if own is None and now.roster.forces:
        own = now.roster.forces[0]
    book = books.get((own.book, own.edition)) if own is not None else None
    switches = frozenset(now.roster.switches.items())
    for other in others:
        tried = partial(_may_stand, now, other)
        if book is None or _TRIED.get((book, other), switches, partial(tried, book)):
            yield other


def _may_stand(now: Review, other: Book, own: Book) -> bool:
    """Return whether no error stands at a force of a book beside another's."""
    forces = tuple(
        Force(id, book.key, book.edition, (new_selection(book, unit, f"{id}-unit"),))
        for id, book in (("own", own), ("other", other))
        for unit in _first_unit(book, now.game)
    )
    roster = Roster(now.game.key, "", forces=forces, switches=now.roster.switches)
    at_hand = {(book.key, book.edition): book for book in (own, other)}
    told = verdict(roster, at_hand).messages
    return all((m.where, m.severity) != ("other", ERROR) for m in told)


def _first_unit(book: Book, game: Game) -> list[str]:
    """Return the first unit that makes an army, else the first of all, if any."""
    units = [*book.units.values()]
    armies = [one for one in units if not game.army_of.isdisjoint(one.keys)]
    return [one.key for one in (armies or units)[:1]]
