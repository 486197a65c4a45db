"""Mordheim's rules that change a blow or a shot: a small function each, by key.

A function takes what the blow is so far and where it is struck; it returns the changed
blow, or the same one where the rule has no part in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.attack_modifiers import AttackModifiers, BlowPlace
from rulesets.games.mordheim.combat.profile import Warrior

OnBlow = Callable[[AttackModifiers, BlowPlace, int], AttackModifiers]


def cutting_edge(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Make saves one worse, or X where several edges cut."""
    del at
    return replace(draft, pierces=draft.pierces + max(1, x))


def enemy_armour_bonus(
    draft: AttackModifiers, at: BlowPlace, x: int
) -> AttackModifiers:
    """Make saves one better; 6+ where there was none."""
    del at, x
    return replace(draft, pierces=draft.pierces - 1)


def no_armour_save(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Let no armour save."""
    del at, x
    return replace(draft, blocks_all=True)


def concussion(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Stun on a 2 of the injury roll."""
    del at, x
    return replace(draft, trauma=replace(draft.trauma, concussion=True))


def holy_weapon(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Wound the undead and the possessed one better."""
    del x
    if not at.moment.unholy:
        return draft
    return replace(draft, wound_easier=draft.wound_easier + 1)


def black_lotus(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Wound with a natural 6 to hit, unless poison does nothing to the enemy."""
    del x
    return draft if poison_proof(at.enemy) else replace(draft, lotus=True)


def cannot_be_parried(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Let nobody parry it."""
    del at, x
    return replace(draft, may_parry=False)


def accurate(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Hit one better."""
    del at, x
    return replace(draft, easier=draft.easier + 1)


def mounted_charge(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add X to Strength on a charge in the saddle."""
    if not (at.moment.charging and at.striker.mounted):
        return draft
    return replace(draft, strength=draft.strength + x)


def wounds_stronger(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Count X more Strength to wound, but not for saves."""
    del at
    return replace(draft, weaker=draft.weaker - x)


def mighty_blow(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to Strength in combat, pistols apart."""
    del x
    if at.moment.shot or at.weapon.strength is not None:
        return draft
    return replace(draft, strength=draft.strength + 1)


def strike_to_injure(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to the injury rolls of his blows."""
    del x
    return draft if at.moment.shot else _injures(draft)


def _injures(draft: AttackModifiers) -> AttackModifiers:
    return replace(draft, trauma=replace(draft.trauma, bonus=draft.trauma.bonus + 1))


def web_of_steel(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to the roll for a critical hit in combat."""
    del x
    if at.moment.shot:
        return draft
    return replace(draft, critical_bonus=draft.critical_bonus + 1)


def expert_swordsman(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Strike again with a sword that missed on the charge."""
    del x
    sword = at.weapon.base == "sword" and not at.weapon.has("pair")
    return replace(draft, again=True) if at.moment.charging and sword else draft


def berserker(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Hit one better on the charge."""
    del x
    more = 1 if at.moment.charging else 0
    return replace(draft, easier=draft.easier + more)


def ferocious_charge(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Hit one worse on the charge, for twice the blows."""
    del x
    less = 1 if at.moment.charging else 0
    return replace(draft, easier=draft.easier - less)


def unstoppable_charge(
    draft: AttackModifiers, at: BlowPlace, x: int
) -> AttackModifiers:
    """Add 1 to Weapon Skill on the charge."""
    del x
    more = 1 if at.moment.charging else 0
    return replace(draft, skill=draft.skill + more)


def at_home_indoors(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to Weapon Skill in buildings and ruins."""
    del x
    more = 1 if at.moment.indoors and not at.moment.shot else 0
    return replace(draft, skill=draft.skill + more)


def monster_slayer(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Wound on 4+ whatever the Toughness."""
    del x
    return draft if at.moment.shot else replace(draft, wounds_on=4)


def eadbasher(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Stun whom he knocks down."""
    del x
    if at.moment.shot:
        return draft
    return replace(draft, trauma=replace(draft.trauma, stuns=True))


def silent_death(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Score critical hits on 5 and 6 with bare hands."""
    del x
    bare = at.weapon.base in ("fist", "natural", "claws")
    return replace(draft, critical=5) if bare else draft


def perfect_killer(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Make saves one worse, of blows and of shots."""
    return cutting_edge(draft, at, x)


def hatred(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Roll misses again in the first turn of a combat."""
    del x
    return replace(draft, again=draft.again or (at.moment.first and not at.moment.shot))


def dark_venom(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to Strength, unless poison does nothing to the enemy."""
    del x
    if poison_proof(at.enemy):
        return draft
    return replace(draft, strength=draft.strength + 1)


def poisoned_weapon(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to injury rolls, unless poison does nothing to the enemy."""
    del x
    return draft if poison_proof(at.enemy) else _injures(draft)


def hunting_arrows(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to the injury rolls of a bow's shots."""
    del x
    return _injures(draft) if at.weapon.base == "bow" else draft


def superior_powder(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Add 1 to the Strength of black powder weapons."""
    del x
    more = 0 if at.weapon.save_modifier is None else 1
    return replace(draft, strength=draft.strength + more)


def cloud_of_flies(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Make who fights him hit one worse."""
    del x
    return draft if at.moment.shot else replace(draft, easier=draft.easier - 1)


def foul_odour(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Make the living hit him one worse."""
    return cloud_of_flies(draft, at, x) if at.moment.holy else draft


def resilient(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Count one Strength less against him, but not for his save."""
    del x
    return draft if at.moment.shot else replace(draft, weaker=draft.weaker + 1)


def step_aside(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Avoid a wound in combat on 5+, after the armour save."""
    del x
    return draft if at.moment.shot else _avoids(draft, 1 / 3)


def regeneration(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Close a wound on 4+."""
    del at, x
    return _avoids(draft, 1 / 2)


def sixth(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Avoid a wound on a 6."""
    del at, x
    return _avoids(draft, 1 / 6)


def _avoids(draft: AttackModifiers, share: float) -> AttackModifiers:
    return replace(draft, avoided=1 - (1 - draft.avoided) * (1 - share))


def _dodges(draft: AttackModifiers, share: float) -> AttackModifiers:
    return replace(draft, dodged=1 - (1 - draft.dodged) * (1 - share))


def dodge(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Dodge a missile that hit on 5+."""
    del x
    apart = at.enemy.has("excellent-reflexes")
    return _dodges(draft, 1 / 3) if at.moment.shot and not apart else draft


def excellent_reflexes(
    draft: AttackModifiers, at: BlowPlace, x: int
) -> AttackModifiers:
    """Avoid any attack that hit on 5+, one better with Dodge."""
    del x
    return _dodges(draft, 1 / 2 if at.enemy.has("dodge") else 1 / 3)


def daemonic_aura(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Save on 5+, worsened by Strength as armour is."""
    del at, x
    return replace(draft, save=min(draft.save, 5))


def large(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Be hit one better by shots."""
    del x
    return replace(draft, easier=draft.easier + 1) if at.moment.shot else draft


def cloaked(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Be hit one worse by shots."""
    del x
    return replace(draft, easier=draft.easier - 1) if at.moment.shot else draft


def wolfcloak(draft: AttackModifiers, at: BlowPlace, x: int) -> AttackModifiers:
    """Save one better from shots."""
    del x
    return replace(draft, save=draft.save - 1) if at.moment.shot else draft


def poison_proof(warrior: Warrior) -> bool:
    """Return whether poison does nothing to a fighter."""
    keys = ("poison-proof", "daemon", "mark-of-nurgle", "nurgles-rot")
    return warrior.has(*keys) or bool(
        warrior.gear & {"tears-of-shallaya", "venom-ring"}
    )


OF_WEAPONS: Mapping[str, OnBlow] = {
    "cutting-edge": cutting_edge,
    "enemy-armour-bonus": enemy_armour_bonus,
    "no-armour-save": no_armour_save,
    "concussion": concussion,
    "holy-weapon": holy_weapon,
    "black-lotus": black_lotus,
    "cannot-be-parried": cannot_be_parried,
    "accurate": accurate,
    "mounted-charge": mounted_charge,
    "wounds-stronger": wounds_stronger,
}
"""Rules of a weapon that change its own blows."""

OF_STRIKERS: Mapping[str, OnBlow] = {
    "mighty-blow": mighty_blow,
    "strike-to-injure": strike_to_injure,
    "web-of-steel": web_of_steel,
    "expert-swordsman": expert_swordsman,
    "berserker": berserker,
    "ferocious-charge": ferocious_charge,
    "unstoppable-charge": unstoppable_charge,
    "pit-fighter-skill": at_home_indoors,
    "pit-fighter-at-home": at_home_indoors,
    "monster-slayer": monster_slayer,
    "eadbasher": eadbasher,
    "silent-death": silent_death,
    "perfect-killer": perfect_killer,
    "hatred": hatred,
}
"""Rules of who strikes or shoots that change all his blows."""

OF_GEAR: Mapping[str, OnBlow] = {
    "dark-venom": dark_venom,
    "black-lotus": black_lotus,
    "poisoned-weapon": poisoned_weapon,
    "hunting-arrows": hunting_arrows,
    "superior-blackpowder": superior_powder,
}
"""What is put on one weapon, or shot with it, by the key of the gear."""

OF_ENEMIES: Mapping[str, OnBlow] = {
    "cloud-of-flies": cloud_of_flies,
    "foul-odour": foul_odour,
    "resilient": resilient,
    "step-aside": step_aside,
    "regeneration": regeneration,
    "dodge": dodge,
    "excellent-reflexes": excellent_reflexes,
    "daemonic-aura": daemonic_aura,
    "large": large,
    "thiefs-cloak": cloaked,
    "elven-cloak": cloaked,
    "wolfcloak": wolfcloak,
    "peg-leg": sixth,
    "enchanted-skins": sixth,
}
"""Rules and gear of who is struck, by key."""
