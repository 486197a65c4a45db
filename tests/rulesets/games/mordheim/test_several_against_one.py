"""Several against one in Mordheim: single phases that were worked out by hand.

A hit of a plain human on another wounds on 4+; a third of the wounds are critical hits,
which roll two dice for injury, on 5 and 6 of the table with 2 added.
"""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up

FAILS = Fraction(15, 36)
"""Chance that 2D6 are above Leadership 7."""
HIT_OUT = Fraction(72, 324)
"""Chance that one hit of a human takes another out of action at once."""


def test_one_who_flees_is_hit_also_by_enemies_without_attacks() -> None:
    """Nobody strikes; he gets away if neither of the two hits wounds."""
    a, b = f(name="A", a=0), f(name="B", a=0)
    told = odds(match_up(a, b, {"a.fighters": 2}, rounds=1))
    assert told.outcomes["b-flees"] == pytest.approx(float(FAILS / 4))
    out = FAILS * (1 - (1 - HIT_OUT) ** 2)
    assert told.outcomes["b-out"] == pytest.approx(float(out))
