"""Solve a fight with the compiled kernel: laid out in memory, its shapes checked."""

import ctypes
from collections.abc import Sequence
from ctypes import c_void_p
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.falls import Falls, places_of
from rulesets.odds.fight.model import (
    ENDLESS,
    PRUNED,
    SHOWN_ROUNDS,
    STALLED,
    Fight,
    FightResult,
    Round,
    Strike,
    Toll,
)
from rulesets.odds.native.bindings import WHY, Kernel
from rulesets.odds.native.checks import (
    check_falls,
    check_fight,
    check_kernels,
    check_rounds,
    check_tally,
    check_toll,
)
from rulesets.odds.native.structures import (
    CBlow,
    COrder,
    CProblem,
    CStage,
    CTally,
    CToll,
    Four,
    Three,
    Two,
)
from rulesets.odds.tally import Classify, LossTally
from rulesets.odds.volley import Floats, Ints

SMALLEST = 1e-300
"""Chances up to this are nothing."""

MOST_KEPT = 2_000_000
"""Chances of states and rounds that the kernel keeps in a pass, at most."""


class KernelError(ArithmeticError):
    """The compiled kernel gave up: a mistake of ours, or no memory."""


def play(kernel: Kernel, fight: Fight) -> FightResult:
    """Return how a fight goes, as the compiled kernel solves it; see `play_beside`."""
    return play_beside(kernel, fight, np.zeros((0, *fight.start.shape)))[0]


def play_beside(
    kernel: Kernel, fight: Fight, beside: Floats
) -> tuple[FightResult, Floats]:
    """Return how a fight goes, and ``[other start, outcome]`` if it begins otherwise.

    Parameters
    ----------
    kernel : callable
    fight : Fight
    beside : ndarray
        Other starts, each as that of the fight; there are none if it is not
        `takes_starts` [chance].

    Raises
    ------
    KernelError
        If the kernel gave up.
    ValueError
        If the parts of the fight do not fit each other.

    Notes
    -----
    The kernel trusts the shapes in memory: whatever it could read or write past its end
    is refused here.
    """
    check_fight(fight)
    if beside.shape[1:] != fight.start.shape:
        raise ValueError(f"starts of the shape {beside.shape[1:]} beside")
    problem = _Problem(fight, beside)
    return problem.solved(kernel), problem.answers["apart"]


def takes_starts(fight: Fight) -> bool:
    """Return whether a fight is fought in one pass, other starts beside its own."""
    return fight.limit is None and fight.start.size * SHOWN_ROUNDS <= MOST_KEPT


class _Problem:
    """A fight laid out in memory; it keeps alive what the kernel points to."""

    def __init__(self, fight: Fight, beside: Floats) -> None:
        _, self.size_a, self.size_b = fight.start.shape
        self.layout = _layout_of(fight)
        self.start = _aligned(np.ascontiguousarray(fight.start, np.float64))
        self.beside = _aligned(np.ascontiguousarray(beside, np.float64))
        shown = SHOWN_ROUNDS if fight.limit is None else fight.limit
        kinds = fight.outcomes
        self.shown = ctypes.c_int64(0)
        self.answers = self._room(
            {
                "outcomes": (kinds,),
                "by_round": (shown, kinds),
                "final": (self.size_a, self.size_b),
                "dealt_by_a": (self.size_b, self.size_b),
                "dealt_by_b": (self.size_a, self.size_a),
                "first": (fight.classes,),
                "told": (4,),
                "apart": (len(beside), kinds),
            }
        )
        self.problem = CProblem(
            size_a=self.size_a,
            size_b=self.size_b,
            stages=len(fight.rounds),
            kinds=kinds,
            rounds=shown,
            unlimited=int(fight.limit is None),
            pruned=PRUNED,
            stalled_below=SMALLEST if fight.leak else STALLED,
            leak=fight.leak,
            endless=ENDLESS if fight.leak else np.inf,
            stage=self.layout.stage,
            order=self.layout.order,
            blow=self.layout.blow,
            start=_address(self.start),
            tracks=len(beside),
            beside=_address(self.beside),
            shown=ctypes.addressof(self.shown),
            **self.places,
        )

    def _room(self, shapes: dict[str, tuple[int, ...]]) -> dict[str, Floats]:
        """Return arrays of zeros, one behind the other; note where they are."""
        sizes = [prod(shape) for shape in shapes.values()]
        whole = np.zeros(sum(sizes))
        start = _address(whole)
        upto = list(accumulate(sizes, initial=0))
        self.places = {
            name: start + at * whole.itemsize
            for name, at in zip(shapes, upto, strict=False)
        }
        return {
            name: whole[at : at + size].reshape(shape)
            for (name, shape), at, size in zip(
                shapes.items(), upto, sizes, strict=False
            )
        }

    def solved(self, found: Kernel) -> FightResult:
        failed = found(ctypes.byref(self.problem))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
        undecided, stalled, rounds, dropped = self.answers["told"].tolist()
        return FightResult(
            outcomes=self.answers["outcomes"],
            by_round=self.answers["by_round"][: self.shown.value],
            undecided=undecided,
            stalled=stalled,
            final=self.answers["final"],
            rounds=rounds,
            dropped=dropped,
            dealt_by_a=self.answers["dealt_by_a"],
            dealt_by_b=self.answers["dealt_by_b"],
            first=self.answers["first"],
            error=dropped,
        )


