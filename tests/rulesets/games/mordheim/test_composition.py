"""Raising a warband: gold, rating, prices, and what a warrior wears."""

import pytest

from tests.rulesets.games.mordheim.warbands import (
    codes,
    figures,
    group,
    hero,
    judged,
    record,
    several,
    tally,
    unit,
)

# -- Warband rating ------------------------------------------------------------------


def test_a_warband_is_rated_at_five_a_warrior_and_the_experience_of_all() -> None:
    now = judged("reikland", hero("captain"), hero("champion"), group("warrior", 3))

    assert tally(now, "rating") == 5 * 5 + 20 + 8
    assert tally(now, "warriors") == 5


def test_a_large_creature_is_rated_at_twenty() -> None:
    now = judged("skaven", group("rat-ogre", 1))

    assert tally(now, "rating") == 20


def test_a_hired_sword_adds_his_own_rating_and_is_no_warrior() -> None:
    now = judged("reikland", hero("captain"), hired=(hero("bard"),))

    assert tally(now, "rating") == 25 + 8
    assert tally(now, "warriors") == 1
    assert tally(now, "upkeep") == 10


def test_experience_of_a_group_counts_for_each_of_it() -> None:
    gained = record(several("experience", 4))
    now = judged("reikland", group("warrior", 3, gained), switches=("campaign",))

    assert figures(unit(now))["experience"] == 4
    assert tally(now, "rating") == 3 * (5 + 4)


# -- Gold ------------------------------------------------------------------------------


def test_the_wealth_of_marienburg_is_a_fifth_more_gold() -> None:
    now = judged("marienburg", hero("captain"), limit=500)

    assert now.limit == 600
    assert now.left == 540


def test_a_new_warband_is_told_that_no_gold_is_agreed_on() -> None:
    captain = hero("captain")
    silent = {m.code: m.severity for m in judged("reikland", captain).messages}

    assert silent["no-points-agreed"] == "warning"
    assert "no-points-agreed" not in codes(judged("reikland", captain, limit=500))
    assert "no-points-agreed" not in codes(
        judged("reikland", captain, switches=("campaign",))
    )


def test_gear_of_a_group_is_paid_for_each_warrior() -> None:
    now = judged("reikland", group("warrior", 4, "axe", "shield"))

    assert now.points == 4 * (25 + 5 + 5)


def test_black_powder_that_may_misfire_is_a_fifth_cheaper() -> None:
    man = hero("captain", "pistol-brace", "crossbow")

    assert judged("reikland", man).points == 60 + 30 + 25
    assert judged("reikland", man, switches=("misfire",)).points == 60 + 24 + 25


@pytest.mark.parametrize(
    ("warband", "fighter", "switches", "times"),
    [
        ("dwarfs", "troll-slayer", (), 3),
        ("dwarfs", "troll-slayer", ("campaign",), 4),
        ("pit-fighters", "troll-slayer", ("campaign",), 4),
    ],
)
def test_a_weapon_of_gromril_costs_a_multiple_of_its_price(
    warband: str, fighter: str, switches: tuple[str, ...], times: int
) -> None:
    axe = hero("dwarf-axe", "gromril-weapon")
    now = judged(warband, hero(fighter, axe), switches=switches)

    assert now.points == 50 + times * 15


def test_the_second_and_later_mutations_cost_double() -> None:
    now = judged("possessed", hero("possessed", "tentacle", "hideous", "spines"))

    assert now.points == 90 + 35 + 2 * 40 + 2 * 35


def test_a_dice_price_adds_its_roll() -> None:
    herbs = {"entry": "healing-herbs", "roll": 7}
    man = hero("champion", record(herbs))

    assert judged("reikland", man, switches=("campaign",)).points == 35 + 20 + 7


def test_a_kit_has_one_price_for_all_that_is_in_it() -> None:
    now = judged("pit-fighters", hero("pit-king", "chaos-kit"))

    assert now.points == 80 + 50
    names = {piece.name for piece in unit(now).gear}
    assert {"Flail", "Shield", "Light armour", "Helmet"} <= names


