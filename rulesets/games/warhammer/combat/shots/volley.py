"""Volleys of a unit: the wounds of its target, by numbers and distance."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.psychology import Flags, quartered
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    MOUNT,
    as_left,
    models_standing,
    places_left,
    ways_left,
    wounds_each,
    wounds_left,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.beside import Hits, hits_of_shots, moves_of
from rulesets.games.warhammer.combat.shots.bombardment import crew_of, layout_of
from rulesets.games.warhammer.combat.shots.engines import Engine, engine_of
from rulesets.games.warhammer.combat.shots.landings import Layout
from rulesets.games.warhammer.combat.shots.salvo import Salvo
from rulesets.games.warhammer.combat.shots.salvo_tables import (
    GuessedShots,
    guessed_shots,
    moves_of_machine,
)
from rulesets.games.warhammer.combat.shots.shooting import (
    figure,
    shooters_among,
    weapon_of,
)
from rulesets.games.warhammer.combat.shots.shooting_odds import left_after
from rulesets.games.warhammer.combat.shots.volley_moves import WarhammerVolley
from rulesets.odds.answer import Step
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.volley import Floats, Ints


def may_shoot(own: WarhammerUnit) -> bool:
    """Return whether a unit has anything to shoot with."""
    armed = any(weapon_of(group) is not None for group in own.groups)
    return armed or engine_of(own) is not None


Bands = tuple[tuple[int, Floats], ...]
"""Falls of a state, each with its chances by the state that is left [chance]."""


@dataclass(slots=True, eq=False)
class WarhammerFire:
    """Volleys at one target, built up shot by shot.

    Parameters
    ----------
    target : WarhammerUnit
        Of a war machine the crew: before contact the machine is taken to stand.
    known : dict
        ``[w, v]``: chance that state w becomes v, by the shots that fell before and one
        of the last, after none, one, two … such.
    singles : dict
        By one shot each fall of the state, with its chances by the state left.
    """

    target: WarhammerUnit
    known: dict[tuple[Hits, ...], list[Floats]] = field(default_factory=dict)
    singles: dict[Hits, Bands] = field(default_factory=dict)

    def after(self, shots: tuple[Hits, ...]) -> Floats:
        """Return the states left after shots of one kind after the other."""
        if not shots:
            return np.eye(len(wounds_left(self.target)))
        *before, last = shots
        one = replace(last, dice=1)
        found = self.known.setdefault((*before, one), [])
        if not found:
            found.append(self.after((*before,)))
        if len(found) <= last.dice:
            bands = self._bands(one)
            falls = _first_alone if last.attack.once_a_phase else _once_more
            while len(found) <= last.dice:
                found.append(falls(found[-1], bands))
        return found[last.dice]

    def _bands(self, shot: Hits) -> Bands:
        if shot not in self.singles:
            moves = moves_of(shot, self.target)
            falls = [(k, np.diagonal(moves, -k)) for k in range(len(moves))]
            self.singles[shot] = tuple(one for one in falls if one[1].any())
        return self.singles[shot]


def _once_more(whole: Floats, bands: Bands) -> Floats:
    grown: Floats = np.zeros_like(whole)
    for lost, chances in bands:
        grown[:, : len(chances)] += whole[:, lost:] * chances
    return grown


def _first_alone(whole: Floats, bands: Bands) -> Floats:
    """Return a shot more at who loses none after his first wound of the phase."""
    wounded = sum((np.append(np.zeros(k), falls) for k, falls in bands if k), 0.0)
    hurt = np.diagonal(whole) * wounded
    grown: Floats = whole - np.diag(hurt) + np.diag(hurt[1:], -1)
    return grown


@dataclass(eq=False)
class Volleys:
    """All volleys of one unit at another.

    Parameters
    ----------
    whole, target : WarhammerUnit
    asked : WarhammerContext
        Of an engagement.
    left : str
        Who is left of a unit that shoots.
    pools : tuple of int
        The only states that the unit may have; any if empty.
    known, first : dict
        What has been computed, by weapons in range, and from where first [inches].
    found : dict
        The same by whether after a move and whether at a charge, and by the distance.
    """

    whole: WarhammerUnit
    target: WarhammerUnit
    asked: WarhammerContext
    left: str = BOTH
    pools: tuple[int, ...] = ()
    known: dict[tuple[object, ...], WarhammerVolley | None] = field(
        default_factory=dict
    )
    first: dict[tuple[object, ...], int] = field(default_factory=dict)
    found: dict[tuple[bool, bool], dict[int, WarhammerVolley | None]] = field(
        default_factory=dict
    )

    @cached_property
    def own(self) -> WarhammerUnit:
        """Return the figures of who shoots."""
        return as_left(self.whole, self.left)

    @property
    def situation(self) -> WarhammerSituation:
        """Return the situation of the engagement."""
        return self.asked.situation

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
            self._shots(1, self._context(1).untold(), reaction=False)
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

    def from_each(
        self, inches: Sequence[int], *, moved: bool, reaction: bool
    ) -> "list[WarhammerVolley | None]":
        """Return a volley from each distance, or nothing where nothing reaches."""
        if self._rests(moved=moved, reaction=reaction):
            return [None] * len(inches)
        found = self.found.setdefault((moved, reaction), {})
        for one in inches:
            if one not in found:
                found[one] = self._at(one, moved=moved, reaction=reaction)
        return [found[one] for one in inches]

    def _rests(self, *, moved: bool, reaction: bool) -> bool:
        is_machine = self.engine is not None
        return bool(self.silent) or (is_machine and (moved or reaction))

    def _at(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> WarhammerVolley | None:
        key = self._band(distance, moved=moved, reaction=reaction)
        if key not in self.known:
            self.first[key] = distance
            self.known[key] = self._volley(distance, moved=moved, reaction=reaction)
        return self.known[key]

    def steps(self, distance: int, *, moved: bool, reaction: bool) -> tuple[Step, ...]:
        """Return the trace of a volley of all who may shoot at first."""
        key = self._band(distance, moved=moved, reaction=reaction)
        context = self._context(self.first[key], moved=moved)
        crew = crew_of(self.own, self.target, context)
        if crew is not None:
            crew.salvo(self.target.models)
        else:
            self._shots(int(self._among().max()), context, reaction=reaction)
        return tuple(context.trace.steps)

    @cached_property
    def _deepest(self) -> tuple[Layout, ...]:
        """Return the bases of all models of each way of what is left of the target."""
        ways = map(partial(as_left, self.target), ways_left(self.target))
        return tuple(layout_of(one, one.models, self.situation) for one in ways)

    def _band(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> tuple[object, ...]:
        """Return the key of a volley: weapons in range, and at long range."""
        bands = ((distance > reach, 2 * distance > reach) for reach in self.reaches)
        guessed: tuple[object, ...] = ()
        if self.engine is not None and self.engine.guesses:
            for deepest in self._deepest:
                within = self.situation.guess_within
                guessed += self.engine.shot(deepest, distance, within)
        return (*bands, *guessed, moved, reaction)

    def _volley(
        self, distance: int, *, moved: bool, reaction: bool
    ) -> WarhammerVolley | None:
        if self.engine is not None:
            return self._bombardment(distance)
        context = self._context(distance, moved=moved).untold()
        models = models_standing(self.whole)
        pools = list(self.pools or range(len(models)))
        counts, places = np.unique(self._among(), return_inverse=True)
        which = np.zeros_like(models)
        which[pools] = places
        after = []
        for count in counts.tolist():
            shots = self._shots(count, context, reaction=reaction)
            if not shots:
                return None
            after.append(self.fire.after(shots))
        return WarhammerVolley(np.array(after), which, self._shaken)

    def _among(self) -> Ints:
        """Return how many of the unit shoot, by the states that it may have."""
        models, situation = models_standing(self.whole), self.situation
        found = [
            shooters_among(self.own, left, situation)
            for left in models[list(self.pools or range(len(models)))].tolist()
        ]
        return np.array(found)

    def _bombardment(self, distance: int) -> WarhammerVolley:
        """Return a shot of the war machine, as long as one of its crew lives."""
        whole = self._after_one_shot(distance)
        moves = np.stack([np.eye(len(whole)), whole])
        return WarhammerVolley(moves, self._manned, self._shaken)

    @cached_property
    def _manned(self) -> Ints:
        """Return 1 by the states in which a war machine has a crew, else 0."""
        return np.minimum(models_standing(self.whole), 1)

    @cached_property
    def _shaken(self) -> Flags:
        """Return ``[w, v]``: whether such a fall costs a quarter of the target."""
        return quartered(self.target)

    @cached_property
    def _guessed(self) -> GuessedShots | None:
        """Return the shots of a war machine whose player guesses, of no other."""
        crew = crew_of(self.own, self.target, self._context(1).untold())
        if crew is None:
            return None
        return guessed_shots(crew, models_standing(self.target)[1:].tolist())

    def _after_one_shot(self, distance: int) -> Floats:
        """Return the target's states ``[w, v]`` after a shot of the machine."""
        if self._guessed is not None:
            return self._guessed.moves(distance)
        context = self._context(distance).untold()
        if self.target.apart is None:
            crew = crew_of(self.own, self.target, context)
            if crew is not None:
                models = models_standing(self.target)
                whole = moves_of_machine(crew, models[1:].tolist())
                if whole is not None:
                    return whole
        return self._state_by_state(context)

    def _state_by_state(self, context: WarhammerContext) -> Floats:
        """Return the same of what is more than hits on models of one kind."""
        whole = np.eye(len(wounds_left(self.target)))
        crews = {
            left: crew_of(self.own, as_left(self.target, left), context)
            for left in ways_left(self.target)
        }
        known: dict[tuple[str, int], Salvo | None] = {}
        for state in range(len(whole) - 1, 0, -1):
            left, models, wounds = self._of_state(state)
            if (left, models) not in known:
                crew = crews[left]
                known[left, models] = crew.salvo(models) if crew else None
            salvo = known[left, models]
            if salvo is not None:
                whole[state] = self._after(salvo, left, wounds)
        return whole

    def _of_state(self, state: int) -> tuple[str, int, tuple[int, int]]:
        """Return who is left of the target, its models, and its wounds and beside."""
        place = int(places_left(self.target)[state])
        rider, mount = (int(one[state]) for one in wounds_each(self.target))
        models = int(models_standing(self.target)[state])
        return ways_left(self.target)[place], models, (rider, mount)

    def _after(self, salvo: Salvo, left: str, wounds: tuple[int, int]) -> Floats:
        """Return the chances of the target's states after a shot of the machine."""
        target, (rider, mount) = as_left(self.target, left), wounds
        found = np.zeros(len(wounds_left(self.target)))
        if target.apart is not None:
            return left_after(salvo, target, rider, mount).T.ravel()
        if left == MOUNT:
            after = left_after(salvo, target, mount).sum(axis=1)
            found[:: self.target.pool + 1][: len(after)] = after
            return found
        after = left_after(salvo, target, rider).sum(axis=1)
        found[: len(after)] = after
        return found

    def _shots(
        self, count: int, context: WarhammerContext, *, reaction: bool
    ) -> tuple[Hits, ...]:
        return hits_of_shots(self.own, self.target, count, context, reaction=reaction)

    def _context(self, distance: int, *, moved: bool = False) -> WarhammerContext:
        own, target = self.own.side, self.target.side
        situation = replace(
            self.situation,
            distance=distance,
            moved=moved,
            cover=self.situation.of(target).cover,
            hill=self.situation.of(own).hill,
        )
        return Context(situation, self.asked.readings)
