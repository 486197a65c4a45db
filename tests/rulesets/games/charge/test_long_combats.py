"""Combats of three units a side against fights played out die by die."""

from dataclasses import replace

import pytest

from rulesets.games.charge.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid_combat import beside, combat
from tests.rulesets.games.charge.grid_long_combats import (
    BLOCKS,
    LONG_CHARGES,
    LONG_COMBATS,
)
from tests.rulesets.games.charge.simulator_charges import charged_brawl
from tests.rulesets.games.charge.simulator_combat import brawl
from tests.rulesets.games.charge.test_combats_of_several import (
    FATES,
    IDLE,
    disagreements,
    near,
    turned,
)
from tests.rulesets.games.charge.units import BEAST, CANNON, ELVES, JEZZAILS, ORCS

MORE, MANY = 40_000, 400_000
NAMES = [*LONG_COMBATS, *LONG_CHARGES]


def off(name: str, fights: int) -> list[str]:
    seed = 1_000 + NAMES.index(name)
    if name in LONG_COMBATS:
        question = LONG_COMBATS[name]
        return disagreements(question, brawl(question, fights, seed))
    question = LONG_CHARGES[name]
    return disagreements(question, charged_brawl(question, fights, seed))


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", NAMES)
def test_a_combat_of_three_a_side_agrees_with_its_dice(name: str) -> None:
    assert off(name, MORE) == []


@pytest.mark.million
@pytest.mark.parametrize("name", NAMES)
def test_a_combat_of_three_a_side_agrees_with_many_fights(name: str) -> None:
    assert off(name, MANY) == []


def told_of(question: MatchUp, *keys: str) -> dict[str, list[float]]:
    told = odds(question)
    return {key: [told.events[f"{key}-{fate}"] for fate in FATES] for key in keys}


@pytest.mark.parametrize(
    ("said", "moved"),
    [("first", "first"), ("second", "third"), ("fewest", "fewest")],
)
def test_the_second_and_the_third_may_change_places(said: str, moved: str) -> None:
    one = combat(
        BEAST,
        ELVES,
        beside("b", JEZZAILS),
        beside("b", CANNON, at="flank"),
        said={"a.strikes-at": said},
        rounds=2,
    )
    further = one.further[::-1]
    other = replace(one, further=further, situation={"a.strikes-at": moved})
    if said == "second":
        front = [replace(two, situation={}) for two in one.further]
        one = replace(one, further=tuple(front))
        other = replace(other, further=tuple(front[::-1]))
    here, there = (
        told_of(one, "a", "b", "b2", "b3"),
        told_of(other, "a", "b", "b3", "b2"),
    )
    for key, back in zip(here, there, strict=True):
        assert here[key] == near(there[back])


def test_exchanged_sides_of_three_mirror_where_the_dead_strike() -> None:
    question = combat(
        BEAST,
        JEZZAILS,
        beside("a", CANNON, at="flank"),
        beside("b", CANNON, "a", at="rear"),
        beside("a", JEZZAILS, "b2"),
        readings={"dead-strike": True},
        rounds=2,
    )
    here = told_of(question, "a", "a2", "a3", "b", "b2")
    there = told_of(turned(question), "b", "b2", "b3", "a", "a2")
    for own, other in zip(here.values(), there.values(), strict=True):
        assert own == near(other)


def test_a_third_unit_that_neither_strikes_nor_is_struck_changes_nothing() -> None:
    readings = {"test-after-destroying": True}
    two = combat(ORCS, ELVES, beside("a", JEZZAILS, at="rear"), readings=readings)
    three = replace(two, further=(*two.further, beside("a", IDLE, at="flank")))
    here, there = told_of(two, "a", "a2", "b"), told_of(three, "a", "a2", "b")
    for own, other in zip(here.values(), there.values(), strict=True):
        assert own == near(other)


def test_three_blocks_a_side_are_told_to_one_percent() -> None:
    told = odds(BLOCKS)
    assert told.method == "sampled"
    assert told.error < 0.01
    assert len(told.distributions) == 6
