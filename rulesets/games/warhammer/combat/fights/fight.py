"""A combat of Warhammer from contact to its end, and its report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.core.subject import clause, so_many
from rulesets.games.warhammer.combat.blows.attack import shield_steps
from rulesets.games.warhammer.combat.blows.contact import (
    front_of,
    in_contact,
    models_left,
)
from rulesets.games.warhammer.combat.blows.vocabulary import said_of_tests
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.break_tests import WarhammerNerve
from rulesets.games.warhammer.combat.fights.challenges import duel_steps, entries
from rulesets.games.warhammer.combat.fights.exchange import exchange_steps, exchanged
from rulesets.games.warhammer.combat.fights.nerve import nerve_of
from rulesets.games.warhammer.combat.fights.psychology import stupidity_steps
from rulesets.games.warhammer.combat.fights.redress import redress_steps
from rulesets.games.warhammer.combat.fights.result import SPAN, WIDEST
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    each_left,
    state_of,
    wounds_left,
)
from rulesets.games.warhammer.combat.fights.ridden_settings import has_ridden_monster
from rulesets.games.warhammer.combat.fights.rounds import (
    rounds_of,
    scores_of,
    trace,
    without_ways,
)
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting, refuser
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.sources import COMBAT, RESULT
from rulesets.games.warhammer.special_rules import SPECIAL_RULES, title_of
from rulesets.games.warhammer.weapon_rules import CHARGE
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.model import Fight, FightResult
from rulesets.odds.fight.solver import solve
from rulesets.odds.first_round import FirstRound
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.report import FightWords, Prelude, fight_odds
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats


def pool(profile: WarhammerUnit, situation: WarhammerSituation) -> int:
    """Return the wounds that a unit begins with, one more of a `guarded` [wounds].

    Raises
    ------
    MatchUpError
        If it has lost them all.
    """
    lost = situation.of(profile.side).wounds_lost
    left = profile.pool - lost - (profile.guard if lost else 0)
    if left < 1:
        raise MatchUpError(
            f"/situation/{profile.side}.wounds-lost",
            f"{clause(profile.name, 'has')} only "
            f"{so_many(profile.pool - profile.guard, 'wound')}",
        )
    return left


def setting_of(
    a: WarhammerUnit,
    b: WarhammerUnit,
    context: WarhammerContext,
    touched: tuple[Flank, Flank],
) -> Setting:
    """Return a combat of two units, touched there."""
    return _kept_setting(
        a, b, context.situation, context.readings, context.without, touched
    )


@kept_by_identity(most=256, objects=2)
def _kept_setting(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: WarhammerSituation,
    readings: WarhammerReadings,
    without: frozenset[str],
    touched: tuple[Flank, Flank],
) -> Setting:
    a, b = exchanged((a, b), situation)
    fronts = (
        front_of(a, situation, touched[0]),
        front_of(b, situation, touched[1]),
    )
    hiding = refuser((a, b), situation)
    if hiding:
        unblessed = replace(situation.of(hiding), blessed=False)
        situation = situation.with_side(hiding, unblessed)
    return Setting(fronts, situation, readings, without)


def solve_combat(
    setting: Setting, begun: list[tuple[CombatState, Floats]], rounds: int | None
) -> FightResult:
    """Solve a combat that begins in these states, by those of both units."""
    opened = [
        pair for state, chances in begun for pair in entries(setting, state, chances)
    ]
    known = rounds_of(setting, tuple(state for state, _ in opened))
    start = np.zeros((len(known.states), *opened[0][1].shape))
    for state, chances in opened:
        start[known.states.index(state)] += chances
    fight = Fight(start, known.played, rounds, known.laid_out)
    result = solve(fight, partial(_seed, setting, rounds))
    if not has_ridden_monster(setting):
        return result
    return replace(result, first=without_ways(result.first))


def _seed(setting: Setting, rounds: int | None) -> str:
    """Return the text of a whole question."""
    return f"{setting.fronts!r} {setting.situation!r} {setting.readings!r} {rounds!r}"


def trace_of(setting: Setting, begun: CombatState) -> list[Step]:
    """Return the trace of a combat that begins in a state."""
    steps: list[Step] = []
    for place, front in enumerate(setting.fronts):
        other = setting.fronts[1 - place]
        met = in_contact(front, other, setting.readings)
        count = int(met[front.profile.models, other.profile.models])
        text = _contact_words(front.width, count, front.profile.models)
        steps.append(Step("Who fights", COMBAT, text, front.profile.side))
        if front.is_lance:
            text = "ranks of three count, and on a charge both flanks strike"
            title, source = title_of("lance-formation")
            steps.append(Step(title, source, text, front.profile.side))
        steps += shield_steps(front.profile)
    steps += exchange_steps(setting.profiles, setting.situation)
    for profile in setting.profiles:
        steps += said_of_tests(profile)
    steps += trace(setting, begun)
    steps += redress_steps(setting)
    steps += stupidity_steps(setting)
    steps += duel_steps(setting, begun)
    for place, score in enumerate(scores_of(setting)):
        profile = setting.profiles[place]
        start = int(state_of(profile, pool(profile, setting.situation)))
        ranks = int((score.ranks_at_start + score.ranks_at_end)[start])
        text = (
            f"ranks {ranks}, standards and the like {score.fixed}, flank or rear "
            f"{score.contact}, Unit Strength {int(score.strength[start])}"
        )
        steps.append(Step("Combat result", RESULT, text, profile.side))
        steps.append(_nerve_step(profile, nerve_of(setting, begun, place)))
    return steps


def _contact_words(width: int, count: int, models: int) -> str:
    """Return how many models of a unit so wide touch the enemy, in words."""
    if models == 1:
        return "one model, in contact"
    return f"{width} wide, {count} of {models} models in contact"


def _nerve_step(profile: WarhammerUnit, nerve: WarhammerNerve) -> Step:
    source = f"{COMBAT}: Break tests"
    if nerve.unbreakable:
        return Step("Break test", source, "never breaks", profile.side)
    if nerve.passes:
        return Step("Break test", source, "passes the first", profile.side)
    words = [f"Leadership {max(nerve.own, nerve.general)}"]
    if nerve.stubborn:
        words.append("stubborn: the difference does not count")
    if nerve.again:
        words.append("a failed test is rolled again")
    if nerve.fears:
        words.append("breaks without a test when beaten by a stronger enemy it fears")
    if nerve.lowest_two:
        words.append("three dice, the highest left out")
    words.append(f"flees and pursues {nerve.runs}D6 inches")
    return Step("Break test", source, ", ".join(words), profile.side)


def answer(
    setting: Setting,
    result: FightResult,
    before: Prelude,
    steps: Sequence[Step],
    deciding: FirstRound | None,
    words: FightWords,
) -> Odds:
    """Report a combat, with the outcomes before contact and what decides it."""
    a, b = setting.profiles
    final = result.final + before.final
    models = {**_models(setting, final), **each_left(setting.profiles, final)}
    if models:
        models = {**before.distributions, **models}
        before = replace(before, distributions=models)
    return fight_odds(
        words,
        (a.name, b.name),
        result,
        before,
        trace=steps,
        events=partial(_events, result.first),
        wounds=(wounds_left(a), wounds_left(b))
        if has_ridden_monster(setting) or a.guard or b.guard
        else None,
        deciding=deciding,
    )


def _models(setting: Setting, final: Floats) -> dict[str, Distribution]:
    """Return the models left of units whose models have several wounds."""
    found = {}
    for place, profile in enumerate(setting.profiles):
        if profile.wounds > 1 and profile.models > 1:
            chances = np.bincount(models_left(profile), final.sum(axis=1 - place))
            label = f"Models left of {profile.name}"
            found[f"{profile.side}-models"] = Distribution(
                label, "models", tuple(chances.tolist())
            )
    return found


def _events(first: Floats, outcomes: Mapping[str, float]) -> dict[str, float]:
    """Return the chances of the first round and of Break tests.

    Parameters
    ----------
    first : ndarray
        By class of the first round, see `result.classifier` [chance].
    """
    differences = first[: 3 * SPAN].reshape(3, SPAN).sum(axis=0)
    a_gone, b_gone = first[3 * SPAN : 3 * SPAN + 2].tolist()
    breaks = {
        f"{side}-breaks": outcomes[f"{side}-broken"] + outcomes[f"{side}-run-down"]
        for side in SIDES
    }
    return {
        "a-wins-first-round": float(differences[WIDEST + 1 :].sum()) + b_gone,
        "b-wins-first-round": float(differences[:WIDEST].sum()) + a_gone,
        "a-slays-all-at-once": b_gone,
        "b-slays-all-at-once": a_gone,
        **breaks,
    }


OF_A_CHARGE = frozenset(
    key
    for key, rule in SPECIAL_RULES.items()
    if rule.fate.mechanism == CHARGE
    or any({"charging", "first-round"} & {*one.when} for one in rule.effects)
)
"""Rules with a part that tells only on a charge or in the first round after one."""


BONUSES_OF_A_CHARGE = ("charge-bonus", "first-round-bonus")
"""Figures of weapons that tell only then."""


@kept_by_identity(most=256, objects=2)
def nobody_charged(a: WarhammerUnit, b: WarhammerUnit) -> str:
    """Return the note on rules that tell on a charge only."""
    said = "; ".join(
        f"{own.name}: {', '.join(names)}"
        for own in (a, b)
        if (names := tuple(dict.fromkeys(_of_a_charge(own))))
    )
    text = "Nobody charged: what tells on a charge, or in the first round after one,"
    return f"{text} does not count ({said})." if said else f"{text} does not count."


def _of_a_charge(own: WarhammerUnit) -> Iterator[str]:
    rules = {key for group in own.groups for key in group.rules}
    yield from (title_of(key)[0] for key in sorted(rules & OF_A_CHARGE))
    for group in own.groups:
        for piece in group.gear:
            stats = (piece.stats.get(key) for key in BONUSES_OF_A_CHARGE)
            if any(stats) or "pistol" in (piece.key, piece.base):
                yield piece.name
