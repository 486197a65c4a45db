"""Models under the templates of stones, at targets of every size at once."""

from collections.abc import Sequence
from ctypes import byref

import numpy as np

from rulesets.games.warhammer.combat.shots.landings import (
    INCH,
    Layout,
    Shot,
    binomial_row,
    stone_landings,
    strayed,
)
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.native.bindings import Kernel, covered_kernel
from rulesets.odds.native.structures import CCovered
from rulesets.odds.volley import Floats


def stones_landed(
    layouts: Sequence[Layout],
    shots: Sequence[Shot],
    diameter: int,
    misfires: float,
    steers: int = 0,
) -> Floats:
    """Return the models hit under a template, aimed at the middle model of each target.

    Parameters
    ----------
    layouts, shots : sequence
        Targets, and how the player guesses at each of them.
    diameter, misfires, steers
        As in `stone_landings`.

    Returns
    -------
    ndarray
        ``[centre, target, k]``: chance that so many models are under the middle, none
        or one, and k others are hit [chance].
    """
    kernel = covered_kernel()
    if kernel is None:
        return _one_by_one(layouts, shots, (diameter, misfires, steers))
    found = _together(kernel, layouts, shots, diameter, steers)
    found *= 1 - misfires
    found[0, :, 0] += misfires
    most = int(np.flatnonzero(found.any(axis=(0, 1)))[-1])
    return found[:, :, : most + 1]


def _one_by_one(
    layouts: Sequence[Layout], shots: Sequence[Shot], steered: tuple[int, float, int]
) -> Floats:
    rows = [stone_landings(*one, *steered) for one in zip(layouts, shots, strict=True)]
    longest = max(len(row) for one in rows for row in one)
    found = np.zeros((2, len(rows), longest))
    for target, one in enumerate(rows):
        for centre, row in enumerate(one):
            found[centre, target, : len(row)] = row
    return found


def _together(
    kernel: Kernel,
    layouts: Sequence[Layout],
    shots: Sequence[Shot],
    diameter: int,
    steers: int,
) -> Floats:
    """Return the same of stones that do not misfire."""
    each = zip(layouts, shots, strict=True)
    guesses = [shot.guesses(layout.middle / INCH) for layout, shot in each]
    aims = np.array(guesses, dtype=np.float64) * INCH
    layout = np.array(layouts, dtype=np.int64)
    place, room = strayed(steers), int(layout[:, 0].max()) + 1
    some = _some_hit(room)
    found = np.zeros((2, len(layout), room))
    told = CCovered(
        count=len(layout),
        aims=aims.shape[1],
        places=len(place),
        room=room,
        radius=diameter * INCH / 2,
        layout=layout.ctypes.data,
        aim=aims.ctypes.data,
        place=place.ctypes.data,
        some=some.ctypes.data,
        found=found.ctypes.data,
    )
    if kernel(byref(told)):
        raise MemoryError
    found /= aims.shape[1]
    return found


@kept_arrays(megabytes=1)
def _some_hit(room: int) -> Floats:
    """Return ``[partly, hit]``: chances of hits among models partly under it."""
    found = np.zeros((room, room))
    for partly in range(room):
        found[partly, : partly + 1] = binomial_row(partly)
    return found
