"""Dice that a price adds: typed as players write them, kept as a range."""

import re

MOST_PIPS = 1_000
_DICE = re.compile(r"(\d*)\s*[dw](\d+)(?:\s*[x×*]\s*(\d+))?(?:\s*\+\s*(\d+))?", re.I)
_RANGE = re.compile(r"(\d+)\s*(?:-|–|to|,)\s*(\d+)")


class RollError(ValueError):
    """A text that is no roll, with the reason in words."""


def read_roll(text: str) -> tuple[int, int]:
    """Return the lowest and the highest result of dice: ``2D6`` are 2 to 12 [pips].

    ``D6 x 10`` and ``2D6 + 3`` are dice, too; a range is written ``4 to 24``.

    Raises
    ------
    RollError
        If it is neither dice nor a range, or reaches too far.
    """
    text = " ".join(text.split())
    if dice := _DICE.fullmatch(text):
        number, sides, times, more = (int(x) if x else None for x in dice.groups())
        number, times, more = number or 1, times or 1, more or 0
        low, high = number * times + more, number * (sides or 0) * times + more
    elif ends := _RANGE.fullmatch(text):
        low, high = int(ends[1]), int(ends[2])
    else:
        raise RollError("write dice, such as 2D6 or D6 x 10, or a range: 4 to 24")
    if not 0 <= low <= high <= MOST_PIPS:
        raise RollError(f"it goes from a lower to a higher result, at most {MOST_PIPS}")
    return low, high


def roll_words(low: int, high: int) -> str:
    """Return a range as `read_roll` reads it: which dice make it, it does not say."""
    return f"{low} to {high}"
