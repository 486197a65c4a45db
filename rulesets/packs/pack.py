"""A pack: the composition rules of a game or of an event, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from math import ceil
from typing import Any

from rulesets.core.points import Points, to_points
from rulesets.core.query import (
    Change,
    Limit,
    SwitchRule,
    TallyRule,
    read_changes,
    read_limits,
    read_switch,
    read_tallies,
)
from rulesets.documents.json import DocumentError, check

FORMAT = "armybuilder.pack/1"

ANY, NEWEST = "any", "newest"
"""Editions that count: every one, or the newest of each book."""


class PackError(DocumentError):
    """A document that is no pack; names the place."""


@dataclass(frozen=True, slots=True)
class HouseReading:
    """A house reading: what an organiser says where the rules leave it open.

    ``reading`` is the key of a reading of the game's odds, and ``answer`` the answer to
    it that holds; "" and none where only the text says it.
    """

    key: str
    text: str
    source: str = ""
    reading: str = ""
    answer: str | int | bool | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points of an event that are taken off a player's score.

    Parameters
    ----------
    key, text : str
    points : Points, optional
        How much; none where the text says it.
    hours : int, optional
        They are taken off for every so many hours begun after the deadline; none for a
        penalty that has nothing to do with being late [hours].
    """

    key: str
    text: str
    points: Points | None = None
    hours: int | None = None

    def off(self, late: float) -> Points:
        """Return what is taken off a list that is so late [hours]."""
        if self.points is None or self.hours is None or late <= 0:
            return 0
        return self.points * ceil(late / self.hours)


@dataclass(frozen=True, slots=True)
class Pack:
    """Limits and changes that hold for every army, whatever its book.

    Parameters
    ----------
    key, name, game, source : str
    limit : Points, optional
        The points limit that the pack sets for everybody [points].
    limits, changes : tuple
    switches : tuple of SwitchRule
        Rules that players may have on or off.
    tallies : tuple of TallyRule
        Numbers of the army that are shown.
    fixed : bool
        True if players may not switch its switchable rules themselves.
    replaces : tuple of str
        Rules of the game's own pack that do not hold, by their keys; or that pack's
        own key, where none of it does. The others hold beside these.
    editions : str
        Which editions of books count: ``any``, ``newest``, or the newest ones of a day
        (ISO 8601, in UTC).
    house_readings : tuple of HouseReading
    penalties : tuple of Penalty
    counting : mapping, optional
        The same as numbers of editions by the keys of books, where it is known which
        there are. A book with the number 0 had none on that day.
    document : mapping
        What it was read from.
    """

    key: str
    name: str
    game: str
    source: str = ""
    limit: Points | None = None
    limits: tuple[Limit, ...] = ()
    changes: tuple[Change, ...] = ()
    switches: tuple[SwitchRule, ...] = ()
    tallies: tuple[TallyRule, ...] = ()
    fixed: bool = False
    replaces: tuple[str, ...] = ()
    editions: str = ANY
    house_readings: tuple[HouseReading, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    counting: Mapping[str, int] | None = None
    document: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def read_pack(document: Any) -> Pack:
    """Return the pack of a document.

    Raises
    ------
    PackError
        If it is no pack: names the first place that is wrong.
    """
    check("pack", document, PackError)
    editions = document.get("editions", ANY)
    if editions not in (ANY, NEWEST):
        day_of(editions)
    limit = document.get("limit")
    return Pack(
        key=document["key"],
        name=document["name"],
        game=document["game"],
        source=document.get("source", ""),
        limit=None if limit is None else to_points(limit),
        limits=read_limits(document),
        changes=read_changes(document),
        switches=tuple(read_switch(part) for part in document.get("switches", ())),
        tallies=read_tallies(document),
        fixed=document.get("fixed", False),
        replaces=tuple(document.get("replaces", ())),
        editions=editions,
        house_readings=tuple(
            HouseReading(**part) for part in document.get("house_readings", ())
        ),
        penalties=tuple(_penalty(part) for part in document.get("penalties", ())),
        document=document,
    )


def _penalty(part: Mapping[str, Any]) -> Penalty:
    points = part.get("points")
    return Penalty(
        part["key"],
        part["text"],
        None if points is None else to_points(points),
        part.get("hours"),
    )


def day_of(text: str) -> date:
    """Return the day whose editions count; raises PackError if it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        said = f"expected any, newest, or a day such as 2026-11-01, found {text!r}"
        raise PackError("/editions", said) from None
