"""Even draws: each by its own chances, and like fights as often as theirs add up to."""

import numpy as np
import pytest

from rulesets.odds.battle_line.even_dice import (
    EvenDice,
    nothing_surely,
    ordered,
    splits,
)
from rulesets.odds.native.bindings import SWITCH, rolled_kernel
from rulesets.odds.sampling import generator, parted_bound, student
from rulesets.odds.volley import Floats, Ints

PARTS = 4
PART = np.repeat(np.arange(PARTS), 25)
ALIKE = np.arange(100) % 3

SAME = np.zeros(100, dtype=np.int64)

FINE = splits(np.full((1, 1_000), 0.001))
"""Splits by which thousandths are drawn."""

TABLE = {1: 636.619, 3: 12.924, 15: 4.073, 31: 3.633}
"""Bounds that Student's variable exceeds with a risk of a thousandth, both sides."""


def rolls_of(dice: EvenDice) -> Floats:
    """Return a number from 0 to 1 for each fight, to a thousandth."""
    return (dice.drawn(PART, SAME, ALIKE, FINE) + 0.5) / 1_000


def test_every_number_is_uniform_whoever_takes_it() -> None:
    dice = EvenDice(generator("uniform"), PARTS)
    rolls = np.array([rolls_of(dice) for _ in range(4_000)])
    assert rolls.min() >= 0
    assert rolls.max() < 1
    assert np.abs(rolls.mean(axis=0) - 0.5).max() < 5 * (1 / 12 / 4_000) ** 0.5
    assert np.abs((rolls < 0.1).mean(axis=0) - 0.1).max() < 5 * (0.09 / 4_000) ** 0.5


@pytest.mark.parametrize("rises", [False, True])
def test_those_that_follow_each_other_draw_as_often_as_their_chances_say(
    rises: bool,
) -> None:
    """A way is taken as often as its chances add up to, but for less than one."""
    part = np.repeat(np.arange(PARTS), 500)
    chance = np.linspace(0.1, 0.7, 500) if rises else np.full(500, 0.37)
    chances = splits(np.stack((1 - chance, chance), axis=1))
    row, dice = np.tile(np.arange(500), PARTS), EvenDice(generator("apart"), PARTS)
    for _ in range(50):
        drawn = dice.drawn(part, row, row, chances)
        off = np.cumsum((drawn - chance[row]).reshape(PARTS, 500), axis=1)
        assert np.ptp(np.pad(off, ((0, 0), (1, 0))), axis=1).max() < 1 + 1e-9


def test_halves_are_told_apart_first() -> None:
    chances = np.array([[0.1, 0.2, 0.3, 0.4], [0.5, 0.5, 0.0, 0.0]])
    told = [[0, 2 / 3, 0.7, 4 / 7], [0, 0.5, 0, 0]]
    assert splits(chances) == pytest.approx(np.array(told))


@pytest.mark.parametrize("values", range(1, 8))
def test_rows_that_draw_nothing_for_sure_are_known(values: int) -> None:
    rows = np.eye(values)
    assert nothing_surely(splits(rows)).tolist() == [True, *[False] * (values - 1)]


@pytest.mark.parametrize("values", [1, 2, 3, 7, 12])
def test_what_cannot_be_is_never_drawn(values: int) -> None:
    chance = generator(f"never {values}")
    may_be = chance.random((60, values)) < 0.6
    chances = chance.dirichlet(np.ones(values), 60) * may_be
    chances = chances[chances.any(axis=1)]
    row = chance.integers(0, len(chances), 4_000)
    part = np.sort(chance.integers(0, PARTS, 4_000))
    drawn = EvenDice(generator("no"), PARTS).drawn(part, row, row, splits(chances))
    assert (chances[row, drawn] > 0).all()


def test_numbers_know_nothing_of_those_before() -> None:
    dice = EvenDice(generator("again"), PARTS)
    rolls = np.array([rolls_of(dice) for _ in range(4_000)])
    related = np.corrcoef(rolls[:-1, 7], rolls[1:, 7])[0, 1]
    assert abs(related) < 5 / 4_000**0.5


def test_some_stand_for_all_of_their_part() -> None:
    dice = EvenDice(generator("few"), PARTS)
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
    chances = splits(chance.dirichlet(np.ones(5), rows))
    return EvenDice(generator("drawn"), 32).drawn(part, row, near, chances)


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
    dice = EvenDice(generator("rows"), PARTS)
    drawn = dice.drawn(part, row, np.zeros_like(row), splits(chances))
    for place, wanted in enumerate(chances):
        told = np.bincount(drawn[row == place], minlength=3) / 4_000
        assert told == pytest.approx(wanted, abs=0.01)
