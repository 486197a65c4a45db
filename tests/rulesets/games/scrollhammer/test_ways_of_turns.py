"""Units of which the same may befall share the ways of their turns."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements import ways_of_turns
from rulesets.games.scrollhammer.combat.engagements.approach import Plan
from rulesets.games.scrollhammer.combat.engagements.before_contact import (
    ScrollhammerBeforeContact,
    before_contact,
)
from rulesets.games.scrollhammer.combat.engagements.course import Course, course_of
from rulesets.games.scrollhammer.combat.engagements.shots_of_turns import fire_of
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.questions.questions import KINDS
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.odds.context import read_answers
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.odds.settings import settled
from rulesets.odds.sides import SIDES
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS
from tests.rulesets.games.scrollhammer.units import (
    LEGION,
    MARKSMEN,
    PEASANTS,
    bow,
    match_up,
    unit,
    weapon,
)

BOWMEN = unit("Bowmen", 7, s=4, ld=6, bs=2, gear=(bow(4, 2, reach=24), weapon()))
SLINGERS = unit("Slingers", 7, gear=(bow(3, 0, reach=12), weapon()))
BEGINNERS = unit("Beginners", 9, ws=2, ld=5, bs=4, gear=(bow(2, 0, reach=24),))


@pytest.fixture(autouse=True)
def _no_ways_are_known() -> Iterator[None]:
    ways_of_turns._ways_on.cache_clear()
    yield
    ways_of_turns._ways_on.cache_clear()


def played(question: MatchUp) -> ScrollhammerBeforeContact:
    situation, readings = settled(question, KINDS, READINGS)
    units = read_profile(question.a, "a"), read_profile(question.b, "b")
    return before_contact(
        *units,
        read_answers(ScrollhammerSituation, situation),
        read_answers(ScrollhammerReadings, readings),
    )


def courses(question: MatchUp) -> tuple[Course, Course]:
    plans = played(question).plans
    return course_of(plans["a"]), course_of(plans["b"])


def shoots(plan: Plan, course: Course) -> None:
    plan = replace(plan, fires={})
    for distance in range(course.length + 1):
        fires = fire_of(plan, int(course.aims[distance]), 0)
        assert bool(fires.volleys) == course.shoots[distance], distance


@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_a_course_says_whether_there_are_shots_from_any_distance(name: str) -> None:
    plans = played(ENGAGEMENTS[name]).plans
    for side in SIDES:
        shoots(plans[side], course_of(plans[side]))


@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_every_chance_meets_or_ends(name: str) -> None:
    approach = played(ENGAGEMENTS[name]).approach
    ends = (*approach.met.values(), *approach.ended.values())
    assert sum(float(one.sum()) for one in ends) == pytest.approx(1, abs=1e-12)


def test_units_of_other_figures_take_the_same_course() -> None:
    answers = {"closing": "both"}
    one = courses(match_up("engagement", BOWMEN, LEGION, answers))
    other = courses(match_up("engagement", BEGINNERS, PEASANTS, answers))
    assert one == other


@pytest.mark.parametrize("b", [SLINGERS, LEGION, MARKSMEN])
def test_units_that_shoot_otherwise_take_other_courses(b: Fighter) -> None:
    one = courses(match_up("engagement", PEASANTS, BOWMEN))
    assert courses(match_up("engagement", PEASANTS, b))[1] != one[1]


def test_ways_that_others_have_laid_down_change_no_answer() -> None:
    answers: dict[str, str | int | bool] = {"closing": "both", "turns": 3}
    questions = [
        match_up("engagement", a, b, answers)
        for a in (BOWMEN, BEGINNERS, LEGION)
        for b in (PEASANTS, BEGINNERS)
    ]
    after_others = [odds(one) for one in questions]
    for question, told in zip(questions, after_others, strict=True):
        ways_of_turns._ways_on.cache_clear()
        alone = odds(question)
        assert told.outcomes == pytest.approx(alone.outcomes, abs=1e-12)
        assert [*told.outcomes] == [*alone.outcomes]
        assert told.expected == pytest.approx(alone.expected, abs=1e-12)


def test_ways_are_forgotten_once_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ways_of_turns, "MOST_LAID", 10)
    question = match_up("engagement", BOWMEN, LEGION, {"turns": 2})
    told = [odds(question) for _ in range(2)]
    assert told[0].outcomes == told[1].outcomes
