"""Losses after one blow, of many courses of a round at a time."""

import ctypes

import numpy as np

from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.native.bindings import Kernel, struck_kernel
from rulesets.odds.native.structures import CStruck
from rulesets.odds.volley import Floats, Ints


def struck(
    blow: Blow, moment: RoundMoment, chances: Floats, unlikely: float = 0.0
) -> Floats:
    """Return the chances of losses after a blow.

    Parameters
    ----------
    blow : Blow
    moment : RoundMoment
        The wounds before it.
    chances : ndarray
        ``[course, lost of track 0, ...]`` before it [chance].
    unlikely : float
        The greatest losses are left out where all together are less likely [chance].

    Raises
    ------
    IndexError
        If there are more dice, or more wounds left, than its kernels know.
    """
    dice = blow.dice(moment)
    if not dice.any():
        return chances
    left = np.maximum(moment.raw(moment.tracks[blow.track]) + blow.spare, 0)
    dice, left = _known(blow, dice, left, chances)
    most_dice, most_left = int(dice.max()), int(left.max())
    able = blow.kernels[: most_dice + 1, : most_left + 1].any(axis=(0, 1))
    most = int(np.flatnonzero(able).max(initial=0))
    axis = blow.track + 1
    kernel = struck_kernel()
    if kernel is None:
        found = _by_numpy(blow, dice, left, chances, most)
    else:
        found = _by_kernel(kernel, blow, dice, left, chances, most)
    return _trimmed(found, axis, unlikely)


def _known(blow: Blow, dice: Ints, left: Ints, chances: Floats) -> tuple[Ints, Ints]:
    """Return the dice and the wounds left of a blow, as far as its kernels know them.

    Losses that cannot be may have others: there they are none.
    """
    if _are_known(blow, dice, left):
        return dice, left
    dice, left = np.where(chances > 0, dice, 0), np.where(chances > 0, left, 0)
    if not _are_known(blow, dice, left):
        raise IndexError("more dice, or more wounds, than a blow knows of")
    return dice, left


def _are_known(blow: Blow, dice: Ints, left: Ints) -> bool:
    dice_known, wounds_known, _ = blow.kernels.shape
    return bool(dice.max() < dice_known and left.max() < wounds_known)


def _by_numpy(blow: Blow, dice: Ints, left: Ints, chances: Floats, most: int) -> Floats:
    axis = blow.track + 1
    found = _wider(chances, axis, most)
    for lost in range(most + 1):
        share = blow.kernels[dice, left, lost]
        if share.any():
            place: list[slice] = [slice(None)] * chances.ndim
            place[axis] = slice(lost, lost + chances.shape[axis])
            found[tuple(place)] += chances * share
    return found


def _by_kernel(
    kernel: Kernel, blow: Blow, dice: Ints, left: Ints, chances: Floats, most: int
) -> Floats:
    axis = blow.track + 1
    found = _wider(chances, axis, most)
    lefts, width = blow.kernels.shape[1:]
    kernels = np.ascontiguousarray(blow.kernels)
    held = np.ascontiguousarray(chances)
    row = np.empty(chances.shape, dtype=np.int64)
    np.add(dice * lefts, left, out=row)
    told = CStruck(
        before=int(np.prod(chances.shape[:axis])),
        size=chances.shape[axis],
        behind=int(np.prod(chances.shape[axis + 1 :])),
        most=most,
        lefts=lefts,
        width=width,
        chances=held.ctypes.data,
        row=row.ctypes.data,
        kernels=kernels.ctypes.data,
        found=found.ctypes.data,
    )
    kernel(ctypes.byref(told))
    return found


def _wider(chances: Floats, axis: int, most: int) -> Floats:
    shape = [*chances.shape]
    shape[axis] += most
    return np.zeros(shape)


def _trimmed(chances: Floats, axis: int, unlikely: float) -> Floats:
    """Leave out the greatest losses where they have no chance, or an unlikely one."""
    others = tuple(one for one in range(chances.ndim) if one != axis)
    if unlikely:
        tails = chances.sum(axis=others)[::-1].cumsum()[::-1]
        some = np.flatnonzero(tails > unlikely)
    else:
        some = np.flatnonzero(chances.any(axis=others))
    place: list[slice] = [slice(None)] * chances.ndim
    place[axis] = slice(0, int(some.max(initial=0)) + 1)
    return chances[tuple(place)]
