"""A war machine as the target and the weapon of its crew."""

from dataclasses import dataclass

from rulesets.core.values import Gear
from rulesets.odds.match_up import FighterPart
from rulesets.odds.stat_line import StatLine

NONE = 7
"""A save that there is not [pips]."""

WAR_MACHINE = "war-machine"
"""The unit type of a machine."""


@dataclass(frozen=True, slots=True)
class WarMachine:
    """The machine of a crew.

    Parameters
    ----------
    name : str
    toughness, wounds : int
    save, ward : int
        Lowest roll that saves, 7 for none [pips].
    gear : tuple of Gear
    """

    name: str
    toughness: int
    wounds: int
    save: int
    ward: int
    gear: tuple[Gear, ...] = ()


def is_machine(part: FighterPart) -> bool:
    """Return whether models are a war machine: no crew, since they strike no blows."""
    strikes = isinstance(part.characteristics.get("ws"), int)
    return part.role == "models" and part.kind == WAR_MACHINE and not strikes


def machine_of(
    parts: tuple[FighterPart, ...], main: FighterPart, where: str
) -> WarMachine | None:
    """Return the machine among the parts of a unit, none where there is none.

    Raises
    ------
    MatchUpError
        If its Toughness or its Wounds are missing or out of bounds.
    """
    found = [part for part in parts if part is not main and is_machine(part)]
    if not found or not found[0].models:
        return None
    read = StatLine(found[0].characteristics, where, found[0].name)
    return WarMachine(
        name=found[0].name,
        toughness=read.number("t", 1, 10),
        wounds=read.number("w", 1, 20),
        save=read.number("sv", -5, NONE, dash=NONE),
        ward=read.number("ward", 2, NONE, dash=NONE),
        gear=found[0].gear,
    )
