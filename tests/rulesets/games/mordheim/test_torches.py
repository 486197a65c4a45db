"""Torches of Mordheim: by hand, and played out."""

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.test_engagement import check as check_engaged
from tests.rulesets.games.mordheim.test_simulator import check

FIGHTS: dict[str, MatchUp] = {
    "a club of fire": m(
        f("sword torch", name="A", a=2),
        f("sword", name="B", w=2, sv=5),
        {"a.torch": "club"},
    ),
    "a torch held up at a hound": m(
        f("axe torch", name="A", w=2),
        f("", "animal", name="B", a=2, ld=5),
        {"a.torch": "light", "charge": "b"},
    ),
    "a hound is charged with a torch": m(
        f("axe torch", name="A"),
        f("", "animal", name="B", ld=4, w=2),
        {"a.torch": "club"},
    ),
    "a hound that causes fear": m(
        f("axe torch", name="A", ld=5),
        f("", "animal fear", name="B", ld=4, w=2),
        {"a.torch": "light"},
    ),
    "nobody regenerates": m(
        f("2*sword torch", name="A", s=4),
        f("club-mace-or-hammer", "regeneration", name="B", w=3),
        {"a.torch": "club", "charge": "none"},
    ),
    "by the tables of weapons, venom on a torch": m(
        f("axe dark-venom buckler torch", name="A"),
        f("halberd", "animal", name="B", w=2, ld=6),
        {"a.torch": "club", "a.fighters": 2},
        {"criticals": "by-weapon"},
    ),
    "a pistol beside a torch": m(
        f("pistol sword torch", name="A"),
        f("axe", name="B", w=2, i=4),
        {"a.torch": "club"},
    ),
}

ENGAGED: dict[str, MatchUp] = {
    "hounds come at a torch": m(
        f("bow axe torch", name="A"),
        f("", "animal", name="B", m=8, ld=5, a=2),
        {"closing": "b", "a.torch": "club"},
        kind="engagement",
    ),
}


def fought(gear: str, torch: str, rules: str = "") -> float:
    a, b = f(gear, name="A"), f("axe", rules, name="B", ld=4)
    return odds(m(a, b, {"a.torch": torch})).outcomes["b-out"]


def test_a_torch_is_a_club_that_hits_one_worse() -> None:
    told = odds(m(f("sword torch", name="A"), f(name="B"), {"a.torch": "club"}))
    assert "Torch, Strength 3 against Toughness 3: hits 5+, wounds 4+, save none" in [
        step.text for step in told.trace
    ]
    assert "Concussion" in [step.rule for step in told.trace]


def test_only_animals_fear_a_torch() -> None:
    assert fought("axe torch", "light") == fought("axe torch", "no")
    scared = fought("axe torch", "light", "animal")
    assert scared > fought("axe torch", "no", "animal") + 0.04


def test_who_has_no_torch_holds_none() -> None:
    assert fought("axe", "club") == fought("axe", "no")


def test_a_torch_that_nobody_holds_is_named() -> None:
    a, b = f("axe torch", name="A"), f("axe", name="B")
    left = [
        {one.rule for one in odds(m(a, b, asked)).not_modelled}
        for asked in ({}, {"a.torch": "no"}, {"a.torch": "light"}, {"b.torch": "light"})
    ]
    assert ["Torch" in rules for rules in left] == [True, True, False, True]


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_that_were_rolled_agree(name: str) -> None:
    check(FIGHTS[name], 40_000)


@pytest.mark.parametrize("name", ENGAGED)
def test_engagements_that_were_rolled_agree(name: str) -> None:
    check_engaged(ENGAGED[name], 40_000)
