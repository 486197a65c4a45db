"""Modes of a battle line whose rounds are alike: they differ in who is out of it."""

from collections.abc import Sequence
from dataclasses import replace

from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode


def like_mode(field: LineField, mode: LineMode) -> LineMode:
    """Return a mode of like rounds: whoever touches no enemy any more is slain."""
    there, frenzy = field.engaged(mode), enumerate(mode.frenzy)
    return replace(
        mode,
        fates=tuple(IN if unit in there else SLAIN for unit in field.units),
        frenzy=tuple(one and field.unit_of(n) in there for n, one in frenzy),
    )


def with_fates(
    field: LineField, mode: LineMode, branches: Sequence[tuple[LineMode, float]]
) -> list[tuple[LineMode, float]]:
    """Return branches in which those who were out of it are as they were.

    Parameters
    ----------
    field : LineField
    mode : LineMode
        Of the round before.
    branches : sequence
        Those of its `like_mode`, with their chances.
    """
    there = field.engaged(mode)
    found = []
    for after, chance in branches:
        fates = zip(field.units, mode.fates, after.fates, strict=True)
        kept = tuple(new if unit in there else old for unit, old, new in fates)
        found.append((replace(after, fates=kept), chance))
    return found
