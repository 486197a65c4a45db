"""Parts of a unit of Warhammer: ridden monsters, and those that do not fight."""

from collections.abc import Iterator, Sequence

from rulesets.games.warhammer.combat.war_machine import is_machine
from rulesets.odds.answer import NotModelled
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.odds.sides import Side

OWN_WOUNDS = "its own wounds: all blows are struck at the rider"
"""The reason for leaving out the wounds of a mount."""

SHOT_AT_RIDER = "its own wounds count in combat only: all shots are at the rider"
"""The reason of a ridden monster, whose wounds count in combats of two units."""


def is_ridden(main: FighterPart, models: int, mounts: Sequence[FighterPart]) -> bool:
    """Return whether one model rides a monster: a mount with wounds of its own."""
    if models != 1 or main.kind == "chariot" or not mounts:
        return False
    wounds, toughness = (mounts[0].characteristics.get(key) for key in ("w", "t"))
    return isinstance(wounds, int) and wounds > 1 and isinstance(toughness, int)


def parts_left_out(
    fighter: Fighter, parts: tuple[FighterPart, ...], main: FighterPart, side: Side
) -> Iterator[NotModelled]:
    """Yield the parts of a unit that do not fight here."""
    told = {part.name for part in parts}
    for name in fighter.left_out:
        if name not in told:
            why = "a stat line or a unit of its own, and it does not fight here"
            yield NotModelled(name, side, why)
    for part in parts:
        others = part.role == "models" and part is not main and part.models
        if others and not is_machine(part):
            why = f"other models of the same unit; the numbers are of {main.name}"
            yield NotModelled(part.name, side, why)
    yield from _leaders_left_out(parts, main, side)
    mounts = [part for part in parts if part.role == "mount"]
    for part in mounts[1:]:
        why = f"one kind of mount strikes; the numbers are of {mounts[0].name}"
        yield NotModelled(part.name, side, why)
    wounds = mounts[0].characteristics.get("w") if mounts else None
    several = isinstance(wounds, int) and wounds > 1
    leads = sum(part.models for part in parts if part.role == "leader")
    if several and not is_ridden(main, main.models + leads, mounts):
        yield NotModelled(mounts[0].name, side, OWN_WOUNDS)


def _leaders_left_out(
    parts: tuple[FighterPart, ...], main: FighterPart, side: Side
) -> Iterator[NotModelled]:
    """Yield leaders with another Toughness, other Wounds or saves than their unit."""
    keys = ("t", "w", "sv", "ward")
    ordinary = [main.characteristics.get(key) for key in keys]
    for part in parts:
        own = [part.characteristics.get(key) for key in keys]
        if part.role == "leader" and own != ordinary:
            why = "his own Toughness, Wounds and saves: he falls as one of the unit"
            yield NotModelled(part.name, side, why)
