"""Changes of an attack by special rules: its dice, the terms of effects, and moments.

The effects stand in the table of special rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from rulesets.core.effects import Whose
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    FIRST,
    LAST,
    Rules,
    ScrollhammerAttack,
    ScrollhammerMoment,
    ScrollhammerSave,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.attack import Reroll
from rulesets.odds.context import answer_to
from rulesets.odds.dice import NEVER
from rulesets.odds.effects import (
    CLOSED,
    Amount,
    CarriedEffect,
    DiceTerm,
    Holds,
    OfferedValues,
    by_key,
    carried,
    holds,
)

MOST_ATTACKS = 40
"""Most attacks of one model, with all that rules add [dice]."""

AGAIN = OfferedValues(words=("failures", "ones"))

BRINGS = "rule:"
"""Beginning of the term of an effect that brings another rule."""

POISON = 4
"""Roll on which poison wounds where no X is printed [pips]."""


@dataclass(frozen=True, slots=True)
class AttackCase:
    """The case of moments; who ``parries`` has a hand weapon and a shield in hand."""

    attack: ScrollhammerAttack
    moment: ScrollhammerMoment
    readings: ScrollhammerReadings
    parries: bool = False


MOMENTS: Mapping[str, Callable[[AttackCase, str], bool]] = {
    "in-combat": lambda at, _: at.moment.melee,
    "shooting": lambda at, _: not at.moment.melee,
    "first-round": lambda at, _: at.moment.first,
    "charging": lambda at, _: at.moment.charging,
    "hidden": lambda at, _: at.moment.hidden,
    "asked": lambda at, question: at.moment.answers(question),
    "outnumbered": lambda _, __: False,
    "reads": lambda at, reading: bool(answer_to(at.readings, reading)),
    "parrying": lambda at, _: at.parries,
    "spell": lambda at, _: at.attack.kind == "spell",
    "element": lambda at, element: at.attack.element == element,
    "enemy": lambda at, kind: at.attack.target == kind,
}
"""Moments by their word; what follows a colon is given to them.

