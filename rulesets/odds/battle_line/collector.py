"""The collector of garbage, which has nothing to find while a battle line is rolled."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
