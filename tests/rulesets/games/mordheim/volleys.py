"""Shots of Mordheim, played out with the simulator's dice."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.core.values import Gear
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.arming import hand
from tests.rulesets.games.mordheim.charts import TO_WOUND
from tests.rulesets.games.mordheim.simulator import (
    BURST,
    DOWN,
    NOBODY,
    OUT,
    STUNNED,
    UP,
    Hand,
    Man,
    Table,
    When,
)

NIMBLE = {"nimble", "nimble-rider"}
SEES_THROUGH = {
    *("trick-shooter", "expert-pistolier", "lethal-marksman", "dead-eye-shot"),
}

WATER, NET, FIRE = (
    Hand(set(), key, 4, 1, shot=True) for key in ("blessed-water", "net", "fire-bomb")
)


def shots(shooter: Man, shot: Hand, asked: Any) -> int:
    """Return how many shots there are; two of one weapon each hit one worse."""
    moved = asked.get("moved", False)
    if "move-or-fire" in shot.rules and moved and not shooter.rules & NIMBLE:
        return 0
    if shooter.rules & {"pistolier", "expert-pistolier"} and shot.key.endswith("brace"):
        return 2
    if not asked.get("twice"):
        return 1
    if "quick-shot" in shooter.rules and shot.base == "bow":
        return 2
    if "knife-fighter" in shooter.rules and shot.key == "throwing-knives-stars":
        return 3
    steady = not moved and asked.get("distance", 6) <= 9
    if "fire-twice" in shot.rules and (shot.key != "sling" or steady):
        shot.aim -= 1
        return 2
    return 1


def aimed(shooter: Man, target: Man, shot: Hand, asked: Any, piece: Gear) -> int:
    """Take what spoils the aim off a shot, and return how far it reaches."""
    distance, moved = asked.get("distance", 6), asked.get("moved", False)
    reach: Any = piece.stats["range"]
    reach += 6 if shooter.rules & {"eagle-eyes", "lethal-marksman"} else 0
    if not shooter.rules & SEES_THROUGH:
        shot.aim -= 2 if asked.get("hard-cover") else int(asked.get("cover", False))
    if "thrown" not in shot.rules:
        far = 2 * distance > reach and "steady-hands" not in shooter.rules
        rides = any(one.kind == "mount" for one in shooter.gear)
        steady = rides and bool(shooter.rules & {"steady-rider", "nimble-rider"})
        shot.aim -= int(far) + int(moved and not steady)
    shot.aim -= "elven-cloak" in target.keys
    shot.aim -= "thiefs-cloak" in target.rules
    target.save -= "wolfcloak" in target.keys
    return int(reach)


def to_hit(table: Table, shooter: Man, need: Any, asked: Any, *, first: bool) -> Any:
    """Roll to hit; a rabbit's foot rolls a first shot that misses again."""
    die = table.die()
    if first and asked.get("foot") and "rabbits-foot" in shooter.keys:
        missed = (die < need) | (die == 1)
        die = np.where(missed, table.die(), die)
    return die


def shoot(question: MatchUp, volleys: int, seed: int) -> Counter[str]:
    """Return what became of a target in so many turns of shooting."""
    asked: Any = question.situation
    table = Table(seed, volleys, question.readings)
    shooter = Man(question.a, "a", asked, volleys)
    target = Man(question.b, "b", asked, volleys)
    begun = target.posture.copy(), target.wounds.copy()
    piece = next(one for one in question.a.gear if one.kind == "ranged")
    rules = {use.key for use in piece.rules}
    shot = hand(piece, shooter, When(), 1, shot=True)
    reach = aimed(shooter, target, shot, asked, piece)
    number = shots(shooter, shot, asked) if asked.get("distance", 6) <= reach else 0
    none = np.zeros(volleys, bool)
    misfires = bool(question.readings.get("misfires")) and shot.modifier is not None
    for _ in range(asked.get("shooters", 1)):
        shooter.crit = none.copy()
        for which in range(number):
            need = table.need(shooter, target, shot, When())
            die = to_hit(table, shooter, need, asked, first=which == 0)
            hits = (die >= need) & (die > 1) & (target.posture < OUT)
            if question.readings.get("sevens") == "six-and-more":
                more = (need >= 7) & (die == 6) & (table.die() >= need - 3)
                hits = hits | (more & (target.posture < OUT))
            if misfires:
                burst = (die == 1) & (table.die() == 6) & (target.posture < OUT)
                strong = replace(shot, strength=shot.strength + 1)
                for _ in range(1 + ("double-shot" in rules)):
                    table.hit(shooter, target, strong, burst, none, none)
            if "shot-line" in rules:
                hits = target.posture < OUT
            sure = (die == 6) & hits & ("black-lotus" in rules)
            for _ in range(1 + ("double-shot" in rules)):
                table.hit(shooter, target, shot, hits, sure & hits, none)
    return counted(target, begun)


