"""The turns of two units before contact, the same for all that they hold for blows.

What strikes only in contact changes nothing before it. Units that differ in that alone
have the same turns, which are played once for all of them.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from rulesets.games.scrollhammer.combat.blows.saves import SHIELDS
from rulesets.games.scrollhammer.combat.blows.terms import ATTACKS, DICE, SAVES
from rulesets.games.scrollhammer.combat.blows.weapons import lays_blast
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    ScrollhammerContact,
)
from rulesets.games.scrollhammer.combat.engagements.course import is_likely_enough
from rulesets.games.scrollhammer.combat.engagements.crowd import Spot
from rulesets.games.scrollhammer.combat.engagements.in_hand import waiting, with_ready
from rulesets.games.scrollhammer.combat.engagements.report import (
    ApproachFigures,
    approach_figures,
)
from rulesets.games.scrollhammer.combat.engagements.turns import act
from rulesets.games.scrollhammer.combat.engagements.ways_of_turns import (
    SideOnItsWay,
    ways_on,
)
from rulesets.games.scrollhammer.combat.engagements.weapons_of_turns import (
    weapons_of_turns,
)
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.in_hand_numbers import asks_for_shields
from rulesets.games.scrollhammer.combat.plain_values import (
    AlikeUnit,
    first_alike,
    plain,
)
from rulesets.games.scrollhammer.combat.power_dice import Manner
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    start_state,
)
from rulesets.games.scrollhammer.combat.ranks import is_shooter
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.approach import Approach
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.dice import NEVER
from rulesets.odds.journey import Standing
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

FORGOTTEN = 1e-9
"""Places that two units stand at less often than this are dropped and counted."""

MOST_CELLS = 2_000_000
"""States of both sides, times places to stand, that are carried on at most."""

MOST_SPOTS = 3_000
"""Places to stand that are carried on at most: under a second of work."""


OF_BLOWS = frozenset({*DICE, *SAVES, *ATTACKS})
"""Terms of blows and shots."""


@dataclass(frozen=True, slots=True, eq=False)
class ScrollhammerBeforeContact:
    """The turns of two units before contact, played to their end.

    Parameters
    ----------
    plans : mapping
        The turns of each side.
    start : ndarray
        ``[a, b]`` as they begin [chance].
    figures : ApproachFigures
        What is told of them.
    """

    plans: Mapping[Side, Plan]
    start: Floats
    figures: ApproachFigures

    @property
    def approach(self) -> Approach[Spot, ScrollhammerContact]:
        """Return the turns of both sides."""
        return self.plans["a"].approach


def before_contact(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> ScrollhammerBeforeContact:
    """Return the turns of two units before contact; they are shared, so only read."""
    own, other = facing(a, b), facing(b, a)
    return _played(own, other, situation, readings)


def facing(unit: ScrollhammerUnit, enemy: ScrollhammerUnit) -> ScrollhammerUnit:
    """Return the first unit that is the same before contact with an enemy.

    Its shots are, and what those of the enemy do to it.
    """
    shot_at = may_shoot(enemy)
    shields = shot_at and _looks_for_shields(enemy)
    return _without_blows(unit, shot_at=shot_at, shields=shields)


def may_shoot(unit: ScrollhammerUnit) -> bool:
    """Return whether a unit has anything that may shoot in hand, or takes it."""
    taken = unit.takes is not None and may_shoot(unit.takes)
    return taken or any(map(is_shooter, unit.groups))


@kept_by_identity(most=256)
def _without_blows(
    unit: ScrollhammerUnit, *, shot_at: bool, shields: bool
) -> ScrollhammerUnit:
    """Return the first unit that is the same before contact.

    It has nothing that strikes, no rule of blows alone, and of its armour the save if
    it is shot at. Shields are left where the enemy looks for ``shields``.
    """
    stripped = replace(
        unit,
        groups=tuple(
            _group(group, shot_at=shot_at, shields=shields) for group in unit.groups
        ),
        left_out=(),
        sets=(),
        takes=None
        if unit.takes is None
        else _without_blows(unit.takes, shot_at=shot_at, shields=shields),
    )
    return first_alike(AlikeUnit("before contact", _value(stripped), stripped))


def _group(
    group: ScrollhammerGroup, *, shot_at: bool, shields: bool
) -> ScrollhammerGroup:
    gear = tuple(
        piece
        for piece in group.gear
        if piece.kind == "ranged"
        or lays_blast(piece)
        or (shields and piece.kind in SHIELDS)
    )
    rules = {key: x for key, x in group.rules.items() if not _is_of_blows(key)}
    sv = group.sv if shot_at else NEVER
    return replace(group, a=0, sv=sv, rules=rules, gear=gear)


@lru_cache(maxsize=1024)
def _is_of_blows(key: str) -> bool:
    """Return whether a rule does no more than to change dice in close combat."""
    effects = rule_of(key).effects
    return bool(effects) and all(
        one.on in OF_BLOWS and "in-combat" in one.when for one in effects
    )


def _looks_for_shields(unit: ScrollhammerUnit) -> bool:
    """Return whether a rule of a unit looks for shields, whatever it has in hand."""
    taken = unit.takes is not None and _looks_for_shields(unit.takes)
    return taken or asks_for_shields(unit)


def _value(unit: ScrollhammerUnit) -> Hashable:
    return (
        (unit.side, unit.name, unit.formation, unit.front),
        tuple(map(plain, unit.groups)),
        tuple(map(plain, unit.spells)),
        None if unit.takes is None else _value(unit.takes),
    )


def _weight(played: ScrollhammerBeforeContact) -> int:
    """Return the room that some turns take as long as they are kept [bytes]."""
    approach, on_table = played.approach, played.plans["a"].on_table
    tables = (approach.cases, approach.met, approach.ended, on_table)
    return sum(chances.nbytes for table in tables for chances in table.values())


@kept_by_identity(most=256, objects=2, megabytes=24, weigh=_weight)
def _played(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> ScrollhammerBeforeContact:
    whole = np.zeros((a.company.states, b.company.states))
    whole[start_state(a, situation), start_state(b, situation)] = 1.0
    units = a, b
    states = state_of_unhurt(a, b, situation), state_of_unhurt(b, a, situation)
    a, b = (_single(one, state) for one, state in zip(units, states, strict=True))
    start = whole[_shown(states)]
    begun = Spot(situation.a.room, situation.b.room)
    approach: Approach[Spot, ScrollhammerContact] = Approach({begun: start})
    lost: list[dict[Side, float]] = [
        {"a": 0.0, "b": 0.0} for _ in range(2 * situation.turns)
    ]
    on_table: dict[tuple[ScrollhammerContact, Side], Floats] = {}
    events: defaultdict[str, float] = defaultdict(float)
    plans = {
        own.side: with_ready(
            Plan(
                own,
                waiting(other, situation),
                situation.closing in (own.side, "both"),
                _length(situation),
                situation,
                readings,
                approach,
                lost,
                begun,
                on_table,
                events=events,
            )
        )
        for own, other in ((a, b), (b, a))
    }
    _play(plans, start, whole.size)
    for plan in plans.values():
        _put_away(plan)
    for table in (approach.cases, approach.met, approach.ended, on_table):
        _put_back(table, whole, states)
    dropped = np.zeros_like(whole)
    dropped[-1, -1] = approach.dropped
    approach.end("undecided", dropped)
    figures = approach_figures(*units, whole, approach, lost)
    return ScrollhammerBeforeContact(plans, whole, figures)


State = int | None
"""The one state that a side is in before contact; none where it may be hurt."""


def state_of_unhurt(
    own: ScrollhammerUnit, other: ScrollhammerUnit, situation: ScrollhammerSituation
) -> State:
    """Return the state of a side that nothing hurts or heals before contact."""
    ground = situation.dangerous or situation.dangerous_ground
    shot_at = _shoots(other, situation) or situation.reaction == "stand-and-shoot"
    if ground or shot_at or regenerates(own):
        return None
    return start_state(own, situation)


def _shoots(unit: ScrollhammerUnit, situation: ScrollhammerSituation) -> bool:
    """Return whether a unit has in any of its turns what shoots in one.

    Where it wants to charge, that is only what may shoot before a charge.
    """
    if unit.takes is not None and _shoots(unit.takes, situation):
        return True
    if not may_shoot(unit):
        return False
    moved = situation.closing in (unit.side, "both")
    return any(
        one.times.allows(
            distance,
            moved=moved,
            charges=moved and is_likely_enough(situation, unit.side, distance),
        )
        for one in weapons_of_turns(unit, situation, Manner())
        for distance in range(_length(situation) + 1)
    )


def _length(situation: ScrollhammerSituation) -> int:
    """Return how far it is from one table edge to the other [inches]."""
    return situation.a.room + situation.b.room + situation.distance


def _single(unit: ScrollhammerUnit, state: State) -> ScrollhammerUnit:
    """Return a unit that is in one state alone, whatever it takes in hand."""
    return unit if state is None else _in_state(unit, state)


@kept_by_identity(most=256)
def _in_state(unit: ScrollhammerUnit, state: int) -> ScrollhammerUnit:
    takes = None if unit.takes is None else _in_state(unit.takes, state)
    return replace(unit, takes=takes, unhurt=state)


def _shown(states: tuple[State, State]) -> tuple[slice, slice]:
    """Return the places of the states that are told apart, ``[a, b]``."""
    a, b = (slice(None) if one is None else slice(one, one + 1) for one in states)
    return a, b


def _put_back(
    table: dict[Any, Floats], whole: Floats, states: tuple[State, State]
) -> None:
    """Have every state of both sides in a table of ``[a, b]``."""
    if states == (None, None):
        return
    for key, chances in table.items():
        table[key] = np.zeros_like(whole)
        table[key][_shown(states)] = chances


def _play(plans: Mapping[Side, Plan], start: Floats, size: int) -> None:
    """Play all turns; what was dropped on the way is undecided.

    ``size`` is how many pairs of states there are, unhurt sides counted whole.
    """
    plan = plans["a"]
    approach, situation = plan.approach, plan.situation
    order = (situation.first, OTHER[situation.first]) * situation.turns
    most = min(max(MOST_CELLS // size, 1), MOST_SPOTS)
    ways = ways_on(plan.length)
    sides = {side: SideOnItsWay(one, act, ways) for side, one in plans.items()}
    standing = ways.begun(order[0], plan.begun, start)
    for side in approach.turns(order):
        if not len(standing.places):
            break
        approach.count_work(len(standing.places), size)
        standing = _likeliest(approach, sides[side].go(standing), most)
    approach.cases = ways.by_moods(order[0], standing)
    for chances in approach.cases.values():
        approach.end("undecided", chances)


def _likeliest(
    approach: Approach[Spot, ScrollhammerContact], standing: Standing, most: int
) -> Standing:
    """Return the likeliest places; the chances of the others count as dropped."""
    totals = standing.totals
    if len(totals) <= most and np.all(totals >= FORGOTTEN):
        return standing
    likeliest = np.argsort(-totals, kind="stable")[:most]
    kept = np.zeros(len(totals), dtype=bool)
    kept[likeliest] = totals[likeliest] >= FORGOTTEN
    approach.dropped += float(totals[~kept].sum())
    return standing.chosen(kept.nonzero()[0])


def _put_away(plan: Plan) -> None:
    """Leave of a side's volleys those that it shot, without what they did."""
    shot = {key: fire for key, fire in plan.fires.items() if fire.weighed or fire.known}
    plan.fires.clear()
    plan.fires.update(
        {key: replace(fire, known={}, weighed={}) for key, fire in shot.items()}
    )
    if plan.ready is not None:
        plan.ready.fires.clear()
