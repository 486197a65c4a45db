"""An engagement: turn by turn until two units meet, then the combat; and its report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.approach import (
    FALLING,
    Plan,
    ScrollhammerContact,
    ScrollhammerFire,
    Spot,
    move_dice,
)
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fight import fought_out
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.questions import CHARGE_WHEN
from rulesets.games.scrollhammer.combat.side import (
    FRONT,
    ScrollhammerSide,
    contender,
    leadership_of,
)
from rulesets.games.scrollhammer.combat.turns import (
    MARCH,
    MOVE,
    NEAR_ENEMY,
    act,
    reaches,
)
from rulesets.games.scrollhammer.combat.volley import volley_steps
from rulesets.games.scrollhammer.combat.weapons import unprinted
from rulesets.games.scrollhammer.sources import BOOK, COMBAT, FORMATIONS, MORALE
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.approach import Approach
from rulesets.odds.context import Trace
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import combine_odds
from rulesets.odds.report import Prelude
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

ScrollhammerApproach = Approach[Spot, ScrollhammerContact]

SEEN = 5e-7
"""Turns in which less happens are not told one by one."""


def approach_events(approach: ScrollhammerApproach) -> dict[str, float]:
    """Return the chances of contact, in all, by who charged, and by turn."""
    met = {side: float(approach.charges(side)) for side in SIDES}
    by_turn = {
        f"turn-{number}-contact": chance
        for number, chance in enumerate(approach.contact, start=1)
        if chance > SEEN
    }
    return {
        "contact": met["a"] + met["b"],
        "a-charge-arrives": met["a"],
        "b-charge-arrives": met["b"],
        **by_turn,
    }


def approach_means(by_turn: Sequence[Mapping[Side, float]]) -> dict[str, float]:
    """Return the mean wounds lost before contact, in all and by turn."""
    means = {f"{side}-lost-before": 0.0 for side in SIDES}
    for number, lost in enumerate(by_turn, start=1):
        for side, wounds in lost.items():
            means[f"{side}-lost-before"] += wounds
            if wounds > SEEN:
                means[f"turn-{number}-{side}-lost"] = wounds
    return means


def approach_distributions(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    start: Floats,
    approach: ScrollhammerApproach,
) -> dict[str, Distribution]:
    """Return the turn of contact and the wounds lost before it."""
    turns = (max(1 - sum(approach.contact), 0.0), *approach.contact)
    found = {"contact": Distribution("Turn of contact; 0 for none", "turns", turns)}
    for one in (a, b):
        label = f"Wounds lost by {one.name} before contact"
        lost = approach.lost(start, one.side, one.company.wounds)
        found[f"{one.side}-lost-before"] = Distribution(label, "wounds", lost)
    return found


def approach_labels(
    a: ScrollhammerUnit, b: ScrollhammerUnit, approach: ScrollhammerApproach
) -> dict[str, str]:
    """Return words for everything that an engagement tells."""
    labels = {
        "contact": "They come to blows",
        "both-fall-back": "Both fall back and do not come again",
    }
    names = {"a": a.name, "b": b.name}
    for side, name in names.items():
        falls = clause(name, "falls")
        labels |= {
            f"{side}-charge-arrives": f"The charge of {name} arrives",
            f"{side}-falls-back": f"{falls} back for good before contact",
            f"{side}-caught-fleeing": f"{name}: caught while falling back",
            f"{side}-lost-before": f"Wounds lost by {name} before contact",
        }
    for number in range(1, len(approach.contact) + 1):
        labels[f"turn-{number}-contact"] = f"Turn {number}: contact"
        for side, name in names.items():
            labels[f"turn-{number}-{side}-lost"] = (
                f"Turn {number}: wounds lost by {name} before blows"
            )
    return labels


def approach_steps(
    plans: Mapping[Side, Plan], situation: ScrollhammerSituation
) -> Iterator[Step]:
    """Yield the trace of the turns before contact."""
    order = plans[situation.first], plans[OTHER[situation.first]]
    turns = zip(order[0].approach.contact, order[0].lost, strict=True)
    for number, (chance, lost) in enumerate(turns, start=1):
        plan = order[(number - 1) % 2]
        if chance > SEEN or sum(lost.values()) > SEEN:
            text = (
                f"before blows, on average: {clause(plan.other.name, 'loses')} "
                f"{lost[plan.other.side]:.3g} wounds, {plan.own.name} "
                f"{lost[plan.own.side]:.3g}; contact with a chance of {percent(chance)}"
            )
            name = f"Turn {number} ({plan.own.name})"
            yield Step(name, f"{BOOK}, The Turn", text, plan.own.side)
    for plan in order:
        text = (
            "a quarter lost in a phase, or regrouping: 2D6 against "
            f"{leadership_of(plan.own)}; it falls back 2D6 inches at a time"
        )
        source = f"{MORALE}: Morale Checks; Fall Back; Regrouping"
        yield Step("Falling back", source, text, plan.own.side)
        yield from _manner(plan)
        for fire in _different(plan):
            yield from volley_steps(
                fire.shooter, fire.target, fire.volleys, fire.readings
            )
            if fire.all_ranks:
                tested = leadership_of(fire.shooter)
                text = f"every model, at -1 to hit, on a test of {tested}"
                source = f"{FORMATIONS}: Stand and Shoot"
                yield Step("Stand and Shoot", source, text, fire.shooter.side)


def _manner(plan: Plan) -> Iterator[Step]:
    """Yield how a side comes nearer."""
    if not plan.closing:
        return
    side = plan.own.side
    text = f'{MOVE}" a turn, and {MARCH}" more where it neither shoots nor charges'
    if plan.situation.rough:
        dice = move_dice(plan.own)
        text = (
            f"the highest of {dice}D6 inches a turn, and of {dice}D3 more where it "
            "neither shoots nor charges"
        )
    text += f'; nearer than {NEAR_ENEMY}" on a test of {leadership_of(plan.own)}'
    yield Step("Movement and marching", f"{BOOK}, The Turn", text, side)
    chances = ", ".join(
        f'{d}" {percent(float(reaches(plan, d)))}' for d in (4, 7, 10, 12)
    )
    text = f"2D6, the chance by distance: {chances}"
    unseen = plan.situation.of(plan.other.side).unseen != "none"
    if plan.situation.difficult or plan.situation.rough or unseen:
        text = f"3D6, the two lowest, the chance by distance: {chances}"
    yield Step("Charge range", f"{COMBAT}: Rolling for Charge Range", text, side)


def _different(plan: Plan) -> Iterator[ScrollhammerFire]:
    """Yield the different volleys, each once."""
    known = set()
    for fire in plan.fires.values():
        arms = tuple((one.place, one.weapon.key, one.moment) for one in fire.volleys)
        if arms and fire.known and arms not in known:
            known.add(arms)
            yield fire


def approach_notes(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> tuple[str, ...]:
    """Return the policies that stand in for what players decide."""
    closing = {
        "a": f"{clause(a.name, 'comes')} nearer",
        "b": f"{clause(b.name, 'comes')} nearer",
        "both": "Both come nearer",
        "none": "Neither comes nearer",
    }[situation.closing]
    when = {choice.key: choice.label for choice in CHARGE_WHEN}
    return (
        f"{closing}, straight and in the open. A unit that does charges "
        f"{when[situation.charge_when]}; if it can shoot, it shoots rather "
        "than marches, and before a charge only with what allows it. Who does not "
        "come nearer stands, shoots and never charges.",
        "Who falls back neither shoots nor is pinned; regrouped it stays where it is "
        "for that turn. A unit is a point on a line, and at its table edge it is gone. "
        "Turns are those of one player; rounds are those of the combat.",
        *_unseen_notes(a, b, situation),
    )


def _unseen_notes(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[str]:
    """Yield the notes on those who are invisible."""
    for one in (a, b):
        if situation.of(one.side).unseen != "none":
            yield (
                f"{clause(one.name, 'is')} not seen: nobody shoots there, and "
                "no shots are made so as to stay unseen until contact (house)."
            )


FORGOTTEN = 1e-9
"""Places that two units stand at less often than this are dropped and counted."""

MOST_CELLS = 400_000
"""States of both sides, times places to stand, that are carried on at most."""

MOST_SPOTS = 500
"""Places to stand that are carried on at most: a few seconds of work."""

MOST_STATES = 40_000
"""States of both sides together above which an engagement is refused."""


def engagement(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that come at each other from a distance.

    Raises
    ------
    MatchUpError
        If both have too many states together.

    References
    ----------
    Scrollhammer Rulebook, The Turn.
    """
    if a.company.states * b.company.states > MOST_STATES:
        raise MatchUpError(
            "/b/fighter", "both units together are too large for an engagement"
        )
    situation, readings = context.situation, context.readings
    start = np.zeros((a.company.states, b.company.states))
    start[start_state(a, situation), start_state(b, situation)] = 1.0
    approach: Approach[Spot, ScrollhammerContact] = Approach(
        {Spot(situation.a.room, situation.b.room): start}
    )
    lost: list[dict[Side, float]] = [
        {"a": 0.0, "b": 0.0} for _ in range(2 * situation.turns)
    ]
    plans = {
        own.side: Plan(
            own,
            other,
            situation.closing in (own.side, "both"),
            situation.a.room + situation.b.room + situation.distance,
            situation,
            readings,
            approach,
            lost,
        )
        for own, other in ((a, b), (b, a))
    }
    _play(plans, start.size)
    context.trace.add(*approach_steps(plans, situation))
    told = combine_odds(list(_cases(plans, start, context, rounds)))
    return replace(
        told,
        labels={**told.labels, **approach_labels(a, b, approach)},
        distributions=approach_distributions(a, b, start, approach),
        events={**told.events, **approach_events(approach)},
        expected={**told.expected, **approach_means(lost)},
        not_modelled=(*told.not_modelled, *_silent(a, b, situation)),
        notes=(*approach_notes(a, b, situation), *told.notes),
        error=told.error + approach.dropped,
    )


