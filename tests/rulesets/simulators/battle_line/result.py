"""The result of a round of a battle line: points, Break tests, flight and pursuit."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit, ranks
from tests.rulesets.games.warhammer.simulated_redress import brought_up, standing_as
from tests.rulesets.games.warhammer.simulated_table import would_fear
from tests.rulesets.simulators.battle_line.beasts import BEAST, BOTH, FOOT
from tests.rulesets.simulators.battle_line.carried import (
    can_shoot,
    carried,
    leads_once,
    passes_test,
)
from tests.rulesets.simulators.battle_line.field import (
    BROKEN,
    RUN_DOWN,
    SLAIN,
    STANDS,
    Field,
    Moment,
)

MOST_OVERKILL = 5
BONUS = {"flank": 1, "rear": 2}
STANDARDS = ("standard-bearer", "battle-standard-bearer")


def judge(now: Moment) -> None:
    """Add up the points of both sides; test, flee and pursue."""
    ground, at = now.field, now.at
    difference = points(now, "a") - points(now, "b")
    if ground.scene.readings.get("musician-wins", True):
        music = music_of(now, "a").astype(int) - music_of(now, "b").astype(int)
        difference = np.where(difference == 0, music, difference)
    for key in now.units:
        ground.fate[key][at[ground.models(key, at) == 0]] = SLAIN
    lost = losers(now, difference)
    breaks = {
        key: breaks_of(now, key, lost[key[0]], np.abs(difference))
        for key in now.engaged
    }
    for key in now.engaged:
        for one in ground.members(key):
            ground.table.frenzy[one][at[lost[key[0]]]] = False
            ground.table.afraid[one][at] = False
    run(now, breaks)
    now.won = np.select([difference > 0, difference < 0], ["a", "b"], "")
    redress(now, now.won)


def redress(now: Moment, won: NDArray[np.str_]) -> None:
    """Let winners who still fight bring models up: by whom each still touches."""
    ground, at = now.field, now.at
    stands = {key: ground.fate[key][at] == STANDS for key in now.units}
    more: dict[str, Numbers] = {}
    for key in now.engaged:
        more[key] = np.zeros(len(at), dtype=np.int64)
        for left in product((False, True), repeat=len(now.enemies(key))):
            here = stands[key] & (won == key[0])
            foes = []
            for foe, is_left in zip(now.enemies(key), left, strict=True):
                here = here & (stands[foe] == is_left)
                foes += [foe] if is_left else []
            if not foes:
                continue
            others = [one for one in now.enemies(foes[0]) if one != key]
            met = [stands[one] for one in others] or [np.zeros(len(at), dtype=bool)]
            alone = ~np.logical_or.reduce(met)
            more[key] += here * more_of(now, key, foes, alone)
    for key, many in more.items():
        ground.brought[key][at] += many


def more_of(now: Moment, key: str, foes: list[str], alone: Flags) -> Numbers:
    """Count how many more of a unit strike if it widens its front or laps round.

    To lap round, it must fight one enemy, who fights nobody else.
    """
    pairs = [now.field.pair(key, foe) for foe in foes]
    fronts = [pair for pair in pairs if pair[0].touched == "front"]
    answer = now.field.scene.asked(key, "redress")
    more = brought_up(*fronts[0]) if len(fronts) == 1 else 0
    may = alone & (len(foes) == 1) if answer == "laps-round" else alone | True
    return np.asarray(more * may)


def laps(now: Moment, key: str, foe: str, models: Numbers) -> Flags:
    """Return where a unit laps round an enemy, and that is an attack in its flank."""
    scene = now.field.scene
    counts = scene.readings.get("lapping") == "flank"
    counts = counts and scene.asked(key, "redress") == "laps-round"
    counts = counts and scene.place(key, foe) == "front"
    around = counts and now.field.brought_now[key] > 0
    return np.asarray((models > now.field.alone[key].width) & around)


def losers(now: Moment, difference: Numbers) -> dict[str, Flags]:
    """Return where each side lost: a side that is wiped out takes no test."""
    both = np.ones(len(now.at), dtype=bool)
    for side in "ab":
        left = [now.field.models(key, now.at) for key in now.of(side)]
        both &= np.asarray(sum(left)) > 0
    return {"a": (difference < 0) & both, "b": (difference > 0) & both}


def points(now: Moment, side: str) -> Numbers:
    """Add up one side's points: wounds, ranks, numbers, banners, where it stands."""
    ground, at, scene = now.field, now.at, now.field.scene
    own, foes = now.of(side), now.of("b" if side == "a" else "a")
    total = np.zeros(len(at), dtype=np.int64)
    for foe in foes:
        for one in (body for m in ground.members(foe) for body in ground.bodies(m)):
            total += now.wounds[one] - ground.table.wounds[one][at]
    total += now.twice[side]
    total += best_ranks(now, own)
    mine = [ground.strength(key, at) for key in own]
    theirs = [ground.strength(key, at) for key in foes]
    more = np.asarray(sum(mine)) > np.asarray(sum(theirs))
    for key in foes:
        more = more & ~carried(ground, key, at, "virtue-of-discipline")
    total += more
    total += contact_bonus(now, own)
    total += banners(now, own)
    total += int(scene.situation.get("higher-ground") == side)
    total += int(scene.asked(side, "bonus"))
    return np.asarray(total + np.minimum(now.over[side], MOST_OVERKILL))


