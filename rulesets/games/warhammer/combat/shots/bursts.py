"""Hits that no shot makes: Fanatics who are sent out, and the spells bound in rings."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulesets.core.subject import so_many
from rulesets.games.warhammer.bound_items import (
    DOOMFIRE,
    FANATICS,
    MUSHROOMS,
    UNPRINTED_SPELLS,
)
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    is_blessed,
    needs,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.blows.endurance import with_endurance
from rulesets.games.warhammer.combat.blows.moments import AttackMoment, now
from rulesets.games.warhammer.combat.blows.terms import SHOTS, effects_of
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerSituation
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.beside import Hits, beside_of, other_targets
from rulesets.games.warhammer.combat.shots.shooting import save_against_shots
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.context import Trace
from rulesets.odds.dice import dice_sum
from rulesets.odds.effects import Holds, apply_effects

FANATIC_STRENGTH = 5
"""Strength of the hits of a Fanatic.

References
----------
Warhammer Armies: Orcs & Goblins (6th edition), page 15 and the Fanatic's stat line.
"""

DOOMFIRE_STRENGTH = 3
"""Strength of the hits of the Doomfire Ring.

References
----------
Warhammer Armies: Empire (6th edition), Magic items.
"""


@dataclass(frozen=True, slots=True)
class Burst:
    """Hits without a roll, of which dice say how many there are.

    Parameters
    ----------
    key : str
        The rule or the item that brings them.
    strength : int
    counts : tuple of float
        Chance of 0, 1, 2 … hits [chance].
    flames : bool
    words : str
        How many hits there are, in words.
    """

    key: str
    strength: int
    counts: tuple[float, ...]
    words: str
    flames: bool = False


def bursts_of(own: WarhammerUnit, situation: WarhammerSituation) -> Iterator[Burst]:
    """Yield the hits that a unit brings beside its shots, as the situation says."""
    sent = situation.fanatics
    if sent and own.has(FANATICS, MUSHROOMS):
        twice = situation.mushrooms or own.has(MUSHROOMS)
        key, dice = (MUSHROOMS, 2 * sent) if twice else (FANATICS, sent)
        yield Burst(key, FANATIC_STRENGTH, _rolled(dice), f"{dice}D6 hits")
    if situation.casts and own.has(DOOMFIRE):
        yield Burst(DOOMFIRE, DOOMFIRE_STRENGTH, _rolled(1), "D6 hits", flames=True)
    for key in UNPRINTED_SPELLS:
        if situation.spell_hits and own.has(key):
            hits = situation.spell_hits
            counts = (*(0.0 for _ in range(hits)), 1.0)
            words = so_many(hits, "hit")
            yield Burst(key, situation.spell_strength, counts, words)


def _rolled(dice: int) -> tuple[float, ...]:
    return tuple(float(share) for share in dice_sum(dice))


def hits_of(burst: Burst, target: WarhammerUnit, context: WarhammerContext) -> Hits:
    """Return one of such hits, at a machine or a mount of the target too.

    They are neither shots nor blows: what counts against these alone does not.
    """
    others = [
        _attack(burst, one, context.situation, Trace()) for one in other_targets(target)
    ]
    trace = context.trace
    attack = _attack(burst, target, context.situation, trace)
    words = ", ".join(
        f"{need.need}+ {need.label.lower()}" for need in needs(attack) if need.need < 7
    )
    text = f"{burst.words} without a roll at Strength {burst.strength}: {words}"
    trace.add(Step(*title_of(burst.key), text, "a"))
    return Hits(attack, 1, beside_of(target, attack, others, context.readings))


def _attack(
    burst: Burst, target: WarhammerUnit, situation: WarhammerSituation, trace: Trace
) -> WarhammerAttack:
    attack = WarhammerAttack(
        attacks=1,
        strength=burst.strength,
        to_hit=1,
        to_wound=wound_need(burst.strength, target.toughness),
        save=worsened(save_against_shots(target), burst.strength),
        ward=ward_of(target, burst.strength, situation),
        automatic=True,
        flames=burst.flames,
    )
    magic = burst.key not in (FANATICS, MUSHROOMS)
    at = now(
        AttackMoment(
            blessed=is_blessed(target, situation),
            strength=burst.strength,
            weapon=frozenset({"magic"} if magic else ()),
        )
    )
    rules = effects_of(target.rules, "against")
    attack, applied = apply_effects(attack, rules, _neither(at), SHOTS)
    attack, by_wounds = with_endurance(attack, target, at)
    for did in (*applied, *by_wounds):
        trace.add(Step(*title_of(did.rule), did.text, target.side))
    return attack


def _neither(at: Holds) -> Holds:
    """Return the predicate of moments that are neither of combat nor of shooting."""
    return lambda moment: moment not in ("in-combat", "shooting") and at(moment)
