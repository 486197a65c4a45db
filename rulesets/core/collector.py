"""The collector of garbage: how often it looks, and when it need not."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_OBJECTS = 20_000
"""New objects after which the collector of cycles looks through them.

An army is judged as a tree whose nodes know each other: at Python's own 700 a sixth of
the time of heavy work went into looking through all that a process keeps.
"""


def look_seldom() -> None:
    """Have the collector of cycles look less often in this process."""
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def collector_off() -> Iterator[None]:
    """Let nobody look for garbage meanwhile.

    A rolled battle line makes many thousands of small things and keeps them until its
    answer is told. Looking through them again and again took a tenth of its time. Of
    several threads, whoever found the collector on turns it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
