"""Rounds of a battle line: blows in their order, each die by itself."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from tests.rulesets.games.warhammer.simulated import (
    Flags,
    Numbers,
    Unit,
    melee_save,
    rule_x,
    touching,
)
from tests.rulesets.games.warhammer.simulated_table import calm, would_fear, wound
from tests.rulesets.games.warhammer.simulator import (
    Blow,
    blows_of,
    is_beast,
    judges,
    one_attack,
)
from tests.rulesets.simulators.battle_line.beasts import (
    BEAST,
    BOTH,
    FOOT,
    as_post,
    easier,
    mount_key,
)
from tests.rulesets.simulators.battle_line.carried import (
    can_shoot,
    carried,
    passes_test,
)
from tests.rulesets.simulators.battle_line.field import (
    BROKEN,
    STANDS,
    Field,
    Moment,
    lay_out,
)
from tests.rulesets.simulators.battle_line.result import judge
from tests.rulesets.simulators.battle_line.scene import Scene, seen
from tests.rulesets.simulators.battle_line.wits import (
    idle_half,
    roll_odd,
    roused,
    take_tests,
)

GORGON, LAURELS = "shield-of-the-gorgon", "laurels-of-victory"
SPECULUM = "van-horstmanns-speculum"
ERRANTRY, NOGGS = "errantry-banner", "noggs-banner-of-butchery"
HELPING_BLOWS = (ERRANTRY, NOGGS)


@dataclass(frozen=True)
class Group:
    """Some models of a post that strike together."""

    key: str
    host: str
    frenzied: bool
    charging: bool
    hates: bool
    blow: Blow
    unit: Unit
    body: str
    rival: Unit | None = None
    borne: bool = False


def play(scene: Scene, fights: int, seed: int) -> Field:
    """Fight a battle line out many times."""
    ground = lay_out(scene, fights, seed)
    stand_firm(ground)
    number = 0
    while number != scene.rounds:
        going = False
        ground.table.begin_phase()
        take_tests(ground, number)
        roll_odd(ground)
        for units, at in same_units(ground):
            going = True
            fight_round(ground, units, at, number)
        if number == 0:
            ground.reached_first = {
                side: int(met.sum()) for side, met in ground.reached.items()
            }
        if not going:
            break
        number += 1
    return ground


def stand_firm(ground: Field) -> None:
    """Test who is charged by somebody feared: the weaker flee, others hit on 6 only.

    At terror all flee who fail.
    """
    scene, at = ground.scene, np.arange(len(ground.fought))
    for key in ground.fate:
        unit = ground.alone[key]
        chargers = [foe for foe in scene.enemies(key) if foe in scene.charges]
        feared = [foe for foe in chargers if dreaded(ground, key, foe)]
        if key in scene.charges or not feared or unit.has("frenzy"):
            continue
        leads = [ground.leads(one, at) for one in ground.members(key)]
        best = np.maximum.reduce([*leads, np.full(len(at), unit.general)])
        fails = ~passes_test(ground, key, at, best, again="imperial-banner")
        against = np.maximum.reduce([ground.strength(foe, at) for foe in feared])
        iconic = carried(ground, key, at, "icon-of-magnus").any()
        dreads = any(would_dread(unit, ground.alone[foe]) for foe in feared)
        dreads = dreads and not iconic
        flees = fails & ((ground.strength(key, at) < against) | dreads)
        ground.fate[key][flees] = BROKEN
        for one in ground.members(key):
            ground.table.afraid[one] |= fails & ~flees


def dreaded(ground: Field, key: str, foe: str) -> bool:
    """Return whether a unit tests for fear of a charger, or as if it feared it."""
    at, unit, enemy = np.zeros(1, dtype=np.int64), ground.alone[key], ground.alone[foe]
    as_if = carried(ground, foe, at, "banner-of-ulric").any()
    if carried(ground, key, at, "icon-of-magnus").any():
        return enemy.has("terror")
    return bool(as_if and not calm(unit)) or would_fear(unit, enemy)


def would_dread(unit: Unit, enemy: Unit) -> bool:
    """Return whether a unit tests for terror of an enemy."""
    brave = unit.fearless or unit.has("fear") or unit.has("terror")
    return enemy.has("terror") and not brave


def same_units(ground: Field) -> Iterator[tuple[tuple[str, ...], Numbers]]:
    """Yield fights that go on, by the units that stand in them."""
    keys, every = list(ground.fate), np.arange(len(ground.fought))
    stands = np.stack([ground.fate[key] == STANDS for key in keys])
    brought = np.stack([ground.brought[key] for key in keys])
    whole, ridden = np.full(len(every), BOTH), ground.scene.ridden
    left = np.stack([ground.left(k, every) if k in ridden else whole for k in keys])
    codes = np.concatenate([stands, brought, left])
    for one in np.unique(codes, axis=1).T.tolist():
        here, many = one[: len(keys)], one[len(keys) : 2 * len(keys)]
        units = tuple(key for key, is_here in zip(keys, here, strict=True) if is_here)
        if any(ground.scene.meet(a, b) for a, b in product(units, units) if a != b):
            ground.brought_now = dict(zip(keys, many, strict=True))
            ground.left_now = dict(zip(keys, one[2 * len(keys) :], strict=True))
            yield units, np.flatnonzero((one == codes.T).all(axis=1))


def fight_round(
    ground: Field, units: tuple[str, ...], at: Numbers, number: int
) -> None:
    """Play one round: impact hits and blows of all combats, then their results."""
    ground.fought[at] += 1
    combats = combats_among(ground.scene, units)
    ground.fighting = [key for combat in combats for key in combat]
    moments = [begin(ground, combat, at, number) for combat in combats]
    for now in moments:
        recall(now)
        if number == 0:
            impact(now)
        all_blows(now)
    for now in moments:
        judge(now)
        remember(now)


def combats_among(scene: Scene, units: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return who fights together: enemies in contact, and whoever touches one of them.

    Who touches nobody fights no combat.
    """
    found: list[tuple[str, ...]] = []
    for one in units:
        touched = [other for other in units if scene.meet(one, other)]
        joined = [combat for combat in found if set(combat) & {one, *touched}]
        keys = {key for combat in joined for key in combat} | {one, *touched}
        if touched:
            together = tuple(key for key in units if key in keys)
            found = [*(each for each in found if each not in joined), together]
    return found


