"""Beginnings of a combat: in contact, with a charge, or after turns of approach."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter

import numpy as np

from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerContext,
)
from rulesets.games.warhammer.combat.engagements.approach import WarhammerField
from rulesets.games.warhammer.combat.engagements.charge_trace import (
    animosity_notes,
    charge_steps,
    reach_notes,
)
from rulesets.games.warhammer.combat.engagements.events import (
    TELLING,
    ApproachCase,
    ApproachContact,
    between,
)
from rulesets.games.warhammer.combat.engagements.field_chances import EDGE
from rulesets.games.warhammer.combat.engagements.turns_before_contact import (
    TurnsBeforeContact,
    start_of,
    turns_before_contact,
)
from rulesets.games.warhammer.combat.fights.fight import (
    answer,
    nobody_charged,
    pool,
    setting_of,
    solve_combat,
    trace_of,
)
from rulesets.games.warhammer.combat.fights.first_round import first_round_of
from rulesets.games.warhammer.combat.fights.psychology import (
    frenzied,
    may_move,
    stupidity_tests,
    tests_at_contact,
    turn_of,
)
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    by_wounds,
    wounds_left,
)
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.games.warhammer.combat.glossary import AFTER_CHARGE, FIGHT
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.volley import Volleys
from rulesets.odds.answer import Distribution, LaterSteps, Odds, Step
from rulesets.odds.approach import Approach
from rulesets.odds.fight.solver import combine
from rulesets.odds.first_round import mix_first_rounds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.report import Prelude, label_each, wounds_distribution
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

EVENTS = {
    "contact": "{a} and {b} come to blows",
    "*-charges": "A charge of {own} arrives",
    "*-shot-down": "{own} shot down before contact",
}


Units = tuple[WarhammerUnit, WarhammerUnit]
"""Both units of a combat, a and b."""

FIGURES = {"*-flights": "Flights of {own} before contact"}
"""Words for the events and figures of the turns before contact."""


def combat(
    a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext, rounds: int | None
) -> Odds:
    """Return the odds of two units that are in contact, nobody having charged."""
    situation = context.situation
    touched = situation.a.touched_in, situation.b.touched_in
    setting = setting_of(a, b, context, touched)
    begun = begun_in_contact(setting)
    start = start_of(a, b, situation)
    cases = [
        (one, share * start) for share, one in stupidity_tests(setting, begun, SIDES)
    ]
    result = solve_combat(setting, cases, rounds)
    before = Prelude(np.zeros_like(start))
    deciding = first_round_of(setting, cases, result) if context.explained else None
    steps = LaterSteps(partial(trace_of, setting, begun))
    told = answer(setting, result, before, steps, deciding, FIGHT)
    return replace(told, notes=(nobody_charged(a, b), *told.notes))


def begun_in_contact(setting: Setting, charged: str = "") -> CombatState:
    """Return the first round of two in contact, nobody of whom is afraid or stupid.

    ``charged`` is who has charged, as `CombatState` has it.
    """
    (a, b), situation = setting.profiles, setting.situation
    last = "" if situation.last_won == "nobody" else situation.last_won
    return CombatState(
        charge=charged,
        last_won=last,
        frenzy=(frenzied(a), frenzied(b)),
        defended=situation.defended and last != "a",
        turn=turn_of(setting, charged if charged in SIDES else situation.turn),
    )


def charge(
    a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext, rounds: int | None
) -> Odds:
    """Return the odds of a charge of a at b, and of the combat that follows.

    Raises
    ------
    MatchUpError
        If a is a war machine, or cannot move.
    """
    if not may_move(a):
        raise MatchUpError(
            "/a/fighter", f"{a.name} cannot charge: it does not move in battle"
        )
    situation = context.situation
    setting = _setting((a, b), context, "a")
    if situation.overrun:
        context = replace(context, situation=replace(situation, reaction="holds"))
    charged = replace(situation.b, reaction=context.situation.reaction)
    reacting = replace(context, situation=situation.with_side("b", charged))
    field = WarhammerField(a, b, reacting, start_of(a, b, situation))
    field.charge()
    cases = [
        (one, share * chances)
        for state, chances in _openings(setting, field.approach, "a")
        for share, one in stupidity_tests(setting, state, ("b",))
    ]
    result = solve_combat(setting, cases, rounds)
    charge_steps(field, context)
    opening = _opening(setting, ApproachContact("a"))
    said = tuple(context.trace.steps)
    steps = LaterSteps(lambda: (*said, *trace_of(setting, opening)))
    deciding = first_round_of(setting, cases, result) if context.explained else None
    told = answer(setting, result, _charged(field), steps, deciding, AFTER_CHARGE)
    squabbles = animosity_notes(a, pool(a, situation), situation)
    beside = (*reach_notes(a, situation), *squabbles)
    return replace(told, notes=(*told.notes, *beside))


def _charged(field: WarhammerField) -> Prelude:
    """Return the outcomes of a charge before contact."""
    a, b = field.units.whole.values()
    ended = field.approach.outcomes()
    outcomes = {
        "no-charge": ended.get("no-contact", 0.0) - field.log.short,
        "falls-short": field.log.short,
        "b-flees": ended.get("b-fleeing", 0.0) + ended.get("b-fled", 0.0),
        "b-caught": ended.get("b-caught", 0.0),
        "a-destroyed": ended.get("a-destroyed", 0.0),
        "a-panics": ended.get("a-fleeing", 0.0) + ended.get("a-fled", 0.0),
    }
    return replace(
        field.approach.prelude(field.start),
        outcomes={key: chance for key, chance in outcomes.items() if chance},
        events={"contact": sum(field.approach.contact)},
        labels={"contact": f"{a.name} reaching {b.name}"},
    )


def engagement(
    a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext, rounds: int | None
) -> Odds:
    """Return the odds of two units from their distance to the end of their combat."""
    turns = turns_before_contact(a, b, context)
    results, opened, deciding = [], {}, []
    chargers = [one for one in SIDES if turns.approach.charges(one)]
    for charger in chargers or SIDES[:1]:
        setting = _setting((a, b), context, charger)
        begun = _openings(setting, turns.approach, charger)
        cases = [
            (one, share * chances)
            for state, chances in begun
            for share, one in tests_at_contact(setting, state)
        ]
        results.append(solve_combat(setting, cases, rounds))
        if context.explained:
            deciding.append(first_round_of(setting, cases, results[-1]))
        if results[-1].final.any():
            opened[charger] = setting, begun[0][0]
    result = combine(results)

    def steps() -> Iterator[Step]:
        told = WarhammerField(a, b, context, turns.start)
        told.log.is_told = True
        told.play()
        yield from (*_shots(told), *told.log.steps())
        yield from _by_charger({one: trace_of(*told) for one, told in opened.items()})

    decides = mix_first_rounds((1.0, one) for one in deciding)
    before, later = _before((a, b), turns), LaterSteps(steps)
    told = answer(setting, result, before, later, decides, AFTER_CHARGE)
    return replace(told, notes=(*_notes((a, b), context, turns.silent), *told.notes))


def _setting(
    units: tuple[WarhammerUnit, WarhammerUnit], context: WarhammerContext, charger: Side
) -> Setting:
    """Return the combat after a charge of one side; a charger leaves its obstacle."""
    situation, contact = context.situation, context.situation.contact
    touched: tuple[Flank, Flank] = ("front", contact)
    if charger == "b":
        touched = (contact, "front")
    if situation.defended and charger == "b":
        context = replace(context, situation=replace(situation, defended=False))
    return setting_of(*units, context, touched)


def _opening(setting: Setting, contact: ApproachContact) -> CombatState:
    """Return the first round after a charge."""
    a, b = setting.profiles
    by_a, by_b = contact.charger == "a", contact.charger == "b"
    return CombatState(
        charge=contact.charger,
        frenzy=(frenzied(a), frenzied(b)),
        defended=setting.situation.defended,
        afraid=(contact.afraid and by_b, contact.afraid and by_a),
        turn=turn_of(setting, contact.charger),
        stupid=(contact.stupid and by_b, contact.stupid and by_a),
    )


def _openings(
    setting: Setting,
    approach: Approach[ApproachCase, ApproachContact],
    charger: Side,
) -> list[tuple[CombatState, Floats]]:
    """Return the first rounds after charges of one side, with the chances of pools."""
    cases = [
        (_opening(setting, contact), chances)
        for contact, chances in approach.met.items()
        if contact.charger == charger
    ]
    nobody = _opening(setting, ApproachContact(charger))
    sizes = (len(wounds_left(own)) for own in setting.profiles)
    return cases or [(nobody, np.zeros((*sizes,)))]


def _before(units: Units, turns: TurnsBeforeContact) -> Prelude:
    """Return the outcomes and events of the turns before contact."""
    approach, (a, b) = turns.approach, units
    before = approach.prelude(turns.start)
    events = {"contact": sum(approach.contact)}
    for side in SIDES:
        events[f"{side}-charges"] = float(approach.charges(side))
        events[f"{side}-shot-down"] = before.outcomes.get(f"{side}-destroyed", 0.0)
    return replace(
        before,
        events=events,
        expected={f"{side}-flights": turns.log.flights[side] for side in SIDES},
        distributions=_coming(units, turns),
        labels={
            **label_each(EVENTS, (a.name, b.name)),
            **label_each(FIGURES, (a.name, b.name)),
        },
    )


def _coming(units: Units, turns: TurnsBeforeContact) -> dict[str, Distribution]:
    """Return the turn of contact, and the wounds lost on the way, by turns."""
    contact = turns.approach.contact
    each = [one + other for one, other in zip(contact[::2], contact[1::2], strict=True)]
    label = "Turn of contact; 0 for none"
    found = {"contact-turn": Distribution(label, "turns", (1.0 - sum(each), *each))}
    for side, own in zip(SIDES, units, strict=True):
        label = f"Wounds lost by {own.name} before contact"
        found[f"{side}-lost-coming"] = Distribution(
            label, "wounds", turns.approach.lost(turns.start, side, wounds_left(own))
        )
    for (turn, side, coming), lost in sorted(turns.log.shot.items(), key=itemgetter(0)):
        shot_at = units[SIDES.index(side)]
        whole = by_wounds(shot_at, lost)
        whole[0] += 1.0 - whole.sum()
        when = ", charging" if coming else ""
        label = f"Turn {turn}: wounds lost by {shot_at.name} to shots{when}"
        key = f"turn-{turn}-{side}-charging" if coming else f"turn-{turn}-{side}"
        found[key] = wounds_distribution(label, whole)
    return found


def _by_charger(traces: Mapping[Side, list[Step]]) -> list[Step]:
    """Return the steps of the combats, each with its charger where they differ."""
    always = set.intersection(*map(set, traces.values())) if traces else set()
    told = []
    for charger, steps in traces.items():
        for step in steps:
            how = "if it charges" if step.side == charger else "if it is charged"
            text = step.text if step in always else f"{how}: {step.text}"
            told.append(replace(step, text=text))
    return list(dict.fromkeys(told))


def _shots(field: WarhammerField) -> list[Step]:
    """Return the needs of the likely volleys on the way, with their distances."""
    found: dict[tuple[str, Step], list[int]] = {}
    for shot, mass in sorted(field.log.volleys.items(), reverse=True):
        side, left, distance, moved, reaction = shot
        if mass < TELLING:
            continue
        how = ", standing against a charge" if reaction else ""
        how = ", having moved" if moved else how
        volleys = field.units.volleys(side, left)
        for step in volleys.steps(distance, moved=moved, reaction=reaction):
            found.setdefault((how, step), []).append(distance)
    return [
        replace(step, text=f"at {between(min(far), max(far))}{how}: {step.text}")
        for (how, step), far in found.items()
    ]


def _notes(
    units: Units, context: WarhammerContext, silent: Sequence[Side]
) -> tuple[str, ...]:
    notes = [
        "Who closes in goes straight at the enemy as far as it may and charges as soon "
        "as it can reach; it does not shoot in a turn of marching. Who does not close "
        "in stands and shoots if it can. Nobody turns, waits or goes round.",
        "A unit that panics or flees runs straight away from its enemy; further than "
        f'{EDGE}" it has left the table. Rounds are counted from contact.',
    ]
    for side in silent:
        own, target = units if side == "a" else units[::-1]
        volleys = Volleys(own, target, context)
        notes.append(f"{volleys.silent}: it does not shoot here.")
    return tuple(notes)