Who is outnumbered changes from round to round: a function counts what holds then.
"""


def printed(need: int) -> str:
    """Return a need as it is printed; "none" past 6."""
    return f"{need}+" if need < NEVER else "none"


def _better(number: int) -> str:
    return f"{abs(number)} {'better' if number > 0 else 'worse'}"


def _more(number: int) -> str:
    return f"{abs(number)} {'more' if number > 0 else 'less'}"


def _hit_words(before: ScrollhammerAttack, after: ScrollhammerAttack) -> str:
    if before.hits_again != after.hits_again:
        return {"failures": "misses", "ones": "1s to hit"}.get(
            after.hits_again, "no rolls to hit"
        ) + " are rolled again"
    return f"to hit {printed(before.to_hit)} becomes {printed(after.to_hit)}"


def _poison_words(_: ScrollhammerAttack, after: ScrollhammerAttack) -> str:
    """Return the words of poison, also where the target is proof against it."""
    if not after.poison:
        return ""
    if after.poison_proof:
        return "does nothing to this target"
    return "wounds on a fixed roll where that is better"


def _wound_words(before: ScrollhammerAttack, after: ScrollhammerAttack) -> str:
    if before.to_wound != after.to_wound:
        return f"{_better(after.to_wound - before.to_wound)} to wound"
    if before.wounds_again != after.wounds_again:
        return f"{after.wounds_again} to wound are rolled again"
    rends = "a 6 to wound always wounds, with 5 of piercing"
    return f"{rends}, and slays" if before.slays != after.slays else rends


def _damage_words(before: ScrollhammerAttack, after: ScrollhammerAttack) -> str:
    if before.outright != after.outright:
        return "every unsaved wound slays"
    many = after.damage if isinstance(after.damage, str) else "more"
    return f"unsaved wounds are {many}, on the same model"


def _order(attack: ScrollhammerAttack, word: Amount) -> ScrollhammerAttack:
    """Set when blows fall; strikes last overrides strikes first."""
    order = LAST if LAST in (word, attack.order) else FIRST
    return replace(attack, order=order)


def _damage_die(attack: ScrollhammerAttack, sides: Amount) -> ScrollhammerAttack:
    return replace(attack, damage="D3" if sides == 3 else "D6")


DICE: Mapping[str, DiceTerm[ScrollhammerAttack]] = by_key(
    DiceTerm(
        "shots",
        "shots",
        {"multiply": lambda attack, _: replace(attack, touches=True)},
        lambda _, __: "hits every model that it touches, as many as was said",
        values={"multiply": CLOSED},
    ),
    DiceTerm(
        "save:shield",
        "saves of bearers of shields",
        {"re-roll": lambda attack, _: replace(attack, shields_again="failures")},
        lambda _, __: "bearers of shields roll failed saves again",
        values={"re-roll": CLOSED},
    ),
    DiceTerm(
        "poison",
        "poison",
        {
            "or": lambda attack, x: replace(
                attack, poison=min(int(x) or POISON, attack.poison or NEVER)
            ),
            "ignore": lambda attack, _: replace(attack, poison_proof=True),
        },
        _poison_words,
        values={"ignore": CLOSED},
    ),
    DiceTerm(
        "aim",
        "aim",
        {},
        lambda _, __: "a 6 to hit is aimed at a leader, who passes it on with 3+",
        naturals={"leader": lambda attack, _: replace(attack, aims=True)},
        values={"natural": CLOSED},
    ),
    DiceTerm(
        "to-wound",
        "to wound",
        {
            "add": lambda attack, n: replace(attack, to_wound=attack.to_wound + int(n)),
            "re-roll": lambda attack, word: replace(
                attack, wounds_again=cast(Reroll, word)
            ),
        },
        _wound_words,
        naturals={
            "rends": lambda attack, _: replace(attack, rends=True),
            "slays": lambda attack, _: replace(attack, slays=True),
        },
        is_roll=True,
        values={"re-roll": AGAIN, "natural": CLOSED},
    ),
    DiceTerm(
        "damage",
        "wounds of an unsaved wound",
        {
            "set": lambda attack, x: replace(attack, damage=int(x) or 1),
            "roll": _damage_die,
            "always": lambda attack, _: replace(attack, outright=True),
        },
        _damage_words,
        values={"set": OfferedValues(2, 6), "roll": OfferedValues(3, 3)},
    ),
    DiceTerm(
        "misses",
        "misses of a model",
        {"re-roll": lambda attack, _: replace(attack, one_again=True)},
        lambda _, __: "one miss of each bearer is rolled again",
        values={"re-roll": CLOSED},
    ),
    DiceTerm(
        "order",
        "order of blows",
        {"set": _order},
        lambda _, after: (
            f"strikes {'before' if after.order == FIRST else 'after'} all others"
        ),
        values={"set": OfferedValues(words=(FIRST, LAST))},
    ),
    DiceTerm(
        "initiative",
        "Initiative of blows",
        {"add": lambda attack, n: replace(attack, sooner=attack.sooner + int(n))},
        lambda before, after: f"{_more(after.sooner - before.sooner)} Initiative",
    ),
    DiceTerm(
        "cover",
        "cover save",
        {"ignore": lambda attack, _: replace(attack, no_cover=True)},
        lambda _, __: "no cover save",
    ),
    DiceTerm(
        "strength",
        "Strength",
        {"add": lambda attack, n: replace(attack, strength=attack.strength + int(n))},
        lambda before, after: f"{_more(after.strength - before.strength)} Strength",
    ),
    DiceTerm(
        "piercing",
        "armour piercing",
        {"add": lambda attack, n: replace(attack, ap=attack.ap + int(n))},
        lambda before, after: f"{_more(after.ap - before.ap)} piercing",
        values={"add": OfferedValues(1, 3)},
    ),
    DiceTerm(
        "hit",
        "a hit",
        {"always": lambda attack, _: replace(attack, sure=True)},
        lambda _, __: "hits without a roll",
    ),
    DiceTerm(
        "to-hit",
        "to hit",
        {
            "add": lambda attack, n: replace(attack, to_hit=attack.to_hit - int(n)),
            "re-roll": lambda attack, word: replace(
                attack, hits_again=cast(Reroll, word)
            ),
        },
        _hit_words,
        is_roll=True,
        values={"re-roll": AGAIN},
    ),
    DiceTerm(
        "to-hit-and-wound",
        "to hit and to wound",
        {"re-roll": lambda attack, _: replace(attack, ones_again=True)},
        lambda _, __: "1s to hit and wound are rolled again",
        values={"re-roll": CLOSED},
    ),
    DiceTerm(
        "to-wound:monstrous-creature",
        "to wound monstrous creatures",
        {"re-roll": lambda attack, _: replace(attack, monsters_again="failures")},
        lambda _, __: "against monstrous creatures",
        values={"re-roll": CLOSED},
    ),
    DiceTerm(
        "save:armour",
        "armour saves",
        {"ignore": lambda attack, _: replace(attack, no_armour=True)},
        lambda _, __: "no armour save",
        values={"ignore": CLOSED},
    ),
    DiceTerm(
        "kind",
        "kind of damage",
        {"add": lambda attack, word: _with_kind(attack, str(word))},
        lambda _, __: "",
        values={"add": CLOSED},
    ),
)
"""Terms of an attack that effects change, in the order in which a trace tells them."""

ELEMENT: Mapping[str, DiceTerm[ScrollhammerAttack]] = by_key(
    DiceTerm(
        "element",
        "element of the damage",
        {"set": lambda attack, word: _with_element(attack, str(word))},
        lambda _, after: f"deals {after.element} damage",
        values={"set": CLOSED},
    )
)
"""The element of an attack, which is settled first: moments of others may name it."""


def _with_element(attack: ScrollhammerAttack, word: str) -> ScrollhammerAttack:
    """Set the element of the damage; a spell keeps its own."""
    return attack if attack.kind == "spell" else replace(attack, element=word)


def _with_kind(attack: ScrollhammerAttack, word: str) -> ScrollhammerAttack:
    """Set the kind of damage: a spell's is its own, magic overrides otherworldly."""
    if attack.kind == "spell" or attack.kind == "magic":
        return attack
    return replace(attack, kind=word)


