"""Parties of a comparison by their address: a unit, or a whole book or army.

``BOOK``, ``BOOK@EDITION`` and ``army:ID`` are wholes; a unit is written as on the
match-up page.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.sides import (
    OF_A_BOOK,
    OF_AN_ARMY,
    WORKED_OUT,
    Unit,
    find_army,
    find_book,
    find_unit,
    not_worked_out,
)
from rulesets.comparing import (
    Contender,
    Variant,
    contender,
    loadouts_of_unit,
    units_of_army,
    units_of_book,
)
from rulesets.comparing_changes import changes_of_unit
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.match_up_documents import fighter_document

WHOLE_BOOK = re.compile(r"(?P<book>[a-z0-9-]{1,80})(?:@(?P<edition>[1-9][0-9]{0,5}))?")
WHOLE_ARMY = re.compile(r"army:(?P<army>[A-Za-z0-9_-]{1,80})")

UNITS, LOADOUTS, CHANGES = ROWS = ("units", "loadouts", "changes")
"""What is set in the rows: the units themselves, or one unit in several ways."""

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

    def document(self, one: Contender, variant: Variant) -> dict[str, Any]:
        """Return a contender with one of its loadouts as a side of a document."""
        if one.group or not self.named:
            return {"fighter": fighter_document(variant.fighter)}
        key = self.named["unit"] if self.unit else one.unit
        loadout = {"loadout": variant.loadout} if variant.loadout else {}
        return {**self.named, "unit": key, **loadout}

    def unit_address(self, one: Contender) -> str:
        """Return the address of a contender's unit; "" for one that was changed."""
        if one.group:
            return ""
        if self.unit is not None:
            return self.unit.address
        whole = self.address
        return f"{whole}/{one.unit}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a party is to be listed: what in the rows, and with every loadout or not."""

    rows: str = UNITS
    every: bool = False


def find_party(
    request: HttpRequest, field: str, address: str, loadout: str, wanted: Wanted
) -> Party:
    """Return the party at an address.

    Raises
    ------
    QueryError
        If there is none that the viewer may see; a private army is as good as none.
    """
    if match := WHOLE_BOOK.fullmatch(address):
        party = _whole_book(field, match, wanted)
    elif match := WHOLE_ARMY.fullmatch(address):
        party = _whole_army(request, field, match["army"], wanted)
    elif OF_A_BOOK.fullmatch(address) or OF_AN_ARMY.fullmatch(address):
        party = _unit(find_unit(request, field, address), field, loadout, wanted)
    else:
        raise QueryError(field, f"expected {FORMS}, found “{address[:60]}”.")
    if not party.contenders:
        raise QueryError(field, f"{party.title} has no unit with a stat line.")
    return party


def is_whole(address: str) -> bool:
    """Return whether an address names a whole book or army."""
    return bool(WHOLE_BOOK.fullmatch(address) or WHOLE_ARMY.fullmatch(address))


def _whole_book(field: str, match: re.Match[str], wanted: Wanted) -> Party:
    book = find_book(field, match["book"], match["edition"])
    return Party(
        address=f"{book.key}@{book.edition}",
        game=_worked_out(field, GAMES[book.game]),
        title=book.name,
        origin=f"army book, edition {book.edition}",
        link=reverse("books:book", args=[book.key]),
        contenders=units_of_book(book, every=wanted.every),
        unit=None,
        named={"book": book.key, "edition": book.edition},
    )


def _whole_army(
    request: HttpRequest, field: str, public_id: str, wanted: Wanted
) -> Party:
    army, reviewed, _ = find_army(request, field, public_id)
    return Party(
        address=f"army:{public_id}",
        game=_worked_out(field, reviewed.game),
        title=army.name,
        origin=", ".join(force.book_name for force in reviewed.forces),
        link=reverse("armies:show", args=[public_id]),
        contenders=units_of_army(reviewed, every=wanted.every),
        unit=None,
        named={},
        mine_alone=not army.shared,
    )


def _worked_out(field: str, game: Game) -> Game:
    if game.key not in WORKED_OUT:
        raise QueryError(field, not_worked_out(game))
    return game


def _unit(unit: Unit, field: str, loadout: str, wanted: Wanted) -> Party:
    first = contender(unit.line)
    if first is None:
        raise QueryError(field, f"{unit.line.title} has no stat line.")
    known = loadout if loadout in first.variants[0].fighter.loadouts else ""
    return Party(
        address=unit.address,
        game=unit.game,
        title=first.label,
        origin=unit.origin,
        link=unit.link,
        contenders=_ways(unit, known, wanted),
        unit=unit,
        named=unit.named,
        loadout=known if wanted == Wanted() else "",
        mine_alone=unit.mine_alone,
    )


def _ways(unit: Unit, loadout: str, wanted: Wanted) -> tuple[Contender, ...]:
    """Return one unit as it is asked for: as it is, by loadout, or with its changes."""
    line = unit.line
    if wanted.rows == LOADOUTS:
        return loadouts_of_unit(line)
    if wanted.rows == CHANGES:
        reviewed, books = unit.reviewed, unit.books
        return changes_of_unit(reviewed, books, line.path, every=wanted.every)
    one = contender(line, loadout, every=wanted.every)
    return (one,) if one is not None else ()
