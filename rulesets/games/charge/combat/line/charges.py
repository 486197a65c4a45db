"""The charges into a combat of several units: one after the other, each with its push.

Every charge is that of two units (`combat.charge`). It begins where those before it
have left both of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.charge.combat.approach import may_charge
from rulesets.games.charge.combat.charge import ChargeCase, Ground, come_on
from rulesets.games.charge.combat.context import ReactionKey
from rulesets.games.charge.combat.engagement import drive_back, push_step
from rulesets.games.charge.combat.line.field import (
    BROKEN,
    DESTROYED,
    FELL_BACK,
    FLED,
    IN,
    CombatField,
    CombatMode,
    touches_of,
)
from rulesets.odds.answer import Step
from rulesets.odds.context import Context
from rulesets.odds.volley import Floats

FATE_OF_TARGET = {
    "b-broken": BROKEN,
    "b-falls-back": FELL_BACK,
    "b-flees": FLED,
    "b-destroyed": DESTROYED,
}
"""Fates of the target of a charge that ends before contact, by outcome."""


@dataclass(frozen=True, slots=True)
class CombatOpening:
    """A state of affairs between two charges.

    Parameters
    ----------
    mode : CombatMode
    gone : tuple of int
        How far each unit was driven back, fell back or fled so far [inches].
    walls_used : tuple of int
        Units that have used their Shield Wall, formed or not.
    """

    mode: CombatMode
    gone: tuple[int, ...]
    walls_used: tuple[int, ...] = ()


Openings = dict[tuple[CombatOpening, tuple[int, ...]], float]
"""Chances of each state of affairs with the wounds of each unit [chance]."""


@dataclass(slots=True, eq=False)
class CombatCharges:
    """The charges into a combat: where it begins, and what was told on the way.

    Parameters
    ----------
    openings : dict
    arrives : dict
        Chance that each charger makes contact [chance].
    drives : dict
        Expected drive back by each charger [inches].
    fled : dict
        Chances of the inches that each unit fled before contact [chance].
    steps : list of Step
    """

    openings: Openings
    arrives: dict[int, float] = field(default_factory=dict)
    drives: dict[int, float] = field(default_factory=dict)
    fled: dict[int, dict[int, float]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def begun(
        self, field: CombatField
    ) -> dict[tuple[CombatMode, tuple[int, ...]], float]:
        """Return the chances of the modes and wounds that the combat begins with."""
        found: dict[tuple[CombatMode, tuple[int, ...]], float] = defaultdict(float)
        for (opening, wounds), chance in self.openings.items():
            mode = opening.mode
            over = not field.engaged(mode)
            found[CombatMode(mode.fates) if over else mode, wounds] += chance
        return dict(found)

    def breaks(self, unit: int) -> float:
        """Return the chance that a unit breaks before contact and gets away."""
        return sum(
            chance
            for (opening, _), chance in self.openings.items()
            if opening.mode.fates[unit] == BROKEN
        )


def chargers(field: CombatField) -> list[int]:
    """Return the units that charge, in their order."""
    return [unit for unit, one in enumerate(field.answers) if one.charges_from]


def may_flee(field: CombatField) -> list[int]:
    """Return the units that fire and flee where they are charged."""
    return [
        target
        for target, one in enumerate(field.answers)
        if one.reaction == "fire-and-flee"
        and any(field.target(unit) == target for unit in chargers(field))
    ]


def charge_in(field: CombatField, wounds: Iterable[int]) -> CombatCharges:
    """Return a combat after all charges into it.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge. Each charge and push is resolved one at a
    time.
    """
    coming = chargers(field)
    there = {
        pair: place for pair, place in field.touched.items() if not {*pair} & {*coming}
    }
    begun = CombatOpening(
        replace(field.opening(), touches=touches_of(there)),
        tuple(0 for _ in field.posts),
    )
    found = CombatCharges({(begun, tuple(wounds)): 1.0})
    for unit in coming:
        _charge(field, unit, found)
    return found


def _charge(field: CombatField, unit: int, found: CombatCharges) -> None:
    """Let a unit charge whom it is said to touch, wherever both still stand."""
    target = field.target(unit)
    after: Openings = defaultdict(float)
    found.arrives[unit] = found.drives[unit] = 0.0
    for (opening, wounds), start in _alike(field, unit, target, found.openings):
        ground = _ground(field, unit, target, opening)
        fates = opening.mode.fates
        stands = fates[unit] == fates[target] == IN
        if stands and may_charge(ground):
            _resolve(
                field, (unit, target), ground, (opening, wounds, start), found, after
            )
        else:
            _spread(after, opening, wounds, (unit, target), start)
        found.steps += ground.context.trace.steps
    found.openings = dict(after)


def _alike(
    field: CombatField, unit: int, target: int, openings: Openings
) -> Iterator[tuple[tuple[CombatOpening, tuple[int, ...]], Floats]]:
    """Yield states of affairs with the wounds of the others, and ``[unit, target]``."""
    shape = field.profiles[unit].wounds + 1, field.profiles[target].wounds + 1
    found: dict[tuple[CombatOpening, tuple[int, ...]], Floats] = {}
    for (opening, wounds), chance in openings.items():
        others = tuple(
            0 if one in (unit, target) else left for one, left in enumerate(wounds)
        )
        start = found.setdefault((opening, others), np.zeros(shape))
        start[wounds[unit], wounds[target]] += chance
    yield from found.items()


def _spread(
    after: Openings,
    opening: CombatOpening,
    wounds: tuple[int, ...],
    pair: tuple[int, int],
    chances: Floats,
) -> None:
    """Add chances ``[unit, target]`` of a pair's wounds, those of others as told."""
    for own, other in np.argwhere(chances).tolist():
        left = [*wounds]
        left[pair[0]], left[pair[1]] = own, other
        after[opening, tuple(left)] += float(chances[own, other])


