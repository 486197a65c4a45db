"""Weapons of a Mordheim fighter: his strikes, and what is left once disarmed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.games.mordheim.combat.blows.attack import attacks, blow, harm
from rulesets.games.mordheim.combat.blows.attack_rules import BlowMoment, BlowPlace
from rulesets.games.mordheim.combat.blows.blows import (
    NEVER,
    BlowGroup,
    MordheimBlow,
    Parry,
)
from rulesets.games.mordheim.combat.blows.mounts import hooves
from rulesets.games.mordheim.combat.blows.powder import may_misfire, misfiring
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimReadings
from rulesets.games.mordheim.combat.profile import (
    ANIMALS,
    MordheimWeapon,
    Warrior,
    rule_step,
)
from rulesets.games.mordheim.sources import COMBAT
from rulesets.games.mordheim.special_rules import row_of
from rulesets.odds.answer import Step

BEFORE, FIRST, SECOND, NORMAL, LAST, RISEN = range(6)
"""Orders of strikes: shots before blows, those who strike first, the others by
Initiative, those who strike last, and those who have just stood up."""

NATURAL = MordheimWeapon(
    "natural", "Natural weapons", "natural", hands=0, table="unarmed"
)
FIST = MordheimWeapon(
    "fist",
    "Fist",
    "fist",
    bonus=-1,
    hands=0,
    rules={"enemy-armour-bonus": 0},
    table="unarmed",
)


@dataclass(frozen=True, slots=True)
class WeaponStrike:
    """Blows that one fighter strikes at once.

    Parameters
    ----------
    order : int
        When, by the kinds above.
    initiative : int
        Within that order, the higher the sooner.
    groups : tuple of BlowGroup
    """

    order: int
    initiative: int
    groups: tuple[BlowGroup, ...]


SLAM, RUSH = "said-slam", "said-rush"
"""Rules of one hard blow that takes the place of all others of a charge."""

LIMBS = (
    ("horned-one", replace(NATURAL, name="Horns")),
    ("trample", replace(NATURAL, name="Hooves")),
    ("great-claw", replace(NATURAL, name="Great claw", bonus=1)),
    ("scorpion-tail", replace(NATURAL, name="Tail", strength=5)),
)
"""Limbs that strike beside the weapons, by the rule that says so."""


@dataclass(frozen=True, slots=True)
class _Wield:
    """So many blows with a weapon; ``fired`` are those with a pistol.

    ``tried`` is what the weapon was chosen by, where it was; ``fells`` are blows that
    knock down instead of wounding.
    """

    weapon: MordheimWeapon
    blows: int
    order: int | None = None
    aim: int = 0
    shot: bool = False
    fired: bool = False
    tried: "_Tried | None" = None
    fells: bool = False


@dataclass(frozen=True, slots=True)
class _Tried:
    """A blow with a weapon, and the steps that tell of it."""

    weapon: MordheimWeapon
    blow: MordheimBlow
    steps: tuple[Step, ...]


def parries(warrior: Warrior) -> Parry | None:
    """Return a fighter's parry, none if he cannot."""
    held = warrior.weapons
    if not held and not any(one.has("pistol") for one in warrior.missiles):
        held = drawn(warrior)
    able = [one for one in held if one.has("parry")]
    buckler = "buckler" in warrior.guards or any(
        one.key in ("spiked-gauntlet", "iron-fist") for one in able
    )
    if not able and not buckler:
        return None
    sword = any(one.base == "sword" and not one.has("pair") for one in able)
    axes = sum(one.count for one in able if one.key.endswith("dwarf-axe"))
    claws = any(one.base == "claws" for one in able)
    return Parry(
        again=(sword and buckler) or claws or axes > 1,
        equals=warrior.has("master-of-blades"),
        below=max(1, warrior.ws) if warrior.has("darting-steel") else 0,
    )


