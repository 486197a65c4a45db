"""Figures of battle lines of two, from their fights, are those of their answers."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import COMBAT, LINES_OF_TWO, odds
from rulesets.games.warhammer.combat.pairs.lines_of_two import is_line_of_two
from rulesets.odds.combat import solved
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp, MatchUpError
from rulesets.odds.sides import SIDES
from tests.rulesets.figures_of_lines import EQUAL, assert_same_figures
from tests.rulesets.games.warhammer import test_ridden_monsters, units
from tests.rulesets.games.warhammer.units import (
    CHARIOT,
    DULL_TROLLS,
    GIANT,
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
CHARGED: list[Answers] = [
    {},
    {"a.charges": True},
    {"b.charges": True},
    {"a.charges": True, "b.charges": True},
]


@pytest.mark.sweep(4)
@pytest.mark.parametrize("charged", CHARGED)
@pytest.mark.parametrize(("situation", "readings"), SITUATIONS)
def test_figures_are_those_of_the_answer(
    situation: Answers, readings: Answers, charged: Answers
) -> None:
    lot = np.random.default_rng(len(str(situation)) + len(str(charged))).integers
    for a, b in lot(len(FIGHTERS), size=(8, 2)).tolist():
        asked = line(FIGHTERS[a], FIGHTERS[b], {**situation, **charged}, readings)
        assert_same_figures(COMBAT, asked)
        if solved(LINES_OF_TWO.odds, asked) is None:
            with pytest.raises(MatchUpError):
                odds(asked)


@pytest.mark.parametrize("charged", CHARGED)
def test_every_chance_of_the_fight_is_one_of_the_answer(charged: Answers) -> None:
    for a, b in ((ORCS, GIANT), (GIANT, DULL_TROLLS), (CHARIOT, KNIGHTS)):
        asked = line(a, b, charged)
        told, known = COMBAT.figures(asked), odds(asked)
        for name in ("outcomes", "events", "expected"):
            some, every = getattr(told, name), getattr(known, name)
            assert {key: every.get(key, 0.0) for key in some} == pytest.approx(
                some, abs=EQUAL
            )
        for one, same in zip(told.by_round, known.by_round, strict=True):
            assert {key: same.get(key, 0.0) for key in one} == pytest.approx(
                one, abs=EQUAL
            )
        for side in SIDES:
            dealt, left = known.wounds[side], known.survivors[side]
            assert told.wounds[side].chances == pytest.approx(dealt.chances, abs=EQUAL)
            assert told.survivors[side].chances == pytest.approx(
                left.chances, abs=EQUAL
            )


@pytest.mark.parametrize(
    "asked",
    [
        line(SWORDSMEN, ORCS, {"challenge": True}),
        line(SWORDSMEN, ORCS, further=(Further(HERO, "a", "character"),)),
        replace(line(SWORDSMEN, ORCS), without=frozenset({"a.ranks"})),
        replace(line(SWORDSMEN, ORCS), explained=True),
        replace(line(SWORDSMEN, ORCS), kind="fight"),
    ],
)
def test_what_is_no_fight_of_two_is_asked_as_it_is(asked: MatchUp) -> None:
    assert not is_line_of_two(asked)
    assert COMBAT.figures(asked).outcomes == odds(asked).outcomes


def test_the_stupid_are_tested_in_the_turn_of_who_charged() -> None:
    of_b: Answers = {"turn": "b"}
    waits = COMBAT.figures(line(DULL_TROLLS, KNIGHTS, of_b))
    charged = COMBAT.figures(line(DULL_TROLLS, KNIGHTS, {**of_b, "a.charges": True}))
    assert charged.events["a-wins"] > waits.events["a-wins"]


def test_who_flees_from_a_charge_ends_so() -> None:
    told = COMBAT.figures(line(GIANT, DULL_TROLLS, {"a.charges": True}))
    assert "b-flees" not in told.outcomes
    told = COMBAT.figures(line(GIANT, SWORDSMEN, {"a.charges": True}))
    assert told.outcomes["b-flees"] > 0


def test_an_answer_that_nobody_asks_is_refused_as_before() -> None:
    with pytest.raises(MatchUpError, match="not asked here"):
        COMBAT.figures(line(SWORDSMEN, ORCS, {"reaction": "flees"}))
    with pytest.raises(MatchUpError, match="expected one of unit, characters"):
        COMBAT.figures(line(SWORDSMEN, ORCS, {"a.aims": "rider"}))
