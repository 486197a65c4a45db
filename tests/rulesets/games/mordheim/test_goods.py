"""Goods of Mordheim that are used once: by hand, and as they were rolled."""

from itertools import product

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.games.mordheim.engagements import m as engagement
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.test_engagement import check as check_engaged
from tests.rulesets.games.mordheim.test_simulator import check, close
from tests.rulesets.games.mordheim.volleys import set_alight, throw

MANY = 200_000
QUICKLY = 20_000

MAN = f("axe", name="B", w=2, sv=4)
BOMBER = f("sword fire-bomb", name="A", bs=4)

CHARGES: dict[str, MatchUp] = {
    "flash powder at a charger": m(
        f("sword", name="A", w=2, i=4),
        f("axe flash-powder", name="B"),
        {"b.flash": True},
    ),
    "flash powder beside fear": m(
        f("axe", name="A", ld=6),
        f("sword flash-powder", "fear", name="B", w=2),
        {"b.flash": True},
    ),
    "garlic against a Vampire": m(
        f("sword", "fear no-pain", name="A", a=2, w=2, ld=7),
        f("axe garlic", name="B"),
        {"b.garlic": True},
    ),
    "garlic and flash powder, B charges": m(
        f("axe garlic flash-powder", name="A"),
        f("sword", "fear no-pain", name="B", i=6, w=2, ld=8),
        {"charge": "b", "a.garlic": True, "a.flash": True},
    ),
}


def water(
    gear: str = "", rules: str = "no-pain", distance: int = 6, **more: int | bool
) -> MatchUp:
    thrower = f("sword blessed-water", name="A", bs=4)
    target = f(f"axe {gear}", rules, name="B", w=2, sv=4)
    asked: Answers = {"water": True, "distance": distance, **more}
    return m(thrower, target, asked, kind="shooting")


def net(target: Fighter = MAN, asked: Answers | None = None) -> MatchUp:
    thrower = f("sword net", name="A", bs=4)
    return m(thrower, target, {"net": True, **(asked or {})}, kind="shooting")


def bomb(
    target: Fighter = MAN, by: Fighter = BOMBER, asked: Answers | None = None
) -> MatchUp:
    return m(by, target, {"bomb": True, **(asked or {})}, kind="shooting")


THROWN: dict[str, MatchUp] = {
    "at the undead": water(),
    "at a lucky one in cover, three of them": water(
        "lucky-charm", cover=True, shooters=3
    ),
    "at one who regenerates": water(rules="no-pain regeneration large", shooters=2),
    "at a man": water(rules=""),
    "too far": water(distance=7),
    "at one who is said to be possessed": water(
        "helmet", "", shooters=4, **{"b.unholy": True}
    ),
    "a net": net(),
    "a net at a strong one": net(f("axe", name="B", s=5)),
    "three nets at a lucky one who dodges": net(
        f("axe lucky-charm", "dodge", name="B", s=2), {"shooters": 3}
    ),
    "a net in hard cover": net(asked={"hard-cover": True}),
    "a net too far": net(asked={"distance": 9}),
    "a fire bomb": bomb(),
    "three fire bombs": bomb(f("axe", name="B", w=3, sv=2), asked={"shooters": 3}),
    "a fire bomb at a lucky one": bomb(f("axe lucky-charm", name="B", w=2)),
    "two at one who regenerates": bomb(
        f("axe", "regeneration large", name="B", w=3, t=5), asked={"shooters": 2}
    ),
    "a fire bomb at one who dodges": bomb(
        f("sword helmet", "dodge", name="B", w=2), asked={"cover": True}
    ),
    "a fire bomb at one with a thick skull": bomb(
        f("axe", "hard-to-kill thick-skull", name="B", w=1)
    ),
    "a fire bomb at one on the ground": bomb(
        f("axe", name="B", w=3), asked={"b.posture": "knocked-down"}
    ),
    "by a lucky one who is hurt": bomb(
        by=f("sword fire-bomb lucky-charm", name="A", w=2),
        asked={"a.wounds-lost": 1},
    ),
    "by one with powder and poison": bomb(
        by=f("pistol fire-bomb superior-blackpowder dark-venom", name="A", s=4),
        asked={"distance": 8},
    ),
    "a fire bomb too far": bomb(asked={"distance": 7}),
}


