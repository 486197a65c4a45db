"""Rounds that lead to others: summed exactly, in circles too, and sampled."""

from fractions import Fraction

import numpy as np
import pytest

from rulesets.odds.attack import D3_WOUNDS, Attack, AttackEffect, effect
from rulesets.odds.fight.model import (
    Attacks,
    Fight,
    Order,
    Round,
    Strike,
)
from rulesets.odds.fight.solver import solve
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats, Ints, kernel, stacked

ONE_IN_THREE = AttackEffect((Fraction(2, 3), Fraction(1, 3)))


def dead_or_wounded(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """0 while both stand, 1 and 2 for the side that is gone, 3 for both."""
    gone: Ints = (lost_a >= a) + 2 * (lost_b >= b)
    return gone


def table(*, to: int = 0, stages: int = 1, breaks: float = 0.0) -> Floats:
    """Go on in a stage while both stand; the outcomes are a, b, both, broken."""
    made = np.zeros((4, stages + 4))
    made[0, to], made[0, stages + 3] = 1 - breaks, breaks
    for gone in (1, 2, 3):
        made[gone, stages + gone - 1] = 1.0
    return made


def blows(side: Side, own: int, other: int, dice: int, one: AttackEffect) -> Strike:
    """Attacks of whoever still lives; the dead do not strike."""
    counts = np.full((own + 1, other + 1, own + 1), dice)
    counts[:, :, 0] = 0
    return Strike(side, counts[..., None], Attacks(one))


def both(
    a: int, b: int, dice: int, one: AttackEffect = ONE_IN_THREE
) -> tuple[Strike, Strike]:
    return blows("a", a, b, dice, one), blows("b", b, a, dice, one)


def begun(stages: int, a: int, b: int) -> Floats:
    start = np.zeros((stages, a + 1, b + 1))
    start[0, a, b] = 1.0
    return start


def simple(order: tuple[Strike, ...], breaks: float = 0.0) -> Round:
    return Round((Order(1.0, order),), dead_or_wounded, table(breaks=breaks))


@pytest.mark.parametrize("per_model", [1, 3])
def test_a_stack_is_one_kernel_for_each_number_of_dice(per_model: int) -> None:
    attack = Attack(to_hit=3, to_wound=4, save=5, slay=6, damage=D3_WOUNDS)
    one = effect(attack) if per_model == 3 else ONE_IN_THREE
    found = stacked(one, 7, 9, per_model)
    for dice in range(8):
        wanted = kernel(one, dice, 9, per_model)
        assert found[dice, :, : wanted.shape[1]] == pytest.approx(wanted, abs=1e-14)


def test_a_first_round_unlike_the_others_is_fought_once() -> None:
    first, second = both(2, 2, 1), both(2, 2, 0)
    stages = tuple(
        Round((Order(1.0, order),), dead_or_wounded, table(to=1, stages=2), (0, 1))
        for order in (first, second)
    )
    told = solve(Fight(begun(2, 2, 2), stages, None), "")
    assert told.outcomes.sum() == 0
    assert told.stalled == pytest.approx(1)
    assert told.final[2, 2] == pytest.approx(4 / 9)
    assert told.final[1, 1] == pytest.approx(1 / 9)


def test_orders_are_mixed_by_their_weights() -> None:
    a, b = both(1, 1, 1)
    stage = Round((Order(0.25, (a, b)), Order(0.75, (b, a))), dead_or_wounded, table())
    told = solve(Fight(begun(1, 1, 1), (stage,), 1), "")
    b_first = 0.75 * (1 / 3) + 0.25 * (2 / 3) * (1 / 3)
    assert told.outcomes[0] == pytest.approx(b_first)


def test_stages_that_lead_round_in_circles_are_summed() -> None:
    """Nothing is lost; each stage passes on to the other and breaks one in ten."""
    none = both(1, 1, 0)
    stages = tuple(
        Round(
            (Order(1.0, none),),
            dead_or_wounded,
            table(to=to, stages=2, breaks=chance),
            (0, 1),
        )
        for to, chance in ((1, 0.1), (0, 0.2))
    )
    told = solve(Fight(begun(2, 1, 1), stages, None), "")
    assert told.outcomes[3] == pytest.approx(1, abs=1e-12)
    assert told.rounds == pytest.approx(1.9 / (1 - 0.9 * 0.8))
    assert told.stalled == pytest.approx(0, abs=1e-12)


def test_only_the_part_that_is_stuck_is_told_as_endless() -> None:
    """From the first stage half go where nothing happens, a quarter break."""
    none = both(1, 1, 0)
    first = np.zeros((4, 6))
    first[:, 0], first[:, 1], first[:, 5] = 0.25, 0.5, 0.25
    stages = (
        Round((Order(1.0, none),), dead_or_wounded, first, (0, 1)),
        Round((Order(1.0, none),), dead_or_wounded, table(to=1, stages=2), (0, 1)),
    )
    told = solve(Fight(begun(2, 1, 1), stages, None), "")
    assert told.outcomes[3] == pytest.approx(1 / 3)
    assert told.stalled == pytest.approx(2 / 3)
    assert told.final[1, 1] == pytest.approx(1)


def test_a_sample_agrees_with_the_exact_answer() -> None:
    a, b = both(5, 6, 3)
    stage = Round(
        (Order(0.5, (a, b)), Order(0.5, (b, a))),
        dead_or_wounded,
        table(breaks=0.1),
    )
    exact = solve(Fight(begun(1, 5, 6), (stage,), 6), "seed")
    sampled = solve(Fight(begun(1, 5, 6), (stage,), 6), "seed", most=0)
    again = solve(Fight(begun(1, 5, 6), (stage,), 6), "seed", most=0)
    assert sampled.method == "sampled"
    near = sampled.error
    assert 0 < near < 0.01
    assert sampled.outcomes == pytest.approx(exact.outcomes, abs=near)
    assert sampled.first == pytest.approx(exact.first, abs=near)
    assert sampled.dealt_by_a == pytest.approx(exact.dealt_by_a, abs=near)
    assert (sampled.final == again.final).all()


def test_a_fight_that_never_begins_has_no_outcome() -> None:
    stage = simple(both(2, 2, 1))
    told = solve(Fight(np.zeros((1, 3, 3)), (stage,), None), "")
    assert told.outcomes.sum() == 0
    assert told.rounds == 0