def _ground(
    field: CombatField, unit: int, target: int, opening: CombatOpening
) -> Ground:
    """Return the ground of a charge, with a trace of its own.

    A unit that was driven back is so much further from who charges the same side.
    """
    own, other = field.answers[unit], field.answers[target]
    contact = field.touched[target, unit]
    before = [
        field.touched[target, one]
        for one in chargers(field)
        if one < unit and field.target(one) == target
    ]
    situation = replace(
        field.situation,
        distance=own.charges_from + (opening.gone[target] if contact in before else 0),
        contact=contact,
        reaction=_reaction(field, unit, target, opening),
        use_fearsome=own.use_fearsome,
        volley_fire=other.volley_fire,
        a=own,
        b=other,
    )
    nerves = field.nerves[unit], field.nerves[target]
    return Ground(
        field.profiles[unit],
        field.profiles[target],
        nerves,
        Context(situation, field.readings),
    )


def _reaction(
    field: CombatField, unit: int, target: int, opening: CombatOpening
) -> ReactionKey:
    """Return what the target of a charge may do.

    Who is in contact neither shoots nor flees nor turns.

    References
    ----------
    Charge v2 0.1 beta, Abilities. A Shield Wall is used once per game, Tactical Genius
    at the first charge of a turn.
    """
    wanted = field.answers[target].reaction
    if wanted == "shield-wall":
        return "none" if target in opening.walls_used else wanted
    if field.foes(target, opening.mode):
        return "none"
    if wanted == "tactical-genius" and unit != chargers(field)[0]:
        return "none"
    return wanted


def _resolve(
    field: CombatField,
    pair: tuple[int, int],
    ground: Ground,
    begun: tuple[CombatOpening, tuple[int, ...], Floats],
    found: CombatCharges,
    after: Openings,
) -> None:
    """Play a charge to its push."""
    opening, wounds, start = begun
    unit, target = pair
    came = come_on(ground, start, ground.context.situation.contact)
    used = ground.context.situation.distance
    ground.context.trace.add(push_step(used, ground.a, ground.b))
    for case, chances in came.cases.items():
        push = drive_back(used + case.moved, ground.a, ground.b)
        met = _met(field, pair, opening, case, push)
        _spread(after, met, wounds, pair, chances)
        found.arrives[unit] += float(chances.sum())
        found.drives[unit] += push * float(chances.sum())
    for (key, _, _), chances in came.ended.items():
        fates = [*opening.mode.fates]
        if key == "a-destroyed":
            fates[unit] = DESTROYED
        fates[target] = FATE_OF_TARGET.get(key, fates[target])
        mode = replace(opening.mode, fates=tuple(fates))
        left = chances
        if key == "b-destroyed":
            left = np.zeros_like(chances)
            left[:, 0] = chances.sum(axis=1)
        _spread(after, replace(opening, mode=mode), wounds, pair, left)
    fled = found.fled.setdefault(target, {})
    for inches, chance in came.fled.items():
        fled[inches] = fled.get(inches, 0.0) + chance


def _met(
    field: CombatField,
    pair: tuple[int, int],
    opening: CombatOpening,
    case: ChargeCase,
    push: int,
) -> CombatOpening:
    """Return what a charge that makes contact leads to.

    The charger touches whoever it is said to touch besides (house).
    """
    unit, target = pair
    mode = opening.mode
    left = 0 if case.stood else case.moved
    there = {
        (own, foe): place
        for own, foe, place in mode.touches
        if target not in (own, foe)
        or not (left or push)
        or _follows(field, mode, (own, foe), target, "" if left else case.contact)
    }
    for own, foe in field.touched:
        if unit in (own, foe) and mode.fates[own] == mode.fates[foe] == IN:
            there[own, foe] = field.touched[own, foe]
    there[target, unit] = case.contact
    gone = [*opening.gone]
    gone[target] += push + left
    walled = {*mode.walled, target} if case.wall else {*mode.walled}
    tried = case.stood and field.answers[target].reaction == "shield-wall"
    used = {*opening.walls_used, target} if tried else {*opening.walls_used}
    return CombatOpening(
        replace(mode, touches=touches_of(there), walled=tuple(sorted(walled))),
        tuple(gone),
        tuple(sorted(used)),
    )


def _follows(
    field: CombatField,
    mode: CombatMode,
    pair: tuple[int, int],
    target: int,
    hit: str,
) -> bool:
    """Return whether a pair still touches after a unit of it was driven back.

    ``hit`` is the side on which the charge hit; "" where the unit fell back or fled,
    which leaves everybody behind.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge. Who is pushed out of contact by several
    charges is no longer in combat.
    """
    pushed_out = field.readings.pushed_out
    if not hit or pushed_out == "any":
        return False
    foe = pair[1] if pair[0] == target else pair[0]
    return pushed_out == "none" or field.place(target, foe, mode) != hit
