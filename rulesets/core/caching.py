"""Caches of values computed from things that never change: stat lines, books."""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")
Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)


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

    def of(self, thing: Thing, make: Callable[[Thing], Value]) -> Value:
        """Return the value of one thing alone, made of it if it is not known."""
        known = self._known.get(id(thing))
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[id(thing)] = ((thing,), make(thing))
        return known[1]


class Lent(Generic[Key, Value]):
    """Values by their keys that belong to one taker at a time, up to a total size.

    Who takes a value gives it back. Those that were not taken for longest go first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._known: dict[Key, tuple[Value, int]] = {}
        self._lock = Lock()

    def take(self, key: Key) -> Value | None:
        """Return the value of a key and have it alone; none if it is not there."""
        with self._lock:
            known = self._known.pop(key, None)
            if known is None:
                return None
            self._size -= known[1]
            return known[0]

    def give(self, those: Iterable[tuple[Key, Value, int]]) -> None:
        """Keep values with their sizes until somebody takes them."""
        with self._lock:
            for key, value, size in those:
                known = self._known.pop(key, None)
                self._size += size - (known[1] if known is not None else 0)
                self._known[key] = (value, size)
            while self._size > self._most:
                oldest = next(iter(self._known))
                self._size -= self._known.pop(oldest)[1]

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._known.clear()
            self._size = 0
