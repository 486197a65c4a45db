"""A charge of Scrollhammer: the reaction, the reach of 2D6, then the combat."""

from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.scrollhammer.combat.approach import (
    by_leadership,
    reach,
    reaction_fire,
    stood_and_shot,
    trodden,
)
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fight import fought_out
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    rule_step,
    start_state,
)
from rulesets.games.scrollhammer.combat.result import leadership, morale
from rulesets.games.scrollhammer.combat.side import contender, leadership_of
from rulesets.games.scrollhammer.combat.terms import never_flees
from rulesets.games.scrollhammer.combat.volley import volley_steps
from rulesets.games.scrollhammer.sources import COMBAT, FORMATIONS, MORALE
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.context import Trace
from rulesets.odds.dice import Chances
from rulesets.odds.report import Prelude
from rulesets.odds.volley import Floats


@dataclass(slots=True)
class _Approach:
    """What happened on the way so far.

    Parameters
    ----------
    charger : ndarray
        Chance of each state of the charger that goes on [chance].
    final : ndarray
        ``[a, b]``: states in which it ended before contact.
    """

    charger: Floats
    final: Floats
    outcomes: dict[str, float] = field(default_factory=dict)
    events: dict[str, float] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)

    def end(self, key: str, state: int, chances: Floats) -> None:
        """End with an outcome, side b in a state."""
        self.outcomes[key] = self.outcomes.get(key, 0.0) + float(chances.sum())
        self.final[:, state] += chances


