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


class KeptArray:
    """An array with its key; it is itself a key that is quick to hash."""

    __slots__ = ("found", "key")

    def __init__(self, key: Hashable, found: NDArray[Any]) -> None:
        self.key, self.found = key, found


class ArrayRoom:
    """Arrays by their keys, the latest so many bytes of them.

    Several large ones make room for others as long as they fill more than half of it:
    a few of them in turn would else put out hundreds of small ones. An array that
    exceeds the room alone is known for as long as anybody else has it.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.known: dict[Hashable, KeptArray] = {}
        self.small: OrderedDict[KeptArray, int] = OrderedDict()
        self.large: OrderedDict[KeptArray, int] = OrderedDict()
        self.beyond: WeakValueDictionary[Hashable, NDArray[Any]] = WeakValueDictionary()
        self.held_small = self.held_large = 0

    def find(self, key: Hashable) -> NDArray[Any] | None:
        """Return the array of a key if it is known."""
        kept = self.known.get(key)
        if kept is None:
            return self.beyond.get(key) if self.beyond else None
        some = self.small if kept in self.small else self.large
        some.move_to_end(kept)
        return kept.found

    def keep(self, key: Hashable, found: NDArray[Any]) -> None:
        """Keep an array, and as many of the latest others as there is room for."""
        weight = found.nbytes
        if weight > self.room:
            self.beyond[key] = found
            return
        kept = KeptArray(key, found)
        if self.known.setdefault(key, kept) is not kept:
            return
        if weight * LARGE > self.room:
            self.large[kept] = weight
            self.held_large += weight
        else:
            self.small[kept] = weight
            self.held_small += weight
        while self.held_small + self.held_large > self.room:
            self._put_out()

    def _put_out(self) -> None:
        """Forget the array of one size that was not asked for longest."""
        if 2 * self.held_large > self.room and len(self.large) > 1:
            kept, weight = self.large.popitem(last=False)
            self.held_large -= weight
        else:
            kept, weight = self.small.popitem(last=False)
            self.held_small -= weight
        del self.known[kept.key]


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
