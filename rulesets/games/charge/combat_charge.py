"""A charge: reach, tests before contact, the reaction, the push, then the melee.

The order is that of the reactions: the charger declares (Fearsome before, Terrifying
then), the target tests, a target that stands may react, and the charge goes on. What
can happen before contact is a handful of cases, each with its chance; those that reach
contact go on as a melee.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.charge.combat_attack import (
    dice_left,
    shooting_blows,
    with_volley_fire,
)
from rulesets.games.charge.combat_fight import Beforehand, Told, answer, contenders
from rulesets.games.charge.combat_melee import Contender, melee_round, rounds_of
from rulesets.games.charge.combat_profile import (
    Nerve,
    Profile,
    nerve,
    pool,
    rule_step,
    works,
)
from rulesets.games.charge.combat_shooting import hit_counts, in_range, push_of
from rulesets.games.charge.questions import ABILITIES, CHARGING
from rulesets.games.charge.rules import BEST_NEED, Blows, attack, printed
from rulesets.matchup import MatchUpError
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.attack import passes
from rulesets.odds.dice import dice_sum
from rulesets.odds.duel import Variant, fight
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
class _Approach:
    """The cases still coming on with their chances, and how the others ended."""

    cases: dict[Case, float]
    ended: dict[tuple[str, int], float] = field(
        default_factory=lambda: defaultdict(float)
    )

    def end(self, key: str, case: Case, chance: float) -> None:
        """Count a case that ends before contact, by the charger's wounds left."""
        self.ended[key, case.wounds] += chance


@dataclass(frozen=True, slots=True)
class _Ground:
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


def charge(
    a: Profile, b: Profile, situation: Settled, readings: Settled, rounds: int | None
) -> Odds:
    """Return the odds of a's charge at b.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge; Reactions; Abilities.
    """
    steps: list[Step] = []
    nerves = (
        nerve(a, situation, readings, steps),
        nerve(b, situation, readings, steps),
    )
    ground = _Ground(a, b, nerves, situation, readings, steps)
    first = Case(
        moved=0,
        wounds=pool(a, situation),
        stood=True,
        wall=False,
        contact=str(situation["contact"]),
    )
    approach = _Approach({first: 1.0})
    if _may_charge(ground):
        _frighten(ground, approach)
        _react(ground, approach)
        _arrive(ground, approach)
    else:
        approach.end("no-charge", first, 1.0)
        approach.cases = {}
    return _fought(ground, approach, pool(b, situation), rounds)


def _may_charge(ground: _Ground) -> bool:
    """Return whether the charge may be declared at all."""
    a, distance = ground.a, int(ground.situation["distance"])
    furthest = int(ground.situation["furthest"])
    if furthest and furthest < distance:
        raise MatchUpError("/situation/furthest", f"is less than the shortest {distance}")
    if works(a, "unlimbered-artillery", ground.readings):
        text = "cannot move, so it cannot charge"
        ground.steps.append(rule_step(a, "unlimbered-artillery", text))
        return False
    near = distance < a.speed
    less = "less" if near else "not less"
    text = f'{distance}" is {less} than the speed {a.speed}": '
    text += "it may charge" if near else "it may not charge"
    ground.steps.append(Step("Charge", CHARGING, text, "a"))
    return near


def _frighten(ground: _Ground, approach: _Approach) -> None:
    """Take the Morale tests that the charger asks of its target."""
    tests = []
    if works(ground.a, "fearsome", ground.readings):
        if ground.situation["use-fearsome"]:
            tests.append("fearsome")
        else:
            ground.steps.append(rule_step(ground.a, "fearsome", "not used"))
    if works(ground.a, "terrifying", ground.readings):
        tests.append("terrifying")
    nerve_b = ground.nerves[1]
    for key in tests:
        text = f"{ground.b.name} takes a Morale test before contact"
        ground.steps.append(rule_step(ground.a, key, text))
        cases: dict[Case, float] = defaultdict(float)
        for case, chance in approach.cases.items():
            cases[case] += chance * nerve_b.passes
            approach.end("b-broken", case, chance * nerve_b.breaks)
            _fall_back(ground, approach, cases, case, chance * nerve_b.falls_back)
        approach.cases = dict(cases)


