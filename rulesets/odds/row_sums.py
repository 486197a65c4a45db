"""Sums of many rows of chances, each taken with a share; equal numbers told apart."""

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import gathered_kernel, numbered_kernel
from rulesets.odds.native.structures import CGathered, CNumbered
from rulesets.odds.volley import Floats, Ints

FEW = 1 << 14
"""Numbers that lie no farther apart are told apart by a table."""


def told_apart(kinds: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return where each kind comes first, in that order, and each one's number there.

    Examples
    --------
    >>> [found.tolist() for found in told_apart(np.array([7, 3, 7, 5]))]
    [[0, 1, 3], [0, 1, 0, 2]]
    """
    if not len(kinds):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    least = int(kinds.min())
    span = int(kinds.max()) - least + 1
    if span == 1:
        return np.zeros(1, np.int64), np.zeros(len(kinds), np.int64)
    if span > FEW:
        known = _by_kernel(kinds)
        if known is not None:
            return known
        _, kinds = np.unique(kinds, return_inverse=True)
        least, span = 0, len(kinds)
    places = np.arange(len(kinds))
    at = kinds - least if least else kinds.astype(np.int64, copy=False)
    first = np.empty(span, np.int64)
    first[at[::-1]] = places[::-1]
    of_each = first[at]
    (firsts,) = (of_each == places).nonzero()
    number = np.empty(len(kinds), np.int64)
    number[firsts] = places[: len(firsts)]
    return firsts, number[of_each]


def spread_out(begins: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of some ranges one after the other, each with its range's.

    Examples
    --------
    >>> of, number = spread_out(np.array([4, 7]), np.array([6, 8]))
    >>> of.tolist(), number.tolist()
    ([0, 0, 1], [4, 5, 7])
    """
    many = ends - begins
    of = np.repeat(np.arange(len(many)), many)
    number: Ints = np.arange(len(of)) + (begins - (many.cumsum() - many))[of]
    return of, number


def _by_kernel(kinds: NDArray[Any]) -> tuple[Ints, Ints] | None:
    """Return what `told_apart` does, if the kernel is there."""
    kernel = numbered_kernel()
    if kernel is None:
        return None
    keys = np.ascontiguousarray(kinds, dtype=np.int64)
    room = 1 << (2 * len(keys)).bit_length()
    table = np.full(room, -1, np.int64)
    first, number = np.empty_like(keys), np.empty_like(keys)
    told = CNumbered(
        count=len(keys),
        room=room,
        key=keys.ctypes.data,
        table=table.ctypes.data,
        first=first.ctypes.data,
        number=number.ctypes.data,
    )
    kernel(ctypes.byref(told))
    return first[: told.kinds], number


def gather(
    found: Floats, places: Ints, live: Floats, rows: Ints, shares: Floats
) -> None:
    """Add rows of chances with their shares to those in some places.

    Parameters
    ----------
    found : ndarray
        ``[place, ...]``, added to [chance].
    places : ndarray of int
        Where each is added.
    live : ndarray
        ``[row, ...]`` [chance].
    rows : ndarray of int
        The row of each.
    shares : ndarray
        The share of each [chance].
    """
    if not len(places):
        return
    kernel = gathered_kernel()
    if kernel is not None:
        held = [np.ascontiguousarray(one, np.int64) for one in (places, rows)]
        given = [np.ascontiguousarray(one, np.float64) for one in (shares, live)]
        told = CGathered(
            count=len(places),
            cells=int(np.prod(live.shape[1:])),
            place=held[0].ctypes.data,
            row=held[1].ctypes.data,
            share=given[0].ctypes.data,
            live=given[1].ctypes.data,
            found=found.ctypes.data,
        )
        kernel(ctypes.byref(told))
        return
    order = np.argsort(places, kind="stable")
    several = np.bincount(places)
    there = np.flatnonzero(several)
    starts = np.cumsum(several[there]) - several[there]
    flat = live.reshape(len(live), -1)
    parts = flat[rows[order]] * shares[order][:, None]
    if len(there) < len(order):
        parts = np.add.reduceat(parts, starts, axis=0)
    found.reshape(len(found), -1)[there] += parts
