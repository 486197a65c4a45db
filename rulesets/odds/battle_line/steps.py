"""Steps of a round, and how they are laid out for a compiled kernel."""

import ctypes
from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import WHY, CLaid, CStep, laid_kernel
from rulesets.odds.native.marshal import KernelError


class Does:
    """Kinds of steps, as `enum does` of the kernel.

    A loss is named by its track and how many blows raised it; the kernel knows none.
    """

    START = 0
    DRAW = 1
    ADD = 2
    SUBTRACT = 3
    TIMES = 4
    LESSER = 5
    GREATER = 6
    EQUAL = 7
    BELOW = 8
    EITHER = 9
    DIVIDE = 10
    CHOOSE = 11
    LOOK = 12
    NUMBER = 13
    LOSS = -1


Step = tuple[int, int, int, int, int]
"""Its kind, the places of the steps whose values it takes (-1 for none), a number."""


def laid_out(
    written: "array[int]",
    named: Iterable[tuple[int, Step]],
    draws: Sequence[int],
    stored: Sequence[int],
) -> tuple[NDArray[np.int32], int]:
    """Return steps as the kernel takes them, and how many registers they need.

    Parameters
    ----------
    written : array
        All steps that were written down, one after the other.
    named : iterable of (int, Step)
        What stands at the places of what was named.
    draws : sequence of int
        Places of the draws of a round, in the order of its blows.
    stored : sequence of int
        Places of the values that are told, in their order.

    Raises
    ------
    KernelError
        If there is no kernel, or it gave up.
    """
    kernel, width = laid_kernel(), len(CStep._fields_)
    if kernel is None:
        raise KernelError("there is none")
    count = len(written) // (width - 1)
    for place, step in named:
        written[place * len(step) : (place + 1) * len(step)] = array("i", step)
    wants = np.array([*draws, *stored], dtype=np.int32)
    rows = np.empty((count + len(wants), width), dtype=np.int32)
    told = np.zeros(2, dtype=np.int64)
    laid = CLaid(
        count=count,
        draws=len(draws),
        wanted=len(wants),
        written=written.buffer_info()[0],
        wants=wants.ctypes.data,
        step=rows.ctypes.data,
        told=told.ctypes.data,
    )
    failed = kernel(ctypes.byref(laid))
    if failed:
        raise KernelError(WHY.get(failed, "an unknown reason"))
    return rows[: told[0]].copy(), int(told[1])
