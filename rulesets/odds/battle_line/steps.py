"""Steps of a round, and how they are laid out for a compiled kernel."""

import ctypes
from array import array

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import WHY, laid_kernel
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.native.structures import CLaid, CStep


class Does:
    """Kinds of steps, as `enum does` of the kernel; it makes others itself.

    A loss is that of a track at the moment when it is asked for.
    """

    START = 0
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
    LOSS = 17


Step = tuple[int, int, int, int, int]
"""Its kind, the places of the steps whose values it takes (-1 for none), a number."""

Places = NDArray[np.int32]
"""Places of steps."""

ROOM = 4096
"""Steps of a round that there is room for at first."""


def laid_out(
    written: "array[int]",
    sizes: tuple[int, int],
    blows: tuple[Places, Places],
    wants: Places,
) -> tuple[NDArray[np.int32], int]:
    """Return steps as the kernel takes them, and how many registers they need.

    Parameters
    ----------
    written : array
        All steps that were written down, one after the other.
    sizes : (int, int)
        How many tracks and pools there are.
    blows : (ndarray, ndarray)
        Of each blow of a round, the place of the row that it draws from, and the track
        that it raises.
    wants : ndarray
        Places of the values that are told at its end, in their order; those of pools
        first, which are left out where nothing can change them.

    Raises
    ------
    KernelError
        If there is no kernel, or it gave up.
    """
    kernel, width = laid_kernel(), len(CStep._fields_)
    if kernel is None:
        raise KernelError("there is none")
    told = np.array([ROOM, 0], dtype=np.int64)
    rows = np.empty((0, width), dtype=np.int32)
    while len(rows) < told[0]:
        rows = np.empty((told[0], width), dtype=np.int32)
        laid = CLaid(
            count=len(written) // (width - 1),
            tracks=sizes[0],
            blows=len(blows[0]),
            wanted=len(wants),
            pools=sizes[1],
            room=len(rows),
            written=written.buffer_info()[0],
            rows=blows[0].ctypes.data,
            raises=blows[1].ctypes.data,
            wants=wants.ctypes.data,
            step=rows.ctypes.data,
            told=told.ctypes.data,
        )
        failed = kernel(ctypes.byref(laid))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
    return rows[: told[0]].copy(), int(told[1])
