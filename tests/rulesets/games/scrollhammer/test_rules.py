"""What the game knows of its special rules and its stat lines."""

import pytest

from rulesets.games import GAMES

GAME = GAMES["scrollhammer"]


def test_nothing_is_said_to_be_modelled_while_there_are_no_odds() -> None:
    assert GAME.odds is None
    assert {rule.status for rule in GAME.rules.values()} == {"not modelled"}


@pytest.mark.parametrize("key", ["stubborn", "fear", "scouts", "stealth"])
def test_a_rule_without_text_says_so(key: str) -> None:
    assert "text is not known" in GAME.rules[key].summary


def test_a_rule_with_an_x_shows_where_it_stands() -> None:
    for rule in GAME.rules.values():
        assert rule.takes_x == ("(X)" in rule.name), rule.key


def test_a_stat_line_has_two_hands_unless_it_prints_others() -> None:
    assert GAME.with_type("infantry", {"ws": 4})["hands"] == 2
    assert GAME.with_type("infantry", {"hands": 4})["hands"] == 4


def test_a_save_of_seven_is_none() -> None:
    save = next(column for column in GAME.columns if column.heading == "Sv")
    assert save.text({"sv": 4}) == "4+"
    assert save.text({"sv": 7}) == "-"
