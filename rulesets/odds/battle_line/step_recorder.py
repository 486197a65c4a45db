"""Rules of a round written down as steps, so that a compiled kernel can take them.

Blows and classes are functions of arrays. Asked of `Traced` values in place of arrays,
they leave behind what they would do: one list of steps for all fights of a mode, which
the kernel takes without NumPy between them. A function that does what no step can do
raises `Untraceable`; then NumPy plays such a round.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

import numpy as np

from rulesets.odds.battle_line.steps import Does, Step
from rulesets.odds.volley import Ints

LEAST, MOST = -(2**31), 2**31 - 1
"""Values that a step can hold."""

MOST_LOST = 2**16
"""Losses of a track that a round may come to [wounds]."""


class Untraceable(TypeError):
    """A function of a round does what cannot be written down as steps."""


@dataclass(slots=True, eq=False)
class Steps:
    """Steps of rounds, each with a value of its own; equal ones are one.

    Parameters
    ----------
    written : array
        All of them, one after the other.
    places : dict
        The place of each.
    tables : list of ndarray
        That are looked up.
    made : dict
        What functions of values made, by these: rules ask for much again and again.
    """

    written: "array[int]" = field(default_factory=lambda: array("i"))
    places: dict[Step, int] = field(default_factory=dict)
    tables: list[Ints] = field(default_factory=list)
    known: dict[bytes, int] = field(default_factory=dict)
    numbers: dict[int, "Traced"] = field(default_factory=dict)
    made: dict[tuple[object, ...], "Traced"] = field(default_factory=dict)

    def add(self, step: Step, low: int, high: int, *, flag: bool = False) -> "Traced":
        """Return the value of a step, which lies within these bounds."""
        if low < LEAST or high > MOST:
            raise Untraceable("a number is too great")
        if low == high and step[0] != Does.NUMBER:
            step = Does.NUMBER, -1, -1, -1, low
        count = len(self.places)
        place = self.places.setdefault(step, count)
        if place == count:
            self.written.extend(step)
        return Traced(self, place, low, high, flag)

    def once(self, does: Callable[..., "Traced"], *given: Any) -> "Traced":
        """Return what a function makes of values, made once."""
        takes = [one if type(one) is Traced else self.value(one) for one in given]
        key = does, *[one.place << 1 | one.flag for one in takes]
        if key not in self.made:
            self.made[key] = does(*takes)
        return self.made[key]

    def forget(self) -> None:
        """Forget all values: they know the steps, and nobody would let go of these."""
        self.made.clear()
        self.numbers.clear()

    def number(self, value: int) -> "Traced":
        """Return a value that is the same in every fight."""
        if value not in self.numbers:
            step = Does.NUMBER, -1, -1, -1, value
            self.numbers[value] = self.add(step, value, value)
        return self.numbers[value]

    def start(self, pool: int, most: int) -> "Traced":
        """Return the wounds of a pool as a round begins."""
        return self.add((Does.START, -1, -1, -1, pool), 0, most)

    def loss(self, track: int) -> "Traced":
        """Return the losses of a track at the moment when it is asked for."""
        return self.add((Does.LOSS, -1, -1, -1, track), 0, MOST_LOST)

    def look(self, table: Ints, places: Sequence[Any]) -> "Traced":
        """Return values of a table; places below 0 count from its end."""
        sizes, code = table.shape, self.number(0)
        if len(sizes) != len(places):
            raise Untraceable("a row of a table")
        for size, place in zip(sizes, places, strict=True):
            at = self.value(place)
            if at.low < 0:
                at = _where(_below(at, self.number(0)), _add(at, self.number(size)), at)
            code = code * size + _least(_most(at, 0), size - 1)
        low, high = int(table.min(initial=0)), int(table.max(initial=0))
        flag = table.dtype == np.bool_
        values = table.astype(np.int32).tobytes()
        number = self.known.setdefault(values, len(self.tables))
        if number == len(self.tables):
            self.tables.append(table)
        step = Does.LOOK, code.place, -1, -1, number
        return self.add(step, low, high, flag=flag)

    def value(self, given: Any) -> "Traced":
        """Return a value, or a number that is the same in every fight, as a value."""
        if type(given) is int:
            return self.number(given)
        if isinstance(given, Traced):
            return given
        one = np.asarray(given)
        if one.size != 1 or one.dtype.kind not in "iub":
            raise Untraceable("an array, or no whole number")
        found = self.number(int(one.reshape(())))
        return Traced(self, found.place, found.low, found.high, one.dtype == np.bool_)


@dataclass(slots=True, eq=False)
class Traced:
    """The value of a step in every fight.

    Parameters
    ----------
    steps : Steps
    place : int
        Of its step.
    low, high : int
        Bounds of it.
    flag : bool
        It says yes or no.
    """

    steps: Steps
    place: int
    low: int
    high: int
    flag: bool = False

    @property
    def fixed(self) -> bool:
        """Return whether it is the same in every fight."""
        return self.low == self.high

    def any(self) -> bool:
        """Return whether it may be other than 0 in any fight."""
        return self.low != 0 or self.high != 0

    def all(self) -> bool:
        """Return whether it is surely other than 0 in all fights."""
        return self.low > 0 or self.high < 0

    def astype(self, kind: Any) -> "Traced":
        """Return it as whole numbers."""
        if np.dtype(kind).kind not in "iu":
            raise Untraceable("other than whole numbers")
        return Traced(self.steps, self.place, self.low, self.high)

    def __array_ufunc__(
        self, what: np.ufunc, how: str, *given: Any, **more: Any
    ) -> "Traced":
        if how != "__call__" or more or what not in UFUNCS:
            raise Untraceable(what.__name__)
        return self.steps.once(UFUNCS[what], *given)

    def __array_function__(
        self, what: Any, kinds: Any, given: Any, more: Any
    ) -> "Traced":
        del kinds
        if more or what not in FUNCTIONS:
            raise Untraceable(what.__name__)
        return self.steps.once(FUNCTIONS[what], *given)

    def __array__(self, *given: Any, **more: Any) -> NoReturn:
        raise Untraceable("an array of values")

    def __neg__(self) -> "Traced":
        return _negative(self)

    def __invert__(self) -> "Traced":
        return _not(self)

    def __bool__(self) -> NoReturn:
        raise Untraceable("one answer for all fights")

    def __index__(self) -> NoReturn:
        raise Untraceable("one place for all fights")


def looked_up(table: Ints, *places: Ints) -> Ints:
    """Return values of a table at some places of each axis.

    Examples
    --------
    >>> looked_up(np.array([[0, 1], [2, 3]]), np.array([1, 1]), np.array([0, 1]))
    array([2, 3])
    """
    some: tuple[Any, ...] = places
    for one in some:
        if isinstance(one, Traced):
            return cast(Ints, one.steps.look(table, some))
    found: Ints = table[places]
    return found


def _both(does: int, one: Traced, other: Traced, low: int, high: int) -> Traced:
    return one.steps.add((does, one.place, other.place, -1, 0), low, high)


def _flag(does: int, one: Traced, other: Traced) -> Traced:
    found = _both(does, one, other, 0, 1)
    return Traced(found.steps, found.place, 0, 1, flag=True)


def _said(one: Traced, answer: int) -> Traced:
    place = one.steps.number(answer).place
    return Traced(one.steps, place, answer, answer, flag=True)


def _add(one: Traced, other: Traced) -> Traced:
    if one.flag and other.flag:
        return _or(one, other)
    for it, rest in ((one, other), (other, one)):
        if it.fixed and it.low == 0:
            return rest.astype(np.int64)
    return _both(Does.ADD, one, other, one.low + other.low, one.high + other.high)


def _subtract(one: Traced, other: Traced) -> Traced:
    if other.fixed and other.low == 0:
        return one.astype(np.int64)
    return _both(Does.SUBTRACT, one, other, one.low - other.high, one.high - other.low)


def _negative(one: Traced) -> Traced:
    return _subtract(one.steps.number(0), one)


def _times(one: Traced, other: Traced) -> Traced:
    for it, rest in ((one, other), (other, one)):
        if it.fixed and it.low == 1:
            return _as(rest, one, other)
    ends = [x * y for x in (one.low, one.high) for y in (other.low, other.high)]
    return _as(_both(Does.TIMES, one, other, min(ends), max(ends)), one, other)


def _as(found: Traced, one: Traced, other: Traced) -> Traced:
    """Return a value that says yes or no only where both do of which it is made."""
    flag = one.flag and other.flag
    return Traced(found.steps, found.place, found.low, found.high, flag)


def _least(one: Traced | int, other: Traced | int) -> Traced:
    one, other = _pair(one, other)
    if one.high <= other.low:
        return _as(one, one, other)
    if other.high <= one.low:
        return _as(other, one, other)
    low, high = min(one.low, other.low), min(one.high, other.high)
    return _as(_both(Does.LESSER, one, other, low, high), one, other)


def _most(one: Traced | int, other: Traced | int) -> Traced:
    one, other = _pair(one, other)
    if one.low >= other.high:
        return _as(one, one, other)
    if other.low >= one.high:
        return _as(other, one, other)
    low, high = max(one.low, other.low), max(one.high, other.high)
    return _as(_both(Does.GREATER, one, other, low, high), one, other)


def _pair(one: Traced | int, other: Traced | int) -> tuple[Traced, Traced]:
    steps = one.steps if isinstance(one, Traced) else cast(Traced, other).steps
    return steps.value(one), steps.value(other)


def _divide(one: Traced, other: Traced) -> Traced:
    if not other.fixed or other.low < 1:
        raise Untraceable("division by what differs")
    by, step = other.low, (Does.DIVIDE, one.place, -1, -1, other.low)
    if by == 1:
        return one.astype(np.int64)
    return one.steps.add(step, one.low // by, one.high // by)


def _below(one: Traced, other: Traced) -> Traced:
    if one.high < other.low:
        return _said(one, 1)
    if one.low >= other.high:
        return _said(one, 0)
    return _flag(Does.BELOW, one, other)


def _equal(one: Traced, other: Traced) -> Traced:
    if one.high < other.low or other.high < one.low:
        return _said(one, 0)
    if one.fixed and other.fixed:
        return _said(one, 1)
    return _flag(Does.EQUAL, one, other)


def _not(one: Traced) -> Traced:
    if not one.flag:
        raise Untraceable("the bits of a number")
    return _equal(one, one.steps.number(0))


def _and(one: Traced, other: Traced) -> Traced:
    if not (one.flag and other.flag):
        raise Untraceable("the bits of a number")
    return _times(one, other)


def _or(one: Traced, other: Traced) -> Traced:
    if not (one.flag and other.flag):
        raise Untraceable("the bits of a number")
    for it, rest in ((one, other), (other, one)):
        if it.fixed:
            return it if it.low else rest
    return _flag(Does.EITHER, one, other)


def _where(so: Traced, one: Any, other: Any) -> Traced:
    one, other = so.steps.value(one), so.steps.value(other)
    if so.fixed:
        return _as(one if so.low else other, one, other)
    low, high = min(one.low, other.low), max(one.high, other.high)
    step = Does.CHOOSE, so.place, one.place, other.place, 0
    return so.steps.add(step, low, high, flag=one.flag and other.flag)


UFUNCS: dict[np.ufunc, Callable[..., Traced]] = {
    np.add: _add,
    np.subtract: _subtract,
    np.negative: _negative,
    np.multiply: _times,
    np.minimum: _least,
    np.maximum: _most,
    np.floor_divide: _divide,
    np.less: _below,
    np.greater: lambda one, other: _below(other, one),
    np.less_equal: lambda one, other: _not(_below(other, one)),
    np.greater_equal: lambda one, other: _not(_below(one, other)),
    np.equal: _equal,
    np.not_equal: lambda one, other: _not(_equal(one, other)),
    np.invert: _not,
    np.bitwise_and: _and,
    np.bitwise_or: _or,
}

FUNCTIONS: dict[Any, Callable[..., Traced]] = {
    np.where: _where,
    np.clip: lambda one, low, high: _least(_most(one, low), high),
    np.zeros_like: lambda one: one.steps.number(0),
    np.ones_like: lambda one: one.steps.number(1),
}


def _operator(does: Callable[[Traced, Traced], Traced], *, last: bool) -> Any:
    """Return an operator of two values, of which its own may be the last."""

    def operate(own: Traced, given: Any) -> Traced:
        """Do as `Steps.once` does of any values, which takes longer."""
        other = given if type(given) is Traced else own.steps.value(given)
        one, two = (other, own) if last else (own, other)
        key = does, one.place << 1 | one.flag, two.place << 1 | two.flag
        if key not in own.steps.made:
            own.steps.made[key] = does(one, two)
        return own.steps.made[key]

    return operate


for _name, _does in {
    "add": _add,
    "sub": _subtract,
    "mul": _times,
    "floordiv": _divide,
    "and": _and,
    "or": _or,
}.items():
    setattr(Traced, f"__{_name}__", _operator(_does, last=False))
    setattr(Traced, f"__r{_name}__", _operator(_does, last=True))

for _name, _does in {
    "lt": _below,
    "gt": UFUNCS[np.greater],
    "le": UFUNCS[np.less_equal],
    "ge": UFUNCS[np.greater_equal],
    "eq": _equal,
    "ne": UFUNCS[np.not_equal],
}.items():
    setattr(Traced, f"__{_name}__", _operator(_does, last=False))
