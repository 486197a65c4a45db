"""A Warhammer combat from contact to its end, and what is told about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.challenges import duel_steps, entries
from rulesets.games.warhammer.combat.contact import front_of, in_contact, models_left
from rulesets.games.warhammer.combat.left_out import nobody_charged
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import (
    SIDES,
    frenzied,
    turn_of,
    with_wits,
    wits_steps,
)
from rulesets.games.warhammer.combat.result import ENDS, SPAN, WIDEST, WarhammerNerve
from rulesets.games.warhammer.combat.rounds import nerve_of, rounds_of, scores_of, trace
from rulesets.games.warhammer.combat.states import CombatState, Setting, refuser
from rulesets.games.warhammer.combat.strikes import shield_step
from rulesets.games.warhammer.sources import COMBAT, FLIGHT, RESULT
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.fight.model import Fight, FightResult
from rulesets.odds.fight.solver import solve
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sampling import Seed
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats

ENDED = {
    "destroyed": "destroyed",
    "broken": "broken, and away",
    "run-down": "broken and run down",
    "flees": "flees from the charge",
    "caught": "caught in flight",
    "panics": "panics under fire",
    "fled": "fled from the table",
    "fleeing": "still in flight at the end",
}
"""What becomes of a side, in words."""


@dataclass(frozen=True, slots=True, eq=False)
class WarhammerPrelude:
    """What happened before contact.

    Parameters
    ----------
    outcomes : mapping
        Chance of each way that it ended before contact [chance].
    final : ndarray
        ``[a, b]``: wounds left where it ended before contact [chance].
    events : mapping
        What else is told of it.
    labels : mapping
        Words for the events.
    """

    outcomes: Mapping[str, float]
    final: Floats
    events: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


def pool(profile: WarhammerUnit, situation: Settled) -> int:
    """Return the wounds that a unit begins with [wounds].

    Raises
    ------
    MatchUpError
        If it has lost them all.
    """
    key = f"{profile.side}.wounds-lost"
    left = profile.pool - int(situation[key])
    if left < 1:
        raise MatchUpError(
            f"/situation/{key}", f"{profile.name} has only {profile.pool} wounds"
        )
    return left


def setting_of(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    touched: tuple[str, str],
) -> Setting:
    """Return a combat of two units, touched there."""
    fronts = (
        front_of(a, situation, touched[0]),
        front_of(b, situation, touched[1]),
    )
    hiding = refuser((a, b), situation)
    if hiding:
        situation = {**situation, f"{hiding}.blessed": False}
    return Setting(fronts, situation, readings)


def combat(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that are in contact, nobody having charged."""
    touched = (str(situation["a.touched-in"]), str(situation["b.touched-in"]))
    setting = setting_of(a, b, situation, readings, touched)
    won = str(situation["last-won"])
    begun = CombatState(
        last_won="" if won == "nobody" else won,
        frenzy=(frenzied(a), frenzied(b)),
        defended=bool(situation["defended"]),
        turn=turn_of(setting, str(situation["turn"])),
    )
    chances = np.zeros((a.pool + 1, b.pool + 1))
    chances[pool(a, situation), pool(b, situation)] = 1.0
    cases = [(one, share * chances) for share, one in with_wits(setting, begun, SIDES)]
    result = fought(setting, cases, rounds, partial(seed_of, setting, rounds))
    before = WarhammerPrelude({}, np.zeros_like(chances))
    told = answer(setting, result, before, trace_of(setting, (begun,)))
    return replace(told, notes=(nobody_charged(a, b), *told.notes))


def fought(
    setting: Setting,
    begun: list[tuple[CombatState, Floats]],
    rounds: int | None,
    seed: Seed,
) -> FightResult:
    """Return how a combat goes that begins in these states with these pools."""
    opened = [
        pair for state, chances in begun for pair in entries(setting, state, chances)
    ]
    states, played = rounds_of(setting, tuple(state for state, _ in opened))
    start = np.zeros((len(states), *opened[0][1].shape))
    for state, chances in opened:
        start[states.index(state)] += chances
    return solve(Fight(start, played, rounds), seed)


