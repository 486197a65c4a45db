"""Items that change tests, the result and what comes after: figures by hand.

The hero of `bearers` loses a round by 1 to three guards who outnumber him, unless his
one blow wounds, on 10/27: then it is a draw. His Leadership is 7.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.leadership import (
    leadership_chance,
    leadership_test,
    rally_chance,
)
from rulesets.games.warhammer.combat.context import WarhammerSideAnswers as Answers
from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.fights.psychology import fails_panic, reaction_of
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers as Situation
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.warhammer.bearers import guards, hero, with_piece, worn
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    BOW,
    GOBLINS,
    HORSE,
    SWORDSMEN,
    match_up,
    unit,
)

NO_WOUND = Fraction(17, 27)
"""Chance that the hero's blow does not wound, so that he is beaten by 1."""

CALM = WarhammerSituation()


def beaten(*gear: Gear, rounds: int = 1, **figures: Any) -> Odds:
    """Return rounds in which the hero may be beaten by guards who never strike."""
    return odds(match_up("fight", hero(*gear, **figures), guards(), rounds=rounds))


def fails(leadership: int) -> Fraction:
    """Return the chance that two dice roll more than a Leadership [chance]."""
    return 1 - leadership_chance(leadership)


def breaks(told: Odds) -> float:
    return told.events["a-breaks"]


def test_a_hero_without_items_breaks_as_he_is_counted() -> None:
    assert breaks(beaten()) == pytest.approx(
        float(NO_WOUND * Fraction(7, 12)), abs=1e-12
    )


def test_a_stoic_rolls_a_failed_break_test_again() -> None:
    told = breaks(beaten(worn("virtue-of-stoicism")))
    assert told == pytest.approx(float(NO_WOUND * Fraction(49, 144)), abs=1e-12)


def test_the_rod_of_command_passes_the_first_break_test_and_no_second() -> None:
    rod = worn("rod-of-command")
    assert breaks(beaten(rod)) == 0.0
    twice = breaks(beaten(rod, rounds=2))
    assert twice == pytest.approx(float(NO_WOUND**2 * Fraction(7, 12)), abs=1e-12)


def test_the_backbone_brew_serves_for_the_first_break_test() -> None:
    brew = worn("guzzlas-backbone-brew")
    first = NO_WOUND * Fraction(1, 6)
    assert breaks(beaten(brew)) == pytest.approx(float(first), abs=1e-12)
    held = NO_WOUND * Fraction(5, 6)
    second = first + (held * NO_WOUND * Fraction(7, 12))
    second += Fraction(10, 27) * first
    assert breaks(beaten(brew, rounds=2)) == pytest.approx(float(second), abs=1e-12)


def test_the_braid_is_one_more_leadership_for_the_first_break_test() -> None:
    # Beaten by 1, a Leadership of 7 and 1 more fails on 8 and more.
    braid = worn("braid-of-bordeleaux")
    first = NO_WOUND * Fraction(15, 36)
    assert breaks(beaten(braid)) == pytest.approx(float(first), abs=1e-12)
    held = NO_WOUND * Fraction(21, 36)
    second = first + held * NO_WOUND * Fraction(7, 12) + Fraction(10, 27) * first
    assert breaks(beaten(braid, rounds=2)) == pytest.approx(float(second), abs=1e-12)


def test_the_braid_makes_nobody_bolder_than_10() -> None:
    braid = worn("braid-of-bordeleaux")
    assert breaks(beaten(braid, ld=10)) == breaks(beaten(ld=10))


def test_fights_with_a_braid_are_those_of_dice_rolled_one_by_one() -> None:
    bold = with_piece(hero(a=2, w=4), worn("braid-of-bordeleaux"))
    played = match_up("fight", bold, SWORDSMEN, rounds=8)
    assert differences(played, SOME, 3) == []


def test_the_valorous_standard_leaves_out_the_highest_of_three_dice() -> None:
    assert leadership_chance(2, lowest_two=True) == Fraction(16, 216)
    told = breaks(beaten(worn("valorous-standard")))
    lost = 1 - leadership_chance(6, lowest_two=True)
    assert told == pytest.approx(float(NO_WOUND * lost), abs=1e-12)
    assert lost == Fraction(69, 216)


