"""Parties of a comparison by their address: a unit, or a whole book or army."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.armies.access import page_of_army
from armybuilder.armies.address import (
    ArmyAddress,
    BookAddress,
    read_address,
    split_change,
)
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.sides import (
    WORKED_OUT,
    Unit,
    find_army,
    find_book,
    find_unit,
    not_worked_out,
)
from armybuilder.matchups.unit_fields import refuse_unknown_loadout
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.matchups.contenders import (
    Contender,
    contender,
    loadouts_of_unit,
    units_of_army,
    units_of_book,
)
from rulesets.matchups.match_up_document import fighter_document
from rulesets.matchups.variants import changes_of_unit

UNITS, LOADOUTS, CHANGES = ROWS = ("units", "loadouts", "changes")
"""The contents of the rows: the units themselves, or one unit in several ways."""

FORMS = "a unit, BOOK, BOOK@EDITION or army:ID"


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a comparison.

    Parameters
    ----------
    address : str
        In its canonical form: the edition is pinned.
    game : Game
    title, origin, link : str
        What it is called; where it is from; its page.
    contenders : tuple of Contender
    unit : Unit, optional
        The unit, where it is one and no whole.
    named : dict
        What a book's units share as sides of a match-up document; empty for an army's.
    loadout : str
        What the unit was asked to have in hand; "" for what comes first.
    mine_alone : bool
        True if nobody else may see the army.
    """

    address: str
    game: Game
    title: str
    origin: str
    link: str
    contenders: tuple[Contender, ...]
    unit: Unit | None
    named: dict[str, Any]
    loadout: str = ""
    mine_alone: bool = False

    @property
    def chosen(self) -> tuple[str, str]:
        """Return (address, loadout), as a query names them."""
        return self.address, self.loadout

    def document(self, one: Contender) -> dict[str, Any] | None:
        """Return a contender as a side of a document; none for one that cannot be."""
        if one.fighter is None:
            return None
        if one.group or not self.named:
            return {"fighter": fighter_document(one.fighter)}
        loadout = {"loadout": one.loadout} if one.loadout else {}
        return {"unit": one.unit, **self.named, **loadout}

    def unit_address(self, one: Contender) -> str:
        """Return the address of a contender's unit with its change; "" for none."""
        if one.fighter is None:
            return ""
        if self.unit is not None:
            change = f"~{one.change}" if one.change else ""
            return f"{self.unit.address}{change}"
        return f"{self.address}/{one.unit}"


def find_party(
    request: HttpRequest,
    field: str,
    address: str,
    held: tuple[str, str],
    rows: str = UNITS,
) -> Party:
    """Return the party at an address; a unit in the several ways of ``rows``.

    ``held`` is the loadout that is asked for, and one that the unit keeps if it may.

    Raises
    ------
    QueryError
        If there is none that the viewer may see; a private army is as good as none.
    """
    if is_unit(address):
        party = _unit(find_unit(request, field, address), field, held, rows)
    else:
        match read_address(address):
            case BookAddress() as book:
                party = _whole_book(field, book)
            case ArmyAddress() as army:
                party = _whole_army(request, field, army)
            case _:
                raise QueryError(field, f"expected {FORMS}, found “{address[:60]}”.")
    if not party.contenders:
        raise QueryError(
            field, f"{clause(party.title, 'has')} no unit with a stat line."
        )
    return party


def is_unit(address: str) -> bool:
    """Return whether an address names one unit, as it is or changed."""
    found = read_address(split_change(address)[0])
    return found is not None and found.is_unit


def is_whole(address: str) -> bool:
    """Return whether an address names a whole book or army."""
    found = read_address(address)
    return found is not None and not found.is_unit


def _whole_book(field: str, address: BookAddress) -> Party:
    book = find_book(field, address)
    return Party(
        address=str(BookAddress(book.key, book.edition)),
        game=_worked_out(field, GAMES[book.game]),
        title=book.name,
        origin=f"army book, edition {book.edition}",
        link=reverse("books:book", args=[book.key]),
        contenders=units_of_book(book),
        unit=None,
        named={"book": book.key, "edition": book.edition},
    )


def _whole_army(request: HttpRequest, field: str, address: ArmyAddress) -> Party:
    army, reviewed, _ = find_army(request, field, address.army)
    return Party(
        address=str(address),
        game=_worked_out(field, reviewed.game),
        title=army.name,
        origin=", ".join(force.book_name for force in reviewed.forces),
        link=page_of_army(army, address.army),
        contenders=units_of_army(reviewed),
        unit=None,
        named={},
        mine_alone=not army.shared,
    )


def _worked_out(field: str, game: Game) -> Game:
    if game.key not in WORKED_OUT:
        raise QueryError(field, not_worked_out(game))
    return game


def _unit(unit: Unit, field: str, held: tuple[str, str], rows: str) -> Party:
    loadout, kept = held if rows == UNITS else ("", "")
    one = contender(unit.line, loadout or kept)
    if one is None:
        raise QueryError(field, f"{clause(unit.line.title, 'has')} no stat line.")
    if one.fighter is not None:
        refuse_unknown_loadout(field, one.fighter, loadout)
    ways = tuple(_applied(unit, way) for way in _ways(unit, one, rows))
    change = unit.changed.title if unit.changed else ""
    return Party(
        address=unit.address,
        game=unit.game,
        title=f"{one.label} ({change})" if change else one.label,
        origin=unit.origin,
        link=unit.link,
        contenders=ways,
        unit=unit,
        named={} if unit.changed else unit.named,
        loadout=one.loadout,
        mine_alone=unit.mine_alone,
    )


def _applied(unit: Unit, one: Contender) -> Contender:
    """Return a contender with a change that the unit's line does not know."""
    if one.fighter is None or unit.changed is None:
        return one
    return replace(one, fighter=unit.applied(one.fighter))


def _ways(unit: Unit, one: Contender, rows: str) -> tuple[Contender, ...]:
    """Return one unit as it is, with each of its loadouts, or with each change."""
    if rows == LOADOUTS:
        return loadouts_of_unit(unit.line)
    if rows == CHANGES:
        reviewed, path = unit.reviewed, unit.line.path
        return changes_of_unit(reviewed, unit.books, path, alone=unit.of_a_book)
    return (one,)
