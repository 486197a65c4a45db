"""A pack: the composition rules of a game or of an event, as data."""

from dataclasses import dataclass
from typing import Any

from rulesets.documents import DocumentError, check
from rulesets.points import Points, to_points
from rulesets.query import (
    Change,
    Limit,
    SwitchRule,
    TallyRule,
    read_changes,
    read_limits,
    read_switch,
    read_tallies,
)

FORMAT = "armybuilder.pack/1"


class PackError(DocumentError):
    """A document that is no pack; names the place."""


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


def read_pack(document: Any) -> Pack:
    """Return the pack of a document.

    Raises
    ------
    PackError
        If it is no pack: names the first place that is wrong.
    """
    check("pack", document, PackError)
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
    )
