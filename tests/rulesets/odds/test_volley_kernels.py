"""Volleys of attackers some of whom succeed at something first, against all cases."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from rulesets.odds.attack import Attack, AttackEffect, effect
from rulesets.odds.company import Company, Hurt, as_losses, as_moves
from rulesets.odds.volley import Floats
from rulesets.odds.volley_kernels import Share, kernels
from rulesets.odds.volley_pools import Volley

HALF = (0.5, 0.5)
TWO = (0.25, 0.5, 0.25)
EASY = effect(Attack(to_hit=1, save=5))
HARD = effect(Attack(to_hit=1, save=3))
HEAVY = AttackEffect((Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))

COMPANIES = {
    "of one wound each": (Company((4,), (1,)), (EASY,), (HARD,)),
    "of two wounds each": (Company((3,), (2,)), (HEAVY,), (HARD,)),
    "with a leader": (Company((3, 1), (1, 2)), (EASY, HARD), (HEAVY, EASY)),
}


def by_all_cases(
    company: Company, kinds: tuple[Hurt, ...], volley: Volley, chance: float
) -> Floats:
    """Return ``[s, t]``: each attacker of a volley succeeds or fails on his own.

    The first kind is of those who succeed, the second of those who do not; the others
    attack whoever succeeds.
    """
    count = volley[0][1]
    mean = np.zeros((company.states, company.states))
    for succeeds in product((True, False), repeat=count):
        done = sum(succeeds)
        weight = chance**done * (1 - chance) ** (count - done)
        told = ((volley[0][0], done), (volley[1][0], count - done), *volley[2:])
        mean += weight * as_moves(kernels(company, kinds, (told,)))[0]
    return mean


@pytest.mark.parametrize("name", COMPANIES)
@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_the_mean_over_who_succeeds_is_that_of_all_cases(
    name: str, chance: float
) -> None:
    company, first, second = COMPANIES[name]
    kinds = Hurt(TWO, first), Hurt(HALF, second), Hurt(HALF, first)
    shares = Share(0, chance, done=True), Share(0, chance, done=False), None
    volleys = tuple(((0, n), (1, n), (2, 2)) for n in range(5))
    found = as_moves(kernels(company, kinds, volleys, shares))
    for volley, moves in zip(volleys, found, strict=True):
        wanted = by_all_cases(company, kinds, volley, chance)
        assert moves == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", COMPANIES)
def test_those_who_fail_may_attack_in_two_ways(name: str) -> None:
    company, first, second = COMPANIES[name]
    kinds = Hurt(TWO, first), Hurt(HALF, second), Hurt(HALF, first)
    fails = Share(0, 0.3, done=False)
    shares = Share(0, 0.3, done=True), fails, fails
    (found,) = as_moves(kernels(company, kinds, (((0, 2), (1, 2), (2, 2)),), shares))
    wanted = np.zeros_like(found)
    for done, weight in enumerate((0.49, 0.42, 0.09)):
        told = (0, done), (1, 2 - done), (2, 2 - done)
        wanted += weight * as_moves(kernels(company, kinds, (told,)))[0]
    assert found == pytest.approx(wanted, abs=1e-12)


def test_two_of_two_wounds_against_one_who_casts_or_not_by_hand() -> None:
    sure = effect(Attack(to_hit=1))
    kinds = Hurt((0.0, 0.0, 1.0), (sure,)), Hurt((0.0, 1.0), (sure,))
    shares = Share(0, 0.25, done=True), Share(0, 0.25, done=False)
    (found,) = kernels(Company((2,), (2,)), kinds, (((0, 1), (1, 1)),), shares)
    assert found[4].tolist() == [0.0, 0.75, 0.25]


def test_losses_are_as_wide_as_the_most_that_is_lost() -> None:
    moves = np.array([[[1.0, 0, 0], [0.5, 0.5, 0], [0, 0.25, 0.75]]])
    assert as_losses(moves.copy()).tolist() == [[[1.0, 0.0], [0.5, 0.5], [0.75, 0.25]]]
    assert as_moves(as_losses(moves.copy())).tolist() == moves.tolist()
