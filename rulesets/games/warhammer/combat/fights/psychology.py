"""Psychology: tests of fear, terror, panic, stupidity and animosity."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
from numpy import bool_
from numpy.typing import NDArray

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.blows.contact import ODD_FIGHTS, ODD_STANDS
from rulesets.games.warhammer.combat.blows.leadership import passes_leadership
from rulesets.games.warhammer.combat.context import (
    Reaction,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.fights.ridden_monsters import models_standing
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

Flags = NDArray[bool_]

Share = float | Floats
"""A share of all chances, or of those ``[own, other]`` of each pair of states."""


QUARTER = 4
"""A unit tests for panic after losing one model in so many."""


MOB = 5
"""Units of fewer models know no animosity [models]."""

SHOWS_THEM = 6
"""One in so many that fail a test of animosity moves and acts; others squabble."""


SQUABBLES, PANICS = "test:animosity", "test:panic"
"""Terms of tests that a banner may save once in the game."""


ODD = ((0.5, ODD_FIGHTS), (0.5, ODD_STANDS))
"""Both ways of the odd model, with the chances of the die."""


OddModels = tuple[tuple[float, tuple[str, str]], ...]
"""Ways of the odd models of a and b, "" where all fight, with their chances."""


def frenzied(profile: WarhammerUnit) -> bool:
    """Return whether a unit begins in a frenzy."""
    return profile.has("frenzy")


def fears_when_calm(
    own: WarhammerUnit, enemy: WarhammerUnit, situation: WarhammerSituation
) -> bool:
    """Return whether a unit fears its enemy while it is not in a frenzy."""
    if own.does("skip", "test:fear"):
        return enemy.has("terror") and own.does("read", "test:terror")
    if enemy.has("terror") or situation.of(own.side).fears:
        return True
    return enemy.has("fear") and not own.has("fear")


def fears(
    own: WarhammerUnit, enemy: WarhammerUnit, situation: WarhammerSituation
) -> bool:
    """Return whether a unit fears its enemy now: in a frenzy it does not.

    A banner may have its enemy tested at a charge as if it were feared.
    """
    if frenzied(own):
        return False
    as_if = enemy.does("start", "test:fear") and not own.does("skip", "test:fear")
    return as_if or fears_when_calm(own, enemy, situation)


def tests_terror(own: WarhammerUnit, enemy: WarhammerUnit, *, tested: bool) -> bool:
    """Return whether a unit must test for terror of its enemy."""
    if not enemy.has("terror") or tested or own.does("skip", "test:panic"):
        return False
    if own.does("read", "test:terror"):
        return False
    return not own.has("fear", "terror") and not frenzied(own)


def tests_when_charged(
    own: WarhammerUnit,
    charger: WarhammerUnit,
    situation: WarhammerSituation,
    *,
    is_fewer: Flags,
    tested: bool,
) -> tuple[Share, Share]:
    """Return the chances that a charged unit flees, and that it stands and is afraid.

    Parameters
    ----------
    is_fewer : array of bool
        By state, whether it has less Unit Strength than who charges it.
    tested : bool
        Whether it was tested for terror before.

    References
    ----------
    Warhammer rulebook (6th edition), Psychology: Fear; Terror.
    """
    dreads = tests_terror(own, charger, tested=tested)
    if not dreads and not fears(own, charger, situation):
        return 0.0, 0.0
    fails = 1 - passes_leadership(own, situation)
    if situation.overrun:
        return 0.0, fails
    flees = np.where(dreads | is_fewer, fails, 0.0)
    return flees, fails - flees


def fails_panic(own: WarhammerUnit, situation: WarhammerSituation) -> float:
    """Return the chance that a unit fails a test for panic [chance]."""
    calm = own.does("skip", "test:panic") or own.does("skip", "test:losses")
    if calm or frenzied(own):
        return 0.0
    return 1 - passes_leadership(own, situation)


def panics_again(own: WarhammerUnit, situation: WarhammerSituation) -> float:
    """Return the chance to fail a panic test that may be taken again once [chance].

    No die is rolled a third time.
    """
    fails = fails_panic(own, situation)
    return fails if own.does("re-roll", "test:psychology") else fails**2


def fails_animosity(own: WarhammerUnit, situation: WarhammerSituation) -> Floats:
    """Return the chance to fail a test of animosity, by a unit's state [chance]."""
    if not own.has("animosity") or own.has("quell-animosity"):
        return np.zeros(len(models_standing(own)))
    fails = 1 / 36 if situation.of(own.side).quelled else 1 / 6
    return np.where(models_standing(own) >= MOB, fails, 0.0)


def may_flee(own: WarhammerUnit) -> bool:
    """Return whether a unit may flee from a charge of its own will."""
    return not own.does("skip", "test:panic") and not frenzied(own)


