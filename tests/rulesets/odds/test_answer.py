"""Answers hold chances that sum to 1, and say them in documents."""

import json
from typing import Any

import pytest

from rulesets.odds.answer import Distribution, Need, Odds, Step
from rulesets.odds.match_up import Choice, MatchUpError, Question
from rulesets.odds.plain_rolls import roll_odds
from rulesets.odds.plain_volley import attacks_odds
from rulesets.odds.settings import keys, settle


def test_chances_that_do_not_sum_to_one_are_a_mistake() -> None:
    with pytest.raises(ArithmeticError, match="sum to"):
        Distribution("wounds", "wounds", (0.5, 0.4))
    with pytest.raises(ArithmeticError, match="outcomes"):
        Odds({"a-wins": 0.5}, {})


def test_at_least_counts_down_from_one() -> None:
    told = Distribution("wounds", "wounds", (0.5, 0.25, 0.25))
    assert told.at_least() == pytest.approx((1.0, 0.5, 0.25))
    assert told.expected() == pytest.approx(0.75)


def test_a_document_of_an_answer_is_plain_json() -> None:
    odds = attacks_odds({"dice": 4, "to_hit": 3, "save": 5})
    read = json.loads(json.dumps(odds.to_document()))
    assert read["method"] == "exact"
    assert read["wounds"]["a"]["exactly"] == list(odds.wounds["a"].chances)
    assert {"outcomes", "error", "trace", "not_modelled", "by_round"} <= set(read)


def test_a_need_past_six_is_printed_as_none() -> None:
    assert Need("save", "to save", 7, 0.0).text() == "none"
    assert Need("hit", "to hit", 3, 2 / 3).text() == "3+"


def test_a_step_says_which_rule_did_what() -> None:
    step = Step("Cover", "a book", "4+ becomes 5+", "a")
    assert step.to_document()["text"] == "4+ becomes 5+"


def test_a_volley_that_is_missing_something_is_refused_at_its_place() -> None:
    for attacks, where in (
        ({"dice": 3}, "/attacks/to_hit"),
        ({"to_hit": 3}, "/attacks/dice"),
        ({"dice": 1001, "to_hit": 3}, "/attacks/dice"),
        ({"dice": 3, "to_hit": 8}, "/attacks/to_hit"),
        ({"dice": 3, "to_hit": 3, "luck": 2}, "/attacks/luck"),
    ):
        with pytest.raises(MatchUpError) as caught:
            attacks_odds(attacks)
        assert caught.value.where == where


def test_a_volley_tells_how_many_dice_each_roll_leaves() -> None:
    steps = attacks_odds({"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5}).trace
    assert [step.rule for step in steps] == ["to hit", "to wound", "not saved"]
    assert "leave 3.333" in steps[-1].text


QUESTIONS = (
    Question("near", "A friend near?", default=False, side=True),
    Question("distance", "Distance", 3, low=0, high=9),
    Question("way", "Way", "left", (Choice("left", "L"), Choice("right", "R"))),
)


def test_answers_are_completed_with_the_defaults() -> None:
    assert keys(QUESTIONS[0]) == ("a.near", "b.near")
    assert settle(QUESTIONS, {"b.near": True, "distance": 9}, "/situation") == {
        "a.near": False,
        "b.near": True,
        "distance": 9,
        "way": "left",
    }


@pytest.mark.parametrize(
    ("given", "where", "what"),
    [
        ({"near": True}, "/situation/near", "known are: a.near, b.near"),
        ({"a.near": 1}, "/situation/a.near", "true or false"),
        ({"distance": "3"}, "/situation/distance", "whole number"),
        ({"distance": True}, "/situation/distance", "whole number"),
        ({"distance": -1}, "/situation/distance", "at least 0"),
        ({"distance": 10}, "/situation/distance", "at most 9"),
        ({"way": "up"}, "/situation/way", "one of left, right"),
        ({"a/b": 1}, "/situation/a~1b", "not asked"),
    ],
)
def test_a_wrong_answer_is_named_with_what_was_expected(
    given: dict[str, int | str | bool], where: str, what: str
) -> None:
    with pytest.raises(MatchUpError, match=what) as caught:
        settle(QUESTIONS, given, "/situation")
    assert caught.value.where == where


def test_a_parry_or_a_special_roll_is_told_without_a_count_of_dice() -> None:
    steps = attacks_odds({"dice": 2, "to_hit": 4, "to_wound": 5, "poison": 6}).trace
    assert [step.rule for step in steps] == ["to hit", "to wound", "poison"]
    assert "on average" not in steps[0].text


@pytest.mark.parametrize(
    ("attacks", "where"),
    [
        ({"dice": 61, "to_hit": 4, "parry": True}, "/attacks/dice"),
        ({"dice": 2, "to_hit": 4, "parry": True, "poison": 6}, "/attacks/parry"),
        ({"dice": 200, "to_hit": 4, "damage": "D6"}, "/attacks/dice"),
        ({"dice": 2, "to_hit": 4, "damage": "D4"}, "/attacks/damage"),
        ({"dice": 2, "to_hit": 4, "reroll_hits": "all"}, "/attacks/reroll_hits"),
        (
            {"dice": 2, "to_hit": 4, "target": {"models": 21, "wounds": 20}},
            "/attacks/target",
        ),
    ],
)
def test_what_a_volley_cannot_be_is_refused_at_its_place(
    attacks: dict[str, Any], where: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        attacks_odds(attacks)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("roll", "where"),
    [
        ({}, "/roll/dice"),
        ({"dice": 31}, "/roll/dice"),
        ({"dice": 2, "against": 0}, "/roll/against"),
        ({"dice": 2, "at_least": 7, "against": 2}, "/roll"),
    ],
)
def test_what_a_roll_cannot_be_is_refused_at_its_place(
    roll: dict[str, Any], where: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        roll_odds(roll)
    assert caught.value.where == where


def test_a_bare_roll_tells_every_sum() -> None:
    told = roll_odds({"dice": 2})
    assert told.outcomes["7"] == pytest.approx(1 / 6)
    assert set(told.outcomes) == {str(total) for total in range(2, 13)}
    assert told.expected["sum"] == pytest.approx(7)


def test_a_chance_below_nothing_is_a_mistake() -> None:
    with pytest.raises(ArithmeticError, match="of Wounds is -0"):
        Distribution("Wounds", "wounds", (1.25, -0.25))
