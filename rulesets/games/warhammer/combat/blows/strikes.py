"""The blows of a unit: its weapons, mounts and champions, and the rules of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.core.percent import percent
from rulesets.core.special_rule import written_rule
from rulesets.core.subject import clause, so_many
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    attack_dice,
    is_blessed,
    printed,
)
from rulesets.games.warhammer.combat.blows.endurance import with_endurance
from rulesets.games.warhammer.combat.blows.leadership import leadership_test
from rulesets.games.warhammer.combat.blows.moments import AttackMoment, now
from rulesets.games.warhammer.combat.blows.striker import (
    StrikeMoment,
    Striker,
    pistol_of,
    stat,
    strength_of,
    striker_of,
)
from rulesets.games.warhammer.combat.blows.terms import (
    DICE,
    HITTING,
    NO_SAVE,
    WOUNDING,
    count,
    effects_of,
    troll_vomit,
    undone,
)
from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.profile import WarhammerUnit, melee_rules
from rulesets.games.warhammer.sources import COMBAT
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.context import Trace
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.effects import AppliedRule, apply_effects

VOMIT_STRENGTH = 5
"""Strength of a Troll's vomit."""

MOST_OF_A_TEST = 5
"""A test on a characteristic fails on a 6, however high it is [pips]; house."""


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


def strikes_of(
    own: WarhammerUnit,
    other: WarhammerUnit,
    moment: StrikeMoment,
    context: WarhammerContext,
) -> tuple[Strikes, ...]:
    """Return all blows of a unit in one round, in no order."""
    found: list[Strikes] = []
    for group in own.groups:
        found += _of_group(striker_of(own, group, other, moment, context))
    return tuple(one for one in found if one.attack.attacks)


def impact_of(
    own: WarhammerUnit, other: WarhammerUnit, context: WarhammerContext
) -> Strikes | None:
    """Return the impact hits of a charge, none without a chariot.

    ``attacks`` is what is added to the D6 of each.
    """
    if not own.has("impact-hits"):
        return None
    striker = striker_of(own, own.ranks, other, StrikeMoment(), context)
    more = 1 if own.has("scythed-wheels") else 0
    attack = striker.blow(own.rules["impact-hits"] or own.ranks.strength, more)
    attack = _with_rules_of_target(replace(attack, automatic=True), striker)
    dice = "D6 + 1" if more else "D6"
    striker.add("impact-hits", f"{dice} hits without a roll, {_words(attack)}")
    return Strikes("impact", own.name, (-1, 0), attack)


def _of_group(striker: Striker) -> Iterator[Strikes]:
    own, group, trace = striker.own, striker.group, striker.context.trace
    striker = striker.untraced()
    rules = melee_rules(group)
    strength = strength_of(striker)
    if not striker.context.situation.of(own.side).vomits:
        rules = {key: x for key, x in rules.items() if key != "troll-vomit"}
    elif "troll-vomit" in rules:
        strength = VOMIT_STRENGTH
    attacks = striker.number("attacks", group.attacks)
    if _loses_attack(striker):
        attacks = max(attacks - 1, 0)
    brace, single = pistol_of(striker, count=2), pistol_of(striker, count=1)
    if brace:
        striker.add("pistol", f"{group.name}: one more attack, with pistols")
        strength, attacks = stat(own, brace, "strength"), attacks + 1
        rules = {**rules, "armour-piercing": 0}
    effects = effects_of(rules)
    attack = _with_rules(striker.blow(strength, attacks), striker, rules)
    ranks, applied = apply_effects(1, effects, striker.at, count("ranks"))
    striker.add_written(applied)
    when = striker.when(effects)
    if trace.is_told:
        trace.add(_blow_step(striker, attack), *striker.context.trace.steps)
    yield Strikes(group.role, group.name, when, attack, two_ranks=ranks > 1)
    yield from _blows_beside(striker, rules, trace)
    if single and not brace:
        shot = _pistol_shot(striker, single, rules)
        text = f"{group.name}: {shot.attacks} more with a pistol, {_words(shot)}"
        trace.add(Step(*title_of("pistol"), text, own.side))
        yield Strikes(group.role, single.name, striker.when(()), shot, extra=True)


def _blows_beside(
    striker: Striker, rules: Iterable[str], trace: Trace
) -> Iterator[Strikes]:
    """Yield the blows that items bring beside the others, each with its rule alone."""
    for key in rules:
        effects = effects_of({key: 0})
        if all(one.effect.on != "extra-attacks" for one in effects):
            continue
        beside = striker.beside()
        blows, _ = apply_effects(0, effects, beside.at, count("extra-attacks"))
        if not blows:
            continue
        blow = beside.blow(striker.group.strength, blows)
        blow = _with_rules(blow, beside, {key: 0})
        title, source = title_of(key)
        text = f"{striker.group.name}: {blows} more, {_words(blow)}"
        trace.add(Step(title, source, text, striker.own.side))
        when = beside.when(effects)
        yield Strikes(striker.group.role, title, when, blow, extra=True)