def _armour_words(_: ScrollhammerSave, after: ScrollhammerSave) -> str:
    return f"its armour saves on {printed(after.armour)}"


SAVES: Mapping[str, DiceTerm[ScrollhammerSave]] = by_key(
    DiceTerm(
        "armour",
        "armour save",
        {
            "add": lambda save, n: replace(save, armour=save.armour - int(n)),
            "never": lambda save, _: replace(save, armour=NEVER),
        },
        _armour_words,
        is_roll=True,
    ),
    DiceTerm(
        "ward",
        "ward save",
        {
            "add": lambda save, n: replace(save, ward=save.ward - int(n)),
            "or": lambda save, need: replace(save, ward=min(save.ward, int(need))),
        },
        lambda before, after: (
            f"ward save {printed(before.ward)} becomes {printed(after.ward)}"
        ),
        is_roll=True,
    ),
)
"""Terms of the saves of who is struck."""

ATTACKS: Mapping[str, DiceTerm[int]] = by_key(
    DiceTerm(
        "attacks",
        "Attacks",
        {"add": lambda attacks, more: min(max(0, attacks + int(more)), MOST_ATTACKS)},
        lambda before, after: f"{_more(after - before)} attacks each",
    )
)
"""The term of the attacks that a model makes."""


def now(
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    *,
    parries: bool = False,
) -> Holds:
    """Return whether moments hold, by their words."""
    return holds(MOMENTS, AttackCase(attack, moment, readings, parries))


def effects_of(rules: Mapping[str, int], *whose: Whose) -> tuple[CarriedEffect, ...]:
    """Return the effects of rules, of some whose alone where that is said."""
    return _effects_of(tuple(rules.items()), whose)


@lru_cache(maxsize=1024)
def _effects_of(rules: Rules, whose: tuple[Whose, ...]) -> tuple[CarriedEffect, ...]:
    return tuple(
        one for key, x in rules for one in carried(key, rule_of(key).effects, x, *whose)
    )


def rules_in_use(rules: Mapping[str, int], at: Holds) -> dict[str, int]:
    """Return rules with those that they bring at a moment."""
    brought = {
        one.effect.on.removeprefix(BRINGS): 0
        for one in effects_of(rules)
        if one.effect.on.startswith(BRINGS) and all(map(at, one.effect.when))
    }
    return {**brought, **rules} if brought else dict(rules)


def reads(readings: ScrollhammerReadings) -> Holds:
    """Return whether a moment that names a reading holds."""
    return lambda moment: bool(answer_to(readings, moment.removeprefix("reads:")))


def forbids_flight(rules: Rules, *, foe: bool) -> bool:
    """Return whether rules forbid a unit to flee from the charge of an enemy."""
    used = rules_in_use(dict(rules), lambda moment: foe and moment == "asked:foe")
    return any(
        (one.effect.on, one.effect.op) == ("act:flee", "may-not")
        for one in effects_of(used)
    )
