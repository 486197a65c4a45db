"""Falls from an edge of those who are put down there, in engagements of Mordheim."""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUpError
from tests.rulesets.games.mordheim.edge_grid import GROUPS, SINGLE
from tests.rulesets.games.mordheim.engagements import m
from tests.rulesets.games.mordheim.fighters import fighter as f
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
