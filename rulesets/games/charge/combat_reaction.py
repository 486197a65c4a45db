"""What happens before a charge makes contact: its cases, and the target's reactions."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.charge.combat_attack import (
    dice_left,
    shooting_blows,
    with_volley_fire,
)
from rulesets.games.charge.combat_profile import (
    Nerve,
    Profile,
    pool,
    rule_step,
    works,
)
from rulesets.games.charge.combat_shooting import hit_counts, in_range, push_of
from rulesets.games.charge.questions import ABILITIES
from rulesets.games.charge.rules import BEST_NEED, Blows, attack, printed
from rulesets.odds.answer import Step
from rulesets.odds.attack import passes
from rulesets.odds.dice import dice_sum
from rulesets.odds.questions import Settled
from rulesets.odds.volley import repeated

REACTION_TO_HIT = 1
"""What the shots of a reaction add to the need to hit (house) [pips]."""


@dataclass(frozen=True, slots=True)
class Case:
    """One state of affairs before contact.

    Parameters
    ----------
    moved : int
        How much further away the target is than when the charge began [inches].
    wounds : int
        Wounds that the charger has left [wounds].
    stood : bool
        True while the target has passed every test; only then does it react.
    wall : bool
        True behind a Shield Wall.
    contact : str
        Where the charge hits.
    """

    moved: int
    wounds: int
    stood: bool
    wall: bool
    contact: str


@dataclass(slots=True)
class Approach:
    """The cases still coming on with their chances, and how the others ended."""

    cases: dict[Case, float]
    ended: dict[tuple[str, int], float] = field(
        default_factory=lambda: defaultdict(float)
    )

    def end(self, key: str, case: Case, chance: float) -> None:
        """Count a case that ends before contact, by the charger's wounds left."""
        self.ended[key, case.wounds] += chance


@dataclass(frozen=True, slots=True)
class Ground:
    """Both units and everything about the charge that does not change."""

    a: Profile
    b: Profile
    nerves: tuple[Nerve, Nerve]
    situation: Settled
    readings: Settled
    steps: list[Step]

    def reaches(self, moved: int) -> bool:
        """Return whether the charger reaches a target that went so far."""
        return int(self.situation["distance"]) + moved < self.a.speed


def react(ground: Ground, approach: Approach) -> None:
    """Let a target that stands react to the charge."""
    key = str(ground.situation["reaction"])
    if key == "none":
        return
    if not works(ground.b, key, ground.readings):
        text = f"not an ability that {ground.b.name} can use: no reaction"
        ground.steps.append(Step(key, ABILITIES, text, "b"))
        return
    answers = {
        "shield-wall": _shield_wall,
        "tactical-genius": _tactical_genius,
        "stand-and-shoot": _stand_and_shoot,
        "fire-and-flee": _fire_and_flee,
    }
    standing = {case: p for case, p in approach.cases.items() if case.stood}
    for case in standing:
        del approach.cases[case]
    answers[key](ground, approach, standing)


def _led(
    ground: Ground,
    key: str,
    what: str,
    approach: Approach,
    cases: dict[Case, float],
    changed: dict[Case, Case],
) -> None:
    """Change cases where a Leadership test is passed."""
    leads = ground.nerves[1].leads
    text = f"Leadership test passed with chance {leads:.4f}: {what} (house)"
    ground.steps.append(rule_step(ground.b, key, text))
    for case, chance in cases.items():
        _add(approach, changed[case], chance * leads)
        _add(approach, case, chance * (1 - leads))


def _add(approach: Approach, case: Case, chance: float) -> None:
    approach.cases[case] = approach.cases.get(case, 0.0) + chance


def _shield_wall(ground: Ground, approach: Approach, cases: dict[Case, float]) -> None:
    save = walled(ground.b).save
    what = f"save {printed(ground.b.save)} becomes {printed(save)}"
    changed = {case: replace(case, wall=True) for case in cases}
    _led(ground, "shield-wall", what, approach, cases, changed)


