"""Volleys: against all combinations of few dice, and by what must always hold."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.odds.attack import D3_WOUNDS, Attack, AttackEffect, effect
from rulesets.odds.dice import successes
from rulesets.odds.volley import (
    binomial,
    kernel,
    most_lost,
    step,
    thinned,
    together,
    unsaved,
)

NEEDS = st.integers(2, 7)
ATTACKS = st.builds(
    Attack,
    to_hit=NEEDS,
    to_wound=st.integers(1, 7),
    save=NEEDS,
    ward=NEEDS,
    reroll_hits=st.sampled_from(["none", "failures", "ones"]),
    reroll_saves=st.sampled_from(["none", "failures", "successes"]),
    poison=st.sampled_from([6, 7]),
    slay=st.sampled_from([6, 7]),
    damage=st.sampled_from([(Fraction(0), Fraction(1)), D3_WOUNDS]),
)


def test_three_attacks_count_every_combination_of_hits_and_saves() -> None:
    attack = Attack(to_hit=4, save=5)
    counted = [0, 0, 0, 0]
    for dice in product(range(1, 7), repeat=6):
        pairs = zip(dice[:3], dice[3:], strict=True)
        counted[sum(hit >= 4 and save < 5 for hit, save in pairs)] += 1
    told = unsaved(effect(attack), 3)
    assert told == pytest.approx([count / 6**6 for count in counted], abs=1e-12)


def all_sequences(
    one: AttackEffect, dice: int, pool: int, per_model: int
) -> list[float]:
    """Return wounds lost by trying every sequence of results of single attacks."""
    slain = per_model + 1
    results = [*enumerate(one.wounds), (slain, one.slain)]
    lost = [0.0] * (pool + 1)
    for sequence in product(results, repeat=dice):
        left, chance = pool, 1.0
        for result, share in sequence:
            chance *= float(share)
            model = (left - 1) % per_model + 1 if left else 0
            left -= min(result, model)
        lost[pool - left] += chance
    return lost


@pytest.mark.parametrize("per_model", [1, 2, 3])
@pytest.mark.parametrize("pool", [1, 2, 5, 6])
def test_a_pool_loses_what_every_sequence_of_attacks_takes(
    per_model: int, pool: int
) -> None:
    one = effect(Attack(to_hit=3, to_wound=4, save=5, slay=6, damage=D3_WOUNDS))
    whole = pool // per_model * per_model + (per_model if pool % per_model else 0)
    wanted = all_sequences(one, 3, pool, per_model)
    wanted += [0.0] * (whole - pool)
    told = kernel(one, 3, whole, per_model)[pool].tolist()
    told += [0.0] * (whole + 1 - len(told))
    assert told == pytest.approx(wanted, abs=1e-12)


@given(ATTACKS, st.integers(0, 30))
def test_the_chances_of_a_volley_sum_to_one(attack: Attack, dice: int) -> None:
    assert unsaved(effect(attack), dice).sum() == pytest.approx(1, abs=1e-12)


@given(ATTACKS, st.integers(0, 8), st.integers(1, 12), st.integers(1, 3))
def test_the_chances_of_every_pool_sum_to_one(
    attack: Attack, dice: int, pool: int, per_model: int
) -> None:
    one = effect(attack)
    lost = kernel(one, dice, pool, per_model)
    assert lost.sum(axis=1) == pytest.approx(np.ones(pool + 1), abs=1e-12)
    assert lost.shape[1] == most_lost(one, dice, pool, per_model) + 1


@given(ATTACKS, st.integers(0, 20), st.integers(1, 30))
def test_more_dice_never_take_fewer_wounds(
    attack: Attack, dice: int, wounds: int
) -> None:
    one = effect(attack)
    fewer, more = unsaved(one, dice), unsaved(one, dice + 1)
    assert more[wounds:].sum() >= fewer[wounds:].sum() - 1e-12


@given(st.integers(0, 20), NEEDS, st.integers(2, 6))
def test_a_better_save_never_takes_more_wounds(
    dice: int, to_hit: int, save: int
) -> None:
    better = unsaved(effect(Attack(to_hit=to_hit, save=save)), dice)
    worse = unsaved(effect(Attack(to_hit=to_hit, save=save + 1)), dice)
    tails = (np.cumsum(chances[::-1])[::-1] for chances in (better, worse))
    low, high = tails
    assert (low <= high + 1e-12).all()


@given(ATTACKS, st.integers(0, 9), st.integers(0, 9))
def test_two_volleys_together_are_one_of_all_their_dice(
    attack: Attack, first: int, second: int
) -> None:
    one = effect(attack)
    both = together(unsaved(one, first), unsaved(one, second))
    assert both == pytest.approx(unsaved(one, first + second), abs=1e-12)


def test_a_pool_of_nothing_stays_nothing() -> None:
    assert step(effect(Attack(to_hit=2)), pool=3)[0].tolist() == [1, 0, 0, 0]
    assert kernel(effect(Attack(to_hit=2)), dice=4, pool=3)[0, 0] == pytest.approx(1)


def test_a_pool_walked_attack_by_attack_is_the_binomial_one() -> None:
    one = effect(Attack(to_hit=4, save=5))
    walked = np.linalg.matrix_power(step(one, 9), 7)
    direct = kernel(one, 7, 9)
    for left in range(10):
        for lost in range(min(left, 7) + 1):
            assert direct[left, lost] == pytest.approx(walked[left, left - lost])


@pytest.mark.parametrize("each", [Fraction(0), Fraction(1, 6), Fraction(35, 36)])
@pytest.mark.parametrize("dice", [0, 1, 20])
def test_successes_in_floats_are_those_in_fractions(dice: int, each: Fraction) -> None:
    exact = [float(chance) for chance in successes(dice, each)]
    assert binomial(dice, float(each)) == pytest.approx(exact, abs=1e-15)


def test_of_so_many_successes_some_succeed_again() -> None:
    half = thinned(binomial(5, 0.5), 0.25)
    assert half == pytest.approx(binomial(5, 0.125), abs=1e-15)
