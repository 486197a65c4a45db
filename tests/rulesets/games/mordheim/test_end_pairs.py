"""Clashes of Mordheim groups paired with ends of the next: likely ones, and drawn."""

import numpy as np
import pytest

from rulesets.games.mordheim.combat.groups import end_pairs as module
from rulesets.games.mordheim.combat.groups.clash_ends import (
    Ends,
    end_rows,
    ordered_ends,
)
from rulesets.games.mordheim.combat.groups.end_pairs import (
    EndPairs,
    EndRows,
    likely_pairs,
    rolled_pairs,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.odds.multisets import PairRows
from rulesets.odds.volley import Ints

CLASHES = 4


def ends_of(dice: np.random.Generator) -> EndRows:
    """Return ends of a few clashes, each told apart by its number."""
    count = 120
    clash = dice.integers(0, CLASHES, count)
    share = dice.random(count) ** 8 + 1e-9
    share /= np.bincount(clash, share)[clash]
    numbers, turn = np.arange(count), np.zeros(count, np.int64)
    some = Ends(clash, turn, numbers, numbers, np.zeros(count, np.bool_), share)
    return end_rows(ordered_ends(some), CLASHES, 0)


def rows_of(dice: np.random.Generator) -> tuple[PairRows, Ints]:
    """Return rows of a few groups, and the clash of each."""
    count = 50
    group = np.sort(dice.integers(0, 8, count))
    share = dice.random(count) ** 4 + 1e-6
    number = np.arange(count)
    return PairRows(group, number, number, number, share / share.sum()), group % CLASHES


def chances(pairs: EndPairs, ends: EndRows) -> dict[tuple[int, int], float]:
    """Return the chance of each row with each end, by their numbers."""
    found: dict[tuple[int, int], float] = {}
    for row, (begin, end) in enumerate(
        zip(pairs.begins.tolist(), pairs.ends.tolist(), strict=True)
    ):
        for at in range(begin, end):
            key = int(pairs.rows.one[row]), int(ends.many[at])
            share = float(pairs.rows.share[row] * ends.share[at])
            found[key] = found.get(key, 0.0) + share
    return found


def test_ends_stand_by_clash_the_likeliest_first() -> None:
    ends = ends_of(np.random.default_rng(2))
    for begin, end in zip(ends.starts[:-1], ends.starts[1:], strict=True):
        assert (np.diff(ends.share[begin:end]) <= 0).all()
        assert ends.share[begin:end].sum() == pytest.approx(1)


@pytest.mark.parametrize("least", [0.0, 1e-7, 1e-4, 1e-2])
def test_likely_pairs_are_those_that_are_likelier(least: float) -> None:
    dice = np.random.default_rng(3)
    ends, (rows, clash) = ends_of(dice), rows_of(dice)
    every = chances(likely_pairs(rows, clash, ends, 0.0), ends)
    found = chances(likely_pairs(rows, clash, ends, least), ends)
    assert sum(every.values()) == pytest.approx(1)
    assert found == {key: share for key, share in every.items() if share > least}


def test_pairs_are_drawn_as_often_as_they_are_likely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are taken anyway stand for themselves; nothing gets lost."""
    monkeypatch.setattr(module, "PAIRS", 300)
    monkeypatch.setattr(module, "LIKELY_PAIRS", 100)
    monkeypatch.setattr(module, "DRAWN_PAIRS", 200)
    dice = np.random.default_rng(4)
    ends, (rows, clash) = ends_of(dice), rows_of(dice)
    every = chances(likely_pairs(rows, clash, ends, 0.0), ends)
    remainder, tries = Remainder(np.random.default_rng(5)), 2_000
    mean = dict.fromkeys(every, 0.0)
    for _ in range(tries):
        pairs = rolled_pairs(rows, clash, ends, remainder)
        assert (np.diff(pairs.rows.group) >= 0).all()
        found = chances(pairs, ends)
        assert sum(found.values()) == pytest.approx(1)
        for key, share in found.items():
            mean[key] += share / tries
    rest = 1.0 - sum(sorted(every.values())[-50:])
    assert remainder.games == 200 * tries
    assert remainder.spread < tries * rest**2 / 200
    each = (remainder.spread * 200 / tries) ** 0.5 / 200
    for key, share in every.items():
        off = 6 * (max(share, each / tries) * each / tries) ** 0.5
        assert mean[key] == pytest.approx(share, abs=off)


def test_few_pairs_are_all_taken() -> None:
    dice = np.random.default_rng(6)
    ends, (rows, clash) = ends_of(dice), rows_of(dice)
    remainder = Remainder(dice)
    found = chances(rolled_pairs(rows, clash, ends, remainder), ends)
    assert found == chances(likely_pairs(rows, clash, ends, 0.0), ends)
    assert remainder.games == 0
