"""Casting spells and saying prayers in Mordheim, and what those that are hits do."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.core.subject import clause
from rulesets.games.mordheim.combat.blows.attack import NEVER
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import Body
from rulesets.games.mordheim.combat.blows.heights import fallen_of, label_falls
from rulesets.games.mordheim.combat.blows.hits import (
    SpellHits,
    Unaimed,
    hits_matrix,
    unaimed_blow,
)
from rulesets.games.mordheim.combat.blows.injuries import KNOCKED_DOWN, OUT, STUNNED
from rulesets.games.mordheim.combat.blows.second_dice import FOOT, reached_again
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.side import (
    beginning,
    body,
    ready,
    striking,
    unholy,
)
from rulesets.games.mordheim.combat.leadership import first_of
from rulesets.games.mordheim.combat.profile import (
    Spell,
    Warrior,
    rule_step,
)
from rulesets.games.mordheim.combat.shots.shooting import (
    endless_striking,
    unhurt,
    wounds_lost,
)
from rulesets.games.mordheim.sources import MAGIC
from rulesets.games.mordheim.special_rules import row_of, rules_that
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.effects import DiceTerm, apply_effects, by_key, carried, holds
from rulesets.odds.match_up import MatchUpError


@dataclass(frozen=True, slots=True)
class CastRoll:
    """The roll of two dice to cast a spell.

    Parameters
    ----------
    needed : int
        Lowest sum that casts it [pips].
    again : Fraction
        Chance that a failed roll is made again [chance].
    """

    needed: int
    again: Fraction = Fraction(0)

    @property
    def once(self) -> Fraction:
        """Return the chance that one roll casts it [chance]."""
        return sum(dice_sum(2)[max(0, self.needed) :], Fraction(0))


_AGAIN = {"failures": Fraction(1), "half-of-failures": Fraction(1, 2)}


def _cast_words(before: CastRoll, after: CastRoll) -> str:
    if before.needed != after.needed:
        return "one more on the dice"
    return f"a failed roll again: {after.once} each"


CAST: Mapping[str, DiceTerm[CastRoll]] = by_key(
    DiceTerm(
        "cast",
        "to cast",
        {
            "add": lambda roll, n: replace(roll, needed=roll.needed - int(n)),
            "re-roll": lambda roll, those: replace(roll, again=_AGAIN[str(those)]),
        },
        _cast_words,
    )
)
"""Changes of the roll to cast a spell."""

CAST_MOMENTS: Mapping[str, Callable[[Warrior, str], bool]] = {
    "casts": lambda caster, rule: caster.has(rule)
}

BESIDES = {
    "dark-blood": "that the caster then rolls for injury himself",
    "warpfire": "the hits on those who stand beside him",
}
"""Further effects of spells that the odds leave out, by key."""

_HITS = re.compile(r"(\d*)D(\d)(?:\+(\d))?$")


def casting(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of one spell or prayer of side a.

    Raises
    ------
    MatchUpError
        If side a knows no such spell, lies, or has lost all its wounds, or if its
        figures cannot be read.
    """
    del rounds
    ready(a, body(a, context.untraced()), context, "cast")
    asked = context.situation.difficulty
    spell = _spell(a, context.situation.spell, asked)
    needed = asked or spell.difficulty
    cast = _cast(a, spell, needed, context.situation.distance, context)
    works = cast * _not_shaken(spell, a, b, context)
    found = Odds(
        outcomes={
            "works": float(works),
            "shaken-off": float(cast - works),
            "not-cast": float(1 - cast),
        },
        labels={
            "works": f"{spell.name} works",
            "shaken-off": f"{clause(b.name, 'shakes')} it off",
            "not-cast": f"{spell.name} fails",
            "b-out": f"{b.name} out of action",
            "b-stunned": f"{b.name} stunned",
            "b-knocked-down": f"{b.name} knocked down",
            "b-loses-a-wound": f"{clause(b.name, 'takes')} an unsaved wound",
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
        return replace(found, trace=tuple(context.trace.steps), not_modelled=(left,))
    return _struck(found, spell, a, b, float(works), context)


def _not_shaken(
    spell: Spell, a: Warrior, b: Warrior, context: MordheimContext
) -> Fraction:
    """Return the chance that a fighter does not shake a spell off [chance].

    A prayer is no spell.
    """
    proof = first_of(b, rules_that("ignore", "spell"))
    if proof and a.has("wizard"):
        context.trace.add(rule_step(b, proof, f"{spell.name} does nothing"))
        return Fraction(0)
    off = first_of(b, rules_that("roll", "spell"))
    if not off:
        return Fraction(1)
    context.trace.add(rule_step(b, off, f"{spell.name} does nothing on 4+"))
    return Fraction(1, 2)


def spell_hits(a: Warrior, b: Warrior, context: MordheimContext) -> SpellHits | None:
    """Return the spell that a fighter casts in each of his turns, none if he does not.

    Raises
    ------
    MatchUpError
        If he knows no such spell, or it is no hit of a printed Strength.
    """
    number = context.situation.of(a.side).casts
    if not number or not a.spells:
        return None
    place = f"/situation/{a.side}.casts"
    if number > len(a.spells):
        known = f"{len(a.spells)} spells or prayers: {_names(a)}"
        raise MatchUpError(place, f"{clause(a.name, 'knows')} {known}")
    spell = a.spells[number - 1]
    if spell.strength is None:
        text = f"{spell.name} is no hit: what else it does in a fight is not worked out"
        raise MatchUpError(place, text)
    cast = _cast(a, spell, spell.difficulty, 0, context)
    works = float(cast * _not_shaken(spell, a, b, context))
    return SpellHits(works, _hit(spell, a, b, context), hits_of(spell), spell.range)


def _spell(a: Warrior, number: int, asked: int) -> Spell:
    """Return the spell that is meant; of one who knows none, any so difficult."""
    if not a.spells and asked:
        return Spell("spell", "The spell", asked)
    if not a.spells:
        raise MatchUpError(
            "/situation/difficulty",
            f"{clause(a.name, 'knows')} no spell: choose one for him in an army, or say"
            " how difficult one is",
        )
    if number > len(a.spells):
        raise MatchUpError(
            "/situation/spell",
            f"{clause(a.name, 'knows')} {len(a.spells)}: {_names(a)}",
        )
    return a.spells[number - 1]


def _names(a: Warrior) -> str:
    return ", ".join(one.name for one in a.spells)


def _cast(
    a: Warrior, spell: Spell, needed: int, distance: int, context: MordheimContext
) -> Fraction:
    """Return the chance that a spell is cast [chance]."""
    text = f"{spell.name}: 2D6 of at least {needed}"
    context.trace.add(Step("Casting", MAGIC, text, a.side))
    why_not = ""
    if spell.range is not None and distance > spell.range:
        why_not = f'{distance}" is beyond its reach of {spell.range}"'
    elif a.has("wizard") and a.armoured and not a.has("warrior-wizard"):
        why_not = "no spells in armour or with a shield"
    if why_not:
        context.trace.add(Step("Casting", MAGIC, why_not, a.side))
        return Fraction(0)
    effects = [
        one
        for key in dict.fromkeys((*a.rules, *a.granted, *a.gear))
        for one in carried(key, row_of(key).effects)
    ]
    roll, applied = apply_effects(
        CastRoll(needed), effects, holds(CAST_MOMENTS, a), CAST
    )
    context.trace.add(*(rule_step(a, one.rule, one.text) for one in applied))
    if not roll.again and context.situation.foot and FOOT in a.gear:
        text = "the lower die of a failed roll is rolled again"
        context.trace.add(rule_step(a, FOOT, text))
        return roll.once + reached_again(roll.needed)
    return roll.once + (1 - roll.once) * roll.again * roll.once


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
    context: MordheimContext,
) -> Odds:
    """Add the hits of a spell to its odds: no roll to hit, no critical hits."""
    one = _hit(spell, a, b, context)
    hits = hits_of(spell)
    of: Body = body(b, context)
    begin = beginning(b, of, context.situation)
    target = striking(of)
    row = hits_matrix(target, one, hits)[target.index[begin]]
    falls = fallen_of(of, row.tolist())
    ends = dict.fromkeys(range(OUT + 1), 0.0)
    for state, share in zip(target.states, row.tolist(), strict=True):
        if state != begin and state.posture in ends:
            ends[state.posture] += share * works
    size = len(hits) - 1
    endless = endless_striking(b, max(1, size))
    done = hits_matrix(endless, one, hits)[endless.index[unhurt(endless)]]
    lost = wounds_lost(endless, done.tolist(), max(1, size))
    chances = [works * share for share in lost.chances]
    chances[0] += 1.0 - works
    wounds = replace(lost, chances=tuple(chances))
    return replace(
        found,
        labels={**found.labels, **label_falls(falls, b)},
        wounds={"a": wounds},
        events={
            "b-out": ends[OUT],
            "b-stunned": ends[STUNNED],
            "b-knocked-down": ends[KNOCKED_DOWN],
            **{key: share * works for key, share in falls.items()},
            "b-loses-a-wound": 1.0 - chances[0],
        },
        expected={"wounds": wounds.expected()},
        trace=tuple(dict.fromkeys(context.trace.steps)),
        not_modelled=tuple(_beside(spell, a.side)),
    )


def _beside(spell: Spell, side: str) -> Iterator[NotModelled]:
    if spell.key in BESIDES:
        yield NotModelled(spell.name, side, BESIDES[spell.key])


def _hit(
    spell: Spell, a: Warrior, b: Warrior, context: MordheimContext
) -> MordheimBlow:
    strength = spell.strength or 0
    if spell.against_unholy is not None and unholy(b, context.situation):
        strength = spell.against_unholy
    hit = Unaimed(spell.key, spell.name, strength, saves=spell.saves)
    one = unaimed_blow(hit, a, b, context)
    text = f"hits: {spell.hits}, of Strength {strength}; "
    text += f"wounds {_need(one.to_wound)}, save {_need(one.save)}"
    context.trace.add(Step("To wound, to save", MAGIC, text, a.side))
    return one


def _need(pips: int) -> str:
    return f"{pips}+" if pips < NEVER else "none"
