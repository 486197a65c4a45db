"""Tiny battle lines, counted in fractions over every face of every die."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.rulesets.simulators.battle_line.comparison import (
    STANDARD_ERRORS,
    blocks,
    furthest,
)
from tests.rulesets.simulators.battle_line.fractions_of_lines import (
    Man,
    holds,
    one_round,
    slays,
)
from tests.rulesets.simulators.battle_line.small_lines import (
    HERO,
    ORC,
    SMALL,
    Small,
)

SOME = 20_000
WORDS = ("stands", "slain", "broken", "run-down")


def dice_off(one: Small, fights: int) -> dict[str, float]:
    """Return how far simulated fates are from the fractions [standard errors]."""
    chances = {
        " ".join(fates): float(chance)
        for fates, chance in one_round(one.line, one.wounds).items()
    }
    counted: Counter[str] = Counter()
    for ground in blocks(one.scene, fights, 5):
        fates = [ground.fate[key].tolist() for key in sorted(ground.fate)]
        counted.update(
            " ".join(WORDS[fate] for fate in together)
            for together in zip(*fates, strict=True)
        )
    return furthest(counted, chances, fights)


@pytest.mark.parametrize("name", SMALL)
def test_the_fates_of_a_tiny_line_are_those_of_all_faces(name: str) -> None:
    off = dice_off(SMALL[name], SOME)
    assert {key: one for key, one in off.items() if one > STANDARD_ERRORS} == {}


@pytest.mark.parametrize("name", SMALL)
def test_the_fractions_of_all_fates_sum_to_one(name: str) -> None:
    one = SMALL[name]
    assert sum(one_round(one.line, one.wounds).values()) == 1


def test_a_hero_slays_an_orc_by_two_dice_of_three_and_a_save_at_strength_4() -> None:
    assert slays(HERO, ORC) == Fraction(2, 3) * Fraction(1, 2)


def test_nobody_wounds_who_is_four_tougher() -> None:
    weak = Man("a", ws=3, s=1, t=3, w=1, i=3, a=1, ld=7)
    tough = Man("b", ws=3, s=3, t=5, w=1, i=3, a=1, ld=7)
    assert slays(weak, tough) == 0


def test_leadership_7_holds_a_loss_by_two_on_ten_of_36() -> None:
    assert holds(7, 2) == Fraction(10, 36)
