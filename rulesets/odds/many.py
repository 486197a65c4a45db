"""Many match-ups at once: the figures of each as a row, without words or a trace.

A game that can answers them together; else each is asked in the usual way. Either way
the numbers are those of the single answers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from rulesets.odds.volley import Floats

NOTHING: Answers = {}
"""Answers of a side about which nothing is said."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A fighter with the answers about it alone, by their keys without the side."""

    fighter: Fighter
    answers: Answers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ManyMatchUps:
    """Pairs of fighters of whom the same is asked.

    Parameters
    ----------
    game, kind, situation, readings, rounds
        As in a `MatchUp`.
    a, b : sequence of Contestant
    pairs : sequence of tuple of int
        Places of side A and side B, from 0.
    """

    game: str
    kind: str
    a: Sequence[Contestant]
    b: Sequence[Contestant]
    pairs: Sequence[tuple[int, int]]
    situation: Answers = field(default_factory=dict)
    readings: Answers = field(default_factory=dict)
    rounds: int | None = None

    def match_up(self, pair: tuple[int, int]) -> MatchUp:
        """Return the match-up of a pair."""
        a, b = self.a[pair[0]], self.b[pair[1]]
        return MatchUp(
            game=self.game,
            kind=self.kind,
            a=a.fighter,
            b=b.fighter,
            situation=self.answers_of(a, b),
            readings=self.readings,
            rounds=self.rounds,
        )

    def answers_of(self, a: Contestant | None, b: Contestant | None) -> Answers:
        """Return the situation of two fighters, or of one where the other is none."""
        found = dict(self.situation)
        for side, one in (("a", a), ("b", b)):
            if one is not None:
                found |= {f"{side}.{key}": told for key, told in one.answers.items()}
        return found


@dataclass(frozen=True, slots=True, eq=False)
class ManyOdds:
    """Figures of many match-ups.

    Parameters
    ----------
    keys : tuple of str
        Of outcomes, events and expected figures, as `Odds` has them.
    rows : ndarray
        ``[pair, key]``; 0 where an answer does not have such a figure, and for a pair
        with a problem [chance, wounds or rounds].
    errors : ndarray
        Bound on the error of every chance of a pair [chance].
    sampled : ndarray of bool
        Whether a pair was sampled.
    problems : mapping
        Why a pair cannot be worked out, by its place.
    """

    keys: tuple[str, ...]
    rows: Floats
    errors: Floats
    sampled: NDArray[np.bool_]
    problems: Mapping[int, MatchUpError] = field(default_factory=dict)

    def column(self, key: str) -> Floats:
        """Return a figure of all pairs."""
        found: Floats = self.rows[:, self.keys.index(key)]
        return found

    def figures(self, place: int) -> dict[str, float]:
        """Return all figures of a pair."""
        return dict(zip(self.keys, self.rows[place].tolist(), strict=True))


def empty(keys: tuple[str, ...], count: int) -> ManyOdds:
    """Return room for so many pairs."""
    return ManyOdds(
        keys=keys,
        rows=np.zeros((count, len(keys))),
        errors=np.zeros(count),
        sampled=np.zeros(count, dtype=np.bool_),
        problems={},
    )


def ask_each(
    odds: Callable[[MatchUp], Odds],
    asked: ManyMatchUps,
    places: Iterable[int],
    into: ManyOdds,
) -> ManyOdds:
    """Ask pairs one by one, each in the usual way; write their rows."""
    problems = dict(into.problems)
    for place in places:
        try:
            one = odds(asked.match_up(asked.pairs[place]))
        except MatchUpError as problem:
            problems[place] = problem
            continue
        figures = {**one.outcomes, **one.events, **one.expected}
        into.rows[place] = [figures.get(key, 0.0) for key in into.keys]
        into.errors[place] = one.error
        into.sampled[place] = one.method != "exact"
    return ManyOdds(into.keys, into.rows, into.errors, into.sampled, problems)
