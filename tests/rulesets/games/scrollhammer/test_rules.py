"""What the game knows of its special rules and its stat lines."""

import pytest

from rulesets.games import GAMES
from rulesets.games.scrollhammer.combat.answers import odds
from tests.rulesets.games.scrollhammer.units import CATS, LEGION, bow, match_up, unit

GAME = GAMES["scrollhammer"]


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


def test_an_immunity_that_nothing_reads_is_named() -> None:
    told = odds(match_up("fight", CATS, unit("Wards", 5, "immune-to-silver")))
    assert [left.rule for left in told.not_modelled] == ["Immune to silver"]
    healthy = odds(match_up("fight", CATS, unit("Wards", 5, "immune-to-disease")))
    assert healthy.not_modelled == ()


def test_the_trace_names_the_immunity_that_damage_meets() -> None:
    flames = unit("Throwers", 5, gear=(bow(4, 0, reach=12, element="Flame"),))
    told = odds(match_up("shooting", flames, unit("Newts", 6, "immune-to-flame")))
    named = [step for step in told.trace if step.rule == "Immune to Flame"]
    assert [(step.text, step.side) for step in named] == [
        ("Bow does nothing to Newts", "b")
    ]


def test_blasts_that_nobody_placed_stay_silent_and_are_named() -> None:
    onagers = unit("Onagers", 2, gear=(bow(7, 3, "blast", reach=60),))
    silent = odds(match_up("shooting", onagers, LEGION))
    assert silent.expected["a-unsaved-wounds"] == 0
    assert "touches is not said" in silent.not_modelled[0].why
    placed = odds(match_up("shooting", onagers, LEGION, {"touched": 3}))
    assert placed.not_modelled == ()
    assert placed.expected["a-unsaved-wounds"] == pytest.approx(2 * 3 * 5 / 6)
