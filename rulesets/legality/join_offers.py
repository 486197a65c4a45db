"""The units that one may join: those of its force, each tried on the engine."""

from dataclasses import dataclass

from rulesets.books.book import Books, Entry
from rulesets.game import Game
from rulesets.legality.army_changes import new_messages
from rulesets.legality.basic_checks import may_join
from rulesets.legality.engine import verdict
from rulesets.legality.offers import MOST_TRIED, MOST_WORK, find_entry
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, UNITS, WARNING, Line, Review
from rulesets.rosters.edits import Join, apply
from rulesets.rosters.joins import joined_unit, joiners
from rulesets.rosters.roster import Force


@dataclass(frozen=True, slots=True)
class JoinOffer:
    """A unit that another may join.

    Parameters
    ----------
    line : Line
        The unit that would be joined.
    taken : bool
        Whether it is joined already.
    why_not : str
        The first error or warning that joining it would bring; "" if none, or if it was
        not tried.
    """

    line: Line
    taken: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class UnitCompany:
    """The units that stand together with one: those it is joined by, or that it joins.

    ``joins`` is the unit that it joins, none if none; ``joined_by`` are those that join
    it, in the order of the army. One of both is empty.
    """

    joins: Line | None = None
    joined_by: tuple[Line, ...] = ()

    @property
    def others(self) -> tuple[Line, ...]:
        """Return all that stand with it."""
        return self.joined_by if self.joins is None else (self.joins,)


def company_of(now: Review, path: str) -> UnitCompany:
    """Return the units that stand together with the unit at a path."""
    force, id = _force_at(now, path)
    if force is None:
        return UnitCompany()
    where = joined_unit(force, id)
    lines = {line.id: line for line in _units(now, force)}
    return UnitCompany(
        joins=None if where is None else lines.get(where.id),
        joined_by=tuple(lines[one.id] for one in joiners(force, id) if one.id in lines),
    )


def join_offers(
    now: Review, books: Books, path: str, pack: Pack | None = None
) -> tuple[JoinOffer, ...]:
    """Return the units that the unit at a path may join, in the order of the army.

    Nothing is offered to what joins nobody in its game, unless it does so already, and
    to a unit that others join. Where the army is very large, the first are tried.
    """
    force, id = _force_at(now, path)
    line = now.line(path)
    if force is None or line is None or joiners(force, id):
        return ()
    where = joined_unit(force, id)
    entry = find_entry(now.roster, books, path)
    if where is None and not _joins_units(line, entry, now.game):
        return ()
    alone = {one.id for one in force.units if not one.joins and one.id != id}
    left = min(MOST_TRIED, MOST_WORK // max(1, sum(1 for _ in now.lines())))
    return tuple(
        JoinOffer(
            line=other,
            taken=where is not None and other.id == where.id,
            why_not=_why_not(now, books, Join(id, other.id), pack)
            if number < left
            else "",
        )
        for number, other in enumerate(
            one for one in _units(now, force) if one.id in alone
        )
    )


def _why_not(now: Review, books: Books, edit: Join, pack: Pack | None) -> str:
    then = verdict(apply(now.roster, edit), books, pack)
    new = new_messages(now.messages, then.messages, (ERROR, WARNING))
    return next((message.text for message in new), "")


def _joins_units(line: Line, entry: Entry | None, game: Game) -> bool:
    """Return whether a unit joins others, with the rules that changes have given it."""
    keys = entry.keys if entry is not None else ()
    return may_join((*keys, *(f"rule:{rule.key}" for rule in line.rules)), game)


def _force_at(now: Review, path: str) -> tuple[Force | None, str]:
    """Return the force of a path with the id of its unit; none of what is no unit."""
    place, _, id = path.partition("/")
    force = next((one for one in now.roster.forces if one.id == place), None)
    return (None, "") if "/" in id else (force, id)


def _units(now: Review, force: Force) -> tuple[Line, ...]:
    """Return the lines of the units of a force, without the choices for all of it."""
    units = (one.units for one in now.forces if one.id == force.id)
    return tuple(line for these in units for line in these if line.kind in UNITS)
