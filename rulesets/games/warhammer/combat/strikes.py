"""The blows of a unit: its weapons, mounts and champions, and the rules of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.core.special_rule import written_rule
from rulesets.core.subject import clause
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.attack import (
    WarhammerAttack,
    attack_dice,
    close_save,
    hit_need,
    printed,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerReadings
from rulesets.games.warhammer.combat.profile import (
    BASES,
    MAN_SIZED_BASE,
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
    melee_rules,
    weapons,
)
from rulesets.games.warhammer.combat.terms import (
    BOUNDS,
    DICE,
    HITTING,
    NORMAL,
    WOUNDING,
    AttackMoment,
    count,
    effects_of,
    now,
    troll_vomit,
)
from rulesets.games.warhammer.sources import COMBAT, WEAPONS
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.dice import NEVER
from rulesets.odds.effects import AppliedRule, CarriedEffect, Holds, apply_effects
from rulesets.odds.match_up import MatchUpError

VOMIT_STRENGTH = 5
"""Strength of a Troll's vomit."""

CHARGERS = 0
"""The rank of chargers in the order of blows: before all others."""

IN_HAND = {"extra-hand-weapon": 0}
"""Rules that hold for whoever has such weapons in hand, written on him or not."""


@dataclass(frozen=True, slots=True)
class StrikeMoment:
    """The moment of a side's blows in one round of a fight.

    Parameters
    ----------
    first : bool
        The first round of the combat.
    charging : bool
        It charged this turn.
    frenzied, hates : bool
    sixes_only : bool
        It hits on 6 only: for fear, or over an obstacle.
    duel : bool
        Its blows are struck at the enemy's champion in a challenge.
    """

    first: bool = False
    charging: bool = False
    frenzied: bool = False
    hates: bool = False
    sixes_only: bool = False
    duel: bool = False


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
    attack : WarhammerAttack
    two_ranks : bool
        True if the second rank strikes as well.
    extra : bool
        True if they come beside the other blows of the same models.
    """

    who: str
    name: str
    when: tuple[int, int]
    attack: WarhammerAttack
    two_ranks: bool = False
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Striker:
    """A group of models that strikes at an enemy at one moment.

    Parameters
    ----------
    own : WarhammerUnit
        The unit of the group.
    group : WarhammerGroup
    other : WarhammerUnit
    moment : StrikeMoment
    at : callable
        Tells whether a moment of effects holds.
    context : WarhammerContext
    """

    own: WarhammerUnit
    group: WarhammerGroup
    other: WarhammerUnit
    moment: StrikeMoment
    at: Holds
    context: WarhammerContext

    def untraced(self) -> "Striker":
        """Return the same with a trace apart."""
        return replace(self, context=self.context.untraced())

    def add(self, key: str, text: str) -> None:
        """Add a step of the trace that names a rule and its source."""
        self.context.trace.add(Step(*title_of(key), text, self.own.side))

    def number(self, key: str, number: int) -> int:
        """Return a number of the group with the effects of rules."""
        carried = [
            *effects_of(self.own.rules, "unit"),
            *effects_of({**IN_HAND, **melee_rules(self.group)}),
        ]
        number, applied = apply_effects(number, carried, self.at, count(key))
        for one in applied:
            self.add(one.rule, f"{self.group.name}: {one.text}")
        low, high = BOUNDS[key]
        return min(max(number, low), high)

    def add_written(self, applied: Iterable[AppliedRule]) -> None:
        """Add what rules of books did to the order and the ranks of blows."""
        for one in applied:
            if written_rule(one.rule):
                self.add(one.rule, f"{self.group.name}: {one.text}")

    def blow(self, strength: int, attacks: int = 1) -> WarhammerAttack:
        """Return so many attacks before any special rule."""
        each, other = self.group.wounds_of_216, self.other
        skill = other.champion_ws if self.moment.duel else other.ws
        return WarhammerAttack(
            attacks=attacks,
            strength=strength,
            to_hit=hit_need(self.group.ws, skill),
            to_wound=wound_need(strength, other.toughness),
            save=worsened(close_save(other), strength),
            ward=ward_of(other, strength, self.context.situation),
            fixed_wound_chance=Fraction(each, 216) if each else None,
        )

    def when(self, effects: Iterable[CarriedEffect]) -> tuple[int, int]:
        """Return when blows fall: class of order, then Initiative, the least first."""
        place = CHARGERS if self.moment.charging else NORMAL
        carried = tuple(effects)
        for word in ("last", "first"):
            those = [one for one in carried if one.amount == word]
            place, applied = apply_effects(place, those, self.at, count("order"))
            self.add_written(applied)
        return place, -self.group.initiative


def strikes_of(
    own: WarhammerUnit,
    other: WarhammerUnit,
    moment: StrikeMoment,
    context: WarhammerContext,
) -> tuple[Strikes, ...]:
    """Return all blows of a unit in one round, in no order."""
    found: list[Strikes] = []
    for group in own.groups:
        found += _of_group(_striker(own, group, other, moment, context))
    return tuple(one for one in found if one.attack.attacks)


def impact_of(
    own: WarhammerUnit, other: WarhammerUnit, context: WarhammerContext
) -> Strikes | None:
    """Return the impact hits of a charge, none without a chariot.

    ``attacks`` is what is added to the D6 of each.
    """
    if not own.has("impact-hits"):
        return None
    striker = _striker(own, own.ranks, other, StrikeMoment(), context)
    more = 1 if own.has("scythed-wheels") else 0
    attack = striker.blow(own.rules["impact-hits"] or own.ranks.strength, more)
    attack = _with_rules_of_target(replace(attack, automatic=True), striker)
    dice = "D6 + 1" if more else "D6"
    striker.add("impact-hits", f"{dice} hits without a roll, {_words(attack)}")
    return Strikes("impact", own.name, (-1, 0), attack)


def _striker(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    moment: StrikeMoment,
    context: WarhammerContext,
) -> Striker:
    at = AttackMoment(
        first=moment.first,
        charging=moment.charging,
        frenzied=moment.frenzied,
        mounted=own.mounted,
        mount=group.role == "mount",
        weapons=2 if is_paired(group) else 1,
        large=not can_be_slain(other, context.readings),
    )
    return Striker(own, group, other, moment, now(at), context)


def _of_group(striker: Striker) -> Iterator[Strikes]:
    own, group, trace = striker.own, striker.group, striker.context.trace
    striker = striker.untraced()
    rules = melee_rules(group)
    strength = _strength(striker)
    if not striker.context.situation.of(own.side).vomits:
        rules = {key: x for key, x in rules.items() if key != "troll-vomit"}
    elif "troll-vomit" in rules:
        strength = VOMIT_STRENGTH
    attacks = striker.number("attacks", group.attacks)
    brace, single = _pistol(striker, count=2), _pistol(striker, count=1)
    if brace:
        striker.add("pistol", f"{group.name}: one more attack, with pistols")
        strength, attacks = _stat(own, brace, "strength"), attacks + 1
        rules = {**rules, "armour-piercing": 0}
    effects = effects_of(rules)
    attack = _with_rules(striker.blow(strength, attacks), striker, rules)
    ranks, applied = apply_effects(1, effects, striker.at, count("ranks"))
    striker.add_written(applied)
    when = striker.when(effects)
    trace.add(_blow_step(striker, attack), *striker.context.trace.steps)
    yield Strikes(group.role, group.name, when, attack, two_ranks=ranks > 1)
    if single and not brace:
        shot = _pistol_shot(striker, single, rules)
        text = f"{group.name}: {shot.attacks} more with a pistol, {_words(shot)}"
        trace.add(Step(*title_of("pistol"), text, own.side))
        yield Strikes(group.role, single.name, striker.when(()), shot, extra=True)


def _pistol_shot(
    striker: Striker, pistol: Gear, rules: Mapping[str, int]
) -> WarhammerAttack:
    """Return the one more attack of a pistol in the first round."""
    written = {key: 0 for key in rules if written_rule(key)}
    own = striker.own
    shots = max(_stat(own, pistol, "shots"), 1)
    attack = striker.blow(_stat(own, pistol, "strength"), shots)
    return _with_rules(attack, striker.untraced(), {"armour-piercing": 0, **written})


def _strength(striker: Striker) -> int:
    """Return the Strength of a group with its weapon and all rules."""
    return striker.number("strength", _strength_in_hand(striker))


def _strength_in_hand(striker: Striker) -> int:
    group, strength = striker.group, striker.group.strength
    if group.role == "mount" or len(weapons(group)) != 1 or is_paired(group):
        return strength
    piece = weapons(group)[0]
    bonus = _weapon_bonus(striker.own, piece, striker.moment)
    if bonus:
        text = f"{group.name}, {piece.name}: Strength {strength} + {bonus}"
        step = Step(piece.name, WEAPONS, text, striker.own.side)
        striker.context.trace.add(step)
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


def _pistol(striker: Striker, *, count: int) -> Gear | None:
    """Return the pistol or the brace that is used now, none if there is none."""
    own, group = striker.own, striker.group
    if not striker.moment.first or group.role == "mount":
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


def _with_rules(
    attack: WarhammerAttack, striker: Striker, rules: Mapping[str, int]
) -> WarhammerAttack:
    """Return one attack of a group with all rules that change it, each in the trace.

    Parameters
    ----------
    rules : mapping
        Rules of the group that count now; X by key.
    """
    effects = effects_of(rules)
    attack, applied = apply_effects(attack, effects, striker.at, HITTING)
    _add_all(striker, applied)
    if "killing-blow" in rules and striker.at("enemy:large"):
        striker.add(
            "killing-blow", f"{clause(striker.other.name, 'is')} too large for it"
        )
    attack, applied = apply_effects(attack, effects, striker.at, WOUNDING)
    _add_all(striker, applied)
    if "troll-vomit" in rules:
        attack, text = troll_vomit(attack)
        striker.add("troll-vomit", text)
    if striker.moment.hates:
        hatred = effects_of({"hatred": 0}, "unit")
        attack, applied = apply_effects(attack, hatred, striker.at, HITTING)
        _add_all(striker, applied, " in the first round")
    if striker.moment.sixes_only:
        attack = replace(attack, sixes_only=True)
    return _with_rules_of_target(attack, striker)


def _add_all(striker: Striker, applied: Iterable[AppliedRule], when: str = "") -> None:
    for one in applied:
        striker.add(one.rule, f"{one.text}{when}")


def _with_rules_of_target(attack: WarhammerAttack, striker: Striker) -> WarhammerAttack:
    """Return one attack with the rules of its target, each in the trace."""
    own, other = striker.own, striker.other
    effects = effects_of(other.rules, "against")
    attack, applied = apply_effects(attack, effects, now(AttackMoment()), DICE)
    for one in applied:
        text = f"blows of {own.name}: {one.text}"
        striker.context.trace.add(Step(*title_of(one.rule), text, other.side))
    return attack


def can_be_slain(target: WarhammerUnit, readings: WarhammerReadings) -> bool:
    """Return whether a killing blow slays such a target."""
    if readings.killing_blow == "on-foot" and target.mounted:
        return False
    return BASES.get(target.kind, MAN_SIZED_BASE) <= MAN_SIZED_BASE


def _blow_step(striker: Striker, attack: WarhammerAttack) -> Step:
    group = striker.group
    title = "Mount" if group.role == "mount" else "Blows"
    count = "1 attack" if attack.attacks == 1 else f"{attack.attacks} attacks"
    text = f"{group.name}: {count} each, {_words(attack)}"
    return Step(title, f"{COMBAT}: Roll to hit", text, striker.own.side)


def _words(attack: WarhammerAttack) -> str:
    if attack.fixed_wound_chance is not None:
        return f"{attack.fixed_wound_chance} of them wound, as it is written out"
    dice = attack_dice(attack)
    words = [] if attack.automatic else [f"{printed(dice.to_hit)} to hit"]
    words.append(f"Strength {attack.strength}: {printed(dice.to_wound)} to wound")
    words.append(f"save {printed(dice.save)}")
    if dice.ward < NEVER:
        words.append(f"ward {printed(dice.ward)}")
    return ", ".join(words)
