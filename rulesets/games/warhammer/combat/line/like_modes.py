"""Modes of a battle line that are alike: all rounds of them, or the blows of a unit."""

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


def near_mode(field: LineField, mode: LineMode, unit: int) -> LineMode:
    """Return a mode in which a unit strikes the same blows, without what is far off.

    Its blows depend on the enemies that it touches, and on who else touches those.
    """
    foes, own = field.foes(unit, mode), field.members(unit)
    near = {unit, *foes, *(one for foe in foes for one in field.foes(foe, mode))}
    odd = tuple(one if post in own else "" for post, one in enumerate(mode.odd))
    return mode._replace(
        fates=tuple(IN if one in near else SLAIN for one in field.units),
        last_won=(),
        frenzy=tuple(one and post in own for post, one in enumerate(mode.frenzy)),
        afraid=tuple(one and post in own for post, one in enumerate(mode.afraid)),
        turn="",
        stupid=(),
        odd=odd if any(odd) else (),
        reached=(),
        spent=(),
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
    return after if kept == after.fates else after._replace(fates=kept)
