"""Engagements of many units: the turns of each pair, then all their fights at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.warhammer.combat.blows.endurance import guarded
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerContext,
)
from rulesets.games.warhammer.combat.engagements.events import ApproachContact
from rulesets.games.warhammer.combat.engagements.turns_before_contact import (
    TurnsBeforeContact,
    turns_before_contact,
)
from rulesets.games.warhammer.combat.fights.psychology import is_stupid, may_move
from rulesets.games.warhammer.combat.fights.states import CombatState
from rulesets.games.warhammer.combat.pairs.blocks import WarhammerBlock, block_of
from rulesets.games.warhammer.combat.pairs.many import (
    KEYS,
    Figures,
    Sides,
    may_be_blocks,
    read_contestant,
    readings_of,
    with_pools,
    write_rows,
)
from rulesets.games.warhammer.combat.pairs.plans import StrikeSets, plan
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds, unanswered
from rulesets.odds.match_up import MatchUp, MatchUpError
from rulesets.odds.native.ranked_fights import (
    BEGUN,
    COLUMNS,
    NOT_SAID,
    Beginnings,
    Numbers,
    Rows,
    solve_ranked,
)
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

ON_THE_WAY = ("charges", "shot-down", "flights")
"""Ends of the keys of figures of the turns before contact."""

KEYS_OF_ENGAGEMENTS = (
    *KEYS,
    *(f"{side}-{end}" for end in ON_THE_WAY for side in SIDES),
)
"""Figures of each engagement."""

PART = 256
"""Most engagements whose turns are kept until their fights are solved."""

ReadUnits = Callable[[MatchUp], tuple[WarhammerUnit, WarhammerUnit, WarhammerContext]]
"""Reads both units of a match-up, and its context."""


@dataclass(frozen=True, slots=True, eq=False)
class _Approached:
    """The outcome of the turns before contact.

    Parameters
    ----------
    begun : dict
        By who charges the beginnings of fights, of the type `BEGUN`.
    figures : dict
        By their keys.
    apart : tuple of float
        Mean wounds left of both where it ended before contact [wounds].
    """

    begun: dict[Side, Rows]
    figures: dict[str, float]
    apart: tuple[float, float]


def _approached(turns: TurnsBeforeContact) -> _Approached:
    return _Approached(
        begun={side: _met(turns, side) for side in SIDES},
        figures=_figures(turns),
        apart=_wounds_apart(turns),
    )


def _met(turns: TurnsBeforeContact, charger: Side) -> Rows:
    """Return the beginnings of fights after charges of one side."""
    ways = [ApproachContact(charger, afraid=afraid) for afraid in (False, True)]
    met = turns.approach.met
    if met.keys().isdisjoint(ways):
        return np.zeros(0, BEGUN)
    nowhere = np.zeros_like(turns.start)
    both = np.stack([met.get(way, nowhere) for way in ways], axis=2)
    there = np.argwhere(both.any(axis=2))[::-1]
    found = np.zeros(len(there), BEGUN)
    found["a"], found["b"] = there.T
    found["chance"] = both[found["a"], found["b"]]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Engaged:
    """A pair that is asked for, at its place, and its turns before contact."""

    place: int
    coming: _Approached


def engage_many(
    asked: ManyMatchUps, read_units: ReadUnits, threads: int = 0
) -> ManyOdds:
    """Return the figures of engagements, of those pairs whose fights blocks can say.

    Parameters
    ----------
    asked : ManyMatchUps
    read_units : callable
        ``read_units(match_up) -> (a, b, context)``, as the odds of one pair read them.
    threads : int
        Threads of the kernel; 0 for as many as there are processors.
    """
    found = unanswered(asked, KEYS_OF_ENGAGEMENTS)
    if not may_be_blocks(asked):
        return found
    blocks = {charger: _blocks(asked, charger) for charger in SIDES}
    found = with_pools(found, blocks["a"])
    said = [
        place
        for place, (a, b) in enumerate(asked.pairs)
        if all(
            one[a] is not None and two[b] is not None for one, two in blocks.values()
        )
    ]
    sets = StrikeSets(readings_of(asked))
    for begin in range(0, len(said), PART):
        played = []
        for place in said[begin : begin + PART]:
            try:
                a, b, context = read_units(asked.match_up(asked.pairs[place]))
                coming = _approached(turns_before_contact(a, b, context))
            except MatchUpError:
                continue
            played.append(_Engaged(place, coming))
        if played:
            _write(found, played, blocks, sets, threads)
    return found


def _blocks(asked: ManyMatchUps, charger: Side) -> Sides:
    a = [_block(asked, "a", one, charger) for one in asked.a]
    return a, [_block(asked, "b", one, charger) for one in asked.b]


def _block(
    asked: ManyMatchUps, side: Side, one: Contestant, charger: Side
) -> WarhammerBlock | None:
    """Return the block of a fighter after a charge; none if none can say it.

    A charger leaves its obstacle. Who may be stupid when the enemy charges fights on as
    such, even where nobody tests in a combat.
    """
    read = read_contestant(asked, side, one)
    if read is None:
        return None
    own, situation = read
    runs_in = own.has("impact-hits") and may_move(own)
    if guarded(own) is not own or is_stupid(own) or runs_in:
        return None
    if charger == "b":
        situation = replace(situation, defended=False)
    touched: Flank = "front" if side == charger else situation.contact
    return block_of(own, situation, readings_of(asked), touched)


def _write(
    found: ManyOdds,
    played: Sequence[_Engaged],
    blocks: dict[Side, Sides],
    sets: StrikeSets,
    threads: int,
) -> None:
    """Write the rows of pairs whose turns before contact are played."""
    total = np.zeros((len(played), len(COLUMNS)))
    answered = np.ones(len(played), dtype=np.bool_)
    for charger in SIDES:
        which = [
            number
            for number, one in enumerate(played)
            if len(one.coming.begun[charger])
        ]
        if which:
            some = [played[number] for number in which]
            rows, status = _fought(found, some, charger, blocks[charger], sets, threads)
            total[which] += rows
            answered[which] &= status != NOT_SAID
    places = np.array([one.place for one in played])
    before, apart = _before([one.coming for one in played])
    write_rows(found, places, total, before, apart)
    found.answered[places] = answered


def _fought(
    found: ManyOdds,
    played: Sequence[_Engaged],
    charger: Side,
    sides: Sides,
    sets: StrikeSets,
    threads: int,
) -> tuple[Floats, Numbers]:
    """Return the rows of fights after charges of one side, and their status."""
    pairs = np.array([found.asked.pairs[one.place] for one in played])
    both, numbers = [], []
    for side, places in zip(sides, pairs.T, strict=True):
        used, number = np.unique(places, return_inverse=True)
        those = (side[place] for place in used.tolist())
        both.append(tuple(one for one in those if one is not None))
        numbers.append(number)
    begun = [one.coming.begun[charger] for one in played]
    start = np.array([one["chance"].sum(axis=0) for one in begun])
    defended = both[0][0].situation.defended
    calm = CombatState(charge=charger, defended=defended)
    afraid = replace(calm, afraid=(charger == "b", charger == "a"))
    fights = plan(
        (both[0], both[1]), np.stack(numbers, axis=1), (calm, afraid), start, sets
    )
    firsts = np.cumsum([0, *map(len, begun)])
    spread = Beginnings(firsts, np.concatenate(begun))
    fights = replace(fights, rounds=found.asked.rounds, spread=spread)
    return solve_ranked(fights, threads)


def _before(several: Sequence[_Approached]) -> tuple[Figures, Floats]:
    """Return the figures of ends before contact, and the mean wounds left there."""
    keys = dict.fromkeys(key for one in several for key in one.figures)
    before = {
        key: np.array([one.figures.get(key, 0.0) for one in several]) for key in keys
    }
    return before, np.array([one.apart for one in several])


def _figures(turns: TurnsBeforeContact) -> dict[str, float]:
    approach = turns.approach
    found = approach.outcomes()
    shot_down = {side: found.get(f"{side}-destroyed", 0.0) for side in SIDES}
    found |= {"dropped": approach.dropped, "contact": sum(approach.contact)}
    for side in SIDES:
        found[f"{side}-charges"] = approach.charges(side)
        found[f"{side}-shot-down"] = shot_down[side]
        found[f"{side}-flights"] = turns.log.flights[side]
    return found


def _wounds_apart(turns: TurnsBeforeContact) -> tuple[float, float]:
    """Return the mean wounds left of both where it ended before contact [wounds]."""
    final = turns.approach.prelude(turns.start).final
    a, b = (np.arange(size) for size in final.shape)
    return float(final.sum(axis=1) @ a), float(final.sum(axis=0) @ b)
