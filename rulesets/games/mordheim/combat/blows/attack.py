"""One blow or shot of a Mordheim fighter: charts, rules in their order, trace."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rulesets.core.effects import Whose
from rulesets.core.special_rule import SpecialRule, written_rule
from rulesets.games.mordheim.combat.blows.attack_rules import (
    ATTACKS,
    BLOW,
    AttackModifiers,
    BlowPlace,
    now,
)
from rulesets.games.mordheim.combat.blows.blows import (
    MordheimBlow,
    criticals,
    plain,
    to_wound,
)
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimReadings
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior, rule_step
from rulesets.games.mordheim.critical_hits import GENERAL
from rulesets.games.mordheim.sources import COMBAT, INJURIES, SHOOTING, WEAPONS
from rulesets.games.mordheim.special_rules import GEAR, SPECIAL_RULES, WEAPON_RULES
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.dice import chance
from rulesets.odds.effects import CarriedEffect, apply_effects, carried

NEVER = 7
NEEDS = "To hit, to wound, to save"
"""The rule of the step that tells what a blow or a shot needs."""

MOST_STRENGTH = 10
MOST_MODIFIER = 6
SURE = (1 / 6,) * 6
"""Faces of a blow that hits whatever it rolls."""


def skill_need(own: int, enemy: int, readings: MordheimReadings) -> int:
    """Return the need to hit in combat by the Weapon Skill chart [pips].

    Examples
    --------
    >>> [skill_need(3, enemy, MordheimReadings()) for enemy in (2, 3, 6, 7)]
    [3, 4, 4, 5]
    """
    if readings.no_skill == "as-one":
        own, enemy = max(1, own), max(1, enemy)
    if enemy == 0:
        return 2
    if own == 0:
        return 6
    if own > enemy:
        return 3
    return 5 if enemy > 2 * own else 4


def wound_need(strength: int, toughness: int) -> int:
    """Return the need to wound, 7 for none [pips].

    Examples
    --------
    >>> [wound_need(3, toughness) for toughness in (1, 2, 3, 4, 5, 6, 7)]
    [2, 3, 4, 5, 6, 6, 7]
    """
    over = strength - toughness
    if over >= -1:
        return max(2, 4 - over)
    return 6 if over >= -3 else NEVER


def strength_modifier(strength: int) -> int:
    """Return the save modifier of a Strength [pips]."""
    return min(MOST_MODIFIER, max(0, strength - 3))


def blow(at: BlowPlace, context: MordheimContext) -> MordheimBlow:
    """Return one blow or shot with every rule applied, with its trace."""
    modifiers = with_rules(_beginning(at), rules_on(at), at, context)
    need = _need(modifiers, at, context.readings)
    return _finished(modifiers, at, need, context)


def _beginning(at: BlowPlace) -> AttackModifiers:
    striker, weapon, moment = at.striker, at.weapon, at.moment
    strength = weapon.hits_at(striker.s + moment.dive)
    tired = weapon.has("heavy") and not moment.first
    if tired and not striker.has("bulging-biceps"):
        strength = striker.s
    return AttackModifiers(
        skill=striker.bs if moment.shot else striker.ws,
        strength=strength,
        save=at.enemy.shot_save if moment.shot else at.enemy.save,
        critical=NEVER if weapon.key == "blowpipe" else 6,
        critical_bonus=int(weapon.key == "dark-elf-blade" and not moment.shot),
        d3=weapon.key == "ball-and-chain",
        may_parry=not moment.shot,
    )


@dataclass(frozen=True, slots=True)
class BlowRule:
    """A rule that may change a blow: its row, whose it is, its X, and whose dice.

    ``effects`` are those of them that are on blows.
    """

    row: SpecialRule
    bearer: Warrior
    x: int
    whose: Whose
    effects: tuple[CarriedEffect, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Read the effects on blows."""
        every = carried(self.row.key, self.row.effects, self.x or 1, self.whose)
        found = tuple(one for one in every if one.effect.on in BLOW)
        object.__setattr__(self, "effects", found)


def _changing(rules: Iterable[BlowRule]) -> tuple[BlowRule, ...]:
    """Return those rules that change blows at all."""
    return tuple(rule for rule in rules if rule.effects)


def rules_on(at: BlowPlace) -> Iterator[BlowRule]:
    """Yield the rules that may change a blow: of weapon, striker, gear and enemy."""
    striker = at.striker
    yield from _rules_of_weapon(at.weapon, striker)
    yield from _rules_of_striker(striker)
    if at.moment.hates and not striker.has("hatred"):
        yield BlowRule(SPECIAL_RULES["hatred"], striker, 0, "own")
    for key in sorted(striker.gear):
        if key in GEAR and _is_treated(at.weapon, striker, key):
            yield BlowRule(GEAR[key], striker, 0, "own")
    yield from rules_of_struck(at.enemy)


