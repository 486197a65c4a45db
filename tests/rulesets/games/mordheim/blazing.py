"""Fire in Mordheim played out: who is set alight, and what he does while he burns."""

from typing import Any

OUT = 3


def kindle(table: Any, by: Any, him: Any, hand: Any, mask: Any) -> None:
    """Roll for each hit that may set alight: 4+ of fire arrows, 5+ of a brazier."""
    arrows = hand.shot and hand.base == "bow" and "fire-arrows" in by.keys
    arrows = arrows and table.readings.get("arrows-burn", True)
    need = 4 if arrows else 5
    if arrows or hand.key == "brazier-iron":
        him.alight = him.alight | (mask & (table.die() >= need))


def burn_on(table: Any, him: Any, fire: Any) -> None:
    """Let one who is alight put it out on 4+, else be hit and do nothing but move."""
    burning = him.alight & (him.posture < OUT)
    if not burning.any():
        return
    quenched = burning & (table.die() >= 4)
    him.alight = him.alight & ~quenched
    him.busy = burning & ~quenched
    table.struck(him, fire, him.busy)