def arrows(
    gear: str = "bow fire-arrows",
    rules: str = "",
    target: Fighter = MAN,
    asked: Answers | None = None,
) -> MatchUp:
    return m(f(gear, rules, name="A", bs=4), target, asked, kind="shooting")


ARROWS: dict[str, MatchUp] = {
    "a fire arrow": arrows(),
    "three at a lucky one": arrows(
        target=f("axe lucky-charm", name="B"), asked={"shooters": 3}
    ),
    "two from a long bow at one who dodges": arrows(
        "long-bow fire-arrows",
        "quick-shot",
        f("axe", "dodge large", name="B"),
        {"twice": True, "distance": 20},
    ),
    "with a foot": arrows(
        "bow fire-arrows rabbits-foot",
        "quick-shot",
        asked={"foot": True, "twice": True, "cover": True, "shooters": 2},
    ),
    "too far": arrows(asked={"distance": 30}),
}

STREWN: dict[str, MatchUp] = {
    "flash powder at the first charge": engagement(
        f("axe", name="A", i=3, w=2),
        f("bow axe flash-powder", name="B", bs=5),
        {"b.flash": True, "distance": 20},
    ),
    "flash powder, fear and caltrops": engagement(
        f("sword", name="A", i=4, w=3, ld=6),
        f("bow axe flash-powder caltrops", "fear", name="B", bs=4),
        {"b.flash": True, "b.caltrops": True, "distance": 18},
    ),
    "caltrops before a runner": engagement(
        f("sword", name="A", w=2),
        f("bow axe caltrops", name="B", bs=4),
        {"b.caltrops": True, "distance": 22},
    ),
    "caltrops of both, one leaps": engagement(
        f("axe caltrops", "leap", name="A", i=4),
        f("sword caltrops", name="B", m=5, w=2),
        {"closing": "both", "a.caltrops": True, "b.caltrops": True, "distance": 20},
    ),
    "caltrops below a dive, and fear": engagement(
        f("axe", name="A", i=4, w=2),
        f("axe caltrops", "fear", name="B", w=2),
        {"a.above": 4, "b.caltrops": True, "distance": 9},
    ),
    "caltrops at the foot of a ladder": engagement(
        f("axe", "frenzy", name="A", i=4),
        f("bow sword caltrops", name="B"),
        {"b.above": 3, "b.caltrops": True, "distance": 12},
    ),
}

DRUNK: dict[str, MatchUp] = {
    "steady on vodka against fear": m(
        f("axe", "fear", name="A"),
        f("sword vodka", name="B", ld=6, w=2),
        {"b.vodka": "steady"},
    ),
    "unsteady, beside a leader": m(
        f("sword vodka", name="A", i=4, ld=8),
        f("axe", "fear", name="B", i=3),
        {"charge": "none", "a.vodka": "unsteady", "a.leader-ld": 9},
    ),
    "too bold to be bolder, alone against two": m(
        f("sword vodka", name="A", ld=10, a=2, w=2),
        f("axe", name="B"),
        {"b.fighters": 2, "a.vodka": "unsteady"},
    ),
    "each has drunk": m(
        f("axe vodka", name="A", i=3),
        f("axe vodka", "stupidity", name="B", i=4, ld=7),
        {"charge": "none", "a.vodka": "steady", "b.vodka": "unsteady"},
    ),
}


BESIDE = "b-netted", "a-bomb-explodes", "a-out-by-bomb"


def left_out(question: MatchUp) -> set[str]:
    return {one.rule for one in odds(question).not_modelled}


def test_flash_powder_stops_who_fails_his_test_of_initiative() -> None:
    told = odds(CHARGES["flash powder at a charger"])
    assert told.outcomes["a-holds-back"] == pytest.approx(2 / 6)


