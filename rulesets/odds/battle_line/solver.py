"""Solve battle lines: exactly, or by a sample where there are too many states."""

from rulesets.odds.battle_line.exact import MOST_CELLS, LineTooLarge, solve_exactly
from rulesets.odds.battle_line.model import BattleLine, LineResult, Mode
from rulesets.odds.battle_line.samples import sample_line
from rulesets.odds.sampling import Seed


def solve_line(
    line: BattleLine[Mode], seed: Seed, most: int = MOST_CELLS
) -> LineResult[Mode]:
    """Return how a battle line goes.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    most : int
        Losses of all states together above which it is sampled.
    """
    try:
        return solve_exactly(line, most)
    except LineTooLarge:
        return sample_line(line, seed)
