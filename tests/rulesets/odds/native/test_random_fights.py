"""Fights that nobody chose go the same way with NumPy and with the kernel."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.odds.attack import D3_WOUNDS, Attack, AttackEffect, effect
from rulesets.odds.falls import Falls, falls, places_of
from rulesets.odds.fight.model import (
    Attacks,
    Fight,
    Order,
    Round,
    Strike,
    Toll,
    in_turn,
)
from rulesets.odds.fight.solver import solve, solve_all, solve_beside
from rulesets.odds.sides import Side
from rulesets.odds.tally import Classify, tally
from rulesets.odds.volley import Floats, Ints
from tests.examples import examples
from tests.rulesets.odds.native.equal import either

Rng = np.random.Generator
OUTCOMES = 3
EFFECTS = (
    effect(Attack(to_hit=7)),
    effect(Attack(to_hit=4)),
    effect(Attack(to_hit=3, to_wound=4, save=5)),
    effect(Attack(to_hit=4, damage=D3_WOUNDS)),
    effect(Attack(to_hit=3, to_wound=3, slay=6, ward=5)),
    effect(Attack(to_hit=1)),
)

DIGITS = {4: (2, 2), 6: (3, 2)}
"""The digits of so many states, of a side of two groups."""

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
pools = st.integers(0, 6)
limits = st.none() | st.integers(1, 40)


def shares(rng: Rng, *shape: int) -> Floats:
    """Return chances whose last axis sums to 1, in eighths; many are 0, some 1."""
    width = shape[-1]
    alike = np.ones(width) / width
    eighths: Ints = rng.multinomial(8, alike, size=shape[:-1])
    certain: Ints = 8 * rng.multinomial(1, alike, size=shape[:-1])
    return np.where(rng.random(shape[:-1])[..., None] < 0.4, certain, eighths) / 8


def begun(rng: Rng, *shape: int) -> Floats:
    """Return chances to begin in these states; some never come to a fight."""
    return shares(rng, int(np.prod(shape)) + 1)[1:].reshape(shape)


def sorting(rng: Rng, sizes: tuple[int, int], rows: int) -> Classify:
    """Return how losses are sorted into so many classes: by a tally or a function."""
    if rng.random() < 0.3:
        a, b, i, j = rng.integers(0, 4, size=4).tolist()
        return Sum((a, b, i, j), rows)
    own, other = (size if rng.random() < 0.5 else 1 for size in sizes)
    half = (rows + 1) // 2
    return tally(
        first=rng.integers(-2, 3, size=(own, other, sizes[0])),
        second=rng.integers(-2, 3, size=(own, other, sizes[1])),
        low=int(rng.integers(-3, 2)),
        classes=rng.integers(0, half, size=int(rng.integers(1, 6))),
        sizes=sizes,
        pair=rng.integers(-1, 2, size=sizes),
        shift=rng.integers(0, rows - half + 1, size=sizes),
        instead=rng.integers(-rows, rows, size=sizes),
    )


class Sum:
    """Sorts losses by a sum of pools and losses."""

    def __init__(self, times: tuple[int, int, int, int], rows: int) -> None:
        self.times, self.rows = times, rows

    def __call__(self, a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
        parts = zip(self.times, (a, b, lost_a, lost_b), strict=True)
        total: Any = sum(times * part for times, part in parts)
        found: Ints = total % self.rows
        return found


def struck(rng: Rng) -> tuple[Side, AttackEffect, int]:
    """Return who strikes, how, and the wounds of each model that is struck."""
    side: Side = "a" if rng.random() < 0.5 else "b"
    one = EFFECTS[int(rng.integers(len(EFFECTS)))]
    return side, one, int(rng.integers(1, 4))


def attacks(rng: Rng, sizes: tuple[int, int]) -> Strike:
    """Return attacks with dice, which depend on any of the states."""
    side, one, wounds = struck(rng)
    own, other = sizes if side == "a" else sizes[::-1]
    shape = [size if rng.random() < 0.7 else 1 for size in (own, other, own, other)]
    return Strike(side, rng.integers(0, 4, size=shape), Attacks(one, wounds))


def blows(rng: Rng, sizes: tuple[int, int], side: Side, *, joins: bool) -> Strike:
    """Return attacks with kernels of their own, for some of the states or all."""
    own, other = sizes if side == "a" else sizes[::-1]
    kernels, most = rng.integers(1, 4, size=2).tolist()
    stack: Floats | Falls = within(shares(rng, kernels, other, most))
    if other in DIGITS and rng.random() < 0.5:
        stack = falling(rng, kernels, DIGITS[other])
    shapes = [
        [size if rng.random() < 0.5 else 1 for size in (own, other, own, other)]
        for _ in range(2)
    ]
    first = int(rng.integers(1, kernels + 1))
    which = rng.integers(0, first, size=shapes[0])
    added = rng.integers(0, kernels - first + 1, size=shapes[1])
    return Strike(side, which, stack, joins, added)


def falling(rng: Rng, kernels: int, digits: tuple[int, ...]) -> Falls:
    """Return kernels against states of some digits, none of which rises."""
    begins, losses = places_of(digits)
    chances = np.zeros((kernels, len(losses)))
    for start, end in pairwise(begins.tolist()):
        chances[:, start:end] = shares(rng, kernels, end - start)
    return falls(chances, digits)


def strikes(rng: Rng, sizes: tuple[int, int]) -> list[Strike]:
    found: list[Strike] = []
    for _ in range(int(rng.integers(0, 4))):
        if rng.random() < 0.5:
            found.append(attacks(rng, sizes))
            continue
        first: Side = "a" if rng.random() < 0.5 else "b"
        found.append(blows(rng, sizes, first, joins=False))
        if rng.random() < 0.5:
            second: Side = "b" if first == "a" else "a"
            found.append(blows(rng, sizes, second, joins=True))
    return found


def toll(rng: Rng, sizes: tuple[int, int], ways: int) -> Toll:
    """Return what is lost for points, by one side, both or none."""
    points = [rng.integers(-2, 3, size=(size, size)) for size in sizes]
    prices = [price(rng, size) if rng.random() < 0.7 else None for size in sizes]
    shape = [size if rng.random() < 0.5 else 1 for size in sizes]
    turns = np.moveaxis(shares(rng, *shape, ways), -1, 0)
    gone = rng.integers(0, OUTCOMES, size=2).tolist()
    return Toll(points[0], points[1], (prices[0], prices[1]), (gone[0], gone[1]), turns)


def price(rng: Rng, size: int) -> Floats:
    """Return ``[points, state, lost]``; no points cost nothing."""
    points, most = rng.integers(1, 4, size=2).tolist()
    found = shares(rng, points, size, most)
    found[0] = np.eye(most)[0]
    return within(found)


def within(stack: Floats) -> Floats:
    """Return losses by state of which none is greater than the state."""
    for state in range(min(stack.shape[1:])):
        stack[:, state, state] += stack[:, state, state + 1 :].sum(axis=-1)
        stack[:, state, state + 1 :] = 0.0
    return stack


def round_of(rng: Rng, sizes: tuple[int, int], leads: Sequence[int]) -> Round:
    weights = shares(rng, int(rng.integers(1, 4))).tolist()
    orders = [Order(weight, strikes(rng, sizes)) for weight in weights]
    rows = int(rng.integers(1, 6))
    table = shares(rng, rows, len(leads) + OUTCOMES)
    found = Round(orders, sorting(rng, sizes, rows), table, tuple(leads))
    if rng.random() < 0.7:
        return found
    return replace(found, toll=toll(rng, sizes, len(leads)))


@settings(max_examples=examples(300))
@given(rng=seeds, a=pools, b=pools, count=st.integers(1, 3), limit=limits)
def test_rounds_that_lead_anywhere(
    rng: Rng, a: int, b: int, count: int, limit: int | None
) -> None:
    sizes = (a + 1, b + 1)
    rounds = []
    for _ in range(count):
        leads = rng.permutation(count)[: int(rng.integers(1, count + 1))].tolist()
        rounds.append(round_of(rng, sizes, leads))
    fight = Fight(begun(rng, count, *sizes), rounds, limit)
    either(lambda: solve(fight, ""))


@settings(max_examples=examples(300))
@given(
    rng=seeds,
    a=pools,
    b=pools,
    counts=st.tuples(st.integers(0, 2), st.integers(1, 3)),
    ways=st.integers(1, 2),
    limit=limits,
)
def test_rounds_in_turn(
    rng: Rng, a: int, b: int, counts: tuple[int, int], ways: int, limit: int | None
) -> None:
    sizes = (a + 1, b + 1)
    fights = []
    for _ in range(ways):
        opening, cycle = (
            [round_of(rng, sizes, (0,)) for _ in range(count)] for count in counts
        )
        start = begun(rng, *sizes) / ways
        fights.append(in_turn(start, opening, cycle, limit))
    either(lambda: solve_all(fights, ""))


@settings(max_examples=examples(300))
@given(rng=seeds, a=pools, b=pools, count=st.integers(1, 3), limit=limits)
def test_other_starts_beside_a_fight_end_as_they_do_alone(
    rng: Rng, a: int, b: int, count: int, limit: int | None
) -> None:
    sizes = (a + 1, b + 1)
    rounds = []
    for _ in range(count):
        leads = rng.permutation(count)[: int(rng.integers(1, count + 1))].tolist()
        rounds.append(round_of(rng, sizes, leads))
    starts = [begun(rng, count, *sizes) for _ in range(4)]
    fight = Fight(starts[0], rounds, limit)
    beside = np.array(starts[1 : int(rng.integers(1, 5))])
    beside = beside.reshape(-1, *fight.start.shape)
    found, apart = solve_beside(fight, beside, "")
    assert found.outcomes == pytest.approx(solve(fight, "").outcomes, abs=1e-12)
    alone = [solve(replace(fight, start=one), "").outcomes for one in beside]
    assert apart == pytest.approx(np.array(alone).reshape(apart.shape), abs=1e-12)
