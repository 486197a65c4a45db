"""War machines of the engine against a simulator that rolls every die."""

from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.warhammer.simulated_machines import (
    Regiment,
    Table,
    bolt,
    cannon,
    stone,
    volley_gun,
)
from tests.rulesets.games.warhammer.units import (
    BOLT_THROWER,
    CANNON,
    DIVER,
    HELBLASTER,
    LOBBER,
    MORTAR,
    TREBUCHET,
    match_up,
    unit,
)

SHOTS = 10_000

MORE_DIRECTIONS = 0.01
"""The engine lays out 72 directions, the simulator any [wounds, chance]."""

BLOCKS = {
    "block": Regiment(20, 5, 3, 1, 5),
    "odd": Regiment(17, 6, 3, 1, 7),
    "brutes": Regiment(6, 3, 4, 3, 7),
    "line": Regiment(5, 5, 3, 1, 4),
}

STONES = {
    "lobber": (LOBBER, (3, 4, 6, 8, 6)),
    "diver": (DIVER, (3, 4, 6, 8, 6)),
    "trebuchet": (TREBUCHET, (3, 5, 6, 10, 6)),
    "mortar": (MORTAR, (5, 3, 1, 6, 3)),
}

Throw = Callable[[Table], None]


def fighter(target: Regiment) -> Fighter:
    return unit(
        "Target", target.models, t=target.toughness, w=target.wounds, sv=target.save
    )


def told(own: Fighter, target: Regiment, distance: int) -> tuple[float, float, int]:
    """Return the mean of wounds, the chance of none, and how far a cannon aims."""
    asked = {"distance": distance, "b.width": target.width}
    answer = odds(match_up("shooting", own, fighter(target), asked))
    first = answer.trace[0].text
    short = int(first.split('"')[0].split()[-1]) if first.startswith("aimed") else 0
    none = 1 - answer.events["b-loses-a-wound"]
    return answer.expected["b-wounds-lost"], none, short


def assert_alike(mean: float, none: float, target: Regiment, throw: Throw) -> None:
    lost = []
    dice = Random(1)  # noqa: S311
    for _ in range(SHOTS):
        table = Table(target, dice)
        throw(table)
        lost.append(table.lost)
    found = sum(lost) / SHOTS
    spread = sqrt(sum((one - found) ** 2 for one in lost) / SHOTS / SHOTS)
    assert abs(found - mean) <= 4 * spread + MORE_DIRECTIONS
    missed = lost.count(0) / SHOTS
    error = sqrt(none * (1 - none) / SHOTS)
    assert abs(missed - none) <= 4 * error + MORE_DIRECTIONS / 2


@pytest.mark.parametrize("name", BLOCKS)
def test_balls_fall_as_they_are_thrown(name: str) -> None:
    target = BLOCKS[name]
    mean, none, short = told(CANNON, target, 24)
    assert_alike(mean, none, target, partial(cannon, short=short))


@pytest.mark.parametrize("machine", STONES)
@pytest.mark.parametrize("name", BLOCKS)
def test_stones_fall_as_they_are_thrown(machine: str, name: str) -> None:
    own, figures = STONES[machine]
    target = BLOCKS[name]
    mean, none, _ = told(own, target, 24)
    assert_alike(mean, none, target, partial(stone, figures=figures))


@pytest.mark.parametrize("name", BLOCKS)
def test_bolts_fly_as_they_are_thrown(name: str) -> None:
    target = BLOCKS[name]
    mean, none, _ = told(BOLT_THROWER, target, 24)
    assert_alike(mean, none, target, partial(bolt, skill=3))


@pytest.mark.parametrize("distance", [12, 24])
@pytest.mark.parametrize("name", BLOCKS)
def test_volley_guns_shoot_as_they_are_thrown(name: str, distance: int) -> None:
    target = BLOCKS[name]
    mean, none, _ = told(HELBLASTER, target, distance)
    assert_alike(mean, none, target, partial(volley_gun, far=distance > 12))
