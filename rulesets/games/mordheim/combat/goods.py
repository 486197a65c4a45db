"""Goods of Mordheim that are used once, and what keeps a charger away."""

from collections.abc import Mapping

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.blows.heights import initiative_test
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.leadership import (
    leadership,
    sure_to_pass,
    two_dice_at_most,
)
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.sources import CHARGES, RULEBOOK
from rulesets.odds.answer import Step

CHOSEN: Mapping[str, str] = {
    "flash-powder": "flash",
    "garlic": "garlic",
    "blessed-water": "water",
    "net": "net",
    "fire-bomb": "bomb",
}
"""Goods that count where the situation says so, with the question that asks."""


CALTROPS = "caltrops"


def strews(charged: Warrior, situation: MordheimSituation) -> bool:
    """Return whether a fighter strews caltrops before the first charge at him."""
    return situation.of(charged.side).caltrops and CALTROPS in charged.gear


def throws_flash(charged: Warrior, situation: MordheimSituation) -> bool:
    """Return whether a fighter throws flash powder at the first charge at him."""
    return situation.of(charged.side).flash and "flash-powder" in charged.gear


def dazzled(charger: Warrior, charged: Warrior, context: MordheimContext) -> float:
    """Return the chance that flash powder keeps one charger away [chance].

    References
    ----------
    Mordheim Annual 2002, flash powder.
    """
    if not throws_flash(charged, context.situation):
        return 0.0
    comes = initiative_test(charger)
    text = f"a charger passes his test of Initiative on {percent(comes)}"
    context.trace.add(Step("Flash powder", CHARGES, text, charged.side))
    return 1 - comes


def repelled(charger: Warrior, charged: Warrior, context: MordheimContext) -> float:
    """Return the chance that garlic keeps one charger away [chance].

    References
    ----------
    Mordheim rulebook, garlic.
    """
    told = context.situation.of(charged.side)
    if not (told.garlic and "garlic" in charged.gear):
        return 0.0
    brave = 1.0
    if not sure_to_pass(charger):
        brave = two_dice_at_most(leadership(charger, context.situation))
    text = f"a Vampire passes his test of Leadership on {percent(brave)}"
    context.trace.add(Step("Garlic", f"{RULEBOOK}: garlic", text, charged.side))
    return 1 - brave


def held_off(charger: Warrior, charged: Warrior, context: MordheimContext) -> float:
    """Return the chance that goods of who is charged keep one charger away [chance]."""
    comes = 1 - dazzled(charger, charged, context)
    return 1 - comes * (1 - repelled(charger, charged, context))
