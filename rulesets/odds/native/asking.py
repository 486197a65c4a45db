"""Asks the compiled kernel: lays a plan out in memory, its shapes checked."""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.chain import PRUNED, SHOWN_ROUNDS, STALLED, Story
from rulesets.odds.native.library import (
    WHY,
    CBlow,
    COrder,
    CProblem,
    CStage,
    CTally,
    Four,
    Kernel,
    Three,
    kernel,
)
from rulesets.odds.plan import Fall, Leg, Told
from rulesets.odds.round import Classify
from rulesets.odds.tally import Tally
from rulesets.odds.volley import Floats, Ints

SMALLEST = 1e-300
"""What is no more than this is nothing."""


class KernelError(ArithmeticError):
    """The compiled kernel gave up: a mistake of ours, or no memory."""


def tell(
    start: Floats,
    legs: Sequence[Leg],
    rounds: int | None,
    *,
    leak: float = 0.0,
    endless: float = np.inf,
) -> Told:
    """Return how a fight goes, as the compiled kernel works it out.

    Parameters
    ----------
    start : ndarray
        ``[leg, a, b]``: chance to begin so [chance].
    legs : sequence of Leg
    rounds : int, optional
        Rounds fought at most; none until it is over.
    leak, endless : float
        See `rulesets.odds.staged`; without a leak a place that nothing leaves is found
        as in `rulesets.odds.chain`.

    Raises
    ------
    KernelError
        If there is no kernel, or it gave up.
    """
    found = kernel()
    if found is None:
        raise KernelError("it was not built, or is switched off")
    return _Question(start, legs, rounds, leak, endless).asked(found)


