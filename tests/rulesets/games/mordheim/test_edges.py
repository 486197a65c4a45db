"""Falls from an edge of those who are put down there, in engagements of Mordheim."""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUpError
from tests.rulesets.games.mordheim.edge_grid import GROUPS, KEPT, SINGLE
from tests.rulesets.games.mordheim.engagements import m
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.test_engagement import check
from tests.rulesets.games.mordheim.test_group_engagement import check as check_groups

ROLLED = 20_000
EDGE: Answers = {"b.above": 6, "b.at-edge": True, "closing": "b", "distance": 30}


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", SINGLE)
def test_engagements_at_an_edge_that_were_rolled_agree(name: str) -> None:
    check(SINGLE[name], ROLLED)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", GROUPS)
def test_groups_at_an_edge_that_were_rolled_agree(name: str) -> None:
    check_groups(GROUPS[name], ROLLED)


@pytest.mark.parametrize("name", KEPT)
def test_fights_at_an_edge_after_a_charge_that_were_rolled_agree(name: str) -> None:
    check(KEPT[name], 2 * ROLLED)


def test_who_is_charged_at_his_edge_fights_as_one_at_an_edge() -> None:
    """From 8" below he is charged at once, but for a test on the ladder."""
    a, b = f("axe", name="A", i=5), f("sword", name="B", i=2, a=2)
    asked: Answers = {"b.above": 4, "b.at-edge": True, "distance": 8, "closing": "a"}
    told = odds(m(a, b, {**asked, "b.keeps-edge": True}))
    fought = odds(match_up(a, b, {"b.edge": 4}))
    assert told.outcomes["b-falls"] > 0.05
    for key, share in fought.outcomes.items():
        assert told.outcomes[key] == pytest.approx(share, abs=1e-9)
    assert told.labels["b-falls"] == fought.labels["b-falls"]
    assert any("nobody has won" in note for note in told.notes)


def test_who_keeps_to_no_edge_or_in_groups_is_refused() -> None:
    a, b = f("axe", name="A"), f("bow axe", name="B")
    with pytest.raises(MatchUpError, match=r"/situation/b\.keeps-edge"):
        odds(m(a, b, {"b.above": 4, "b.keeps-edge": True}))
    kept: Answers = {"b.above": 4, "b.at-edge": True, "b.keeps-edge": True}
    with pytest.raises(MatchUpError, match=r"/situation/b\.keeps-edge"):
        odds(m(a, b, {**kept, "a.fighters": 2}))


def test_one_shot_at_who_stands_at_an_edge_is_what_its_dice_say() -> None:
    """A long bow at long range hits on 5+; a sixth of the injuries each are told.

    Strength 3 wounds on 4+, a sixth of all dice by a critical hit that rolls two
    injuries, a third of these with two added. Who is put down falls in half of all
    cases and has one to three hits that wound on 2+.
    """
    a, b = f("long-bow", name="A"), f("axe", name="B", i=3, m=1)
    told = odds(m(a, b, EDGE, rounds=1)).outcomes["b-out"]
    plain = odds(m(a, b, {**EDGE, "b.at-edge": False}, rounds=1)).outcomes["b-out"]
    hits, usual, critical = Fraction(1, 3), Fraction(2, 6), Fraction(1, 6)
    out = usual / 3 + critical * (Fraction(2, 3) * Fraction(5, 9) + Fraction(8, 27))
    assert plain == pytest.approx(float(hits * out))
    kept = 1 - Fraction(5, 6) / 3
    left = (kept + kept**2 + kept**3) / 3
    down = hits * (usual + critical - out)
    assert told == pytest.approx(float(hits * out + down / 2 * (1 - left)))


def test_who_stands_at_an_edge_fares_worse_the_higher_he_stands() -> None:
    a, b = f("bow axe", name="A", bs=5), f("bow axe", name="B", i=2)
    told = [
        odds(m(a, b, {**EDGE, "closing": "a", **asked})).events["b-wins"]
        for asked in ({"b.at-edge": False}, {}, {"b.above": 3})
    ]
    assert told[1] < told[2]
    assert told[1] < told[0]


@pytest.mark.parametrize("groups", [{}, {"a.fighters": 2, "b.fighters": 2}])
def test_an_edge_without_a_height_is_refused(groups: Answers) -> None:
    a, b = f("bow axe", name="A"), f("bow axe", name="B")
    with pytest.raises(MatchUpError, match=r"/situation/b\.at-edge.*how high"):
        odds(m(a, b, {"b.at-edge": True, **groups}))
