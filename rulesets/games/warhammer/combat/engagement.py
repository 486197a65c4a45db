"""An engagement: the turns before contact, then the combat, as one answer."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from operator import itemgetter

import numpy as np

from rulesets.games.warhammer.combat.approach import TELLING, ApproachOutcomes, between
from rulesets.games.warhammer.combat.fight import (
    WarhammerPrelude,
    answer,
    fought,
    pool,
    seed_of,
    setting_of,
    trace_of,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import (
    frenzied,
    may_move,
    met_with,
    turn_of,
)
from rulesets.games.warhammer.combat.states import CombatState, Setting
from rulesets.games.warhammer.combat.turns import EDGE, WarhammerField
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.fight.model import FightResult
from rulesets.odds.fight.solver import combine
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats

SIDES = ("a", "b")


def engagement(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units from their distance to the end of their combat."""
    _must_move(a, b, situation)
    start = np.zeros((a.pool + 1, b.pool + 1))
    start[pool(a, situation), pool(b, situation)] = 1.0
    field = WarhammerField(a, b, situation)
    story = field.play(start)
    results, traces = [], {}
    for charger in SIDES:
        setting = _setting(a, b, situation, readings, charger)
        result, begun = _fought(setting, story, charger, rounds)
        results.append(result)
        if result.final.any():
            traces[charger] = trace_of(setting, begun)
    result = combine(results)
    steps = [*_shots(field), *story.steps(), *_by_charger(traces)]
    told = answer(setting, result, _before(story, start, (a, b)), steps)
    return replace(
        told,
        error=told.error + story.dropped,
        distributions={**_coming(story, start, (a, b)), **told.distributions},
        expected={**told.expected, **_flights(story)},
        labels={**told.labels, **_labels((a, b))},
        notes=(*_notes(field), *told.notes),
    )


def _must_move(a: WarhammerUnit, b: WarhammerUnit, situation: Settled) -> None:
    """Refuse an engagement in which nobody can come nearer."""
    for own in (a, b):
        closes = situation["closing"] in (own.side, "both")
        if closes and not may_move(own):
            raise MatchUpError(
                "/situation/closing", f"{own.name} cannot close in: it does not move"
            )


def _setting(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    charger: str,
) -> Setting:
    """Return the combat after a charge of one side; who charges leaves an obstacle."""
    contact = str(situation["contact"])
    touched = ("front", contact) if charger == "a" else (contact, "front")
    defended = bool(situation["defended"]) and charger == "a"
    return setting_of(a, b, {**situation, "defended": defended}, readings, touched)


def _fought(
    setting: Setting, story: ApproachOutcomes, charger: str, rounds: int | None
) -> tuple[FightResult, tuple[CombatState, ...]]:
    a, b = setting.profiles
    cases = [
        (_state(setting, charger, afraid=afraid, dull=dull), chances)
        for (who, afraid, dull), chances in story.contact.items()
        if who == charger
    ]
    nobody = _state(setting, charger, afraid=False, dull=False)
    cases = cases or [(nobody, np.zeros((a.pool + 1, b.pool + 1)))]
    starts = [
        (one, share * chances)
        for state, chances in cases
        for share, one in met_with(setting, state)
    ]
    seed = partial(seed_of, setting, rounds)
    return fought(setting, starts, rounds, seed), tuple(one for one, _ in cases)


def _state(setting: Setting, charger: str, *, afraid: bool, dull: bool) -> CombatState:
    a, b = setting.profiles
    return CombatState(
        charge=charger,
        frenzy=(frenzied(a), frenzied(b)),
        defended=bool(setting.situation["defended"]),
        afraid=(afraid and charger == "b", afraid and charger == "a"),
        turn=turn_of(setting, charger),
        dull=(dull and charger == "b", dull and charger == "a"),
    )


