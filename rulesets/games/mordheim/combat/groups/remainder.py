"""The dice for all that is not followed of fights of Mordheim groups."""

from dataclasses import dataclass

import numpy as np

from rulesets.odds.volley import Floats, Ints

EACH = 5e-6
"""The part that one game stands for where nothing needs to be spared [chance]."""

MOST_GAMES = 16_000
"""Games of all clashes of one kind that are rolled at one time, about [games]."""


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

    def thinned(self, chances: Floats, most: int) -> Floats:
        """Return what each of some chances stands for, where they are too many.

        The likely stand for themselves. Of the others some are drawn, as often as they
        are likely, and stand for all of them; the rest stands for nothing.

        Parameters
        ----------
        chances : array of float
            [chance]
        most : int
            Of how many something is left.
        """
        if len(chances) <= most:
            return chances
        rare = chances < _least_kept(chances, most)
        count = most - len(chances) + int(rare.sum())
        found = chances.copy()
        found[rare] = self._drawn(chances[rare], count)
        return found

    def _drawn(self, chances: Floats, count: int) -> Floats:
        """Return what each of some chances stands for, so many of which are drawn."""
        each, at = self.spread_draws(float(chances.sum()), count)
        drawn = np.searchsorted(np.cumsum(chances), at, side="right")
        drawn = np.minimum(drawn, len(chances) - 1)
        counts = np.bincount(drawn, minlength=len(chances))
        found: Floats = np.multiply(counts, each)
        return found

    def spread_draws(self, whole: float, count: int) -> tuple[float, Floats]:
        """Return what each of some draws stands for, and where they fall in a whole.

        Parameters
        ----------
        whole : float
            [chance]
        count : int
        """
        each = whole / count
        self.games += count
        self.spread += whole**2 / count
        return each, (np.arange(count) + self.rng.random(count)) * each


def _least_kept(chances: Floats, most: int) -> float:
    """Return from what chance on all are kept, so that about as many are left.

    What is drawn of the others stands for no more than that.
    """
    rest = len(chances) - most
    parted = np.partition(chances, rest) if most else chances
    top = np.sort(parted[rest:])
    drawn = np.arange(1, most)
    whole = float(parted[:rest].sum()) + np.cumsum(top[:-1])
    enough = whole <= top[1:] * drawn
    return float(top[1:][enough.argmax()] if enough.any() else np.inf)
