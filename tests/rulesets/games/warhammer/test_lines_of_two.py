"""Figures of battle lines of two, from their fights, are those of their answers."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import COMBAT, odds
from rulesets.games.warhammer.combat.pairs.lines_of_two import fight_of
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp, MatchUpError
from tests.rulesets.figures_of_lines import assert_same_figures
from tests.rulesets.games.warhammer import test_ridden_monsters, units
from tests.rulesets.games.warhammer.units import (
    DULL_TROLLS,
    HERO,
    KNIGHTS,
    ORCS,
    SWORDSMEN,
)

FIGHTERS = [
    one
    for module in (units, test_ridden_monsters)
    for one in vars(module).values()
    if isinstance(one, Fighter)
]


def line(
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    readings: Answers | None = None,
    further: tuple[Further, ...] = (),
) -> MatchUp:
    return MatchUp(
        "warhammer",
        "battle-line",
        a,
        b,
        situation or {},
        readings or {},
        6,
        further=further,
    )


SITUATIONS: list[tuple[Answers, Answers]] = [
    ({}, {}),
    ({"last-won": "b", "a.touched-in": "flank", "b.bonus": 2}, {"step-up": True}),
    ({"b.touched-in": "rear", "a.width": 9, "turn": "b"}, {"flank-bonus": "start"}),
    ({"defended": True, "b.fresh-enemy": 6, "a.friends": 2}, {"blows": "at-once"}),
    ({"a.wounds-lost": 1, "b.hates": True, "a.fears": True}, {"frontage": "all"}),
    ({"a.aims": "characters", "a.aims-at-ridden": "mount"}, {"stupid-half": "start"}),
    ({"a.redress": "widens", "b.redress": "laps-round"}, {"lapping": "flank"}),
    ({"a.uses-item": True, "b.vomits": True, "b.base": 6, "a.base": 80}, {}),
]


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("situation", "readings"), SITUATIONS)
def test_figures_are_those_of_the_answer(situation: Answers, readings: Answers) -> None:
    lot = np.random.default_rng(len(str(situation))).integers
    for a, b in lot(len(FIGHTERS), size=(20, 2)).tolist():
        asked = line(FIGHTERS[a], FIGHTERS[b], situation, readings)
        assert_same_figures(COMBAT, asked)


CHARGED: Answers = {"b.charges": True}


@pytest.mark.parametrize(
    "asked",
    [
        line(SWORDSMEN, ORCS, CHARGED),
        line(SWORDSMEN, ORCS, {"challenge": True}),
        line(SWORDSMEN, ORCS, further=(Further(HERO, "a", "character"),)),
        replace(line(SWORDSMEN, ORCS), without=frozenset({"a.ranks"})),
        replace(line(SWORDSMEN, ORCS), explained=True),
        replace(line(SWORDSMEN, ORCS), kind="fight"),
    ],
)
def test_what_is_no_fight_of_two_is_asked_as_it_is(asked: MatchUp) -> None:
    assert fight_of(asked) is None
    assert COMBAT.figures(asked).outcomes == odds(asked).outcomes


def test_a_fight_of_the_stupid_is_that_of_their_line() -> None:
    fight = fight_of(line(DULL_TROLLS, KNIGHTS, {"turn": "b", "b.width": 4}))
    assert fight is not None
    assert (fight.kind, fight.situation["turn"]) == ("fight", "b")
    assert fight.situation["b.width"] == 4


def test_an_answer_that_nobody_asks_is_refused_as_before() -> None:
    with pytest.raises(MatchUpError, match="not asked here"):
        COMBAT.figures(line(SWORDSMEN, ORCS, {"reaction": "flees"}))
    with pytest.raises(MatchUpError, match="expected one of unit, characters"):
        COMBAT.figures(line(SWORDSMEN, ORCS, {"a.aims": "rider"}))
