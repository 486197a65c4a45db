"""Solve battle lines: exactly, or drawn or rolled where there are too many states."""

from math import prod

from rulesets.odds.battle_line.drawn import LineTooWide, draw_line
from rulesets.odds.battle_line.exact import MOST_CELLS, LineTooLarge, solve_exactly
from rulesets.odds.battle_line.model import BattleLine, LineResult, Mode
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.sampling import Seed

SURE = 600_000
"""Fights of their own, whose bound needs no estimate, that would be as sure as those
that are rolled: a battle line that is drawn less surely is rolled."""

MOST_STATES = 2**46
"""Ways in which all pools may have wounds left above which they have no number of their
own beside that of their mode: such a battle line is rolled."""


def solve_line(
    line: BattleLine[Mode], seed: Seed, most: int = MOST_CELLS
) -> LineResult[Mode]:
    """Return how a battle line goes.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Text of the whole question: the same question gives the same answer.
    most : int
        Losses of all states together above which it is not solved exactly.
    """
    if prod(pool + 1 for pool in line.rules.pools) > MOST_STATES:
        return roll_line(line, seed)
    try:
        return solve_exactly(line, most)
    except LineTooLarge:
        return _sampled(line, seed)


def _sampled(line: BattleLine[Mode], seed: Seed) -> LineResult[Mode]:
    try:
        return draw_line(line, seed, SURE)
    except LineTooWide:
        return roll_line(line, seed)
