"""Finds and loads the compiled kernels."""

import ctypes
import os
from collections.abc import Callable
from ctypes import c_int, c_void_p
from functools import cache
from typing import Any

from rulesets.odds.native.build import library_path

SWITCH = "ARMYBUILDER_NATIVE"
"""Environment variable; ``0`` leaves everything to NumPy."""

Kernel = Callable[[Any], int]
"""Takes a problem by reference; returns 0, or why it gave up."""

WHY = {
    1: "no memory",
    2: "a kernel that is not there",
    3: "a class that is not there",
    5: "another layout than it was built for",
    6: "numbers that are too great to be put in order",
    7: "other starts of a fight that is too long for one pass",
}
"""Reasons for which the kernel gave up."""


def kernel() -> Kernel | None:
    """Return the compiled kernel; none if it is switched off or was not built."""
    return _switched("armybuilder_fight")


def ranked_kernel() -> Kernel | None:
    """Return the compiled kernel of many pairs, or none as `kernel` does."""
    return _switched("armybuilder_ranked")


def struck_kernel() -> Kernel | None:
    """Return the compiled kernel of a battle line's blows, or none as `kernel` does."""
    return _switched("armybuilder_struck")


def gathered_kernel() -> Kernel | None:
    """Return the compiled kernel that sums up rows, or none as `kernel` does."""
    return _switched("armybuilder_gathered")


def numbered_kernel() -> Kernel | None:
    """Return the compiled kernel that tells numbers apart, or none as `kernel` does."""
    return _switched("armybuilder_numbered")


def rolled_kernel() -> Kernel | None:
    """Return the compiled kernel of evenly spread draws, or none as `kernel` does."""
    return _switched("armybuilder_rolled")


def stepped_kernel() -> Kernel | None:
    """Return the compiled kernel of rounds by steps, or none as `kernel` does."""
    return _switched("armybuilder_stepped")


def laid_kernel() -> Kernel | None:
    """Return the compiled kernel that lays out steps, or none as `kernel` does."""
    return _switched("armybuilder_laid")


def covered_kernel() -> Kernel | None:
    """Return the compiled kernel of bases under templates, or none as `kernel` does."""
    return _switched("armybuilder_covered")


def pooled_kernel() -> Kernel | None:
    """Return the compiled kernel of pools of wounds, or none as `kernel` does."""
    return _switched("armybuilder_pooled")


def expanded_kernel() -> Kernel | None:
    """Return the compiled kernel that expands rows, or none as `kernel` does."""
    return _switched("armybuilder_expanded")


def joined_kernel() -> Kernel | None:
    """Return the compiled kernel that joins multisets, or none as `kernel` does."""
    return _switched("armybuilder_joined")


def chased_kernel() -> Kernel | None:
    """Return the compiled kernel of who is nearest, or none as `kernel` does."""
    return _switched("armybuilder_chased")


def aliased_kernel() -> Kernel | None:
    """Return the compiled kernel of draws by aliases, or none as `kernel` does."""
    return _switched("armybuilder_aliased")


def aimed_kernel() -> Kernel | None:
    """Return the compiled kernel of whom strikes aim at, or none as `kernel` does."""
    return _switched("armybuilder_aimed")


def wanted_kernel() -> Kernel | None:
    """Return the compiled kernel of what ways of a turn ask, or none as `kernel`."""
    return _switched("armybuilder_wanted")


def walked_kernel() -> Kernel | None:
    """Return the compiled kernel of ways of a turn, or none as `kernel` does."""
    return _switched("armybuilder_walked")


def is_switched_off() -> bool:
    """Return whether NumPy was asked to work everything out."""
    return os.environ.get(SWITCH) == "0"


def is_ready() -> bool:
    """Return whether the compiled kernel may be asked."""
    return kernel() is not None


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _switched(name: str) -> Kernel | None:
    return None if is_switched_off() else _loaded(name)


@cache
def _loaded(name: str) -> Kernel | None:
    try:
        # A `CDLL`, unlike a `PyDLL`, lets other threads of the process run.
        found = getattr(ctypes.CDLL(str(library_path())), name)
    except (OSError, AttributeError):
        return None
    found.argtypes = [c_void_p]
    found.restype = c_int
    kernel: Kernel = found
    return kernel
