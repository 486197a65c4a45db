"""A charge: reach, tests before contact, the reaction, the push, then the melee.

The order is that of the reactions: the charger declares (Fearsome before, Terrifying
then), the target tests, a target that stands may react, and the charge goes on. What
can happen before contact is a handful of cases, each with its chance; those that reach
contact go on as a melee.
"""

from collections import defaultdict
from dataclasses import replace

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.context import (
    ChargeContext,
    Contact,
)
from rulesets.games.charge.combat.fight import (
    answer,
    contenders,
)
from rulesets.games.charge.combat.melee import ChargeSide, melee_round, rounds_of
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    can_move,
    nerve,
    pool,
    rule_step,
    works,
)
from rulesets.games.charge.combat.reaction import (
    ChargeApproach,
    ChargeCase,
    Ground,
    add,
    flee,
    react,
    walled,
)
from rulesets.games.charge.sources import CHARGING
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.fight.model import Fight, in_turn
from rulesets.odds.fight.solver import solve_all
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.report import Prelude
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats


def charge(
    a: ChargeUnit,
    b: ChargeUnit,
    context: ChargeContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a's charge at b.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge; Reactions; Abilities.
    """
    nerves = nerve(a, context), nerve(b, context)
    ground = Ground(a, b, nerves, context)
    start = np.zeros((a.wounds + 1, b.wounds + 1))
    start[pool(a, context.situation), pool(b, context.situation)] = 1.0
    if _may_charge(ground):
        approach = come_on(ground, start, context.situation.contact)
    else:
        approach = ChargeApproach({})
        approach.end(
            "no-charge", ChargeCase(0, stood=True, wall=False, contact="front"), start
        )
    return _fought(ground, approach, rounds)


def come_on(
    ground: Ground, start: Floats, contact: Contact, *, fearsome: bool = True
) -> ChargeApproach:
    """Return what becomes of a charge before contact: tests, reaction, reach.

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


def _may_charge(ground: Ground) -> bool:
    """Return whether the charge may be declared at all."""
    a, distance = ground.a, ground.context.situation.distance
    furthest = ground.context.situation.furthest
    if furthest and furthest < distance:
        raise MatchUpError(
            "/situation/furthest", f"is less than the shortest {distance}"
        )
    if not can_move(a, ground.context):
        return False
    near = distance < a.speed
    less = "less" if near else "not less"
    text = f'{distance}" is {less} than the speed {a.speed}": '
    text += "it may charge" if near else "it may not charge"
    ground.context.trace.add(Step("Charge", CHARGING, text, "a"))
    return near


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
                add(approach, case, mass)
                continue
            add(approach, case, mass * nerve_b.passes)
            _break(ground, approach, case, mass * nerve_b.breaks)
            _fall_back(ground, approach, case, mass * nerve_b.falls_back)


def _break(
    ground: Ground, approach: ChargeApproach, case: ChargeCase, mass: Floats
) -> None:
    """Let the target flee 2D6 inches; where in reach, it is caught in flight."""
    if ground.context.readings.fear_in_reach == "caught":
        broken = replace(case, broken=True)
        flee(ground, approach, broken, mass, "b-broken")
    else:
        approach.end("b-broken", case, mass)


def _fall_back(
    ground: Ground, approach: ChargeApproach, case: ChargeCase, mass: Floats
) -> None:
    """Let the target fall back D6 inches; where in reach, the charge goes on."""
    caught = ground.context.readings.fear_in_reach == "caught"
    for roll, share in enumerate(dice_sum(1)[1:], start=1):
        back = replace(case, moved=case.moved + roll, stood=False)
        if caught and ground.reaches(back.moved):
            add(approach, back, mass * float(share))
        else:
            approach.end("b-falls-back", back, mass * float(share))


def _arrive(ground: Ground, approach: ChargeApproach) -> None:
    """Stop the charges that no longer reach their target."""
    for case, mass in list(approach.cases.items()):
        if not ground.reaches(case.moved):
            del approach.cases[case]
            approach.end("falls-short", case, mass)


def drive_back(ground_distance: int, a: ChargeUnit, b: ChargeUnit) -> int:
    """Return how far a charge drives its target back [inches].

    Parameters
    ----------
    ground_distance : int
        The distance that the charge uses up [inches].
    a, b : ChargeUnit
        The charger and its target.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge, worked example: Push 4 and speed 6 at 2
    inches leave 8; a target of Push 4 is driven back 4.
    """
    return max(0, a.push + a.speed - ground_distance - b.push)


def _fought(ground: Ground, approach: ChargeApproach, rounds: int | None) -> Odds:
    """Fight the cases that came to contact, and gather the answer."""
    a, b = ground.a, ground.b
    sides = _contenders(ground, ground.context.situation.contact)
    starts: dict[tuple[bool, Contact], Floats] = {}
    for case, mass in approach.cases.items():
        at = case.wall, case.contact
        starts[at] = starts[at] + mass if at in starts else mass
    fights = [
        charged_fight(
            a,
            b,
            ground.nerves,
            starts[at],
            "a",
            at[1],
            ground.context,
            rounds,
            wall=at[0],
        )
        for at in sorted(starts)
    ]
    if not fights:
        nothing = np.zeros((a.wounds + 1, b.wounds + 1))
        fights.append(in_turn(nothing, *rounds_of(*sides, ground.context.readings)))
    seed = f"{ground!r} {rounds!r}"
    fought = solve_all(fights, seed)
    return answer(
        sides,
        fought,
        _before_contact(ground, approach),
        ground.context,
    )


def charged_fight(
    a: ChargeUnit,
    b: ChargeUnit,
    nerves: tuple[ChargeNerve, ChargeNerve],
    start: Floats,
    charger: Side,
    contact: Contact,
    context: ChargeContext,
    rounds: int | None,
    *,
    wall: bool,
) -> Fight:
    """Return a melee that begins with a charge.

    Parameters
    ----------
    a, b : ChargeUnit
    nerves : tuple of ChargeNerve
    start : ndarray
        ``[a, b]``: joint chances of the wounds left [chance].
    charger : {"a", "b"}
    contact : str
        Where the charge hits.
    context : ChargeContext
    rounds : int, optional
        Rounds fought at most; none until it is over.
    wall : bool
        True if its target stands behind a Shield Wall.
    """
    touched: tuple[Contact, Contact] = ("front", contact)
    touched = touched if charger == "a" else touched[::-1]
    readings = context.readings
    plain = contenders(a, b, nerves, touched, context.untraced())
    if not wall:
        return in_turn(start, *rounds_of(*plain, readings, active=charger), rounds)
    if charger == "a":
        b = walled(b)
    else:
        a = walled(a)
    shielded = contenders(a, b, nerves, touched, context.untraced())
    if readings.shield_wall_lasts == "fight":
        return in_turn(start, *rounds_of(*shielded, readings, active=charger), rounds)
    opening = melee_round(*shielded, charger, readings)
    return in_turn(start, *rounds_of(*plain, readings, opening, charger), rounds)


def _contenders(ground: Ground, contact: Contact) -> tuple[ChargeSide, ChargeSide]:
    touched: tuple[Contact, Contact] = ("front", contact)
    return contenders(ground.a, ground.b, ground.nerves, touched, ground.context)


def _before_contact(ground: Ground, approach: ChargeApproach) -> Prelude:
    """Return how the charge ended before contact, and its push."""
    a, b = ground.a, ground.b
    outcomes: dict[str, float] = defaultdict(float)
    final = np.zeros((a.wounds + 1, b.wounds + 1))
    for (key, _), mass in approach.ended.items():
        outcomes[key] += float(mass.sum())
        if key == "b-destroyed":
            final[:, 0] += mass.sum(axis=1)
        else:
            final += mass
    label = f"Drive back of {b.name} (inches, 0 without contact)"
    push = Distribution(label, "inches", _driven_back(ground, approach))
    events = {"contact": sum(float(mass.sum()) for mass in approach.cases.values())}
    marches = works(a, "forced-march", ground.context.readings)
    if marches and "no-charge" in outcomes:
        leads = ground.nerves[0].leads
        text = f'half a move, {a.speed / 2:g}", on {percent(leads)} (house)'
        ground.context.trace.add(rule_step(a, "forced-march", text))
        events["forced-march"] = leads
    return Prelude(
        final,
        dict(outcomes),
        events=events,
        expected={"drive-back": push.expected()},
        distributions={"push": push},
        labels={
            "contact": f"Contact made by {a.name}",
            "drive-back": label,
            "forced-march": f"Test for a Forced March passed by {a.name}",
        },
    )


def _driven_back(ground: Ground, approach: ChargeApproach) -> tuple[float, ...]:
    """Return the distribution of inches that the target is driven back."""
    a, b = ground.a, ground.b
    distance = ground.context.situation.distance
    longest = ground.context.readings.charge_distance == "longest"
    used = (ground.context.situation.furthest or distance) if longest else distance
    text = (
        f'Push {a.push}" and speed {a.speed}" less {used}" leave '
        f'{a.push + a.speed - used}"; less the Push {b.push}" of {b.name}: '
        f'{drive_back(used, a, b)}"'
    )
    ground.context.trace.add(Step("Push", CHARGING, text, "a"))
    inches: dict[int, float] = defaultdict(float)
    for case, mass in approach.cases.items():
        inches[drive_back(used + case.moved, a, b)] += float(mass.sum())
    inches[0] += 1 - sum(inches.values())
    return tuple(inches.get(length, 0.0) for length in range(max(inches) + 1))
