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
HIT_OUT, HIT_STUNS, HIT_FELLS = (Fraction(n, 324) for n in (72, 50, 40))
"""Chances of one hit of a human: what it makes of another who stands."""


def test_one_who_flees_is_hit_also_by_enemies_without_attacks() -> None:
    """Nobody strikes; he gets away if neither of the two hits wounds."""
    a, b = f(name="A", a=0), f(name="B", a=0)
    told = odds(match_up(a, b, {"a.fighters": 2}, rounds=1))
    assert told.outcomes["b-flees"] == pytest.approx(float(FAILS / 4))
    out = FAILS * (1 - (1 - HIT_OUT) ** 2)
    assert told.outcomes["b-out"] == pytest.approx(float(out))


def test_a_parry_is_kept_until_an_enemy_hits() -> None:
    """Of the hits on 4, 5 and 6 two, one and none of six rolls parry.

    Who hits first finds the parry, be it the first enemy or the second. Whom the first
    one stunned the second takes out; whom he knocked down he strikes as before.
    """
    hits, lands = Fraction(1, 2), Fraction(5, 12)
    first = lands * (HIT_OUT + HIT_STUNS + HIT_FELLS * hits * HIT_OUT)
    after_a_hit = lands / 2 + (hits - lands)
    out = first + after_a_hit * hits * HIT_OUT + (1 - hits) * lands * HIT_OUT
    a, b = f(name="A"), f("sword", name="B", a=0)
    situation = {"a.fighters": 2, "b.friend-near": True}
    told = odds(match_up(a, b, situation, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(float(out))


def test_a_critical_hit_of_the_phase_leaves_none_for_who_flees() -> None:
    """Each of two does two wounds at most with his blow, and one with the last hit."""
    a, b = f(name="A"), f(name="B", w=7, a=0, ld=2)
    told = odds(match_up(a, b, {"a.fighters": 2}, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(0.0, abs=1e-12)
    fewer = odds(match_up(a, f(name="B", w=6, a=0, ld=2), {"a.fighters": 2}, rounds=1))
    assert fewer.outcomes["b-out"] > 0


BLOW_OUT, BLOW_STUNS, BLOW_FELLS = HIT_OUT / 2, HIT_STUNS / 2, HIT_FELLS / 2


@pytest.mark.parametrize(
    ("read", "finishes"),
    [
        ("both", BLOW_STUNS + BLOW_FELLS / 2),
        ("stunned", BLOW_STUNS + BLOW_FELLS * BLOW_OUT),
        ("neither", (BLOW_STUNS + BLOW_FELLS) * BLOW_OUT),
    ],
)
def test_whom_a_friend_put_down_the_second_finishes_as_the_reading_has_it(
    read: str, finishes: Fraction
) -> None:
    """Out at once: 30.2 % where both are finished, 27.8 %, 21.0 % where neither is."""
    out = BLOW_OUT + finishes + (1 - BLOW_OUT - BLOW_STUNS - BLOW_FELLS) * BLOW_OUT
    a, b = f(name="A"), f(name="B", a=0)
    situation = {"a.fighters": 2, "b.friend-near": True}
    told = odds(match_up(a, b, situation, {"put-down-by-another": read}, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(float(out))
    assert round(float(out), 3) in (0.302, 0.278, 0.21)
