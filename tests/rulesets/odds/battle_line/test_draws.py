"""Draws among unlikely shares: nothing is lost, nothing leans."""

import numpy as np
import pytest

from rulesets.odds.battle_line.draws import Draws, least_kept
from rulesets.odds.sampling import bound, generator

SHARES = np.array([0.3, 0.2, *[0.01] * 20, *[0.003] * 100])


def test_the_likely_is_kept_as_it_is() -> None:
    draws = Draws(generator("kept"))
    kept, shares = draws.among(SHARES, 0.05)
    assert kept[:2].tolist() == [0, 1]
    assert shares[:2].tolist() == [0.3, 0.2]


def test_nothing_is_drawn_where_nothing_is_small() -> None:
    draws = Draws(generator("all"))
    kept, shares = draws.among(SHARES, 0.001)
    assert shares.tolist() == SHARES[kept].tolist() == SHARES.tolist()
    assert draws.squares == 0


def test_shares_add_up_and_so_do_squares() -> None:
    draws = Draws(generator("sum"))
    _, shares = draws.among(SHARES, 0.05)
    assert shares.sum() == pytest.approx(SHARES.sum(), abs=1e-15)
    assert draws.squares == pytest.approx(0.5 * 0.05, rel=0.1)


def test_all_that_is_small_may_be_less_than_one_stratum() -> None:
    draws = Draws(generator("one"))
    kept, shares = draws.among(np.array([0.9, 0.01, 0.02]), 0.5)
    assert len(kept) == 2
    assert shares[1] == pytest.approx(0.03)


def test_many_draws_do_not_lean_and_stay_within_the_bound() -> None:
    worth = np.linspace(0, 1, len(SHARES)) ** 2
    wanted = float(SHARES @ worth)
    off = []
    for seed in range(2_000):
        draws = Draws(generator(str(seed)))
        kept, shares = draws.among(SHARES, 0.05)
        off.append(float(shares @ worth[kept]) - wanted)
    assert np.mean(off) == pytest.approx(0, abs=4 * np.std(off) / len(off) ** 0.5)
    assert np.abs(off).max() <= bound(1 / draws.squares, 1)


def test_about_so_many_are_left() -> None:
    for most in (5, 10, 50, 100):
        least = least_kept(SHARES, most)
        kept, _ = Draws(generator("few")).among(SHARES, least)
        assert most / 2 <= len(kept) <= most + 1