class _Layout:
    """Rounds laid out in memory, for sides of so many states; never changed again."""

    def __init__(self, rounds: Sequence[Round], size_a: int, size_b: int) -> None:
        self.size_a, self.size_b = size_a, size_b
        self.kept: list[object] = []
        self.blows: list[CBlow] = []
        self.orders: list[COrder] = []
        self.tallies: dict[tuple[int, int, int], CTally] = {}
        self.strikes: dict[int, CBlow] = {}
        stages = [self._round(one) for one in rounds]
        self.stage = self._row(CStage, stages)
        self.order = self._row(COrder, self.orders)
        self.blow = self._row(CBlow, self.blows)

    def _row(self, kind: type[ctypes.Structure], values: list[Any]) -> int:
        row = (kind * len(values))(*values)
        self.kept.append(row)
        return ctypes.addressof(row)

    def _floats(self, values: Floats) -> int:
        return self._whole(np.ascontiguousarray(values, np.float64))

    def _ints(self, values: Ints) -> int:
        return self._whole(np.ascontiguousarray(values, np.int64))

    def _whole(self, values: NDArray[Any]) -> int:
        whole = _aligned(values)
        self.kept.append(whole)
        return _address(whole)

    def _spaced(
        self, values: NDArray[Any], kind: type[np.signedinteger], shape: tuple[int, ...]
    ) -> tuple[int, list[int]]:
        """Return where a table is, and how far apart the places of each axis are.

        An axis of length 1 stands for one of any length.
        """
        table = _aligned(np.asarray(values, kind))
        if table.ndim != len(shape):
            raise ValueError(f"a table of {table.ndim} axes, not of {len(shape)}")
        spaces = []
        for size, wanted, step in zip(table.shape, shape, table.strides, strict=True):
            if size < wanted and size != 1:
                raise ValueError(f"a table of {table.shape} is smaller than {shape}")
            spaces.append(step // table.itemsize if size > 1 else 0)
        self.kept.append(table)
        return _address(table), spaces

    def _round(self, played: Round) -> CStage:
        first = len(self.orders)
        widest_a = widest_b = 1
        for order in played.orders:
            strikes = [self._strike_once(one) for one in order.strikes]
            self.orders.append(COrder(order.weight, len(self.blows), len(strikes)))
            self.blows += strikes
            lost_a = sum(one.most - 1 for one in strikes if one.by_b)
            lost_b = sum(one.most - 1 for one in strikes if not one.by_b)
            widest_a, widest_b = max(widest_a, lost_a + 1), max(widest_b, lost_b + 1)
        return CStage(
            first=first,
            count=len(played.orders),
            widest_a=min(widest_a, self.size_a),
            widest_b=min(widest_b, self.size_b),
            tally=self._tally_once(played.classify, widest_a, widest_b),
            toll=None if played.toll is None else self._toll(played.toll, played),
            table=self._floats(played.table),
            rows=len(played.table),
            ways=len(played.leads),
            leads=self._ints(np.array(_used(played))),
        )

    def _strike_once(self, strike: Strike) -> CBlow:
        """Return a strike, laid out once for all rounds that share it."""
        known = self.strikes.get(id(strike))
        if known is None:
            known = self.strikes[id(strike)] = self._strike(strike)
        return known

    def _strike(self, strike: Strike) -> CBlow:
        by_b = strike.side == "b"
        own, other = (self.size_a, self.size_b)[:: -1 if by_b else 1]
        kernels = strike.kernels
        if isinstance(kernels, Falls):
            laid = self._falls(kernels, other)
        else:
            laid = self._stack(strike.stack(other), other)
        shape = own, other, own, other
        which, stride = self._spaced(strike.which, np.int32, shape)
        added, added_stride = self._spaced(strike.added, np.int32, shape)
        return CBlow(
            by_b=int(by_b),
            joins=int(strike.joins),
            which=which,
            stride=Four(*stride),
            added=added,
            added_stride=Four(*added_stride),
            **laid,
        )

    def _stack(self, stack: Floats, other: int) -> dict[str, Any]:
        """Return kernels against a side of so many states, as a blow has them."""
        kernels, targets, most = stack.shape
        check_kernels(targets, most, other)
        return {
            "stack": self._floats(stack),
            "stack_stride": Two(targets * most, most),
            "kernels": kernels,
            "targets": targets,
            "most": most,
        }

    def _falls(self, falls: Falls, other: int) -> dict[str, Any]:
        """Return the same of kernels without the losses that no state can have."""
        begins, losses = places_of(falls.digits)
        kernels, places = falls.chances.shape
        check_falls(falls, other)
        self.kept += [begins, losses]
        return {
            "stack": self._floats(falls.chances),
            "stack_stride": Two(places, 0),
            "kernels": kernels,
            "targets": other,
            "most": falls.most + 1,
            "begins": _address(begins),
            "losses": _address(losses),
        }

    def _toll(self, toll: Toll, played: Round) -> int:
        sizes = self.size_a, self.size_b
        check_toll(toll, sizes, played.table.shape[1] - len(played.leads))
        known = [np.zeros((1, 1, 1)) if one is None else one for one in toll.prices]
        prices = [None if one is None else self._floats(one) for one in toll.prices]
        turns = np.broadcast_to(toll.turns, (len(played.leads), *sizes))
        laid = CToll(
            first=self._ints(toll.first),
            second=self._ints(toll.second),
            price=(c_void_p * 2)(*prices),
            points=Two(*(len(one) for one in known)),
            targets=Two(*(one.shape[1] for one in known)),
            width=Two(*(one.shape[2] for one in known)),
            reach=(c_void_p * 2)(*(self._ints(_reach(one)) for one in known)),
            gone=Two(*toll.gone),
            turns=self._floats(turns),
        )
        self.kept.append(laid)
        return ctypes.addressof(laid)

    def _tally_once(self, sorting: Classify, lost_a: int, lost_b: int) -> CTally:
        """Return a tally, laid out once for all rounds that share it."""
        key = id(sorting), min(lost_a, self.size_a), min(lost_b, self.size_b)
        if key not in self.tallies:
            self.kept.append(sorting)
            self.tallies[key] = self._tally(sorting, lost_a, lost_b)
        return self.tallies[key]

    def _tally(self, sorting: Classify, lost_a: int, lost_b: int) -> CTally:
        lost_a, lost_b = min(lost_a, self.size_a), min(lost_b, self.size_b)
        sizes = (self.size_a, self.size_b)
        if not isinstance(sorting, LossTally):
            shape = (*sizes, lost_a, lost_b)
            grid = np.ogrid[tuple(slice(size) for size in shape)]
            dense, stride = self._spaced(sorting(*grid), np.int64, shape)
            return CTally(dense=dense, dense_stride=Four(*stride))
        check_tally(sorting, sizes)
        first, first_stride = self._spaced(sorting.first, np.int64, (*sizes, lost_a))
        second, second_stride = self._spaced(sorting.second, np.int64, (*sizes, lost_b))
        return CTally(
            first=first,
            first_stride=Three(*first_stride),
            second=second,
            second_stride=Three(*second_stride),
            pair=self._ints(sorting.pair),
            shift=self._ints(sorting.shift),
            instead=self._ints(sorting.instead),
            low=sorting.low,
            sums=len(sorting.classes),
            classes=self._ints(sorting.classes),
        )


def _reach(price: Floats) -> Ints:
    """Return by points the most that is lost for them, and one [states]."""
    lost = price.any(axis=1)
    found: Ints = np.where(lost, np.arange(1, lost.shape[1] + 1), 1).max(axis=1)
    return found


def _used(played: Round) -> list[int]:
    """Return the round that each way leads to, -1 for a way that is never taken."""
    leads = list(played.leads)
    if len(leads) == 1:
        return leads
    ways: list[Any] = list(played.table.T if played.toll is None else played.toll.turns)
    return [place if ways[way].any() else -1 for way, place in enumerate(leads)]


def _layout_of(fight: Fight) -> _Layout:
    """Return the rounds of a fight laid out: as they were before, if they were."""
    _, size_a, size_b = fight.start.shape
    known = fight.laid_out.get((size_a, size_b))
    if isinstance(known, _Layout):
        return known
    check_rounds(fight.rounds)
    found = _Layout(fight.rounds, size_a, size_b)
    fight.laid_out[size_a, size_b] = found
    return found


def _aligned(values: NDArray[Any]) -> NDArray[Any]:
    """Return values that lie at whole multiples of their size: a copy if need be."""
    return values if values.flags.aligned else values.copy()


def _address(values: NDArray[Any]) -> int:
    address: int = values.__array_interface__["data"][0]
    return address
