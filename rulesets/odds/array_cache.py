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


def kept_arrays(
    megabytes: float,
) -> Callable[[Callable[Asked, NDArray[Number]]], Callable[Asked, NDArray[Number]]]:
    """Keep the arrays that a function returned, the latest so many megabytes of them.

    An array that exceeds them alone is kept for as long as anybody else has it. The
    arguments must be hashable; the arrays can no longer be written to.
    """
    room = int(megabytes * 1e6)

    def keeping(
        work_out: Callable[Asked, NDArray[Number]],
    ) -> Callable[Asked, NDArray[Number]]:
        kept: OrderedDict[Hashable, NDArray[Number]] = OrderedDict()
        large: WeakValueDictionary[Hashable, NDArray[Number]] = WeakValueDictionary()
        lock = Lock()
        held = 0

        @wraps(work_out)
        def looked_up(*args: Asked.args, **kwargs: Asked.kwargs) -> NDArray[Number]:
            nonlocal held
            key = (args, tuple(kwargs.items()))
            with lock:
                known = kept.get(key)
                if known is not None:
                    kept.move_to_end(key)
                    return known
                known = large.get(key)
                if known is not None:
                    return known
            found = work_out(*args, **kwargs)
            found.setflags(write=False)
            with lock:
                if found.nbytes > room:
                    large[key] = found
                elif key not in kept:
                    kept[key] = found
                    held += found.nbytes
                while held > room:
                    held -= kept.popitem(last=False)[1].nbytes
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
