"""Caches of values computed from things that never change: stat lines, books."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """Values by the identity of some things, and a key, up to a bound.

    Two equal things are told apart, which is quicker than to compare them; each is kept
    beside its value, so that its identity is not given away.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Hashable, tuple[tuple[object, ...], Value]] = {}

    def get(
        self, things: tuple[object, ...], key: Hashable, make: Callable[[], Value]
    ) -> Value:
        """Return the value of things and a key, made if it is not known."""
        sought = (*map(id, things), key)
        known = self._known.get(sought)
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[sought] = (things, make())
        return known[1]
