"""The Collar of Zorga: mounts and monsters test before they strike at its wearer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.left_out import not_modelled
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from tests.rulesets.games.warhammer.bearers import hero, with_piece, worn
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    BOAR_BOYZ,
    CHARIOT,
    GIANT,
    KNIGHTS,
    SPEARMEN,
    TROLLS,
    match_up,
    unit,
)

COLLAR = worn("the-collar-of-zorga")
SHAMAN = unit("Shaman", 1, ws=3, s=4, t=4, w=3, a=1, ld=7)
WEARER = with_piece(SHAMAN, COLLAR)

PASSES = Fraction(21, 36)
"""The chance that two dice show 7 or less."""


def struck(own: Fighter, enemy: Fighter, asked: Answers | None = None) -> float:
    """Return the wounds that the first round takes from the enemy, on average."""
    told = odds(match_up("fight", own, enemy, asked or {}, rounds=1))
    return told.wounds["a"].expected()


def test_the_collar_is_wholly_counted() -> None:
    assert not_modelled(read_profile(WEARER, "a")) == ()


def test_a_monster_strikes_at_the_wearer_after_a_test_alone() -> None:
    # Weapon Skill against Weapon Skill hits on 4+, Strength 4 against 4 wounds on 4+.
    beast = unit("Beast", 1, kind="monster", s=4, t=4, w=3, a=1, i=9, ld=7)
    assert struck(beast, SHAMAN) == pytest.approx(1 / 4, abs=1e-12)
    assert struck(beast, WEARER) == pytest.approx(float(PASSES / 4), abs=1e-12)


def test_it_tests_on_the_leadership_of_a_general_near() -> None:
    beast = unit("Beast", 1, kind="monster", s=4, t=4, w=3, a=1, i=9, ld=7)
    led = struck(beast, WEARER, {"a.general": 9})
    assert led == pytest.approx(30 / 36 / 4, abs=1e-12)


def test_of_riders_only_the_mounts_test() -> None:
    rider = unit("Rider", 1, kind="cavalry", a=0, i=9, mount={"s": 4, "i": 9}, ld=7)
    armed = replace(
        rider,
        parts=tuple(
            replace(part, characteristics={**part.characteristics, "a": 1})
            if part.role == "models"
            else part
            for part in rider.parts
        ),
    )
    mount, both = struck(rider, WEARER), struck(armed, WEARER)
    assert mount == pytest.approx(float(PASSES / 4), abs=1e-12)
    man = float(Fraction(1, 2) * Fraction(1, 3))
    assert both == pytest.approx(mount + man, abs=1e-12)


def test_men_strike_at_the_wearer_as_at_others() -> None:
    assert struck(SPEARMEN, WEARER) == struck(SPEARMEN, SHAMAN)


def test_impact_hits_take_no_test() -> None:
    charged = [
        odds(match_up("charge", CHARIOT, one, rounds=1)).events["a-slays-all-at-once"]
        for one in (SHAMAN, WEARER)
    ]
    assert 0 < charged[1] <= charged[0]


def test_a_wearer_among_his_boyz_is_held_off_too() -> None:
    boyz = unit("Boyz", 6)
    aimed: Answers = {"a.aims": "characters"}
    slain = [
        odds(
            MatchUp(
                "warhammer",
                "battle-line",
                GIANT,
                boyz,
                aimed,
                {},
                1,
                further=(Further(one, "b", "character"),),
            )
        ).events["b-character-slain"]
        for one in (SHAMAN, with_piece(SHAMAN, COLLAR))
    ]
    assert slain[1] < slain[0]


LOW_GIANT = replace(
    GIANT,
    parts=tuple(
        replace(part, characteristics={**part.characteristics, "ld": 6})
        for part in GIANT.parts
    ),
)

PLAYED: dict[str, MatchUp] = {
    "knights at a wearer": match_up("charge", KNIGHTS, WEARER, rounds=5),
    "a wearer among boars": match_up("fight", BOAR_BOYZ, WEARER, rounds=5),
    "a giant at a wearer": match_up(
        "fight", LOW_GIANT, with_piece(hero(a=4, ws=7), COLLAR), rounds=5
    ),
    "a wearer charges a giant": match_up(
        "charge",
        with_piece(hero(a=4, ws=7, ld=10), COLLAR),
        LOW_GIANT,
        {"b.general": 8},
        rounds=5,
    ),
    "trolls are no such beasts": match_up("fight", TROLLS, WEARER, rounds=4),
}


@pytest.mark.parametrize("name", PLAYED)
def test_blows_at_a_wearer_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
