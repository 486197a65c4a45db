"""Stupidity on the table of a battle line: tests, and those who stand about."""

from collections.abc import Iterator

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
    for host, key in posts_of(ground) if when != "never" else ():
        unit = ground.alone[key]
        waits = number and when == "own-turn" and key[0] != mover(scene, number)
        charged = number == 0 and host in scene.charges
        if unit.has("stupidity") and not (unit.fearless or waits or charged):
            at = np.flatnonzero(ground.fate[host] == STANDS)
            ground.table.dull[key][at] = fails(ground, host, key, at)


def posts_of(ground: Field) -> Iterator[tuple[str, str]]:
    """Yield every unit and every character, with the unit that he stands in."""
    for host in ground.fate:
        for key in ground.members(host):
            yield host, key


def fails(ground: Field, host: str, key: str, at: Numbers) -> Flags:
    """Return where a post fails, led by the best of its unit; in a frenzy it does not.

    A character among the stupid, and a stupid one among others, test by themselves.
    """
    unit = ground.alone[key]
    own = [ground.leads(one, at) for one in ground.members(host)]
    best = np.maximum.reduce([*own, np.full(len(at), unit.general)])
    passed = ground.table.leadership_test(len(at), best)
    return np.asarray(~passed & ~ground.table.frenzy[key][at])


def roll_odd(ground: Field) -> None:
    """Roll a die for the odd model of every unit, and for every character."""
    for _, key in posts_of(ground):
        ground.table.odd[key] = ground.table.die(len(ground.fought)) >= 4


def roused(now: Moment, key: str, chosen: Numbers, able: Numbers) -> Numbers:
    """Return whether a character strikes: one who is stupid on a die of 4 and more."""
    table, at = now.field.table, now.at[chosen]
    return np.asarray(np.where(table.dull[key][at] & ~table.odd[key][at], 0, able))


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
