"""Volleys of a unit: the wounds of its target, by numbers and distance."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rulesets.games.warhammer.combat.attack import WarhammerAttack, resolve
from rulesets.games.warhammer.combat.bombardment import (
    Salvo,
    crew_of,
    layout_of,
)
from rulesets.games.warhammer.combat.contact import models_left
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engines import Engine, engine_of
from rulesets.games.warhammer.combat.landings import shot_at
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import Flags, quartered
from rulesets.games.warhammer.combat.shooting import (
    WarhammerShots,
    figure,
    shooters_among,
    shots_of,
    weapon_of,
)
from rulesets.games.warhammer.combat.shooting_odds import AT_MACHINE, wounds_left
from rulesets.odds.answer import Step
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.volley import Floats, Ints, step


@dataclass(frozen=True, slots=True, eq=False)
class WarhammerVolley:
    """The effect of a volley on every pool of its target, by wounds lost.

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

    def apply(self, chances: Floats) -> tuple[Floats, Floats, Floats]:
        """Apply the volley; return what is left, what may panic, and wounds lost.

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
"""Outcomes less likely than this are dropped [chance]."""


def dice_of_shots(
    shots: tuple[WarhammerShots, ...],
) -> tuple[tuple[WarhammerAttack, int], ...]:
    """Return each kind of shot with its dice."""
    return tuple((one.attack, one.dice) for one in shots)


@dataclass(slots=True, eq=False)
class WarhammerFire:
    """Volleys at one target, built up shot by shot.

    Parameters
    ----------
    target : WarhammerUnit
        Of a war machine the crew: before contact the machine is taken to stand.
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
        """Return the wounds left after shots of one kind after the other."""
        if not shots:
            return np.eye(self.target.pool + 1)
        *before, (attack, dice) = shots
        made = dice
        while made and (*before, (attack, made)) not in self.known:
            made -= 1
        whole = self.known[*before, (attack, made)] if made else self.after((*before,))
        bands = self._bands(attack) if made < dice else ()
        for fallen in range(made + 1, dice + 1):
            whole = _once_more(whole, bands)
            self.known[*before, (attack, fallen)] = whole
        return whole

    def _bands(self, attack: WarhammerAttack) -> tuple[Floats, ...]:
        if attack not in self.singles:
            moves = step(resolve(attack), self.target.pool, self.target.wounds)
            if self.target.machine is not None:
                moves = AT_MACHINE * np.eye(len(moves)) + (1 - AT_MACHINE) * moves
            most = self.target.wounds + 1
            self.singles[attack] = tuple(np.diagonal(moves, -k) for k in range(most))
        return self.singles[attack]


def _once_more(whole: Floats, bands: tuple[Floats, ...]) -> Floats:
    grown: Floats = np.zeros_like(whole)
    for lost, chances in enumerate(bands):
        grown[:, : len(chances)] += whole[:, lost:] * chances
    return grown


def _by_lost(after: list[Floats], target: WarhammerUnit) -> tuple[Floats, Flags]:
    """Return the chances ``[k, count, w]`` and tests for panic ``[k, w]``."""
    wounds = np.arange(target.pool + 1)
    left = wounds[None, :] - wounds[:, None]
    may = left >= 0
    lost = np.array(
        [np.where(may, whole[wounds, np.maximum(left, 0)], 0.0) for whole in after]
    )
    most = int(np.flatnonzero(lost.max(axis=(0, 2)) > NOTHING)[-1])
    shaken = may & quartered(target)[wounds, np.maximum(left, 0)]
    return np.ascontiguousarray(lost.swapaxes(0, 1)[: most + 1]), shaken


