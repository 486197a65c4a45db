"""A Charge unit as the combat reads it: figures checked, rules by key."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rulesets.core.effects import Whose
from rulesets.core.subject import clause, so_many
from rulesets.core.values import Gear
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeReadings,
    ChargeSituation,
)
from rulesets.games.charge.combat.terms import (
    OF_MORALE,
    OF_MOVES,
    ChargeAttack,
    ChargeFigures,
    ChargeMoment,
)
from rulesets.games.charge.sources import MORALE
from rulesets.games.charge.special_rules import FEAR, REACTION, RULES, row_of
from rulesets.odds.answer import NotModelled, Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.dice import dice_sum, two_dice_at_least
from rulesets.odds.effects import CarriedEffect, DiceTerm, apply_effects
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine

D = TypeVar("D")

MOST = 200
"""Most dice, wounds or inches that are worked out."""


BEST_MORALE, WORST_MORALE = 2, 13
"""Bounds of a Morale value with all that rules add [pips]."""


@dataclass(frozen=True, slots=True)
class ChargeUnit:
    """A unit's figures.

    Parameters
    ----------
    side : {"a", "b"}
    name : str
    melee_dice, shoot_dice : int
        0 where a dash is printed [dice].
    melee_need, shoot_need, save : int
        Lowest roll that succeeds, 7 where a dash is printed [pips].
    wounds : int
        At full strength [wounds].
    push, speed : int
        [inches]
    morale : int
        Lowest sum of two dice that passes [pips].
    range : int, optional
        None without a limit [inches].
    push_per_hit : int
        Of its shooting [inches].
    rules : mapping
        X by the rule's key; 0 for a rule without X.
    left_out : tuple of str
        Names of what belongs to the unit and does not fight.
    spare : tuple of str
        Names of weapons that it does not shoot with.
    """

    side: Side
    name: str
    melee_dice: int
    melee_need: int
    shoot_dice: int
    shoot_need: int
    save: int
    wounds: int
    push: int
    morale: int
    speed: int
    range: int | None
    push_per_hit: int
    rules: Mapping[str, int]
    left_out: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


@kept_by_identity(most=512)
def read_profile(fighter: Fighter, side: Side) -> ChargeUnit:
    """Return a fighter's figures.

    Raises
    ------
    MatchUpError
        If a figure is missing, no whole number, or out of bounds.
    """
    place = f"/{side}/fighter/characteristics"
    read = StatLine(fighter.characteristics, place, fighter.name)
    weapon = _weapon(fighter, side)
    return ChargeUnit(
        side=side,
        name=fighter.name,
        melee_dice=read.number("melee-dice", 0, MOST, dash=0),
        melee_need=read.number("melee-need", 1, 7, dash=7),
        shoot_dice=read.number("shoot-dice", 0, MOST, dash=0),
        shoot_need=read.number("shoot-need", 1, 7, dash=7),
        save=read.number("save", 1, 7, dash=7),
        wounds=read.number("wounds", 1, MOST),
        push=read.number("push", 0, MOST, dash=0),
        morale=read.number("morale", BEST_MORALE, WORST_MORALE),
        speed=read.number("speed", 0, MOST, dash=0),
        range=weapon.range,
        push_per_hit=weapon.push,
        rules=_rules(fighter, side),
        left_out=fighter.left_out,
        spare=weapon.spare,
    )


def _of_gear(gear: Gear, where: str, key: str) -> int:
    return StatLine(gear.stats, where, gear.name).number(key, 0, MOST)


@dataclass(frozen=True, slots=True)
class ChargeWeapon:
    """The weapon that a unit shoots with: its range, the push of each hit [inches].

    ``spare`` are the names of the others.
    """

    range: int | None
    push: int
    spare: tuple[str, ...] = ()


def _weapon(fighter: Fighter, side: str) -> ChargeWeapon:
    """Return the weapon that a unit shoots with: of several, the one that reaches most.

    Of those that reach as far it is the one that pushes most. The push of gear without
    a range counts where the weapon prints none.
    """
    places = [f"/{side}/fighter/gear/{n}/stats" for n in range(len(fighter.gear))]
    gear = [*zip(fighter.gear, places, strict=True)]
    pushes = {
        one.name: _of_gear(one, where, "push")
        for one, where in gear
        if one.stats.get("push") is not None
    }
    reaches = [
        (_of_gear(one, where, "range"), pushes.get(one.name, 0), one.name)
        for one, where in gear
        if one.stats.get("range") is not None
    ]
    if not reaches:
        return ChargeWeapon(None, max(pushes.values(), default=1))
    reach, _, name = max(reaches)
    names = [one for _, _, one in reaches]
    loose = [push for one, push in pushes.items() if one not in names]
    push = pushes.get(name, max(loose, default=1))
    return ChargeWeapon(reach, push, tuple(one for one in names if one != name))


def _rules(fighter: Fighter, side: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, use in enumerate(fighter.rules):
        rule = RULES.get(use.key)
        if rule is not None and rule.takes_x and (use.x is None or use.x < 0):
            raise MatchUpError(
                f"/{side}/fighter/rules/{place}/x", f"{rule.name} needs a number X"
            )
        found[use.key] = use.x or 0
    return found


OF_THE_SITUATION = tuple(
    (key, effect)
    for key, rule in RULES.items()
    for effect in rule.effects
    if effect.whose == "side"
)
"""Effects that the situation tells of, whether or not a unit has their rule."""


def works(profile: ChargeUnit, key: str, readings: ChargeReadings) -> bool:
    """Return whether a unit has a rule that the readings let do something."""
    if key not in profile.rules:
        return False
    rule = row_of(key)
    return rule is None or not rule.is_house or readings.abilities != "printed"


def apply_rules(
    profile: ChargeUnit,
    dice: D,
    terms: Mapping[str, DiceTerm[D]],
    now: ChargeMoment,
    enemy: ChargeUnit | None = None,
) -> D:
    """Return dice with the effects of all rules that touch them, traced.

    Those are the rules of the unit that rolls, those of its side that the situation
    tells of, and those of the enemy that it strikes or shoots at.
    """
    readings = now.context.readings
    effects = [
        CarriedEffect(key, effect, profile.rules.get(key, 0))
        for key, effect in OF_THE_SITUATION
        if effect.on in terms
    ]
    effects += _carried_by(profile, ("own", "unit"), terms, readings)
    if enemy is not None:
        effects += _carried_by(enemy, ("against",), terms, readings)
    dice, told = apply_effects(dice, effects, now.holds(), terms)
    for one in told:
        bearer = enemy if one.whose == "against" else profile
        now.context.trace.add(rule_step(bearer or profile, one.rule, one.text))
    return dice


def _carried_by(
    bearer: ChargeUnit,
    whose: Container[Whose],
    on: Container[str],
    readings: ChargeReadings,
) -> Iterator[CarriedEffect]:
    """Yield the effects of a unit's rules on its own dice, or on those against it."""
    for key, x in bearer.rules.items():
        rule = row_of(key)
        for effect in rule.effects if rule is not None else ():
            if (
                effect.whose in whose
                and effect.on in on
                and works(bearer, key, readings)
            ):
                yield CarriedEffect(key, effect, x)