def reaction_of(
    own: WarhammerUnit, charger: WarhammerUnit, situation: WarhammerSituation
) -> Reaction:
    """Return how a charged unit reacts; at some chargers nobody shoots."""
    reaction = situation.of(own.side).reaction
    forbidden = charger.does("may-not", "act:stand-and-shoot")
    return "holds" if reaction == "shoots" and forbidden else reaction


def may_move(own: WarhammerUnit) -> bool:
    """Return whether a unit moves in battle: war machines stay with their crew."""
    return bool(own.movement) and own.kind != "war-machine" and not own.crew_strength


def flight(own: WarhammerUnit) -> tuple[tuple[int, float], ...]:
    """Return how far a unit may run [inches], each with its chance."""
    return _flight(2 if own.movement <= SLOW else 3)


@cache
def _flight(dice: int) -> tuple[tuple[int, float], ...]:
    chances = enumerate(dice_sum(dice))
    return tuple((far, float(chance)) for far, chance in chances if chance)


def quartered(own: WarhammerUnit) -> Flags:
    """Return ``[w, v]``: whether falling from state w to v loses a quarter or more.

    A quarter of its models, that is; rider and monster are one model.
    """
    models = models_standing(own)
    after, before = models[None, :], models[:, None]
    found: Flags = (QUARTER * (before - after) >= before) & (after < before)
    return found


def is_stupid(own: WarhammerUnit) -> bool:
    """Return whether a unit tests for stupidity while it is not in a frenzy."""
    return own.has("stupidity") and not own.does("skip", "test:panic")


def fails_stupidity(own: WarhammerUnit, situation: WarhammerSituation) -> float:
    """Return the chance that a unit fails its test before contact [chance]."""
    return (
        1 - passes_leadership(own, situation)
        if is_stupid(own) and not frenzied(own)
        else 0.0
    )


def turn_of(setting: Setting, side: str) -> str:
    """Return whose turn a first round is, "" where no later test depends on it."""
    own_turn = setting.readings.stupid_tests == "own-turn"
    return side if own_turn and any(map(is_stupid, setting.profiles)) else ""


def stupidity_tests(
    setting: Setting, state: CombatState, sides: tuple[str, ...]
) -> list[tuple[float, CombatState]]:
    """Return a state after tests of these sides, each way with its chance."""
    found = [(1.0, state)]
    if setting.readings.stupid_tests == "never":
        return found
    for place, own in enumerate(setting.profiles):
        if own.side in sides and is_stupid(own):
            led = not state.fallen[place]
            passes = passes_leadership(own, setting.situation, led=led)
            fails = 0.0 if state.frenzy[place] else 1 - passes
            found = [
                (share * chance, one.with_stupidity(own.side, stupid=failed))
                for share, one in found
                for chance, failed in ((1 - fails, False), (fails, True))
                if chance
            ]
    return found


def later_tests(
    setting: Setting, state: CombatState
) -> list[tuple[float, CombatState]]:
    """Return a later round after the tests at the start of its turn."""
    every = setting.readings.stupid_tests == "each-round"
    return stupidity_tests(setting, state, SIDES if every else (state.turn,))


def tests_at_contact(
    setting: Setting, state: CombatState
) -> list[tuple[float, CombatState]]:
    """Return the first round after a charge, its stupidity as it was on the way.

    The charged unit is tested anew where every round asks for it, and fights as usual
    where none does. Who charges has passed its test.
    """
    if setting.readings.stupid_tests == "own-turn":
        return [(1.0, state)]
    fresh = replace(state, stupid=(False, False))
    return stupidity_tests(setting, fresh, ("b",) if state.charge == "a" else ("a",))


def odd_models(state: CombatState) -> OddModels:
    """Return the ways of the odd models of both sides in a round."""
    drawn = [ODD if stupid else ((1.0, ""),) for stupid in state.stupid]
    return tuple((p * q, (one, two)) for (p, one), (q, two) in product(*drawn))


def stupidity_steps(setting: Setting) -> Iterator[Step]:
    """Yield the trace of stupidity in a combat."""
    for own in setting.profiles:
        passes = passes_leadership(own, setting.situation)
        yield from stupidity_step(own, setting.readings, passes)


def stupidity_step(
    own: WarhammerUnit, readings: WarhammerReadings, passes: float
) -> Iterator[Step]:
    """Yield the trace of stupidity of a unit; nothing of one that is never tested.

    Parameters
    ----------
    own : WarhammerUnit
    readings : WarhammerReadings
    passes : float
        The chance that it passes a test [chance].
    """
    when = {
        "own-turn": "tested in its own turns, and until the next",
        "each-round": "tested in each round",
    }.get(readings.stupid_tests)
    if is_stupid(own) and when:
        text = (
            f"{when}: failed on {percent(1 - passes)}, half of those who would fight "
            "stand idle; a die decides for the odd one"
        )
        yield Step(*title_of("stupidity"), text, own.side)