def seed_of(setting: Setting, rounds: int | None) -> str:
    """Return the text of a whole question."""
    asked = (setting.situation.items(), setting.readings.items())
    return f"{setting.fronts!r} {[sorted(part) for part in asked]!r} {rounds!r}"


def trace_of(setting: Setting, begun: tuple[CombatState, ...]) -> list[Step]:
    """Return how the numbers of a combat come about."""
    steps: list[Step] = []
    for place, front in enumerate(setting.fronts):
        other = setting.fronts[1 - place]
        met = in_contact(front, other, setting.readings)
        count = int(met[front.profile.models, other.profile.models])
        text = (
            f"{front.width} wide, {count} of {front.profile.models} models in contact"
        )
        steps.append(Step("Who fights", COMBAT, text, front.profile.side))
        if front.is_lance:
            text = "ranks of three count, and on a charge both flanks strike"
            title, source = title_of("lance-formation")
            steps.append(Step(title, source, text, front.profile.side))
        shield_step(front.profile, steps)
    steps += trace(setting, begun)
    steps += wits_steps(setting)
    steps += duel_steps(setting, begun[0])
    for place, score in enumerate(scores_of(setting)):
        profile = setting.profiles[place]
        start = pool(profile, setting.situation)
        ranks = int((score.ranks_at_start + score.ranks_at_end)[start])
        text = (
            f"ranks {ranks}, standards and the like {score.fixed}, flank or rear "
            f"{score.contact}, Unit Strength {int(score.strength[start])}"
        )
        steps.append(Step("Combat result", RESULT, text, profile.side))
        steps.append(_nerve_step(profile, nerve_of(setting, begun[0], place)))
    return steps


def _nerve_step(profile: WarhammerUnit, nerve: WarhammerNerve) -> Step:
    source = f"{COMBAT}: Break tests"
    if nerve.unbreakable:
        return Step("Break test", source, "never breaks", profile.side)
    words = [f"Leadership {max(nerve.own, nerve.general)}"]
    if nerve.stubborn:
        words.append("stubborn: the difference does not count")
    if nerve.again:
        words.append("a failed test is rolled again")
    if nerve.fears:
        words.append("breaks without a test when beaten by a stronger enemy it fears")
    words.append(f"flees and pursues {nerve.runs}D6 inches")
    return Step("Break test", source, ", ".join(words), profile.side)


def answer(
    setting: Setting, result: FightResult, before: WarhammerPrelude, steps: list[Step]
) -> Odds:
    """Return the answer about a combat, with what happened before contact."""
    a, b = setting.profiles
    outcomes = _outcomes(result.outcomes, before)
    outcomes["undecided"] = result.undecided
    final = result.final + before.final
    survivors = {
        "a": _pmf(f"Wounds left of {a.name}", final.sum(axis=1)),
        "b": _pmf(f"Wounds left of {b.name}", final.sum(axis=0)),
    }
    wounds = {
        "a": _dealt(f"Wounds lost by {b.name} in the first round", result.dealt_by_a),
        "b": _dealt(f"Wounds lost by {a.name} in the first round", result.dealt_by_b),
    }
    means = {f"{side}-wounds-left": survivors[side].expected() for side in survivors}
    means |= {f"{side}-wounds-dealt": wounds[side].expected() for side in wounds}
    return Odds(
        outcomes=outcomes,
        labels={**_labels(a.name, b.name, outcomes), **before.labels},
        method=result.method,
        error=result.error,
        by_round=tuple(_outcomes(told, before) for told in result.by_round),
        survivors=survivors,
        wounds=wounds,
        distributions=_models(setting, final),
        events={**_events(outcomes, result.first), **before.events},
        expected={"rounds": result.rounds, **means},
        trace=tuple(steps),
        notes=_notes(result),
        confidence=result.confidence,
        samples=result.samples,
    )


def _outcomes(chances: Floats, before: WarhammerPrelude) -> dict[str, float]:
    outcomes = dict(zip(ENDS, (float(chance) for chance in chances), strict=True))
    for key, chance in before.outcomes.items():
        outcomes[key] = outcomes.get(key, 0.0) + chance
    return outcomes


