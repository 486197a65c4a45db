"""Potions that change a Mordheim fighter's figures for a whole battle."""

from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.combat.side import unholy

SHADE = "crimson-shade"


def under_shade(warrior: Warrior, context: MordheimContext) -> Warrior:
    """Return a fighter as his crimson shade makes him; without one, as he is.

    On a steed his Movement is the steed's, and stays. Source: Mordheim rulebook,
    crimson shade; the D3 is rolled before the battle, so that it is asked for.
    """
    if SHADE not in warrior.gear or unholy(warrior, context.situation):
        return warrior
    quicker = context.situation.of(warrior.side).shade
    text = f"{quicker} more Initiative, 1 more Strength and Movement"
    context.trace.add(rule_step(warrior, SHADE, text))
    return replace(
        warrior,
        i=warrior.i + quicker,
        s=warrior.s + 1,
        m=warrior.m if warrior.m is None or warrior.mounted else warrior.m + 1,
    )
