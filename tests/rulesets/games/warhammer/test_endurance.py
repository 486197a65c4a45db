"""Items of a character alone that count by the wounds that he has left."""

from fractions import Fraction
from math import comb

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.left_out import not_modelled
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.games.warhammer.bearers import hero, sword, with_piece, worn
from tests.rulesets.games.warhammer.test_ridden_monsters import COUNT as RIDDEN
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    CHARIOT,
    GREAT_WEAPON,
    HANDGUNNERS,
    KNIGHTS,
    SPEARMEN,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

INSIGNIA, GOBLET = worn("insignia-of-the-quest"), worn("ruby-goblet")
AMULET, TOKEN = worn("jade-amulet"), worn("token-of-the-damsel")
LOCKET = worn("siriennes-locket")

LORD = hero(w=2, t=3, a=0, i=1, ld=10)
QUESTER, DRINKER = with_piece(LORD, INSIGNIA), with_piece(LORD, GOBLET)
JADE, FAVOURED = with_piece(LORD, AMULET), with_piece(LORD, TOKEN)
LOCKED = with_piece(LORD, LOCKET)

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


def lost(told: Odds) -> tuple[float, ...]:
    return tuple(told.wounds["a"].chances)


def test_the_first_wound_does_nothing_to_the_jade_amulet() -> None:
    one = HIT * WOUND
    told = fought(BUTCHER, JADE)
    hits = [Fraction(comb(3, k)) * one**k * (1 - one) ** (3 - k) for k in range(4)]
    assert lost(told) == pytest.approx(
        (float(hits[0] + hits[1]), float(hits[2]), float(hits[3])), abs=1e-12
    )
    assert told.events["a-slays-all-at-once"] == pytest.approx(float(hits[3]))
    assert told.survivors["b"].chances[2] == pytest.approx(float(hits[0] + hits[1]))


def test_the_token_saves_from_the_first_wound_on_2_and_is_used_up() -> None:
    one = HIT * WOUND
    chances = {(0, False): Fraction(1)}
    for _ in range(3):
        after: dict[tuple[int, bool], Fraction] = {}
        for (wounds, used), chance in chances.items():
            through = one if used else one / 6
            ends = (
                ((wounds, used), 1 - one),
                ((wounds, True), one - through),
                ((min(wounds + 1, 2), True), through),
            )
            for end, share in ends:
                after[end] = after.get(end, Fraction(0)) + chance * share
        chances = after
    by_wounds = [
        float(sum(share for (wounds, _), share in chances.items() if wounds == k))
        for k in range(3)
    ]
    assert lost(fought(BUTCHER, FAVOURED)) == pytest.approx(by_wounds, abs=1e-12)


@pytest.mark.parametrize("own", [JADE, FAVOURED], ids=["jade", "token"])
def test_who_was_wounded_before_has_used_it_up(own: Fighter) -> None:
    asked: Answers = {"b.wounds-lost": 1}
    assert fought(BUTCHER, own, asked).outcomes == fought(BUTCHER, LORD, asked).outcomes
    with pytest.raises(MatchUpError, match="only 2 wounds"):
        fought(BUTCHER, own, {"b.wounds-lost": 2})


def test_a_d3_spends_one_of_its_wounds_on_the_amulet_and_a_killing_blow_none() -> None:
    ogre = unit("Ogre", 1, RuleUse("multiple-wounds", 3), ws=5, s=6, a=1, i=9)
    one = HIT * WOUND
    told = lost(fought(ogre, JADE))
    assert told == pytest.approx(
        (float(1 - one * Fraction(2, 3)), float(one / 3), float(one / 3)), abs=1e-12
    )
    wight = unit("Wight", 1, "killing-blow", ws=5, s=6, a=1, i=9)
    slays = fought(wight, JADE).events["a-slays-all-at-once"]
    assert slays == pytest.approx(float(HIT / 6), abs=1e-12)


def test_what_the_amulet_takes_is_no_point_of_the_result() -> None:
    told = fought(unit("Boy", 1, ws=5, s=6, a=1, i=9), JADE)
    plain = fought(unit("Boy", 1, ws=5, s=6, a=0, i=9), JADE)
    assert told.events["a-wins-first-round"] == plain.events["a-wins-first-round"]


