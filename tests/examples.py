"""Numbers of random examples that tests try."""

from hypothesis import settings

ALL, QUICK = 100, 40
"""Of a hundred examples, how many are tried in a full run and in a quick one."""


def examples(many: int) -> int:
    """Return how many of so many examples this run tries, by its profile."""
    return many * settings().max_examples // ALL
