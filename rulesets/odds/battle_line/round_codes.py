"""Codes of the classes of rounds: digits of different size, as one number.

A step holds numbers up to 31 bits. Codes that need more are told in several words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.step_recorder import Steps, Traced
from rulesets.odds.volley import Ints

Digit = tuple[Ints | NDArray[np.bool_], int]
"""A digit, and how many values it may have."""

WIDEST = 2**31
"""Values that a word may have."""


@dataclass(frozen=True, slots=True)
class CodeWords:
    """A code in words, each with what one of it is worth."""

    words: tuple[tuple[Traced, int], ...]


def code_of(digits: Iterable[Digit]) -> Ints:
    """Return digits as one number, the first as its ones.

    Examples
    --------
    >>> code_of([(np.array([1, 2]), 3), (np.array([True, False]), 2)])
    array([4, 2])
    """
    every = [*digits]
    if any(isinstance(one, Traced) for one, _ in every):
        return cast(Ints, CodeWords(tuple(_words(every))))
    return _joined(every)


def _joined(digits: Iterable[Digit]) -> Ints:
    code: Ints = np.zeros(1, dtype=np.int64)
    worth = 1
    for digit, size in digits:
        code = code + worth * digit
        worth *= size
    return code


def _words(digits: Iterable[Digit]) -> Iterable[tuple[Traced, int]]:
    some, worth, size = list[Digit](), 1, 1
    for digit, values in digits:
        if size * values > WIDEST:
            yield cast(Any, _joined(some)), worth
            some, worth, size = [], worth * size, 1
        some.append((digit, values))
        size *= values
    yield cast(Any, _joined(some)), worth


def words_of(steps: Steps, code: Any) -> CodeWords:
    """Return a code in words."""
    words = code.words if isinstance(code, CodeWords) else ((code, 1),)
    return CodeWords(tuple((steps.value(one), worth) for one, worth in words))