def charge(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a's charge at b.

    References
    ----------
    Scrollhammer Rulebook, The Close Combat Phase: Charge Sub-phase.
    """
    situation = context.situation
    own, other = start_state(a, situation), start_state(b, situation)
    going = np.zeros(a.company.states)
    going[own] = 1.0
    approach = _Approach(going, np.zeros((a.company.states, b.company.states)))
    distance = situation.distance
    unseen = situation.b.unseen != "none"
    reaches = reach(difficult=situation.difficult or unseen)
    if situation.reaction == "stand-and-shoot":
        _stand_and_shoot(a, b, other, context, approach)
    if situation.reaction == "flee" and not _never_flees(b, context):
        b = _flee(b, other, distance, reaches, approach, context.trace)
    else:
        arrives = float(sum(reaches[distance:], Fraction(0)))
        _told(approach, a, arrives)
        approach.end("falls-short", other, approach.charger * (1 - arrives))
        approach.charger = approach.charger * arrives
    context.trace.add(_reach_step(a, situation, approach.events["a-reaches"]))
    if situation.dangerous:
        context.trace.add(_tread(a, other, approach))
    start = np.zeros_like(approach.final)
    start[:, other] = approach.charger
    sides = contender(a, situation, charged=True), contender(b, situation)
    label = f"Reach of {a.name} (inches)"
    before = Prelude(
        approach.final,
        approach.outcomes,
        events=approach.events,
        distributions={
            "reach": Distribution(label, "inches", tuple(map(float, reaches)))
        },
        labels={**_labels(a, b), **approach.labels},
    )
    return fought_out(sides, start, before, context, rounds)


def _told(approach: _Approach, a: ScrollhammerUnit, arrives: float) -> None:
    approach.events["a-reaches"] = arrives
    approach.labels["a-reaches"] = f"{a.name} rolls far enough"


def _stand_and_shoot(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    state: int,
    context: ScrollhammerContext,
    approach: _Approach,
) -> None:
    """Let a unit in ranks shoot at those who charge it, on a Leadership test."""
    situation, readings = context.situation, context.readings
    source = f"{FORMATIONS}: Stand and Shoot"
    why = _holds_fire(a, b, situation)
    if why:
        text = f"{why}: it holds without shooting"
        context.trace.add(Step("Stand and Shoot", source, text, b.side))
        return
    passes = float(by_leadership(b, leadership)[state])
    fire = reaction_fire(a, b, situation, readings, situation.distance)
    going = np.zeros_like(approach.final)
    going[:, state] = approach.charger
    approach.charger = stood_and_shot(fire, going)[:, state]
    gone = np.zeros_like(approach.charger)
    gone[0] = approach.charger[0]
    approach.charger = approach.charger - gone
    approach.end("a-destroyed", state, gone)
    approach.events["b-shoots"] = passes
    approach.labels["b-shoots"] = f"{b.name} passes the test to stand and shoot"
    text = (
        f"every model, at -1 to hit, on a test of {leadership_of(b)}: with a chance of "
        f"{percent(passes)}"
    )
    context.trace.add(Step("Stand and Shoot", source, text, b.side))
    context.trace.add(*volley_steps(b, a, fire.volleys, readings))


def _tread(a: ScrollhammerUnit, state: int, approach: _Approach) -> Step:
    """Let every model of a charge that arrives test for dangerous terrain.

    References
    ----------
    Scrollhammer Rulebook, Dangerous Terrain: no armour saves.
    """
    after = approach.charger @ trodden(a)
    gone = np.zeros_like(after)
    gone[0] = after[0]
    approach.charger = after - gone
    approach.end("a-destroyed", state, gone)
    text = "a D6 for every model, a wound without an armour save on a 1"
    source = f"{COMBAT}: Charging through Dangerous Terrain"
    return Step("Dangerous Terrain", source, text, a.side)


def _holds_fire(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> str:
    """Return why a charged unit does not stand and shoot, "" if it may."""
    if b.formation != "Ranks":
        return f"{b.name} does not fight in ranks"
    if situation.a.unseen != "none":
        return f"{a.name} cannot be seen"
    if situation.b.unseen != "none":
        return f"{b.name} stays unseen (house)"
    return ""


def _never_flees(b: ScrollhammerUnit, context: ScrollhammerContext) -> bool:
    """Return whether a unit hates who charges it, and so holds."""
    if not never_flees(b.shared, foe=context.situation.of(b.side).foe):
        return False
    text = "never flees from the charge of its foe"
    context.trace.add(rule_step(b, "hatred", text))
    return True


def _flee(
    b: ScrollhammerUnit,
    state: int,
    distance: int,
    reaches: Chances,
    approach: _Approach,
    trace: Trace,
) -> ScrollhammerUnit:
    """Let a unit flee D6; if it is reached it must regroup or is removed.

    Returns it as it fights then: in skirmish.
    """
    reached = sum(
        sum(reaches[distance + run :], Fraction(0)) / 6 for run in range(1, 7)
    )
    rallies = float(by_leadership(b, morale)[state])
    going = approach.charger
    away, caught = 1 - float(reached), float(reached) * (1 - rallies)
    approach.end("b-gets-away", state, going * away)
    approach.end("b-caught-fleeing", state, going * caught)
    approach.charger = going * float(reached) * rallies
    approach.events["a-reaches"] = float(reached)
    approach.labels["a-reaches"] = f"The charge reaches {b.name} though it flees"
    text = (
        f'falls back D6"; reached with a chance of {percent(float(reached))} it '
        f"regroups with {percent(rallies)} on a test of {leadership_of(b)}, and fights "
        "as skirmishers, or is removed"
    )
    source = f"{COMBAT}: Declare a Charge; {MORALE}: Regrouping When Charged"
    trace.add(Step("Flee", source, text, b.side))
    return replace(b, formation="Skirmish")


def _reach_step(
    a: ScrollhammerUnit, situation: ScrollhammerSituation, chance: float
) -> Step:
    slow = situation.difficult or situation.b.unseen != "none"
    dice = "3D6, the two lowest," if slow else "2D6"
    distance = situation.distance
    text = f'{dice} for {distance}": reaches with a chance of {percent(chance)}'
    source = f"{COMBAT}: Rolling for Charge Range"
    return Step("Charge range", source, text, a.side)


def _labels(a: ScrollhammerUnit, b: ScrollhammerUnit) -> dict[str, str]:
    return {
        "falls-short": f"{a.name}: falls short",
        "b-gets-away": f"{b.name}: flees and gets away",
        "b-caught-fleeing": f"{b.name}: caught while fleeing",
    }
