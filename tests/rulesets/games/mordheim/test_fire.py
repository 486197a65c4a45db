"""Fire in Mordheim: who is set alight burns until he puts it out, or is out himself."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.mordheim.engagements import m as engagement
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.fire_grid import ENGAGED, FIGHTS, GROUPS
from tests.rulesets.games.mordheim.group_engagements import g as groups
from tests.rulesets.games.mordheim.test_engagement import check as check_engaged
from tests.rulesets.games.mordheim.test_group_engagement import check as check_groups
from tests.rulesets.games.mordheim.test_simulator import check

ROLLED = 20_000
TOUGH = f("axe", name="B", t=6, a=0)
FEEBLE = f("brazier-iron", name="A", s=1)
"""His blows wound nobody of Toughness 6; a fire of Strength 4 does on a 6."""

ALIGHT = Fraction(1, 2) * Fraction(1, 3)
"""He hits on 4+, and a hit sets alight on 5+."""


def out_by_fire(target: Fighter, turns: int) -> float:
    return odds(m(FEEBLE, target, rounds=turns)).outcomes.get("b-out", 0.0)


def test_a_brazier_iron_sets_alight_on_5_and_the_fire_hits_on_a_failed_4() -> None:
    """In his own turn he burns on 1 to 3; a wound is a roll for injury.

    Of those who lie then the iron finishes all who are stunned, and half of others.
    """
    assert out_by_fire(TOUGH, 1) == 0.0
    burns = ALIGHT * Fraction(1, 2) * Fraction(1, 6)
    ends = Fraction(1, 3) + Fraction(1, 3) + Fraction(1, 3) * Fraction(1, 2)
    assert out_by_fire(TOUGH, 2) == pytest.approx(float(burns * ends))


def test_armour_saves_from_fire_one_worse() -> None:
    saved = out_by_fire(replace_save(TOUGH, 4), 2)
    assert saved == pytest.approx(out_by_fire(TOUGH, 2) * 4 / 6)


def test_nobody_regenerates_what_the_fire_burned() -> None:
    troll = f("axe", "regeneration", name="B", t=6, a=0)
    assert out_by_fire(troll, 2) == pytest.approx(out_by_fire(TOUGH, 2))


def test_fire_of_strength_4_never_hurts_a_toughness_of_8() -> None:
    assert out_by_fire(f("axe", name="B", t=8, a=0), 9) == 0.0


def test_who_burns_strikes_nothing_in_his_own_turn() -> None:
    """He is too tough for the fire: in the second turn half of those alight strike."""
    a = f("brazier-iron", name="A", s=1, w=9, t=1)
    b = f("axe", name="B", t=8, i=1)
    plain, lit, one_turn = (
        9 - odds(m(who, b, rounds=turns)).survivors["a"].expected()
        for who, turns in ((unlit(a), 2), (a, 2), (a, 1))
    )
    assert lit < plain
    alike = float(1 - ALIGHT / 2)
    assert lit == pytest.approx(one_turn + (plain - one_turn) * alike)


def test_who_burns_comes_nearer_at_a_walk_and_later() -> None:
    runner = f("axe", name="A", t=6, w=2)
    told = [
        odds(engagement(runner, f(gear, name="B", bs=4))).expected["turns-apart"]
        for gear in ("bow sword", "bow fire-arrows sword")
    ]
    assert told[1] > told[0] + 0.1


def test_where_arrows_only_set_alight_they_are_arrows() -> None:
    runner = f("axe", name="A", w=2)
    asked = {"arrows-burn": False}
    plain, fire = (
        odds(engagement(runner, f(gear, name="B", bs=4), readings=asked)).outcomes
        for gear in ("bow sword", "bow fire-arrows sword")
    )
    assert fire == pytest.approx(plain)
    burns = odds(engagement(runner, f("bow fire-arrows sword", name="B", bs=4)))
    assert burns.outcomes["a-out"] > plain["a-out"] + 0.01


def test_what_sets_alight_is_not_named_as_left_out() -> None:
    a, b = f("brazier-iron", name="A"), f("bow fire-arrows sword", name="B")
    told = odds(engagement(a, b))
    assert not {"Brazier iron", "Fire arrows"} & {x.rule for x in told.not_modelled}
    assert sum("puts it out" in step.text for step in told.trace) == 2


def replace_save(who: Fighter, save: int) -> Fighter:
    return replace(who, characteristics={**who.characteristics, "sv": save})


def unlit(who: Fighter) -> Fighter:
    """Return a fighter whose iron sets nobody alight."""
    return replace(who, gear=(replace(who.gear[0], key="iron"),))


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", FIGHTS)
def test_fights_with_fire_that_were_rolled_agree(name: str) -> None:
    check(FIGHTS[name], ROLLED)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", ENGAGED)
def test_engagements_with_fire_that_were_rolled_agree(name: str) -> None:
    check_engaged(ENGAGED[name], ROLLED)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", GROUPS)
def test_groups_with_fire_that_were_rolled_agree(name: str) -> None:
    check_groups(GROUPS[name], ROLLED)


def test_of_larger_groups_too_it_is_followed_who_burns() -> None:
    fire, plain = (
        odds(groups(f("axe", name="A"), f(gear, name="B", bs=4), (3, 3)))
        for gear in ("bow fire-arrows sword", "bow sword")
    )
    assert fire.outcomes["a-out"] > plain.outcomes["a-out"] + 0.02
    assert not any(one.rule == "Fire arrows" for one in fire.not_modelled)