def recall(now: Moment) -> None:
    """Lay the combat's own past on the table: who won last, and an obstacle."""
    ground, one = now.field, now.units[0]
    ground.table.won[now.at] = ground.won[one][now.at]
    ground.table.kept_off[now.at] = ground.kept_off[one][now.at]


def remember(now: Moment) -> None:
    """Keep for every unit of a combat who won it, and whether an obstacle stands."""
    for key in now.units:
        now.field.won[key][now.at] = now.won
        now.field.kept_off[key][now.at[now.won == "a"]] = False


def begin(ground: Field, units: tuple[str, ...], at: Numbers, number: int) -> Moment:
    """Return a round as it begins: who is there, who duels, who hides."""
    posts = [one for unit in units for one in ground.members(unit)]
    foes = product(posts, units)
    zero = np.zeros(len(at), dtype=np.int64)
    ranked = {key: ground.alive(key, at) for key in posts}
    hidden = {key: np.zeros(len(at), dtype=bool) for key in posts}
    dueling = np.zeros(len(at), dtype=bool)
    pair = ground.scene.duel
    if pair is not None and all(key in ranked for key in pair):
        dueling = (ranked[pair[0]] > 0) & (ranked[pair[1]] > 0)
        for key in pair:
            if ground.scene.situation.get("refuses") == key[0]:
                hidden[key] = ranked[ground.scene.post(key).joins] > 0
                dueling = dueling & False
    return Moment(
        field=ground,
        at=at,
        units=units,
        number=number,
        models={key: ground.models(key, at) for key in units},
        ranked=ranked,
        wounds={
            body: ground.table.wounds[body][at].copy()
            for key in posts
            for body in ground.bodies(key)
        },
        hurt={(k, foe): zero.copy() for k, foe in foes if foe[0] != k[0]},
        over={side: zero.copy() for side in "ab"},
        twice={side: zero.copy() for side in "ab"},
        dueling=dueling,
        ready=dict(ranked),
        lefts={
            key: ground.left(key, at) for key in units if key in ground.scene.ridden
        },
        hidden=hidden,
        won=np.full(len(at), "", dtype="U1"),
    )


