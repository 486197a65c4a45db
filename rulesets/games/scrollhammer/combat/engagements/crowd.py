"""Many places to stand at once, each with the chances of both sides' states."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from rulesets.games.scrollhammer.combat.fights.way_back import UNTESTED
from rulesets.odds.volley import Floats

STEADY, GROUNDED, FALLING = range(3)
"""States of a unit: as usual, gone to ground, or falling back."""


class Spot(NamedTuple):
    """The places of both: inches to the own table edge, and their states.

    Beside them, how the friends behind each stand.
    """

    own_room: int
    other_room: int
    own_mood: int = STEADY
    other_mood: int = STEADY
    own_friends: int = UNTESTED
    other_friends: int = UNTESTED

    def turned(self) -> "Spot":
        """Return it as the other side sees it."""
        return Spot(
            self.other_room,
            self.own_room,
            self.other_mood,
            self.own_mood,
            self.other_friends,
            self.own_friends,
        )


Kind = TypeVar("Kind", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Spots in which two units may be, as one side sees them.

    Parameters
    ----------
    spots : sequence of Spot
    live : ndarray
        ``[spot, own, other]`` [chance].
    """

    spots: Sequence[Spot]
    live: Floats

    def parted(self, kind_of: Callable[[Spot], Kind]) -> dict[Kind, "Crowd"]:
        """Return the spots of each kind."""
        places: dict[Kind, list[int]] = {}
        for place, spot in enumerate(self.spots):
            places.setdefault(kind_of(spot), []).append(place)
        if len(places) == 1:
            return dict.fromkeys(places, self)
        return {kind: self.chosen(those) for kind, those in places.items()}

    def chosen(self, places: Sequence[int]) -> "Crowd":
        """Return some of the spots."""
        return Crowd([self.spots[place] for place in places], self.live[list(places)])

    def present(self) -> "Crowd":
        """Return the spots in which they may be at all."""
        there = np.flatnonzero(self.live.any(axis=(1, 2))).tolist()
        return self if len(there) == len(self.spots) else self.chosen(there)

    def times(self, chances: Floats) -> "Crowd":
        """Return the part that something happens to, by its chances."""
        return Crowd(self.spots, self.live * chances)

    def moved(self, to: Callable[[Spot], Spot]) -> "Crowd":
        """Return the same in other spots."""
        return Crowd([to(spot) for spot in self.spots], self.live)

    def each(self, chance_of: Callable[[Spot], float]) -> Floats:
        """Return ``[spot, 1, 1]``: a chance by spot."""
        return np.array([chance_of(spot) for spot in self.spots])[:, None, None]

    def whole(self) -> Floats:
        """Return ``[own, other]`` wherever they are [chance]."""
        total: Floats = self.live.sum(axis=0)
        return total


def together(crowds: Iterable[Crowd]) -> Crowd | None:
    """Return several crowds as one, with each spot once; none if there is nobody."""
    some = [crowd for crowd in crowds if crowd.spots]
    if not some:
        return None
    live = some[0].live
    if len(some) > 1:
        live = np.concatenate([crowd.live for crowd in some])
    known: dict[Spot, list[int]] = {}
    for place, spot in enumerate(spot for crowd in some for spot in crowd.spots):
        known.setdefault(spot, []).append(place)
    if len(known) == len(live):
        return Crowd([*known], live)
    return Crowd([*known], _summed([*known.values()], live))


def _summed(places: Sequence[Sequence[int]], live: Floats) -> Floats:
    """Return ``[row, own, other]``: the chances in several places each, summed up."""
    total: Floats = live[[those[0] for those in places]]
    more = [row for row, those in enumerate(places) if len(those) > 1]
    number = 1
    while more:
        total[more] += live[[places[row][number] for row in more]]
        number += 1
        more = [row for row in more if len(places[row]) > number]
    return total


def mixed(shares: Floats, live: Floats) -> Floats:
    """Return ``[row, own, other]``: the spots of a crowd summed up with some shares.

    Parameters
    ----------
    shares : ndarray
        ``[row, spot]`` [chance].
    live : ndarray
        ``[spot, own, other]`` [chance].
    """
    flat = np.ascontiguousarray(live).reshape(len(live), -1)
    summed: Floats = (shares @ flat).reshape(len(shares), *live.shape[1:])
    return summed
