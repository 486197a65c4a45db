"""Whatever a battle line leaves out of a character is named, with whose it is."""

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Further, MatchUp
from tests.rulesets.games.warhammer.units import (
    DULL_HERO,
    DULL_SPEARS,
    HALBERDIERS,
    SWORDSMEN,
    unit,
)


def test_what_is_left_out_of_a_character_is_said_to_be_his() -> None:
    lord = unit("Lord", 1, "crimson-amulet", w=3)
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


def test_that_a_stupid_character_is_not_tested_is_said() -> None:
    said = "Tests of stupidity are not taken for characters in a unit."
    hero = Further(DULL_HERO, "a", "character")
    for further, notes in (((), False), ((hero,), True)):
        told = odds(
            MatchUp(
                "warhammer",
                "battle-line",
                DULL_SPEARS,
                SWORDSMEN,
                {},
                {},
                1,
                further=further,
            )
        )
        assert (said in told.notes) == notes