def reach_of(profile: ChargeUnit, shots: ChargeAttack) -> int | None:
    """Return how far a unit's shots go [inches], none where it is at any range."""
    return None if shots.any_range else profile.range


def march_of(profile: ChargeUnit) -> int:
    """Return how far a unit goes on a Forced March: half a move, rounded down (house).

    An engagement is measured in whole inches.
    """
    return profile.speed // 2


def can_move(profile: ChargeUnit, context: ChargeContext) -> bool:
    """Return whether a unit can move at all."""
    figures = ChargeFigures(profile.morale)
    now = ChargeMoment(profile.side, context)
    return apply_rules(profile, figures, OF_MOVES, now).moves


def not_modelled(
    profile: ChargeUnit, readings: ChargeReadings
) -> tuple[NotModelled, ...]:
    """Return the unit's rules and parts that the numbers leave out."""
    why = "a further stat line or a unit of its own, and only the first one fights"
    left = [NotModelled(name, profile.side, why) for name in profile.left_out]
    why = "a unit shoots with one weapon, that of the longest range (house)"
    left += [NotModelled(name, profile.side, why) for name in profile.spare]
    for key in profile.rules:
        rule = row_of(key)
        if rule is None:
            why = "not a rule of Charge v2 0.1 beta that the engine knows"
            left.append(NotModelled(key, profile.side, why))
        elif not works(profile, key, readings):
            why = "its text is missing, and the readings leave it out"
            left.append(NotModelled(rule.name, profile.side, why))
        elif rule.left_out:
            left.append(NotModelled(rule.name, profile.side, rule.left_out))
    return tuple(left)


