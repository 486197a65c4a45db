"""Plans of pairs of blocks: their strikes at each other, and the stages of a fight.

What depends on both units of a pair is little: the dice of each strike. They are the
same for all blocks that strike alike, at all that are struck alike, and are computed
once for these.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import resolve
from rulesets.games.warhammer.combat.blows.leadership import leadership_chance
from rulesets.games.warhammer.combat.blows.striker import StrikeMoment
from rulesets.games.warhammer.combat.blows.strikes import Strikes, strikes_of
from rulesets.games.warhammer.combat.context import WarhammerReadings
from rulesets.games.warhammer.combat.fights.break_tests import caught
from rulesets.games.warhammer.combat.fights.rounds import next_state
from rulesets.games.warhammer.combat.fights.states import CombatState
from rulesets.games.warhammer.combat.pairs.blocks import WarhammerBlock
from rulesets.odds.attack import AttackEffect
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.native.ranked_fights import (
    STAGE,
    STRIKE,
    UNIT,
    Numbers,
    RankedFights,
    Rows,
    StrikeTables,
)
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

STRIKERS = {"models": 0, "leader": 1, "mount": 2}
"""Numbers of the kernel for those who strike."""

MOST_STRIKES = 16
"""Most kinds of strikes of a unit in one round."""

CHARGERS = ("", *SIDES, "".join(SIDES))
"""Sides that may have charged as a fight begins, by their number of the kernel."""

CLASS = 100
"""Numbers of one class of the order of blows: Initiatives are fewer."""

Pairs = tuple[tuple[WarhammerBlock, ...], tuple[WarhammerBlock, ...]]


def plan(
    blocks: Pairs,
    pairs: Numbers,
    begun: Sequence[CombatState],
    start: Floats,
    sets: "StrikeSets",
) -> RankedFights:
    """Return the fights of pairs of blocks.

    Parameters
    ----------
    blocks : tuple of tuple of WarhammerBlock
        Of both sides; the situation but for their own answers is the same for all.
    pairs : ndarray of int
        ``[pair, side]``: places of blocks.
    begun : sequence of CombatState
        One or two states that a fight may begin in, but for the frenzy of both.
    start : ndarray
        ``[pair, 2]``: the chances of these [chance].
    sets : StrikeSets
        Those of earlier plans by the same readings stay in it.
    """
    readings = sets.readings
    if not start[:, 1].any():
        begun = begun[:1]
    scripts, stages, slots = _scripts(tuple(begun))
    units, numbers = [], []
    for own in blocks:
        rows = stacked(own)
        rows["line"], lines = _numbered(one.line for one in own)
        rows["target"], targets = _numbered(one.target for one in own)
        units.append(rows)
        numbers.append((lines, targets))
    against = []
    for place, own in enumerate(blocks):
        lines, targets = numbers[place][0], numbers[1 - place][1]
        table = np.full((len(slots[place]), len(lines), len(targets)), -1)
        line = units[place]["line"][pairs[:, place]]
        target = units[1 - place]["target"][pairs[:, 1 - place]]
        wild = units[place]["frenzied"][lines].tolist()
        for met in np.unique(line * len(targets) + target).tolist():
            mine, theirs = divmod(met, len(targets))
            both = own[lines[mine]], blocks[1 - place][targets[theirs]]
            for moment, slot in slots[place].items():
                if not moment.frenzied or wild[mine]:
                    table[slot, mine, theirs] = sets.of(*both, moment)
        against.append(table.astype(np.int32))
    return RankedFights(
        units=(units[0], units[1]),
        pairs=pairs.astype(np.int32),
        start=start,
        scripts=scripts,
        stages=stages,
        against=(against[0], against[1]),
        passes=np.array([float(leadership_chance(value)) for value in range(13)]),
        caught=_caught(),
        readings={
            "whole": readings.frontage == "all",
            "at_once": readings.blows == "at-once",
            "step_up": readings.step_up,
            "musicians": readings.musician_wins,
            "enough": readings.flank_strength,
        },
        tables=sets.write(),
    )


def stacked(blocks: Iterable[WarhammerBlock]) -> Rows:
    """Return the rows of blocks, each a copy."""
    whole = bytearray().join(one.row.tobytes() for one in blocks)
    return np.frombuffer(whole, dtype=UNIT)


def _numbered(keys: Iterable[str]) -> tuple[list[int], list[int]]:
    """Return the number of each key, and the first place of each number."""
    known: dict[str, int] = {}
    firsts: list[int] = []
    numbers = []
    for place, key in enumerate(keys):
        if key not in known:
            known[key] = len(firsts)
            firsts.append(place)
        numbers.append(known[key])
    return numbers, firsts


def _caught() -> Floats:
    found = np.zeros((4, 4))
    for pursuer in (2, 3):
        for fleeing in (2, 3):
            found[pursuer, fleeing] = float(caught(pursuer, fleeing))
    return found


_Slots = dict[StrikeMoment, int]
"""Moments of the strikes of a side by their numbers, but for hatred."""


def _slot(slots: _Slots, state: CombatState, place: int) -> int:
    moment = StrikeMoment(
        first=bool(state.charge),
        charging=SIDES[place] in state.charge,
        frenzied=state.frenzy[place],
        sixes_only=state.afraid[place] or (state.defended and place == 0),
    )
    return slots.setdefault(moment, len(slots))


@lru_cache(maxsize=64)
def _scripts(
    begun: tuple[CombatState, ...],
) -> tuple[Numbers, Rows, tuple[_Slots, _Slots]]:
    """Return the stages of every kind of fight, by frenzy and ties, and their slots."""
    slots: tuple[_Slots, _Slots] = ({}, {})
    scripts = np.zeros((2, 2, 2, 2), dtype=np.int32)
    stages: list[tuple[object, ...]] = []
    for a, b, ties in np.ndindex(2, 2, 2):
        frenzy = bool(a), bool(b)
        states = [replace(one, frenzy=frenzy) for one in begun]
        places = {state: place for place, state in enumerate(states)}
        first = len(stages)
        for state in states:
            following = []
            for won in ("b", "", "a"):
                after = next_state(state, won, ties=bool(ties))
                if after not in places:
                    places[after] = len(states)
                    states.append(after)
                following.append(places[after])
            stages.append(
                (
                    (_slot(slots[0], state, 0), _slot(slots[1], state, 1)),
                    state.frenzy,
                    CHARGERS.index(state.charge),
                    ("", "a", "b").index(state.last_won),
                    tuple(following),
                )
            )
        scripts[a, b, ties] = first, len(states)
    return scripts, np.array(stages, dtype=STAGE), slots


@dataclass(frozen=True, slots=True)
class _Met:
    """Two units: those with the same line and target strike alike."""

    line: str
    target: str
    own: WarhammerBlock = field(compare=False)
    other: WarhammerBlock = field(compare=False)


@lru_cache(maxsize=16384)
def _strikes(
    met: _Met, moment: StrikeMoment, readings: WarhammerReadings
) -> tuple[Strikes, ...] | None:
    """Return the strikes of one unit at another; none where they are refused."""
    own, other = met.own.profile, met.other.profile
    side = other.side
    situation = met.own.situation.with_side(side, met.other.situation.of(side))
    try:
        untold = Context(situation, readings).untold()
        return strikes_of(own, other, moment, untold)
    except MatchUpError:
        return None


class StrikeSets:
    """Sets of strikes, each once, and the effects of their attacks."""

    def __init__(self, readings: WarhammerReadings) -> None:
        self.readings = readings
        self.sets: dict[tuple[tuple[int, ...], ...], int] = {}
        self.effects: dict[AttackEffect, int] = {}
        self._known: dict[tuple[str, str, StrikeMoment], int] = {}

    def of(
        self, own: WarhammerBlock, other: WarhammerBlock, moment: StrikeMoment
    ) -> int:
        """Return the set of a block's strikes at another; -1 if none can say it."""
        if own.hates and moment.first:
            moment = replace(moment, hates=True)
        key = own.line, other.target, moment
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._written(own, other, moment)
        return found

    def _written(
        self, own: WarhammerBlock, other: WarhammerBlock, moment: StrikeMoment
    ) -> int:
        met = _Met(own.line, other.target, own, other)
        found = _strikes(met, moment, self.readings)
        if found is None:
            return -1
        if len(found) > MOST_STRIKES or any(one.who not in STRIKERS for one in found):
            return -1
        strikes = tuple(self._row(one) for one in found)
        return self.sets.setdefault(strikes, len(self.sets))

    def _row(self, one: Strikes) -> tuple[int, ...]:
        effect = resolve(one.attack)
        place, initiative = one.when
        return (
            CLASS * place + initiative,
            one.attack.attacks,
            STRIKERS[one.who],
            int(one.two_ranks),
            self.effects.setdefault(effect, len(self.effects)),
        )

    def write(self) -> StrikeTables:
        """Return all of them as the kernel reads them."""
        counts = [len(one) for one in self.sets]
        firsts = np.cumsum([0, *counts])[:-1]
        widest = max((len(one.wounds) for one in self.effects), default=1)
        wounds = np.zeros((max(len(self.effects), 1), widest))
        for place, one in enumerate(self.effects):
            wounds[place, : len(one.wounds)] = [float(share) for share in one.wounds]
        effects = (*self.effects,) or (AttackEffect((Fraction(1),)),)
        return StrikeTables(
            sets=np.stack([firsts, counts], axis=1).astype(np.int32),
            strikes=np.array([x for one in self.sets for x in one], dtype=STRIKE),
            wounds=wounds,
            slain=np.array([float(one.slain) for one in effects]),
            harm=np.array([float(one.harm()) for one in effects]),
            known=np.array([len(one.wounds) for one in effects], dtype=np.int32),
        )
