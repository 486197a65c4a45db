"""Goods of Mordheim that are used once: by hand, and as they were rolled."""

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.test_simulator import check, close
from tests.rulesets.games.mordheim.volleys import throw

MANY = 200_000
QUICKLY = 20_000

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
}


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


def test_goods_that_nobody_uses_are_named() -> None:
    a, b = f("sword", name="A"), f("axe garlic flash-powder", name="B")
    assert {"Garlic", "Flash powder"} <= left_out(m(a, b))
    assert "Garlic" not in left_out(m(a, b, {"b.garlic": True}))
    assert "Blessed water" not in left_out(THROWN["at the undead"])


@pytest.mark.parametrize("name", CHARGES)
def test_charges_that_were_rolled_agree(name: str) -> None:
    check(CHARGES[name], QUICKLY)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHARGES)
def test_charges_that_were_rolled_often_agree(name: str) -> None:
    check(CHARGES[name], MANY)


@pytest.mark.parametrize("name", THROWN)
def test_water_that_was_thrown_agrees(name: str) -> None:
    told, counted = odds(THROWN[name]), throw(THROWN[name], MANY, seed=451)
    for key, chance in told.outcomes.items():
        assert close(chance, counted[key], MANY), (key, chance, counted[key] / MANY)
