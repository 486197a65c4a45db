"""Battle lines of two units alone, most of which are fights."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.battle_line.model import BattleLine, LineResult, Mode
from rulesets.odds.match_up import MatchUp, Question
from rulesets.odds.report import is_on_solution
from rulesets.odds.sampling import Seed
from rulesets.odds.settings import MatchUpKind, Settled, keys, settled


def keys_of_both(kinds: Sequence[MatchUpKind], line: str) -> frozenset[str]:
    """Return the keys of the questions that fights and lines ask alike."""
    fights, lines = (
        {
            (question, key)
            for kind in kinds
            if kind.key == wanted
            for question in kind.situation
            for key in keys(question)
        }
        for wanted in ("fight", line)
    )
    return frozenset(key for _, key in fights & lines)


def answers_of_two(
    asked: MatchUp,
    line: str,
    kinds: tuple[MatchUpKind, ...],
    readings: tuple[Question, ...],
) -> Settled | None:
    """Return every answer about a line of two units; none if it is asked for more.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    if asked.kind != line or asked.further or asked.without or asked.explained:
        return None
    told, _ = settled(asked, kinds, readings)
    return told


def as_it_begins(line: BattleLine[Mode], seed: Seed) -> LineResult[Mode]:
    """Return a battle line of which no round is fought: words need no more.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Not asked.
    """
    del seed
    modes = [*dict.fromkeys(mode for mode, _ in line.begun)]
    return LineResult(
        modes=modes,
        mode=np.array([modes.index(mode) for mode, _ in line.begun]),
        wounds=np.array([wounds for _, wounds in line.begun]),
        chances=np.array([*line.begun.values()]),
        by_round=(),
        rounds=0.0,
    )


def with_exact_figures(line: Odds, fight: Odds) -> Odds:
    """Return the words and steps of a battle line with the figures of its fight.

    Notes on how it was solved are those of the fight.
    """
    notes = [one for one in line.notes if not is_on_solution(one)]
    words = {key: fight.labels[key] for key in fight.outcomes}
    return replace(
        line,
        outcomes=fight.outcomes,
        labels={**words, **line.labels},
        method=fight.method,
        error=fight.error,
        by_round=fight.by_round,
        survivors={
            side: Distribution(one.label, one.unit, fight.survivors[side].chances)
            for side, one in line.survivors.items()
        },
        wounds=fight.wounds,
        events=fight.events,
        expected=fight.expected,
        notes=(*notes, *filter(is_on_solution, fight.notes)),
        confidence=fight.confidence,
        samples=fight.samples,
        deciding=fight.deciding,
        work=line.work + fight.work,
    )
