"""Fire on a Mordheim fighter: who sets him alight, and what it does while he burns.

Who is alight rolls a die in each of his recovery phases: on 4+ he puts it out, else the
fire hits him, and he does nothing but move in that turn.
"""

from collections.abc import Iterator

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.hits import Unaimed, unaimed_blow
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.blows.strikes import Striking
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimReadings
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.sources import ANNUAL
from rulesets.games.mordheim.special_rules import rules_that
from rulesets.odds.answer import Step

FIRE = Unaimed("fire", "Fire", 4, group="fire", burns=True)
"""The hit of each turn in which one who is alight burns on."""

PUT_OUT = 1 / 2
"""Chance that one who is alight puts the fire out, on 4+ [chance]."""


def lights(a: Warrior, weapon: MordheimWeapon) -> bool:
    """Return whether a weapon shoots a fighter's fire arrows."""
    return "fire-arrows" in a.gear and weapon.base == "bow"


def sets_alight(warrior: Warrior, readings: MordheimReadings) -> bool:
    """Return whether a fighter has what may set his enemies alight."""
    held = (*warrior.weapons, *warrior.missiles, *warrior.carried)
    blazing = rules_that("roll", "alight")
    arrows = readings.arrows_burn and any(lights(warrior, one) for one in held)
    return arrows or any(one.key in blazing for one in held)


def fire_on(
    warrior: Warrior, enemy: Warrior, context: MordheimContext
) -> MordheimBlow | None:
    """Return what the fire does each turn to whom an enemy set alight, if he can.

    References
    ----------
    Mordheim Annual 2002, brazier iron: recover on 4+, else an S4 hit and move only.
    """
    if not sets_alight(enemy, context.readings):
        return None
    text = (
        f"who is alight puts it out on {percent(PUT_OUT)} in his recovery phase, else "
        f"has a hit of Strength {FIRE.strength} and only moves"
    )
    context.trace.add(Step("Alight", f"{ANNUAL}: brazier iron", text, warrior.side))
    return unaimed_blow(FIRE, enemy, warrior, context)


def after_fire(
    striking: Striking, state: BodyState
) -> Iterator[tuple[BodyState, float]]:
    """Yield how one who has recovered is after the fire on him, if there is one."""
    fire = striking.body.fire
    if fire is None or not state.alight or state.posture >= OUT:
        yield state, 1.0
        return
    yield state._replace(alight=False), PUT_OUT
    row = striking.narrowed(striking.hit(fire))[striking.index[state]].tolist()
    for after, share in zip(striking.states, row, strict=True):
        if share:
            burns = after.posture < OUT
            yield after._replace(stopped=burns), share * (1 - PUT_OUT)