def contact_bonus(now: Moment, own: list[str]) -> Numbers:
    """Count one point for a flank, one or both, and two for a rear."""
    ground, at = now.field, now.at
    needed = int(ground.scene.readings.get("flank-strength", 5))
    total = np.zeros(len(at), dtype=np.int64)
    for where, bonus in BONUS.items():
        has = np.zeros(len(at), dtype=bool)
        for key in own:
            strong = ground.strength(key, at) >= needed
            for foe in now.enemies(key):
                around = laps(now, key, foe, ground.models(key, at))
                around = around & (where == "flank")
                has |= strong & (around | (ground.scene.place(foe, key) == where))
        total += has * bonus
    return total


def best_ranks(now: Moment, own: list[str]) -> Numbers:
    """Count the ranks of the unit of a side that has most, unless in flank or rear."""
    ground = now.field
    readings = ground.scene.readings
    needed = int(readings.get("flank-strength", 5))
    most = np.zeros(len(now.at), dtype=np.int64)
    for key in own:
        unit = standing_as(ground.alone[key], ground.brought_now[key])
        counted = now.models[key]
        if readings.get("ranks-counted", "start") != "start":
            counted = ground.models(key, now.at)
        rows = ranks(unit, counted * unit.per_model)
        rows = rows * (1 + carried(ground, key, now.at, "griffon-standard"))
        for foe in now.enemies(key):
            rows = rows * ~carried(ground, foe, now.at, "banner-of-the-lady")
            flanked = laps(now, foe, key, now.models[foe])
            flanked = flanked | (ground.scene.place(key, foe) != "front")
            strong = now.strength_before(foe) >= needed
            rows = np.where(flanked & strong, 0, rows)
        most = np.maximum(most, rows)
    return most


def banners(now: Moment, own: list[str]) -> Numbers:
    """Count one standard, and each War Banner beside it, of those who live."""
    ground = now.field
    plain = np.zeros(len(now.at), dtype=bool)
    more = np.zeros(len(now.at), dtype=np.int64)
    for one in (member for key in own for member in ground.members(key)):
        unit = ground.alone[one]
        lives = ground.table.wounds[one][now.at] > 0
        if any(map(unit.has, STANDARDS)):
            plain |= lives
        if any(piece.key == "war-banner" for piece in unit.fighter.gear):
            more += lives
    return plain + more


def music_of(now: Moment, side: str) -> Flags:
    """Return where a side has a musician."""
    found = np.zeros(len(now.at), dtype=bool)
    for key in now.of(side):
        if now.field.alone[key].has("musician"):
            found |= now.field.table.wounds[key][now.at] > 0
    return found


