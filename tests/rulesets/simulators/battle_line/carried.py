"""Items that count for a whole unit, whoever of it carries them while he lives."""

import numpy as np

from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit
from tests.rulesets.simulators.battle_line.field import Field

LOWEST_TWO = "valorous-standard"
LEADERSHIP_TEN = "guzzlas-backbone-brew"
ONE_MORE = "braid-of-bordeleaux"


def carried(ground: Field, key: str, at: Numbers, item: str) -> Flags:
    """Return where somebody of a unit who lives carries an item."""
    found = np.zeros(len(at), dtype=bool)
    for one in ground.members(key):
        if ground.alone[one].bears(item):
            found |= ground.table.wounds[one][at] > 0
    return found


def can_shoot(unit: Unit) -> bool:
    """Return whether a unit has something to shoot with."""
    return any(piece.kind == "ranged" for piece in unit.body.gear)


def passes_test(
    ground: Field, key: str, at: Numbers, value: int | Numbers, *, again: str = ""
) -> Flags:
    """Roll tests of a unit: three dice without the highest under its standard.

    Who carries ``again`` has failed tests rolled once more.
    """
    passed = _one_test(ground, key, at, value)
    if again and any(ground.alone[one].bears(again) for one in ground.members(key)):
        second = _one_test(ground, key, at, value)
        passed |= second & carried(ground, key, at, again)
    return passed


def _one_test(ground: Field, key: str, at: Numbers, value: int | Numbers) -> Flags:
    dice = [ground.table.die(len(at)) for _ in range(2)]
    total = dice[0] + dice[1]
    three = carried(ground, key, at, LOWEST_TWO)
    if three.any():
        dice.append(ground.table.die(len(at)))
        total = np.where(three, total + dice[2] - np.maximum.reduce(dice), total)
    return np.asarray(total <= value)


def leads_once(ground: Field, key: str, at: Numbers, leads: Numbers) -> Numbers:
    """Return the Leadership of a post in the first Break test of its unit."""
    unit, here = ground.alone[key], leads > 0
    if unit.bears(LEADERSHIP_TEN):
        return np.where(here, 10, leads)
    if unit.bears(ONE_MORE):
        return np.where(here, np.minimum(leads + 1, 10), leads)
    return leads
