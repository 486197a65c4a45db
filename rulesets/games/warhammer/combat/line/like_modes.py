"""Modes of a battle line that are alike: all rounds of them, or the blows of a post."""

from collections.abc import Hashable

from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode, told


def like_mode(field: LineField, mode: LineMode) -> LineMode:
    """Return a mode of like rounds: whoever touches no enemy any more is slain."""
    there, frenzy = field.engaged(mode), enumerate(mode.frenzy)
    return mode._replace(
        fates=tuple(IN if unit in there else SLAIN for unit in field.units),
        frenzy=tuple(one and field.unit_of(n) in there for n, one in frenzy),
        spent=told(tuple(one and n in there for n, one in enumerate(mode.spent))),
    )


def nearby(
    field: LineField, mode: LineMode, own: int, foe: int
) -> tuple[Hashable, ...]:
    """Return all that the blows of a post at an enemy unit depend on in a round.

    Those of a unit depend on the enemies that it touches, and on who else touches
    those that it serves before this one; those of a character on his own enemy alone.
    """
    unit, around = field.unit_of(own), [field.foes(foe, mode)]
    if own == unit:
        foes = field.foes(unit, mode)
        around += [foes, *(field.foes(one, mode) for one in foes[: foes.index(foe)])]
    return (
        own,
        foe,
        tuple(around),
        mode.first,
        mode.frenzy[own],
        mode.first and mode.afraid[own],
        bool(mode.defended) and mode.defended[unit],
        mode.duel,
        mode.brought,
        mode.odd[own] if mode.odd else "",
    )


def with_fates(field: LineField, mode: LineMode, after: LineMode) -> LineMode:
    """Return a mode after a round in which those who were out of it are as they were.

    Parameters
    ----------
    field : LineField
    mode, after : LineMode
        Of the round, and where a round of its `like_mode` led to.
    """
    kept, fates = [*mode.fates], after.fates
    for unit in field.engaged(mode):
        kept[unit] = fates[unit]
    both = tuple(kept)
    return after if both == fates else after._replace(fates=both)