OF_A_CHARGE = (FEAR, REACTION)
"""Mechanisms that count only where somebody charges."""


def nobody_charges(*units: ChargeUnit) -> str:
    """Return the note on a melee in which nobody charges."""
    carriers = []
    for own in units:
        carries = (RULES[key] for key in sorted(own.rules) if key in RULES)
        names = [rule.name for rule in carries if rule.fate.mechanism in OF_A_CHARGE]
        carriers += [f"{own.name}: {', '.join(names)}"] if names else []
    named = f" ({'; '.join(carriers)})" if carriers else ""
    return f"Nobody charges: no test, no reaction and no push of a charge{named}."


def rule_step(profile: ChargeUnit, key: str, text: str) -> Step:
    """Return the trace of one of a unit's rules."""
    rule = row_of(key)
    name, source = (rule.name, rule.source) if rule else (key, "")
    return Step(name, source, text, profile.side)


@dataclass(frozen=True, slots=True)
class ChargeNerve:
    """A unit's Morale value in use, and its chances on two dice.

    Parameters
    ----------
    value : int
        Lowest sum that passes [pips].
    leads : float
        Chance to pass a Leadership test [chance].
    passes, falls_back, breaks : float
        Chances of a Morale test; they sum to 1 [chance].
    is_still : bool
        True if the unit cannot move, so that it neither falls back nor flees.
    """

    value: int
    leads: float
    passes: float
    falls_back: float
    breaks: float
    is_still: bool = False


def nerve(profile: ChargeUnit, context: ChargeContext) -> ChargeNerve:
    """Return a unit's chances in a Morale test, its helpers counted.

    Examples
    --------
    With Morale 7+ two dice pass on 21 of 36, and a natural 2 breaks:

    >>> two_dice_at_least(7), dice_sum(2)[2]
    (Fraction(7, 12), Fraction(1, 36))
    """
    figures = ChargeFigures(profile.morale)
    now = ChargeMoment(profile.side, context)
    value = apply_rules(profile, figures, OF_MORALE, now).morale
    value = min(max(value, BEST_MORALE), WORST_MORALE)
    leads = two_dice_at_least(value)
    broken = dice_sum(2)[2]
    held = min(leads, 1 - broken)
    back = 1 - held - broken
    is_still = not can_move(profile, context.untraced())
    fails = "fails and stays" if is_still else "falls back"
    text = (
        f"2D6 against {value}+: holds on {36 * held}, {fails} on {36 * back}, "
        f"breaks on 1 of 36"
    )
    source = f"{MORALE}: Morale Test"
    context.trace.add(Step("Morale Test", source, text, profile.side))
    chances = float(leads), float(held), float(back), float(broken)
    return ChargeNerve(value, *chances, is_still)


def rally(profile_nerve: ChargeNerve, readings: ChargeReadings) -> float:
    """Return the chance that a Broken unit rallies, at +2 on two dice [chance].

    References
    ----------
    Charge v2 0.1 beta, Rally.
    """
    needed = profile_nerve.value - 2
    if readings.rally_on_two == "dice":
        needed = max(needed, 3)
    return float(two_dice_at_least(needed))


def half_strength(profile: ChargeUnit) -> int:
    """Return the most wounds that a unit at half strength has left [wounds].

    Half or more of the starting wounds are lost.
    """
    return profile.wounds // 2


def pool(profile: ChargeUnit, situation: ChargeSituation) -> int:
    """Return the wounds that a unit begins with [wounds].

    Raises
    ------
    MatchUpError
        If it has lost them all.
    """
    left = profile.wounds - situation.of(profile.side).wounds_lost
    if left < 1:
        where = f"/situation/{profile.side}.wounds-lost"
        wounds = so_many(profile.wounds, "wound")
        raise MatchUpError(where, f"{clause(profile.name, 'has')} only {wounds}")
    return left
