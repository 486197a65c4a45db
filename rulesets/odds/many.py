"""Many match-ups at once: the figures of each as a row, without words or a trace.

A game answers together what it can; the other pairs are for its caller to ask in the
usual way. Either way the numbers are those of the single answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.answer import NotModelled
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats


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

    def of_one(self, side: Side, one: Contestant) -> MatchUp:
        """Return the match-up of a contestant of a side as far as it depends on it."""
        answers = self.answers_of(*((one, None) if side == "a" else (None, one)))
        return MatchUp(
            game=self.game,
            kind=self.kind,
            a=one.fighter,
            b=one.fighter,
            situation=answers,
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


Omitted = tuple[tuple[NotModelled, ...], tuple[NotModelled, ...]]
"""Rules of a contestant that are in no number: by the game, and in words alone."""


@dataclass(frozen=True, slots=True, eq=False)
class ManyOdds:
    """Figures of many match-ups.

    Parameters
    ----------
    asked : ManyMatchUps
    keys : tuple of str
        Of outcomes, events and expected figures, as `Odds` has them.
    rows : ndarray
        ``[pair, key]``; 0 where an answer does not have such a figure, and for a pair
        that is not answered [chance, wounds or rounds].
    errors : ndarray
        Bound on the error of every chance of a pair [chance].
    answered : ndarray of bool
        Whether a pair is answered together with others, and so exact.
    pools : tuple of tuple of int
        Wounds at full strength of the contestants of both sides; 0 where not known.
    began : tuple of tuple of int
        Wounds that the contestants of both sides begin with; 0 where not known.
    omitted : tuple of tuple
        Of the contestants of both sides.
    """

    asked: ManyMatchUps
    keys: tuple[str, ...]
    rows: Floats
    errors: Floats
    answered: NDArray[np.bool_]
    pools: tuple[Sequence[int], Sequence[int]] = ((), ())
    began: tuple[Sequence[int], Sequence[int]] = ((), ())
    omitted: tuple[Sequence[Omitted], Sequence[Omitted]] = ((), ())

    def column(self, key: str) -> Floats:
        """Return a figure of all pairs."""
        found: Floats = self.rows[:, self.keys.index(key)]
        return found

    def figures(self, place: int) -> dict[str, float]:
        """Return all figures of a pair."""
        return dict(zip(self.keys, self.rows[place].tolist(), strict=True))

    def left_out(self, place: int) -> tuple[NotModelled, ...]:
        """Return the rules of both sides that are in none of a pair's numbers."""
        a, b = self.asked.pairs[place]
        (left_a, words_a), (left_b, words_b) = self.omitted[0][a], self.omitted[1][b]
        return tuple(dict.fromkeys((*left_a, *left_b, *words_a, *words_b)))


Many = Callable[[ManyMatchUps], ManyOdds]
"""Answers the pairs of a question that it can answer together."""


def no_many(asked: ManyMatchUps) -> ManyOdds:
    """Return room for the figures of all pairs, none of which is answered."""
    return unanswered(asked, ())


def unanswered(asked: ManyMatchUps, keys: tuple[str, ...]) -> ManyOdds:
    """Return room for such figures."""
    count = len(asked.pairs)
    return ManyOdds(
        asked=asked,
        keys=keys,
        rows=np.zeros((count, len(keys))),
        errors=np.zeros(count),
        answered=np.zeros(count, dtype=np.bool_),
    )
