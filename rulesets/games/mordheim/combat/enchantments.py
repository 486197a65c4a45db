"""Fighters of Mordheim under a spell or a prayer that changes their figures."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.special_rules import row_of
from rulesets.games.mordheim.spell_rules import PREFIX

FIGURES: Mapping[str, Mapping[str, int]] = {
    "hammer-of-sigmar": {"s": 2},
    "black-fury": {"a": 2, "s": 1},
    "sword-of-rezhebel": {"a": 1, "s": 2, "ws": 2},
    "clubba": {"a": 1, "s": 2},
    "bears-paw": {"s": 2},
    "blessed-ale": {"a": -1},
    "stench-of-nurgle": {"a": -1},
}
"""Characteristics that each adds or takes [pips]."""


def under_spell(warrior: Warrior, context: MordheimContext) -> Warrior:
    """Return a fighter as the spell makes him that he is said to be under.

    Nobody who has an attack loses his last one (house).
    """
    spell = context.situation.of(warrior.side).under
    if spell == "none":
        return warrior
    key = f"{PREFIX}{spell}"
    context.trace.add(rule_step(warrior, key, row_of(key).summary))
    changes = FIGURES.get(spell, {})
    return replace(
        warrior,
        ws=warrior.ws + changes.get("ws", 0),
        s=warrior.s + changes.get("s", 0),
        a=max(min(1, warrior.a), warrior.a + changes.get("a", 0)),
        granted=warrior.granted | {key},
    )


def lasting(warrior: Warrior, context: MordheimContext) -> tuple[str, ...]:
    """Return the note that a spell lasts, where a fighter is under one."""
    spell = context.situation.of(warrior.side).under
    if spell == "none":
        return ()
    name = row_of(f"{PREFIX}{spell}").name
    text = f"{name} is upon {warrior.name} in every turn"
    return (f"{text}: that it may end is not followed.",)
