"""What happens before a charge makes contact: its cases, and the target's reactions."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.attack import (
    dice_left,
    shooting_blows,
)
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
from rulesets.odds.dice import dice_sum
from rulesets.odds.volley import Floats

REACTION_TO_HIT = 1
"""What the shots of a reaction add to the need to hit (house) [pips]."""


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
    ended stands under its outcome and how far the target went.
    """

    cases: dict[ChargeCase, Floats]
    ended: dict[tuple[str, int], Floats] = field(default_factory=dict)

    def end(self, key: str, case: ChargeCase, mass: Floats) -> None:
        """Count a case that ends before contact."""
        at = key, case.moved
        self.ended[at] = self.ended[at] + mass if at in self.ended else mass


@dataclass(frozen=True, slots=True)
class Ground:
    """Both units and everything about the charge that does not change."""

    a: ChargeUnit
    b: ChargeUnit
    nerves: tuple[ChargeNerve, ChargeNerve]
    context: ChargeContext

    def reaches(self, moved: int) -> bool:
        """Return whether the charger reaches a target that went so far."""
        return self.context.situation.distance + moved < self.a.speed


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
        add(approach, changed[case], mass * leads)
        add(approach, case, mass * (1 - leads))


def add(approach: ChargeApproach, case: ChargeCase, mass: Floats) -> None:
    """Count chances of a case that is still coming on."""
    known = approach.cases.get(case)
    approach.cases[case] = mass if known is None else known + mass


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
            add(approach, after, _bury(approach, after, left))


def _bury(approach: ChargeApproach, case: ChargeCase, mass: Floats) -> Floats:
    """Return what is left of chances once the chargers shot down have ended."""
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

    Parameters
    ----------
    ground : Ground
    approach : ChargeApproach
    case : ChargeCase
    mass : ndarray
    away : str
        The outcome where it is not caught.
    """
    for roll, share in enumerate(dice_sum(2)):
        fled = replace(case, moved=case.moved + roll, contact="rear", stood=False)
        part = mass * float(share)
        if not ground.reaches(fled.moved):
            approach.end(away, fled, part)
        elif ground.context.readings.caught_fleeing == "destroyed":
            approach.end("b-destroyed", fled, part)
        else:
            add(approach, fled, part)


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
    """Return the shots of a reaction, none where they cannot be shot."""
    b, context = ground.b, ground.context
    blows = shooting_blows(b, ground.a, ground.context)
    harder = replace(blows, to_hit=blows.to_hit + REACTION_TO_HIT)
    text = f"to hit {printed(blows.to_hit)} becomes {printed(harder.to_hit)} (house)"
    context.trace.add(rule_step(b, key, text))
    if in_range(b, context.situation.distance, harder, context) is None:
        return None
    return ReactionShots(harder)


def _shot_at(
    ground: Ground, shots: ReactionShots | None, case: ChargeCase, mass: Floats
) -> dict[ChargeCase, Floats]:
    """Return what the shots of a reaction make of a case."""
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
            part = taking(lost, len(mass) - 1) @ alike
            after[moved] = after[moved] + part if moved in after else part
    return after


Reaction = Callable[[Ground, ChargeApproach, dict[ChargeCase, Floats]], None]

REACTIONS: dict[str, Reaction] = {
    "shield-wall": _shield_wall,
    "tactical-genius": _tactical_genius,
    "stand-and-shoot": _stand_and_shoot,
    "fire-and-flee": _fire_and_flee,
}
"""What each ability makes of the cases in which the charged unit stands."""