@kept_by_identity(most=2048, objects=2)
def _rules_of_weapon(weapon: MordheimWeapon, striker: Warrior) -> tuple[BlowRule, ...]:
    return _changing(
        BlowRule(row, striker, x, "own")
        for key, x in weapon.rules.items()
        if (row := WEAPON_RULES.get(key) or written_rule(key))
    )


@kept_by_identity(most=1024)
def _rules_of_striker(striker: Warrior) -> tuple[BlowRule, ...]:
    written = _written_on_weapons(striker)
    return _changing(
        BlowRule(row, striker, striker.rules.get(key, 0), "own")
        for key in (*striker.rules, *sorted(striker.granted))
        if key not in WEAPON_RULES
        and key not in written
        and (row := SPECIAL_RULES.get(key) or written_rule(key))
    )


def _written_on_weapons(striker: Warrior) -> set[str]:
    """Return the rules of books that count with a weapon of his alone."""
    held = (*striker.weapons, *striker.missiles)
    return {key for weapon in held for key in weapon.rules if written_rule(key)}


@kept_by_identity(most=1024)
def rules_of_struck(enemy: Warrior) -> tuple[BlowRule, ...]:
    """Return the rules and the gear of who is struck that change blows at him."""
    granted = sorted(enemy.granted)
    return _changing(
        BlowRule(row, enemy, enemy.rules.get(key, 0), "against")
        for key in dict.fromkeys((*enemy.rules, *granted, *sorted(enemy.gear)))
        if (row := SPECIAL_RULES.get(key) or GEAR.get(key) or written_rule(key))
    )


def with_rules(
    blow: AttackModifiers,
    rules: Iterable[BlowRule],
    at: BlowPlace,
    context: MordheimContext,
) -> AttackModifiers:
    """Apply rules to a blow one after the other, and tell what each does."""
    here = now(at)
    for rule in rules:
        if not rule.effects:
            continue
        blow, applied = apply_effects(blow, rule.effects, here, BLOW)
        context.trace.add(
            *(rule_step(rule.bearer, one.rule, one.text) for one in applied)
        )
    return blow


def attacks(at: BlowPlace, context: MordheimContext) -> int:
    """Return a fighter's blows before those that a second weapon adds [dice]."""
    effects = [
        CarriedEffect(key, one, at.striker.rules.get(key, 0) or 1)
        for key in {*at.striker.rules, *at.striker.granted}
        if key in SPECIAL_RULES
        for one in SPECIAL_RULES[key].effects
        if one.on in ATTACKS
    ]
    if not effects:
        return at.striker.a
    found, applied = apply_effects(at.striker.a, effects, now(at), ATTACKS)
    context.trace.add(*(rule_step(at.striker, one.rule, one.text) for one in applied))
    return found


def _is_treated(weapon: MordheimWeapon, striker: Warrior, key: str) -> bool:
    """Return whether gear counts with a weapon; of two alike it is on the first."""
    first = treated(striker, key)
    return first is not None and weapon == replace(first, count=weapon.count)


def treated(striker: Warrior, key: str) -> MordheimWeapon | None:
    """Return the weapon that gear counts with: itself, or what it is put on.

    A poison is on the first that burns no powder; arrows and powder are for a missile.
    """
    if key in ("hunting-arrows", "fire-arrows", "superior-blackpowder"):
        return next(iter(striker.missiles), None)
    held = (*striker.weapons, *striker.missiles)
    itself = next((one for one in held if one.key == key), None)
    return itself or next((one for one in held if not _powder(one)), None)


def _powder(weapon: MordheimWeapon) -> bool:
    return weapon.save_modifier is not None


def _need(modifiers: AttackModifiers, at: BlowPlace, readings: MordheimReadings) -> int:
    """Return the need to hit, before the dice set their limits [pips]."""
    if at.moment.shot:
        return 7 - modifiers.skill - modifiers.easier - at.moment.aim
    need = skill_need(modifiers.skill, at.enemy.ws, readings) - modifiers.easier
    need -= at.moment.dive > 0
    return 6 if at.moment.afraid else min(6, need)


def _faces(need: int, readings: MordheimReadings, *, again: bool) -> tuple[float, ...]:
    """Return the chances that the die shows 1 … 6 and hits."""
    need = max(need, 2 if readings.ones_miss else 1)
    if need >= NEVER:
        more = readings.sevens == "six-and-more" and need <= 9
        return (0.0,) * 5 + (float(chance(need - 3)) / 6 if more else 0.0,)
    missed = (need - 1) / 6
    each = (1 + missed if again else 1.0) / 6
    return tuple(each if face >= need else 0.0 for face in range(1, 7))