def test_garlic_stops_a_vampire_who_fails_his_test_of_leadership() -> None:
    told = odds(CHARGES["garlic against a Vampire"])
    assert told.outcomes["a-holds-back"] == pytest.approx(15 / 36)


def test_each_of_several_chargers_tests_for_himself() -> None:
    several = m(
        f("sword", name="A", i=4),
        f("axe flash-powder", name="B"),
        {"b.flash": True, "a.fighters": 2},
    )
    assert odds(several).outcomes["a-holds-back"] == pytest.approx((2 / 6) ** 2)


def test_blessed_water_wounds_the_unholy_past_armour() -> None:
    told = odds(THROWN["at the undead"])
    assert told.outcomes["b-wounded"] == pytest.approx(4 / 6)
    assert odds(THROWN["at a man"]).outcomes["b-stands"] == pytest.approx(1.0)
    assert odds(THROWN["too far"]).outcomes["b-stands"] == pytest.approx(1.0)


def test_a_net_catches_who_rolls_over_his_strength() -> None:
    told = odds(THROWN["a net"])
    assert told.events["b-netted"] == pytest.approx(4 / 6 * 3 / 6)
    assert told.outcomes["b-stands"] == pytest.approx(1.0)
    strong = net(f("axe", name="B", s=6), {"shooters": 4})
    assert odds(strong).events["b-netted"] == 0
    assert "b-netted" not in odds(THROWN["a net too far"]).events


def test_a_fire_bomb_has_a_third_each_of_one_two_and_three_hits() -> None:
    told = odds(bomb(f("axe", name="B", w=9, sv=2)))
    unhurt = sum((2 / 6) ** hits / 3 for hits in (1, 2, 3))
    assert told.outcomes["b-stands"] == pytest.approx(1 - 4 / 6 * (1 - unhurt))


def test_a_fire_bomb_explodes_on_a_natural_1() -> None:
    told = odds(bomb(asked={"shooters": 2}))
    assert told.events["a-bomb-explodes"] == pytest.approx(1 - (5 / 6) ** 2)
    mortal = odds(bomb(by=f("sword fire-bomb", name="A", w=1)))
    survives = sum((1 - 4 / 6 * 2 / 6) ** hits / 3 for hits in (1, 2, 3))
    assert mortal.events["a-out-by-bomb"] == pytest.approx((1 - survives) / 6)


def test_one_thing_is_thrown_in_a_turn() -> None:
    both = f("sword net fire-bomb", name="A")
    question = m(both, MAN, {"net": True, "bomb": True}, kind="shooting")
    with pytest.raises(MatchUpError, match="one thing"):
        odds(question)


def test_goods_that_nobody_uses_are_named() -> None:
    a, b = f("sword", name="A"), f("axe garlic flash-powder", name="B")
    assert {"Garlic", "Flash powder"} <= left_out(m(a, b))
    assert "Garlic" not in left_out(m(a, b, {"b.garlic": True}))
    assert "Blessed water" not in left_out(THROWN["at the undead"])


def test_a_fire_arrow_that_hits_sets_its_victim_alight_on_4() -> None:
    told = odds(ARROWS["a fire arrow"])
    assert told.events["b-alight"] == pytest.approx(4 / 6 * 1 / 2)
    plain = odds(arrows("bow"))
    assert told.outcomes == plain.outcomes
    assert "b-alight" not in plain.events


@pytest.mark.parametrize("gear", ["crossbow fire-arrows", "bow fire-arrows net"])
def test_only_a_bow_shoots_fire_arrows(gear: str) -> None:
    asked: Answers = {"net": True} if "net" in gear else {}
    assert "b-alight" not in odds(arrows(gear, asked=asked)).events


def test_nobody_regenerates_what_burned_him() -> None:
    troll, man = (f("axe", keys, name="B", w=3) for keys in ("regeneration", ""))
    assert odds(bomb(troll)).outcomes == pytest.approx(odds(bomb(man)).outcomes)


