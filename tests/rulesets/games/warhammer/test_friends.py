"""Friends who see a unit break, charges by overrun, and moments that are read."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    GIANT,
    GOBLINS,
    HALBERDIERS,
    ORCS,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

PASSES = {6: 15 / 36, 7: 21 / 36, 8: 26 / 36}
"""Two dice of no more than the Leadership, counted by hand."""


@pytest.mark.parametrize("kind", ["fight", "charge", "engagement"])
@pytest.mark.parametrize(("count", "leads"), [(1, 7), (3, 8), (2, 6)])
def test_friends_panic_as_often_as_their_dice_say(
    kind: str, count: int, leads: int
) -> None:
    asked = {"b.friends": count, "b.friends-leadership": leads}
    told = odds(match_up(kind, HALBERDIERS, GOBLINS, asked))
    falls = ("b-broken", "b-run-down", "b-destroyed", "both-destroyed")
    gone = sum(told.outcomes.get(fall, 0.0) for fall in falls)
    assert told.events["b-friends-test"] == pytest.approx(gone, abs=1e-12)
    fails = 1 - PASSES[leads] ** count
    assert told.events["b-friends-panic"] == pytest.approx(gone * fails, abs=1e-12)
    mean = gone * count * (1 - PASSES[leads])
    assert told.expected["b-friends-panicking"] == pytest.approx(mean, abs=1e-12)
    assert 0 < told.events["b-friends-panic"] < told.events["b-friends-test"]
    assert "a-friends-test" not in told.events


def test_friends_of_a_battle_line_panic_at_any_unit_of_their_side() -> None:
    asked = {"a.friends": 2}
    told = odds(match_up("battle-line", GOBLINS, SWORDSMEN, asked))
    tests = told.events["a-friends-test"]
    assert told.events["a-friends-panic"] == pytest.approx(
        tests * (1 - PASSES[7] ** 2), abs=1e-12
    )


def test_who_is_shot_down_on_the_way_breaks_in_no_combat() -> None:
    few = unit("Few", 2)
    asked: Answers = {"b.friends": 1, "distance": 20, "closing": "b"}
    told = odds(match_up("engagement", ARCHERS, few, asked))
    gone = told.outcomes["b-destroyed"] + told.outcomes.get("b-broken", 0.0)
    gone += told.outcomes.get("b-run-down", 0.0)
    gone += told.outcomes.get("both-destroyed", 0.0)
    shot = told.events["b-shot-down"]
    assert shot > 0.2
    assert told.events["b-friends-test"] == pytest.approx(gone - shot, abs=1e-12)


def test_without_friends_nothing_is_told_of_them() -> None:
    told = odds(match_up("fight", HALBERDIERS, GOBLINS))
    assert not [key for key in told.events if "friends" in key]


def overrun(question: MatchUp) -> MatchUp:
    return replace(question, situation={**question.situation, "overrun": True})


def test_halberdiers_who_overrun_trolls_need_no_test() -> None:
    """Leadership 7: a test of fear fails on 15 of 36."""
    charge = match_up("charge", HALBERDIERS, TROLLS)
    assert odds(charge).outcomes["no-charge"] == pytest.approx(15 / 36, abs=1e-12)
    told = odds(overrun(charge))
    assert "no-charge" not in told.outcomes
    assert told.events["contact"] == pytest.approx(1, abs=1e-12)
    usual = odds(charge)
    for key, chance in told.outcomes.items():
        if key != "no-charge":
            dared = usual.outcomes.get(key, 0.0) / (21 / 36)
            assert chance == pytest.approx(dared, abs=1e-12)


@pytest.mark.parametrize("reaction", ["holds", "shoots", "flees"])
def test_who_is_overrun_may_only_hold(reaction: str) -> None:
    asked: Answers = {"reaction": reaction, "distance": 8}
    told = odds(overrun(match_up("charge", ORCS, ARCHERS, asked)))
    held = odds(overrun(match_up("charge", ORCS, ARCHERS)))
    assert told.outcomes == held.outcomes
    assert told.outcomes.get("b-flees", 0) == 0


def test_who_is_overrun_by_terror_stands_and_hits_on_six() -> None:
    told = odds(overrun(match_up("charge", GIANT, GOBLINS, {}, rounds=1)))
    usual = odds(match_up("charge", GIANT, GOBLINS, {}, rounds=1))
    assert usual.outcomes["b-flees"] + usual.outcomes["b-caught"] > 0.2
    assert told.outcomes.get("b-flees", 0) == told.outcomes.get("b-caught", 0) == 0
    fearless = usual.wounds["b"].expected() / usual.events["contact"]
    assert usual.wounds["b"].expected() < told.wounds["b"].expected() < fearless


def test_five_in_a_flank_have_their_bonus_by_the_moment_that_is_read() -> None:
    """Those who lose one of five are too weak for it after the casualties."""
    five = unit("Five", 5, i=1, a=1, ws=3, s=3)
    block = unit("Block", 20, i=5, ws=3, s=3)
    sure = match_up("fight", five, block, {"b.touched-in": "flank"}, rounds=1)
    late = odds(replace(sure, explained=True))
    early = odds(
        replace(
            sure, readings={**sure.readings, "flank-bonus": "start"}, explained=True
        )
    )
    bonus = {}
    for key, told in (("late", late), ("early", early)):
        assert told.deciding is not None
        bonus[key] = {part.key: part.a for part in told.deciding.parts}["contact"]
        assert {part.key: part.b for part in told.deciding.parts}.get("ranks", 0) == 0
    assert bonus["early"] == pytest.approx(1, abs=1e-12)
    assert 0.2 < bonus["late"] < 1
    assert bonus["late"] == pytest.approx(late.wounds["b"].chances[0], abs=1e-12)


def test_the_last_of_a_unit_is_champion_and_bearer_at_once() -> None:
    """Two blows at 7/32 each, with the die for equal Initiative, and a standard."""
    rules = ("standard-bearer", "musician")
    ten = unit("Ten", 10, *rules, champion={})
    troll = unit("Alone", 1, w=3)
    asked = match_up("fight", ten, troll, {"a.wounds-lost": 9}, rounds=1)
    told = odds(replace(asked, explained=True))
    assert told.deciding is not None
    parts = {part.key: part.a for part in told.deciding.parts}
    assert parts["standard"] > 0
    alone = odds(replace(asked, a=unit("Ten", 10), explained=True))
    dealt = told.wounds["a"].expected(), alone.wounds["a"].expected()
    assert dealt[0] == pytest.approx(2 * dealt[1], abs=1e-12)
    assert dealt[0] == pytest.approx(0.4375, abs=0.01)


def test_a_battle_line_reads_the_strength_of_a_flank_as_two_units_do() -> None:
    five, block = unit("Five", 5), unit("Block", 20, i=5)
    asked = match_up("fight", five, block, {"b.touched-in": "flank"}, rounds=1)
    early = replace(asked, readings={**asked.readings, "flank-bonus": "start"})
    wins = "a-wins-first-round"
    for question in (asked, early):
        line = odds(replace(question, kind="battle-line"))
        two = odds(question)
        assert line.events[wins] == pytest.approx(two.events[wins], abs=1e-9)
    assert odds(early).events[wins] > odds(asked).events[wins] + 1e-3