def walled(profile: Profile) -> Profile:
    """Return a unit behind its Shield Wall: save 1 better, at best 2+ (house)."""
    return replace(profile, save=min(profile.save, max(profile.save - 1, BEST_NEED)))


def _tactical_genius(
    ground: Ground, approach: Approach, cases: dict[Case, float]
) -> None:
    changed = {case: replace(case, contact="front") for case in cases}
    what = "it turns to face the charger"
    _led(ground, "tactical-genius", what, approach, cases, changed)


def _stand_and_shoot(
    ground: Ground, approach: Approach, cases: dict[Case, float]
) -> None:
    shots = _shots(ground, "stand-and-shoot")
    for case, chance in cases.items():
        for after, share in _shot_at(ground, shots, case).items():
            if after.wounds == 0:
                approach.end("a-destroyed", after, chance * share)
            else:
                _add(approach, after, chance * share)


def _fire_and_flee(
    ground: Ground, approach: Approach, cases: dict[Case, float]
) -> None:
    """Shoot with half the dice, then flee 2D6 inches."""
    shots = _shots(ground, "fire-and-flee")
    if shots is not None:
        shots = replace(shots, dice=(shots.dice + 1) // 2)
        text = f"shoots with half its dice, {shots.dice}, then flees 2D6 (house)"
        ground.steps.append(rule_step(ground.b, "fire-and-flee", text))
    for case, chance in cases.items():
        for after, share in _shot_at(ground, shots, case).items():
            _flee(ground, approach, after, chance * share)


def _flee(ground: Ground, approach: Approach, case: Case, chance: float) -> None:
    if case.wounds == 0:
        approach.end("a-destroyed", case, chance)
        return
    for roll, share in enumerate(dice_sum(2)):
        fled = replace(case, moved=case.moved + roll, contact="rear", stood=False)
        if not ground.reaches(fled.moved):
            approach.end("b-flees", fled, chance * float(share))
        elif ground.readings["caught-fleeing"] == "destroyed":
            approach.end("b-destroyed", fled, chance * float(share))
        else:
            _add(approach, fled, chance * float(share))


def _shots(ground: Ground, key: str) -> Blows | None:
    """Return the shots of a reaction, none where they cannot be shot."""
    b, readings, steps = ground.b, ground.readings, ground.steps
    blows = shooting_blows(b, ground.a, readings, steps)
    if ground.situation["volley-fire"]:
        blows = with_volley_fire(b, blows, readings, steps)
    harder = replace(blows, to_hit=blows.to_hit + REACTION_TO_HIT)
    text = f"to hit {printed(blows.to_hit)} becomes {printed(harder.to_hit)} (house)"
    steps.append(rule_step(b, key, text))
    left = pool(b, ground.situation)
    harder = replace(harder, dice=dice_left(harder.dice, left, b, readings))
    return in_range(b, int(ground.situation["distance"]), harder, steps)


def _shot_at(ground: Ground, shots: Blows | None, case: Case) -> dict[Case, float]:
    """Return what the shots of a reaction make of a case, with chances."""
    if shots is None:
        return {case: 1.0}
    pushing = ground.readings["reaction-shots-push"]
    die = attack(shots, ground.readings)
    through = 1 - float(passes(die.save, die.reroll_saves))
    after: dict[Case, float] = defaultdict(float)
    for hits, chance in enumerate(hit_counts(shots.dice, shots, ground.readings)):
        push = push_of(hits, shots.dice, shots, ground.a.push, ground.readings)
        moved = case.moved + (push if pushing else 0)
        wounds = repeated(np.array([1 - through, through]), hits)
        for lost, share in enumerate(wounds):
            left = max(case.wounds - lost, 0)
            after[replace(case, moved=moved, wounds=left)] += float(chance * share)
    return after