def test_a_virtue_of_duty_is_one_more_for_the_result() -> None:
    assert breaks(beaten(worn("virtue-of-duty"))) == 0.0
    won = beaten(worn("virtue-of-duty")).events["a-wins-first-round"]
    assert won == pytest.approx(float(Fraction(10, 27)), abs=1e-12)


def test_who_is_disciplined_is_not_outnumbered() -> None:
    told = beaten(worn("virtue-of-discipline"))
    assert breaks(told) == 0.0
    won = told.events["a-wins-first-round"]
    assert won == pytest.approx(float(Fraction(10, 27)), abs=1e-12)


def test_a_wound_by_the_bearer_of_the_laurels_counts_twice() -> None:
    told = beaten(worn("laurels-of-victory")).events["a-wins-first-round"]
    assert told == pytest.approx(float(Fraction(10, 27)), abs=1e-12)
    assert beaten().events["a-wins-first-round"] == 0.0


def result_of(own: Fighter, enemy: Fighter, bonus: int = 0) -> tuple[float, float]:
    """Return the chances that each side wins the first round."""
    asked = match_up("fight", own, enemy, {"a.bonus": bonus}, rounds=1)
    told = odds(asked).events
    return told["a-wins-first-round"], told["b-wins-first-round"]


def test_the_banner_of_the_lady_takes_the_ranks_of_the_enemy_away() -> None:
    bare = unit("Guard", 20)
    borne = unit("Guard", 20, gear=(*bare.gear, worn("banner-of-the-lady", "banner")))
    assert result_of(borne, GOBLINS) == pytest.approx(result_of(bare, GOBLINS, bonus=3))
    assert result_of(borne, GOBLINS) != pytest.approx(result_of(bare, GOBLINS))


def test_the_griffon_standard_doubles_ranks_and_never_pursues() -> None:
    bare = unit("Guard", 20)
    standard = worn("griffon-standard", "banner")
    borne = unit("Guard", 20, gear=(*bare.gear, standard))
    assert result_of(borne, SWORDSMEN) == pytest.approx(
        result_of(bare, SWORDSMEN, bonus=3)
    )
    told = odds(match_up("fight", borne, SWORDSMEN))
    assert told.outcomes["b-run-down"] == 0.0
    assert told.outcomes["b-broken"] > 0.1


def test_the_antlers_add_a_die_to_the_pursuit_alone() -> None:
    own = hero(worn("antlers-of-the-great-hunt"), worn("virtue-of-duty"))
    told = odds(match_up("fight", own, guards(), rounds=1)).outcomes
    down, away = told["b-run-down"], told["b-broken"]
    sums = [(a, b) for a in _sums(3) for b in _sums(2)]
    caught = Fraction(sum(a >= b for a, b in sums), len(sums))
    assert down / (down + away) == pytest.approx(float(caught), abs=1e-12)


def _sums(dice: int) -> list[int]:
    found = [0]
    for _ in range(dice):
        found = [total + face for total in found for face in range(1, 7)]
    return found


def test_bold_goblins_have_one_more_leadership_and_nine_at_most() -> None:
    banner = worn("rowdy-grotts-big-red-raggedy-banner")
    told = [read_profile(hero(banner, ld=ld), "a").leadership for ld in (7, 8, 9, 10)]
    assert told == [8, 9, 9, 10]


def test_the_imperial_banner_rolls_tests_of_psychology_and_restraint_again() -> None:
    own = read_profile(hero(worn("imperial-banner")), "a")
    assert leadership_test(own, CALM) == 1 - fails(7) ** 2
    assert leadership_test(own, CALM, mind=False) == 1 - fails(7)


def test_the_banner_of_duty_rolls_to_rally_again() -> None:
    own = read_profile(hero(worn("banner-of-duty")), "a")
    assert rally_chance(own, CALM) == pytest.approx(float(1 - fails(7) ** 2), abs=1e-12)


@pytest.mark.parametrize("key", ["banner-of-valour", "virtue-of-noble-disdain"])
def test_losses_by_shots_cause_no_panic(key: str) -> None:
    assert fails_panic(read_profile(hero(), "a"), CALM) == pytest.approx(
        float(fails(7))
    )
    assert fails_panic(read_profile(hero(worn(key)), "a"), CALM) == 0.0


