"""Chances in words."""

import pytest

from rulesets.core.percent import percent


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