def _pmf(label: str, chances: Iterable[float], unit: str = "wounds") -> Distribution:
    return Distribution(label, unit, tuple(float(chance) for chance in chances))


def _dealt(label: str, chances: Floats) -> Distribution:
    """Complete the chances of wounds dealt: without contact there are none."""
    whole: Floats = chances.sum(axis=0)
    whole[0] += 1.0 - whole.sum()
    return _pmf(label, whole)


def _models(setting: Setting, final: Floats) -> dict[str, Distribution]:
    """Return the models left of units whose models have several wounds."""
    found = {}
    for place, profile in enumerate(setting.profiles):
        if profile.wounds > 1 and profile.models > 1:
            chances = np.bincount(models_left(profile), final.sum(axis=1 - place))
            label = f"Models left of {profile.name}"
            found[f"{profile.side}-models"] = _pmf(label, chances, "models")
    return found


def _events(outcomes: Mapping[str, float], first: Floats) -> dict[str, float]:
    """Return chances that gather outcomes, or stand beside them."""
    events = {
        "a-wins": sum(p for key, p in outcomes.items() if key.startswith("b-")),
        "b-wins": sum(p for key, p in outcomes.items() if key.startswith("a-")),
        "both-gone": outcomes["both-destroyed"],
    }
    differences = first[: 3 * SPAN].reshape(3, SPAN).sum(axis=0)
    events["a-wins-first-round"] = float(
        differences[WIDEST + 1 :].sum() + first[3 * SPAN + 1]
    )
    events["b-wins-first-round"] = float(differences[:WIDEST].sum() + first[3 * SPAN])
    events["a-slays-all-at-once"] = float(first[3 * SPAN + 1])
    events["b-slays-all-at-once"] = float(first[3 * SPAN])
    for side in "ab":
        events[f"{side}-breaks"] = (
            outcomes[f"{side}-broken"] + outcomes[f"{side}-run-down"]
        )
    return events


def _labels(a: str, b: str, outcomes: Mapping[str, float]) -> dict[str, str]:
    labels = {key: outcome_label(key, a, b) for key in outcomes}
    for side, own, other in (("a", a, b), ("b", b, a)):
        labels[f"{side}-wins"] = f"{own} left standing, {other} gone"
        labels[f"{side}-wins-first-round"] = f"{own} winning the first round"
        labels[f"{side}-slays-all-at-once"] = (
            f"{own} slaying all in the first round: it may overrun"
        )
        labels[f"{side}-breaks"] = f"{own} failing a Break test"
        labels[f"{side}-wounds-left"] = f"Wounds left of {own}"
        labels[f"{side}-wounds-dealt"] = f"Wounds by {own} in the first round"
    labels["both-gone"] = "Both are gone"
    labels["rounds"] = "Rounds fought"
    return labels


def outcome_label(key: str, a: str, b: str) -> str:
    """Return an outcome in words.

    Examples
    --------
    >>> outcome_label("b-run-down", "Orcs", "Halberdiers")
    'Halberdiers: broken and run down'
    """
    words = {
        "undecided": "Still fighting",
        "no-charge": f"{a}: dares not charge",
        "no-contact": "They never meet",
        "both-destroyed": "Both destroyed",
    }
    if key in words:
        return words[key]
    side, _, fate = key.partition("-")
    return f"{a if side == 'a' else b}: {ENDED[fate]}"


def _notes(result: FightResult) -> tuple[str, ...]:
    notes = [
        f"A side wins when the other breaks, flees or is destroyed ({FLIGHT}). Wounds "
        f"beyond those that a unit has left are lost."
    ]
    if result.stalled > 0:
        notes.append(
            f"With a chance of {percent(result.stalled)} it comes to where "
            "neither side can hurt the other: there the combat never ends."
        )
    if result.method == "sampled":
        notes.append(
            f"Too large to work out: {result.samples:,} fights were rolled. Every "
            f"chance lies within {result.error:.2%} with a confidence of "
            f"{result.confidence:.1%}."
        )
    return tuple(notes)
