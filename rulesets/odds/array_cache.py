"""Results kept after they are worked out, within bounds: a process must not grow."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from math import inf
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
Number = TypeVar("Number", bound=np.generic)


def _nothing(answer: object) -> int:
    """Return the weight of what is only counted [bytes]."""
    del answer
    return 0


LARGE = 16
"""An array that fills more than one of so many parts of its room is large."""


class ArrayRoom:
    """Arrays by their keys, the latest so many bytes of them.

    Large ones make room for others as long as they fill more than half of it: a few of
    them in turn would else put out hundreds of small ones. An array that exceeds the
    room alone is known for as long as anybody else has it.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.small: OrderedDict[Hashable, NDArray[Any]] = OrderedDict()
        self.large: OrderedDict[Hashable, NDArray[Any]] = OrderedDict()
        self.beyond: WeakValueDictionary[Hashable, NDArray[Any]] = WeakValueDictionary()
        self.held_small = self.held_large = 0

    def find(self, key: Hashable) -> NDArray[Any] | None:
        """Return the array of a key if it is known."""
        for kept in (self.small, self.large):
            known = kept.get(key)
            if known is not None:
                kept.move_to_end(key)
                return known
        return self.beyond.get(key)

    def keep(self, key: Hashable, found: NDArray[Any]) -> None:
        """Keep an array, and as many of the latest others as there is room for."""
        if found.nbytes > self.room:
            self.beyond[key] = found
        elif key in self.small or key in self.large:
            return
        elif found.nbytes * LARGE > self.room:
            self.large[key] = found
            self.held_large += found.nbytes
        else:
            self.small[key] = found
            self.held_small += found.nbytes
        while self.held_small + self.held_large > self.room:
            if 2 * self.held_large > self.room:
                self.held_large -= self.large.popitem(last=False)[1].nbytes
            else:
                self.held_small -= self.small.popitem(last=False)[1].nbytes


def kept_arrays(
    megabytes: float,
) -> Callable[[Callable[Asked, NDArray[Number]]], Callable[Asked, NDArray[Number]]]:
    """Keep the arrays that a function returned, as an `ArrayRoom` of so many megabytes.

    The arguments must be hashable; the arrays can no longer be written to.
    """

    def keeping(
        work_out: Callable[Asked, NDArray[Number]],
    ) -> Callable[Asked, NDArray[Number]]:
        room = ArrayRoom(int(megabytes * 1e6))
        lock = Lock()

        @wraps(work_out)
        def looked_up(*args: Asked.args, **kwargs: Asked.kwargs) -> NDArray[Number]:
            key = (args, tuple(kwargs.items()))
            with lock:
                known = room.find(key)
            if known is not None:
                return known
            found = work_out(*args, **kwargs)
            found.setflags(write=False)
            with lock:
                room.keep(key, found)
            return found

        return looked_up

    return keeping


def kept_by_identity(
    most: int,
    objects: int = 1,
    megabytes: float = inf,
    weigh: Callable[[Any], int] = _nothing,
) -> Callable[[Callable[Asked, Found]], Callable[Asked, Found]]:
    """Keep the newest so many answers of a function, told apart by its first arguments.

    The first so many ``objects`` are never changed and perhaps not hashable; they are
    given by place and kept as well, so that no others take their numbers. All further
    arguments must be hashable. Where ``weigh`` tells how many bytes an answer holds, no
    more than so many ``megabytes`` of them are kept.
    """
    room = megabytes * 1e6

    def keeping(work_out: Callable[Asked, Found]) -> Callable[Asked, Found]:
        kept: dict[Hashable, tuple[tuple[object, ...], Found, int]] = {}
        lock = Lock()
        held = 0

        @wraps(work_out)
        def looked_up(*args: Asked.args, **kwargs: Asked.kwargs) -> Found:
            nonlocal held
            if objects == 1:
                key: tuple[Hashable, ...] = (id(args[0]), *args[1:])
            else:
                key = (*map(id, args[:objects]), *args[objects:])
            if kwargs:
                key = (key, *kwargs.items())
            known = kept.get(key)
            if known is not None:
                return known[1]
            found = work_out(*args, **kwargs)
            weight = weigh(found)
            with lock:
                if key in kept or weight > room:
                    return found
                while len(kept) >= most or held + weight > room:
                    held -= kept.pop(next(iter(kept)))[2]
                kept[key] = args[:objects], found, weight
                held += weight
            return found

        return looked_up

    return keeping
