"""Casting spells and saying prayers in Mordheim, and what those that are hits do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from rulesets.games.mordheim.combat.attack import (
    NEVER,
    SURE,
    strength_modifier,
    toughness,
    wound_need,
)
from rulesets.games.mordheim.combat.attack_modifiers import (
    AttackModifiers,
    BlowMoment,
    BlowPlace,
)
from rulesets.games.mordheim.combat.attack_rules import OF_ENEMIES
from rulesets.games.mordheim.combat.blows import MordheimBlow
from rulesets.games.mordheim.combat.body import KNOCKED_DOWN, OUT, STUNNED, Body
from rulesets.games.mordheim.combat.parties import beginning, body, unholy
from rulesets.games.mordheim.combat.profile import (
    MordheimWeapon,
    Spell,
    Warrior,
    rule_step,
)
from rulesets.games.mordheim.combat.questions import MAGIC
from rulesets.games.mordheim.combat.shooting import endless_striking, lost, whole
from rulesets.games.mordheim.combat.side import striking
from rulesets.games.mordheim.combat.strikes import Striking, power
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats

EASIER = {"sorcery": "wizard", "holy-tome": "prayers"}
"""Who casts with one more on the dice: skill or gear, and the rule of who has it."""

AGAIN = {
    "familiar": ("wizard", Fraction(1)),
    "rosary": ("prayers", Fraction(1)),
    "magic-gubbinz": ("wizard", Fraction(1, 2)),
}
"""Gear that lets a failed roll be made again: whose, and how surely [chance]."""

SHAKES_OFF = ("daemon-soul", "fey", "protection-of-sigmar")
"""Rules of those on whom a spell fails on 4+."""

AVOIDS = ("regeneration", "excellent-reflexes", "peg-leg", "enchanted-skins")
"""What turns a hit or a wound away whatever it comes from."""

BESIDES = {
    "dark-blood": "that the caster then rolls for injury himself",
    "warpfire": "the hits on those who stand beside him",
}
"""What hits do more, which the odds leave out, by the key of the spell."""

_HITS = re.compile(r"(\d*)D(\d)(?:\+(\d))?$")


def casting(
    a: Warrior, b: Warrior, situation: Settled, readings: Settled, rounds: int | None
) -> Odds:
    """Return the odds of one spell or prayer of side a.

    Raises
    ------
    MatchUpError
        If side a knows no such spell, or its figures cannot be read.
    """
    del rounds
    steps: list[Step] = []
    asked = int(situation["difficulty"])
    spell = _spell(a, int(situation["spell"]), asked)
    needed = asked or spell.difficulty
    cast = _cast(a, spell, needed, int(situation["distance"]), steps)
    off = next((key for key in SHAKES_OFF if b.has(key)), "")
    if off:
        steps.append(rule_step(b, off, f"{spell.name} does nothing on 4+"))
    works = cast * Fraction(1, 2 if off else 1)
    found = Odds(
        outcomes={
            "works": float(works),
            "shaken-off": float(cast - works),
            "not-cast": float(1 - cast),
        },
        labels={
            "works": f"{spell.name} works",
            "shaken-off": f"{b.name} shakes {spell.name} off",
            "not-cast": f"{spell.name} fails",
            "b-out": f"{b.name} out of action",
            "b-stunned": f"{b.name} stunned",
            "b-knocked-down": f"{b.name} knocked down",
            "b-loses-a-wound": f"{b.name} takes an unsaved wound",
            "wounds": "Unsaved wounds on average",
        },
        distributions={
            "roll": Distribution(
                "Sum of the dice", "pips", tuple(map(float, dice_sum(2)))
            )
        },
        notes=("One spell or prayer a turn, in the shooting phase.",),
    )
    if spell.strength is None:
        left = NotModelled(spell.name, a.side, "only the chance to cast it is told")
        return replace(found, trace=tuple(steps), not_modelled=(left,))
    return _struck(found, spell, a, b, float(works), situation, readings, steps)


def _spell(a: Warrior, number: int, asked: int) -> Spell:
    """Return the spell that is meant; of one who knows none, any so difficult."""
    if not a.spells and asked:
        return Spell("spell", "The spell", asked)
    if not a.spells:
        raise MatchUpError(
            "/situation/difficulty",
            f"{a.name} knows no spell: choose one for him in an army, or say how "
            "difficult one is",
        )
    if number > len(a.spells):
        raise MatchUpError(
            "/situation/spell", f"{a.name} knows {len(a.spells)}: {_names(a)}"
        )
    return a.spells[number - 1]


def _names(a: Warrior) -> str:
    return ", ".join(one.name for one in a.spells)


def _cast(
    a: Warrior, spell: Spell, needed: int, distance: int, steps: list[Step]
) -> Fraction:
    """Return the chance that a spell is cast [chance]."""
    said = f"{spell.name}: 2D6 of at least {needed}"
    steps.append(Step("Casting", MAGIC, said, a.side))
    why_not = ""
    if spell.range is not None and distance > spell.range:
        why_not = f'{distance}" is beyond its reach of {spell.range}"'
    elif a.has("wizard") and a.armoured and not a.has("warrior-wizard"):
        why_not = "no spells in armour or with a shield"
    if why_not:
        steps.append(Step("Casting", MAGIC, why_not, a.side))
        return Fraction(0)
    for key, rule in EASIER.items():
        if a.has(rule) and (a.has(key) or key in a.gear):
            steps.append(rule_step(a, key, "one more on the dice"))
            needed -= 1
    once = sum(dice_sum(2)[max(0, needed) :], Fraction(0))
    for key, (rule, surely) in AGAIN.items():
        if a.has(rule) and key in a.gear:
            steps.append(rule_step(a, key, f"a failed roll again: {once} each"))
            return once + (1 - once) * surely * once
    return once


def hits_of(spell: Spell) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, 2 … hits [chance].

    Raises
    ------
    MatchUpError
        If the printed number is neither a number nor dice.
    """
    if spell.hits.isdigit() and len(spell.hits) == 1:
        number = int(spell.hits)
        return (*(Fraction(0) for _ in range(number)), Fraction(1))
    read = _HITS.match(spell.hits)
    if read is None:
        raise MatchUpError(
            f"/a/fighter/gear/{spell.key}/stats/hits",
            "expected a number of hits, or dice such as 2D6 or D6+2",
        )
    dice, faces, more = read.groups()
    rolled = dice_sum(int(dice or 1), int(faces))
    return (*(Fraction(0) for _ in range(int(more or 0))), *rolled)