def test_a_phase_takes_one_wound_of_the_locket_at_most() -> None:
    one = HIT * WOUND
    told = fought(BUTCHER, LOCKED)
    assert lost(told) == pytest.approx(
        (float((1 - one) ** 3), float(1 - (1 - one) ** 3), 0.0), abs=1e-12
    )
    twice = odds(match_up("fight", BUTCHER, LOCKED, rounds=2)).survivors["b"].chances
    assert twice[0] <= float((1 - (1 - one) ** 3) ** 2) + 1e-12


def test_a_rider_and_his_horse_take_one_wound_together() -> None:
    rider = unit(
        "Rider", 1, kind="cavalry", ws=5, s=6, a=2, i=9, mount={"s": 6, "ws": 5}
    )
    told = fought(rider, LOCKED)
    assert len([chance for chance in lost(told) if chance > 1e-12]) == 2


def test_magic_weapons_take_no_heed_of_the_locket() -> None:
    assert fought(FENCER, LOCKED).outcomes == fought(FENCER, LORD).outcomes


def test_a_volley_takes_one_wound_of_the_locket() -> None:
    guns = unit("Guns", 5, gear=HANDGUNNERS.parts[0].gear)
    asked: Answers = {"distance": 5}
    bare = odds(match_up("shooting", guns, LORD, asked)).survivors["b"].chances
    told = odds(match_up("shooting", guns, LOCKED, asked))
    assert told.survivors["b"].chances == pytest.approx(
        (0.0, bare[0] + bare[1], bare[2]), abs=1e-12
    )
    assert told.wounds["a"].expected() == pytest.approx(1 - bare[2], abs=1e-12)


def test_shots_are_ignored_once_too() -> None:
    guns = unit("Guns", 3, gear=HANDGUNNERS.parts[0].gear)
    asked: Answers = {"distance": 5}
    bare = odds(match_up("shooting", guns, LORD, asked)).survivors["b"].chances
    told = odds(match_up("shooting", guns, JADE, asked))
    assert len(told.survivors["b"].chances) == len(bare)
    each = 1 - bare[2] ** (1 / 3)
    assert told.survivors["b"].chances[2] == pytest.approx(
        (1 - each) ** 3 + 3 * each * (1 - each) ** 2, abs=1e-12
    )
    assert told.outcomes["b-destroyed"] == pytest.approx(each**3, abs=1e-12)


def test_of_who_rides_a_monster_what_is_used_up_is_named() -> None:
    rider = with_piece(RIDDEN, AMULET)
    (left,) = not_modelled(read_profile(rider, "a"))
    assert left.why == ("it is not followed of who rides a monster")


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
WIGHT = unit("Wight", 1, "killing-blow", ws=5, s=4, a=3, i=4, w=3)
OGRE = unit("Ogre", 1, RuleUse("multiple-wounds", 3), ws=4, s=5, a=3, i=4, w=3)

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

PLAYED |= {
    f"{what} {name}": match_up(kind, enemy, with_piece(own, piece), asked, rounds=6)
    for name, piece in (
        ("with jade", AMULET),
        ("with a token", TOKEN),
        ("with a locket", LOCKET),
    )
    for what, kind, enemy, own, asked in (
        ("men at one", "fight", SPEARMEN, hero(a=3, t=3), {}),
        ("trolls at one", "charge", TROLLS, hero(a=4, t=3), {}),
        ("knights at a rider", "charge", KNIGHTS, RIDER, {}),
        ("a chariot at one", "charge", CHARIOT, hero(a=4, t=3), {}),
        ("a wight at one hurt", "fight", WIGHT, hero(a=3), {"b.wounds-lost": 1}),
        ("a wight at one", "fight", WIGHT, hero(a=3), {}),
        ("an ogre at one", "fight", OGRE, hero(a=3, w=4), {}),
    )
}

PLAYED |= {
    f"{piece.name} {what}": match_up(
        kind, with_piece(hero(a=3, t=3, m=4), piece), enemy, asked, rounds=5
    )
    for piece in (AMULET, TOKEN, INSIGNIA, GOBLET, LOCKET)
    for what, kind, enemy, asked in (
        ("in a challenge", "fight", SWORDSMEN, {"challenge": True}),
        ("on the way", "engagement", HANDGUNNERS, {"closing": "a"}),
    )
}


@pytest.mark.parametrize("name", PLAYED)
def test_blows_at_him_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