def _before(
    story: ApproachOutcomes, start: Floats, units: tuple[WarhammerUnit, WarhammerUnit]
) -> WarhammerPrelude:
    outcomes = {key: float(chances.sum()) for key, chances in story.ended.items()}
    final = np.sum([np.zeros_like(start), *story.ended.values()], axis=0)
    events = {"contact": sum(story.turns)}
    labels = {"contact": f"{units[0].name} and {units[1].name} come to blows"}
    for own in units:
        side = own.side
        events[f"{side}-charges"] = float(
            sum(met.sum() for (who, *_), met in story.contact.items() if who == side)
        )
        labels[f"{side}-charges"] = f"A charge of {own.name} arrives"
        events[f"{side}-shot-down"] = outcomes.get(f"{side}-destroyed", 0.0)
        labels[f"{side}-shot-down"] = f"{own.name} shot down before contact"
    return WarhammerPrelude(outcomes, final, events, labels)


def _coming(
    story: ApproachOutcomes, start: Floats, units: tuple[WarhammerUnit, WarhammerUnit]
) -> dict[str, Distribution]:
    """Return the turn of contact, and the wounds lost on the way, by turns."""
    turns = (1.0 - sum(story.turns), *story.turns[1:])
    found = {
        "contact-turn": Distribution("Turn of contact; 0 for none", "turns", turns)
    }
    met = np.sum([0 * start, *story.contact.values(), *story.ended.values()], axis=0)
    for place, own in enumerate(units):
        left = met.sum(axis=1 - place)
        begun = int(np.flatnonzero(start.sum(axis=1 - place))[0])
        label = f"Wounds lost by {own.name} before contact"
        found[f"{own.side}-lost-coming"] = _pmf(label, left[: begun + 1][::-1])
    for (turn, side, coming), lost in sorted(story.shot.items(), key=itemgetter(0)):
        whole = lost.copy()
        whole[0] += 1.0 - whole.sum()
        name = units[SIDES.index(side)].name
        when = ", charging" if coming else ""
        label = f"Turn {turn}: wounds lost by {name} to shots{when}"
        key = f"turn-{turn}-{side}-charging" if coming else f"turn-{turn}-{side}"
        found[key] = _pmf(label, whole)
    return found


def _pmf(label: str, chances: Floats) -> Distribution:
    return Distribution(label, "wounds", tuple(float(chance) for chance in chances))


def _flights(story: ApproachOutcomes) -> dict[str, float]:
    return {f"{side}-flights": count for side, count in story.flights.items()}


def _labels(units: tuple[WarhammerUnit, WarhammerUnit]) -> dict[str, str]:
    return {
        f"{own.side}-flights": f"Flights of {own.name} before contact" for own in units
    }


def _by_charger(traces: Mapping[str, list[Step]]) -> list[Step]:
    """Return the steps of the combats; each says who charges where that matters."""
    always = set.intersection(*map(set, traces.values())) if traces else set()
    told = []
    for charger, steps in traces.items():
        for step in steps:
            how = "if it charges" if step.side == charger else "if it is charged"
            text = step.text if step in always else f"{how}: {step.text}"
            told.append(replace(step, text=text))
    return list(dict.fromkeys(told))


def _shots(field: WarhammerField) -> list[Step]:
    """Return what the likely volleys on the way need, with their distances."""
    found: dict[tuple[str, Step], list[int]] = {}
    for shot, mass in sorted(field.story.volleys.items(), reverse=True):
        side, distance, moved, reaction = shot
        if mass < TELLING:
            continue
        how = ", standing against a charge" if reaction else ""
        how = ", having moved" if moved else how
        volleys = field.volleys[side]
        for step in volleys.steps(distance, moved=moved, reaction=reaction):
            found.setdefault((how, step), []).append(distance)
    return [
        replace(step, text=f"at {between(min(far), max(far))}{how}: {step.text}")
        for (how, step), far in found.items()
    ]


def _notes(field: WarhammerField) -> tuple[str, ...]:
    notes = [
        "Who closes in goes straight at the enemy as far as it may and charges as soon "
        "as it can reach; it does not shoot in a turn of marching. Who does not close "
        "in stands and shoots if it can. Nobody turns, waits or goes round.",
        "A unit that panics or flees runs straight away from its enemy; further than "
        f'{EDGE}" it has left the table. Rounds are counted from contact.',
    ]
    notes += [
        f"{volleys.silent}: it does not shoot here."
        for volleys in field.volleys.values()
        if volleys.silent
    ]
    return tuple(notes)
