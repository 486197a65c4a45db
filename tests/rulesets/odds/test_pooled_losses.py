"""Losses by pools of wounds are the same with the kernel and with NumPy."""

from fractions import Fraction

import numpy as np
import pytest

from rulesets.odds import company as companies
from rulesets.odds import pooled_losses as losses
from rulesets.odds.attack import Attack, AttackEffect, effect
from rulesets.odds.company import Company, as_losses, pooled
from rulesets.odds.falls import falls
from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.pooled_losses import pooled_falls, pooled_losses
from rulesets.odds.volley import Floats
from rulesets.odds.wound_pool import Dealt, dealt_out

EASY = effect(Attack(to_hit=1, save=5))
HARD = effect(Attack(to_hit=1, save=3))
HEAVY = AttackEffect((Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))

COMPANIES = {
    "of three kinds": (Company((3, 2, 1), (1, 1, 2)), (EASY, HARD, HEAVY)),
    "in one stack": (Company((2, 1), (2, 2), (0, 0)), (HEAVY, EASY)),
    "in two stacks": (Company((2, 1, 1), (2, 2, 1), (0, 0, 1)), (HEAVY, EASY, HARD)),
}


def pool_of(effects: tuple[AttackEffect, ...], aimed: float) -> list[Dealt]:
    """Return the wounds of two kinds, of none to two and of none or one attacker."""
    first = [np.ones(1), np.array([0.25, 0.75]), np.array([0.125, 0.25, 0.625])]
    second = [np.ones(1), np.array([0.5, 0.5])]
    return [dealt_out(effects, aimed, first), dealt_out(effects[::-1], 0.0, second)]


def joint_of(pool: list[Dealt]) -> Floats:
    """Return ``[volley, first, second]`` of three volleys, the last of them a mean."""
    first, second = pool
    several = [np.multiply.outer(first.chances[n], second.chances[1]) for n in (0, 2)]
    return np.array([*several, 0.25 * several[0] + 0.75 * several[1]])


@pytest.mark.parametrize("name", COMPANIES)
@pytest.mark.parametrize("aimed", [0.0, 0.3])
@pytest.mark.parametrize("held", [1, 1000, companies.MOST_HELD])
def test_the_kernel_tells_the_losses_that_numpy_tells(
    name: str, aimed: float, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only some states are worked out at a time."""
    monkeypatch.setattr(losses, "MOST_HELD", held)
    company, effects = COMPANIES[name]
    pool = pool_of(effects, aimed)
    joint = joint_of(pool)
    places = np.array([3, 0, 2])
    nothing = np.array([1]), (), np.ones((1, 1))
    found = pooled_losses(company, 4, [(places, pool, joint.reshape(3, -1)), nothing])
    wanted = as_losses(pooled(company, pool, joint))
    assert found is not None
    assert found[places] == pytest.approx(wanted, abs=1e-15)
    assert found[1, :, 0].tolist() == [1.0] * company.states
    assert not found[1, :, 1:].any()


@pytest.mark.parametrize("name", COMPANIES)
@pytest.mark.parametrize("held", [1, companies.MOST_HELD])
def test_what_cannot_be_lost_is_left_out(
    name: str, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest is where the digits of a state have it."""
    monkeypatch.setattr(losses, "MOST_HELD", held)
    company, effects = COMPANIES[name]
    pool = pool_of(effects, 0.3)
    joint = joint_of(pool)
    told = np.array([3, 0, 2]), pool, joint.reshape(3, -1)
    nothing = np.array([1]), (), np.ones((1, 1))
    found = falls(pooled_falls(company, 4, [told, nothing]), company.digits)
    whole = pooled_losses(company, 4, [told, nothing])
    assert whole is not None
    assert found.dense() == pytest.approx(whole, abs=1e-15)


def test_without_digits_nothing_is_left_out() -> None:
    """Groups of a stack that lie apart have none."""
    with pytest.raises(ValueError, match="only the kernel"):
        pooled_falls(Company((1, 1, 1), (2, 1, 2), (0, 1, 0)), 1, [])


def test_nothing_is_lost_where_nobody_strikes() -> None:
    """Such losses are one column wide."""
    company, _ = COMPANIES["of three kinds"]
    found = pooled_losses(company, 2, [(np.arange(2), (), np.ones((2, 1)))])
    assert found is not None
    assert found.tolist() == np.ones((2, company.states, 1)).tolist()


def test_groups_of_a_stack_that_lie_apart_are_left_to_numpy() -> None:
    """Their numbers are no digits of the company's."""
    company = Company((1, 1, 1), (2, 1, 2), (0, 1, 0))
    assert pooled_losses(company, 1, []) is None


def test_all_is_left_to_numpy_where_the_kernel_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the company."""
    monkeypatch.setenv(SWITCH, "0")
    company, _ = COMPANIES["of three kinds"]
    assert pooled_losses(company, 1, []) is None
