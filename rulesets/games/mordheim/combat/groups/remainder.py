"""The dice for all that is not followed of fights of Mordheim groups."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from rulesets.odds.volley import Floats, Ints

EACH = 5e-6
"""The part that one game stands for where nothing needs to be spared [chance]."""

MOST_GAMES = 8_000
"""Games of all clashes of one kind that are rolled at one time, about [games]."""

MOST_DRAWN = 10_000
"""Of unlikely things so many are drawn at one time at most."""

_S = TypeVar("_S")


@dataclass(slots=True)
class Remainder:
    """Dice for what is not followed, and how much they leave open.

    Parameters
    ----------
    rng : Generator
    games : int
        Rolled so far [games].
    spread : float
        Of all games together, the square of what each stands for: what they leave open
        is as if that had been rolled in ``1 / spread`` games.
    """

    rng: np.random.Generator
    games: int = 0
    spread: float = 0.0

    def games_for(self, chances: Floats) -> Ints:
        """Return in how many games each of some chances is rolled, at least one."""
        each = max(EACH, float(chances.sum()) / MOST_GAMES)
        found: Ints = np.ceil(chances / each).astype(np.int64)
        self.games += int(found.sum())
        self.spread += float((chances**2 / found).sum())
        return found

    def thinned(
        self, some: Mapping[_S, float], each: float, weight: float = 1.0
    ) -> dict[_S, float]:
        """Return few of many things, drawn as often as they are likely.

        Parameters
        ----------
        some : mapping
            With their chances [chance].
        each : float
            What one that is drawn stands for [chance].
        weight : float
            What all these chances are a part of [chance].
        """
        shares = np.array([*some.values()])
        whole = float(shares.sum())
        if not whole:
            return {}
        count = math.ceil(min(whole / each, MOST_DRAWN * weight))
        at = (np.arange(count) + self.rng.random(count)) * (whole / count)
        drawn = np.searchsorted(np.cumsum(shares), at, side="right")
        counts = np.bincount(np.minimum(drawn, len(shares) - 1), minlength=len(shares))
        self.games += count
        self.spread += (weight * whole) ** 2 / count
        return {
            one: n * whole / count
            for one, n in zip(some, counts.tolist(), strict=True)
            if n
        }
