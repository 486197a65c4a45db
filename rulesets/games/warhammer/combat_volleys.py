"""Volleys of a unit whose numbers and distance change from turn to turn."""

from dataclasses import dataclass, field

import numpy as np

from rulesets.games.warhammer.combat_contact import models_left
from rulesets.games.warhammer.combat_minds import Flags, quartered
from rulesets.games.warhammer.combat_profile import Profile
from rulesets.games.warhammer.combat_shooting import (
    Shots,
    figure,
    shooters_among,
    shots_of,
    volley,
    weapon_of,
)
from rulesets.matchup import MatchUpError
from rulesets.odds.answer import Step
from rulesets.odds.questions import Settled
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """What a volley does to every pool of its target.

    Parameters
    ----------
    left : ndarray
        ``[w, v]``: chance that w wounds become v [chance].
    shaken : ndarray
        The part of it that costs a quarter of the models.
    lost : ndarray
        ``[w, k]``: chance that k of w wounds are lost [chance].
    """

    left: Floats
    shaken: Floats
    lost: Floats


Volley = tuple[tuple[Flags, Kernel], ...]
"""Which pools of the shooters shoot so, and what that does."""


def _kernel(left: Floats, target: Profile) -> Kernel:
    lost = np.zeros_like(left)
    start, end = np.tril_indices(len(left))
    lost[start, start - end] = left[start, end]
    return Kernel(left, left * quartered(target), lost)


@dataclass(slots=True, eq=False)
class Volleys:
    """All volleys of one unit at another.

    Parameters
    ----------
    own, target : Profile
    situation : Settled
        Of an engagement.
    silent : str
        Why the unit never shoots; "" if it may.
    reaches : tuple of int
        How far its weapons shoot [inches].
    known, kernels, traced : dict
        What has been worked out.
    """

    own: Profile
    target: Profile
    situation: Settled
    silent: str = ""
    reaches: tuple[int, ...] = ()
    known: dict[tuple[object, ...], Volley] = field(default_factory=dict)
    kernels: dict[tuple[object, ...], Kernel] = field(default_factory=dict)
    traced: dict[tuple[object, ...], list[Step]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out whether the unit shoots by rules that are worked out here."""
        try:
            self._shots(1, 1, [], moved=False, reaction=False)
        except MatchUpError as problem:
            self.silent = problem.text
        weapons = [weapon_of(group) for group in self.own.groups]
        self.reaches = tuple(
            figure(self.own, weapon, "range", 0)
            for weapon in weapons
            if weapon is not None and not self.silent
        )

    def at(self, distance: int, *, moved: bool, reaction: bool) -> Volley:
        """Return a volley by the shooters' wounds left; empty where nothing reaches."""
        key = self._band(distance, moved=moved, reaction=reaction)
        if key not in self.known:
            found = () if self.silent else self._volley(distance, moved, reaction, key)
            self.known[key] = found
        return self.known[key]

    def steps(self, distance: int, *, moved: bool, reaction: bool) -> list[Step]:
        """Return how a volley of those who may shoot at first comes about."""
        return self.traced[self._band(distance, moved=moved, reaction=reaction)]

    def _band(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> tuple[object, ...]:
        """Return what a volley hangs on: only whether weapons reach, and how far."""
        bands = ((distance > reach, 2 * distance > reach) for reach in self.reaches)
        return (*bands, moved, reaction)

    def struck(self, chances: Floats, one: Volley) -> tuple[Floats, Floats]:
        """Return what a volley makes of chances, and the part that may panic.

        Parameters
        ----------
        chances : ndarray
            ``[own, target]`` [chance].
        one : Volley
        """
        left, shaken = np.zeros_like(chances), np.zeros_like(chances)
        for rows, kernel in one:
            left[rows] = chances[rows] @ kernel.left
            shaken[rows] = chances[rows] @ kernel.shaken
        return left, shaken

    def lost(self, chances: Floats, one: Volley) -> Floats:
        """Return the distribution of the wounds that a volley takes [chance]."""
        found = np.zeros(self.target.pool + 1)
        for rows, kernel in one:
            found += chances[rows].sum(axis=0) @ kernel.lost
        return found

    def _volley(
        self,
        distance: int,
        moved: bool,  # noqa: FBT001
        reaction: bool,  # noqa: FBT001
        key: tuple[object, ...],
    ) -> Volley:
        models = models_left(self.own)
        counts: Ints = np.array(
            [shooters_among(self.own, int(left), self._asked(0)) for left in models]
        )
        found = []
        most = int(counts.max())
        for count in sorted(set(counts.tolist())):
            steps: list[Step] = []
            shots = self._shots(distance, count, steps, moved=moved, reaction=reaction)
            if count == most and shots:
                self.traced[key] = steps
            if not shots:
                return ()
            found.append((counts == count, self._kernel(shots)))
        return tuple(found)

    def _kernel(self, shots: tuple[Shots, ...]) -> Kernel:
        key = tuple((one.swing, one.dice) for one in shots)
        if key not in self.kernels:
            self.kernels[key] = _kernel(volley(shots, self.target), self.target)
        return self.kernels[key]

    def _shots(
        self,
        distance: int,
        count: int,
        steps: list[Step],
        *,
        moved: bool,
        reaction: bool,
    ) -> tuple[Shots, ...]:
        asked = self._asked(distance, moved=moved)
        return shots_of(self.own, self.target, count, asked, steps, reaction=reaction)

    def _asked(self, distance: int, *, moved: bool = False) -> Settled:
        return {
            **self.situation,
            "distance": distance,
            "moved": moved,
            "cover": self.situation[f"{self.target.side}.cover"],
            "hill": self.situation[f"{self.own.side}.hill"],
        }