def impact(now: Moment) -> None:
    """Let chariots that charge hit D6 times each, before all blows."""
    ground = now.field
    for key in now.units:
        unit = ground.alone[key]
        if key not in ground.scene.charges or not unit.has("impact-hits"):
            continue
        foe = now.enemies(key)[0]
        target = struck_by_impact(now, key, foe)
        strength = rule_x(unit.body, "impact-hits") or unit.number("s")
        hits = np.zeros(len(now.at), dtype=np.int64)
        standing = ground.alive(key, now.at)
        for number in range(unit.models):
            each = ground.table.die(len(now.at)) + int(unit.has("scythed-wheels"))
            hits += np.where(number < standing, each, 0)
        save = melee_save(target, strength, piercing=0, denied=False)
        before = ground.table.wounds[foe][now.at].copy()
        for number in range(int(hits.max(initial=0))):
            struck = now.at[hits > number]
            sure = np.ones(len(struck), dtype=bool)
            wound(ground.table, struck, sure, ~sure, target, strength, save, {})
        now.hurt[foe, key] += before - ground.table.wounds[foe][now.at]


def struck_by_impact(now: Moment, key: str, foe: str) -> Unit:
    """Return at whom impact hits fall: of a ridden monster where they wound more."""
    ground = now.field
    rider = ground.alone[foe]
    if foe not in ground.scene.ridden:
        return rider
    mount, unit = ground.as_left[foe, BEAST], ground.alone[key]
    strength = rule_x(unit.body, "impact-hits") or unit.number("s")
    hit = Blow("models", unit.body, (0, 0), 1, strength)
    aims = ground.scene.asked(key, "aims-at-ridden") or "easier"
    better = easier(unit, hit, (rider, mount), sixes=True, hates=False)
    return mount if {"rider": 0, "mount": 1}.get(str(aims), better) else rider


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
            left = ground.left_now[key] if key in ground.scene.ridden else BOTH
            unit = as_post(ground.as_left[key, left], key)
            disdains = unit.bears("virtue-of-noble-disdain")
            disdains = disdains and can_shoot(ground.alone[now.enemies(host)[0]])
            told = unit.has("hatred") or unit.asked("hates") or disdains
            hates = first and bool(told)
            for one, rival in ((unit, None), *in_a_duel(now, key)):
                for blow in blows_of(
                    one, charging=charging, first=first, frenzied=frenzied
                ):
                    rides = left == BEAST or blow.who == "mount"
                    rides = rides and key in ground.scene.ridden
                    body = mount_key(key) if rides else key
                    struck = Group(
                        *(key, host, frenzied, charging, hates, blow, one, body), rival
                    )
                    found += [struck, *under_banner(now, struck)]
    return found


def all_blows(now: Moment) -> None:
    """Strike in order: by class and Initiative; of equals the last winner first."""
    table, at = now.field.table, now.at
    toss = table.die(len(at)) <= 3
    a_first = np.where(table.won[at] == "", toss, table.won[at] == "a")
    groups = groups_of(now)
    for when, turn in product(sorted({g.blow.when for g in groups}), (True, False)):
        now.ready = {key: now.field.alive(key, at) for key in now.ranked}
        now.lefts = {key: now.field.left(key, at) for key in now.lefts}
        up = both_up(now)
        for group in groups:
            if group.blow.when != when:
                continue
            chosen = (a_first == turn) == (group.key[0] == "a")
            chosen = chosen & (table.frenzy[group.key][at] == group.frenzied)
            chosen = chosen & (banner_over(now, group.host) == group.borne)
            duels = now.dueling & (group.key in (now.field.scene.duel or ()))
            if group.rival is None:
                strike(now, group, np.flatnonzero(chosen & ~duels))
            else:
                duel_blow(now, group, np.flatnonzero(chosen & duels & up))


