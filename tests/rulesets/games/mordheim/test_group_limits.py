"""Groups of Mordheim that fight for so many turns: at their limits, and rolled."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim import (
    group_engagements,
    grouping,
    test_group_engagement,
    test_groups,
)
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_engagements import g
from tests.rulesets.games.mordheim.group_limits import ALL, FEW
from tests.rulesets.games.mordheim.test_engagement import other_way_round

ROLLED = 40_000
MILLION = 1_000_000
UNLIMITED = {
    "an engagement": group_engagements.FEW["two run at two bowmen"],
    "a combat": grouping.ALL["two of two wounds against five"],
}


@pytest.mark.parametrize("name", UNLIMITED)
def test_very_many_turns_are_no_limit(name: str) -> None:
    told = odds(replace(UNLIMITED[name], rounds=100))
    endless = odds(UNLIMITED[name])
    assert told.outcomes == pytest.approx(endless.outcomes, abs=1e-9)


@pytest.mark.parametrize("turns", [1, 2, 3, 6])
def test_who_can_charge_at_once_is_fought_for_as_many_turns_as_in_a_combat(
    turns: int,
) -> None:
    a, b = f("sword", name="A", w=2, a=2), f("axe", name="B")
    engaged = g(a, b, (1, 2), {"distance": 1})
    told = odds(replace(engaged, rounds=turns))
    fought = odds(m(a, b, {"b.fighters": 2, "a.friend-near": False}, rounds=turns))
    for key in ("a-wins", "b-wins"):
        assert told.events[key] == pytest.approx(fought.events[key], abs=1e-12)
    left = fought.outcomes["undecided"]
    assert told.outcomes["undecided"] == pytest.approx(left, abs=1e-12)


def test_two_pairs_of_one_turn_are_two_fights_of_one_turn() -> None:
    """Nobody meets anew in the turn in which his enemy went out."""
    a, b = f("axe", name="A", ws=5, s=4), f("dagger", name="B")
    one = odds(m(a, b, {}, rounds=1)).outcomes
    told = odds(m(a, b, {"a.fighters": 2, "b.fighters": 2}, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(one["b-out"] ** 2)
    assert told.outcomes["a-out"] == pytest.approx(one["a-out"] ** 2)
    left = told.survivors["b"].chances
    assert left[1] == pytest.approx(2 * one["b-out"] * (1 - one["b-out"]))


def test_more_turns_decide_more() -> None:
    fights = [replace(UNLIMITED["a combat"], rounds=n) for n in range(1, 12)]
    left = [odds(one).outcomes["undecided"] for one in fights]
    assert left == sorted(left, reverse=True)
    assert left[0] > left[-1]


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", ALL)
def test_limited_groups_are_told_whole_and_mirror(name: str) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.error < 1e-4
    assert any("Turns count" in note for note in told.notes)
    if ALL[name].kind == "engagement":
        mirrored = odds(other_way_round(ALL[name]))
        mine, theirs = told.outcomes["a-out"], mirrored.outcomes["b-out"]
        assert mine == pytest.approx(theirs, abs=1e-9 + told.error)


def check(question: MatchUp, fights: int) -> None:
    if question.kind == "engagement":
        test_group_engagement.check(question, fights)
    else:
        test_groups.check(question, fights)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", FEW)
def test_groups_that_fight_for_so_many_turns_played_out_agree(name: str) -> None:
    check(FEW[name], 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_forty_thousand_limited_fights_of_groups_agree(name: str) -> None:
    check(ALL[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_limited_fights_of_groups_agree(name: str) -> None:
    check(ALL[name], MILLION)