def leadership(now: Moment, key: str, fresh: Flags | bool = False) -> Numbers:
    """Return the best Leadership in a unit, without a character who hides behind it.

    Where it is ``fresh`` in Break tests, what helps once does.
    """
    ground, at = now.field, now.at
    best = np.zeros(len(at), dtype=np.int64)
    men = ground.table.wounds[key][at] > 0
    for one in ground.members(key):
        leads = ground.leads(one, at)
        leads = np.where(fresh, leads_once(ground, one, at, leads), leads)
        best = np.maximum(best, np.where(now.hidden[one] & men, 0, leads))
    return best


def breaks_of(now: Moment, key: str, lost: Flags, by: Numbers) -> Flags:
    """Return where a unit breaks: 2D6 and the difference against its Leadership."""
    ground, at = now.field, now.at
    unit = ground.alone[key]
    sure = unit.has("unbreakable") or unit.has("swarm")
    if sure or unit.says("test:break", "pass"):
        return np.zeros(len(at), dtype=bool)
    general = int(ground.scene.asked(key, "general"))
    fresh = ~ground.table.tested[key][at]
    ground.table.tested[key][at] |= lost
    value = np.maximum(leadership(now, key, fresh), general) - by
    if unit.has("stubborn") or unit.says("test:break", "ignore"):
        men = ground.table.wounds[key][at] > 0
        value = np.where(men, np.maximum(value, unit.leadership), value)
    holds = passes_test(ground, key, at, value)
    again = passes_test(ground, key, at, value)
    holds |= again & rolls_again(now, key)
    holds |= fresh & carried(ground, key, at, "rod-of-command")
    if not (unit.has("impetuous") and key in now.charging):
        holds &= ~outnumbered(now, key)
    return np.asarray(lost & (ground.models(key, at) > 0) & ~holds)


def rolls_again(now: Moment, key: str) -> Flags:
    """Return where a failed Break test is rolled again: by a battle standard near."""
    ground, unit = now.field, now.field.alone[key]
    asked = ground.scene.asked(key, "battle-standard")
    near = np.full(len(now.at), bool(asked) or unit.says("test:break", "re-roll"))
    friends = [other for other in ground.fighting if other[0] == key[0]]
    for one in (m for other in friends for m in ground.members(other)):
        if ground.alone[one].has("battle-standard-bearer"):
            near |= ground.table.wounds[one][now.at] > 0
    return near | carried(ground, key, now.at, "virtue-of-stoicism")


def outnumbered(now: Moment, key: str) -> Flags:
    """Return where a unit fears enemies that touch it and are stronger than it."""
    ground, at = now.field, now.at
    feared = np.zeros(len(at), dtype=np.int64)
    for mine, here in as_left(ground, key, at):
        for foe in now.enemies(key):
            for one in ground.members(foe):
                for enemy, there in as_left(ground, one, at):
                    calm = carried(ground, key, at, "icon-of-magnus")
                    if would_fear(mine, enemy):
                        own = {
                            body: ground.table.wounds[body][at]
                            for body in ground.bodies(one)
                        }
                        calm = calm & (not enemy.has("terror"))
                        many = ground.strength_alone(one, own) * here * there
                        feared += many * ~calm
    return np.asarray(feared > ground.strength(key, at))


def as_left(ground: Field, key: str, at: Numbers) -> Iterator[tuple[Unit, Flags]]:
    """Yield a post as what may be left of it, with the fights in which it is so."""
    if key not in ground.scene.ridden:
        yield ground.alone[key], np.ones(len(at), dtype=bool)
        return
    left = ground.left(key, at)
    for one in (BOTH, FOOT, BEAST):
        yield ground.as_left[key, one], left == one


