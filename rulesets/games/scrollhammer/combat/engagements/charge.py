"""A charge of Scrollhammer by itself: an approach of one turn, then the combat."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from rulesets.core.percent import percent
from rulesets.core.subject import clause, verb_of
from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership
from rulesets.games.scrollhammer.combat.context import ScrollhammerContext
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    ScrollhammerContact,
    reach,
)
from rulesets.games.scrollhammer.combat.engagements.course import (
    is_feared,
    is_slow,
    never_flees,
    shoots_back,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import FALLING, Spot
from rulesets.games.scrollhammer.combat.engagements.in_hand import scattered
from rulesets.games.scrollhammer.combat.engagements.shots_of_turns import (
    reaction_fire_of,
)
from rulesets.games.scrollhammer.combat.engagements.turns import declare
from rulesets.games.scrollhammer.combat.engagements.ways_of_turns import (
    SideOnItsWay,
    ways_on,
)
from rulesets.games.scrollhammer.combat.fights.departures import (
    ground_steps,
    over_ground_all_round,
)
from rulesets.games.scrollhammer.combat.fights.fear import dares
from rulesets.games.scrollhammer.combat.fights.fight import fought_out
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.fights.way_back import (
    Both,
    befalls_both,
    mean_of,
    with_friends_before,
)
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    rule_step,
    start_state,
)
from rulesets.games.scrollhammer.combat.shots.volley_trace import volley_steps
from rulesets.games.scrollhammer.combat.side import FRONT, contender, leadership_of
from rulesets.games.scrollhammer.combat.spell_blades import with_power_dice
from rulesets.games.scrollhammer.sources import COMBAT, FORMATIONS, MORALE
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.approach import Approach
from rulesets.odds.dice import Chances
from rulesets.odds.volley import Floats

HERE = Spot(60, 60)
"""The place of both in a charge, far from the table edges."""


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
    begun = np.zeros((a.company.states, b.company.states))
    begun[start_state(a, situation), start_state(b, situation)] = 1.0
    approach: Approach[Spot, ScrollhammerContact] = Approach({HERE: begun})
    plan = Plan(
        a,
        b,
        closing=True,
        length=situation.distance + HERE.own_room + HERE.other_room,
        situation=situation,
        readings=context.readings,
        approach=approach,
        lost=[{"a": 0.0, "b": 0.0}],
        begun=HERE,
    )
    flees = situation.reaction == "flee" and not never_flees(plan)
    for key in _endings(plan, flees=flees):
        approach.end(key, np.zeros_like(begun))
    for _ in approach.turns(("a",)):
        _declared(plan, begun)
    for spot, chances in approach.cases.items():
        fled = spot.other_mood == FALLING
        approach.end("b-gets-away" if fled else "falls-short", chances)
    reaches = reach(difficult=is_slow(situation, a.side))
    events = dict(_events(plan, reaches, flees=flees))
    context.trace.add(*_steps(plan, events, flees=flees))
    label = f"Reach of {a.name} (inches)"
    inches = Distribution(label, "inches", tuple(map(float, reaches)))
    before = replace(
        approach.prelude(begun),
        events=events,
        distributions={"reach": inches},
        labels=_labels(a, b, events, flees=flees),
    )
    b = scattered(b) if flees else b
    charger = replace(contender(a, situation, charged=True), struck=FRONT)
    sides = with_power_dice(
        (charger, contender(b, situation)), manner_of(situation, context.readings)
    )
    met: Floats = sum(approach.met.values(), np.zeros_like(begun))
    befalls = _befalls(plan)
    told = fought_out(sides, met, before, context, rounds, befalls)
    if situation.dangerous_ground and met.any():
        told = over_ground_all_round(told, sides, met, befalls, context, rounds)
    return replace(told, events=with_friends_before(told.events, plan.events))


def _declared(plan: Plan, begun: Floats) -> None:
    """Play the charge; those who are left apart are the cases of the approach."""
    ways = ways_on(plan.length)
    standing = SideOnItsWay(plan, declare, ways).go(ways.begun("a", HERE, begun))
    plan.approach.cases = ways.by_moods("b", standing)


def _befalls(plan: Plan) -> Both:
    """Return what befalls both in the combat if they fall back.

    However far who fled has come, the states in which it fights are alike.
    """
    ways = [
        (float(met.sum()), befalls_both(plan.situation, contact.ways))
        for contact, met in plan.approach.met.items()
    ]
    a, b = (mean_of([(weight, both[at]) for weight, both in ways]) for at in range(2))
    return a, b


def _endings(plan: Plan, *, flees: bool) -> Iterator[str]:
    """Yield how it may end before contact, in the order in which it does."""
    if shoots_back(plan):
        yield "a-destroyed"
    yield from ("b-gets-away", "b-caught-fleeing") if flees else ("falls-short",)
    if flees and is_feared(plan):
        yield "falls-short"
    if plan.situation.dangerous or plan.situation.dangerous_ground:
        yield "a-destroyed"


def _events(
    plan: Plan, reaches: Chances, *, flees: bool
) -> Iterator[tuple[str, float]]:
    """Yield the chances of the test to shoot, and to reach the enemy."""
    distance = plan.situation.distance
    if is_feared(plan):
        yield "a-dares", _dares(plan)
    if shoots_back(plan):
        yield "b-shoots", _passes(plan, leadership)
    runs = range(1, 7) if flees else (0,)
    reached = sum(sum(reaches[distance + run :], Fraction(0)) for run in runs)
    yield "a-reaches", float(reached / len(runs))


def _dares(plan: Plan) -> float:
    """Return the chance that the charger dares to charge as it begins."""
    own, foe = (start_state(one, plan.situation) for one in (plan.own, plan.other))
    return float(dares(plan.own, plan.other)[own, foe])


def _passes(plan: Plan, test: Callable[[int], Fraction]) -> float:
    """Return the chance that the charged unit passes a test when it begins."""
    state = start_state(plan.other, plan.situation)
    return float(by_leadership(plan.other, test)[state])


def _steps(plan: Plan, events: Mapping[str, float], *, flees: bool) -> Iterator[Step]:
    """Yield the trace of a charge before contact."""
    a, b, situation = plan.own, plan.other, plan.situation
    if is_feared(plan):
        text = (
            f"2D6 against {leadership_of(a)}, or it stands still: dares with a chance "
            f"of {percent(events['a-dares'])}"
        )
        yield Step("Fear", f"{COMBAT}: Declare a Charge", text, a.side)
    if situation.reaction == "stand-and-shoot":
        yield from _shots(plan, events)
    if flees:
        rallies = percent(_passes(plan, leadership))
        text = (
            f'falls back D6"; reached with a chance of {percent(events["a-reaches"])} '
            f"it regroups with {rallies} on a test of {leadership_of(b)}, and fights "
            "as skirmishers, or is removed"
        )
        source = f"{COMBAT}: Declare a Charge; {MORALE}: Regrouping When Charged"
        yield Step("Flee", source, text, b.side)
    elif situation.reaction == "flee":
        yield rule_step(b, "hatred", "never flees from the charge of its foe")
    dice = "3D6, the two lowest," if is_slow(situation, a.side) else "2D6"
    chance = percent(events["a-reaches"])
    text = f'{dice} for {situation.distance}": reaches with a chance of {chance}'
    yield Step("Charge range", f"{COMBAT}: Rolling for Charge Range", text, a.side)
    if situation.dangerous or situation.dangerous_ground:
        text = "a D6 for every model, a wound without an armour save on a 1"
        source = f"{COMBAT}: Charging through Dangerous Terrain"
        yield Step("Dangerous Terrain", source, text, a.side)
    yield from ground_steps(situation)


def _shots(plan: Plan, events: Mapping[str, float]) -> Iterator[Step]:
    """Yield the trace of a unit that stands and shoots, or why it does not."""
    a, b = plan.own, plan.other
    source = f"{FORMATIONS}: Stand and Shoot"
    if not shoots_back(plan):
        text = f"{_holds_fire(plan)}: it holds without shooting"
        yield Step("Stand and Shoot", source, text, b.side)
        return
    text = (
        f"every model, at -1 to hit, on a test of {leadership_of(b)}: with a chance of "
        f"{percent(events['b-shoots'])}"
    )
    yield Step("Stand and Shoot", source, text, b.side)
    fire = reaction_fire_of(plan, plan.situation.distance)
    yield from volley_steps(b, a, fire.volleys, plan.readings)


def _holds_fire(plan: Plan) -> str:
    """Return why a charged unit does not stand and shoot."""
    if plan.other.formation != "Ranks":
        return f"{clause(plan.other.name, 'does')} not fight in ranks"
    if plan.situation.a.unseen != "none":
        return f"{plan.own.name} cannot be seen"
    return f"{clause(plan.other.name, 'stays')} unseen (house)"


def _labels(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    events: Mapping[str, float],
    *,
    flees: bool,
) -> dict[str, str]:
    reaches = f"The charge reaches {b.name} in flight"
    afraid = f", or {verb_of(a.name, 'does')} not dare to charge"
    return {
        "falls-short": clause(a.name, "falls")
        + (f" short{afraid}" if "a-dares" in events else " short"),
        "b-gets-away": f"{clause(b.name, 'flees')} and {verb_of(b.name, 'gets')} away",
        "b-caught-fleeing": f"{b.name}: caught while fleeing",
        **(
            {"a-dares": f"{clause(a.name, 'dares')} to charge"}
            if "a-dares" in events
            else {}
        ),
        **(
            {"b-shoots": f"{clause(b.name, 'passes')} the test to stand and shoot"}
            if "b-shoots" in events
            else {}
        ),
        "a-reaches": reaches if flees else f"{clause(a.name, 'rolls')} far enough",
    }
