"""Dice of a price, beside dice that are thrown on a table."""

from itertools import product

import pytest

from rulesets.books.rolls import RollError, read_roll, roll_words


@pytest.mark.parametrize(
    ("text", "number", "sides", "times", "more"),
    [
        ("D6", 1, 6, 1, 0),
        ("2d6", 2, 6, 1, 0),
        ("3 D6", 3, 6, 1, 0),
        ("D6 x 10", 1, 6, 10, 0),
        ("d6×25", 1, 6, 25, 0),
        ("2D3 + 4", 2, 3, 1, 4),
    ],
)
def test_dice_reach_as_far_as_thrown_ones(
    text: str, number: int, sides: int, times: int, more: int
) -> None:
    thrown = [
        sum(faces) * times + more
        for faces in product(range(1, sides + 1), repeat=number)
    ]
    assert read_roll(text) == (min(thrown), max(thrown))


@pytest.mark.parametrize("text", ["4 to 24", "4-24", " 4 – 24 "])
def test_a_range_is_written_by_its_ends(text: str) -> None:
    assert read_roll(text) == (4, 24)


@pytest.mark.parametrize("ends", [(1, 6), (2, 12), (0, 0), (25, 150)])
def test_the_words_of_a_range_are_read_as_the_same(ends: tuple[int, int]) -> None:
    assert read_roll(roll_words(*ends)) == ends


@pytest.mark.parametrize("text", ["", "many", "12 to 2", "D", "999D999", "0D6 x", "-3"])
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(RollError):
        read_roll(text)
