"""The trace names the Leadership and Initiative that are used, whose they are, why."""

from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.rules_match_ups import HIDDEN, RIDERS
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    COHORT,
    DAGI,
    LED,
    LEGION,
    MARKSMEN,
    SLAYERS,
    fighter,
    match_up,
    part,
    weapon,
)

OF_LED = "Leadership 9 of Centurion, the highest there is (7 of Led Legionnaires"
ALIKE = fighter(
    part("Pikes", 5, ld=8, i=4, gear=(weapon(),)),
    part("Axes", 5, ld=8, i=4, s=4, gear=(weapon(),)),
)


def text_of(told: Odds, rule: str, side: str) -> str:
    return next(
        step.text for step in told.trace if step.rule == rule and step.side == side
    )


def test_the_break_test_tells_the_leaders_figures_that_the_odds_use() -> None:
    """The trace once told the figure of those who are left without their leader."""
    told = odds(match_up("fight", LED, CATS))
    text = text_of(told, "Break test", "a")
    assert f"2D6 against {OF_LED} when it is gone) less the difference" in text
    assert "D6 and Initiative 5 of Centurion, the highest there is (3 of Led" in text
    assert "unmodified" in text
    alone = text_of(told, "Break test", "b")
    assert "Leadership 8 of Jaguar Men less" in alone
    same = text_of(odds(match_up("fight", ALIKE, CATS)), "Break test", "a")
    assert "2D6 against Leadership 8 less" in same


@pytest.mark.parametrize(
    ("kind", "a", "b", "situation", "rule", "side", "wanted"),
    [
        ("fight", LED, CATS, {"a.flanked": True}, "Flanks", "a", OF_LED),
        ("shooting", ARCHERS, LED, {}, "Casualties", "b", OF_LED),
        ("shooting", MARKSMEN, LED, {}, "Pinning test", "b", OF_LED),
        (
            "charge",
            CATS,
            ARCHERS,
            {"reaction": "stand-and-shoot"},
            "Stand and Shoot",
            "b",
            "a test of Leadership 8 of Archers",
        ),
        ("charge", CATS, LED, {"reaction": "flee"}, "Flee", "b", OF_LED),
        ("engagement", LED, ARCHERS, {}, "Movement and marching", "a", OF_LED),
        ("engagement", LED, ARCHERS, {}, "Falling back", "a", OF_LED),
        (
            "engagement",
            LED,
            ARCHERS,
            {"reaction": "stand-and-shoot", "closing": "a"},
            "Stand and Shoot",
            "b",
            "a test of Leadership 8 of Archers",
        ),
        (
            "fight",
            RIDERS,
            COHORT,
            {"a.leaves": True},
            "Hit and Run",
            "a",
            "a test of Initiative 4 of Riders",
        ),
        (
            "fight",
            DAGI,
            COHORT,
            {"a.leaves": True},
            "Hit and Run",
            "a",
            "a test of Initiative 5 of Dagi, 1 less",
        ),
    ],
)
def test_every_test_names_whose_figure_it_is_taken_on(
    kind: str,
    a: Fighter,
    b: Fighter,
    situation: dict[str, Any],
    rule: str,
    side: str,
    wanted: str,
) -> None:
    assert wanted in text_of(odds(match_up(kind, a, b, situation)), rule, side)


@pytest.mark.parametrize(
    ("a", "situation", "wanted"),
    [
        (LEGION, {}, "at Initiative 3 (printed)"),
        (LEGION, {"a.flanked": True}, "at Initiative 1 (3 printed, struck in its flan"),
        (LEGION, {"a.paralyzed": True}, "at Initiative 1 (3 printed, paralyzed)"),
        (HIDDEN, {"a.unseen": "first"}, "at Initiative 10 (5 printed, invisible)"),
        (SLAYERS, {}, "at Initiative 0 (4 printed, its weapon strikes after all"),
    ],
)
def test_blows_tell_why_they_fall_when_they_do(
    a: Fighter, situation: dict[str, Any], wanted: str
) -> None:
    told = odds(match_up("fight", a, CATS, situation))
    assert wanted in text_of(told, "To hit, to wound, save", "a")
