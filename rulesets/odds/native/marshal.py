"""Asks the compiled kernel: lays a plan out in memory, its shapes checked."""

import ctypes
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.chain import PRUNED, SHOWN_ROUNDS, STALLED, Story
from rulesets.odds.fight.model import ENDLESS, Fight, FightResult
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
from rulesets.odds.tally import Classify, LossTally
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
    ValueError
        If the parts of the plan do not fit each other.

    Notes
    -----
    The kernel trusts what it is told of memory: whatever it could read or write past
    its end is refused here.
    """
    found = kernel()
    if found is None:
        raise KernelError("it was not built, or is switched off")
    _check(start, legs, rounds)
    return _Question(start, legs, rounds, leak, endless).asked(found)


def play(fight: Fight) -> FightResult:
    """Return how a fight goes, as the compiled kernel solves it; see `tell`."""
    _, size_a, size_b = fight.start.shape
    sizes = {"a": size_b, "b": size_a}
    legs = [
        Leg(
            [
                (
                    order.weight,
                    [
                        Fall(
                            one.side == "b",
                            one.which,
                            one.stack(sizes[one.side]),
                            one.joins,
                        )
                        for one in order.strikes
                    ],
                )
                for order in played.orders
            ],
            played.classify,
            played.table,
            tuple(
                place if played.table[:, way].any() else -1
                for way, place in enumerate(played.leads)
            ),
        )
        for played in fight.rounds
    ]
    endless = ENDLESS if fight.leak else np.inf
    told = tell(fight.start, legs, fight.limit, leak=fight.leak, endless=endless)
    story = told.story
    return FightResult(
        story.outcomes,
        story.by_round,
        story.undecided,
        story.stalled,
        story.final,
        story.rounds,
        story.dropped,
        told.dealt_by_a,
        told.dealt_by_b,
        told.first,
        error=story.dropped,
    )


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
        _, self.size_a, self.size_b = start.shape
        self.kept: list[object] = []
        self.blows: list[CBlow] = []
        self.orders: list[COrder] = []
        stages = [self._leg(leg) for leg in legs]
        shown = SHOWN_ROUNDS if rounds is None else rounds
        kinds = legs[0].table.shape[1] - len(legs[0].leads)
        self.shown = ctypes.c_int64(0)
        self.answers = self._room(
            {
                "outcomes": (kinds,),
                "by_round": (shown, kinds),
                "final": (self.size_a, self.size_b),
                "dealt_by_a": (self.size_b, self.size_b),
                "dealt_by_b": (self.size_a, self.size_a),
                "first": (max(len(leg.table) for leg in legs),),
                "told": (4,),
            }
        )
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
            shown=ctypes.addressof(self.shown),
            **self.places,
        )

    def _room(self, shapes: dict[str, tuple[int, ...]]) -> dict[str, Floats]:
        """Return arrays of zeros, one behind the other; note where they are."""
        sizes = [prod(shape) for shape in shapes.values()]
        whole = np.zeros(sum(sizes))
        self.kept.append(whole)
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

    def asked(self, found: Kernel) -> Told:
        failed = found(ctypes.byref(self.problem))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
        found_of = self.answers
        undecided, stalled, rounds, dropped = found_of["told"].tolist()
        story = Story(
            outcomes=found_of["outcomes"],
            by_round=found_of["by_round"][: self.shown.value],
            undecided=undecided,
            stalled=stalled,
            final=found_of["final"],
            rounds=rounds,
            dropped=dropped,
        )
        dealt = found_of["dealt_by_a"], found_of["dealt_by_b"]
        return Told(story, *dealt, found_of["first"])

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
        if not 1 <= targets <= other:
            raise ValueError(f"kernels for {targets} states, not for {other}")
        if most < 1:
            raise ValueError("kernels that do not say what is lost")
        which, stride = self._spaced(fall.which, np.int32, (own, other, own, other))
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
        if not isinstance(sorting, LossTally):
            shape = (*sizes, lost_a, lost_b)
            grid = np.ogrid[tuple(slice(size) for size in shape)]
            dense, stride = self._spaced(sorting(*grid), np.int64, shape)
            return CTally(dense=dense, dense_stride=Four(*stride))
        if any(
            table.shape != sizes
            for table in (sorting.pair, sorting.shift, sorting.instead)
        ):
            raise ValueError(f"a tally for other sides than of {sizes} states")
        if sorting.classes.ndim != 1 or not len(sorting.classes):
            raise ValueError("a tally of no classes")
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


def _check(start: Floats, legs: Sequence[Leg], rounds: int | None) -> None:
    """Stop at what is no plan: a mistake of ours."""
    if start.ndim != 3 or not start.size:
        raise ValueError(f"a start of the shape {start.shape} has no states")
    if rounds is not None and rounds < 1:
        raise ValueError(f"a fight of {rounds} rounds")
    if len(legs) != len(start):
        raise ValueError(f"a start in {len(start)} legs, and {len(legs)} of them")
    kinds = {_kinds(leg, len(legs)) for leg in legs}
    if len(kinds) != 1 or kinds.pop() < 1:
        raise ValueError("legs end with different outcomes, or with none")


def _kinds(leg: Leg, count: int) -> int:
    """Return how many outcomes one of so many legs has."""
    if leg.table.ndim != 2:
        raise ValueError(f"a table of classes has 2 axes, not {leg.table.ndim}")
    if any(not -1 <= place < count for place in leg.leads):
        raise ValueError("a way leads to a leg that is not there")
    for _, falls in leg.courses:
        _check_joined(falls)
    kinds: int = leg.table.shape[1] - len(leg.leads)
    return kinds


def _check_joined(falls: Sequence[Fall]) -> None:
    """Stop at attacks that join anything but a blow of the other side."""
    if falls and falls[0].joins:
        raise ValueError("attacks join a blow that is not there")
    for before, fall in pairwise(falls):
        if fall.joins and (before.joins or before.by_b == fall.by_b):
            raise ValueError("attacks join no blow of the other side")


def _most(falls: Sequence[Fall]) -> tuple[int, int]:
    """Return the most that both sides can lose to some attacks, and one."""
    lost_a = sum(fall.stack.shape[2] - 1 for fall in falls if fall.by_b)
    lost_b = sum(fall.stack.shape[2] - 1 for fall in falls if not fall.by_b)
    return lost_a + 1, lost_b + 1


def _aligned(values: NDArray[Any]) -> NDArray[Any]:
    """Return values that lie at whole multiples of their size: a copy if need be."""
    return values if values.flags.aligned else values.copy()


def _address(values: NDArray[Any]) -> int:
    address: int = values.__array_interface__["data"][0]
    return address
