"""The work on loadouts is counted by states and samples, and by no clock."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.matchups.best_loadout import ENOUGH_WORK, WORK_OF_ONE, choose_loadouts
from rulesets.odds.answer import Odds
from rulesets.odds.approach import WORK_OF_CASE
from rulesets.odds.fight import solver
from rulesets.odds.fight.solver import WORK_OF_PAIR, WORK_OF_SAMPLE
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    HALBERDIERS,
    ORCS,
    match_up,
    unit,
)

MOB, BOWS = unit("Mob", 60), replace(ARCHERS, models=60)
MOST = 23
"""Trials of two units with twelve loadouts each."""


def test_the_work_on_a_fight_is_that_on_its_pairs_of_states() -> None:
    three, two = unit("Three", 3), unit("Two", 2)
    told = odds(match_up("fight", three, two))
    assert told.work % (WORK_OF_PAIR * 4 * 3) == 0
    assert told.work > 0


def test_the_same_question_is_the_same_work_each_time() -> None:
    question = match_up("engagement", ORCS, ARCHERS, {"distance": 24})
    assert odds(question).work == odds(question).work


def test_the_work_on_turns_before_contact_grows_with_them() -> None:
    few, many = (
        odds(match_up("engagement", ORCS, ARCHERS, {"turns": turns})).work
        for turns in (2, 6)
    )
    assert many > few + WORK_OF_CASE


def test_a_sample_is_more_work_than_all_states_of_its_fight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = match_up("fight", HALBERDIERS, ORCS)
    exact = odds(question)
    monkeypatch.setattr(solver, "_are_too_large", lambda *_, **__: True)
    sampled = odds(replace(question, rounds=2))
    assert sampled.samples > 0
    assert sampled.work > WORK_OF_SAMPLE * sampled.samples > exact.work


@pytest.mark.parametrize("kind", ["fight", "charge", "engagement"])
def test_all_loadouts_of_two_units_of_sixty_are_tried(kind: str) -> None:
    asked = {"distance": 40} if kind == "engagement" else {}
    question = match_up(kind, MOB, BOWS, asked)
    once = odds(question)
    tried: list[MatchUp] = []

    def work_out(trial: MatchUp) -> Odds:
        tried.append(trial)
        return once

    a, b = (replace(one, alternatives=(one,) * 11) for one in (MOB, BOWS))
    choose_loadouts(work_out, replace(question, a=a, b=b))
    assert len(tried) == MOST
    assert MOST * (once.work + WORK_OF_ONE) < ENOUGH_WORK


def test_the_work_told_of_the_best_loadouts_is_that_on_all_of_them() -> None:
    question = match_up("fight", HALBERDIERS, ORCS)
    once = odds(question)
    a = replace(HALBERDIERS, alternatives=(HALBERDIERS,) * 2)
    _, found = choose_loadouts(lambda _: once, replace(question, a=a))
    assert found.work == 3 * (once.work + WORK_OF_ONE)
