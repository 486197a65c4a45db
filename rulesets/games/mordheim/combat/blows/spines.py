"""Spines in Mordheim: a hit on every enemy in contact as each combat phase begins."""

from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.hits import Unaimed, unaimed_blow
from rulesets.games.mordheim.combat.blows.strikes import (
    ChanceRows,
    Striking,
    power,
    sparse,
)
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior, rule_step

SPINES = Unaimed("spines", "Spines", 1, group="spines")
"""The hit of spines, which nobody rolls for."""


def spines_of(
    warrior: Warrior, enemy: Warrior, context: MordheimContext
) -> MordheimBlow | None:
    """Return what a fighter's spines do to each enemy in contact, if he has any.

    References
    ----------
    Mordheim rulebook, Cult of the Possessed: an automatic hit of Strength 1 at the
    start of each combat phase, never critical.
    """
    if not warrior.has("spines"):
        return None
    text = (
        f"hits all in contact with Strength {SPINES.strength} as a combat phase begins"
    )
    context.trace.add(rule_step(warrior, "spines", text))
    return unaimed_blow(SPINES, warrior, enemy, context)


def pricked(target: Striking, one: MordheimBlow, hits: int) -> ChanceRows:
    """Return the states of a body after so many hits of spines, by those before."""
    size = len(target.states)
    return sparse(power(target.hit(one)[:size, :size], hits))