def _loses_attack(striker: Striker) -> bool:
    """Return whether the Shield of the Gorgon takes an attack of this very group.

    Of several models it is one of the ranks, which `contact.dice_of` counts; a battle
    line counts it in `line.shields` but in a challenge.
    """
    alone = striker.own.models == 1 and not striker.moment.in_line
    alone = alone or striker.moment.duel
    is_rider = striker.group.role != "mount"
    return alone and is_rider and striker.other.has("shield-of-the-gorgon")


def _pistol_shot(
    striker: Striker, pistol: Gear, rules: Mapping[str, int]
) -> WarhammerAttack:
    """Return the one more attack of a pistol in the first round."""
    written = {key: 0 for key in rules if written_rule(key)}
    own = striker.own
    shots = max(stat(own, pistol, "shots"), 1)
    attack = striker.blow(stat(own, pistol, "strength"), shots)
    return _with_rules(attack, striker.untraced(), {"armour-piercing": 0, **written})


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
    if "hammer-of-judgement" in rules:
        attack = _judged(attack, striker)
    if "troll-vomit" in rules:
        attack, text = troll_vomit(attack)
        striker.add("troll-vomit", text)
    if striker.moment.hates:
        hatred = effects_of({"hatred": 0}, "unit")
        attack, applied = apply_effects(attack, hatred, striker.at, HITTING)
        _add_all(striker, applied, " in the first round")
    if striker.moment.sixes_only:
        attack = replace(attack, sixes_only=True)
    return _held_off(_with_rules_of_target(attack, striker), striker)


def _judged(attack: WarhammerAttack, striker: Striker) -> WarhammerAttack:
    """Return an attack whose hit wounds only who fails a test on Leadership."""
    holds = striker.moment.holds
    if holds is None:
        holds = leadership_test(striker.other, striker.context.situation, mind=False)
    text = f"{clause(striker.other.name, 'holds')} a hit off on {percent(float(holds))}"
    told = f"{text}: a test on Leadership, no armour save"
    striker.add("hammer-of-judgement", told)
    return undone(replace(attack, to_wound=ALWAYS, save=NO_SAVE), holds)


def _add_all(striker: Striker, applied: Iterable[AppliedRule], when: str = "") -> None:
    for one in applied:
        striker.add(one.rule, f"{one.text}{when}")


def _with_rules_of_target(attack: WarhammerAttack, striker: Striker) -> WarhammerAttack:
    """Return one attack with the rules of its target, each in the trace."""
    own, other = striker.own, striker.other
    effects = effects_of(other.rules, "against")
    blessed = is_blessed(other, striker.context.situation)
    magic = striker.place.weapon & {"magic"}
    at = now(AttackMoment(blessed=blessed, strength=attack.strength, weapon=magic))
    attack, applied = apply_effects(attack, effects, at, DICE)
    attack, by_wounds = with_endurance(attack, other, at)
    applied = (*applied, *by_wounds)
    for one in applied:
        text = f"blows of {own.name}: {one.text}"
        striker.context.trace.add(Step(*title_of(one.rule), text, other.side))
    if other.has("gilded-armour") and not own.does("pass", "test:characteristic"):
        fails = 1 - Fraction(min(striker.group.strength, MOST_OF_A_TEST), 6)
        text = f"blows of {own.name}: a test on Strength comes first, failed on "
        text += percent(float(fails))
        striker.context.trace.add(Step(*title_of("gilded-armour"), text, other.side))
        attack = undone(attack, fails)
    return attack


def _held_off(attack: WarhammerAttack, striker: Striker) -> WarhammerAttack:
    """Return a blow; that of a beast may take a test on Leadership first (house: each).

    Impact hits take none.
    """
    own, other = striker.own, striker.other
    if not (striker.is_beast and other.has("the-collar-of-zorga")):
        return attack
    dares = striker.moment.dares
    if dares is None:
        dares = leadership_test(own, striker.context.situation, mind=False)
    text = f"blows of {striker.group.name}: a test on Leadership comes first, passed on"
    told = f"{text} {percent(float(dares))}"
    striker.context.trace.add(Step(*title_of("the-collar-of-zorga"), told, other.side))
    return undone(attack, 1 - dares)


def _blow_step(striker: Striker, attack: WarhammerAttack) -> Step:
    group = striker.group
    title = "Mount" if group.role == "mount" else "Blows"
    count = so_many(attack.attacks, "attack")
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
