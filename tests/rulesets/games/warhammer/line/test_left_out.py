"""Whatever a battle line leaves out of a character is named, with whose it is."""

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.left_out import not_modelled
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.odds.match_up import Further, MatchUp
from tests.rulesets.games.warhammer.bearers import hero, with_piece, worn
from tests.rulesets.games.warhammer.units import (
    DULL_HERO,
    HALBERDIERS,
    SWORDSMEN,
    unit,
)


def test_what_is_left_out_of_a_character_is_said_to_be_his() -> None:
    lord = unit("Lord", 1, "laurels-of-victory", w=3)
    told = odds(
        MatchUp(
            "warhammer",
            "battle-line",
            HALBERDIERS,
            SWORDSMEN,
            {},
            {},
            1,
            further=(Further(lord, "a", "character"),),
        )
    )
    assert any(one.rule.endswith(f"of {lord.name}") for one in told.not_modelled)


def test_how_often_a_stupid_character_fails_his_test_is_told() -> None:
    """Leadership 7 of his unit: fifteen of 36 rolls of two dice are more."""
    hero = Further(DULL_HERO, "a", "character")
    question = MatchUp(
        "warhammer",
        "battle-line",
        HALBERDIERS,
        SWORDSMEN,
        {},
        {},
        1,
        further=(hero,),
    )
    steps = [one.text for one in odds(question).trace if one.rule == "Stupidity"]
    assert steps == [
        "Dull hero: tested in its own turns, and until the next: failed on 41.7%, he "
        "strikes on 4+"
    ]


@pytest.mark.parametrize(
    "key",
    [
        *("insignia-of-the-quest", "ruby-goblet", "siriennes-locket"),
        *("jade-amulet", "token-of-the-damsel", "armour-of-protectyness"),
    ],
)
def test_items_that_count_by_wounds_count_of_a_character_in_a_line(key: str) -> None:
    own = read_profile(with_piece(hero(), worn(key)), "a")
    assert not_modelled(own, LINE) == ()