def throw(question: MatchUp, throws: int, seed: int) -> Counter[str]:
    """Return what became of a target at whom so many goods were thrown."""
    asked: Any = question.situation
    table = Table(seed, throws, question.readings)
    target = Man(question.b, "b", asked, throws)
    begun = target.posture.copy(), target.wounds.copy()
    none = np.zeros(throws, bool)
    netted, exploded, out = none, none, none
    for _ in range(asked.get("shooters", 1)):
        thrower = Man(question.a, "a", asked, throws)
        need = 7 - thrower.bs - ("large" in target.rules)
        need += "elven-cloak" in target.keys
        need += 2 if asked.get("hard-cover") else int(asked.get("cover", False))
        reach = 8 if asked.get("net") else 2 * thrower.s
        if asked.get("distance", 6) > reach:
            continue
        die = table.die()
        hits = (die >= need) & (die > 1) & (target.posture < OUT)
        if asked.get("net"):
            caught = table.landed(target, NET, hits) & (table.die() > target.s)
            netted = netted | caught
        elif asked.get("bomb"):
            burn(table, target, thrower, hits)
            exploded = exploded | (die == 1)
            burn(table, thrower, NOBODY, die == 1)
            out = out | (thrower.posture == OUT)
        else:
            hits = table.landed(target, WATER, hits & target.unholy)
            number = table.warded(target, WATER, hits.astype(int))
            table.wound(target, hits, number, WATER, thrower, none.astype(int))
    ends = counted(target, begun)
    ends["b-netted"] = int(netted.sum())
    ends["a-bomb-explodes"] = int(exploded.sum())
    ends["a-out-by-bomb"] = int(out.sum())
    return ends


def set_alight(question: MatchUp, volleys: int, seed: int) -> int:
    """Return how often fire arrows set their target alight, without their wounds."""
    asked: Any = question.situation
    table = Table(seed, volleys, question.readings)
    shooter = Man(question.a, "a", asked, volleys)
    target = Man(question.b, "b", asked, volleys)
    piece = next(one for one in question.a.gear if one.kind == "ranged")
    shot = hand(piece, shooter, When(), 1, shot=True)
    reach = aimed(shooter, target, shot, asked, piece)
    number = shots(shooter, shot, asked) if asked.get("distance", 6) <= reach else 0
    alight = np.zeros(volleys, bool)
    need = table.need(shooter, target, shot, When())
    for which in list(range(number)) * asked.get("shooters", 1):
        die = to_hit(table, shooter, need, asked, first=which == 0)
        hits = (die >= need) & (die > 1)
        alight = alight | (table.landed(target, shot, hits) & (table.die() >= 4))
    return int(alight.sum())


def burn(table: Table, him: Man, by: Man, mask: Any) -> None:
    """Roll the D3 hits of a fire bomb in turn, by nobody where it explodes."""
    number, none = (table.die() + 1) // 2, np.zeros(table.size, int)
    struck = by is not NOBODY
    hand = FIRE if struck else BURST
    for which in range(3):
        was = him.posture.copy()
        hits = table.landed(him, hand, mask & (which < number) & (him.posture < OUT))
        wounds = hits & (table.die() >= TO_WOUND[3][him.t - 1])
        left = wounds.astype(int)
        left = table.warded(him, hand, left) if struck else left
        table.wound(him, wounds, left, hand, by, none)
        table.slip(him, was)


def counted(target: Man, begun: tuple[Any, Any]) -> Counter[str]:
    """Count how a target is who was otherwise before."""
    same = (target.posture == begun[0]) & (target.wounds == begun[1])
    ends: Counter[str] = Counter({"b-stands": int(same.sum())})
    for posture, key in (
        (OUT, "b-out"),
        (STUNNED, "b-stunned"),
        (DOWN, "b-knocked-down"),
        (UP, "b-wounded"),
    ):
        ends[key] = int(((target.posture == posture) & ~same).sum())
    if target.edge:
        ends["b-falls"] = int((target.low & (target.posture < OUT)).sum())
    return ends
