"""Casters who cast again while they have dice, worked out by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.power_dice import Manner, castings, mean
from rulesets.odds.match_up import Answers
from tests.rulesets.games.scrollhammer.casters_match_ups import (
    BATTLE_MAGI,
    casters,
)
from tests.rulesets.games.scrollhammer.units import (
    LEGION,
    SPELLS,
    fighter,
    match_up,
    part,
    spell,
    unit,
)

FOES = unit("Foes", 20)


def wounds(situation: Answers, readings: Answers | None = None) -> float:
    told = odds(match_up("shooting", BATTLE_MAGI, FOES, situation, readings))
    return told.expected["a-unsaved-wounds"]


def test_ten_battle_magi_with_four_dice_each_deal_eleven_wounds_and_more() -> None:
    """40 dice, each of which casts on 3 or more: 40 x 2/3 castings of 2 shots.

    A shot hits with 2/3 and wounds with 1/3, unsaved: 40 x 2/3 x 2 x 2/9 = 11.85. Once
    each, with all dice at a time, they are 10 x 2 x 2/9 = 4.44.
    """
    a_casting = 2 * Fraction(2, 3) * Fraction(1, 3)
    assert wounds({}) == pytest.approx(float(40 * Fraction(2, 3) * a_casting))
    assert wounds({"cast-dice": 4}) == pytest.approx(float(10 * a_casting))


def test_who_may_not_go_on_after_a_failure_by_hand() -> None:
    """One die at a time: 2/3 + (2/3)^2 + ...; two at a time do more: 35/36 each.

    Two dice cast 35/36; then two more: 35/36 + (35/36)^2. One die first and the others
    after it: (2/3) x (1 + the best of three). The best of three is one and then two:
    2/3 x (1 + 35/36), or two and then one, 35/36 x (1 + 2/3), or three.
    """
    one, two = Fraction(2, 3), Fraction(35, 36)
    of_two = max(two, one * (1 + one))
    of_three = max(one * (1 + of_two), two * (1 + one), Fraction(1))
    of_four = max(one * (1 + of_three), two * (1 + of_two), 1 + one, Fraction(1))
    manner = Manner(goes_on=False)
    for held, best in ((2, of_two), (3, of_three), (4, of_four)):
        assert mean(castings(3, held, manner)) == pytest.approx(float(best))
    told = wounds({}, {"casts-on": False})
    assert told == pytest.approx(float(10 * of_four * 2 * Fraction(2, 9)))


def test_a_surge_where_it_does_most_by_hand() -> None:
    """Two dice and a cost of 3.

    The first casts with 4/6, and then the second with 4/6. After a 2 a surge is sure;
    after a 1 it casts with 2/3, no more often than the die by itself.
    """
    first = Fraction(4, 6) * (1 + Fraction(4, 6))
    after_2 = Fraction(1, 6) * 1
    after_1 = Fraction(1, 6) * Fraction(2, 3)
    by_hand = first + after_2 + after_1
    assert mean(castings(3, 2, Manner(surge="best"))) == pytest.approx(float(by_hand))


def test_every_way_to_roll_three_dice_one_by_one() -> None:
    counts = [0.0] * 4
    for rolled in product(range(1, 7), repeat=3):
        counts[sum(die >= 5 for die in rolled)] += 1 / 216
    assert castings(5, 3, Manner(dice=1)) == pytest.approx(tuple(counts))


@pytest.mark.parametrize("cost", [3, 7, 10, 14])
@pytest.mark.parametrize("held", [1, 3, 6])
def test_more_dice_never_cast_less_and_better_ways_never_worse(
    cost: int, held: int
) -> None:
    usual, best = Manner(), Manner(surge="best")
    assert sum(castings(cost, held, best)) == pytest.approx(1)
    assert mean(castings(cost, held, usual)) <= mean(castings(cost, held, best)) + 1e-9
    for manner in (usual, best):
        more = mean(castings(cost, held + 1, manner))
        assert mean(castings(cost, held, manner)) <= more + 1e-9
        fixed = Manner(2, manner.surge)
        assert mean(castings(cost, held, fixed)) <= mean(castings(cost, held, manner))


def test_what_dice_never_reach_is_not_cast() -> None:
    assert castings(19, 3, Manner()) == (1.0,)
    told = odds(match_up("shooting", casters("Novices", 5, 3, 19), LEGION))
    assert told.expected["a-unsaved-wounds"] == 0


def test_the_answer_tells_how_often_a_spell_is_cast_and_what_surges_would_bring() -> (
    None
):
    told = odds(match_up("shooting", BATTLE_MAGI, FOES))
    step = next(one for one in told.trace if one.rule == "To hit, to wound, save")
    assert "each casts it (3+) with 4 power dice 2.67 times on average" in step.text
    assert any("with surges where they do most 2.82 times" in one for one in told.notes)


def test_of_several_spells_the_one_that_does_most_in_all_is_cast_again_and_again() -> (
    None
):
    """With 4 dice: Strength 5 once at 8 or more, or Strength 3 four times at 3."""
    mages = fighter(
        part(
            "Mages",
            4,
            bs=4,
            mg=4,
            formation="Skirmish",
            gear=(SPELLS,),
            casts="Lance, Dart",
        ),
        spells=(
            spell(8, 5, name="Lance"),
            spell(3, 3, name="Dart"),
        ),
    )
    told = odds(match_up("shooting", mages, FOES))
    text = next(one.text for one in told.trace if "to hit" in one.text)
    assert "with Dart" in text
