"""Potions that change a Mordheim fighter's figures for a whole battle."""

from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.side import unholy
from rulesets.games.mordheim.combat.profile import Warrior, rule_step

SHADE = "crimson-shade"
VODKA = "vodka"

MOST_LEADERSHIP = 10
"""Leadership beyond which vodka helps nobody [pips]."""


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


def after_vodka(warrior: Warrior, context: MordheimContext) -> Warrior:
    """Return a fighter as his vodka makes him; who drank none is as he was.

    Source: Mordheim Annual 2002, vodka; the test of Toughness is rolled before the
    battle, so that it is asked for.
    """
    drank = context.situation.of(warrior.side).vodka
    if drank == "no" or VODKA not in warrior.gear:
        return warrior
    braver = max(warrior.ld, min(MOST_LEADERSHIP, warrior.ld + 1))
    slower = int(drank == "unsteady")
    text = f"Leadership {warrior.ld} becomes {braver}"
    text += ", 1 less Initiative" if slower else ""
    context.trace.add(rule_step(warrior, VODKA, text))
    return replace(warrior, ld=braver, i=max(0, warrior.i - slower))
