"""Rounds of a battle line: blows in their order, each die by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from tests.rulesets.games.warhammer.simulated import Numbers, melee_save, rule_x
from tests.rulesets.games.warhammer.simulated_table import wound
from tests.rulesets.games.warhammer.simulator import Blow, blows_of, one_attack
from tests.rulesets.simulators.battle_line.field import STANDS, Field, Moment, lay_out
from tests.rulesets.simulators.battle_line.result import judge
from tests.rulesets.simulators.battle_line.scene import Scene


@dataclass(frozen=True)
class Group:
    """Some models of a post that strike together."""

    key: str
    host: str
    frenzied: bool
    charging: bool
    hates: bool
    blow: Blow


def play(scene: Scene, fights: int, seed: int) -> Field:
    """Fight a battle line out many times."""
    ground = lay_out(scene, fights, seed)
    number = 0
    while number != scene.rounds:
        groups = [*same_units(ground)]
        if not groups:
            break
        for units, at in groups:
            fight_round(ground, units, at, number)
        number += 1
    return ground


def same_units(ground: Field) -> Iterator[tuple[tuple[str, ...], Numbers]]:
    """Yield fights that go on, by the units that stand in them."""
    keys = list(ground.fate)
    code = sum((ground.fate[key] == STANDS) << place for place, key in enumerate(keys))
    for one in np.unique(np.asarray(code)).tolist():
        units = tuple(key for place, key in enumerate(keys) if one >> place & 1)
        if any(ground.scene.meet(a, b) for a, b in product(units, units) if a != b):
            yield units, np.flatnonzero(code == one)


def fight_round(
    ground: Field, units: tuple[str, ...], at: Numbers, number: int
) -> None:
    """Play one round: impact hits, blows, the result."""
    ground.fought[at] += 1
    posts = [one for unit in units for one in ground.members(unit)]
    zero = np.zeros(len(at), dtype=np.int64)
    now = Moment(
        field=ground,
        at=at,
        units=units,
        number=number,
        models={key: ground.models(key, at) for key in units},
        ranked={key: ground.alive(key, at) for key in posts},
        wounds={key: ground.table.wounds[key][at].copy() for key in posts},
        gone={
            (key, foe): zero.copy()
            for key in posts
            for foe in units
            if foe[0] != key[0]
        },
    )
    if number == 0:
        impact(now)
    all_blows(now)
    judge(now)


def impact(now: Moment) -> None:
    """Let chariots that charge hit D6 times each, before all blows."""
    ground = now.field
    for key in now.units:
        unit = ground.alone[key]
        if key not in ground.scene.charges or not unit.has("impact-hits"):
            continue
        foe = now.enemies(key)[0]
        target = ground.alone[foe]
        strength = rule_x(unit.body, "impact-hits") or unit.number("s")
        hits = np.zeros(len(now.at), dtype=np.int64)
        standing = ground.alive(key, now.at)
        for number in range(unit.models):
            each = ground.table.die(len(now.at)) + int(unit.has("scythed-wheels"))
            hits += np.where(number < standing, each, 0)
        save = melee_save(target, strength, piercing=0, denied=False)
        before = ground.alive(foe, now.at)
        for number in range(int(hits.max(initial=0))):
            struck = now.at[hits > number]
            sure = np.ones(len(struck), dtype=bool)
            wound(ground.table, struck, sure, ~sure, target, strength, save, {})
        now.gone[foe, key] += before - ground.alive(foe, now.at)


def groups_of(now: Moment) -> list[Group]:
    """Return all who may strike in a round, in a frenzy and out of it."""
    ground, scene = now.field, now.field.scene
    found = []
    for host in now.units:
        if not now.enemies(host):
            continue
        first = now.number == 0 and scene.is_first(host)
        charging = now.number == 0 and host in scene.charges
        for key, frenzied in product(ground.members(host), (False, True)):
            unit = ground.alone[key]
            hates = first and bool(unit.has("hatred") or unit.asked("hates"))
            found += [
                Group(key, host, frenzied, charging, hates, blow)
                for blow in blows_of(
                    unit, charging=charging, first=first, frenzied=frenzied
                )
            ]
    return found


def all_blows(now: Moment) -> None:
    """Strike in order: by class and Initiative; of equals the last winner first."""
    table, at = now.field.table, now.at
    a_first = np.where(
        table.won[at] == "", table.die(len(at)) <= 3, table.won[at] == "a"
    )
    groups = groups_of(now)
    for when, turn in product(sorted({g.blow.when for g in groups}), (True, False)):
        for group in groups:
            if group.blow.when != when:
                continue
            chosen = (a_first == turn) == (group.key[0] == "a")
            chosen = chosen & (table.frenzy[group.key][at] == group.frenzied)
            strike(now, group, np.flatnonzero(chosen))


def strike(now: Moment, group: Group, chosen: Numbers) -> None:
    """Let one group strike in some of the fights at all whom it may."""
    if not len(chosen):
        return
    enemies = now.enemies(group.host)
    if group.key != group.host:
        able = now.field.alive(group.key, now.at[chosen])
        aim(now, group, chosen, enemies[0], able * group.blow.attacks)
        return
    models = {key: counts[chosen] for key, counts in now.models.items()}
    counted = now.field.striking(
        group.key, models, enemies, reach=group.blow.reach, charging=group.charging
    )
    for foe in enemies:
        able = left_of(now, group, chosen, foe, counted[foe])
        aim(now, group, chosen, foe, able * group.blow.attacks)


def left_of(
    now: Moment, group: Group, chosen: Numbers, foe: str, able: Numbers
) -> Numbers:
    """Return who of a group's rank and file still strikes at an enemy.

    Characters stand among the models that touch the first enemy. The slain strike no
    more; a champion is the last of his unit to fall.
    """
    ground, key = now.field, group.key
    first = foe == now.enemies(group.host)[0]
    if first:
        for one in ground.scene.joined(key):
            able = able - now.ranked[one][chosen]
    able = able - now.gone[key, foe][chosen]
    here = ground.alive(key, now.at[chosen])
    led = len(ground.alone[key].leaders) if first else 0
    able = np.minimum(np.maximum(able, led), here)
    if group.blow.who == "leader":
        able = np.minimum(able, led)
    elif group.blow.who == "models":
        able = np.maximum(able - led, 0)
    return np.asarray(np.maximum(able, 0))


def aim(now: Moment, group: Group, chosen: Numbers, foe: str, dice: Numbers) -> None:
    """Share the blows at a unit out between its men and its characters, and roll."""
    ground = now.field
    left = dice
    for target, share in shares(now, chosen, foe, left):
        before = ground.alive(target, now.at)
        for number in range(int(share.max(initial=0))):
            struck = now.at[chosen[share > number]]
            one_attack(
                ground.table,
                struck,
                ground.alone[group.key],
                ground.alone[target],
                group.blow,
                hates=group.hates,
            )
        now.gone[target, group.host] += before - ground.alive(target, now.at)


def shares(
    now: Moment, chosen: Numbers, foe: str, dice: Numbers
) -> Iterator[tuple[str, Numbers]]:
    """Yield at whom blows are struck: at the men while there are any."""
    at = now.at[chosen]
    men = now.field.alive(foe, at) > 0
    yield foe, np.where(men, dice, 0)
    rest = np.where(men, 0, dice)
    for one in now.field.scene.joined(foe):
        here = now.field.alive(one, at) > 0
        yield one, np.where(here, rest, 0)
        rest = np.where(here, 0, rest)
