"""A declared charge until contact: tests before it, the target's reaction, its reach.

The order is that of the reactions: the charger declares (Fearsome before, Terrifying
then), the target tests, a target that stands may react, and the charge goes on. What
can happen is a handful of cases, each with its chance.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.attack import dice_left, shooting_blows
from rulesets.games.charge.combat.context import ChargeContext, Contact
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    pool,
    rule_step,
    works,
)
from rulesets.games.charge.combat.shooting import in_range, losses_by_push, taking
from rulesets.games.charge.combat.terms import BEST_NEED, ChargeAttack, printed
from rulesets.games.charge.sources import ABILITIES
from rulesets.odds.answer import Step
from rulesets.odds.approach import add_chances
from rulesets.odds.dice import Chances, dice_sum
from rulesets.odds.volley import Floats

REACTION_TO_HIT = 1
"""Rise of the need to hit for the shots of a reaction (house) [pips]."""


@dataclass(frozen=True, slots=True)
class ChargeCase:
    """One state of affairs before contact.

    Parameters
    ----------
    moved : int
        How much further away the target is than when the charge began [inches].
    stood : bool
        True while the target has passed every test; only then does it react.
    wall : bool
        True behind a Shield Wall.
    contact : str
        Where the charge hits.
    broken : bool
        True if the target has broken already, and tests no more.
    """

    moved: int
    stood: bool
    wall: bool
    contact: Contact
    broken: bool = False


@dataclass(slots=True)
class ChargeApproach:
    """The cases still coming on, and how the others ended.

    Each has the joint chances of the wounds left, ``[charger, target]``; what has
    ended stands under its outcome, how far the target went, and whether the charge had
    been declared. ``fled`` are the chances of the inches fled by those who got away.
    """

    cases: dict[ChargeCase, Floats]
    ended: dict[tuple[str, int, bool], Floats] = field(default_factory=dict)
    fled: dict[int, float] = field(default_factory=dict)

    def end(
        self, key: str, case: ChargeCase, mass: Floats, *, declared: bool = True
    ) -> None:
        """Count a case that ends before contact, the charge declared or not yet."""
        add_chances(self.ended, (key, case.moved, declared), mass)

    def flee(self, inches: int, mass: Floats, share: float = 1.0) -> None:
        """Count a flight that gets away."""
        chance = float(mass.sum()) * share
        self.fled[inches] = self.fled.get(inches, 0.0) + chance


@dataclass(frozen=True, slots=True)
class Ground:
    """A charger, its target, and the context of the charge."""

    a: ChargeUnit
    b: ChargeUnit
    nerves: tuple[ChargeNerve, ChargeNerve]
    context: ChargeContext

    def reaches(self, moved: int) -> bool:
        """Return whether the charger reaches a target that went so far."""
        return self.context.situation.distance + moved < self.a.speed

    def gone(self, dice: int) -> Chances:
        """Return the chances of the inches that the target makes on so many dice.

        References
        ----------
        Charge v2 0.1 beta, Universal Special Rules: Unlimbered Artillery.
        """
        return dice_sum(0 if self.nerves[1].is_still else dice)


def come_on(
    ground: Ground, start: Floats, contact: Contact, *, fearsome: bool = True
) -> ChargeApproach:
    """Play a charge until contact: tests, reaction, reach.

    Parameters
    ----------
    ground : Ground
    start : ndarray
        ``[charger, target]``: joint chances of the wounds left [chance].
    contact : str
        Where the charge hits.
    fearsome : bool
        False if the charger has used Fearsome already.
    """
    first = ChargeCase(moved=0, stood=True, wall=False, contact=contact)
    approach = ChargeApproach({first: start})
    _frighten(ground, approach, fearsome=fearsome)
    react(ground, approach)
    _arrive(ground, approach)
    return approach


def _frighten(ground: Ground, approach: ChargeApproach, *, fearsome: bool) -> None:
    """Take the Morale tests that the charger asks of its target."""
    tests = []
    if fearsome and works(ground.a, "fearsome", ground.context.readings):
        if ground.context.situation.use_fearsome:
            tests.append("fearsome")
        else:
            ground.context.trace.add(rule_step(ground.a, "fearsome", "not used"))
    if works(ground.a, "terrifying", ground.context.readings):
        tests.append("terrifying")
    nerve_b = ground.nerves[1]
    for key in tests:
        text = f"a Morale test before contact for {ground.b.name}"
        ground.context.trace.add(rule_step(ground.a, key, text))
        came, approach.cases = approach.cases, {}
        for case, mass in came.items():
            if case.broken:
                add_chances(approach.cases, case, mass)
                continue
            add_chances(approach.cases, case, mass * nerve_b.passes)
            _break(ground, approach, case, mass * nerve_b.breaks)
            back = mass * nerve_b.falls_back
            _fall_back(ground, approach, case, back, declared=key != "fearsome")


def _break(
    ground: Ground, approach: ChargeApproach, case: ChargeCase, mass: Floats
) -> None:
    """Let the target flee 2D6 inches; where in reach, it is caught in flight."""
    if ground.context.readings.fear_in_reach == "caught":
        broken = replace(case, broken=True)
        flee(ground, approach, broken, mass, "b-broken")
    else:
        approach.end("b-broken", case, mass)
        for inches, share in enumerate(ground.gone(2)):
            approach.flee(inches, mass, float(share))


def _fall_back(
    ground: Ground,
    approach: ChargeApproach,
    case: ChargeCase,
    mass: Floats,
    *,
    declared: bool,
) -> None:
    """Let the target fall back D6 inches; where in reach, the charge goes on.

    A target that cannot move fails its test where it is.
    """
    caught = ground.context.readings.fear_in_reach == "caught"
    for roll, share in enumerate(ground.gone(1)):
        if not share:
            continue
        back = replace(case, moved=case.moved + roll, stood=False)
        if (caught or not roll) and ground.reaches(back.moved):
            add_chances(approach.cases, back, mass * float(share))
        else:
            part = mass * float(share)
            approach.end("b-falls-back", back, part, declared=declared)


def _arrive(ground: Ground, approach: ChargeApproach) -> None:
    """Stop the charges that no longer reach their target."""
    for case, mass in list(approach.cases.items()):
        if not ground.reaches(case.moved):
            del approach.cases[case]
            approach.end("falls-short", case, mass)


def react(ground: Ground, approach: ChargeApproach) -> None:
    """Let a target that stands react to the charge."""
    key = ground.context.situation.reaction
    if key == "none":
        return
    if not works(ground.b, key, ground.context.readings):
        text = f"not an ability that {ground.b.name} can use: no reaction"
        ground.context.trace.add(Step(key, ABILITIES, text, "b"))
        return
    standing = {case: mass for case, mass in approach.cases.items() if case.stood}
    for case in standing:
        del approach.cases[case]
    REACTIONS[key](ground, approach, standing)


def _led(
    ground: Ground,
    key: str,
    what: str,
    approach: ChargeApproach,
    cases: dict[ChargeCase, Floats],
    changed: dict[ChargeCase, ChargeCase],
) -> None:
    """Change cases where a Leadership test is passed."""
    leads = ground.nerves[1].leads
    text = f"Leadership test passed on {percent(leads)}: {what} (house)"
    ground.context.trace.add(rule_step(ground.b, key, text))
    for case, mass in cases.items():
        add_chances(approach.cases, changed[case], mass * leads)
        add_chances(approach.cases, case, mass * (1 - leads))


def _shield_wall(
    ground: Ground, approach: ChargeApproach, cases: dict[ChargeCase, Floats]
) -> None:
    save = walled(ground.b).save
    what = f"save {printed(ground.b.save)} becomes {printed(save)}"
    changed = {case: replace(case, wall=True) for case in cases}
    _led(ground, "shield-wall", what, approach, cases, changed)


def walled(profile: ChargeUnit) -> ChargeUnit:
    """Return a unit behind its Shield Wall: save 1 better, at best 2+ (house)."""
    return replace(profile, save=min(profile.save, max(profile.save - 1, BEST_NEED)))


def _tactical_genius(
    ground: Ground, approach: ChargeApproach, cases: dict[ChargeCase, Floats]
) -> None:
    changed = {case: replace(case, contact="front") for case in cases}
    what = "it turns to face the charger"
    _led(ground, "tactical-genius", what, approach, cases, changed)


def _stand_and_shoot(
    ground: Ground, approach: ChargeApproach, cases: dict[ChargeCase, Floats]
) -> None:
    shots = _shots(ground, "stand-and-shoot")
    for case, mass in cases.items():
        for after, left in _shot_at(ground, shots, case, mass).items():
            add_chances(approach.cases, after, _bury(approach, after, left))


def _bury(approach: ChargeApproach, case: ChargeCase, mass: Floats) -> Floats:
    """End the chargers that were shot down; return the chances of the others."""
    if not mass[0].any():
        return mass
    dead, alive = np.zeros_like(mass), mass.copy()
    dead[0], alive[0] = mass[0], 0.0
    approach.end("a-destroyed", case, dead)
    return alive


def _fire_and_flee(
    ground: Ground, approach: ChargeApproach, cases: dict[ChargeCase, Floats]
) -> None:
    """Shoot with half the dice, then flee 2D6 inches."""
    shots = _shots(ground, "fire-and-flee")
    if shots is not None:
        shots = replace(shots, halved=True)
        left = pool(ground.b, ground.context.situation)
        dice = shots.dice(left, ground)
        text = f"shoots with half its dice, {dice}, then flees 2D6 (house)"
        ground.context.trace.add(rule_step(ground.b, "fire-and-flee", text))
    for case, mass in cases.items():
        for after, left_over in _shot_at(ground, shots, case, mass).items():
            flee(ground, approach, after, _bury(approach, after, left_over), "b-flees")


def flee(
    ground: Ground, approach: ChargeApproach, case: ChargeCase, mass: Floats, away: str
) -> None:
    """Let the target flee 2D6 inches; it is caught where it is still in reach.

    A target that cannot move is caught where it is.

    Parameters
    ----------
    ground : Ground
    approach : ChargeApproach
    case : ChargeCase
    mass : ndarray
    away : str
        The outcome where it is not caught.
    """
    for roll, share in enumerate(ground.gone(2)):
        fled = replace(case, moved=case.moved + roll, contact="rear", stood=False)
        part = mass * float(share)
        if not ground.reaches(fled.moved):
            approach.end(away, fled, part)
            approach.flee(roll, part)
        elif ground.context.readings.caught_fleeing == "destroyed":
            approach.end("b-destroyed", fled, part)
        else:
            add_chances(approach.cases, fled, part)


@dataclass(frozen=True, slots=True)
class ReactionShots:
    """The shots of a reaction: those of a unit at full strength, halved or not."""

    blows: ChargeAttack
    halved: bool = False

    def dice(self, left: int, ground: Ground) -> int:
        """Return the dice of a unit with some wounds left."""
        dice = dice_left(self.blows.dice, left, ground.b, ground.context.readings)
        return (dice + 1) // 2 if self.halved else dice


def _shots(ground: Ground, key: str) -> ReactionShots | None:
    """Return the shots of a reaction, none where they cannot be shot.

    References
    ----------
    Charge v2 0.1 beta, Shooting: Picking a Unit To Shoot. Line of sight is drawn from
    the front arc.
    """
    b, context = ground.b, ground.context
    blows = shooting_blows(b, ground.a, ground.context)
    harder = replace(blows, to_hit=blows.to_hit + REACTION_TO_HIT)
    text = f"to hit {printed(blows.to_hit)} becomes {printed(harder.to_hit)} (house)"
    context.trace.add(rule_step(b, key, text))
    contact = context.situation.contact
    if contact != "front":
        place = contact.replace("-", " ")
        text = f"no shots: the charge hits the {place}, out of sight of its front arc"
        context.trace.add(rule_step(b, key, text))
        return None
    away = context.situation.distance + context.situation.part_inch
    if in_range(b, away, harder, context) is None:
        return None
    return ReactionShots(harder)


def _shot_at(
    ground: Ground, shots: ReactionShots | None, case: ChargeCase, mass: Floats
) -> dict[ChargeCase, Floats]:
    """Return the cases that the shots of a reaction lead to."""
    if shots is None:
        return {case: mass}
    after: dict[ChargeCase, Floats] = {}
    wounds = range(mass.shape[1])
    dice_of = np.array([shots.dice(left, ground) for left in wounds])
    for dice in sorted(set(dice_of[mass.any(axis=0)].tolist())):
        alike = np.where(dice_of == dice, mass, 0.0)
        volley = losses_by_push(
            dice,
            shots.blows,
            ground.a.push,
            ground.context.readings,
            pushes=ground.context.readings.reaction_shots_push,
        )
        for push, lost in volley.items():
            moved = replace(case, moved=case.moved + push)
            add_chances(after, moved, taking(lost, len(mass) - 1) @ alike)
    return after


Reaction = Callable[[Ground, ChargeApproach, dict[ChargeCase, Floats]], None]

REACTIONS: dict[str, Reaction] = {
    "shield-wall": _shield_wall,
    "tactical-genius": _tactical_genius,
    "stand-and-shoot": _stand_and_shoot,
    "fire-and-flee": _fire_and_flee,
}
"""By ability, the function of the cases in which the charged unit stands."""
