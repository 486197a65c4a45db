"""The effect of volleys on chances of the states of two units."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.games.warhammer.combat.fights.psychology import Flags
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class WarhammerVolley:
    """The effect of a volley on every state of its target.

    The state of all but ridden monsters is the wounds left.

    Parameters
    ----------
    moves : ndarray
        ``[count, w, v]``: chance that state w becomes v by so many shooters, of every
        count that there may be [chance].
    counts : ndarray
        By the shooters' state, which of those counts it is.
    shaken : ndarray
        ``[w, v]``: whether a fall from w to v costs a quarter of the models.
    """

    moves: Floats
    counts: Ints
    shaken: Flags

    def apply(self, chances: Floats, states: Ints) -> tuple[Floats, Floats, Floats]:
        """Apply the volley; return what is left, what may panic, and falls by k.

        Parameters
        ----------
        chances : ndarray
            ``[n, own, target]``: several chances of both [chance].
        states : ndarray
            Of the shooters, those that these chances are of.
        """
        left, shaken = np.zeros_like(chances), np.zeros_like(chances)
        size = chances.shape[2]
        there = np.flatnonzero(chances.any(axis=(0, 2)))
        if not len(there):
            return left, shaken, np.zeros(size)
        some = chances[:, there].swapaxes(0, 1)
        moves = self.moves[self.counts[states[there]]]
        left[:, there] = (some @ moves).swapaxes(0, 1)
        shaken[:, there] = (some @ (moves * self.shaken)).swapaxes(0, 1)
        moved = (some.sum(axis=1)[:, :, None] * moves).sum(axis=0)
        return left, shaken, _falls(moved)


def apply_each(
    volleys: Sequence[WarhammerVolley], chances: Floats, states: Ints
) -> tuple[Floats, Floats, Floats]:
    """Apply to each of several chances a volley of its own, as `WarhammerVolley` does.

    All are volleys of one unit at one target.
    """
    first, size = volleys[0], chances.shape[2]
    if all(one is first for one in volleys):
        return first.apply(chances, states)
    there = np.flatnonzero(chances.any(axis=(0, 2)))
    if len(volleys) * len(there) * size**2 > MOST_MOVES:
        return _apply_apart(volleys, chances, states)
    distinct = list({id(one): one for one in volleys}.values())
    numbers = {id(one): number for number, one in enumerate(distinct)}
    which = first.counts[states[there]]
    moves = np.stack([one.moves[which] for one in distinct])
    both = np.concatenate((moves, moves * first.shaken), axis=3)
    some, index = chances[:, there], [numbers[id(one)] for one in volleys]
    found = (some[:, :, None] @ both[index])[:, :, 0]
    left, shaken = np.zeros_like(chances), np.zeros_like(chances)
    left[:, there], shaken[:, there] = found[:, :, :size], found[:, :, size:]
    of_each = np.eye(len(distinct))[index].T @ some.reshape(len(some), -1)
    weights = of_each.reshape(len(distinct), len(there), size, 1)
    return left, shaken, _falls((weights * moves).sum(axis=(0, 1)))


MOST_MOVES = 1_000_000
"""Chances of moves that are laid out for several volleys at once."""


def _apply_apart(
    volleys: Sequence[WarhammerVolley], chances: Floats, states: Ints
) -> tuple[Floats, Floats, Floats]:
    """Apply volleys one after the other, each to all that are its own."""
    left, shaken = np.zeros_like(chances), np.zeros_like(chances)
    taken = np.zeros(chances.shape[2])
    places: dict[int, list[int]] = {}
    for place, one in enumerate(volleys):
        places.setdefault(id(one), []).append(place)
    for some in places.values():
        found = volleys[some[0]].apply(chances[some], states)
        left[some], shaken[some] = found[:2]
        taken += found[2]
    return left, shaken, taken


def _falls(moved: Floats) -> Floats:
    """Return the chances ``[k]`` to fall by k, of those ``[w, v]`` to move."""
    size = len(moved)
    lost = np.arange(size)[:, None] - np.arange(size)[None, :]
    taken = np.bincount(np.maximum(lost, 0).ravel(), moved.ravel(), size)
    return taken.astype(np.float64)
