"""Files judged by several processes, their answers in the order of the files.

The processes are forked, so that they know the books that were read before. No more
files wait than keep them busy: memory does not grow with the number of files.
"""

import gc
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from rulesets.checks.files import ArmyFile
from rulesets.core.collector import look_seldom

Answer = TypeVar("Answer")
Judge = Callable[[ArmyFile], Answer]

OF_A_PARCEL = 16
"""Files that a process is handed at a time."""

PARCELS_AHEAD = 3
"""Parcels for each process that are under way at one time."""

MOST_PROCESSES = 64


class ProcessLost(RuntimeError):
    """A process that was ended from outside: its answers are missing."""


def can_fork() -> bool:
    """Return whether this system lets processes be forked."""
    return "fork" in multiprocessing.get_all_start_methods()


def judged_apart(
    files: Iterable[ArmyFile], judge: Judge[Answer], processes: int
) -> Iterator[Answer]:
    """Yield what ``judge`` answers to each file, in the order of the files.

    Parameters
    ----------
    files : iterable of ArmyFile
        Read while others are judged, a little ahead.
    judge : function
        Called in the processes; its answers are sent here, so they can be pickled.
    processes : int
        How many, at least 1.

    Raises
    ------
    ProcessLost
        If one of them was killed; every answer before was yielded.
    """
    with ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("fork"),
        initializer=_begin,
        initargs=(judge,),
    ) as pool:
        try:
            yield from _in_order(pool, files, processes * PARCELS_AHEAD)
        except BrokenProcessPool:
            raise ProcessLost from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _in_order(
    pool: ProcessPoolExecutor, files: Iterable[ArmyFile], most: int
) -> Iterator[Any]:
    rest = iter(files)
    under_way: deque[Future[list[Any]]] = deque()
    while parcel := tuple(islice(rest, OF_A_PARCEL)):
        under_way.append(pool.submit(_judged, parcel))
        if len(under_way) >= most:
            yield from under_way.popleft().result()
    while under_way:
        yield from under_way.popleft().result()


_judges: list[Judge[Any]] = []


def _begin(judge: Judge[Any]) -> None:
    """Make ready a process: the one who began it decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    look_seldom()
    _judges[:] = [judge]


def _judged(parcel: Sequence[ArmyFile]) -> list[Any]:
    (judge,) = _judges
    return [judge(file) for file in parcel]