def test_vodka_makes_bolder_and_who_failed_his_test_slower() -> None:
    drunkard = f("sword vodka", name="A", i=4, ld=6)
    enemy = f("axe", "fear", name="B", i=3)
    steady, unsteady = (
        odds(m(drunkard, enemy, {"a.vodka": drunk})).outcomes
        for drunk in ("steady", "unsteady")
    )
    for told in (steady, unsteady):
        assert told["a-holds-back"] == pytest.approx(15 / 36)
    assert steady["b-out"] > unsteady["b-out"] + 0.01


def test_caltrops_shorten_the_first_charge_by_a_die() -> None:
    charger, waits = f("axe", name="A"), f("axe caltrops", name="B")
    asked: Answers = {"distance": 6, "b.caltrops": True}
    apart = odds(engagement(charger, waits, asked)).distributions["apart"].chances
    assert apart[0] == pytest.approx(2 / 6)
    assert apart[2] == pytest.approx(4 / 6)
    assert "Caltrops" not in left_out(engagement(charger, waits, asked))
    assert "Caltrops" in left_out(engagement(charger, waits))


def test_a_rabbits_foot_rolls_one_die_again() -> None:
    shot = arrows("bow rabbits-foot", asked={"foot": True})
    assert odds(shot).events["b-loses-a-wound"] == pytest.approx(8 / 9 * 11 / 36)
    leader, other = f("rabbits-foot", name="A"), f(name="B")
    told = odds(m(leader, other, {"tests": 1, "a.foot": True}, kind="rout"))
    mended = sum(
        one + two > 7 and min(one, two) + again <= 7
        for one, two, again in product(range(1, 7), repeat=3)
    )
    assert told.events["a-holds"] == pytest.approx(21 / 36 + mended / 216)


def test_a_rabbits_foot_that_nobody_spends_is_named() -> None:
    shots = [arrows("bow rabbits-foot", asked={"foot": on}) for on in (False, True)]
    assert ["Rabbits foot" in left_out(shot) for shot in shots] == [True, False]
    other = f("axe rabbits-foot", name="B")
    assert "Rabbits foot" in left_out(
        arrows("bow rabbits-foot", target=other, asked={"foot": True})
    )


def test_a_reader_of_the_hammer_of_witches_hates_whom_he_is_said_to_hate() -> None:
    reader, witch = f("sword hammer-of-witches", name="A"), f("axe", name="B")
    assert "Hammer of witches" in left_out(m(reader, witch))
    assert "Hammer of witches" not in left_out(m(reader, witch, {"a.hates": True}))


@pytest.mark.parametrize("name", ARROWS)
def test_arrows_that_were_shot_agree(name: str) -> None:
    chance = odds(ARROWS[name]).events.get("b-alight", 0.0)
    assert close(chance, set_alight(ARROWS[name], MANY, seed=452), MANY)


@pytest.mark.parametrize("name", STREWN)
def test_engagements_among_caltrops_agree(name: str) -> None:
    check_engaged(STREWN[name], 40_000)


@pytest.mark.parametrize("name", DRUNK)
def test_fights_after_vodka_agree(name: str) -> None:
    check(DRUNK[name], 40_000)


@pytest.mark.parametrize("name", CHARGES)
def test_charges_that_were_rolled_agree(name: str) -> None:
    check(CHARGES[name], QUICKLY)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHARGES)
def test_charges_that_were_rolled_often_agree(name: str) -> None:
    check(CHARGES[name], MANY)


@pytest.mark.parametrize("name", THROWN)
def test_what_was_thrown_agrees(name: str) -> None:
    told, counted = odds(THROWN[name]), throw(THROWN[name], MANY, seed=451)
    thrown = {key: told.events[key] for key in BESIDE if key in told.events}
    for key, chance in {**told.outcomes, **thrown}.items():
        assert close(chance, counted[key], MANY), (key, chance, counted[key] / MANY)