def strikes(
    striker: Warrior, enemy: Warrior, moment: BlowMoment, context: MordheimContext
) -> tuple[WeaponStrike, ...]:
    """Return a fighter's strikes in one hand-to-hand phase, the soonest first."""
    found: dict[tuple[int, int], list[BlowGroup]] = {}
    for wield in _wields(striker, enemy, moment, context):
        if wield.blows <= 0:
            continue
        one = _blow_of(wield, striker, enemy, moment, context)
        order = wield.order
        if order is None:
            order = _order_of(striker, wield.weapon, moment, context.readings)
        key = order, -_initiative(striker, wield.weapon)
        _add(found.setdefault(key, []), BlowGroup(wield.blows, one, wield.weapon.name))
    ridden = hooves(striker, charging=moment.charging)
    if ridden is not None:
        steed, weapon = ridden
        when = replace(moment, hates=False)
        one = blow(BlowPlace(steed, weapon, enemy, when), context)
        key = _order_of(steed, weapon, moment, context.readings), -steed.i
        fewer = 0 if found or not enemy.has("tentacle") else 1
        _add(found.setdefault(key, []), BlowGroup(steed.a - fewer, one, weapon.name))
    return tuple(
        WeaponStrike(order, -quick, tuple(groups))
        for (order, quick), groups in sorted(found.items(), key=lambda item: item[0])
    )


def _blow_of(
    wield: _Wield,
    striker: Warrior,
    enemy: Warrior,
    moment: BlowMoment,
    context: MordheimContext,
) -> MordheimBlow:
    """Return one of some blows, with its trace."""
    when = moment
    if wield.shot or wield.aim:
        when = replace(moment, shot=wield.shot, aim=wield.aim)
    if wield.tried is None:
        one = blow(BlowPlace(striker, wield.weapon, enemy, when), context)
    else:
        one = wield.tried.blow
        context.trace.add(*wield.tried.steps)
    if wield.fells:
        text = "a hit knocks down instead of wounding"
        context.trace.add(rule_step(striker, RUSH, text))
        one = replace(one, to_wound=NEVER, fells=True)
    if context.readings.misfires and wield.fired and may_misfire(wield.weapon):
        one = misfiring(one, striker, wield.weapon, enemy, when, context)
    return one


def _add(groups: list[BlowGroup], group: BlowGroup) -> None:
    for place, known in enumerate(groups):
        if known.blow == group.blow:
            groups[place] = replace(known, blows=known.blows + group.blows)
            return
    groups.append(group)


def _wields(
    striker: Warrior, enemy: Warrior, moment: BlowMoment, context: MordheimContext
) -> Iterator[_Wield]:
    """Yield the blows of a phase, by weapon, the main weapon first."""
    hard = next((key for key in (SLAM, RUSH) if striker.has(key)), "")
    if hard and moment.charging:
        yield _Wield(replace(NATURAL, name=row_of(hard).name), 1, fells=hard == RUSH)
        return
    own = attacks(BlowPlace(striker, NATURAL, enemy, moment), context)
    pistols = [one for one in striker.missiles if one.has("pistol")]
    held = striker.weapons
    brace = not held and sum(max(one.hands, one.count) for one in pistols) > 1
    if moment.first and brace:
        yield from _shots_and_blows(pistols, 2)
    else:
        held = held or drawn(striker)
        yield from _blows(striker, enemy, moment, context, held, own)
        if moment.first:
            for one in pistols:
                yield from _shots_and_blows([one], one.count)
    yield from _whips(held, moment)
    yield from _of_nature(striker, enemy, moment, context)


def _shots_and_blows(pistols: list[MordheimWeapon], blows: int) -> Iterator[_Wield]:
    """Yield pistols in combat: a crossbow pistol is shot before any blow."""
    for one in pistols[:1]:
        if one.has("shoot-in-combat"):
            yield _Wield(one, blows, BEFORE, aim=-2, shot=True)
        else:
            yield _Wield(one, blows, fired=True)


def drawn(striker: Warrior) -> tuple[MordheimWeapon, ...]:
    """Return the weapon that one draws who holds none: no dagger if he can."""
    able = drawable(striker)
    if able:
        return (replace(able[0], count=1),)
    return (NATURAL if striker.has(*ANIMALS, "silent-death") else FIST,)


def drawable(striker: Warrior) -> tuple[MordheimWeapon, ...]:
    """Return the weapons that one may draw, the first one first."""
    able = [
        one for one in striker.carried if not one.range and not one.has("mounted-only")
    ]
    return tuple(sorted(able, key=lambda one: one.base == "dagger"))


def singly(weapons: tuple[MordheimWeapon, ...]) -> tuple[MordheimWeapon, ...]:
    """Return weapons one by one."""
    return tuple(_one_of(one) for one in weapons for _ in range(one.count))


def _one_of(weapon: MordheimWeapon) -> MordheimWeapon:
    return weapon if weapon.count == 1 else replace(weapon, count=1)


