"""Chains of rounds: idle loops, rounds that take turns, sampling, and limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.odds.attack import D3_WOUNDS, Attack, effect
from rulesets.odds.chain import SHOWN_ROUNDS, Story, tell
from rulesets.odds.duel import Variant, fight
from rulesets.odds.fight.model import Side
from rulesets.odds.round import PoolRound, PoolStrike, losses, transitions, work_out
from rulesets.odds.sampling import bound, generator, sample
from rulesets.odds.volley import Floats, Ints


def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """Only destruction ends these fights: 1 for a, 2 for b, 3 for both."""
    classes: Ints = np.where(lost_a >= a, 1, 0) + np.where(lost_b >= b, 2, 0)
    return classes


TO_THE_END = np.eye(4)


def strike(
    side: Side, attack: Attack, own: int, dice: int, per_model: int = 1
) -> PoolStrike:
    table = np.full((own + 1, own + 1), dice)
    table[:, 0] = 0
    return PoolStrike(side, effect(attack), table, per_model)


def duel(
    to_hit: tuple[int, int], pools: tuple[int, int], dice: tuple[int, int], first: str
) -> PoolRound:
    strikes = (
        strike("a", Attack(to_hit[0]), pools[0], dice[0]),
        strike("b", Attack(to_hit[1]), pools[1], dice[1]),
    )
    return PoolRound(strikes if first == "a" else strikes[::-1], classify, TO_THE_END)


def start_of(pools: tuple[int, int]) -> Floats:
    start = np.zeros((pools[0] + 1, pools[1] + 1))
    start[pools] = 1.0
    return start


def told(*rounds: PoolRound, pools: tuple[int, int], limit: int | None = None) -> Story:
    moves = tuple(work_out(one, *pools) for one in rounds)
    return tell(start_of(pools), (), moves, limit)


def test_two_single_wounds_meet_a_geometric_series() -> None:
    story = told(duel((5, 5), (1, 1), (1, 1), "a"), pools=(1, 1))
    hit = 1 / 3
    first_wins = hit / (1 - (1 - hit) ** 2)
    assert story.outcomes == pytest.approx([1 - first_wins, first_wins, 0], abs=1e-12)
    assert story.rounds == pytest.approx(1 / (1 - (1 - hit) ** 2), abs=1e-9)
    assert len(story.by_round) == SHOWN_ROUNDS


def test_rarely_anything_happens_and_it_still_ends() -> None:
    rare = Attack(6, to_wound=6, save=2, ward=2)
    one = PoolRound(
        (strike("a", rare, 3, 1), strike("b", rare, 3, 1)), classify, TO_THE_END
    )
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


@settings(max_examples=40)
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


@settings(max_examples=40)
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
    lost = losses(one.strikes, pool_a, pool_b)
    assert lost.sum(axis=(2, 3)) == pytest.approx(np.ones(lost.shape[:2]))
    assert lost.size == transitions(one, pool_a, pool_b)


def test_two_weapons_at_the_same_time_are_one_of_all_their_dice() -> None:
    pools = (1, 9)
    both = (
        strike("a", Attack(4), 1, 3),
        strike("a", Attack(4), 1, 2),
    )
    once = (strike("a", Attack(4), 1, 5),)
    assert losses(both, *pools) == pytest.approx(losses(once, *pools))


def test_a_sample_lies_within_its_bound_of_the_exact_answer() -> None:
    pools = (9, 12)
    strikes = (
        strike("a", Attack(4, save=5, damage=D3_WOUNDS), 9, 3, per_model=3),
        strike("b", Attack(3, to_wound=4, slay=6), 12, 5, per_model=3),
    )
    one = PoolRound(strikes, classify, TO_THE_END)
    exact = told(one, pools=pools)
    drawn = sample(start_of(pools), (), (one,), None, "a question", samples=40_000)
    assert drawn.story.outcomes == pytest.approx(exact.outcomes, abs=drawn.error)
    assert drawn.story.final == pytest.approx(exact.final, abs=drawn.error)
    assert drawn.story.rounds == pytest.approx(exact.rounds, rel=0.02)


def test_a_fight_is_sampled_only_above_the_limit_of_transitions() -> None:
    pools = (4, 4)
    one = duel((4, 4), pools, (2, 2), "a")
    variant = Variant(start_of(pools), (), (one,))
    exact = fight((variant,), None, "seed")
    sampled = fight((variant,), None, "seed", most=10)
    assert (exact.method, exact.confidence) == ("exact", 1.0)
    assert sampled.method == "sampled"
    assert sampled.story.outcomes == pytest.approx(
        exact.story.outcomes, abs=sampled.error
    )
    assert sampled.dealt_by_a == pytest.approx(exact.dealt_by_a, abs=sampled.error)


def test_the_same_question_draws_the_same_numbers() -> None:
    first, again, other = (generator(seed) for seed in ("x", "x", "y"))
    drawn = first.random(4).tolist()
    assert again.random(4).tolist() == drawn
    assert other.random(4).tolist() != drawn


def test_a_bound_shrinks_with_the_square_root_of_the_samples() -> None:
    assert bound(40_000, 5) == pytest.approx(bound(10_000, 5) / 2)


def test_a_chain_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="a round to repeat"):
        tell(start_of((1, 1)), (), (), None)
