"""Evenly spread numbers: each is uniform, and like fights have unlike ones."""

import numpy as np
import pytest

from rulesets.odds.battle_line.even_dice import EvenDice, ordered
from rulesets.odds.native.bindings import SWITCH, rolled_kernel
from rulesets.odds.sampling import generator, parted_bound, student
from rulesets.odds.volley import Floats, Ints

PARTS = 4
PART = np.repeat(np.arange(PARTS), 25)
ALIKE = np.arange(100) % 3

SAME = np.zeros(100, dtype=np.int64)

FINE = np.arange(1, 1_001)[None] / 1_000
"""Sums from which thousandths are drawn."""

TABLE = {1: 636.619, 3: 12.924, 15: 4.073, 31: 3.633}
"""Bounds that Student's variable exceeds with a risk of a thousandth, both sides."""


def rolls_of(dice: EvenDice) -> Floats:
    """Return a number from 0 to 1 for each fight, to a thousandth."""
    return (dice.drawn(PART, SAME, ALIKE, FINE) + 0.5) / 1_000


def test_every_number_is_uniform_whoever_takes_it() -> None:
    dice = EvenDice(generator("uniform"), PARTS, len(PART))
    rolls = np.array([rolls_of(dice) for _ in range(4_000)])
    assert rolls.min() >= 0
    assert rolls.max() < 1
    assert np.abs(rolls.mean(axis=0) - 0.5).max() < 5 * (1 / 12 / 4_000) ** 0.5
    assert np.abs((rolls < 0.1).mean(axis=0) - 0.1).max() < 5 * (0.09 / 4_000) ** 0.5


def test_those_that_are_alike_lie_far_apart() -> None:
    dice = EvenDice(generator("apart"), PARTS, len(PART))
    for _ in range(100):
        rolls = rolls_of(dice)
        for kind in range(3):
            some = np.sort(rolls[(PART == 1) & (kind == ALIKE)])
            assert np.diff(some, append=some[0] + 1).max() < 3.5 / len(some)


def test_numbers_know_nothing_of_those_before() -> None:
    dice = EvenDice(generator("again"), PARTS, len(PART))
    rolls = np.array([rolls_of(dice) for _ in range(4_000)])
    related = np.corrcoef(rolls[:-1, 7], rolls[1:, 7])[0, 1]
    assert abs(related) < 5 / 4_000**0.5


def test_some_stand_for_all_of_their_part() -> None:
    dice = EvenDice(generator("few"), PARTS, len(PART))
    met = np.zeros(len(PART))
    for _ in range(4_000):
        kept, times = dice.one_of(4, PART, ALIKE)
        assert kept.tolist() == sorted(kept.tolist())
        assert np.bincount(PART[kept], times).tolist() == pytest.approx([25] * PARTS)
        met[kept] += times
    assert met / 4_000 == pytest.approx(np.ones(len(PART)), abs=0.15)


@pytest.mark.parametrize("degrees", TABLE)
def test_students_quantiles_are_those_of_the_tables(degrees: int) -> None:
    assert student(degrees, 0.001) == pytest.approx(TABLE[degrees], abs=6e-4)


def test_means_of_parts_lie_within_their_bound() -> None:
    dice = generator("means")
    off = 0
    for _ in range(4_000):
        shares = 0.5 + dice.normal(0, 0.01, (32, 1))
        told = parted_bound(shares, 10**6, 1, confidence=0.99)
        off += abs(float(shares.mean()) - 0.5) > told
    assert off == pytest.approx(40, abs=4 * 40**0.5)


def test_what_is_never_met_may_have_a_chance() -> None:
    assert parted_bound(np.zeros((32, 2)), 10_000, 1) == pytest.approx(7.6e-4, abs=1e-6)


@pytest.mark.parametrize("most", [7, 2**21])
def test_one_number_orders_fights_as_many_do(most: int) -> None:
    keys = generator("order").integers(0, most, (3, 500))
    assert ordered(*keys).tolist() == np.lexsort(keys[::-1]).tolist()


def drawn_of(many: int, rows: int, nearness: int) -> Ints:
    """Return what is drawn for fights in random rows and at random nearness."""
    chance = generator(f"{many} {rows} {nearness}")
    part = np.sort(chance.integers(0, 32, many))
    row, near = chance.integers(0, rows, many), chance.integers(0, nearness, many)
    sums = chance.dirichlet(np.ones(5), rows).cumsum(axis=1)
    return EvenDice(generator("drawn"), 32, many).drawn(part, row, near, sums)


@pytest.mark.parametrize(
    ("many", "rows", "nearness"),
    [(0, 3, 3), (1, 1, 1), (40, 7, 5), (5_000, 90, 70), (5_000, 3_000, 5_000)],
)
def test_draws_are_the_same_without_the_compiled_kernel(
    many: int, rows: int, nearness: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rolled_kernel() is not None
    native = drawn_of(many, rows, nearness)
    monkeypatch.setenv(SWITCH, "0")
    assert rolled_kernel() is None
    assert drawn_of(many, rows, nearness).tolist() == native.tolist()


def test_each_row_is_drawn_by_its_own_chances() -> None:
    chances = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [0.1, 0.2, 0.7]])
    part = np.repeat(np.arange(PARTS), 3_000)
    row = np.tile([0, 1, 2], 4_000)
    dice = EvenDice(generator("rows"), PARTS, len(part))
    drawn = dice.drawn(part, row, np.zeros_like(row), chances.cumsum(axis=1))
    for place, wanted in enumerate(chances):
        told = np.bincount(drawn[row == place], minlength=3) / 4_000
        assert told == pytest.approx(wanted, abs=0.01)
