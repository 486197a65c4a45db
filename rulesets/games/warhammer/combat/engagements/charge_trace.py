"""The trace of a charge: tests of both sides, shots at the charger, and flight.

A note beside it tells how often the charge is not declared, for animosity.
"""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.warhammer.combat.blows.leadership import passes_leadership
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerSituation
from rulesets.games.warhammer.combat.engagements.approach import WarhammerField
from rulesets.games.warhammer.combat.engagements.reach import (
    arrival,
    reach_steps,
    reaches,
    within,
)
from rulesets.games.warhammer.combat.fights.fight import pool
from rulesets.games.warhammer.combat.fights.psychology import (
    SHOWS_THEM,
    fails_animosity,
    fails_panic,
    fears,
    flight,
    panics_again,
    tests_terror,
)
from rulesets.games.warhammer.combat.fights.ridden_monsters import state_of, strengths
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.beside import hits_of_shots
from rulesets.games.warhammer.combat.shots.engines import engine_of
from rulesets.games.warhammer.combat.shots.shooting import shooters_of
from rulesets.games.warhammer.sources import (
    CHARGES,
    COMBAT,
    PSYCHOLOGY,
    SHOOTING,
    SHOT_AT_MACHINES,
)
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step


def charge_steps(field: WarhammerField, context: WarhammerContext) -> None:
    """Add to the trace the tests at a charge, shots at the charger, and flight."""
    a, b = field.units.whole.values()
    situation, trace = context.situation, context.trace
    distance = situation.distance
    trace.add(*_fear_steps(a, b, situation))
    if not situation.overrun:
        trace.add(*reach_steps(a, distance))
    if situation.reaction == "shoots" and engine_of(b) is not None:
        text = "a war machine does not stand and shoot"
        trace.add(Step("Stand and shoot", SHOT_AT_MACHINES, text, "b"))
    elif situation.reaction == "shoots" and a.does("may-not", "act:stand-and-shoot"):
        text = f"nobody stands and shoots at {a.name}"
        trace.add(Step("Stand and shoot", CHARGES, text, "a"))
    elif situation.reaction == "shoots" and distance > a.stride:
        hits_of_shots(b, a, shooters_of(b, situation), context, reaction=True)
    elif situation.reaction == "shoots":
        text = f'no shots: {distance}" is half of the charge of {a.name} or less'
        trace.add(Step("Stand and shoot", SHOOTING, text, "b"))
    if {"a-fleeing", "a-fled"} & field.approach.ended.keys():
        again = a.does("re-roll", "test:panic")
        fails = percent((panics_again if again else fails_panic)(a, situation))
        text = f"a quarter of {a.name} lost is a test, failed on {fails}"
        trace.add(Step("Panic", f"{PSYCHOLOGY}: Panic", text, a.side))
    if field.log.flights["b"]:
        reach = reaches(a, first=True)
        caught = sum(
            chance * arrival(reach, distance + far) for far, chance in flight(b)
        )
        text = (
            f'from {distance}", {clause(a.name, "reaches")} {within(reach)}: '
            f"{clause(b.name, 'is')} caught in flight with a chance of "
            f"{percent(caught)}"
        )
        trace.add(Step("Flee", CHARGES, text, b.side))


def animosity_notes(
    own: WarhammerUnit, wounds: int, situation: WarhammerSituation
) -> tuple[str, ...]:
    """Return the note on how often a charger squabbles instead; none where it cannot.

    The numbers are those of a charge that is declared. An overrun is no such charge.

    Parameters
    ----------
    own : WarhammerUnit
    wounds : int
        Those that it has left [wounds].
    situation : WarhammerSituation
    """
    answers = replace(situation.of(own.side), quelled=True)
    quelled, state = situation.with_side(own.side, answers), state_of(own, wounds)
    alone, near = (
        float(fails_animosity(own, asked)[state]) * (1 - 1 / SHOWS_THEM)
        for asked in (situation, quelled)
    )
    if not alone or situation.overrun or own.does("pass", "test:animosity"):
        return ()
    return (
        "These numbers are those of a charge that is declared. With a chance of "
        f"{percent(alone)} {clause(own.name, 'squabbles')} in that turn instead, for "
        f"animosity; with a Black Orc character near, of {percent(near)}.",
    )


def reach_notes(a: WarhammerUnit, situation: WarhammerSituation) -> tuple[str, ...]:
    """Return the note on a charge from further than it reaches, without a die on it."""
    far, distance = reaches(a, first=True), situation.distance
    if len(far) > 1 or distance <= far[0][0] or situation.overrun:
        return ()
    return (
        f"{clause(a.name, 'reaches')} {within(far)} and would fall short from "
        f'{distance}": these numbers are those of a charge that arrives all the same.',
    )


def _fear_steps(
    a: WarhammerUnit, b: WarhammerUnit, situation: WarhammerSituation
) -> Iterator[Step]:
    """Yield the tests that both sides of a charge take."""
    if fears(a, b, situation) and a.has("impetuous"):
        text = f"{clause(a.name, 'fears')} nothing in the turn of a charge"
        yield Step(*title_of("impetuous"), text, a.side)
    elif fears(a, b, situation) and situation.overrun:
        text = "no test of fear is needed for an overrun or a pursuit"
        yield Step("Fear", f"{COMBAT}: The overrun rule", text, a.side)
    elif fears(a, b, situation):
        passes = percent(passes_leadership(a, situation))
        text = f"{a.name} must pass a Leadership test to charge: passed on {passes}"
        yield Step("Fear", f"{PSYCHOLOGY}: Fear", text, a.side)
    terror = tests_terror(b, a, tested=situation.terror_tested)
    if not terror and not fears(b, a, situation):
        return
    fails = percent(1 - passes_leadership(b, situation))
    if terror and not situation.overrun:
        text = f"{clause(b.name, 'flees')} after a failed Leadership test: {fails}"
        yield Step("Terror", f"{PSYCHOLOGY}: Terror", text, b.side)
    else:
        begun = [strengths(x)[state_of(x, pool(x, situation))] for x in (b, a)]
        weaker = begun[0] < begun[1] and not situation.overrun
        does, how = (
            ("flees", "") if weaker else ("hits", " on 6 only in the first round")
        )
        text = f"{clause(b.name, does)}{how} after a failed Leadership test: {fails}"
        yield Step("Fear", f"{PSYCHOLOGY}: Fear", text, b.side)
