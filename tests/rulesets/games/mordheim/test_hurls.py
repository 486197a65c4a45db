"""Goods thrown in engagements of Mordheim: by hand, and as they were rolled."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.mordheim.casting_grid import BOLT
from tests.rulesets.games.mordheim.engagements import m
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import g
from tests.rulesets.games.mordheim.test_engagement import check, other_way_round
from tests.rulesets.games.mordheim.test_group_engagement import check as check_groups
from tests.rulesets.games.mordheim.test_rolled_engagements import rolled

MANY = 40_000

HURLED: dict[str, MatchUp] = {
    "a net at who runs": m(
        f("axe", name="A", w=2), f("bow axe net", name="B", bs=4), {"b.net": True}
    ),
    "a net, and a gun to load": m(
        f("handgun axe net", name="A", bs=4),
        f("handgun sword net lucky-charm", name="B", bs=4, w=2, t=4),
        {"closing": "both", "approach": "walk", "a.net": True, "b.net": True},
    ),
    "a net at a savage who is stupid and dodges": m(
        f("axe", "frenzy stupidity dodge", name="A", w=2, ld=6, s=2),
        f("bow sword net", name="B", bs=5, w=2),
        {"b.net": True, "distance": 19},
    ),
    "a net and a shot for a wizard": m(
        BOLT,
        f("bow axe net", name="B", bs=4, w=2),
        {"a.casts": 1, "b.net": True, "distance": 16, "first": "b"},
    ),
    "water at one who feels no pain": m(
        f("sword", "no-pain fear", name="A", w=3, sv=4),
        f("bow axe blessed-water", name="B", bs=4, ld=9),
        {"b.water": True, "b.in-cover": True},
    ),
    "water at a man does nothing": m(
        f("sword", name="A", w=2),
        f("crossbow dagger blessed-water", name="B", bs=4),
        {"b.water": True},
    ),
    "a fire bomb at who runs": m(
        f("axe", "regeneration", name="A", w=3, sv=5),
        f("bow axe fire-bomb lucky-charm", name="B", bs=4, s=4),
        {"b.bomb": True},
    ),
    "bombs of two who walk": m(
        f("axe fire-bomb", name="A", w=2),
        f("sword fire-bomb", "hard-to-kill", name="B", bs=4, w=2),
        {"closing": "both", "approach": "walk", "a.bomb": True, "b.bomb": True},
    ),
    "all three, one after the other": m(
        f("axe", "no-pain", name="A", m=3, w=4),
        f("axe blessed-water net fire-bomb", name="B", bs=5, s=4),
        {"b.water": True, "b.net": True, "b.bomb": True, "approach": "walk"},
    ),
    "all three at the edge": m(
        f("bow axe net fire-bomb", name="A", w=2, i=3, bs=4),
        f("bow axe net fire-bomb", name="B", bs=4, i=2, w=2),
        {
            **{"b.above": 4, "b.at-edge": True, "distance": 10, "closing": "none"},
            **{f"{side}.{what}": True for side in "ab" for what in ("net", "bomb")},
        },
        rounds=9,
    ),
    "a net at the stunned who crawls, in six turns": m(
        f("axe", "thick-skull", name="A", w=2),
        f("bow axe net", name="B", bs=5),
        {"b.net": True, "a.crawls": "towards", "a.in-hard-cover": True},
        rounds=6,
    ),
    "fire arrows, then a net": m(
        f("axe", name="A", w=3),
        f("bow fire-arrows axe net", name="B", bs=4),
        {"b.net": True},
    ),
    "no skill to throw": m(
        f("axe", name="A"), f("axe net", name="B", bs=0), {"b.net": True}
    ),
}

GROUPS: dict[str, MatchUp] = {
    "two with nets and bows": g(
        f("axe", name="A", w=2),
        f("bow axe net", name="B", bs=4),
        (2, 2),
        {"b.net": True},
    ),
    "three run at two with bombs": g(
        f("axe", name="A"),
        f("axe fire-bomb", name="B", bs=4, w=2),
        (3, 2),
        {"b.bomb": True},
    ),
    "one runs at two with water": g(
        f("axe", "no-pain fear", name="A", w=3, t=4),
        f("short-bow axe blessed-water", name="B", ld=8),
        (1, 2),
        {"b.water": True},
    ),
    "two walk at two, all with nets": g(
        f("sling axe net", name="A", bs=4),
        f("pistol axe net", name="B", w=2),
        (2, 2),
        {"closing": "both", "approach": "walk", "a.net": True, "b.net": True},
    ),
}


def test_a_net_holds_a_charger_for_a_turn() -> None:
    """From 8" he charges at once, unless he is caught before: on 3+, then on 4+."""
    held = m(
        f("axe", name="A"),
        f("net", name="B", bs=4, a=0),
        {"b.net": True, "distance": 8, "first": "b"},
    )
    apart = odds(held).distributions["apart"].chances
    assert apart[1] == pytest.approx(2 / 3)
    assert apart[3] == pytest.approx(1 / 3)


