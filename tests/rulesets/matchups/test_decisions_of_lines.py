"""Decisions of those who fight beside A and B: only what counts for them."""

from dataclasses import replace

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.decisions import decisions_of
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.decisions import MOST_NUMBERS, choices_of
from rulesets.odds.match_up import Fighter, Further, MatchUp
from rulesets.odds.posts import MOST_CHARACTERS
from rulesets.odds.sides import SIDES
from tests.real_books import real_book
from tests.rulesets.simulators.battle_line.bought import bought


def unit(key: str) -> Fighter:
    return book_fighter(real_book("warhammer-orcs-and-goblins"), key)


def test_a_unit_is_asked_how_wide_it_stands_up_to_all_its_models() -> None:
    goblins, trolls = unit("goblins"), replace(unit("trolls"), models=3)
    match_up = MatchUp("warhammer", "fight", trolls, goblins, {}, {})
    combat = combat_of(GAMES["warhammer"])
    for side, most in zip(SIDES, (3 + MOST_CHARACTERS, MOST_NUMBERS), strict=True):
        (width,) = [
            choices_of(one.question, side)
            for one in decisions_of(combat, match_up, side)
            if one.question.key == "width"
        ]
        assert [answer for answer, _ in width] == [*range(most + 1)]


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
