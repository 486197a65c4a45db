"""Steps of a round, and how they are laid out for a compiled kernel."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import CStep


class Does:
    """Kinds of steps, as `enum does` of the kernel."""

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
    SUBTRACT_FROM = 14
    ABOVE = 15
    STORE = 16


Step = tuple[int, int, int, int, int]
"""Its kind, the places of the steps whose values it takes (-1 for none), a number."""


TURNED = {Does.SUBTRACT: Does.SUBTRACT_FROM, Does.BELOW: Does.ABOVE}
"""Kinds of steps whose first value is the same in every fight, with both exchanged."""

TWO = {
    *(Does.ADD, Does.SUBTRACT, Does.TIMES, Does.LESSER, Does.GREATER),
    *(Does.EQUAL, Does.BELOW, Does.EITHER),
}
"""Kinds of steps that may take a number for one of their values."""


def laid_out(
    steps: Sequence[Step], stored: Sequence[int], draws: Sequence[int]
) -> tuple[NDArray[np.int32], int]:
    """Return steps as the kernel takes them, and how many registers they need.

    Parameters
    ----------
    steps : sequence of Step
    stored : sequence of int
        Places of the values that are told, in their order.
    draws : sequence of int
        Places of steps that are taken whether their values are asked for or not.
    """
    needed = _needed(steps, [*stored, *draws])
    last: dict[int, int] = {}
    for place, step in needed.items():
        for one in step[1:4]:
            last[one] = place
    for one in stored:
        last[one] = len(steps)
    rows, where, free, registers = [], {-1: -1}, list[int](), 0
    for place, (does, one, two, three, number) in needed.items():
        if not free:
            free.append(registers)
            registers += 1
        own = where[place] = free.pop()
        rows.append((does, own, where[one], where[two], where[three], number))
        free += [
            where[gone]
            for gone in {one, two, three, place}
            if gone >= 0 and last.get(gone, place) == place
        ]
    for number, place in enumerate(stored):
        rows.append((Does.STORE, -1, where[place], -1, -1, number))
    return np.array(rows, dtype=np.int32).reshape(-1, len(CStep._fields_)), registers


def _with_number(steps: Sequence[Step], step: Step) -> Step:
    """Return a step that takes a number in place of a value, where it may."""
    does, one, two, three, _ = step
    if does not in TWO:
        return step
    if steps[two][0] == Does.NUMBER:
        return does, one, -1, three, steps[two][4]
    if steps[one][0] == Does.NUMBER:
        return TURNED.get(does, does), two, -1, three, steps[one][4]
    return step


def _needed(steps: Sequence[Step], wanted: Sequence[int]) -> dict[int, Step]:
    """Return the steps that some values need by their places, in order."""
    found, open_ones = dict[int, Step](), [*wanted]
    while open_ones:
        place = open_ones.pop()
        if place not in found:
            found[place] = step = _with_number(steps, steps[place])
            open_ones += [one for one in step[1:4] if one >= 0]
    return dict(sorted(found.items()))
