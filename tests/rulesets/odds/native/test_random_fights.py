"""Fights that nobody chose go the same way with NumPy and with the kernel."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.odds.attack import D3_WOUNDS, Attack, AttackEffect, effect
from rulesets.odds.blows import BlowOrder, Blows
from rulesets.odds.bout import Blow, Bout, Phase
from rulesets.odds.bout import fight as fight_in_steps
from rulesets.odds.duel import Fought, Variant
from rulesets.odds.duel import fight as fight_in_rounds
from rulesets.odds.fight import exact
from rulesets.odds.fight.model import (
    Attacks,
    Fight,
    Order,
    Round,
    Side,
    Strike,
    in_turn,
)
from rulesets.odds.fight.solver import combine
from rulesets.odds.native import marshal
from rulesets.odds.phases import fight_in_phases
from rulesets.odds.round import PoolRound, PoolStrike
from rulesets.odds.staged import fight_in_stages
from rulesets.odds.stages import Stage
from rulesets.odds.tally import Classify, tally
from rulesets.odds.volley import Floats, Ints
from tests.rulesets.odds.native.equal import EQUAL, either

Rng = np.random.Generator


def assert_as_modelled(fought: Fought, *fights: Fight, first: Any = None) -> None:
    """Compare a fight with its model, solved by NumPy and by the kernel."""
    begun = [one for one in fights if one.start.any()]
    for play in (exact.play, marshal.play) if begun else ():
        found = combine([play(one) for one in begun])
        story = fought.story
        for name in story.__slots__:
            assert_near(getattr(story, name), getattr(found, name))
        for name in ("dealt_by_a", "dealt_by_b"):
            old, new = getattr(fought, name), getattr(found, name)
            new = new if old.ndim == 2 else new.sum(axis=0)
            wide = np.zeros(new.shape)
            wide[tuple(slice(size) for size in old.shape)] = old
            assert_near(wide, new)
        if first is not None:
            assert_near(first, found.first)


def assert_near(old: Any, new: Any) -> None:
    old, new = np.asarray(old), np.asarray(new)
    assert old.shape == new.shape
    assert (np.abs(old - new) <= EQUAL * np.maximum(1.0, np.abs(old))).all()


def of_stage(stage: Stage, count: int) -> Round:
    return Round(
        [
            Order(
                order.weight,
                [
                    Strike(x.side, x.dice[..., None], Attacks(x.effect, x.per_model))
                    for x in order.blows
                ],
            )
            for order in stage.orders
        ],
        stage.classify,
        stage.table,
        tuple(range(count)),
    )


def of_pools(played: PoolRound) -> Round:
    strikes = [
        Strike(x.side, x.dice[:, None, :, None], Attacks(x.effect, x.per_model))
        for x in played.strikes
    ]
    return Round([Order(1.0, strikes)], played.classify, played.table)


def of_bout(played: Bout, leads: tuple[int, ...] = (0,)) -> Round:
    strikes = []
    for by_a, by_b in played.steps:
        if by_a is not None:
            strikes.append(Strike("a", by_a.which[None, None], by_a.stack))
        if by_b is not None:
            joins = by_a is not None
            strikes.append(Strike("b", by_b.which[None, None], by_b.stack, joins))
    return Round([Order(1.0, strikes)], played.classify, played.table, leads)


OUTCOMES = 3
EFFECTS = (
    effect(Attack(to_hit=7)),
    effect(Attack(to_hit=4)),
    effect(Attack(to_hit=3, to_wound=4, save=5)),
    effect(Attack(to_hit=4, damage=D3_WOUNDS)),
    effect(Attack(to_hit=3, to_wound=3, slay=6, ward=5)),
    effect(Attack(to_hit=1)),
)

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


def stage(rng: Rng, sizes: tuple[int, int], count: int) -> Stage:
    orders = []
    for weight in shares(rng, int(rng.integers(1, 4))).tolist():
        blows = []
        for _ in range(int(rng.integers(0, 4))):
            side, one, wounds = struck(rng)
            own, other = sizes if side == "a" else sizes[::-1]
            dice = rng.integers(0, 4, size=(own, other, own))
            blows.append(Blows(side, one, dice, wounds))
        orders.append(BlowOrder(weight, tuple(blows)))
    rows = int(rng.integers(1, 6))
    table = shares(rng, rows, count + OUTCOMES)
    return Stage(tuple(orders), sorting(rng, sizes, rows), table)


@settings(max_examples=150)
@given(rng=seeds, a=pools, b=pools, count=st.integers(1, 3), rounds=limits)
def test_stages(rng: Rng, a: int, b: int, count: int, rounds: int | None) -> None:
    start = begun(rng, count, a + 1, b + 1)
    rows = tuple(stage(rng, (a + 1, b + 1), count) for _ in range(count))
    stages = tuple(padded(one, rows) for one in rows)
    firsts = []

    def ask() -> Fought:
        fight = fight_in_stages(start, stages, rounds, "")
        firsts.append(fight.first)
        return fight.fought

    fought = either(ask)
    assert np.abs(firsts[0] - firsts[1]).max() <= EQUAL
    rounds_of = [of_stage(one, count) for one in stages]
    model = Fight(start, rounds_of, rounds)
    assert_as_modelled(fought, model, first=firsts[1])


def padded(one: Stage, stages: tuple[Stage, ...]) -> Stage:
    """Give a stage's table as many classes as the largest has."""
    most = max(len(other.table) for other in stages)
    spare = np.zeros((most - len(one.table), one.table.shape[1]))
    spare[:, -1] = 1.0
    return Stage(one.orders, one.classify, np.vstack([one.table, spare]))


