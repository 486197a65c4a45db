"""Stupidity on the table of a battle line: tests, and those who stand about."""

import numpy as np

from tests.rulesets.games.warhammer.simulated import Flags, Numbers
from tests.rulesets.simulators.battle_line.field import STANDS, Field, Moment
from tests.rulesets.simulators.battle_line.scene import Scene

OTHERS = {"a": "b", "b": "a"}


def mover(scene: Scene, number: int) -> str:
    """Return whose turn a round is: the first is that of the side that charged."""
    first = str(scene.situation.get("turn", "a"))
    sides = {key[0] for key in scene.charges}
    if len(sides) == 1:
        first = next(iter(sides))
    return first if number % 2 == 0 else OTHERS[first]


def take_tests(ground: Field, number: int) -> None:
    """Roll the tests of one turn; who charges has passed its own before."""
    scene = ground.scene
    when = scene.readings.get("stupid-tests", "own-turn")
    for key in ground.fate if when != "never" else ():
        unit = ground.alone[key]
        waits = number and when == "own-turn" and key[0] != mover(scene, number)
        charged = number == 0 and key in scene.charges
        if unit.has("stupidity") and not (unit.fearless or waits or charged):
            at = np.flatnonzero(ground.fate[key] == STANDS)
            ground.table.dull[key][at] = fails(ground, key, at)


def fails(ground: Field, key: str, at: Numbers) -> Flags:
    """Return where a unit fails, led by its best; in a frenzy it needs no test."""
    unit = ground.alone[key]
    own = [ground.leads(one, at) for one in ground.members(key)]
    best = np.maximum.reduce([*own, np.full(len(at), unit.general)])
    passed = ground.table.leadership_test(len(at), best)
    return np.asarray(~passed & ~ground.table.frenzy[key][at])


def roll_odd(ground: Field) -> None:
    """Roll a die for the odd model of every unit."""
    for key in ground.fate:
        ground.table.odd[key] = ground.table.die(len(ground.fought)) >= 4


def idle_half(
    now: Moment, key: str, foe: str, chosen: Numbers, able: Numbers
) -> Numbers:
    """Return who of a unit strikes at an enemy, where half stand idle who would.

    The odd one is seen by itself: it fights if its die says so, and at a second enemy
    if the die says that it would stand idle at the first.
    """
    table, at = now.field.table, now.at[chosen]
    second = now.enemies(key).index(foe) == 1
    fights = table.odd[key][at] != second
    half = able // 2 + np.where(able % 2 == 1, fights, 0)
    return np.asarray(np.where(table.dull[key][at], half, able))