def _fall_back(
    ground: _Ground,
    approach: _Approach,
    cases: dict[Case, float],
    case: Case,
    chance: float,
) -> None:
    """Let the target fall back D6 inches; where in reach, the charge goes on."""
    caught = ground.readings["fear-in-reach"] == "caught"
    for roll, share in enumerate(dice_sum(1)):
        back = replace(case, moved=case.moved + roll, stood=False)
        if caught and ground.reaches(back.moved):
            cases[back] += chance * float(share)
        elif share:
            approach.end("b-falls-back", back, chance * float(share))


def _react(ground: _Ground, approach: _Approach) -> None:
    """Let a target that stands react to the charge."""
    key = str(ground.situation["reaction"])
    if key == "none":
        return
    if not works(ground.b, key, ground.readings):
        text = f"{ground.b.name} has no such ability to use: no reaction"
        ground.steps.append(Step(key, ABILITIES, text, "b"))
        return
    react = {
        "shield-wall": _shield_wall,
        "tactical-genius": _tactical_genius,
        "stand-and-shoot": _stand_and_shoot,
        "fire-and-flee": _fire_and_flee,
    }[key]
    standing = {case: p for case, p in approach.cases.items() if case.stood}
    for case in standing:
        del approach.cases[case]
    react(ground, approach, standing)


def _led(
    ground: _Ground, key: str, what: str, approach: _Approach, cases: dict[Case, float],
    changed: dict[Case, Case],
) -> None:
    """Change cases where a Leadership test is passed."""
    leads = ground.nerves[1].leads
    text = f"Leadership test passed with chance {leads:.4f}: {what} (house)"
    ground.steps.append(rule_step(ground.b, key, text))
    for case, chance in cases.items():
        _add(approach, changed[case], chance * leads)
        _add(approach, case, chance * (1 - leads))


def _add(approach: _Approach, case: Case, chance: float) -> None:
    approach.cases[case] = approach.cases.get(case, 0.0) + chance


def _shield_wall(
    ground: _Ground, approach: _Approach, cases: dict[Case, float]
) -> None:
    save = walled(ground.b).save
    what = f"save {printed(ground.b.save)} becomes {printed(save)}"
    changed = {case: replace(case, wall=True) for case in cases}
    _led(ground, "shield-wall", what, approach, cases, changed)


def walled(profile: Profile) -> Profile:
    """Return a unit behind its Shield Wall: save 1 better, at best 2+ (house)."""
    return replace(profile, save=min(profile.save, max(profile.save - 1, BEST_NEED)))


def _tactical_genius(
    ground: _Ground, approach: _Approach, cases: dict[Case, float]
) -> None:
    changed = {case: replace(case, contact="front") for case in cases}
    what = "it turns to face the charger"
    _led(ground, "tactical-genius", what, approach, cases, changed)


def _stand_and_shoot(
    ground: _Ground, approach: _Approach, cases: dict[Case, float]
) -> None:
    shots = _shots(ground, "stand-and-shoot")
    for case, chance in cases.items():
        for after, share in _shot_at(ground, shots, case).items():
            if after.wounds == 0:
                approach.end("a-destroyed", after, chance * share)
            else:
                _add(approach, after, chance * share)


