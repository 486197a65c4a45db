"""Solve battle lines: exactly, or drawn or rolled where there are too many states."""

from dataclasses import replace
from math import prod

from rulesets.odds.battle_line.drawn import LineTooWide, draw_line
from rulesets.odds.battle_line.exact import MOST_CELLS, LineTooLarge, solve_exactly
from rulesets.odds.battle_line.model import BattleLine, LineResult, Mode
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.sampling import Seed

SURE = 600_000
"""Fights of their own, whose bound needs no estimate, that would be as sure as those
that are rolled: a battle line that is drawn less surely is rolled."""

WORK_OF_SAMPLE = 2_500_000
"""Work on a battle line that is drawn or rolled, as many losses as are worked out in
about the same time [losses of states]."""

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
    try:
        return solve_wholly(line, seed, most)
    except LineTooLarge:
        return sample_line(line, seed)


def solve_wholly(
    line: BattleLine[Mode], seed: Seed, most: int = MOST_CELLS
) -> LineResult[Mode]:
    """Return how a battle line goes where `solve_line` neither draws nor rolls it.

    Raises
    ------
    LineTooLarge
        If it does.
    """
    del seed
    if _has_too_many_states(line):
        raise LineTooLarge
    return solve_exactly(line, most)


def _has_too_many_states(line: BattleLine[Mode]) -> bool:
    return prod(pool + 1 for pool in line.rules.pools) > MOST_STATES


def sample_line(line: BattleLine[Mode], seed: Seed) -> LineResult[Mode]:
    """Return how a battle line goes that is too large to be solved exactly.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        As for `solve_line`.
    """
    return replace(_sampled(line, seed), work=WORK_OF_SAMPLE)


def _sampled(line: BattleLine[Mode], seed: Seed) -> LineResult[Mode]:
    if _has_too_many_states(line):
        return roll_line(line, seed)
    try:
        return draw_line(line, seed, SURE)
    except LineTooWide:
        return roll_line(line, seed)