def _blows(
    striker: Warrior,
    enemy: Warrior,
    moment: BlowMoment,
    context: MordheimContext,
    held: tuple[MordheimWeapon, ...],
    own: int,
) -> Iterator[_Wield]:
    fewer = _attacks_lost(enemy, moment, context)
    both = next((one for one in held if one.hands != 1), None)
    if both is not None:
        paired = both.has("pair") or (
            both.base == "natural" and striker.has("silent-death")
        )
        more = int(paired) + int(both.base == "claws" and striker.has("silent-death"))
        most = 1 if both.base == "fist" else own + more
        yield _Wield(both, max(1, most - fewer) if own else 0)
        return
    ones = [*singly(held)]
    if len(ones) < 2 or striker.mounted:
        yield _Wield(ones[0], max(1, own - fewer) if own else 0)
        return
    if ones[1] == ones[0]:
        ones[1] = replace(ones[1], second=True)
    if context.readings.main_weapon == "best":
        tried = [_try(one, striker, enemy, moment, context) for one in ones]
        tried.sort(key=lambda one: -harm(one.blow))
        yield _Wield(tried[0].weapon, max(0, own - fewer), tried=tried[0])
        yield _Wield(tried[1].weapon, 1, tried=tried[1])
    else:
        yield _Wield(ones[0], max(0, own - fewer))
        yield _Wield(ones[1], 1)


def _try(
    weapon: MordheimWeapon,
    striker: Warrior,
    enemy: Warrior,
    moment: BlowMoment,
    context: MordheimContext,
) -> _Tried:
    """Return a blow with a weapon that he may choose as his main one."""
    apart = context.untraced()
    one = blow(BlowPlace(striker, weapon, enemy, moment), apart)
    return _Tried(weapon, one, tuple(apart.trace.steps))


def _attacks_lost(enemy: Warrior, moment: BlowMoment, context: MordheimContext) -> int:
    """Return the attacks that a striker loses to an enemy [dice]."""
    signed = enemy.has("sign-of-sigmar") and moment.first and not moment.holy
    if signed:
        text = "the undead and the possessed have one attack less in the first turn"
        context.trace.add(rule_step(enemy, "sign-of-sigmar", text))
    return int(enemy.has("tentacle")) + int(signed)


def _whips(held: tuple[MordheimWeapon, ...], moment: BlowMoment) -> Iterator[_Wield]:
    whip = next((one for one in held if one.has("whipcrack")), None)
    if whip is not None and (moment.charging or moment.charged):
        yield _Wield(replace(whip, count=1), 1, FIRST)


def _of_nature(
    striker: Warrior, enemy: Warrior, moment: BlowMoment, context: MordheimContext
) -> Iterator[_Wield]:
    """Yield blows with horns, hooves, claws and tails beside the weapons."""
    for key, weapon in LIMBS:
        if not striker.has(key) or (key == "horned-one" and not moment.charging):
            continue
        weak = key == "scorpion-tail" and enemy.has("poison-proof")
        context.trace.add(rule_step(striker, key, "one more blow"))
        yield _Wield(replace(weapon, strength=2) if weak else weapon, 1)


def _order_of(
    striker: Warrior,
    weapon: MordheimWeapon,
    moment: BlowMoment,
    readings: MordheimReadings,
) -> int:
    heavy = weapon.has("strike-last")
    if heavy and striker.has("strongman") and weapon.base == "great-weapon":
        heavy = False
    quick = moment.charged and striker.has("lightning-reflexes")
    if heavy and not (moment.charging and readings.heavy_charge == "first"):
        return LAST
    order = readings.spear_and_charger
    if moment.charging:
        return SECOND if order == "weapon" else FIRST
    hasty = moment.first and weapon.has("strike-first")
    if hasty or striker.has("under-ledz-go"):
        return SECOND if order == "charger" else FIRST
    return FIRST if quick else NORMAL


def _initiative(striker: Warrior, weapon: MordheimWeapon) -> int:
    faster = 1 if weapon.has("ithilmar-edge") else 0
    slower = 2 if weapon.key == "brass-knuckles" else 0
    return max(1, striker.i + faster - slower)


def parry_step(warrior: Warrior) -> Step:
    """Return the trace of a fighter's parry."""
    found = parries(warrior)
    again = ", a failed one once more" if found and found.again else ""
    if found and found.below:
        again = f", by a roll below {found.below}{again}"
    elif found and found.equals:
        again = f", by an equal roll too{again}"
    text = f"tries to parry the highest hit of the first enemy who hits{again}"
    return Step("Parry", COMBAT, text, warrior.side)