def _struck(
    found: Odds,
    spell: Spell,
    a: Warrior,
    b: Warrior,
    works: float,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> Odds:
    """Return what a spell does that is hits: no roll to hit, no critical hits."""
    one = _hit(spell, a, b, situation, readings, steps)
    hits = hits_of(spell)
    of: Body = body(b, steps)
    begin = beginning(b, of, situation)
    target = striking(of)
    row = _row(target, one, hits)[target.index[begin]]
    ends = dict.fromkeys(range(OUT + 1), 0.0)
    for state, share in zip(target.states, row.tolist(), strict=True):
        if state != begin and state.posture in ends:
            ends[state.posture] += share * works
    size = len(hits) - 1
    endless = endless_striking(b, max(1, size))
    done = _row(endless, one, hits)[endless.index[whole(endless)]]
    told = lost(endless, done.tolist(), max(1, size))
    chances = [works * share for share in told.chances]
    chances[0] += 1.0 - works
    wounds = replace(told, chances=tuple(chances))
    return replace(
        found,
        wounds={"a": wounds},
        events={
            "b-out": ends[OUT],
            "b-stunned": ends[STUNNED],
            "b-knocked-down": ends[KNOCKED_DOWN],
            "b-loses-a-wound": 1.0 - chances[0],
        },
        expected={"wounds": wounds.expected()},
        trace=tuple(dict.fromkeys(steps)),
        not_modelled=tuple(_beside(spell, a.side)),
    )


def _beside(spell: Spell, side: str) -> Iterator[NotModelled]:
    if spell.key in BESIDES:
        yield NotModelled(spell.name, side, BESIDES[spell.key])


def _hit(
    spell: Spell,
    a: Warrior,
    b: Warrior,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> MordheimBlow:
    strength = spell.strength or 0
    if spell.against_unholy is not None and unholy(b, situation):
        strength = spell.against_unholy
    draft = AttackModifiers(skill=0, strength=strength, save=b.save)
    at = BlowPlace(a, MordheimWeapon(spell.key, spell.name, "spell"), b, BlowMoment())
    for key in AVOIDS:
        if b.has(key) or key in b.gear:
            steps.append(rule_step(b, key, "counts against spells"))
            draft = OF_ENEMIES[key](draft, at, 0)
    best = 2 if readings["ones-fail-saves"] else 1
    save = min(NEVER, max(best, draft.save + strength_modifier(strength)))
    if not spell.saves:
        save = NEVER
    wounds = wound_need(strength, toughness(b))
    text = f"hits: {spell.hits}, of Strength {strength}; "
    text += f"wounds {_need(wounds)}, save {_need(save)}"
    steps.append(Step("To wound, to save", MAGIC, text, a.side))
    return MordheimBlow(
        faces=SURE,
        to_wound=wounds,
        save=save,
        critical=NEVER,
        avoided=draft.avoided,
        dodged=draft.dodged,
    )


def _need(pips: int) -> str:
    return f"{pips}+" if pips < NEVER else "none"


def _row(target: Striking, one: MordheimBlow, hits: tuple[Fraction, ...]) -> Floats:
    """Return what so many hits do to a body, none of them a critical one."""
    size = len(target.states)
    single = target.hit(one)[:size, :size]
    found: Floats = np.zeros((size, size))
    for number, share in enumerate(hits):
        if share:
            found += float(share) * power(single, number)
    return found
