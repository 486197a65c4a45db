"""A fight of Skirmish: figures, their blows with the effects of rules, its rounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from rulesets.odds.answer import NotModelled, Odds, Step
from rulesets.odds.attack import Attack, effect
from rulesets.odds.combat import Word
from rulesets.odds.effects import DiceTerm, apply_effects, by_key, carried, holds
from rulesets.odds.fight.model import Attacks, Order, Round, Strike, in_turn
from rulesets.odds.fight.solver import solve
from rulesets.odds.match_up import Fighter
from rulesets.odds.report import (
    FightWords,
    Outcome,
    Prelude,
    fight_odds,
    outcomes_by_key,
)
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine
from rulesets.odds.volley import Ints
from tests.rulesets.games.skirmish.questions import SkirmishContext
from tests.rulesets.games.skirmish.special_rules import DOCUMENT, RULES

MOST_WOUNDS = 100
"""Few enough that every fight is worked out exactly [wounds]."""

OUTCOMES = outcomes_by_key(
    Outcome("*-destroyed", "{own}: destroyed"),
    Outcome("both-destroyed", "{a}: destroyed, {b}: destroyed", befalls="both"),
    Outcome("undecided", "Still undecided", is_over=False),
)
"""How a fight ends; the first three in the order of a round's table."""

FIGHT = FightWords(
    outcomes=OUTCOMES,
    named=lambda chances: dict(zip(OUTCOMES, chances.tolist(), strict=False)),
    labels={
        "*-wins": "{own} left standing, {other} destroyed",
        "*-wounds-left": "Wounds left of {own}",
        "*-wounds-dealt": "Wounds by {own} in the first round",
        "both-gone": "Both are destroyed",
        "rounds": "Rounds fought",
    },
    note="A side wins when the other is destroyed and it is not itself.",
    stalled="neither side can hurt the other: there the fight",
)

WORDS = (
    Word("Wins", "Stands when the other is destroyed.", DOCUMENT),
    Word("Loses", "The other wins. Where both are destroyed, neither does.", DOCUMENT),
    Word("Wounds too many", "Those that a figure has not left are lost.", DOCUMENT),
)


@dataclass(frozen=True, slots=True)
class SkirmishUnit:
    """A figure: dice, lowest roll that saves [pips], wounds, rules by key."""

    side: Side
    name: str
    fight: int
    guard: int
    wounds: int
    rules: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def read_profile(fighter: Fighter, side: Side) -> SkirmishUnit:
    """Return a fighter's figures.

    Raises
    ------
    MatchUpError
        If a figure is missing, no whole number, or out of bounds.
    """
    place = f"/{side}/fighter/characteristics"
    read = StatLine(fighter.characteristics, place, fighter.name)
    return SkirmishUnit(
        side=side,
        name=fighter.name,
        fight=read.number("fight", 1, 6),
        guard=read.number("guard", 2, 6),
        wounds=read.number("wounds", 1, MOST_WOUNDS),
        rules=tuple(dict.fromkeys(rule.key for rule in fighter.rules)),
        left_out=fighter.left_out,
    )


def not_modelled(unit: SkirmishUnit) -> tuple[NotModelled, ...]:
    """Return the unit's rules and parts that the numbers leave out."""
    why = "a further stat line or a unit of its own, and only the first one fights"
    parts = [NotModelled(name, unit.side, why) for name in unit.left_out]
    why = "not a rule of Skirmish that the engine knows"
    unknown = [key for key in unit.rules if key not in RULES]
    return (*parts, *(NotModelled(key, unit.side, why) for key in unknown))


def _words(before: Attack, after: Attack) -> str:
    return f"to hit {before.to_hit}+ becomes {after.to_hit}+"


TERMS = by_key(
    DiceTerm[Attack](
        "to-hit",
        "to hit",
        {"add": lambda die, n: replace(die, to_hit=die.to_hit - int(n))},
        _words,
        is_roll=True,
    )
)
MOMENTS: Mapping[str, Callable[[bool, str], bool]] = {
    "charging": lambda charges, _: charges
}
"""Moments by their words, told whether the striker charges."""


def die(
    own: SkirmishUnit, other: SkirmishUnit, context: SkirmishContext, *, charges: bool
) -> Attack:
    """Return one die of a figure against another, with its trace."""
    blow = Attack(to_hit=4, save=other.guard)
    text = f"{own.fight} dice, {blow.to_hit}+ to hit, saved on {blow.save}+"
    context.trace.add(Step("Fight", f"{DOCUMENT}, Fighting", text, own.side))
    effects = [
        one
        for key in own.rules
        if key in RULES
        for one in carried(key, RULES[key].effects)
    ]
    blow, told = apply_effects(blow, effects, holds(MOMENTS, charges), TERMS)
    for one in told:
        rule = RULES[one.rule]
        context.trace.add(Step(rule.name, rule.source, one.text, own.side))
    return blow


def fight(
    a: SkirmishUnit, b: SkirmishUnit, context: SkirmishContext, rounds: int | None
) -> Odds:
    """Return the odds of two figures that fight to the end."""
    first = _round(a, b, context, context.situation.charger)
    later = _round(a, b, context.untraced(), "none")
    charges = context.readings.charge_lasts == "fight"
    opening, cycle = ((), (first,)) if charges else ((first,), (later,))
    start = np.zeros((a.wounds + 1, b.wounds + 1))
    start[a.wounds, b.wounds] = 1.0
    return fight_odds(
        FIGHT,
        (a.name, b.name),
        solve(in_turn(start, opening, cycle, rounds), f"{a!r} {b!r}"),
        Prelude(np.zeros_like(start)),
        trace=context.trace.steps,
        events=lambda outcomes: {},
    )


def _round(
    a: SkirmishUnit, b: SkirmishUnit, context: SkirmishContext, charger: str
) -> Round:
    """Return a round in which both roll at once, and what each class of it leads to."""
    strikes = [
        Strike(
            own.side,
            np.full((1, 1, 1, 1), own.fight),
            Attacks(effect(die(own, other, context, charges=charger == own.side))),
            joins=own is b,
        )
        for own, other in ((a, b), (b, a))
    ]
    return Round([Order(1.0, strikes)], _destroyed, np.eye(4))


def _destroyed(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """Return the class of a round: 0, or a (1), b (2) or both (3) destroyed."""
    classes: Ints = (lost_a >= a) + 2 * (lost_b >= b)
    return classes