def _silent(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[NotModelled]:
    """Yield the weapons in hand that do not shoot for want of figures."""
    for one in (a, b):
        touched = situation.of(one.side).touched
        yield from unprinted(one, melee=False, touched=touched)


def _play(plans: Mapping[Side, Plan], size: int) -> None:
    """Play all turns; what was dropped on the way is undecided."""
    plan = plans["a"]
    approach, situation = plan.approach, plan.situation
    order = (situation.first, OTHER[situation.first]) * situation.turns
    most = min(max(MOST_CELLS // size, 1), MOST_SPOTS)
    approach.play(order, partial(act, plans), partial(approach.prune, FORGOTTEN, most))
    for spot, chances in approach.cases.items():
        _leave_apart(plan, spot, chances)
    dropped = np.zeros((plan.own.company.states, plan.other.company.states))
    dropped[-1, -1] = approach.dropped
    plan.end("undecided", dropped)


def _leave_apart(plan: Plan, spot: Spot, live: Floats) -> None:
    """End where the turns are over: who still falls back is gone."""
    moods = (spot.own_mood, plan.own.side), (spot.other_mood, plan.other.side)
    falling = [side for mood, side in moods if mood == FALLING]
    key = f"{falling[0]}-falls-back" if falling else "undecided"
    plan.end("both-fall-back" if len(falling) > 1 else key, live)


def _cases(
    plans: Mapping[Side, Plan],
    start: Floats,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield the part that ended before contact, then the combat by each charger."""
    a, b, approach = plans["a"].own, plans["b"].own, plans["a"].approach
    nothing, situation = np.zeros_like(start), context.situation
    before = approach.prelude(start)
    weight = sum(before.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in before.outcomes.items()}
        ended = Prelude(before.final / weight, shares)
        sides = _sides((a, b), situation, "a")
        yield weight, fought_out(sides, nothing, ended, _branch(context), rounds)
    for contact in sorted(approach.met, key=astuple):
        met = approach.met[contact]
        weight = float(met.sum())
        if not weight:
            continue
        caught = OTHER[contact.charger] if contact.scattered else ""
        fighters = (
            replace(a, formation="Skirmish") if caught == "a" else a,
            replace(b, formation="Skirmish") if caught == "b" else b,
        )
        sides, clear = _sides(fighters, situation, contact.charger), Prelude(nothing)
        yield weight, fought_out(sides, met / weight, clear, _branch(context), rounds)


def _branch(context: ScrollhammerContext) -> ScrollhammerContext:
    """Return the same with the trace so far, to be gone on with apart."""
    return replace(context, trace=Trace([*context.trace.steps]))


def _sides(
    profiles: tuple[ScrollhammerUnit, ScrollhammerUnit],
    situation: ScrollhammerSituation,
    charger: Side,
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet; who charges faces the enemy."""
    a, b = (contender(one, situation, charged=one.side == charger) for one in profiles)
    return (
        (replace(a, struck=FRONT), b)
        if charger == "a"
        else (a, replace(b, struck=FRONT))
    )