def test_whom_a_net_holds_has_time_to_load() -> None:
    """He shoots, is caught as he loads, and shoots again as if nothing had been."""
    asked: Answers = {"closing": "none", "distance": 8, "b.net": True}
    a = f("handgun", name="A", bs=3)
    free, held = (
        odds(m(a, f("net", name="B", bs=bs, t=9, w=9), asked, rounds=5))
        for bs in (0, 6)
    )
    assert held.survivors["b"].chances == free.survivors["b"].chances


def test_a_bomb_that_explodes_may_end_it() -> None:
    """A 1 to hit, then one, two or three hits: 4 in 6 wound, a third of them kill."""
    bomber = f("fire-bomb", name="B")
    told = odds(m(f("axe", name="A", m=0), bomber, {"b.bomb": True, "distance": 6}))
    survives = sum((1 - 4 / 6 * 2 / 6) ** hits / 3 for hits in (1, 2, 3))
    assert told.events["b-shot"] == pytest.approx((1 - survives) / 6)
    assert "before they meet" in told.labels["b-shot"]


def test_each_is_thrown_once() -> None:
    """One who cannot move is hit by water in the first turn, and by nothing later."""
    asked: Answers = {"b.water": True, "distance": 6, "first": "b"}
    a, b = (
        f("axe", "no-pain", name="A", m=0, w=3),
        f("blessed-water", name="B", bs=4),
    )
    told = odds(m(a, b, asked, rounds=5))
    assert told.survivors["a"].chances[2] == pytest.approx(4 / 6)
    assert told.survivors["a"].chances[3] == pytest.approx(2 / 6)


def test_goods_that_are_thrown_are_not_left_out() -> None:
    question = HURLED["a net at who runs"]
    assert "Net" not in {one.rule for one in odds(question).not_modelled}
    unasked = replace(question, situation={"closing": "a"})
    assert "Net" in {one.rule for one in odds(unasked).not_modelled}


@pytest.mark.parametrize("name", HURLED)
def test_throws_mirror(name: str) -> None:
    told, mirrored = odds(HURLED[name]), odds(other_way_round(HURLED[name]))
    assert told.outcomes["a-out"] == pytest.approx(mirrored.outcomes["b-out"], abs=1e-9)
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("name", HURLED)
def test_engagements_with_throws_that_were_rolled_agree(name: str) -> None:
    check(HURLED[name], MANY)


@pytest.mark.parametrize("name", GROUPS)
def test_engagements_of_groups_with_throws_that_were_rolled_agree(name: str) -> None:
    check_groups(GROUPS[name], MANY)


@pytest.mark.parametrize("name", GROUPS)
def test_groups_that_throw_are_rolled_as_they_are_followed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled(GROUPS[name], monkeypatch)
