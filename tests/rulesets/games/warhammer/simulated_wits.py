"""Stupidity as the simulated table plays it: tests, and those who stand about."""

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit
from tests.rulesets.games.warhammer.simulated_table import Table


def is_stupid(unit: Unit) -> bool:
    return unit.has("stupidity") and not unit.fearless


def fails(table: Table, at: Numbers, unit: Unit) -> Flags:
    """Roll the tests of one unit; in a frenzy it needs none."""
    fallen = table.fallen[unit.side][at] if table.fallen else False
    passed = table.tests_mind(len(at), unit, fallen)
    return np.asarray(~passed & ~table.frenzy[unit.side][at])


def take_test(table: Table, at: Numbers, unit: Unit) -> None:
    if unit.question.readings.get("stupid-tests") != "never" and is_stupid(unit):
        table.dull[unit.side][at] = fails(table, at, unit)


def first_wits(table: Table, units: dict[str, Unit], question: MatchUp) -> None:
    """Test before the first round: who charged has passed its test."""
    for side, unit in units.items():
        if question.kind == "fight" or side == "b":
            take_test(table, table.going(), unit)


def later_wits(
    table: Table,
    going: Numbers,
    units: dict[str, Unit],
    question: MatchUp,
    number: int,
) -> None:
    """Test as a later round begins, and roll for the odd models of every round."""
    first = str(question.situation.get("turn", "a"))
    first = first if question.kind == "fight" else "a"
    mover = first if number % 2 == 0 else {"a": "b", "b": "a"}[first]
    every = question.readings.get("stupid-tests") == "each-round"
    for side, unit in units.items():
        if number and (every or side == mover):
            take_test(table, going, unit)
        table.odd[side] = table.die(len(table.ended)) >= 4


def half(count: int, *, odd_fights: bool) -> int:
    return count // 2 + (count % 2 if odd_fights else 0)
