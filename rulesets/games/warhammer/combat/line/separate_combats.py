"""Combats of a battle line that are fought apart, and the mode after all of them."""

from collections.abc import Iterable, Sequence

from rulesets.games.warhammer.combat.line.combats import among, combats_in
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import (
    IN,
    SLAIN,
    LineMode,
    told,
)


def separate_combats(field: LineField, mode: LineMode) -> Sequence[LineMode]:
    """Return a mode of each combat, without whatever concerns others alone."""
    combats = combats_in(field, mode)
    if len(combats) < 2:
        return (mode,)
    return tuple(_only(field, mode, units) for units in combats)


def _only(field: LineField, mode: LineMode, units: tuple[int, ...]) -> LineMode:
    own = [field.unit_of(post) in units for post in range(len(field.posts))]
    fights = all(own[post] for post in mode.duel)
    return mode._replace(
        fates=tuple(IN if unit in units else SLAIN for unit in field.units),
        last_won=among(units, mode.last_won),
        frenzy=_of_posts(own, mode.frenzy),
        afraid=_of_posts(own, mode.afraid),
        defended=_of_units(units, mode.defended),
        duel=mode.duel if fights else (),
        brought=_brought(units, mode.brought),
        stupid=told(_of_posts(own, mode.stupid)),
        reached=(),
        spent=_of_units(units, mode.spent),
    )


def _of_posts(own: Sequence[bool], flags: Sequence[bool]) -> tuple[bool, ...]:
    return tuple(one and post for one, post in zip(flags, own, strict=bool(flags)))


def _of_units(units: Sequence[int], flags: Sequence[bool]) -> tuple[bool, ...]:
    return told(tuple(one and unit in units for unit, one in enumerate(flags)))


def _brought(units: Sequence[int], models: Sequence[int]) -> tuple[int, ...]:
    found = tuple(many * (unit in units) for unit, many in enumerate(models))
    return found if any(found) else ()


def after_combats(
    field: LineField, mode: LineMode, ends: Sequence[LineMode]
) -> LineMode:
    """Return the mode after a round, by those to which its combats led.

    Parameters
    ----------
    field : LineField
    mode : LineMode
        Of the round.
    ends : sequence of LineMode
        Of each combat; what became of the units of others does not count there.
    """
    fates, going = [*mode.fates], list[tuple[tuple[int, ...], LineMode]]()
    for units, end in zip(combats_in(field, mode), ends, strict=True):
        for unit in units:
            fates[unit] = end.fates[unit]
        if field.engaged(end):
            going.append((units, end))
    reached = {*mode.reached}.union(*(end.reached for end in ends))
    after = LineMode(tuple(fates)) if len(going) != 1 else going[0][1]
    after = after._replace(fates=tuple(fates), reached=tuple(sorted(reached)))
    return _joined(field, after, going) if len(going) > 1 else after


def _joined(
    field: LineField, after: LineMode, going: Sequence[tuple[tuple[int, ...], LineMode]]
) -> LineMode:
    """Return a mode with what the ends of several combats say of their own units."""
    of = {unit: end for units, end in going for unit in units}
    every = range(len(field.posts))
    units = [(unit, of.get(unit, after)) for unit in field.units]
    posts = [(post, of.get(field.unit_of(post), after)) for post in every]
    brought = tuple(end.brought[unit] if end.brought else 0 for unit, end in units)
    won = (end.last_won[unit] if end.last_won else "" for unit, end in units)
    return after._replace(
        last_won=told(tuple(won)),
        frenzy=_flags((post, end.frenzy) for post, end in posts),
        afraid=(False,) * len(posts),
        defended=told(_flags((unit, end.defended) for unit, end in units)),
        duel=next((end.duel for _, end in going if end.duel), ()),
        brought=brought if any(brought) else (),
        turn=next((end.turn for _, end in going if end.turn), ""),
        stupid=told(_flags((post, end.stupid) for post, end in posts)),
        spent=told(_flags((unit, end.spent) for unit, end in units)),
    )


def _flags(flags: Iterable[tuple[int, Sequence[bool]]]) -> tuple[bool, ...]:
    """Return the flag of each place; none is one where there are no flags."""
    return tuple([bool(some) and some[place] for place, some in flags])
