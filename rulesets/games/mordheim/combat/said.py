"""Fighters of Mordheim as the situation says that their rules count."""

from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.said_rules import BROUGHT, OF_SAID
from rulesets.games.mordheim.special_rules import row_of

OWN = frozenset(row.key for row in OF_SAID)
"""Rules that tell what they do where they do it."""


def as_said(warrior: Warrior, context: MordheimContext) -> Warrior:
    """Return a fighter with what his rules bring where the situation says so."""
    said = [key for key in BROUGHT if key in warrior.rules]
    brought = {
        key: BROUGHT[key] for key in said if _counts(key, warrior, context.situation)
    }
    if not brought:
        return warrior
    for key, rule in brought.items():
        if rule not in OWN:
            text = f"has {row_of(rule).name.lower()}"
            context.trace.add(rule_step(warrior, key, text))
    return replace(warrior, granted=warrior.granted | set(brought.values()))


def _counts(key: str, warrior: Warrior, situation: MordheimSituation) -> bool:
    question = row_of(key).fate.question
    if question == "rests" and situation.moved:
        return False
    return bool(situation.answer(question, warrior.side))
