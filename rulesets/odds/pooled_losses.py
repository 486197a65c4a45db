"""The losses of a company by pools of wounds, from the compiled kernel.

It meets of each state only those that no group gained anything to reach, and needs no
table of all states in all cases, which `rulesets.odds.company` makes with NumPy.
"""

import ctypes
from collections.abc import Sequence
from math import prod

import numpy as np

from rulesets.odds.company import MOST_HELD, Company, moves_of_groups, rows_of_stacks
from rulesets.odds.falls import places_of
from rulesets.odds.native.bindings import Kernel, pooled_kernel
from rulesets.odds.native.structures import CPooled
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.wound_pool import Dealt

Pool = tuple[Ints, Sequence[Dealt], Floats]
"""The places of some volleys, the wounds of their kinds, and how these come together.

The last are ``[volley, case]`` as `rulesets.odds.company.pooled` has them, flat.
"""


def pooled_losses(
    company: Company, volleys: int, pools: Sequence[Pool]
) -> Floats | None:
    """Return ``[volley, s, i]``: chance that state s falls by i.

    The last axis is as long as the most that can be lost, and one. None if the kernel
    is not there, or the groups of a stack do not follow each other.
    """
    kernel = pooled_kernel()
    if kernel is None or not company.in_order:
        return None
    size = company.states
    found = np.zeros((volleys, size, size))
    most = max((_add(kernel, company, pool, found) for pool in pools), default=0)
    return found if most == size - 1 else found[..., : most + 1].copy()


def pooled_falls(company: Company, volleys: int, pools: Sequence[Pool]) -> Floats:
    """Return ``[volley, place]`` by the `places_of` the digits of a company.

    Raises
    ------
    ValueError
        If the kernel is not there, or the company has no digits.
    """
    kernel = pooled_kernel()
    if kernel is None or not company.digits:
        raise ValueError("only the kernel leaves out what cannot be lost")
    begins, losses = places_of(company.digits)
    found = np.zeros((volleys, len(losses)))
    for pool in pools:
        _add(kernel, company, pool, found, begins)
    return found


def _add(
    kernel: Kernel,
    company: Company,
    pool: Pool,
    found: Floats,
    begins: Ints | None = None,
) -> int:
    """Put what some volleys do where they are, and return the most that is lost.

    With ``begins`` of `places_of` what cannot be lost is left out.
    """
    places, kinds, joint = pool
    if not kinds:
        if begins is None:
            found[places, :, 0] = 1.0
        else:
            found[places[:, None], begins[:-1]] = 1.0
        return 0
    moves = [moves_of_groups(company, one) for one in kinds]
    widths = np.array(
        [prod(company.sizes[one] + 1 for one in stack) for stack in company.stacks],
        dtype=np.int64,
    )
    places = np.ascontiguousarray(places, dtype=np.int64)
    chances = np.ascontiguousarray(joint, dtype=np.float64)
    cases, most = chances.shape[1], 0
    each = max(1, MOST_HELD // (cases * int(widths.sum())))
    for start in range(0, company.states, each):
        states = np.arange(start, min(start + each, company.states), dtype=np.int64)
        rows = [
            np.ascontiguousarray(one)
            for one in rows_of_stacks(company, kinds, moves, states)
        ]
        where = np.array([one.ctypes.data for one in rows], dtype=np.uintp)
        told = CPooled(
            size=company.states,
            stacks=len(rows),
            states=len(states),
            cases=cases,
            numbers=len(places),
            most=most,
            width=widths.ctypes.data,
            state=states.ctypes.data,
            rows=where.ctypes.data,
            chances=chances.ctypes.data,
            place=places.ctypes.data,
            found=found.ctypes.data,
            begins=None if begins is None else begins.ctypes.data,
        )
        if kernel(ctypes.byref(told)):
            raise MemoryError
        most = int(told.most)
    return most