def _fire_and_flee(
    ground: _Ground, approach: _Approach, cases: dict[Case, float]
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


def _flee(
    ground: _Ground, approach: _Approach, case: Case, chance: float
) -> None:
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


def _shots(ground: _Ground, key: str) -> Blows | None:
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


def _shot_at(
    ground: _Ground, shots: Blows | None, case: Case
) -> dict[Case, float]:
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


def _arrive(ground: _Ground, approach: _Approach) -> None:
    """Stop the charges that no longer reach their target."""
    for case, chance in list(approach.cases.items()):
        if not ground.reaches(case.moved):
            del approach.cases[case]
            approach.end("falls-short", case, chance)


def drive_back(ground_distance: int, a: Profile, b: Profile) -> int:
    """Return how far a charge drives its target back [inches].

    Parameters
    ----------
    ground_distance : int
        The distance that the charge uses up [inches].
    a, b : Profile
        The charger and its target.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge, worked example: Push 4 and speed 6 at 2
    inches leave 8; a target of Push 4 is driven back 4.
    """
    return max(0, a.push + a.speed - ground_distance - b.push)


def _fought(
    ground: _Ground, approach: _Approach, left: int, rounds: int | None
) -> Odds:
    """Fight the cases that came to contact, and gather the answer."""
    a, b = ground.a, ground.b
    sides = _contenders(ground, str(ground.situation["contact"]), ground.steps)
    variants = []
    for wall, contact in sorted({(c.wall, c.contact) for c in approach.cases}):
        start = np.zeros((a.wounds + 1, b.wounds + 1))
        for case, chance in approach.cases.items():
            if (case.wall, case.contact) == (wall, contact):
                start[case.wounds, left] += chance
        variants.append(_variant(ground, start, contact, wall=wall))
    if not variants:
        nothing = np.zeros((a.wounds + 1, b.wounds + 1))
        variants.append(Variant(nothing, *rounds_of(*sides, ground.readings)))
    seed = f"{ground!r} {rounds!r}"
    fought = fight(tuple(variants), rounds, seed)
    return answer(
        sides,
        fought,
        _beforehand(ground, approach, left),
        _told(ground, approach),
        ground.readings,
        ground.steps,
    )


def _variant(
    ground: _Ground, start: np.ndarray, contact: str, *, wall: bool
) -> Variant:
    sides = _contenders(ground, contact, [])
    if not wall:
        return Variant(start, *rounds_of(*sides, ground.readings))
    behind = replace(ground, b=walled(ground.b))
    shielded = _contenders(behind, contact, [])
    if ground.readings["shield-wall-lasts"] == "fight":
        return Variant(start, *rounds_of(*shielded, ground.readings))
    opening = melee_round(*shielded, "a", ground.readings)
    return Variant(start, *rounds_of(*sides, ground.readings, opening))


def _contenders(
    ground: _Ground, contact: str, steps: list[Step]
) -> tuple[Contender, Contender]:
    touched = ("front", contact)
    return contenders(
        ground.a, ground.b, ground.nerves, touched, ground.readings, steps
    )


def _beforehand(ground: _Ground, approach: _Approach, left: int) -> Beforehand:
    outcomes: dict[str, float] = defaultdict(float)
    final = np.zeros((ground.a.wounds + 1, ground.b.wounds + 1))
    for (key, wounds), chance in approach.ended.items():
        outcomes[key] += chance
        final[wounds, 0 if key == "b-destroyed" else left] += chance
    return Beforehand(dict(outcomes), final)


def _told(ground: _Ground, approach: _Approach) -> Told:
    """Tell the push of the charge, and the chance of contact."""
    a, b = ground.a, ground.b
    distance = int(ground.situation["distance"])
    furthest = int(ground.situation["furthest"]) or distance
    longest = ground.readings["charge-distance"] == "longest"
    used = furthest if longest else distance
    pushes: dict[int, float] = defaultdict(float)
    for case, chance in approach.cases.items():
        pushes[drive_back(used + case.moved, a, b)] += chance
    contact = sum(approach.cases.values())
    pushes[0] += 1 - contact
    chances = [pushes.get(inches, 0.0) for inches in range(max(pushes) + 1)]
    label = f"Inches that {b.name} is driven back (0 without contact)"
    text = (
        f'Push {a.push}" and speed {a.speed}" less {used}" leave '
        f'{a.push + a.speed - used}"; less the Push {b.push}" of {b.name}: '
        f'{drive_back(used, a, b)}"'
    )
    ground.steps.append(Step("Push", CHARGING, text, "a"))
    expected = {"drive-back": float(np.arange(len(chances)) @ np.array(chances))}
    events = {"contact": contact}
    labels = {
        "contact": f"{a.name} makes contact",
        "drive-back": label,
        "forced-march": f"{a.name} passes the test for a Forced March",
    }
    if works(a, "forced-march", ground.readings) and "no-charge" in {
        key for key, _ in approach.ended
    }:
        leads = ground.nerves[0].leads
        text = f'half a move, {a.speed / 2:g}", with chance {leads:.4f} (house)'
        ground.steps.append(rule_step(a, "forced-march", text))
        events["forced-march"] = leads
    push = Distribution(label, "inches", tuple(chances))
    return Told({"push": push}, events, expected, labels)