def round_of(rng: Rng, sizes: tuple[int, int]) -> PoolRound:
    strikes = []
    for _ in range(int(rng.integers(0, 4))):
        side, one, wounds = struck(rng)
        own = sizes[0] if side == "a" else sizes[1]
        strikes.append(
            PoolStrike(side, one, rng.integers(0, 4, size=(own, own)), wounds)
        )
    rows = int(rng.integers(1, 6))
    table = shares(rng, rows, 1 + OUTCOMES)
    return PoolRound(tuple(strikes), sorting(rng, sizes, rows), table)


@settings(max_examples=150)
@given(
    rng=seeds,
    a=pools,
    b=pools,
    counts=st.tuples(st.integers(0, 2), st.integers(1, 3)),
    ways=st.integers(1, 2),
    rounds=limits,
)
def test_rounds(
    rng: Rng, a: int, b: int, counts: tuple[int, int], ways: int, rounds: int | None
) -> None:
    sizes = (a + 1, b + 1)
    variants = tuple(
        Variant(
            begun(rng, *sizes) / ways,
            tuple(round_of(rng, sizes) for _ in range(counts[0])),
            tuple(round_of(rng, sizes) for _ in range(counts[1])),
        )
        for _ in range(ways)
    )
    fought = either(lambda: fight_in_rounds(variants, rounds, ""))
    fights = (
        in_turn(
            one.start,
            [of_pools(each) for each in one.opening],
            [of_pools(each) for each in one.cycle],
            rounds,
        )
        for one in variants
    )
    assert_as_modelled(fought, *fights)


def blow(rng: Rng, own: int, target: int) -> Blow:
    kernels, most = rng.integers(1, 4, size=2).tolist()
    stack = shares(rng, kernels, target, most)
    for state in range(min(target, most)):
        stack[:, state, state] += stack[:, state, state + 1 :].sum(axis=-1)
        stack[:, state, state + 1 :] = 0.0
    return Blow(rng.integers(0, kernels, size=(own, target)), stack)


def bout(rng: Rng, sizes: tuple[int, int], ways: int = 1) -> Bout:
    steps = []
    for _ in range(int(rng.integers(0, 4))):
        by_a, by_b = blow(rng, *sizes), blow(rng, *sizes[::-1])
        pair = (by_a, by_b), (by_a, None), (None, by_b), (None, None)
        steps.append(pair[int(rng.integers(4))])
    rows = int(rng.integers(1, 6))
    table = shares(rng, rows, ways + OUTCOMES)
    return Bout(tuple(steps), sorting(rng, sizes, rows), table)


@settings(max_examples=150)
@given(
    rng=seeds,
    a=pools,
    b=pools,
    counts=st.tuples(st.integers(0, 2), st.integers(1, 3)),
    rounds=limits,
)
def test_steps(
    rng: Rng, a: int, b: int, counts: tuple[int, int], rounds: int | None
) -> None:
    sizes = (a + 1, b + 1)
    opening, cycle = (tuple(bout(rng, sizes) for _ in range(count)) for count in counts)
    start = begun(rng, *sizes)
    fought = either(lambda: fight_in_steps(start, opening, cycle, rounds, ""))
    first, later = ([of_bout(one) for one in part] for part in (opening, cycle))
    assert_as_modelled(fought, in_turn(start, first, later, rounds))


@settings(max_examples=150)
@given(rng=seeds, a=pools, b=pools, count=st.integers(1, 3), rounds=limits)
def test_phases(rng: Rng, a: int, b: int, count: int, rounds: int | None) -> None:
    sizes = (a + 1, b + 1)
    phases = []
    for _ in range(count):
        leads = rng.permutation(count)[: int(rng.integers(1, count + 1))].tolist()
        phases.append(Phase(bout(rng, sizes, len(leads)), tuple(leads)))
    start = begun(rng, *sizes)
    fought = either(lambda: fight_in_phases(start, phases, rounds, ""))
    model = [of_bout(one.bout, one.leads) for one in phases]
    whole = np.zeros((count, *sizes))
    whole[0] = start
    assert_as_modelled(fought, Fight(whole, model, rounds))
