"""One more charges into a combat of Mordheim that goes on."""

from typing import Any

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.newcomer_grid import ALL
from tests.rulesets.games.mordheim.test_simulator import FEW, MANY, check

A, B = f("sword", name="A"), f("axe", name="B", w=2, ws=4)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", ALL)
def test_fights_that_one_joins_and_that_were_played_out_agree(name: str) -> None:
    check(ALL[name], FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_fights_that_one_joins_agree(name: str) -> None:
    check(ALL[name], MANY)


def test_help_is_worth_less_the_later_it_comes() -> None:
    told = [
        odds(m(A, B, asked)).events["a-wins"]
        for asked in ({"a.fighters": 2}, *({"a.joins": turn} for turn in (2, 3, 6)), {})
    ]
    assert told == sorted(told, reverse=True)
    assert told[0] > told[1] > told[-1]


def test_before_he_comes_a_fight_is_what_it_is_without_him() -> None:
    alone, joined = (odds(m(A, B, asked)) for asked in ({}, {"a.joins": 3}))
    for turn in range(4):
        assert joined.by_round[turn]["b-out"] == pytest.approx(
            alone.by_round[turn]["b-out"]
        )
    assert joined.by_round[3]["a-out"] == 0
    assert joined.by_round[4]["b-out"] > alone.by_round[4]["b-out"]
    early = odds(m(A, B, {"a.joins": 3}, rounds=3))
    assert early.outcomes["b-out"] == pytest.approx(alone.by_round[2]["b-out"])


def test_who_comes_counts_among_the_fighters_who_are_left() -> None:
    told = odds(m(A, f("axe", name="B", a=0), {"a.joins": 2}))
    assert told.survivors["a"].chances == pytest.approx((0, 0, 1))
    assert any("charges in" in note for note in told.notes)


@pytest.mark.parametrize(
    ("asked", "place", "why"),
    [
        ({"a.joins": 2, "b.joins": 2}, "a.joins", "one joins, of one side"),
        ({"a.joins": 2, "b.fighters": 2}, "a.joins", "against one enemy"),
        ({"a.joins": 2, "a.fighters": 3}, "a.joins", "the third at most"),
        ({"a.joins": 1}, "a.joins", "is one of the fighters"),
        ({"a.joins": 2, "b.table-edge": 9}, "a.joins", "where nobody joins"),
        ({"a.joins": 2, "a.fighters": 2, "dive": 4}, "a.joins", "than one dives"),
    ],
)
def test_who_cannot_join_is_told_so(
    asked: dict[str, Any], place: str, why: str
) -> None:
    with pytest.raises(MatchUpError, match=f"/situation/{place}.*{why}"):
        odds(m(A, B, asked))
