"""Wounds of several kinds of attackers on several kinds of models: one pool."""

from fractions import Fraction

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Company, Hurt, as_moves, transitions
from rulesets.odds.volley import Floats
from rulesets.odds.volley_kernels import kernels
from tests.rulesets.games.scrollhammer.pool_match_ups import POOLS, loose
from tests.rulesets.games.scrollhammer.test_joined import PLAYS, same
from tests.rulesets.games.scrollhammer.test_simulator import (
    MANY,
    disagreements,
    together,
)
from tests.rulesets.games.scrollhammer.units import bow, fighter, match_up, weapon

FIGHTS = 40_000
BOTH_WOUND = Fraction(25, 144)
"""Two shots of Ballistic Skill 5 and Strength 3 at Toughness 3: 5/6 · 1/2, squared."""


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", POOLS)
def test_mixed_units_agree_with_dice(name: str) -> None:
    question = POOLS[name]
    seed = list(POOLS).index(name) + 2100
    table = PLAYS[question.kind](question, FIGHTS, seed)
    assert disagreements(question, table, FIGHTS) == []


@pytest.mark.million
@pytest.mark.parametrize("name", POOLS)
def test_a_million_fights_of_mixed_units_agree_with_dice(name: str) -> None:
    question = POOLS[name]
    play = PLAYS[question.kind]
    tables = [play(question, MANY // 20, 7000 + part) for part in range(20)]
    assert disagreements(question, together(tables), MANY) == []


def test_there_are_forty_match_ups_of_mixed_units() -> None:
    assert len(POOLS) >= 40


def test_two_kinds_of_models_with_as_many_wounds_share_the_hurt_one() -> None:
    archers = fighter(loose("Archers", 2, bs=5, gear=(bow(),)))
    target = fighter(
        loose("Sword", 1, w=2, gear=(weapon(),)),
        loose("Pick", 1, w=2, gear=(weapon(ap=1),)),
    )
    told = odds(match_up("shooting", archers, target))
    lost = told.distributions["b-models-lost"].chances
    assert lost == pytest.approx((1 - BOTH_WOUND, BOTH_WOUND, 0), abs=1e-12)


def test_a_leader_shares_no_hurt_model() -> None:
    archers = fighter(loose("Archers", 2, bs=5, gear=(bow(),)))
    target = fighter(loose("Sword", 1, w=2), loose("Chief", 1, role="leader", w=2))
    told = odds(match_up("shooting", archers, target))
    assert told.distributions["b-models-lost"].chances[0] == pytest.approx(1)


def test_two_kinds_of_archers_wound_a_soldier_and_his_leader_once_each() -> None:
    archers = fighter(
        loose("Archer", 1, bs=5, gear=(bow(),)),
        loose("Strong archer", 1, bs=5, s=4, gear=(bow(),)),
    )
    target = fighter(loose("Soldier", 1, sv=2), loose("Leader", 1, role="leader", ld=8))
    told = odds(match_up("shooting", archers, target))
    assert told.outcomes["b-destroyed"] == pytest.approx(BOTH_WOUND / 6, abs=1e-12)
    alive = told.survivors["b"].chances
    one = 2 * Fraction(5, 12) * Fraction(7, 12)
    fallen = one / 6 + BOTH_WOUND * Fraction(5, 6)
    assert alive[1] == pytest.approx(fallen, abs=1e-12)


def test_a_pool_does_not_begin_anew_with_another_kind_of_attackers() -> None:
    sure = effect(Attack(to_hit=1))
    saved = effect(Attack(to_hit=1, save=4))
    company = Company((1, 1, 1), (1, 1, 1))
    plain, piercing = (
        Hurt((0.0, 1.0), (saved, saved, saved)),
        Hurt((0.0, 1.0), (sure, sure, sure)),
    )
    moves = company_after(company, (plain, piercing), (1, 1))
    assert moves[company.state((0, 0, 1))] == pytest.approx(0.5, abs=1e-12)
    assert moves[company.state((1, 0, 1))] == pytest.approx(0.5, abs=1e-12)


def company_after(
    company: Company, kinds: tuple[Hurt, ...], counts: tuple[int, ...]
) -> Floats:
    """Return the states after one volley at a company at full strength."""
    volley = tuple(enumerate(counts))
    after: Floats = as_moves(kernels(company, kinds, (volley,)))[0, -1]
    return after


def test_kinds_whose_wounds_do_the_same_are_as_one_kind() -> None:
    one = effect(Attack(to_hit=1, save=4))
    other = effect(Attack(to_hit=1, save=5))
    company = Company((2, 2), (2, 2), (0, 0))
    alike = Hurt((0.25, 0.75), (one, other)), Hurt((0.25, 0.75), (one, other))
    parted = company_after(company, alike, (2, 3))
    whole = transitions(company, alike[0], [5])[0, -1]
    assert parted == pytest.approx(whole, abs=1e-12)


def test_a_stack_of_kinds_that_save_alike_loses_what_one_kind_does() -> None:
    one = effect(Attack(to_hit=1, save=4, damage=(Fraction(0), *[Fraction(1, 2)] * 2)))
    wounds = (0.5, 0.25, 0.25)
    mixed, plain = Company((2, 1), (3, 3), (0, 0)), Company((3,), (3,))
    parted = transitions(mixed, Hurt(wounds, (one, one)), [6])[0, -1]
    whole = transitions(plain, Hurt(wounds, (one,)), [6])[0, -1]
    left = np.bincount(mixed.wounds, weights=parted)
    assert left == pytest.approx(whole, abs=1e-12)


def test_stacks_with_others_between_them_lose_as_if_they_stood_together() -> None:
    effects = tuple(effect(Attack(to_hit=1, save=need)) for need in (3, 4, 6))
    apart = Company((1, 1, 1), (2, 2, 1), (0, 0, 2))
    between = Company((1, 1, 1), (2, 1, 2), (0, 1, 0))
    three = Hurt((0.0, 0.0, 0.0, 1.0), effects)
    moved = Hurt(three.one, (effects[0], effects[2], effects[1]))
    here = transitions(apart, three, [1])[0, -1]
    there = transitions(between, moved, [1])[0, -1]
    for (first, second, third), chance in zip(
        apart.pools.tolist(), here.tolist(), strict=True
    ):
        assert there[between.state((first, third, second))] == pytest.approx(
            chance, abs=1e-12
        )


def test_kinds_of_one_kind_of_weapon_are_what_they_were_as_one() -> None:
    together_ = fighter(loose("Guards", 4, i=4, gear=(weapon(),)))
    apart = fighter(
        loose("Guards", 2, i=4, gear=(weapon(),)),
        loose("Guards who shoot", 2, i=4, bs=4, gear=(weapon(),)),
    )
    target = fighter(loose("Foes", 3, sv=4), loose("Chief", 1, role="leader", w=2))
    one, other = (
        odds(match_up("fight", side, target, {}, {}, 1)) for side in (together_, apart)
    )
    assert same(one, other)