def charges(own: Fighter, enemy: Fighter) -> float:
    """Return the chance that a charge comes to blows."""
    return odds(match_up("charge", own, enemy)).events["contact"]


def test_who_charges_the_banner_of_ulric_tests_as_for_fear() -> None:
    borne = guards(worn("banner-of-ulric", "banner"))
    assert charges(hero(), borne) == pytest.approx(float(1 - fails(7)), abs=1e-12)
    assert charges(hero(), guards()) == pytest.approx(1.0)


def test_the_icon_of_magnus_ignores_fear_and_takes_terror_for_fear() -> None:
    icon = hero(worn("icon-of-magnus"))
    assert charges(hero(), guards(rules=("fear",))) < 1.0
    assert charges(icon, guards(rules=("fear",))) == pytest.approx(1.0)
    dread = guards(rules=("terror",))
    assert charges(icon, dread) == pytest.approx(float(1 - fails(7)), abs=1e-12)


def test_nobody_stands_and_shoots_at_the_banner_of_chalons() -> None:
    asked = WarhammerSituation().with_side("b", Answers(reaction="shoots"))
    shooters = read_profile(guards(BOW), "b")
    plain, borne = (
        read_profile(one, "a") for one in (hero(), hero(worn("banner-of-chalons")))
    )
    assert reaction_of(shooters, plain, asked) == "shoots"
    assert reaction_of(shooters, borne, asked) == "holds"


def test_the_waaagh_banner_comes_an_inch_nearer_and_flees_as_before() -> None:
    own = read_profile(hero(worn("gorks-waaagh-banner")), "a")
    assert (own.movement, own.stride) == (4, 5)


def test_a_challenge_by_the_gauntlet_is_not_refused() -> None:
    led = unit("Guards", 5, champion={})
    asked: Situation = {"challenge": True, "refuses": "b"}
    plain = match_up("fight", hero(), led, asked, rounds=1)
    gauntlet = match_up(
        "fight", hero(worn("gauntlet-of-the-duel")), led, asked, rounds=1
    )
    accepts = match_up("fight", hero(), led, {"challenge": True}, rounds=1)
    assert odds(gauntlet).outcomes == odds(accepts).outcomes
    assert odds(plain).outcomes != odds(accepts).outcomes


RIDERS: dict[str, tuple[str, tuple[float, float]]] = {
    "neither": ("virtue-of-empathy", (1 / 2, 1 / 2)),
    "the riders": ("errantry-banner", (2 / 3, 1 / 2)),
    "the mounts": ("mane-of-the-purebreed", (1 / 2, 2 / 3)),
}


@pytest.mark.parametrize("name", RIDERS)
def test_who_is_stronger_on_a_charge(name: str) -> None:
    key, wounds = RIDERS[name]
    own = unit("Knights", 3, kind="cavalry", mount={}, s=3)
    part, horse = own.parts
    carried = replace(part, gear=(*part.gear, worn(key)))
    rider = replace(own, parts=(carried, horse))
    enemy = unit("Guards", 60, a=0)
    told = odds(match_up("charge", rider, enemy, rounds=1)).wounds["a"].expected()
    assert told == pytest.approx(3 * sum(wounds) / 2, abs=1e-12)
    assert HORSE["s"] == 3


def test_an_errant_with_his_banner_tests_worse_not_to_charge() -> None:
    own = read_profile(hero(worn("errantry-banner")), "a")
    assert own.adds("test:impetuous") == -2
    more = own.adds("test:impetuous")
    assert leadership_test(own, CALM, more=more) == Fraction(10, 36)


def test_riders_with_the_banner_of_butchery_strike_once_more_in_one_round() -> None:
    own = unit("Boar Boyz", 3, kind="cavalry", mount={})
    part, horse = own.parts
    part = replace(part, gear=(*part.gear, worn("noggs-banner-of-butchery")))
    rider = replace(own, parts=(part, horse))
    enemy = unit("Guards", 60, a=0)
    told = odds(match_up("charge", rider, enemy, rounds=1)).wounds["a"].expected()
    assert told == pytest.approx(3 * (2 + 1) / 4, abs=1e-12)
