"""The combats of a battle line: one, or several once units between them are gone."""

from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode, told

Combats = tuple[tuple[int, ...], ...]
"""The units of each combat."""


def combats_in(field: LineField, mode: LineMode) -> Combats:
    """Return the units of each combat of a round, as it begins.

    Units that a chain of enemies in contact joins fight one combat (house: the text
    adds up what each side did "in the combat", and does not say how far one goes).
    """
    if mode.fates not in field.combats:
        field.combats[mode.fates] = tuple(_chains(field, mode))
    return field.combats[mode.fates]


def _chains(field: LineField, mode: LineMode) -> list[tuple[int, ...]]:
    found, rest = [], [*field.engaged(mode)]
    while rest:
        chain = {rest[0]}
        for _ in rest:
            chain |= {foe for unit in chain for foe in field.foes(unit, mode)}
        found.append(tuple(unit for unit in rest if unit in chain))
        rest = [unit for unit in rest if unit not in chain]
    return found


def apart(field: LineField, mode: LineMode) -> tuple[LineMode, ...]:
    """Return a mode of each combat, in which all others are gone; of one, the mode."""
    combats = combats_in(field, mode)
    if len(combats) < 2:
        return (mode,)
    return tuple(_alone(field, mode, units) for units in combats)


def _alone(field: LineField, mode: LineMode, units: tuple[int, ...]) -> LineMode:
    stupid = enumerate(mode.stupid)
    return mode._replace(
        fates=tuple(IN if unit in units else SLAIN for unit in field.units),
        last_won=among(units, mode.last_won),
        frenzy=tuple(
            one and field.unit_of(n) in units for n, one in enumerate(mode.frenzy)
        ),
        stupid=told(tuple(one and field.unit_of(n) in units for n, one in stupid)),
    )


def among(units: tuple[int, ...], won: tuple[str, ...]) -> tuple[str, ...]:
    """Return who won the combats of some units, of all units; none of the others."""
    return told(tuple(one if unit in units else "" for unit, one in enumerate(won)))
