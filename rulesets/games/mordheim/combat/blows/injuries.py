"""Injury rolls of Mordheim: postures, what a fighter and a blow bring to them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import NO_SAVE, Warrior, rule_step
from rulesets.games.mordheim.sources import INJURIES
from rulesets.games.mordheim.special_rules import row_of
from rulesets.odds.answer import Step
from rulesets.odds.dice import chance
from rulesets.odds.effects import (
    Amount,
    CarriedEffect,
    DiceTerm,
    apply_effects,
    by_key,
    holds,
)

STANDING, KNOCKED_DOWN, STUNNED, OUT, FLED, FELL = range(6)
"""Postures, the worse the higher; who fled, or fell from a height, is gone as well."""

Chances = dict[int, float]
"""Chance by state, or by posture [chance]."""


@dataclass(frozen=True, slots=True)
class Hide:
    """The part of a fighter in his injury rolls.

    Parameters
    ----------
    table : str
        ``plain``, ``hard`` (hard to kill) or ``grit`` (True Grit).
    helmet : int
        Lowest roll at which a stunned result only knocks him down; 7 for none [pips].
    skull : int
        The same without his helmet [pips].
    no_pain : bool
        True if what stuns only knocks him down.
    jumps_up : bool
        True if a knocked down result does nothing.
    hard_head : bool
        True if concussion does nothing to him.
    """

    table: str = "plain"
    helmet: int = 7
    skull: int = 7
    no_pain: bool = False
    jumps_up: bool = False
    hard_head: bool = False


@dataclass(frozen=True, slots=True)
class Trauma:
    """The part of a blow in the injury rolls that it causes.

    Parameters
    ----------
    bonus : int
        Added to the roll [pips].
    concussion, stuns : bool
        True if a 2 stuns; if whatever knocks down stuns.
    bare : bool
        True if no helmet helps.
    """

    bonus: int = 0
    concussion: bool = False
    stuns: bool = False
    bare: bool = False


PLAIN = Trauma()
"""Injury rolls as they are printed."""

_TABLES = {
    "plain": (KNOCKED_DOWN, KNOCKED_DOWN, STUNNED, STUNNED, OUT, OUT),
    "hard": (KNOCKED_DOWN, KNOCKED_DOWN, STUNNED, STUNNED, STUNNED, OUT),
    "grit": (KNOCKED_DOWN, KNOCKED_DOWN, KNOCKED_DOWN, STUNNED, STUNNED, OUT),
}


@lru_cache(maxsize=512)
def injury(hide: Hide, trauma: Trauma, rolls: int) -> tuple[float, ...]:
    """Return the chance of each posture after injury rolls; the worst one stands.

    Parameters
    ----------
    hide : Hide
    trauma : Trauma
    rolls : int
        At least 1 [dice].

    Examples
    --------
    >>> [round(36 * chance) for chance in injury(Hide(), Trauma(), 2)]
    [0, 4, 12, 20]
    """
    single = [0.0] * 4
    for die in range(1, 7):
        for posture, share in _one_roll(hide, trauma, die).items():
            single[posture] += share / 6
    upto = [sum(single[: posture + 1]) ** rolls for posture in range(4)]
    return tuple(
        upto[posture] - (upto[posture - 1] if posture else 0.0) for posture in range(4)
    )


def _one_roll(hide: Hide, trauma: Trauma, die: int) -> Chances:
    roll = min(6, die + trauma.bonus)
    result = _TABLES[hide.table][roll - 1]
    if (
        result == KNOCKED_DOWN
        and trauma.concussion
        and roll == 2
        and not hide.hard_head
    ):
        result = STUNNED
    if result == KNOCKED_DOWN and trauma.stuns:
        result = STUNNED
    if result == KNOCKED_DOWN:
        return {STANDING if hide.jumps_up else KNOCKED_DOWN: 1.0}
    if result == OUT:
        return {OUT: 1.0}
    if hide.no_pain:
        return {KNOCKED_DOWN: 1.0}
    kept = float(chance(hide.skull if trauma.bare else hide.helmet))
    return {KNOCKED_DOWN: kept, STUNNED: 1.0 - kept}


def _thick(hide: Hide, need: Amount) -> Hide:
    """Save from being stunned on a die, one better beneath a helmet."""
    helmet = int(need) - (hide.helmet < NO_SAVE)
    return replace(hide, helmet=helmet, skull=int(need))


SKULL: Mapping[str, DiceTerm[Hide]] = by_key(
    DiceTerm(
        "suffer",
        "own injury roll",
        {"read": lambda hide, table: replace(hide, table=str(table))},
        lambda _, __: "injury rolls are milder",
    ),
    DiceTerm(
        "suffer:stunned",
        "stunned",
        {"roll": _thick},
        lambda _, after: f"only knocked down on {after.helmet}+",
    ),
)


PAIN: Mapping[str, DiceTerm[Hide]] = by_key(
    DiceTerm(
        "suffer:pain",
        "pain",
        {"ignore": lambda hide, _: replace(hide, no_pain=True)},
        lambda _, __: "what stuns only knocks down",
    ),
    DiceTerm(
        "suffer:knocked-down",
        "knocked down",
        {"ignore": lambda hide, _: replace(hide, jumps_up=True)},
        lambda _, __: "a knocked down result does nothing",
    ),
    DiceTerm(
        "suffer:concussion",
        "concussion",
        {"ignore": lambda hide, _: replace(hide, hard_head=True)},
        lambda _, __: "concussion does nothing",
    ),
)
"""Changes of the injury rolls that a fighter suffers: before and after a helmet."""


def hide(warrior: Warrior, context: MordheimContext) -> Hide:
    """Return a fighter's part in his injury rolls, and report his rules."""
    found = _with_rules(Hide(helmet=warrior.helmet), warrior, SKULL, context)
    if warrior.helmet < NO_SAVE and found.skull == NO_SAVE:
        text = f"stunned, he is only knocked down on {warrior.helmet}+"
        context.trace.add(Step("Helmet", INJURIES, text, warrior.side))
    return _with_rules(found, warrior, PAIN, context)


def _with_rules(
    hide: Hide,
    warrior: Warrior,
    terms: Mapping[str, DiceTerm[Hide]],
    context: MordheimContext,
) -> Hide:
    effects = [
        CarriedEffect(key, one)
        for key in (*warrior.rules, *warrior.granted)
        for one in row_of(key).effects
        if one.on in terms
    ]
    if not effects:
        return hide
    hide, applied = apply_effects(hide, effects, holds({}, warrior), terms)
    context.trace.add(*(rule_step(warrior, one.rule, one.text) for one in applied))
    return hide
