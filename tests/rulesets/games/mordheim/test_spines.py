"""Spines in Mordheim: by hand, against the simulator, and what must hold."""

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.spines_grid import ENGAGED, FIGHTS, GROUPS
from tests.rulesets.games.mordheim.test_engagement import check as check_engaged
from tests.rulesets.games.mordheim.test_groups import check as check_groups
from tests.rulesets.games.mordheim.test_simulator import check

ROLLED = 20_000
MUTANT = f("axe", "spines", name="A", a=0)


def outcomes(enemy: str = "", asked: Answers | None = None, **figures: int) -> float:
    b = f("axe", enemy, name="B", a=0, **figures)
    return odds(m(MUTANT, b, asked, rounds=1)).outcomes.get("b-out", 0.0)


def test_spines_hit_with_strength_1_and_roll_for_injury() -> None:
    """Toughness 3 is wounded on a 6, and a 5 or 6 takes out of action."""
    assert outcomes() == pytest.approx(1 / 6 * 1 / 3)
    assert outcomes(t=2) == pytest.approx(2 / 6 * 1 / 3)
    assert outcomes(t=5) == 0.0


def test_armour_saves_from_spines_as_it_is() -> None:
    assert outcomes(sv=4) == pytest.approx(1 / 6 * 1 / 3 / 2)


def test_who_lies_is_hurt_by_spines_and_not_finished() -> None:
    """He lies as the turn of his enemy begins: a wound is a roll for injury."""
    asked: Answers = {"charge": "none", "b.posture": "knocked-down"}
    assert outcomes(asked=asked) == pytest.approx(1 / 6 * 1 / 3)


def test_each_of_two_hits_the_one() -> None:
    """The first takes one of his two wounds, the second the last."""
    several: Answers = {"a.fighters": 2, "b.friend-near": True}
    one, two = outcomes(w=2), outcomes(asked=several, w=2)
    assert one == 0.0
    assert two == pytest.approx(1 / 36 * 1 / 3)


def test_the_one_hits_each_of_two() -> None:
    b = f("axe", name="B", a=0)
    told = odds(m(MUTANT, b, {"b.fighters": 2}, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx((1 / 18) ** 2)


def test_whom_spines_put_down_is_struck_as_if_he_stood() -> None:
    """He stood as the phase began, so a hit must wound and roll for injury."""
    b = f("axe", name="B", a=0, i=1)
    told = odds(m(f("ladle", "spines", name="A"), b, rounds=1))
    blow = 1 / 2 * (1 / 3 * 1 / 3 + 1 / 6 * (4 / 6 * 5 / 9 + 2 / 6 * 8 / 9))
    out = 1 / 18 + 17 / 18 * blow
    assert told.outcomes["b-out"] == pytest.approx(out)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", FIGHTS)
def test_fights_with_spines_that_were_rolled_agree(name: str) -> None:
    check(FIGHTS[name], ROLLED)


@pytest.mark.parametrize("name", ENGAGED)
def test_engagements_with_spines_that_were_rolled_agree(name: str) -> None:
    check_engaged(ENGAGED[name], ROLLED)


@pytest.mark.parametrize("name", GROUPS)
def test_groups_with_spines_that_were_rolled_agree(name: str) -> None:
    check_groups(GROUPS[name], 10_000)
