"""Items of a character alone that count by the wounds that he has left."""

from fractions import Fraction

import pytest

from rulesets.games.warhammer.combat.answers import not_modelled, odds
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.bearers import hero, sword, with_piece, worn
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    CHARIOT,
    GREAT_WEAPON,
    HANDGUNNERS,
    KNIGHTS,
    SPEARMEN,
    TROLLS,
    match_up,
    unit,
)

INSIGNIA, GOBLET = worn("insignia-of-the-quest"), worn("ruby-goblet")

LORD = hero(w=2, t=3, a=0, i=1, ld=10)
QUESTER, DRINKER = with_piece(LORD, INSIGNIA), with_piece(LORD, GOBLET)

BUTCHER = unit("Butcher", 1, gear=(GREAT_WEAPON,), ws=5, s=4, a=3, i=9)
FENCER = unit("Fencer", 1, gear=(sword("sword-of-battle"),), ws=5, s=6, a=3, i=9)

HIT, WOUND = Fraction(1, 2), Fraction(5, 6)
"""Weapon Skill 5 against 5 hits on 4+, Strength 6 wounds Toughness 3 on 2+."""


def fought(enemy: Fighter, own: Fighter, asked: Answers | None = None) -> Odds:
    return odds(match_up("fight", enemy, own, asked or {}, rounds=1))


def slain(first: Fraction, later: Fraction, blows: int = 3) -> Fraction:
    """Return the chance that blows take two wounds, one after the other."""
    return sum(
        (
            (1 - first) ** miss * first * (1 - (1 - later) ** (blows - miss - 1))
            for miss in range(blows - 1)
        ),
        Fraction(0),
    )


def test_his_last_wound_has_a_ward_save_of_3() -> None:
    one = HIT * WOUND
    told = fought(BUTCHER, QUESTER).events["a-slays-all-at-once"]
    assert told == pytest.approx(float(slain(one, one / 3)), abs=1e-12)


def test_who_has_one_wound_left_as_it_begins_has_the_ward_save_at_once() -> None:
    one = HIT * WOUND / 3
    told = fought(BUTCHER, QUESTER, {"b.wounds-lost": 1}).events["a-slays-all-at-once"]
    assert told == pytest.approx(float(1 - (1 - one) ** 3), abs=1e-12)


def test_once_hurt_he_is_wounded_on_3_at_best() -> None:
    told = fought(BUTCHER, DRINKER).events["a-slays-all-at-once"]
    then = HIT * Fraction(4, 6)
    assert told == pytest.approx(float(slain(HIT * WOUND, then)), abs=1e-12)


def test_a_magic_weapon_takes_no_heed_of_the_goblet() -> None:
    told = fought(FENCER, DRINKER).events["a-slays-all-at-once"]
    one = HIT * WOUND
    assert told == pytest.approx(float(slain(one, one)), abs=1e-12)


def test_shots_heed_both() -> None:
    guns = unit("Guns", 3, gear=HANDGUNNERS.parts[0].gear)
    asked: Answers = {"distance": 5, "b.wounds-lost": 1}
    bare = odds(match_up("shooting", guns, LORD, asked)).outcomes["b-destroyed"]
    each = 1 - (1 - bare) ** (1 / 3)
    told = odds(match_up("shooting", guns, QUESTER, asked)).outcomes["b-destroyed"]
    assert told == pytest.approx(1 - (1 - each / 3) ** 3, abs=1e-12)
    # Strength 4 wounds Toughness 3 on 3+ anyway.
    assert odds(match_up("shooting", guns, DRINKER, asked)).outcomes[
        "b-destroyed"
    ] == pytest.approx(bare, abs=1e-12)


@pytest.mark.parametrize("piece", [INSIGNIA, GOBLET], ids=["insignia", "goblet"])
def test_both_are_counted_of_a_character_alone_and_named_among_others(
    piece: object,
) -> None:
    own = QUESTER if piece is INSIGNIA else DRINKER
    assert not_modelled(read_profile(own, "a")) == ()
    men = with_piece(SPEARMEN, INSIGNIA if piece is INSIGNIA else GOBLET)
    (left,) = not_modelled(read_profile(men, "a"))
    assert left.why == "it counts of a character alone, not of one among others"


def test_the_trace_tells_what_he_wears() -> None:
    texts = [one.text for one in fought(BUTCHER, QUESTER).trace]
    assert "blows of Butcher: ward save 3+ at his last wound" in texts
    texts = [one.text for one in fought(BUTCHER, DRINKER).trace]
    assert "blows of Butcher: once he has lost a wound, to wound on 3+ at best" in texts


RIDER = unit("Rider", 1, kind="cavalry", w=3, a=3, s=4, t=4, i=5, ld=9, sv=4, mount={})

PLAYED: dict[str, MatchUp] = {
    "men at a quester": match_up("fight", SPEARMEN, with_piece(hero(a=3), INSIGNIA)),
    "trolls at a quester": match_up(
        "charge", TROLLS, with_piece(hero(a=4, t=3), INSIGNIA), rounds=6
    ),
    "knights at a drinker": match_up(
        "charge", KNIGHTS, with_piece(hero(a=4, t=3), GOBLET), rounds=6
    ),
    "a rider who drinks": match_up(
        "charge", with_piece(RIDER, GOBLET), TROLLS, rounds=6
    ),
    "a rider who quests": match_up("fight", with_piece(RIDER, INSIGNIA), TROLLS),
    "a chariot at a quester": match_up(
        "charge", CHARIOT, with_piece(hero(a=4, t=3), INSIGNIA), rounds=4
    ),
    "a chariot at a drinker": match_up(
        "charge", CHARIOT, with_piece(hero(a=4, t=3), GOBLET), rounds=4
    ),
    "a magic sword at a drinker": match_up(
        "fight", FENCER, with_piece(hero(a=3, t=3), GOBLET), rounds=6
    ),
    "guns at a drinker who charges": match_up(
        "charge",
        with_piece(hero(a=3, t=3), INSIGNIA),
        HANDGUNNERS,
        {"reaction": "shoots"},
        rounds=4,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_blows_at_him_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
