"""A roster: choices and stable ids only; no prices, no profiles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulesets.core.points import Points, points_number, to_points
from rulesets.documents.json import DocumentError, check

FORMAT = "armybuilder.roster/1"

MOST_FORCES = 10
"""Forces that a roster may hold."""

MOST_SIBLINGS = 200
"""Selections that may stand side by side under one force or selection."""

MOST_SELECTIONS = 3000
"""Selections that a whole roster may hold."""

MOST_LEVELS = 12
"""Levels of selections below a force."""

MOST_COUNT = 1000
"""Highest count of one selection."""

MOST_LOADOUTS = 8
"""Loadouts that a player may name for one selection."""

LONGEST_LOADOUT_NAME = 60
"""Longest name of a loadout [characters]."""

MOST_HELD = 12
"""Pieces that one loadout may name."""


class RosterError(DocumentError):
    """A document that is no roster; names the place."""


@dataclass(frozen=True, slots=True)
class Loadout:
    """A loadout that the player named: item keys, twice for a pair."""

    name: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """One thing bought: a unit, a group of models, an item, an option ...

    Parameters
    ----------
    id : str
        Unique in the roster.
    entry : str
        Key of what the book offers at this place.
    count : int
        How many of it, at least 1.
    name, note : str
        The player's own name and note; empty for none.
    roll : int, optional
        The dice result that the price of some entries asks for [pips].
    selections : tuple of Selection
        What was bought for it.
    loadouts : tuple of Loadout
        Sets of what its models have in hand that the player named.
    joins : str
        Of a unit the id of another of its force whose ranks it stands in; "" for none.
    """

    id: str
    entry: str
    count: int = 1
    name: str = ""
    note: str = ""
    roll: int | None = None
    selections: tuple["Selection", ...] = ()
    loadouts: tuple[Loadout, ...] = ()
    joins: str = ""


@dataclass(frozen=True, slots=True)
class Force:
    """Units bought from one edition of one book; forces of one book are one.

    Parameters
    ----------
    id : str
    book : str
        Key of the book.
    edition : int
        Number of its edition.
    units : tuple of Selection
    """

    id: str
    book: str
    edition: int
    units: tuple[Selection, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """An army as it was chosen.

    Parameters
    ----------
    game, name, note : str
    limit : Points, optional
        The points that the players agreed on [points]; none if they did not.
    forces : tuple of Force
    switches : mapping
        Switchable rules that the players agreed to have on or off, by key; a rule
        that is not named is as its pack says.
    """

    game: str
    name: str
    limit: Points | None = None
    note: str = ""
    forces: tuple[Force, ...] = ()
    switches: Mapping[str, bool] = field(default_factory=dict)


def walk(selections: tuple[Selection, ...]) -> Iterator[Selection]:
    """Yield every selection of a tree, parents before children, in order."""
    for selection in selections:
        yield selection
        yield from walk(selection.selections)


def find_selection(roster: Roster, id: str) -> Selection | None:
    """Return the selection of an id, or none."""
    found = (one for force in roster.forces for one in walk(force.units))
    return next((one for one in found if one.id == id), None)


def loadouts_of(roster: Roster, id: str) -> tuple[Loadout, ...]:
    """Return the loadouts that the player named for a selection, by its id."""
    found = find_selection(roster, id)
    return () if found is None else found.loadouts


def at_editions(roster: Roster, numbers: Mapping[str, int]) -> Roster:
    """Return a roster whose forces are of other editions, by the key of their book.

    A force of a book that is not named keeps its edition.
    """
    forces = (
        replace(force, edition=numbers.get(force.book, force.edition))
        for force in roster.forces
    )
    return replace(roster, forces=tuple(forces))


def selections_of(roster: Roster) -> int:
    """Return how many selections a roster holds."""
    return sum(1 for force in roster.forces for _ in walk(force.units))


def too_large(roster: Roster) -> str:
    """Return why a roster is larger than any army is; "" if it is not."""
    if len(roster.forces) > MOST_FORCES:
        return f"An army has at most {MOST_FORCES} forces."
    number = 0
    for force in roster.forces:
        level: tuple[tuple[Selection, ...], ...] = (force.units,)
        for _ in range(MOST_LEVELS):
            number += sum(map(len, level))
            if max(map(len, level), default=0) > MOST_SIBLINGS:
                return f"At most {MOST_SIBLINGS} selections stand side by side."
            level = tuple(s.selections for these in level for s in these)
        if any(level):
            return f"Selections stand at most {MOST_LEVELS} levels deep."
    if number > MOST_SELECTIONS:
        return f"An army has at most {MOST_SELECTIONS:,} selections."
    return ""


def read_roster(document: Any) -> Roster:
    """Return the roster of a document.

    Raises
    ------
    RosterError
        If it is no roster: names the first place that is wrong as a JSON pointer.
    """
    check("roster", document, RosterError)
    limit = document.get("limit")
    roster = Roster(
        game=document["game"],
        name=document["name"],
        limit=None if limit is None else to_points(limit),
        note=document.get("note", ""),
        forces=tuple(_read_force(force) for force in document["forces"]),
        switches=dict(document.get("switches", {})),
    )
    if why := too_large(roster):
        raise RosterError("/forces", why)
    _refuse_repeated_ids(document)
    for index, force in enumerate(document["forces"]):
        _refuse_joins(force.get("units", []), f"/forces/{index}/units")
    return roster


def _read_force(document: Any) -> Force:
    return Force(
        id=document["id"],
        book=document["book"],
        edition=int(document["edition"]),
        units=tuple(read_selection(unit) for unit in document.get("units", ())),
    )


def read_selection(document: Any) -> Selection:
    """Return the selection of a part of a roster that was checked."""
    roll = document.get("roll")
    return Selection(
        id=document["id"],
        entry=document["entry"],
        count=int(document.get("count", 1)),
        name=document.get("name", ""),
        note=document.get("note", ""),
        roll=None if roll is None else int(roll),
        selections=tuple(read_selection(s) for s in document.get("selections", ())),
        loadouts=read_loadouts(document.get("loadouts", ())),
        joins=document.get("joins", ""),
    )


def read_loadouts(document: Any) -> tuple[Loadout, ...]:
    """Return the named loadouts of a part of a document that was checked."""
    return tuple(Loadout(part["name"], tuple(part["items"])) for part in document)


def loadout_documents(loadouts: tuple[Loadout, ...]) -> list[dict[str, Any]]:
    """Return the documents of named loadouts."""
    return [{"name": one.name, "items": list(one.items)} for one in loadouts]


def _refuse_repeated_ids(document: Any) -> None:
    ids, level = [], document["forces"]
    while level:
        ids += [thing["id"] for thing in level]
        level = [
            one
            for thing in level
            for part in ("units", "selections")
            for one in thing.get(part, ())
        ]
    if len(ids) == len(set(ids)):
        return
    seen: dict[str, str] = {}
    for place, thing in _identified(document["forces"], "/forces"):
        first = seen.setdefault(thing["id"], place)
        if first != place:
            raise RosterError(
                f"{place}/id", f"the id {thing['id']!r} is already used at {first}"
            )


def _refuse_joins(units: list[Any], at: str) -> None:
    """Refuse what joins no unit of its force that stands by itself."""
    joined = {unit["id"]: unit.get("joins", "") for unit in units}
    for index, unit in enumerate(units):
        if joins := unit.get("joins"):
            place = f"{at}/{index}/joins"
            if joins not in joined:
                raise RosterError(place, f"this force has no unit {joins!r}")
            if joins == unit["id"]:
                raise RosterError(place, "no unit joins itself")
            if joined[joins]:
                raise RosterError(place, f"the unit {joins!r} itself joins another")
        below = unit.get("selections", [])
        for place, part in _identified(below, f"{at}/{index}/selections"):
            if "joins" in part:
                raise RosterError(f"{place}/joins", "only units of a force join others")


def _identified(things: list[Any], at: str) -> Iterator[tuple[str, Any]]:
    for index, thing in enumerate(things):
        place = f"{at}/{index}"
        yield place, thing
        for part in ("units", "selections"):
            yield from _identified(thing.get(part, []), f"{place}/{part}")


def roster_document(roster: Roster) -> dict[str, Any]:
    """Return the document of a roster; `read_roster` gives the same roster back."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": roster.game,
        "name": roster.name,
        "limit": points_number(roster.limit),
        "forces": [
            {
                "id": force.id,
                "book": force.book,
                "edition": force.edition,
                "units": [selection_document(unit) for unit in force.units],
            }
            for force in roster.forces
        ],
    }
    if roster.note:
        document["note"] = roster.note
    if roster.switches:
        document["switches"] = dict(roster.switches)
    return document


def selection_document(selection: Selection) -> dict[str, Any]:
    """Return the document of a selection, without values at their defaults."""
    document: dict[str, Any] = {"id": selection.id, "entry": selection.entry}
    if selection.count != 1:
        document["count"] = selection.count
    for part in ("name", "note"):
        if text := getattr(selection, part):
            document[part] = text
    if selection.roll is not None:
        document["roll"] = selection.roll
    if selection.selections:
        document["selections"] = [selection_document(s) for s in selection.selections]
    if selection.loadouts:
        document["loadouts"] = loadout_documents(selection.loadouts)
    if selection.joins:
        document["joins"] = selection.joins
    return document