class _Question:
    """A plan laid out in memory; it keeps alive what the kernel points to."""

    def __init__(
        self,
        start: Floats,
        legs: Sequence[Leg],
        rounds: int | None,
        leak: float,
        endless: float,
    ) -> None:
        count, self.size_a, self.size_b = start.shape
        _check(legs, count)
        self.kept: list[object] = []
        self.blows: list[CBlow] = []
        self.orders: list[COrder] = []
        stages = [self._leg(leg) for leg in legs]
        shown = SHOWN_ROUNDS if rounds is None else rounds
        kinds = legs[0].table.shape[1] - len(legs[0].leads)
        self.outcomes = np.zeros(kinds)
        self.by_round = np.zeros((shown, kinds))
        self.final = np.zeros((self.size_a, self.size_b))
        self.dealt_by_a = np.zeros((self.size_b, self.size_b))
        self.dealt_by_b = np.zeros((self.size_a, self.size_a))
        self.first = np.zeros(max(len(leg.table) for leg in legs))
        self.told = np.zeros(4)
        self.shown = np.zeros(1, dtype=np.int64)
        self.problem = CProblem(
            size_a=self.size_a,
            size_b=self.size_b,
            stages=len(legs),
            kinds=kinds,
            rounds=shown,
            unlimited=int(rounds is None),
            pruned=PRUNED,
            stalled_below=SMALLEST if leak else STALLED,
            leak=leak,
            endless=endless,
            stage=self._row(CStage, stages),
            order=self._row(COrder, self.orders),
            blow=self._row(CBlow, self.blows),
            start=self._floats(start),
            outcomes=_address(self.outcomes),
            by_round=_address(self.by_round),
            final=_address(self.final),
            dealt_by_a=_address(self.dealt_by_a),
            dealt_by_b=_address(self.dealt_by_b),
            first=_address(self.first),
            told=_address(self.told),
            shown=_address(self.shown),
        )

    def asked(self, found: Kernel) -> Told:
        failed = found(ctypes.byref(self.problem))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
        undecided, stalled, rounds, dropped = self.told.tolist()
        story = Story(
            outcomes=self.outcomes,
            by_round=self.by_round[: int(self.shown[0])],
            undecided=undecided,
            stalled=stalled,
            final=self.final,
            rounds=rounds,
            dropped=dropped,
        )
        return Told(story, self.dealt_by_a, self.dealt_by_b, self.first)

    def _row(self, kind: type[ctypes.Structure], values: list[Any]) -> int:
        row = (kind * len(values))(*values)
        self.kept.append(row)
        return ctypes.addressof(row)

    def _floats(self, values: Floats) -> int:
        return self._whole(np.ascontiguousarray(values, dtype=np.float64))

    def _ints(self, values: Ints) -> int:
        return self._whole(np.ascontiguousarray(values, dtype=np.int64))

    def _whole(self, values: NDArray[Any]) -> int:
        self.kept.append(values)
        return _address(values)

    def _spaced(self, values: Ints, shape: tuple[int, ...]) -> tuple[int, list[int]]:
        """Return where whole numbers are, and how far apart those of each axis."""
        values = np.asarray(values, dtype=np.int64)
        if any(size < wanted for size, wanted in zip(values.shape, shape, strict=True)):
            raise ValueError(f"a table of {values.shape} is smaller than {shape}")
        self.kept.append(values)
        return _address(values), [step // values.itemsize for step in values.strides]

    def _leg(self, leg: Leg) -> CStage:
        first = len(self.orders)
        widest_a = widest_b = 1
        for weight, falls in leg.courses:
            self.orders.append(COrder(weight, len(self.blows), len(falls)))
            self.blows += [self._fall(fall) for fall in falls]
            most_a, most_b = _most(falls)
            widest_a, widest_b = max(widest_a, most_a), max(widest_b, most_b)
        return CStage(
            first=first,
            count=len(leg.courses),
            widest_a=min(widest_a, self.size_a),
            widest_b=min(widest_b, self.size_b),
            tally=self._tally(leg.classify, widest_a, widest_b),
            table=self._floats(leg.table),
            rows=len(leg.table),
            ways=len(leg.leads),
            leads=self._ints(np.array(leg.leads)),
        )

    def _fall(self, fall: Fall) -> CBlow:
        own, other = (self.size_a, self.size_b)[:: -1 if fall.by_b else 1]
        kernels, targets, most = fall.stack.shape
        if targets != other:
            raise ValueError(f"kernels for {targets} states, not for {other}")
        which, stride = self._spaced(fall.which, (own, other, own, other))
        return CBlow(
            by_b=int(fall.by_b),
            joins=int(fall.joins),
            which=which,
            stride=Four(*stride),
            stack=self._floats(fall.stack),
            kernels=kernels,
            targets=targets,
            most=most,
        )

    def _tally(self, sorting: Classify, lost_a: int, lost_b: int) -> CTally:
        lost_a, lost_b = min(lost_a, self.size_a), min(lost_b, self.size_b)
        sizes = (self.size_a, self.size_b)
        if not isinstance(sorting, Tally):
            shape = (*sizes, lost_a, lost_b)
            grid = np.ogrid[tuple(slice(size) for size in shape)]
            dense, stride = self._spaced(np.broadcast_to(sorting(*grid), shape), shape)
            return CTally(dense=dense, dense_stride=Four(*stride))
        if any(
            table.shape != sizes
            for table in (sorting.pair, sorting.shift, sorting.instead)
        ):
            raise ValueError(f"a tally for other sides than of {sizes} states")
        first, first_stride = self._spaced(sorting.first, (*sizes, lost_a))
        second, second_stride = self._spaced(sorting.second, (*sizes, lost_b))
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


def _check(legs: Sequence[Leg], count: int) -> None:
    """Stop at legs that do not belong together: a mistake of ours."""
    if len(legs) != count:
        raise ValueError(f"a start in {count} legs, and {len(legs)} of them")
    kinds = {leg.table.shape[1] - len(leg.leads) for leg in legs}
    if len(kinds) != 1 or kinds.pop() < 1:
        raise ValueError("legs end with different outcomes, or with none")
    if any(not -1 <= place < count for leg in legs for place in leg.leads):
        raise ValueError("a way leads to a leg that is not there")


def _most(falls: Sequence[Fall]) -> tuple[int, int]:
    """Return the most that both sides can lose to some attacks, and one."""
    lost_a = sum(fall.stack.shape[2] - 1 for fall in falls if fall.by_b)
    lost_b = sum(fall.stack.shape[2] - 1 for fall in falls if not fall.by_b)
    return lost_a + 1, lost_b + 1


def _address(values: NDArray[Any]) -> int:
    address: int = values.__array_interface__["data"][0]
    return address
