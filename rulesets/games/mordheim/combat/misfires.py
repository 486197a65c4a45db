"""Misfires of black powder in Mordheim: what a natural 1 to hit may bring."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.attack import (
    NEVER,
    SURE,
    blow,
    toughness,
    wound_need,
)
from rulesets.games.mordheim.combat.attack_rules import BlowMoment, BlowPlace
from rulesets.games.mordheim.combat.blows import MordheimBlow
from rulesets.games.mordheim.combat.body import GONE, Body, BodyState
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.combat.side import striking
from rulesets.games.mordheim.combat.strikes import power
from rulesets.games.mordheim.sources import MISFIRES
from rulesets.odds.answer import Step

ONE_AND = 1 / 36
"""Chance of a natural 1 to hit and of one result after it [chance]."""

BURST = 4
"""Strength of a gun that explodes [pips]."""


def may_misfire(weapon: MordheimWeapon) -> bool:
    """Return whether a weapon is black powder and is aimed with a roll."""
    return weapon.save_modifier is not None and not weapon.has("shot-line")


def misfiring(
    one: MordheimBlow,
    a: Warrior,
    weapon: MordheimWeapon,
    b: Warrior,
    moment: BlowMoment,
    context: MordheimContext,
) -> MordheimBlow:
    """Return a shot that may misfire: with a 1 and then a 6 it hits, one stronger."""
    stronger = replace(weapon, strength=weapon.hits_at(a.s) + 1)
    shooter = replace(a, missiles=(stronger,))
    sure = blow(BlowPlace(shooter, stronger, b, moment), context.untraced())
    text = "a natural 1 to hit: 1 explodes, 2 jams, 3 loads longer, 6 hits one stronger"
    context.trace.add(Step("Misfire", MISFIRES, text, a.side))
    return replace(one, misfire=replace(sure, faces=SURE))


def events(
    a: Warrior, body: Body, begin: BodyState, shots: int, shooters: int
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return the chances of what may happen to the shooters' side, and their words.

    A gun that explodes hits its firer with Strength 4; armour saves, and the hit is
    never critical (house).
    """
    hit = MordheimBlow(
        faces=SURE,
        to_wound=wound_need(BURST, toughness(a)),
        save=min(NEVER, max(2, a.save + 1)),
        critical=NEVER,
    )
    target = striking(body)
    size = len(target.states)
    single = (1 - ONE_AND) * target.same + ONE_AND * target.hit(hit)
    row = power(single, shots)[target.index[begin]]
    gone = target.index[GONE]
    out = float(row[gone] + row[size + gone])
    guns = shots * shooters
    found = {
        "a-gun-explodes": 1 - (1 - ONE_AND) ** guns,
        "a-gun-jams": 1 - (1 - ONE_AND) ** guns,
        "a-out-by-misfire": 1 - (1 - out) ** shooters,
    }
    return found, {
        "a-gun-explodes": f"A gun of {a.name} explodes",
        "a-gun-jams": f"A gun of {a.name} jams for good",
        "a-out-by-misfire": f"{a.name} taken out of action by his own gun",
    }
