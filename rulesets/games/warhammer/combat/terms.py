"""The terms and moments of effects: how special rules change an attack.

The effects stand in the table of special rules. What no effect says is a function
here, by the key of its rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from rulesets.core.effects import RuleEffect, Whose
from rulesets.games.warhammer.combat.attack import WarhammerAttack, printed, wounds_on
from rulesets.games.warhammer.special_rules import row_of, why_not
from rulesets.odds.attack import Reroll
from rulesets.odds.dice import NEVER, Chances
from rulesets.odds.effects import (
    Amount,
    CarriedEffect,
    DiceTerm,
    Holds,
    OfferedValues,
    by_key,
    carried,
    holds,
)

NO_SAVE = 20
"""A need past all that armour piercing makes of a save: there is none [pips]."""


BOUNDS = {"attacks": (0, 40), "strength": (1, 10)}
"""The least and the most of a number with all that rules add."""


AGAIN: Mapping[Amount, Reroll] = {
    "failures": "failures",
    "ones": "ones",
    "none": "none",
}
"""Rolls to hit that are rolled again, by the word of an effect."""


FIRST, NORMAL, LAST = 1, 2, 3
"""Classes of order: strikes first, by Initiative, strikes last."""


@dataclass(frozen=True, slots=True)
class AttackMoment:
    """The circumstances of an attack that the moments of effects ask for.

    Parameters
    ----------
    shooting, first, charging : bool
        False, in a later round of a combat, if none is true.
    frenzied, mounted : bool
        What the striker is.
    mount : bool
        True if the mount strikes.
    weapons : int
        Weapons in hand [pieces].
    large : bool
        True if the target is too large for a killing blow.
    """

    shooting: bool = False
    first: bool = False
    charging: bool = False
    frenzied: bool = False
    mounted: bool = False
    mount: bool = False
    weapons: int = 1
    large: bool = False


MOMENTS: Mapping[str, Callable[[AttackMoment, str], bool]] = {
    "in-combat": lambda at, _: not at.shooting,
    "shooting": lambda at, _: at.shooting,
    "first-round": lambda at, _: at.first,
    "charging": lambda at, _: at.charging,
    "mounted": lambda at, _: at.mounted,
    "state": lambda at, word: at.frenzied and word == "frenzy",
    "part": lambda at, word: at.mount and word == "mount",
    "weapons": lambda at, word: word == str(at.weapons),
    "enemy": lambda at, word: at.large and word == "large",
}
"""Moments by their word, with their argument after a colon."""


def now(moment: AttackMoment) -> Holds:
    """Return the predicate of moments that hold."""
    return holds(MOMENTS, moment)


def die(sides: int) -> Chances:
    """Return the distribution of one die with so many sides.

    Examples
    --------
    >>> die(3)[1:]
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    return (Fraction(0), *(Fraction(1, sides) for _ in range(sides)))


def _hit_better(dice: WarhammerAttack, pips: Amount) -> WarhammerAttack:
    if dice.automatic:
        return dice
    return replace(dice, to_hit=dice.to_hit - int(pips))


def _damage(dice: WarhammerAttack, sides: int) -> WarhammerAttack:
    """Let an unsaved wound count as a die; of several the one with most sides."""
    return dice if sides < len(dice.damage) else replace(dice, damage=die(sides))


def _hit_again(dice: WarhammerAttack, results: Amount) -> WarhammerAttack:
    return replace(dice, reroll=AGAIN[results])


def _wound_better(dice: WarhammerAttack, pips: Amount) -> WarhammerAttack:
    return replace(dice, easier_to_wound=dice.easier_to_wound + int(pips))


def _wound_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.slay != before.slay:
        return f"a natural {after.slay} to wound slays outright"
    return f"to wound {printed(wounds_on(before))} becomes {printed(wounds_on(after))}"


def _hit_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.reroll != before.reroll:
        return {
            "failures": "misses are rolled again",
            "ones": "a 1 to hit is rolled again",
            "none": "no roll to hit is made again",
        }[after.reroll]
    if after.poison != before.poison:
        return f"a natural {after.poison} to hit wounds without a roll"
    return f"to hit {printed(before.to_hit)} becomes {printed(after.to_hit)}"


def _save_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.save == NO_SAVE:
        return "no armour save"
    if min(before.save, after.save) >= NEVER:
        return "there is no armour save to worsen"
    return f"save {printed(before.save)} becomes {printed(after.save)}"


