"""Attacks of Charge: from stat line, rules and situation to dice, with the trace."""

from dataclasses import replace

from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeReadings,
    Contact,
)
from rulesets.games.charge.combat.profile import (
    ChargeUnit,
    apply_rules,
    half_strength,
    works,
)
from rulesets.games.charge.combat.terms import (
    OF_MELEE,
    OF_SHOOTING,
    ChargeAttack,
    ChargeMoment,
    attack,
    printed,
)
from rulesets.games.charge.sources import MELEE, SHOOTING, STATES
from rulesets.odds.answer import Need, Step
from rulesets.odds.attack import Attack, effect, passes

CONTACT_BONUS = {"front": 0, "flank": 1, "rear": 2, "flank-and-rear": 2}
"""Bonus to the roll to hit a unit that is attacked there [pips]."""

QUARTER_TURN: dict[Contact, Contact] = {
    "front": "front",
    "flank": "front",
    "rear": "flank",
    "flank-and-rear": "front",
}
"""The side on which a unit is touched after it pivots by a quarter turn."""

BOTH_BONUSES = CONTACT_BONUS["flank"] + CONTACT_BONUS["rear"]


def melee_blows(
    striker: ChargeUnit,
    target: ChargeUnit,
    contact: Contact,
    context: ChargeContext,
) -> ChargeAttack:
    """Return a unit's melee attacks against another, touched there by it."""
    blows = ChargeAttack(striker.melee_dice, striker.melee_need, target.save)
    context.trace.add(
        Step(
            "Melee",
            f"{MELEE}: Rolling to hit",
            f"{blows.dice} dice, {printed(blows.to_hit)} to hit, "
            f"against a save of {printed(blows.save)}",
            striker.side,
        )
    )
    bonus = CONTACT_BONUS[contact]
    if contact == "flank-and-rear" and context.readings.flank_and_rear == "both":
        bonus = BOTH_BONUSES
    if bonus:
        better = replace(blows, to_hit=blows.to_hit - bonus)
        context.trace.add(
            Step(
                "Flank and Rear Attacks",
                f"{MELEE}: Flank and Rear Attacks",
                f"{contact.replace('-', ' ')}: to hit {printed(blows.to_hit)} becomes "
                f"{better.to_hit}+",
                striker.side,
            )
        )
        blows = better
    now = ChargeMoment(striker.side, context)
    return apply_rules(striker, blows, OF_MELEE, now, target)


def shooting_blows(
    shooter: ChargeUnit,
    target: ChargeUnit,
    context: ChargeContext,
) -> ChargeAttack:
    """Return a unit's shooting at another, its distance left open."""
    blows = ChargeAttack(
        shooter.shoot_dice,
        shooter.shoot_need,
        target.save,
        push_per_hit=shooter.push_per_hit,
    )
    context.trace.add(
        Step(
            "Shooting",
            f"{SHOOTING}: Rolling to hit",
            f"{blows.dice} dice, {printed(blows.to_hit)} to hit, "
            f"against a save of {printed(blows.save)}",
            shooter.side,
        )
    )
    now = ChargeMoment(shooter.side, context, shooting=True)
    blows = apply_rules(shooter, blows, OF_SHOOTING, now, target)
    asked = context.situation.volley_fire
    if asked and not works(shooter, "volley-fire", context.readings):
        text = f"not among the rules of {shooter.name}: no change"
        source = f"{SHOOTING}; Universal Special Rules: Volley Fire"
        context.trace.add(Step("Volley Fire", source, text, shooter.side))
    return blows


def dice_left(
    dice: int, left: int, profile: ChargeUnit, readings: ChargeReadings
) -> int:
    """Return the dice of a unit with some wounds left, of ``dice`` at full strength.

    References
    ----------
    Charge v2 0.1 beta, Unit States: Half Strength; its penalties are not printed.
    """
    if left <= 0:
        return 0
    if readings.half_strength == "half-dice" and left <= half_strength(profile):
        return (dice + 1) // 2
    return dice


def half_strength_step(profile: ChargeUnit, context: ChargeContext) -> None:
    """Trace the dice that a unit loses at half strength."""
    if context.readings.half_strength == "half-dice":
        text = f"half the dice from {half_strength(profile)} wounds left down (house)"
        context.trace.add(
            Step("Half Strength", f"{STATES}: Half Strength", text, profile.side)
        )


def needs(die: Attack) -> tuple[Need, ...]:
    """Return the rolls of one die, in their order."""
    again = die.reroll_saves != "none"
    label = "to save, rolled again" if again else "to save"
    return (
        Need("hit", "to hit", die.to_hit, float(passes(die.to_hit))),
        Need("save", label, die.save, float(passes(die.save, die.reroll_saves))),
    )


def die_chance(blows: ChargeAttack, readings: ChargeReadings) -> float:
    """Return the chance that one die ends as an unsaved wound [chance]."""
    return float(effect(attack(blows, readings)).harm())
