"""Chances go along the ways of a turn as their deeds say, each worked out by hand."""

from threading import RLock

import numpy as np
import pytest

from rulesets.odds.journey import (
    MOVES_OTHER,
    MOVES_OWN,
    SHARED,
    Deed,
    Journey,
    Standing,
)
from rulesets.odds.native.bindings import SWITCH, walked_kernel
from rulesets.odds.volley import Floats
from rulesets.odds.ways import Arrivals, Ways

SWITCHED = pytest.mark.parametrize("switch", ["0", "1"])
OWN, OTHER = 3, 4
NAMES = ("dares", "falls", "rises", "is-hurt", "hits", "misses")


class Told:
    """Deeds with chances by lot, told for those states alone that are asked."""

    def __init__(self, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.shares = dice.random((OWN, OTHER)) * (dice.random((OWN, OTHER)) > 0.3)
        falls = np.tril(np.ones((OTHER, OTHER)))
        self.of_other = {
            "falls": dice.random((OWN, OTHER, OTHER)) * falls,
            "rises": dice.random((OWN, OTHER, OTHER)),
        }
        self.of_own = {
            "is-hurt": dice.random((OTHER, OWN, OWN)) * np.tril(np.ones((OWN, OWN))),
            "hits": dice.random((OTHER, OWN, OWN)),
        }
        self.asked: list[tuple[str, list[int], list[int]]] = []

    def __call__(self, name: str, own: list[int], other: list[int]) -> Deed:
        """Return a deed; that of ``misses`` leaves nothing."""
        self.asked.append((name, own, other))
        if name == "dares":
            return Deed(SHARED, {0: self.shares})
        if name in self.of_other:
            of_other = {one: self.of_other[name][one] for one in own}
            return Deed(MOVES_OTHER, {**of_other}, falls=name == "falls")
        if name in self.of_own:
            of_own = {one: self.of_own[name][one] for one in other}
            return Deed(MOVES_OWN, {**of_own}, falls=name == "is-hurt")
        return Deed(MOVES_OTHER, dict.fromkeys(own))

    def done(self, name: str, live: Floats) -> Floats:
        """Return ``[own, other]`` after a deed."""
        if name == "dares":
            return live * self.shares
        if name in self.of_other:
            found: Floats = np.einsum("ij,ijk->ik", live, self.of_other[name])
        elif name in self.of_own:
            found = np.einsum("ij,jik->kj", live, self.of_own[name])
        else:
            found = np.zeros_like(live)
        return found


def laid(seed: int) -> tuple[Ways, Arrivals, dict[int, tuple[int, str]]]:
    """Return ways of four places by lot: their arrivals, and the deeds by number."""
    dice, ways = np.random.default_rng(seed), Ways(RLock())
    deeds: dict[int, tuple[int, str]] = {}
    for _ in range(12):
        before, name = int(dice.integers(0, len(deeds) + 1)), str(dice.choice(NAMES))
        deeds[ways.deed(before, name)] = before, name
    ends = [ways.sink("ended"), ways.sink("met")]
    several = 40
    arrivals = Arrivals(
        dice.integers(0, 4, several),
        dice.integers(0, len(deeds) + 1, several),
        dice.choice([*ends, 0, 1, 2], several),
        dice.random(several) - 0.1,
    )
    ways.lay(np.array([5, 0, 2, 3]), arrivals)
    return ways, arrivals, deeds


def standing(seed: int) -> Standing:
    """Return three places with chances; one row is of nobody, and one state empty."""
    dice = np.random.default_rng(seed)
    live = dice.random((4, OTHER, OWN))
    live[:, :, 1] = live[2] = 0.0
    return Standing(np.array([0, 3, 5]), np.array([3, 0, 1]), live, np.ones(3))


@SWITCHED
@pytest.mark.parametrize("seed", range(8))
def test_chances_come_to_where_all_ways_lead(
    seed: int, switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Place by place and way by way, deed after deed."""
    monkeypatch.setenv(SWITCH, switch)
    ways, arrivals, deeds = laid(seed)
    told, begun = Told(seed), standing(seed)
    there, sunk = Journey(ways, (OWN, OTHER), told).go(begun, 3)
    wanted = {target: np.zeros((OWN, OTHER)) for target in range(-2, 3)}
    places = [5, 0, 2, 3]
    for number, deed, target, share in zip(*arrivals, strict=True):
        if places[number] not in begun.places:
            continue
        row = begun.rows[begun.places.tolist().index(places[number])]
        names: list[str] = []
        while deed:
            deed, name = deeds[deed]
            names.insert(0, name)
        live = begun.live[row].T
        for name in names:
            live = told.done(name, live)
        wanted[target] += share * live
    found = dict(zip(there.places.tolist(), there.live[there.rows], strict=True))
    for target in range(3):
        chances = found.get(target, np.zeros((OWN, OTHER)))
        assert chances == pytest.approx(wanted[target], abs=1e-12)
    for target, name in ((-1, "ended"), (-2, "met")):
        chances = sunk.get(name, np.zeros((OWN, OTHER)))
        assert chances == pytest.approx(wanted[target], abs=1e-12)
    sums = there.live[there.rows].sum(axis=(1, 2))
    assert there.totals == pytest.approx(sums, abs=1e-12)


@SWITCHED
def test_deeds_are_asked_only_of_states_that_meet_them(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again for those that meet them later; what is shared is asked once."""
    monkeypatch.setenv(SWITCH, switch)
    ways, told = Ways(RLock()), Told(1)
    dares = ways.deed(0, "dares")
    falls = ways.deed(dares, "falls")
    hurt = ways.deed(falls, "is-hurt")
    deeds = np.array([dares, falls, hurt])
    ways.lay(np.array([0]), Arrivals(0 * deeds, deeds, 0 * deeds, np.ones(3)))
    journey = Journey(ways, (OWN, OTHER), told)
    live, here = np.zeros((1, OTHER, OWN)), np.zeros(1, int)
    for other, own in ((2, 1), (2, 2), (1, 2)):
        live[0, other, own] = 0.5
        journey.go(Standing(here, here, live, np.ones(1)), 1)
    assert told.asked == [
        ("dares", [1], [2]),
        ("falls", [1], [2]),
        ("is-hurt", [1], [*range(OTHER)]),
        ("falls", [2], []),
    ]


@pytest.mark.parametrize(
    "values", [np.ones((OTHER, OTHER)).T[::2], np.ones((OTHER, OTHER + 1))[:, :OTHER]]
)
def test_values_that_are_not_whole_are_refused(values: Floats) -> None:
    """The kernel would read beyond them."""
    ways, one = Ways(RLock()), np.ones(1, int)
    ways.lay(
        0 * one, Arrivals(0 * one, ways.deed(0, "falls") * one, 0 * one, 1.0 * one)
    )
    told = Deed(MOVES_OTHER, dict.fromkeys(range(OWN), values))
    begun = Standing(0 * one, 0 * one, np.ones((1, OTHER, OWN)), np.ones(1))
    with pytest.raises(ValueError, match="not whole ones"):
        Journey(ways, (OWN, OTHER), lambda *_: told).go(begun, 1)


def test_ways_that_are_laid_down_later_change_none_before() -> None:
    """Whoever reads meanwhile keeps what was there."""
    ways, told = Ways(RLock()), Told(2)
    one = np.ones(1, int)
    ways.lay(0 * one, Arrivals(0 * one, 0 * one, 0 * one, 0.5 * one))
    before = ways.laid()
    ways.lay(
        np.array([7]), Arrivals(0 * one, ways.deed(0, "dares") * one, one, 1.0 * one)
    )
    assert before[0][0].tolist() == ways.laid()[0][0].tolist()
    assert ways.unknown(np.array([0, 3, 7, 99])).tolist() == [3, 99]
    live = np.ones((1, OTHER, OWN))
    begun = Standing(np.array([0]), np.array([0]), live, np.ones(1))
    there, _ = Journey(ways, (OWN, OTHER), told).go(begun, 2)
    assert there.places.tolist() == [0]
    assert there.live[0] == pytest.approx(np.full((OWN, OTHER), 0.5))


def test_equal_arrivals_are_one() -> None:
    """Their shares are summed up."""
    ways = Ways(RLock())
    twice = np.zeros(2, int)
    ways.lay(np.array([0]), Arrivals(twice, twice, twice, np.array([0.25, 0.5])))
    assert len(ways) == 1
    assert ways.laid()[1].shares[0] == 0.75


def test_the_kernel_is_asked_where_it_is_there() -> None:
    """Else both switches would try NumPy."""
    assert walked_kernel() is not None