def _avoid_words(_: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.flames:
        return "no regeneration against fire"
    return f"each wound is taken back on {after.regeneration}+"


def _fire_words(_: WarhammerAttack, after: WarhammerAttack) -> str:
    return "wounds by fire are doubled" if after.flames else "these attacks do not burn"


HITTING: Mapping[str, DiceTerm[WarhammerAttack]] = by_key(
    DiceTerm(
        "to-hit",
        "to hit",
        {"add": _hit_better, "re-roll": _hit_again},
        _hit_words,
        naturals={
            "wounds": lambda dice, face: replace(dice, poison=min(face, dice.poison))
        },
        is_roll=True,
        values={"re-roll": OfferedValues(words=("failures", "ones"))},
    )
)
"""Terms of the roll to hit."""


WOUNDING: Mapping[str, DiceTerm[WarhammerAttack]] = by_key(
    DiceTerm(
        "to-wound",
        "to wound",
        {"add": _wound_better},
        _wound_words,
        naturals={"slays": lambda dice, face: replace(dice, slay=min(face, dice.slay))},
        is_roll=True,
    ),
    DiceTerm(
        "kind",
        "kind of damage",
        {"add": lambda dice, kind: replace(dice, flames=dice.flames or kind == "fire")},
        lambda _, __: "the attacks burn",
        values={"add": OfferedValues(words=("fire",))},
    ),
    DiceTerm(
        "damage",
        "wounds of an unsaved wound",
        {"roll": lambda dice, sides: _damage(dice, int(sides))},
        lambda _, after: f"each unsaved wound counts as D{len(after.damage) - 1}",
    ),
    DiceTerm(
        "save",
        "armour save",
        {
            "add": lambda dice, pips: replace(dice, save=dice.save - int(pips)),
            "never": lambda dice, _: replace(dice, save=NO_SAVE),
        },
        _save_words,
        is_roll=True,
    ),
    DiceTerm(
        "ward",
        "ward save",
        {"or": lambda dice, need: replace(dice, ward=min(int(need), dice.ward))},
        lambda before, after: (
            f"ward save {printed(before.ward)} becomes {printed(after.ward)}"
        ),
        is_roll=True,
    ),
    DiceTerm(
        "kind:fire",
        "damage by fire",
        {"multiply": lambda dice, _: replace(dice, burns=True)},
        _fire_words,
        values={"multiply": OfferedValues(2, 2)},
    ),
    DiceTerm(
        "avoid",
        "regeneration",
        {
            "roll": lambda dice, need: replace(
                dice, regeneration=min(int(need), dice.regeneration)
            )
        },
        _avoid_words,
        is_roll=True,
    ),
)
"""Terms past a hit, in the order of the rolls."""


DICE: Mapping[str, DiceTerm[WarhammerAttack]] = {**HITTING, **WOUNDING}
"""All that effects change of an attack."""


SHOTS: Mapping[str, DiceTerm[WarhammerAttack]] = {
    **DICE,
    "save": DiceTerm(
        "save",
        "armour save",
        {
            "add": lambda dice, pips: _shot_save(dice, dice.save - int(pips)),
            "never": lambda dice, _: _shot_save(dice, NO_SAVE),
        },
        _save_words,
        is_roll=True,
    ),
}
"""The same of a shot: without a word on a save that is none already."""


def _shot_save(dice: WarhammerAttack, save: int) -> WarhammerAttack:
    return dice if dice.save >= NEVER else replace(dice, save=save)


COUNTS: Mapping[str, DiceTerm[int]] = by_key(
    DiceTerm(
        "attacks",
        "Attacks",
        {"add": lambda attacks, more: attacks + int(more)},
        lambda _, after: f"{after} attacks each",
    ),
    DiceTerm(
        "strength",
        "Strength",
        {
            "add": lambda strength, more: strength + int(more),
            "at-least": lambda strength, least: max(strength, int(least)),
        },
        lambda _, after: f"Strength {after}",
    ),
    DiceTerm(
        "order",
        "order of blows",
        {"set": lambda order, word: _order(order, word)},
        lambda _, after: {FIRST: "strikes first", LAST: "strikes last"}[after],
        values={"set": OfferedValues(words=("first", "last"))},
    ),
    DiceTerm(
        "ranks",
        "ranks that fight",
        {"set": lambda _, ranks: int(ranks)},
        lambda _, after: f"{after} ranks fight",
        values={"set": OfferedValues(2, 2)},
    ),
)
"""Numbers that effects change: of each, the dice are the number."""


def _order(order: int, word: Amount) -> int:
    """Return when blows fall; strikes first overrides strikes last."""
    if word == "first":
        return min(order, FIRST)
    return FIRST if order == FIRST else LAST


def count(key: str) -> Mapping[str, DiceTerm[int]]:
    """Return the term of one number."""
    return {key: COUNTS[key]}


def effects_of(
    rules: Mapping[str, int], whose: Whose = "own"
) -> tuple[CarriedEffect, ...]:
    """Return the effects of rules, by key with their X; without an X it is 1."""
    return _effects_of(tuple(rules.items()), whose)


@lru_cache(maxsize=1024)
def _effects_of(
    rules: tuple[tuple[str, int], ...], whose: Whose
) -> tuple[CarriedEffect, ...]:
    return tuple(
        one
        for key, x in rules
        if not why_not(key, x)
        for one in carried(key, _effects(key), x or 1, whose)
    )


def _effects(key: str) -> tuple[RuleEffect, ...]:
    row = row_of(key)
    return row.effects if row else ()


def troll_vomit(attack: WarhammerAttack) -> tuple[WarhammerAttack, str]:
    """Hit once without a roll, with no armour save, in place of all blows."""
    spat = replace(attack, attacks=1, automatic=True, save=NEVER)
    return spat, "one hit of each without a roll, with no armour save"
