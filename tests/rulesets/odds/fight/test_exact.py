"""Rounds in turn: idle loops, rounds that alternate, sampling, and limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.odds.attack import D3_WOUNDS, Attack, effect
from rulesets.odds.fight.exact import play
from rulesets.odds.fight.losses import losses
from rulesets.odds.fight.model import (
    SHOWN_ROUNDS,
    Attacks,
    Fight,
    FightResult,
    Order,
    Round,
    Strike,
    in_turn,
)
from rulesets.odds.fight.samples import sample
from rulesets.odds.fight.solver import solve
from rulesets.odds.sampling import bound, generator
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats, Ints
from tests.examples import examples


def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """Only destruction ends these fights: 1 for a, 2 for b, 3 for both."""
    classes: Ints = np.where(lost_a >= a, 1, 0) + np.where(lost_b >= b, 2, 0)
    return classes


TO_THE_END = np.eye(4)


def strike(
    side: Side, attack: Attack, own: int, dice: int, per_model: int = 1
) -> Strike:
    table = np.full((1, 1, own + 1, 1), dice)
    table[:, :, 0] = 0
    return Strike(side, table, Attacks(effect(attack), per_model))


def round_of(*strikes: Strike) -> Round:
    return Round([Order(1.0, strikes)], classify, TO_THE_END)


def duel(
    to_hit: tuple[int, int], pools: tuple[int, int], dice: tuple[int, int], first: str
) -> Round:
    strikes = (
        strike("a", Attack(to_hit[0]), pools[0], dice[0]),
        strike("b", Attack(to_hit[1]), pools[1], dice[1]),
    )
    return round_of(*(strikes if first == "a" else strikes[::-1]))


def start_of(pools: tuple[int, int]) -> Floats:
    start = np.zeros((pools[0] + 1, pools[1] + 1))
    start[pools] = 1.0
    return start


def fight_of(*rounds: Round, pools: tuple[int, int], limit: int | None = None) -> Fight:
    return in_turn(start_of(pools), (), rounds, limit)


def told(
    *rounds: Round, pools: tuple[int, int], limit: int | None = None
) -> FightResult:
    return play(fight_of(*rounds, pools=pools, limit=limit))


def test_two_single_wounds_meet_a_geometric_series() -> None:
    story = told(duel((5, 5), (1, 1), (1, 1), "a"), pools=(1, 1))
    hit = 1 / 3
    first_wins = hit / (1 - (1 - hit) ** 2)
    assert story.outcomes == pytest.approx([1 - first_wins, first_wins, 0], abs=1e-12)
    assert story.rounds == pytest.approx(1 / (1 - (1 - hit) ** 2), abs=1e-9)
    assert len(story.by_round) == SHOWN_ROUNDS


def test_rarely_anything_happens_and_it_still_ends() -> None:
    rare = Attack(6, to_wound=6, save=2, ward=2)
    one = round_of(strike("a", rare, 3, 1), strike("b", rare, 3, 1))
    story = told(one, pools=(3, 3))
    assert story.outcomes.sum() == pytest.approx(1, abs=1e-9)
    assert story.undecided == 0
    assert story.rounds > 1000


def test_taking_turns_is_followed_through_idle_rounds() -> None:
    mine, theirs = (duel((6, 4), (1, 1), (1, 1), first) for first in "ab")
    story = told(mine, theirs, pools=(1, 1))
    hit_a, hit_b = 1 / 6, 1 / 2
    idle = (1 - hit_a) * (1 - hit_b)
    wins = (hit_a + idle * (1 - hit_b) * hit_a) / (1 - idle**2)
    assert story.outcomes[1] == pytest.approx(wins, abs=1e-12)


def test_nothing_that_can_happen_is_a_fight_that_never_ends() -> None:
    story = told(duel((7, 7), (2, 2), (3, 3), "a"), pools=(2, 2))
    assert story.stalled == pytest.approx(1)
    assert story.undecided == pytest.approx(1)


def test_a_limit_of_rounds_leaves_the_rest_undecided() -> None:
    one = duel((4, 4), (3, 3), (1, 1), "a")
    story = told(one, pools=(3, 3), limit=2)
    assert story.undecided == pytest.approx(1)
    assert story.final[3, 3] == pytest.approx(1 / 16)
    assert story.rounds == pytest.approx(2)


@settings(max_examples=examples(40))
@given(
    st.tuples(st.integers(2, 6), st.integers(2, 6)),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
)
def test_a_long_run_of_single_rounds_comes_to_the_summed_end(
    to_hit: tuple[int, int], pools: tuple[int, int], dice: tuple[int, int]
) -> None:
    one = duel(to_hit, pools, dice, "a")
    summed = told(one, pools=pools)
    stepped = told(one, pools=pools, limit=400)
    assert summed.outcomes.sum() + summed.dropped == pytest.approx(1, abs=1e-9)
    assert summed.final.sum() + summed.dropped == pytest.approx(1, abs=1e-9)
    assert stepped.outcomes == pytest.approx(
        summed.outcomes, abs=stepped.undecided + 1e-9
    )


@settings(max_examples=examples(40))
@given(
    st.tuples(st.integers(2, 6), st.integers(2, 6)),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
)
def test_sides_swapped_mirror_the_outcomes(
    to_hit: tuple[int, int], pools: tuple[int, int], dice: tuple[int, int]
) -> None:
    straight = told(duel(to_hit, pools, dice, "a"), pools=pools)
    turned = told(duel(to_hit[::-1], pools[::-1], dice[::-1], "b"), pools=pools[::-1])
    assert straight.outcomes[[1, 0, 2]] == pytest.approx(turned.outcomes, abs=1e-9)
    assert straight.final == pytest.approx(turned.final.T, abs=1e-9)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 6), st.integers(0, 6))
def test_losses_of_a_round_sum_to_one_and_are_counted_beforehand(
    pool_a: int, pool_b: int, dice_a: int, dice_b: int
) -> None:
    one = duel((4, 5), (pool_a, pool_b), (dice_a, dice_b), "a")
    lost = losses(one.orders, pool_a + 1, pool_b + 1)
    assert lost.sum(axis=(2, 3)) == pytest.approx(np.ones(lost.shape[:2]))
    fight = fight_of(one, pools=(pool_a, pool_b))
    assert (lost.size,) == fight.transitions()


def test_two_weapons_at_the_same_time_are_one_of_all_their_dice() -> None:
    pools = (1, 9)
    both = (
        strike("a", Attack(4), 1, 3),
        strike("a", Attack(4), 1, 2),
    )
    once = (strike("a", Attack(4), 1, 5),)
    found, wanted = (
        losses([Order(1.0, several)], pools[0] + 1, pools[1] + 1)
        for several in (both, once)
    )
    assert found == pytest.approx(wanted)


def test_a_sample_lies_within_its_bound_of_the_exact_answer() -> None:
    pools = (9, 12)
    strikes = (
        strike("a", Attack(4, save=5, damage=D3_WOUNDS), 9, 3, per_model=3),
        strike("b", Attack(3, to_wound=4, slay=6), 12, 5, per_model=3),
    )
    fight = fight_of(round_of(*strikes), pools=pools)
    exact = play(fight)
    drawn = sample(fight, "a question", samples=40_000)
    assert drawn.outcomes == pytest.approx(exact.outcomes, abs=drawn.error)
    assert drawn.final == pytest.approx(exact.final, abs=drawn.error)
    assert drawn.rounds == pytest.approx(exact.rounds, rel=0.02)


def test_a_fight_is_sampled_only_above_the_limit_of_transitions() -> None:
    pools = (4, 4)
    one = duel((4, 4), pools, (2, 2), "a")
    fight = fight_of(one, pools=pools)
    exact = solve(fight, "seed")
    sampled = solve(fight, "seed", most=1)
    assert (exact.method, exact.confidence) == ("exact", 1.0)
    assert sampled.method == "sampled"
    assert sampled.outcomes == pytest.approx(exact.outcomes, abs=sampled.error)
    assert sampled.dealt_by_a == pytest.approx(exact.dealt_by_a, abs=sampled.error)


def test_the_same_question_draws_the_same_numbers() -> None:
    first, again, other = (generator(seed) for seed in ("x", "x", "y"))
    drawn = first.random(4).tolist()
    assert again.random(4).tolist() == drawn
    assert other.random(4).tolist() != drawn


def test_a_bound_shrinks_with_the_square_root_of_the_samples() -> None:
    assert bound(40_000, 5) == pytest.approx(bound(10_000, 5) / 2)


def test_a_fight_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="a round to repeat"):
        in_turn(start_of((1, 1)), (), ())
