"""Chances in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.percent import NEAR, percent, times, whole_percents


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0%"),
        (1e-9, "<0.1%"),
        (0.0005, "0.1%"),
        (0.1234, "12.3%"),
        (0.99999, ">99.9%"),
        (1.0, "100%"),
        (1.0000000001, "100%"),
    ],
)
def test_a_chance_is_never_rounded_to_a_false_nothing_or_all(
    chance: float, text: str
) -> None:
    assert percent(chance) == text


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8).filter(any))
def test_whole_per_cents_sum_to_100_and_are_never_off_by_one(rest: list[float]) -> None:
    chances = [one / sum(rest) for one in rest]
    told = whole_percents(chances)
    assert sum(told) == 100
    for share, chance in zip(told, chances, strict=True):
        assert abs(share - 100 * chance) < 1 + 1e-6


@given(st.floats(0, 1))
def test_a_chance_in_words_is_near_and_never_certain_where_it_is_not(
    chance: float,
) -> None:
    often, of = times(chance)
    assert abs(often / of - chance) <= NEAR
    assert (often == 0) == (chance == 0)
    assert (often == of) == (chance == 1)
