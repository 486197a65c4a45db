"""Volleys of a unit whose numbers and distance change from turn to turn."""

from dataclasses import dataclass, field

import numpy as np

from rulesets.games.warhammer.combat.attack import WarhammerAttack, done
from rulesets.games.warhammer.combat.contact import models_left
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import Flags, quartered
from rulesets.games.warhammer.combat.shooting import (
    WarhammerShots,
    figure,
    shooters_among,
    shots_of,
    weapon_of,
)
from rulesets.odds.answer import Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats, Ints, step


@dataclass(frozen=True, slots=True, eq=False)
class WarhammerVolley:
    """What a volley does to every pool of its target, by the wounds that it takes.

    Parameters
    ----------
    lost : ndarray
        ``[k, count, w]``: chance that k of w wounds are lost to so many shooters, of
        every count that there may be [chance].
    counts : ndarray
        By the shooters' wounds left, which of those counts it is.
    shaken : ndarray
        ``[k, w]``: whether k of w wounds cost a quarter of the models.
    """

    lost: Floats
    counts: Ints
    shaken: Flags

    def struck(self, chances: Floats) -> tuple[Floats, Floats, Floats]:
        """Return what is left, the part that may panic, and the wounds taken.

        Parameters
        ----------
        chances : ndarray
            ``[own, target]`` [chance].
        """
        left, shaken = np.zeros_like(chances), np.zeros_like(chances)
        taken = np.zeros(chances.shape[1])
        rows = np.flatnonzero(chances.any(axis=1))
        pools = np.flatnonzero(chances.any(axis=0))
        if not len(rows):
            return left, shaken, taken
        least, most = int(pools[0]), int(pools[-1]) + 1
        some, counts = chances[rows, :most], self.counts[rows]
        left_of, shaken_of = np.zeros_like(some), np.zeros_like(some)
        for k, lost in enumerate(self.lost[:most]):
            begin = max(k, least)
            part = some[:, begin:] * lost[counts, begin:most]
            left_of[:, begin - k : most - k] += part
            begin = max(begin, k + 1)
            test = self.shaken[k, begin:most]
            if test.any():
                panics = part[:, begin - max(k, least) :] * test
                shaken_of[:, begin - k : most - k] += panics
            taken[k] = part.sum()
        left[rows, :most], shaken[rows, :most] = left_of, shaken_of
        return left, shaken, taken


NOTHING = 1e-17
"""So many wounds are never lost, where no pool loses them likelier [chance]."""


@dataclass(slots=True, eq=False)
class WarhammerFire:
    """Volleys at one target, built up shot by shot.

    Parameters
    ----------
    target : WarhammerUnit
    known : dict
        ``[w, v]``: chance that w wounds become v, by the shots that fell.
    singles : dict
        By j the chance, by wounds left, that one shot takes j of them.
    """

    target: WarhammerUnit
    known: dict[tuple[tuple[WarhammerAttack, int], ...], Floats] = field(
        default_factory=dict
    )
    singles: dict[WarhammerAttack, tuple[Floats, ...]] = field(default_factory=dict)

    def after(self, shots: tuple[tuple[WarhammerAttack, int], ...]) -> Floats:
        """Return what is left after these shots of one kind after the other."""
        if not shots:
            return np.eye(self.target.pool + 1)
        *before, (swing, dice) = shots
        made = dice
        while made and (*before, (swing, made)) not in self.known:
            made -= 1
        whole = self.known[*before, (swing, made)] if made else self.after((*before,))
        bands = self._bands(swing) if made < dice else ()
        for fallen in range(made + 1, dice + 1):
            whole = _once_more(whole, bands)
            self.known[*before, (swing, fallen)] = whole
        return whole

    def _bands(self, swing: WarhammerAttack) -> tuple[Floats, ...]:
        if swing not in self.singles:
            moves = step(done(swing), self.target.pool, self.target.wounds)
            most = self.target.wounds + 1
            self.singles[swing] = tuple(np.diagonal(moves, -k) for k in range(most))
        return self.singles[swing]


def _once_more(whole: Floats, bands: tuple[Floats, ...]) -> Floats:
    grown: Floats = np.zeros_like(whole)
    for lost, chances in enumerate(bands):
        grown[:, : len(chances)] += whole[:, lost:] * chances
    return grown


def _by_lost(after: list[Floats], target: WarhammerUnit) -> tuple[Floats, Flags]:
    """Return ``[k, count, w]`` and who is shaken ``[k, w]``, of wounds lost."""
    wounds = np.arange(target.pool + 1)
    left = wounds[None, :] - wounds[:, None]
    may = left >= 0
    lost = np.array(
        [np.where(may, whole[wounds, np.maximum(left, 0)], 0.0) for whole in after]
    )
    most = int(np.flatnonzero(lost.max(axis=(0, 2)) > NOTHING)[-1])
    shaken = may & quartered(target)[wounds, np.maximum(left, 0)]
    return np.ascontiguousarray(lost.swapaxes(0, 1)[: most + 1]), shaken


@dataclass(slots=True, eq=False)
class Volleys:
    """All volleys of one unit at another.

    Parameters
    ----------
    own, target : WarhammerUnit
    situation : Settled
        Of an engagement.
    silent : str
        Why the unit never shoots; "" if it may.
    reaches : tuple of int
        How far its weapons shoot [inches].
    known, traced : dict
        What has been worked out.
    fire : WarhammerFire
        What shots at the target do.
    """

    own: WarhammerUnit
    target: WarhammerUnit
    situation: Settled
    silent: str = ""
    reaches: tuple[int, ...] = ()
    known: dict[tuple[object, ...], WarhammerVolley | None] = field(
        default_factory=dict
    )
    traced: dict[tuple[object, ...], list[Step]] = field(default_factory=dict)
    fire: WarhammerFire = field(init=False)

    def __post_init__(self) -> None:
        """Find out whether the unit shoots by rules that are worked out here."""
        self.fire = WarhammerFire(self.target)
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

    def at(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> WarhammerVolley | None:
        """Return a volley, or nothing where nothing reaches."""
        key = self._band(distance, moved=moved, reaction=reaction)
        if key not in self.known:
            found = (
                None if self.silent else self._volley(distance, moved, reaction, key)
            )
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

    def _volley(
        self,
        distance: int,
        moved: bool,  # noqa: FBT001
        reaction: bool,  # noqa: FBT001
        key: tuple[object, ...],
    ) -> WarhammerVolley | None:
        models = models_left(self.own)
        among: Ints = np.array(
            [shooters_among(self.own, int(left), self._asked(0)) for left in models]
        )
        counts, which = np.unique(among, return_inverse=True)
        after = []
        steps: list[Step] = []
        for count in counts.tolist():
            steps = []
            shots = self._shots(distance, count, steps, moved=moved, reaction=reaction)
            if not shots:
                return None
            fallen = tuple((one.swing, one.dice) for one in shots)
            after.append(self.fire.after(fallen))
        self.traced[key] = steps
        lost, shaken = _by_lost(after, self.target)
        return WarhammerVolley(lost, which, shaken)

    def _shots(
        self,
        distance: int,
        count: int,
        steps: list[Step],
        *,
        moved: bool,
        reaction: bool,
    ) -> tuple[WarhammerShots, ...]:
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
