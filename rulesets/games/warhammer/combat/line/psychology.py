"""Tests of psychology in a battle line: by whom a unit is led, and stupidity."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from rulesets.games.warhammer.combat.contact import ODD_FIGHTS, ODD_STANDS
from rulesets.games.warhammer.combat.leadership import passes_leadership
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.psychology import is_stupid, stupidity_step
from rulesets.odds.answer import Step
from rulesets.odds.sides import OTHER, SIDES, Side


def passes_test(field: LineField, unit: int, alive: Sequence[bool]) -> float:
    """Return the chance that a unit passes a test, led by its best character.

    Parameters
    ----------
    field : LineField
    unit : int
    alive : sequence of bool
        Of each pool, whether any of it is left.
    """
    side = field.posts[unit].side
    leads = [
        field.profiles[one].leadership
        for one in field.characters(unit)
        if alive[one] and not field.hides(one)
    ]
    situation = field.situation_of(unit)
    own = situation.of(side)
    led = max([field.situation.of(side).general, *leads])
    situation = situation.with_side(side, replace(own, general=led))
    return passes_leadership(field.pools.figures(unit, alive), situation)


def first_turn(field: LineField) -> Side:
    """Return whose turn the first round is: who charged, or as it is asked."""
    charged = [
        side
        for side in SIDES
        if any(field.answers[post].charges for post in field.posts_of[side])
    ]
    return charged[0] if len(charged) == 1 else field.situation.turn


def tested_units(
    field: LineField, mode: LineMode, alive: Sequence[bool]
) -> tuple[int, ...]:
    """Return the units that test for stupidity in their turns: who still fight.

    It is a matter of ordinary models, while there are any.
    """
    if field.readings.stupid_tests == "never":
        return ()
    return tuple(
        unit
        for unit in field.engaged(mode)
        if field.pools.lives(unit, alive)
        and is_stupid(field.pools.figures(unit, alive))
    )


def first_tests(
    field: LineField, mode: LineMode, alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return the first round after tests of stupidity: who charged has passed it."""
    units = tested_units(field, mode, alive)
    if units and field.readings.stupid_tests == "own-turn":
        mode = replace(mode, turn=first_turn(field))
    waiting = [unit for unit in units if not field.answers[unit].charges]
    return _after_tests(field, mode, waiting, alive)


def later_tests(
    field: LineField, before: LineMode, mode: LineMode, alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return a later round after the tests at the start of its turn.

    Parameters
    ----------
    field : LineField
    before, mode : LineMode
        Of the last round, and of this one without stupidity.
    alive : sequence of bool
        Of each pool, whether any of it is left.
    """
    units = tested_units(field, mode, alive)
    if not units:
        return [(mode, 1.0)]
    turn = OTHER[before.turn] if before.turn in SIDES else ""
    was = stupid_units(field, before)
    mode = with_stupid(
        field, replace(mode, turn=turn), [one for one in units if one in was]
    )
    every = field.readings.stupid_tests == "each-round"
    now = [unit for unit in units if every or field.posts[unit].side == turn]
    return _after_tests(field, mode, now, alive)


def stupid_units(field: LineField, mode: LineMode) -> list[int]:
    """Return the units that are stupid in a mode; none where it names none."""
    named = zip(field.units, mode.stupid, strict=False)
    return [unit for unit, is_one in named if is_one]


def with_stupid(field: LineField, mode: LineMode, units: Iterable[int]) -> LineMode:
    """Return a mode in which these units are stupid."""
    stupid = tuple(unit in units for unit in field.units)
    return replace(mode, stupid=stupid if any(stupid) else ())


def _after_tests(
    field: LineField, mode: LineMode, units: Sequence[int], alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return a mode after tests of some units, each way with its chance."""
    passes = [
        1.0 if mode.frenzy[unit] else passes_test(field, unit, alive) for unit in units
    ]
    others = [unit for unit in stupid_units(field, mode) if unit not in units]
    found = []
    for failed in product((False, True), repeat=len(units)):
        chance = 1.0
        for fails, passing in zip(failed, passes, strict=True):
            chance *= 1 - passing if fails else passing
        if chance > 0:
            stupid = [unit for unit, fails in zip(units, failed, strict=True) if fails]
            found.append((with_stupid(field, mode, [*others, *stupid]), chance))
    return found


def odd_ways(mode: LineMode) -> list[tuple[float, LineMode]]:
    """Return the ways of the odd models of all stupid units in a round."""
    drawn = [(ODD_FIGHTS, ODD_STANDS) if one else ("",) for one in mode.stupid]
    ways = [*product(*drawn)]
    return [(1 / len(ways), replace(mode, odd=odd)) for odd in ways]


def odd_model(field: LineField, mode: LineMode, unit: int, foe: int) -> str:
    """Return what the odd model of a stupid unit does; "" where all fight.

    At a second enemy it does the other thing, so that of all who touch enemies half
    stand idle (house).
    """
    drawn = mode.odd[field.units.index(unit)] if mode.odd else ""
    foes = field.foes(unit, mode)
    if not drawn or foe not in foes or foes.index(foe) % 2 == 0:
        return drawn
    return ODD_STANDS if drawn == ODD_FIGHTS else ODD_FIGHTS


def line_stupidity_steps(field: LineField, alive: Sequence[bool]) -> Iterator[Step]:
    """Yield the trace of stupidity."""
    for unit in field.units:
        if alive[unit]:
            passes = passes_test(field, unit, alive)
            yield from stupidity_step(field.profiles[unit], field.readings, passes)