@dataclass(eq=False)
class Volleys:
    """All volleys of one unit at another.

    Parameters
    ----------
    own, target : WarhammerUnit
    situation : WarhammerSituation
        Of an engagement.
    pools : tuple of int
        The only wounds left that the unit may have; any if empty [wounds].
    known, traced : dict
        What has been computed.
    """

    own: WarhammerUnit
    target: WarhammerUnit
    situation: WarhammerSituation
    pools: tuple[int, ...] = ()
    known: dict[tuple[object, ...], WarhammerVolley | None] = field(
        default_factory=dict
    )
    traced: dict[tuple[object, ...], tuple[Step, ...]] = field(default_factory=dict)

    @cached_property
    def fire(self) -> WarhammerFire:
        """Return the effects of shots at the target."""
        return WarhammerFire(self.target)

    @cached_property
    def engine(self) -> Engine | None:
        """Return how the unit's war machine shoots, none where it has no machine."""
        return engine_of(self.own)

    @cached_property
    def silent(self) -> str:
        """Return why the unit never shoots; "" if it may."""
        if self.engine is not None:
            return ""
        try:
            self._shots(1, self._context(1), reaction=False)
        except MatchUpError as problem:
            return problem.text
        return ""

    @cached_property
    def reaches(self) -> tuple[int, ...]:
        """Return how far its weapons shoot [inches]."""
        if self.engine is not None:
            return (self.engine.high,)
        weapons = [weapon_of(group) for group in self.own.groups]
        return tuple(
            figure(self.own, weapon, "range", 0)
            for weapon in weapons
            if weapon is not None and not self.silent
        )

    def at(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> WarhammerVolley | None:
        """Return a volley, or nothing where nothing reaches."""
        if self.engine is not None and (moved or reaction):
            return None
        key = self._band(distance, moved=moved, reaction=reaction)
        if key not in self.known:
            context = self._context(distance, moved=moved)
            self.known[key] = (
                None if self.silent else self._volley(context, key, reaction=reaction)
            )
        return self.known[key]

    def steps(self, distance: int, *, moved: bool, reaction: bool) -> tuple[Step, ...]:
        """Return the trace of a volley of all who may shoot at first."""
        return self.traced[self._band(distance, moved=moved, reaction=reaction)]

    def _band(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> tuple[object, ...]:
        """Return the key of a volley: weapons in range, and at long range."""
        bands = ((distance > reach, 2 * distance > reach) for reach in self.reaches)
        guessed: tuple[object, ...] = ()
        if self.engine is not None and self.engine.guesses:
            deepest = layout_of(self.target, self.target.models, self.situation)
            guessed = shot_at(deepest, distance, self.engine.low, self.engine.high)
        return (*bands, *guessed, moved, reaction)

    def _volley(
        self, context: WarhammerContext, key: tuple[object, ...], *, reaction: bool
    ) -> WarhammerVolley | None:
        if self.engine is not None:
            return self._bombardment(context, key)
        models = models_left(self.own)
        pools = list(self.pools or range(len(models)))
        among = [
            shooters_among(self.own, left, context.situation)
            for left in models[pools].tolist()
        ]
        counts, places = np.unique(among, return_inverse=True)
        which = np.zeros_like(models)
        which[pools] = places
        after = []
        for count in counts.tolist():
            context = context.untraced()
            shots = self._shots(count, context, reaction=reaction)
            if not shots:
                return None
            after.append(self.fire.after(dice_of_shots(shots)))
        self.traced[key] = tuple(context.trace.steps)
        lost, shaken = _by_lost(after, self.target)
        return WarhammerVolley(lost, which, shaken)

    def _bombardment(
        self, context: WarhammerContext, key: tuple[object, ...]
    ) -> WarhammerVolley:
        """Return a shot of the war machine, as long as one of its crew lives."""
        models = models_left(self.target).tolist()
        crew = crew_of(self.own, self.target, context)
        salvos: dict[int, Salvo] = {}
        size = self.target.pool + 1
        whole = np.zeros((size, size))
        whole[0, 0] = 1.0
        for wounds in range(size - 1, 0, -1):
            count = models[wounds]
            if count not in salvos and crew is not None:
                salvos[count] = crew.salvo(count)
                self.traced.setdefault(key, tuple(context.trace.steps))
            left = wounds_left(salvos[count], self.target, wounds)
            whole[wounds] = left.sum(axis=1)
        lost, shaken = _by_lost([np.eye(size), whole], self.target)
        manned = (np.arange(self.own.pool + 1) > 0).astype(np.int64)
        return WarhammerVolley(lost, manned, shaken)

    def _shots(
        self, count: int, context: WarhammerContext, *, reaction: bool
    ) -> tuple[WarhammerShots, ...]:
        return shots_of(self.own, self.target, count, context, reaction=reaction)

    def _context(self, distance: int, *, moved: bool = False) -> WarhammerContext:
        own, target = self.own.side, self.target.side
        situation = replace(
            self.situation,
            distance=distance,
            moved=moved,
            cover=self.situation.of(target).cover,
            hill=self.situation.of(own).hill,
        )
        return Context(situation, WarhammerReadings())
