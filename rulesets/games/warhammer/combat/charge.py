"""A charge: tests of fear and terror, shots at the charger, then the combat."""

from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.contact import unit_strength
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
    dreads,
    fears,
    flight,
    frenzied,
    leads,
    may_flee,
    may_move,
    panics,
    quartered,
    turn_of,
    with_wits,
)
from rulesets.games.warhammer.combat.shooting import shooters_of, shots_of, volley
from rulesets.games.warhammer.combat.states import CombatState, Setting
from rulesets.games.warhammer.sources import CHARGES, PSYCHOLOGY, SHOOTING
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Odds, Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats


def charge(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
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
    touched = ("front", str(situation["contact"]))
    setting = setting_of(a, b, situation, readings, touched)
    begun = tuple(
        CombatState(
            charge="a",
            frenzy=(frenzied(a), frenzied(b)),
            defended=bool(situation["defended"]),
            afraid=(False, afraid),
            turn=turn_of(setting, "a"),
        )
        for afraid in (False, True)
    )
    steps: list[Step] = []
    dares = _dares(a, b, situation, steps)
    flees, shakes = _stands(setting, steps)
    if not shakes:
        begun = begun[:1]
    chosen = _chooses_flight(b, situation)
    runs = flees + (1 - flees) * (1 - shakes) * chosen
    shakes = 1.0 if chosen and shakes else shakes
    met, panicked = _met(setting, dares * (1 - runs), steps)
    left = pool(b, situation)
    slain = float(met[0, left])
    met[0, left] = 0.0
    shares = zip(begun, (1 - shakes, shakes), strict=False)
    cases = [
        (one, met * share * chance)
        for state, share in shares
        for chance, one in with_wits(setting, state, ("b",))
    ]
    result = fought(setting, cases, rounds, partial(seed_of, setting, rounds))
    final = np.zeros_like(met)
    final[pool(a, situation), left] = 1 - dares * (1 - runs)
    final[:, left] += panicked
    final[0, left] += slain
    caught = _caught(a, b, int(situation["distance"]), steps) if runs else 0.0
    outcomes = {
        "no-charge": 1 - dares,
        "b-flees": dares * runs * (1 - caught),
        "b-caught": dares * runs * caught,
        "a-destroyed": slain,
        "a-panics": float(panicked.sum()),
    }
    told = {key: chance for key, chance in outcomes.items() if chance}
    before = WarhammerPrelude(
        told,
        final,
        {"contact": float(met.sum())},
        {"contact": f"{a.name} reaching {b.name}"},
    )
    return answer(setting, result, before, [*steps, *trace_of(setting, begun)])


def _dares(
    a: WarhammerUnit, b: WarhammerUnit, situation: Settled, steps: list[Step]
) -> float:
    """Return the chance that the charge is made at all [chance]."""
    if not fears(a, b, situation):
        return 1.0
    if a.has("impetuous"):
        text = f"{a.name} fears nothing in the turn of a charge"
        steps.append(Step(*title_of("impetuous"), text, a.side))
        return 1.0
    passes = leads(a, situation)
    text = (
        f"{a.name} must pass a Leadership test to charge: passed on {percent(passes)}"
    )
    steps.append(Step("Fear", f"{PSYCHOLOGY}: Fear", text, a.side))
    return passes


def _stands(setting: Setting, steps: list[Step]) -> tuple[float, float]:
    """Return the chances that b flees, and that it stands but is afraid [chance].

    The second is of those that stand.
    """
    a, b = setting.profiles
    situation = setting.situation
    fails = 1 - leads(b, situation)
    if dreads(b, a, tested=bool(situation["terror-tested"])):
        text = f"{b.name} flees if it fails a Leadership test: {percent(fails)}"
        steps.append(Step("Terror", f"{PSYCHOLOGY}: Terror", text, b.side))
        return fails, 0.0
    if not fears(b, a, situation):
        return 0.0, 0.0
    weaker = _strength(b, situation) < _strength(a, situation)
    does = "flees" if weaker else "hits on 6 only in the first round"
    text = f"{b.name} {does} if it fails a Leadership test: {percent(fails)}"
    steps.append(Step("Fear", f"{PSYCHOLOGY}: Fear", text, b.side))
    return (fails, 0.0) if weaker else (0.0, fails)


def _strength(own: WarhammerUnit, situation: Settled) -> int:
    return int(unit_strength(own)[pool(own, situation)])


def _chooses_flight(b: WarhammerUnit, situation: Settled) -> bool:
    return situation["reaction"] == "flees" and may_flee(b)


def _caught(
    a: WarhammerUnit, b: WarhammerUnit, distance: int, steps: list[Step]
) -> float:
    """Return the chance that one who flees from a charge is caught [chance]."""
    reach = 2 * a.movement
    chance = sum(share for far, share in flight(b) if distance + far <= reach)
    text = (
        f'from {distance}", {a.name} reaches {reach}": {b.name} is caught in flight '
        f"with a chance of {percent(chance)}"
    )
    steps.append(Step("Flee", CHARGES, text, b.side))
    return chance


def _met(setting: Setting, reaches: float, steps: list[Step]) -> tuple[Floats, Floats]:
    """Return the wounds of both after shots at a, and those of a where it panics."""
    a, b = setting.profiles
    situation = setting.situation
    met = np.zeros((a.pool + 1, b.pool + 1))
    left_a, left_b = pool(a, situation), pool(b, situation)
    panicked = np.zeros(a.pool + 1)
    if situation["reaction"] != "shoots" or _is_too_near(a, situation, steps):
        met[left_a, left_b] = reaches
        return met, panicked
    count = shooters_of(b, situation)
    shots = shots_of(b, a, count, situation, steps, reaction=True)
    left = reaches * volley(shots, a)[left_a]
    fails = panics(a, situation)
    panicked = fails * left * quartered(a)[left_a]
    panicked[0] = 0.0
    if panicked.any():
        text = f"a quarter of {a.name} lost is a test, failed on {percent(fails)}"
        steps.append(Step("Panic", f"{PSYCHOLOGY}: Panic", text, a.side))
    met[:, left_b] = left - panicked
    return met, panicked


def _is_too_near(a: WarhammerUnit, situation: Settled, steps: list[Step]) -> bool:
    """Return whether a charge is too short for shots: half of its reach or less."""
    distance = int(situation["distance"])
    if distance > a.movement:
        return False
    text = f'no shots: {distance}" is half of the charge of {a.name} or less'
    steps.append(Step("Stand and shoot", SHOOTING, text, "b"))
    return True
