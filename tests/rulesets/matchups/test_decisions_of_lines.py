"""Decisions of those who fight beside A and B: only what counts for them."""

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.decisions import decisions_of
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Fighter, Further, MatchUp
from tests.real_books import real_book
from tests.rulesets.simulators.battle_line.bought import bought


def unit(key: str) -> Fighter:
    return book_fighter(real_book("warhammer-orcs-and-goblins"), key)


@pytest.mark.parametrize(("key", "asked"), [("trolls", True), ("goblins", False)])
def test_only_trolls_of_a_line_decide_whether_they_vomit(key: str, asked: bool) -> None:
    boyz, beside = unit("orc-boyz"), Further(unit(key), "b")
    match_up = MatchUp(
        "warhammer", "battle-line", boyz, boyz, {}, {}, further=(beside,)
    )
    found = decisions_of(combat_of(GAMES["warhammer"]), match_up, "b")
    labels = [one.question.label for one in found if one.place == 0]
    assert labels
    assert ("Its Trolls vomit" in labels) == asked


@pytest.mark.parametrize(("mount", "asked"), [("wyvern", True), ("boar", False)])
def test_whom_of_a_ridden_monster_they_strike_is_decided_where_one_is_ridden(
    mount: str, asked: bool
) -> None:
    boyz, rider = unit("orc-boyz"), bought("orcs-and-goblins", "orc-warboss", mount)
    beside = (
        Further(boyz, "a"),
        Further(rider, "b", "character", "b2"),
        Further(boyz, "b"),
    )
    match_up = MatchUp("warhammer", "battle-line", boyz, boyz, {}, {}, further=beside)
    found = decisions_of(combat_of(GAMES["warhammer"]), match_up, "a")
    assert ("a2.aims-at-ridden" in [one.key for one in found]) == asked