def run(now: Moment, breaks: dict[str, Flags]) -> None:
    """Let the broken flee, and those who have nobody else to fight pursue them."""
    ground, at = now.field, now.at
    runs = {key: distance(ground, key, at) for key in now.engaged}
    here = {key: ground.models(key, at) > 0 for key in now.engaged}
    stands = {key: here[key] & ~breaks[key] for key in now.engaged}
    after: dict[str, Flags] = {}
    for key in now.engaged:
        held = [stands[foe] for foe in now.enemies(key)]
        after[key] = stands[key] & ~np.logical_or.reduce(held)
        if ground.scene.asked(key, "pursuit") == "restrains":
            after[key] &= ~holds_back(now, key)
        after[key] &= ~carried(ground, key, at, "griffon-standard")
    pursues = {key: runs[key] + further(now, key) for key in now.engaged}
    for key in now.engaged:
        caught = np.zeros(len(at), dtype=bool)
        for foe in now.enemies(key):
            caught |= after[foe] & (pursues[foe] >= runs[key])
        fled = breaks[key]
        ground.fate[key][at[fled]] = np.where(caught, RUN_DOWN, BROKEN)[fled]
    go_on(now, breaks, after, runs)


def further(now: Moment, key: str) -> Numbers:
    """Roll one more die of pursuit for those who carry antlers."""
    has = carried(now.field, key, now.at, "antlers-of-the-great-hunt")
    return np.asarray(
        np.where(has, now.field.table.die(len(has)), 0) if has.any() else 0
    )


def go_on(
    now: Moment,
    breaks: dict[str, Flags],
    after: dict[str, Flags],
    runs: dict[str, Numbers],
) -> None:
    """Let pursuers, and those who overrun, come upon a fresh enemy.

    In its first round a unit that slew all whom it fought rolls its pursuit, if it is
    not told to stay.
    """
    ground, at = now.field, now.at
    for key in now.engaged:
        far = int(ground.scene.asked(key[0], "fresh-enemy"))
        if not far:
            continue
        flees = np.logical_or.reduce([breaks[foe] for foe in now.enemies(key)])
        goes = after[key] & flees
        if now.number == 0 and ground.scene.is_first(key):
            left = [ground.models(foe, at) > 0 for foe in now.enemies(key)]
            alone = (ground.models(key, at) > 0) & ~np.logical_or.reduce(left)
            stays = ground.scene.asked(key, "pursuit") == "restrains"
            goes = goes | (alone & (not stays))
        met = goes & (runs[key] >= far)
        none = np.zeros(len(ground.fought), dtype=bool)
        ground.reached.setdefault(key[0], none)[at[met]] = True


def holds_back(now: Moment, key: str) -> Flags:
    """Return where a unit holds back by a test of Leadership."""
    ground, unit = now.field, now.field.alone[key]
    keen = unit.has("crazed") or unit.says("act:pursue", "must")
    foes = (ground.alone[foe] for foe in now.enemies(key))
    if unit.bears("virtue-of-noble-disdain") and any(map(can_shoot, foes)):
        keen = True
    if unit.has("hatred") or unit.asked("hates") or keen:
        return np.zeros(len(now.at), dtype=bool)
    general = int(ground.scene.asked(key, "general"))
    value = np.maximum(leadership(now, key), general)
    passed = passes_test(ground, key, now.at, value, again="imperial-banner")
    if key[0] == "b" and ground.scene.situation.get("defended"):
        passed[:] = True
    return np.asarray(passed & ~ground.table.frenzy[key][now.at])


def distance(ground: Field, key: str, at: Numbers) -> Numbers:
    """Roll two dice for a unit that moves 6 inches or less, else three."""
    slow = np.zeros(len(at), dtype=bool)
    for one in ground.members(key):
        lives = ground.alive(one, at) > 0
        for unit, here in as_left(ground, one, at):
            moves = unit.number("m", unit.mounts[0] if unit.mounts else None)
            slow |= (moves <= 6) & lives & here
    dice = ground.table.die(len(at)) + ground.table.die(len(at))
    return np.asarray(dice + np.where(slow, 0, ground.table.die(len(at))))
