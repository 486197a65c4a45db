"""Volleys of a unit whose numbers and distance change from turn to turn."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat_contact import models_left
from rulesets.games.warhammer.combat_minds import QUARTER
from rulesets.games.warhammer.combat_profile import Profile
from rulesets.games.warhammer.combat_shooting import (
    Shots,
    shooters_among,
    shots_of,
    volley,
)
from rulesets.matchup import MatchUpError
from rulesets.odds.answer import Step
from rulesets.odds.questions import Settled
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]

Volley = tuple[tuple[Flags, Floats], ...]
"""Which pools of the shooters shoot so, and ``[w, v]``: w wounds become v [chance]."""


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
    """

    own: Profile
    target: Profile
    situation: Settled
    silent: str = ""
    known: dict[tuple[int, bool, bool], Volley] = field(default_factory=dict)
    kernels: dict[tuple[object, ...], Floats] = field(default_factory=dict)
    traced: dict[tuple[int, bool, bool], list[Step]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out whether the unit shoots by rules that are worked out here."""
        try:
            self._shots(1, 1, [], moved=False, reaction=False)
        except MatchUpError as problem:
            self.silent = problem.text

    @property
    def quartered(self) -> Flags:
        """Return ``[w, v]``: whether v wounds of w are a quarter of the models less."""
        models = models_left(self.target)
        left, start = models[None, :], models[:, None]
        lost: Flags = QUARTER * (start - left) >= start
        return lost & (left < start)

    def at(self, distance: int, *, moved: bool, reaction: bool) -> Volley:
        """Return a volley by the shooters' wounds left; empty where nothing reaches."""
        key = (distance, moved, reaction)
        if key not in self.known:
            self.known[key] = () if self.silent else self._volley(*key)
        return self.known[key]

    def struck(self, chances: Floats, one: Volley) -> tuple[Floats, Floats]:
        """Return what a volley makes of chances, and the part that may panic.

        Parameters
        ----------
        chances : ndarray
            ``[own, target]`` [chance].
        one : Volley
        """
        left, shaken = np.zeros_like(chances), np.zeros_like(chances)
        quartered = self.quartered
        for rows, kernel in one:
            left[rows] = chances[rows] @ kernel
            shaken[rows] = chances[rows] @ (kernel * quartered)
        return left, shaken

    def lost(self, chances: Floats, one: Volley) -> Floats:
        """Return the distribution of the wounds that a volley takes [chance]."""
        size = self.target.pool + 1
        before, after = np.indices((size, size))
        fewer = np.maximum(before - after, 0)
        found = np.zeros(size)
        for rows, kernel in one:
            joint = chances[rows].sum(axis=0)[:, None] * kernel
            found += np.bincount(fewer.ravel(), joint.ravel(), minlength=size)
        return found

    def _volley(self, distance: int, moved: bool, reaction: bool) -> Volley:  # noqa: FBT001
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
                self.traced[distance, moved, reaction] = steps
            if not shots:
                return ()
            found.append((counts == count, self._kernel(shots)))
        return tuple(found)

    def _kernel(self, shots: tuple[Shots, ...]) -> Floats:
        key = tuple((one.swing, one.dice) for one in shots)
        if key not in self.kernels:
            self.kernels[key] = volley(shots, self.target)
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