def both_up(now: Moment) -> Flags:
    """Return where both who duel are on their feet."""
    pair = now.field.scene.duel
    if pair is None or not now.dueling.any():
        return np.zeros(len(now.at), dtype=bool)
    a, b = (now.field.alive(key, now.at) > 0 for key in pair)
    return np.asarray(a & b)


def duel_blow(now: Moment, group: Group, chosen: Numbers) -> None:
    """Let one who duels, or what he rides, strike at his rival alone."""
    able = roused(now, group.key, chosen, np.ones(len(chosen), dtype=np.int64))
    chosen = chosen[able > 0]
    if not len(chosen):
        return
    ground, at = now.field, now.at[chosen]
    rival = next(k for k in ground.scene.duel or () if k[0] != group.key[0])
    pool = ground.table.wounds[rival]
    fewer = group.blow.who == "models" and ground.alone[rival].bears(GORGON)
    for _ in range(max(group.blow.attacks - fewer, 0)):
        before = pool[at].copy()
        pool[at] = np.maximum(before, 1)
        ground.table.beyond[at] = 0
        one_blow(now, group, at, rival)
        lost = np.maximum(before, 1) - pool[at]
        if group.unit.bears(LAURELS):
            now.twice[group.key[0]][chosen] += np.where(before == 0, 0, lost)
        if ground.alone[rival].bears("siriennes-locket"):
            lost = np.where(before == 0, 0, lost)
        more = np.where(before == 0, lost, 0) + ground.table.beyond[at]
        now.over[group.key[0]][chosen] += more
        pool[at] = np.where(before == 0, 0, pool[at])


def strike(now: Moment, group: Group, chosen: Numbers) -> None:
    """Let one group strike in some of the fights at all whom it may."""
    if not len(chosen):
        return
    enemies = now.enemies(group.host)
    if group.key in now.lefts:
        lives = now.field.table.wounds[group.body][now.at[chosen]] > 0
        able = np.asarray(lives).astype(np.int64)
        aim(now, group, chosen, enemies[0], able)
        return
    if group.key != group.host:
        able = now.field.alive(group.key, now.at[chosen])
        able = np.where(now.hidden[group.key][chosen], 0, able)
        able = roused(now, group.key, chosen, able)
        aim(now, group, chosen, enemies[0], able)
        return
    for foe in enemies:
        for left, some in as_they_stand(now, chosen, foe):
            models = {key: counts[some] for key, counts in now.models.items()}
            counted = now.field.striking(
                group.key,
                models,
                enemies,
                {**now.field.left_now, foe: left},
                reach=group.blow.reach,
                charging=group.charging,
                units=now.units,
            )
            able = left_of(now, group, some, foe, counted[foe])
            aim(now, group, some, foe, able)


def as_they_stand(
    now: Moment, chosen: Numbers, foe: str
) -> Iterator[tuple[int, Numbers]]:
    """Yield who is left of an enemy as blows fall, with the fights where it is so."""
    if foe not in now.lefts:
        yield BOTH, chosen
        return
    for left in (BOTH, FOOT, BEAST):
        some = chosen[now.lefts[foe][chosen] == left]
        if len(some):
            yield left, some


def left_of(
    now: Moment, group: Group, chosen: Numbers, foe: str, able: Numbers
) -> Numbers:
    """Return who of a group's rank and file still strikes at an enemy.

    Characters stand among the models that touch the first enemy, and the champion where
    they leave a place. The slain strike no more; he is the last of his unit to fall.
    """
    ground, key = now.field, group.key
    first = foe == now.enemies(group.host)[0]
    if first:
        for one in ground.scene.joined(key):
            seen = now.ranked[one] * ~now.hidden[one]
            able = able - seen[chosen]
    early = ground.scene.readings.get("stupid-half") == "start"
    if early:
        able = idle_half(now, key, foe, chosen, np.maximum(able, 0))
    led = np.minimum(len(ground.alone[key].leaders) * first, np.maximum(able, 0))
    able = able - now.gone(key, foe)[chosen]
    here = ground.alive(key, now.at[chosen])
    able = np.minimum(np.maximum(able, led), here)
    if not early:
        able = idle_half(now, key, foe, chosen, np.maximum(able, 0))
    if group.blow.who == "leader":
        able = np.minimum(able, led)
    elif group.blow.who == "models":
        able = np.maximum(able - led, 0)
    return np.asarray(np.maximum(able, 0))


