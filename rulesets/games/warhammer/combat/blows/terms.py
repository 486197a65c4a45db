"""The terms of effects: how special rules change an attack.

The effects stand in the table of special rules. What no effect says is a function
here, by the key of its rule.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rulesets.core.effects import RuleEffect, Whose
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    printed,
    wounds_on,
)
from rulesets.games.warhammer.special_rules import row_of, why_not
from rulesets.odds.attack import Reroll
from rulesets.odds.dice import ALWAYS, NEVER, Chances
from rulesets.odds.effects import (
    CLOSED,
    Amount,
    CarriedEffect,
    DiceTerm,
    OfferedValues,
    by_key,
    carried,
    rolled_again,
)

NO_SAVE = 20
"""A need past all that armour piercing makes of a save: there is none [pips]."""


BOUNDS = {"attacks": (0, 40), "extra-attacks": (0, 10), "strength": (1, 10)}
"""The least and the most of a number with all that rules add."""


AGAIN: Mapping[Amount, Reroll] = {
    "failures": "failures",
    "ones": "ones",
    "successes": "successes",
    "none": "none",
}
"""Rolls that are rolled again, by the word of an effect."""


BEFORE, FIRST, NORMAL, LAST = -1, 1, 2, 3
"""Classes of order: before all others, chargers too; strikes first, by Initiative,
strikes last."""


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


def _wound_again(dice: WarhammerAttack, results: Amount) -> WarhammerAttack:
    return replace(dice, wound_again=AGAIN[results])


def _save_again(dice: WarhammerAttack, results: Amount) -> WarhammerAttack:
    """Roll saves again, beside those that the other side has rolled again."""
    asked = {str(results), dice.save_again} - {"none"}
    return replace(dice, save_again=AGAIN[rolled_again(asked)])


def undone(dice: WarhammerAttack, chance: Fraction) -> WarhammerAttack:
    """Return an attack of which a test undoes each hit with a chance [chance]."""
    return replace(dice, undone=1 - (1 - dice.undone) * (1 - chance))


def _wound_better(dice: WarhammerAttack, pips: Amount) -> WarhammerAttack:
    return replace(dice, easier_to_wound=dice.easier_to_wound + int(pips))


def _wound_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.slay != before.slay:
        return _natural("to wound", after.slay, "slays outright")
    if after.wound_again != before.wound_again:
        return _again("to wound", after.wound_again)
    if after.to_wound == ALWAYS:
        return "a hit wounds without a roll"
    return f"to wound {printed(wounds_on(before))} becomes {printed(wounds_on(after))}"


def _natural(roll: str, face: int, does: str) -> str:
    if face == NEVER:
        return f"a natural 6 {roll} does nothing special"
    return f"a natural {face} {roll} {does}"


def _again(roll: str, results: Reroll) -> str:
    if results == "none":
        return f"no roll {roll} is made again"
    which = {"failures": "that failed", "ones": "of 1", "successes": "that succeeded"}
    return f"rolls {roll} {which[results]} are made again"


def _hit_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.reroll != before.reroll:
        return {
            "failures": "misses are rolled again",
            "ones": "a 1 to hit is rolled again",
            "none": "no roll to hit is made again",
        }[after.reroll]
    if after.poison != before.poison:
        return _natural("to hit", after.poison, "wounds without a roll")
    if after.hit_at_worst != before.hit_at_worst:
        return f"to hit on {after.hit_at_worst}+ at worst"
    if after.automatic:
        return "hits without a roll"
    return f"to hit {printed(before.to_hit)} becomes {printed(after.to_hit)}"


def _save_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.save_again != before.save_again:
        return _again("for the armour save", after.save_again)
    if after.save == NO_SAVE:
        return "no armour save"
    if min(before.save, after.save) >= NEVER:
        return "there is no armour save to worsen"
    return f"save {printed(before.save)} becomes {printed(after.save)}"


def _avoid_words(_: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.flames:
        return "no regeneration against fire"
    return f"each wound is taken back on {after.regeneration}+"


def _fire_words(before: WarhammerAttack, after: WarhammerAttack) -> str:
    if after.fireproof != before.fireproof:
        return "fire does nothing to it"
    return "wounds by fire are doubled" if after.flames else "these attacks do not burn"


HITTING: Mapping[str, DiceTerm[WarhammerAttack]] = by_key(
    DiceTerm(
        "to-hit",
        "to hit",
        {
            "add": _hit_better,
            "re-roll": _hit_again,
            "at-most": lambda dice, need: replace(
                dice, hit_at_worst=min(int(need), dice.hit_at_worst)
            ),
            "always": lambda dice, _: replace(dice, automatic=True),
            "ignore": lambda dice, _: replace(dice, poison=NEVER),
        },
        _hit_words,
        naturals={
            "wounds": lambda dice, face: replace(dice, poison=min(face, dice.poison))
        },
        is_roll=True,
        values={
            "re-roll": OfferedValues(words=("failures", "ones")),
            **dict.fromkeys(("at-most", "always", "ignore"), CLOSED),
        },
    )
)
"""Terms of the roll to hit."""


WOUNDING: Mapping[str, DiceTerm[WarhammerAttack]] = by_key(
    DiceTerm(
        "to-wound",
        "to wound",
        {
            "add": _wound_better,
            "re-roll": _wound_again,
            "at-most": lambda dice, need: replace(
                dice, to_wound=min(int(need), dice.to_wound)
            ),
            "always": lambda dice, _: replace(dice, to_wound=ALWAYS),
            "ignore": lambda dice, _: replace(dice, slay=NEVER),
        },
        _wound_words,
        naturals={"slays": lambda dice, face: replace(dice, slay=min(face, dice.slay))},
        is_roll=True,
        values=dict.fromkeys(("re-roll", "at-most", "always", "ignore"), CLOSED),
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
            "re-roll": _save_again,
        },
        _save_words,
        is_roll=True,
        values={"re-roll": CLOSED},
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
        {
            "multiply": lambda dice, _: replace(dice, burns=True),
            "never": lambda dice, _: replace(dice, fireproof=True),
        },
        _fire_words,
        values={"multiply": OfferedValues(2, 2), "never": CLOSED},
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
            "re-roll": _save_again,
        },
        _save_words,
        is_roll=True,
        values={"re-roll": CLOSED},
    ),
}
"""The same of a shot: without a word on a save that is none already."""


def _shot_save(dice: WarhammerAttack, save: int) -> WarhammerAttack:
    return dice if dice.save >= NEVER else replace(dice, save=save)


ORDERS = {
    BEFORE: "strikes before all others",
    FIRST: "strikes first",
    LAST: "strikes last",
}
"""Classes of order in words."""


COUNTS: Mapping[str, DiceTerm[int]] = by_key(
    DiceTerm(
        "attacks",
        "Attacks",
        {
            "add": lambda attacks, more: attacks + int(more),
            "at-most": lambda attacks, most: min(attacks, int(most)),
        },
        lambda _, after: f"{after} attacks each",
        values={"at-most": CLOSED},
    ),
    DiceTerm(
        "extra-attacks",
        "further attacks",
        {"add": lambda attacks, more: attacks + int(more)},
        lambda _, after: f"{after} more beside the others",
        values={"add": CLOSED},
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
        lambda _, after: ORDERS[after],
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
    if word == "before":
        return BEFORE
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