def _finished(
    modifiers: AttackModifiers, at: BlowPlace, need: int, context: MordheimContext
) -> MordheimBlow:
    strength = min(MOST_STRENGTH, modifiers.strength)
    wounds = wound_need(strength - modifiers.weaker, toughness(at.enemy))
    if wounds < NEVER:
        wounds = max(2, wounds - modifiers.wound_easier)
    wounds = min(wounds, modifiers.wounds_on)
    save = _save(modifiers, at.weapon, strength, context.readings)
    found = MordheimBlow(
        faces=_faces(need, context.readings, again=modifiers.again),
        to_wound=wounds,
        save=save,
        critical=modifiers.critical,
        needed_sixes=context.readings.needed_sixes == "critical",
        critical_bonus=modifiers.critical_bonus,
        table=table_of(at.weapon, context.readings),
        avoided=modifiers.avoided,
        dodged=modifiers.dodged,
        alight=modifiers.alight,
        times=modifiers.times,
        d3=modifiers.d3,
        lotus=modifiers.lotus,
        trauma=modifiers.trauma,
        may_parry=modifiers.may_parry
        and strength < 2 * parry_strength(at.enemy, context.readings),
        one_injury=context.readings.critical_injuries == "one",
        saves_each=context.readings.critical_saves == "each",
        finishes=context.readings.knocked_down == "to-hit",
    )
    if context.trace.is_told:
        _trace_needs(found, at, (need, wounds, save), strength, context)
    if at.weapon.key == "rapier" and not at.moment.shot:
        return _thrusting(found, modifiers, at, need, context)
    return found


def table_of(weapon: MordheimWeapon, readings: MordheimReadings) -> str:
    """Return the critical table of a weapon: the general one unless it has its own."""
    own = readings.criticals == "by-weapon" and weapon.table
    return weapon.table if own else GENERAL


def _thrusting(
    first: MordheimBlow,
    modifiers: AttackModifiers,
    at: BlowPlace,
    need: int,
    context: MordheimContext,
) -> MordheimBlow:
    """Return a rapier's blow, which goes on where it hits and does not wound."""
    most = 6 if context.readings.rapier == "each" else need + 1
    needs = range(max(2, need) + 1, min(6, max(most, 3)) + 1)
    if not needs:
        return first
    text = f"a hit that does not wound strikes again, on {needs[0]}+"
    context.trace.add(Step("Rapier", WEAPONS, text, at.striker.side))
    further: MordheimBlow | None = None
    for one in reversed(needs):
        faces = _faces(one, context.readings, again=modifiers.again)
        further = replace(first, faces=faces, may_parry=False, further=further)
    return replace(first, further=further)


def _trace_needs(
    found: MordheimBlow,
    at: BlowPlace,
    needs: tuple[int, int, int],
    strength: int,
    context: MordheimContext,
) -> None:
    least = 2 if context.readings.ones_miss else 1
    need, wounds, save = (
        f"{pips}+" if pips < NEVER else "none"
        for pips in (max(least, needs[0]), *needs[1:])
    )
    source = SHOOTING if at.moment.shot else COMBAT
    text = (
        f"{at.weapon.name}, Strength {strength} against Toughness "
        f"{toughness(at.enemy)}: hits {need}, wounds {wounds}, save {save}"
    )
    context.trace.add(Step(NEEDS, source, text, at.striker.side))
    if found.trauma.bonus or found.trauma.concussion or found.trauma.stuns:
        text = "the injury rolls of its victims are worse"
        context.trace.add(Step("Injury", INJURIES, text, at.striker.side))


def toughness(warrior: Warrior) -> int:
    """Return a fighter's Toughness, a mandrake root counted [pips]."""
    return warrior.t + ("mandrake-root" in warrior.gear)


def parry_strength(warrior: Warrior, readings: MordheimReadings) -> int:
    """Return the Strength whose double cannot be parried [pips]."""
    if readings.parry_strength == "own" or not warrior.weapons:
        return warrior.s
    return max(one.hits_at(warrior.s) for one in warrior.weapons)


def _save(
    modifiers: AttackModifiers,
    weapon: MordheimWeapon,
    strength: int,
    readings: MordheimReadings,
) -> int:
    if modifiers.blocks_all:
        return NEVER
    worse = strength_modifier(strength)
    if weapon.save_modifier is not None and readings.black_powder != "strength":
        added = worse if readings.black_powder == "added" else 0
        worse = weapon.save_modifier + added
    need = min(NEVER, modifiers.save) + modifiers.pierces + worse
    best = 2 if readings.ones_fail_saves else 1
    return min(NEVER, max(best, need))


@lru_cache(maxsize=4096)
def harm(one: MordheimBlow) -> float:
    """Return the chance that a blow harms one who stands [chance]."""
    wounds, crits = to_wound(one)
    ordinary = sum(plain(one).values())
    special = sum(share * sum(done.values()) for share, _, done in criticals(one))
    return one.hits * ((wounds - crits) * ordinary + crits * special)