def aim(now: Moment, group: Group, chosen: Numbers, foe: str, able: Numbers) -> None:
    """Share those who strike at a unit out between its men and characters; roll."""
    ground = now.field
    if foe in now.lefts:
        aim_at_ridden(now, group, chosen, foe, able)
        return
    given = dict(shares(now, group, chosen, foe, able))
    fewer = shielded(now, group, chosen, foe, given)
    for target, models in given.items():
        dice = models * group.blow.attacks - fewer[target]
        before = ground.table.wounds[target][now.at].copy()
        for number in range(int(dice.max(initial=0))):
            one_blow(now, group, now.at[chosen[dice > number]], target)
        lost = before - ground.table.wounds[target][now.at]
        now.hurt[target, group.host] += lost
        if group.unit.bears(LAURELS):
            now.twice[group.key[0]] += lost


def shielded(
    now: Moment,
    group: Group,
    chosen: Numbers,
    foe: str,
    given: dict[str, Numbers],
) -> dict[str, Numbers]:
    """Return at whom a model strikes once less: one in contact with a shield's bearer.

    That is one of the unit that he fights, a man while there were any as the round
    began, and one of those who strike at him if any do.
    """
    fewer = {target: np.zeros(len(chosen), dtype=np.int64) for target in given}
    joined = now.field.scene.joined(group.host)
    before = [group.host, *joined][: [group.host, *joined].index(group.key)]
    first = np.ones(len(chosen), dtype=bool)
    for one in before:
        first &= now.wounds[one][chosen] == 0
    for bearer in given:
        if not now.field.alone[bearer].bears(GORGON) or group.blow.who != "models":
            continue
        if now.enemies(foe)[0] != group.host:
            continue
        there = now.ready[bearer][chosen] > 0
        if bearer != foe:
            there = now.open_to(bearer, chosen)
        at_him = given[bearer] > 0
        fewer[bearer] += first & there & at_him
        for target in given:
            if target != bearer:
                fewer[target] += first & there & ~at_him & (given[target] > 0)
    return fewer


def aim_at_ridden(
    now: Moment, group: Group, chosen: Numbers, foe: str, able: Numbers
) -> None:
    """Strike at the rider or at the mount, of those who live as the moment begins."""
    ground, at = now.field, now.at[chosen]
    bodies = ground.alone[foe], ground.as_left[foe, BEAST]
    sixes = ground.table.afraid[group.key][at]
    sixes = sixes | (ground.table.kept_off[at] & (group.key[0] == "a"))
    better = [
        easier(group.unit, group.blow, bodies, sixes=one, hates=group.hates)
        for one in (False, True)
    ]
    aims = ground.scene.asked(group.key, "aims-at-ridden") or "easier"
    asked = {"rider": (0, 0), "mount": (1, 1)}.get(str(aims), tuple(better))
    wants = np.where(sixes, asked[1], asked[0])
    left = now.lefts[foe][chosen]
    at_mount = (left == BEAST) | ((left == BOTH) & (wants == 1))
    dice = able * group.blow.attacks
    for target, there in (
        (bodies[0], (left == BOTH) & ~at_mount),
        (ground.as_left[foe, FOOT], left == FOOT),
        (bodies[1], at_mount),
    ):
        for number in range(int((dice * there).max(initial=0))):
            some = at[(dice > number) & there]
            some = bold(now, group, some, target)
            one_attack(
                ground.table, some, group.unit, target, group.blow, hates=group.hates
            )


def one_blow(now: Moment, group: Group, at: Numbers, target: str) -> None:
    """Roll one attack in each of some fights."""
    foe = group.rival or now.field.alone[target]
    at = bold(now, group, at, foe)
    host = now.field.scene.post(target).joins or target
    one_attack(
        *(now.field.table, at, group.unit, foe, group.blow),
        hates=group.hates,
        leads=led_by(now, host, at) if judges(group.blow) else None,
    )


