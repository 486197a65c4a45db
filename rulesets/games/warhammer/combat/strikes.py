"""Who of a unit strikes how, and when: weapons, mounts, champions, with the trace."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.attack import (
    WarhammerAttack,
    attack,
    hit_need,
    printed,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.profile import (
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
    melee_rules,
    weapons,
)
from rulesets.games.warhammer.combat.strike_rules import (
    StrikeMoment,
    counted,
    moment_of,
    strikes_in_two_ranks,
    tell,
    when_struck,
    with_rules,
    with_rules_of_target,
)
from rulesets.games.warhammer.combat.terms import now
from rulesets.games.warhammer.sources import COMBAT, SAVES, WEAPONS
from rulesets.odds.answer import Step
from rulesets.odds.dice import NEVER
from rulesets.odds.effects import Holds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled

VOMIT_STRENGTH = 5
"""Strength of what a Troll spits."""


BLESSED_WARD, BLESSED_WARD_AGAINST_STRONG, STRONG = 6, 5, 5
"""Ward of the Blessing [pips], that against strong blows, and their Strength."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """One kind of blows of a unit.

    Parameters
    ----------
    who : str
        ``models``, ``leader``, ``mount`` or ``impact``.
    name : str
    when : tuple of int
        Sorts blows: the class of order, then the Initiative from the highest.
    swing : WarhammerAttack
    two_ranks : bool
        True if the second rank strikes as well.
    extra : bool
        True if they come beside the other blows of the same models.
    """

    who: str
    name: str
    when: tuple[int, int]
    swing: WarhammerAttack
    two_ranks: bool = False
    extra: bool = False


def strikes_of(
    own: WarhammerUnit,
    other: WarhammerUnit,
    moment: StrikeMoment,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> tuple[Strikes, ...]:
    """Return all blows of a unit in one stage, in no order."""
    found: list[Strikes] = []
    for group in own.groups:
        found += _of_group(own, group, other, moment, situation, readings, steps)
    return tuple(one for one in found if one.swing.attacks)


def impact_of(
    own: WarhammerUnit, other: WarhammerUnit, situation: Settled, steps: list[Step]
) -> Strikes | None:
    """Return the impact hits of a charge, none without a chariot.

    ``attacks`` is what is added to the D6 of each.
    """
    if not own.has("impact-hits"):
        return None
    x = own.rules["impact-hits"]
    more = 1 if own.has("scythed-wheels") else 0
    swing = _base(own, own.ranks, other, x or own.ranks.strength, situation)
    swing = replace(swing, attacks=more, automatic=True)
    swing = with_rules_of_target(swing, own, other, steps)
    dice = "D6 + 1" if more else "D6"
    tell(own, "impact-hits", f"{dice} hits without a roll, {_words(swing)}", steps)
    return Strikes("impact", own.name, (-1, 0), swing)


def _of_group(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    moment: StrikeMoment,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> Iterator[Strikes]:
    rules = melee_rules(group)
    said: list[Step] = []
    at = now(moment_of(own, group, other, moment, readings))
    strength = _strength(own, group, moment, at, said)
    if not situation[f"{own.side}.vomits"]:
        rules = {key: x for key, x in rules.items() if key != "troll-vomit"}
    elif "troll-vomit" in rules:
        strength = VOMIT_STRENGTH
    swing = _base(own, group, other, strength, situation)
    swing = replace(
        swing, attacks=counted(own, group, at, "attacks", group.attacks, said)
    )
    brace = _pistols(own, group, moment, count=2)
    single = _pistols(own, group, moment, count=1)
    if brace:
        tell(own, "pistol", f"{group.name}: one more attack, with pistols", said)
        swing = replace(
            _base(own, group, other, _shot_strength(own, brace), situation),
            attacks=swing.attacks + 1,
        )
        rules = {**rules, "armour-piercing": 0}
    swing = with_rules(swing, own, other, rules, moment, at, said)
    steps.append(_main_step(own, group, swing))
    steps += said
    when = when_struck(group, rules, at)
    two = strikes_in_two_ranks(rules, at)
    yield Strikes(group.role, group.name, when, swing, two_ranks=two)
    if single and not brace:
        yield _pistol(own, group, other, single, moment, situation, readings, steps)


def _pistol(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    pistol: Gear,
    moment: StrikeMoment,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> Strikes:
    """Return the one more attack of a pistol in the first round."""
    strength = _shot_strength(own, pistol)
    more = max(_stat(own, pistol, "shots"), 1)
    swing = replace(_base(own, group, other, strength, situation), attacks=more)
    rules = {"armour-piercing": 0}
    at = now(moment_of(own, group, other, moment, readings))
    swing = with_rules(swing, own, other, rules, moment, at, [])
    text = f"{group.name}: {more} more with a pistol, {_words(swing)}"
    tell(own, "pistol", text, steps)
    when = when_struck(group, {}, at)
    return Strikes(group.role, pistol.name, when, swing, extra=True)


def _strength(
    own: WarhammerUnit,
    group: WarhammerGroup,
    moment: StrikeMoment,
    at: Holds,
    steps: list[Step],
) -> int:
    strength = group.strength
    if group.role == "mount":
        return counted(own, group, at, "strength", strength, steps)
    if len(weapons(group)) != 1 or is_paired(group):
        return strength
    piece = weapons(group)[0]
    bonus = _weapon_bonus(own, piece, moment)
    if bonus:
        text = f"{group.name}, {piece.name}: Strength {strength} + {bonus}"
        steps.append(Step(piece.name, WEAPONS, text, own.side))
    return strength + bonus


def _weapon_bonus(own: WarhammerUnit, piece: Gear, moment: StrikeMoment) -> int:
    """Return the best bonus of a weapon that counts now: they do not add up."""
    bonuses = [_stat(own, piece, "strength-bonus")]
    if moment.first:
        bonuses.append(_stat(own, piece, "first-round-bonus"))
    if moment.charging and not (piece.base == "choppa" and own.mounted):
        bonuses.append(_stat(own, piece, "charge-bonus"))
    return max(bonuses)


def _stat(own: WarhammerUnit, piece: Gear, key: str) -> int:
    value = piece.stats.get(key)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int):
        raise MatchUpError(
            f"/{own.side}/fighter/gear", f"{piece.name}: {key} is no whole number"
        )
    return value


def _shot_strength(own: WarhammerUnit, pistol: Gear) -> int:
    return _stat(own, pistol, "strength")


def _pistols(
    own: WarhammerUnit, group: WarhammerGroup, moment: StrikeMoment, count: int
) -> Gear | None:
    """Return the pistol or the brace that is used now, none if there is none."""
    if not moment.first or group.role == "mount":
        return None
    if own.mounted and not own.has("fusillade"):
        return None
    for piece in group.gear:
        brace = piece.count > 1 or any(
            rule.key == "fills-hands" for rule in piece.rules
        )
        if piece.base == "pistol" and brace == (count > 1):
            return piece
    return None


def _base(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    strength: int,
    situation: Settled,
) -> WarhammerAttack:
    """Return one attack before any special rule."""
    return WarhammerAttack(
        attacks=1,
        strength=strength,
        to_hit=hit_need(group.ws, other.ws),
        to_wound=wound_need(strength, other.toughness),
        save=worsened(close_save(other), strength),
        ward=ward_of(other, strength, situation),
        given=Fraction(group.each, 216) if group.each else None,
    )


def close_save(target: WarhammerUnit) -> int:
    """Return a save in close combat: hand weapon and shield help on foot [pips]."""
    return target.save - (1 if _shielded(target) else 0)


def _shielded(target: WarhammerUnit) -> bool:
    held = weapons(target.ranks)
    plain = len(held) == 1 and held[0].count == 1 and held[0].base == "hand-weapon"
    magic = any(
        rule.key == "magic-weapon"
        for piece in target.ranks.gear
        if piece.kind in ("melee", "shield")
        for rule in piece.rules
    )
    shield = any(piece.kind == "shield" for piece in target.ranks.gear)
    return plain and shield and not magic and not target.mounted


def ward_of(target: WarhammerUnit, strength: int, situation: Settled) -> int:
    """Return the best ward save against a Strength [pips]."""
    if not situation[f"{target.side}.blessed"]:
        return target.ward
    if not target.has("blessing-of-the-lady"):
        return target.ward
    blessed = BLESSED_WARD if strength < STRONG else BLESSED_WARD_AGAINST_STRONG
    return min(target.ward, blessed)


def _main_step(
    own: WarhammerUnit, group: WarhammerGroup, swing: WarhammerAttack
) -> Step:
    title = "Mount" if group.role == "mount" else "Blows"
    count = "1 attack" if swing.attacks == 1 else f"{swing.attacks} attacks"
    text = f"{group.name}: {count} each, {_words(swing)}"
    return Step(title, f"{COMBAT}: Roll to hit", text, own.side)


def _words(swing: WarhammerAttack) -> str:
    if swing.given is not None:
        return f"{swing.given} of them wound, as it is written out"
    dice = attack(swing)
    words = [] if swing.automatic else [f"{printed(dice.to_hit)} to hit"]
    words.append(f"Strength {swing.strength}: {printed(dice.to_wound)} to wound")
    words.append(f"save {printed(dice.save)}")
    if dice.ward < NEVER:
        words.append(f"ward {printed(dice.ward)}")
    return ", ".join(words)


def shield_step(target: WarhammerUnit, steps: list[Step]) -> None:
    """Tell what hand weapon and shield do for a unit."""
    if _shielded(target):
        text = f"save {printed(target.save)} becomes {printed(close_save(target))}"
        steps.append(Step("Hand weapon and shield", SAVES, text, target.side))
