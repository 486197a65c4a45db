"""Asks the same of NumPy and of the kernel, and compares what both say."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from rulesets.odds.fight.model import FightResult
from rulesets.odds.native.bindings import SWITCH, is_ready

EQUAL = 1e-12


def numbers(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield everything that a document says, with the place where it does."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from numbers(one, f"{at}/{key}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from numbers(one, f"{at}/{place}")
    else:
        yield at, value


def assert_equal(first: dict[str, Any], second: dict[str, Any]) -> None:
    """Compare what two answers say; a chance that is not told is none."""
    chances = {
        key
        for said in (first, second)
        for key, value in said.items()
        if isinstance(value, float)
    }
    assert {key: first[key] for key in first.keys() - chances} == {
        key: second[key] for key in second.keys() - chances
    }
    pairs = {key: (first.get(key, 0.0), second.get(key, 0.0)) for key in chances}
    far = {
        key: (x, y)
        for key, (x, y) in pairs.items()
        if not abs(x - y) <= EQUAL * max(1.0, abs(x))
    }
    assert far == {}


def told(result: FightResult) -> dict[str, Any]:
    parts = {name: getattr(result, name) for name in FightResult.__slots__}
    return dict(
        numbers({key: np.asarray(value).tolist() for key, value in parts.items()})
    )


def either(ask: Callable[[], FightResult]) -> FightResult:
    """Return a fight that went the same either way."""
    with pytest.MonkeyPatch.context() as switch:
        switch.setenv(SWITCH, "0")
        plain = ask()
        switch.setenv(SWITCH, "1")
        assert is_ready()
        compiled = ask()
    assert_equal(told(plain), told(compiled))
    return compiled
