"""Torches of Mordheim: animals fear them, and they are poor clubs."""

from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior, rule_step

TORCH = "torch"

CLUB = MordheimWeapon(
    TORCH,
    "Torch",
    "club",
    rules={"concussion": 0, "makeshift": 0, "burns": 0},
    table="bludgeoning",
)
"""A torch that somebody strikes with."""


def with_torch(warrior: Warrior, enemy: Warrior, context: MordheimContext) -> Warrior:
    """Return a fighter with his torch in hand; without one, as he is.

    He causes fear in every way where his enemy is an animal (house).
    """
    use = context.situation.of(warrior.side).torch
    if use == "no" or TORCH not in warrior.gear:
        return warrior
    if use == "club":
        warrior = replace(warrior, weapons=(CLUB,))
    if enemy.has("animal"):
        context.trace.add(rule_step(warrior, TORCH, "animals fear it"))
        warrior = replace(warrior, granted=warrior.granted | {"fear"})
    return warrior
