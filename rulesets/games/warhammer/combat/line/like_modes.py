"""Modes of a battle line whose rounds are alike: they differ in who is out of it."""

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


def with_fates(field: LineField, mode: LineMode, after: LineMode) -> LineMode:
    """Return a mode after a round in which those who were out of it are as they were.

    Parameters
    ----------
    field : LineField
    mode, after : LineMode
        Of the round, and where a round of its `like_mode` led to.
    """
    there = field.engaged(mode)
    fates = zip(field.units, mode.fates, after.fates, strict=True)
    kept = tuple(new if unit in there else old for unit, old, new in fates)
    return after if kept == after.fates else replace(after, fates=kept)