def bold(now: Moment, group: Group, at: Numbers, foe: Unit) -> Numbers:
    """Return the fights in which a blow is struck: a beast's may take a test first."""
    if not (foe.bears("the-collar-of-zorga") and is_beast(group.unit, group.blow)):
        return at
    value = led_by(now, group.host, at)
    return np.asarray(at[passes_test(now.field, group.host, at, value)])


def led_by(now: Moment, host: str, at: Numbers) -> Numbers:
    """Return the best Leadership in a unit just now, or that of a general near."""
    ground, scene = now.field, now.field.scene
    men = ground.table.wounds[host][at] > 0
    best = np.full(len(at), int(scene.asked(host, "general")))
    for one in ground.members(host):
        refuses = one in scene.refused
        hides = men & refuses
        best = np.maximum(best, np.where(hides, 0, ground.leads(one, at)))
    return best


def banner_over(now: Moment, host: str) -> Flags:
    """Return where somebody of a unit who lives bears a banner that helps its blows."""
    found = [carried(now.field, host, now.at, one) for one in HELPING_BLOWS]
    return np.asarray(np.logical_or.reduce(found))


def under_banner(now: Moment, group: Group) -> Iterator[Group]:
    """Yield the same who strikes while a banner is borne: not what he rides."""
    members = [now.field.alone[one] for one in now.field.members(group.host)]
    for banner in HELPING_BLOWS:
        if any(one.bears(banner) for one in members):
            blow, rides = group.blow, group.blow.who == "mount"
            first = now.field.scene.is_first(group.host)
            if banner == ERRANTRY and group.charging and not rides:
                blow = replace(blow, strength=blow.strength + 1)
            if banner == NOGGS and now.number == 0 and first and not rides:
                blow = replace(blow, attacks=blow.attacks + 1)
            yield replace(group, blow=blow, borne=True)


def in_a_duel(now: Moment, key: str) -> Iterator[tuple[Unit, Unit]]:
    """Yield one who duels and his rival, as they meet: two may exchange figures."""
    scene = now.field.scene
    pair = scene.duel
    if pair is None or key not in pair:
        return
    other = next(one for one in pair if one != key)
    yield with_figures(scene, key, other), with_figures(scene, other, key)


def with_figures(scene: Scene, key: str, other: str) -> Unit:
    """Return a duellist, with four figures of his rival if one of both wants it so."""
    own, enemy = (seen(scene, one) for one in (key, other))
    uses = [
        seen(scene, one).bears(SPECULUM) and bool(scene.asked(one, "uses-item"))
        for one in (key, other)
    ]
    if sum(uses) == 1:
        line = dict(own.body.characteristics)
        line |= {x: enemy.body.characteristics[x] for x in ("s", "t", "i", "a")}
        own.body = replace(own.body, characteristics=line)
    return own


def shares(
    now: Moment, group: Group, chosen: Numbers, foe: str, able: Numbers
) -> Iterator[tuple[str, Numbers]]:
    """Yield at whom how many strike: at characters where they may and want to.

    Who aims at a unit strikes at its men while there are any. At a character may
    strike who touches him, a champion among them. Blows of one moment are aimed
    before any of them is rolled.
    """
    ground = now.field
    wants = ground.scene.asked(group.key, "aims") == "characters"
    men = now.ready[foe][chosen] > 0
    rest = able if wants else np.where(men, 0, able)
    spent = np.zeros(len(chosen), dtype=np.int64)
    for one in ground.scene.joined(foe):
        most = np.where(now.open_to(one, chosen), touching_one(now, group, one), 0)
        share = np.minimum(rest, most)
        yield one, share
        rest, spent = rest - share, spent + share
    yield foe, np.where(men, able - spent, 0)


def touching_one(now: Moment, group: Group, target: str) -> int:
    """Count the models of a group that can touch one character."""
    if group.key != group.host:
        return 1
    own, enemy = now.field.alone[group.key], now.field.alone[target]
    most = touching(own, enemy, own.models, 1)
    led = len(own.leaders)
    return most - led if group.blow.who == "models" else most
