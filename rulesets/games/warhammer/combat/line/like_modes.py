"""Modes of a battle line that are alike: all rounds of them, or the blows of a post."""

from collections.abc import Hashable

from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode, told
from rulesets.games.warhammer.combat.line.shields import bearers_facing


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

    Those of a character depend on his own enemy alone.
    """
    unit = field.unit_of(own)
    return (
        own,
        foe,
        _served(field, mode, unit, foe) if own == unit else (),
        tuple(bearers_facing(field, mode, unit, foe)),
        mode.first and field.is_first(unit),
        mode.frenzy[own],
        mode.first and mode.afraid[own],
        bool(mode.defended) and mode.defended[unit],
        mode.duel,
        mode.brought,
        mode.odd[own] if mode.odd else "",
    )


def _served(
    field: LineField, mode: LineMode, unit: int, foe: int
) -> tuple[Hashable, ...]:
    """Return what decides how many of a unit strike at an enemy.

    That is where it meets this one and those that it serves before, which ridden
    monsters it touches, and which of its characters take a place here.
    """
    foes = field.foes(unit, mode)
    return (
        tuple(
            (one, field.side_of(unit, one, mode), field.side_of(one, unit, mode))
            for one in foes[: foes.index(foe) + 1]
        ),
        tuple(one for one in foes if one in field.pools.mounts),
        tuple(one for one in field.characters(unit) if field.faced(one, mode) == foe),
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