def test_half_of_an_heirloom_is_paid() -> None:
    now = judged("kislevites", hero("druzhina-captain", "heirloom-crossbow"))

    assert now.points == 60 + 12.5


@pytest.mark.parametrize(("others", "upkeep"), [((), 20), (("bard",), 30)])
def test_upkeep_adds_up(others: tuple[str, ...], upkeep: int) -> None:
    hired = tuple(hero(key) for key in ("elf-ranger", *others))
    now = judged("reikland", hero("captain"), hired=hired)

    assert tally(now, "upkeep") == upkeep


def test_an_elf_beside_a_dwarf_asks_double_pay_and_so_does_the_dwarf() -> None:
    slayer = hero("dwarf-troll-slayer", "two-axes")
    now = judged("reikland", hero("captain"), hired=(hero("elf-ranger"), slayer))

    assert tally(now, "upkeep") == 40 + 20


# -- Armour --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worn", "save"),
    [
        ((), 7),
        (("light-armour",), 6),
        (("heavy-armour",), 5),
        (("shield",), 6),
        (("light-armour", "shield"), 5),
        (("heavy-armour", "shield"), 4),
        (("helmet", "buckler"), 7),
    ],
)
def test_armour_and_shield_save(worn: tuple[str, ...], save: int) -> None:
    now = judged("reikland", hero("captain", *worn))

    assert figures(unit(now))["sv"] == save


def test_heavy_armour_and_a_shield_slow_a_man_and_no_dwarf() -> None:
    man = judged("reikland", hero("captain", "heavy-armour", "shield"))
    dwarf = judged("dwarfs", hero("noble", "heavy-armour", "shield"))

    assert figures(unit(man))["m"] == 4 - 1
    assert figures(unit(dwarf))["m"] == 3


def test_a_rider_saves_better_where_the_mounted_rules_are_used() -> None:
    rider = (hero("freelancer", "warhorse"),)
    now = judged("reikland", hero("captain"), hired=rider, switches=("mounted",))

    assert figures(unit(now, force=1))["sv"] == 3


# -- How many warriors ---------------------------------------------------------------


def test_a_second_cookbook_makes_no_more_room() -> None:
    groups = [group("warrior", 5) for _ in range(3)]
    one = judged("reikland", hero("captain"), *groups, stash=("halfling-cookbook",))
    two = judged(
        "reikland",
        hero("captain"),
        hero("champion"),
        *groups,
        stash=("halfling-cookbook", "halfling-cookbook"),
    )

    assert "warband-size" not in codes(one)
    assert "warband-size" in codes(two)


def test_a_wardog_is_a_warrior_of_its_own_and_pays_for_no_gear() -> None:
    captain = hero("captain", "sword", "first-wardog")
    now = judged("ostermarkers", captain, hero("skill-set-reikland"))

    assert now.points == 60 + 10 + 25
    assert tally(now, "warriors") == 2
    assert tally(now, "rating") == 25 + 5


# -- Magic, and what is kept at home ---------------------------------------------------


def test_a_hired_wizard_knows_more_than_one_spell() -> None:
    spells = ("silver-arrows-of-arha", "luck-of-shemtek")
    now = judged("reikland", hero("captain"), hired=(hero("warlock", *spells),))

    assert "first-spell" not in codes(now)


def test_a_warrior_wizard_casts_in_armour() -> None:
    plain = hero("necromancer", "light-armour")
    trained = hero("necromancer", "light-armour", record("warrior-wizard"))

    assert "casting-in-armour" in codes(judged("undead", plain))
    now = judged("undead", trained, switches=("campaign",))
    assert "casting-in-armour" not in codes(now)


def test_what_a_warband_keeps_is_not_carried_by_anybody() -> None:
    kept = ("sword", "sword", "sword", "pistol", "pistol")
    now = judged(
        "reikland", hero("captain"), group("warrior", 2), stash=kept, limit=500
    )

    assert codes(now) == []
