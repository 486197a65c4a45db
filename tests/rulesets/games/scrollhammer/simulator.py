"""Scrollhammer played out die by die, written from the rulebook alone.

It shares no code with the engine. Every die is rolled; many fights are rolled at once.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.matchup import Fighter, MatchUp

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

HIT = {"above": 3, "even": 4, "double": 5}


@dataclass
class Kind:
    """Models of a side that are alike, and how many are left in every fight."""

    stats: dict[str, int]
    rules: dict[str, int]
    unit_rules: set[str]
    weapon: dict[str, Any]
    leader: bool
    type: str
    shield: bool
    pair: bool
    models: int
    guns: list[dict[str, Any]]
    alive: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    sore: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@dataclass
class Side:
    kinds: list[Kind]
    formation: str
    files: int
    flanked: bool
    foe: bool
    paralyzed: bool
    rules: set[str]

    def count(self) -> Ints:
        return np.sum([kind.alive for kind in self.kinds], axis=0)

    def wounds(self) -> Ints:
        return np.sum(
            [kind.alive * kind.stats["w"] - kind.sore for kind in self.kinds], axis=0
        )

    def highest(self, key: str) -> Ints:
        return np.max(
            [np.where(kind.alive > 0, kind.stats[key], -1) for kind in self.kinds],
            axis=0,
        )

    def majority(self, key: str) -> Ints:
        values = sorted({kind.stats[key] for kind in self.kinds})
        best = np.zeros(len(self.kinds[0].alive), dtype=np.int64)
        most = np.zeros_like(best)
        for value in values:
            count = np.sum(
                [kind.alive for kind in self.kinds if kind.stats[key] == value], axis=0
            )
            best = np.where(count >= most, np.where(count > 0, value, best), best)
            most = np.maximum(most, count)
        return best


@dataclass
class Table:
    """How every fight ended, with what left."""

    ended: NDArray[np.str_]
    wounds_a: Ints
    wounds_b: Ints
    dealt_by_a: Ints
    dealt_by_b: Ints


def strength(printed: Any, user: int, charging: bool) -> int:
    if isinstance(printed, int):
        return printed
    text = str(printed or "user")
    number = re.search(r"\+\s*(\d+)", text)
    more = int(number.group(1)) if number else 0
    if "charg" in text and not charging:
        more = 0
    return min(10, user + more)


def read_side(fighter: Fighter, match_up: MatchUp, side: str, fights: int) -> Side:
    def told(key: str, default: Any) -> Any:
        return match_up.situation.get(f"{side}.{key}", default)

    kinds = []
    for part in fighter.parts:
        if part.role == "mount":
            continue
        stats = {
            key: int(value)
            for key, value in part.characteristics.items()
            if isinstance(value, int)
        }
        melee = [gear for gear in part.gear if gear.kind == "melee"]
        weapon = {"strength": "user", "ap": 0, "rules": {}, "element": ""}
        if melee:
            weapon = gun(melee[0])
        own = {rule.key: rule.x or 0 for rule in part.rules}
        for gear in part.gear:
            for rule in gear.rules:
                own.pop(rule.key, None)
        bases = [
            gear.base for gear in melee for _ in range(gear.count) if gear.hands != 0
        ]
        if "physical-god" in own:
            stats["ward"] = 2
        kinds.append(
            Kind(
                stats=stats,
                rules=own,
                unit_rules=set(),
                weapon=weapon,
                leader=part.role == "leader",
                type=part.kind,
                shield=any(gear.kind == "shield" for gear in part.gear),
                pair=len(bases) != len(set(bases)),
                models=part.models,
                guns=[gun(gear) for gear in part.gear if gear.kind == "ranged"],
            )
        )
    kinds.sort(key=lambda kind: kind.leader)
    lost = int(told("models-lost", 0))
    for kind in kinds:
        gone = min(lost, kind.models)
        lost -= gone
        kind.alive = np.full(fights, kind.models - gone, dtype=np.int64)
        kind.sore = np.zeros(fights, dtype=np.int64)
    formation = str(fighter.parts[0].characteristics.get("formation") or "Skirmish")
    return Side(
        kinds,
        formation,
        int(told("files", 5)),
        bool(told("flanked", False)) and formation == "Ranks",
        bool(told("foe", False)),
        bool(told("paralyzed", False)),
        {key for kind in kinds for key in kind.rules},
    )


def gun(gear: Any) -> dict[str, Any]:
    return {
        "strength": gear.stats.get("strength"),
        "ap": gear.stats.get("ap") or 0,
        "shots": gear.stats.get("shots"),
        "range": gear.stats.get("range"),
        "type": gear.stats.get("type"),
        "element": str(gear.stats.get("element") or "").lower(),
        "rules": {rule.key: rule.x or 0 for rule in gear.rules},
    }


def d6(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(1, 7, shape)


def line(side: Side, models: Ints) -> Ints:
    return np.minimum(models, side.files) if side.formation == "Ranks" else models


def who_fights(own: Side, other: Side, readings: dict[str, Any]) -> Ints:
    """Models in contact, beside and behind those."""
    have, front = own.count(), line(own, own.count())
    met = np.minimum(front, line(other, other.count()))
    beside = 2 if readings.get("neighbours", True) else 0
    first = np.where(met > 0, np.minimum(front, met + beside), 0)
    ordinary = [kind for kind in own.kinds if not kind.leader]
    deep = all("phalanx" in kind.weapon["rules"] for kind in ordinary) and ordinary
    if own.formation == "Ranks":
        second = np.clip(have - front, 0, met)
        third = np.clip(have - 2 * front, 0, met) if deep else 0
        return first + second + third
    return first + np.minimum(have - first, met * (2 if deep else 1))


def reroll(
    rng: np.random.Generator, dice: Ints, again: Bools
) -> Ints:
    return np.where(again, d6(rng, *dice.shape), dice)


def wounds_of(
    rng: np.random.Generator,
    hits: Bools,
    power: int,
    toughness: Ints,
    rules: dict[str, int],
    own: Side,
    target: Side,
    melee: bool,
    readings: dict[str, Any],
    prefers: bool,
) -> tuple[Bools, Bools]:
    """Roll to wound for every hit; return wounds and those that rend."""
    more = toughness - power
    need = np.clip(4 + more, 2, 6)
    need = np.where(more >= 4, 7, need)
    again_all = np.zeros(len(toughness), dtype=bool)
    biggest = max(target.kinds, key=lambda kind: kind.models)
    proof = {"immune-to-poison", "dwemer-make", "brass-and-coral"} & set(biggest.rules)
    if "poisoned" in rules and not proof:
        fixed = max(rules["poisoned"] or 4, 2)
        allowed = (more < 4) | bool(readings.get("poison-past-chart", True))
        need = np.where(allowed, np.minimum(need, fixed), need)
        if melee or readings.get("poisoned-shots", False):
            again_all = power >= toughness
    if "monster-hunter" in own.rules and biggest.type == "monstrous-creature":
        again_all = np.ones_like(again_all)
    dice = d6(rng, *hits.shape)
    rends = "rending" in rules or "killing-blow" in rules
    least = np.minimum(need, 6) if rends else need
    failed = dice < least[:, None]
    again = failed & again_all[:, None]
    if prefers:
        again |= (dice == 1) & ~again_all[:, None]
    dice = reroll(rng, dice, again)
    wounded = hits & (dice >= least[:, None])
    return wounded, wounded & (dice == 6) & rends


def deal(
    rng: np.random.Generator,
    wounded: Bools,
    rending: Bools,
    power: int,
    ap: int,
    rules: dict[str, int],
    element: str,
    target: Side,
    melee: bool,
    readings: dict[str, Any],
    cover: int = 7,
) -> None:
    """Deal wounds out, one to each model first; save; take wounds off."""
    count = wounded.sum(axis=1)
    models = target.count()
    each = np.where(models > 0, count // np.maximum(models, 1), 0)
    rest = np.where(models > 0, count % np.maximum(models, 1), 0)
    upto = np.zeros_like(count)
    number = np.cumsum(wounded, axis=1) - 1
    biggest = max(target.kinds, key=lambda kind: kind.models)
    for kind in target.kinds:
        first = np.minimum(rest, kind.alive)
        share = kind.alive * each + first
        rest = rest - first
        mine = wounded & (number >= upto[:, None]) & (number < (upto + share)[:, None])
        upto = upto + share
        stats = kind.stats
        for column in range(mine.shape[1]):
            struck = mine[:, column]
            if not struck.any():
                continue
            torn = rending[:, column]
            torn_ap = max(ap, 5) if readings.get("rending-ap") != "adds" else ap + 5
            pierced = np.where(torn, torn_ap, ap)
            armour = np.where(stats["sv"] <= 6, stats["sv"] + pierced, 7)
            ward = stats.get("ward", 7)
            if melee and readings.get("beta-texts") and "parry" in kind.rules:
                ward = min(ward - 1, 6)
            need = np.maximum(np.minimum(np.minimum(armour, ward), cover), 2)
            roll = d6(rng, len(struck))
            if "easily-overwhelmed" in rules and kind.shield:
                roll = np.where(roll < need, d6(rng, len(struck)), roll)
            hurt = struck & (roll < need) & (kind.alive > 0)
            if element and immune(kind, element):
                hurt &= False
            slain = np.zeros(len(struck), dtype=bool)
            if "instant-death" in rules or power >= 2 * stats["t"]:
                slain |= True
            if "killing-blow" in rules and biggest.type not in (
                "monstrous-creature",
                "artillery",
            ):
                slain |= torn
            lost = np.ones(len(struck), dtype=np.int64)
            if "multiple-wounds-d3" in rules:
                lost = rng.integers(1, 4, len(struck))
            elif "multiple-wounds-d6" in rules:
                lost = d6(rng, len(struck))
            elif rules.get("multiple-wounds"):
                lost[:] = rules["multiple-wounds"]
            left = stats["w"] - kind.sore
            lost = np.where(slain, left, np.minimum(lost, left))
            sore = kind.sore + np.where(hurt, lost, 0)
            dead = sore >= stats["w"]
            kind.alive = kind.alive - dead
            kind.sore = np.where(dead, 0, sore)


def immune(kind: Kind, element: str) -> bool:
    known = {f"immune-to-{element}"}
    if element == "shock":
        known.add("dwemer-make")
    return bool(known & set(kind.rules))


def preferred(side: Side) -> bool:
    named = any(key.startswith("preferred-enemy-") for key in side.rules)
    return "preferred-enemy" in side.rules or (side.foe and named)


def strike(
    rng: np.random.Generator,
    own: Side,
    kind: Kind,
    fighting: Ints,
    target: Side,
    charged: bool,
    first: bool,
    readings: dict[str, Any],
) -> tuple[Any, ...]:
    """Roll a kind's blows; return the wounds, to be dealt out afterwards."""
    stats = kind.stats
    ws = 1 if own.paralyzed else stats["ws"]
    rules = {**kind.rules, **kind.weapon["rules"]}
    attacks = stats["a"] + int(charged and first) + int(kind.pair)
    if not ws or not stats["a"]:
        attacks = 0
    most = max(int(fighting.max(initial=0)), 1)
    fights = len(fighting)
    dice = d6(rng, fights, most, max(attacks, 1))
    thrown = (np.arange(most)[None, :, None] < fighting[:, None, None]) & (attacks > 0)
    enemy = np.ones(fights, dtype=np.int64) if target.paralyzed else target.majority("ws")
    need = np.where(ws > enemy, 3, np.where(enemy > 2 * ws, 5, 4))
    need = np.where(enemy == 0, 1, need)[:, None, None]
    hates = first and (
        "hatred" in kind.rules
        or "twisted-souls" in kind.rules
        or (own.foe and any(key.startswith("hatred-") for key in kind.rules))
    )
    hates = hates or ("twisted-souls" in kind.rules and own.foe)
    prefers = preferred(own)
    again = np.zeros(dice.shape, dtype=bool)
    if hates:
        again = dice < need
    elif prefers:
        again = (dice == 1) & (need > 1)
    dice = reroll(rng, dice, again)
    if "master-crafted" in rules:
        spare = thrown & (dice < need) & ~again
        pick = spare & (np.cumsum(spare, axis=2) == 1)
        dice = reroll(rng, dice, pick)
    hits = (thrown & (dice >= need)).reshape(fights, -1)
    power = strength(kind.weapon["strength"], stats["s"], charged and first)
    power = min(10, power + int("dark-coral" in rules))
    ap = kind.weapon["ap"] + 2 * int("moonsteel" in rules)
    wounded, rending = wounds_of(
        rng, hits, power, target.majority("t"), rules, own, target, True, readings,
        prefers,
    )
    return wounded, rending, power, ap, rules, kind.weapon["element"]


def share_out(side: Side, fighting: Ints) -> list[Ints]:
    """Leaders fight first, then the others in their order."""
    counts: dict[int, Ints] = {}
    for leaders in (True, False):
        for place, kind in enumerate(side.kinds):
            if kind.leader == leaders:
                counts[place] = np.minimum(fighting, kind.alive)
                fighting = fighting - counts[place]
    return [counts[place] for place in range(len(side.kinds))]


def initiative(side: Side, kind: Kind) -> int:
    rules = {**kind.rules, **kind.weapon["rules"]}
    if "strikes-last" in rules:
        return 0
    return 1 if side.flanked or side.paralyzed else kind.stats["i"]


def bonus(side: Side, models: Ints, readings: dict[str, Any]) -> Ints:
    added = np.zeros_like(models)
    if side.formation == "Ranks" and not side.flanked:
        worth = 0 if side.files < 5 else 1 if side.files < 10 else 2
        if side.files >= 10 and readings.get("wide-ranks") == "both":
            worth = 3
        added = (models // side.files) * worth
    if side.formation == "Horde":
        added = models // 12
    return added + int("standard-bearer" in side.rules)


def fight_round(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    first: bool,
    charger: str,
    readings: dict[str, Any],
) -> None:
    for step in range(10, -1, -1):
        planned = []
        for own, other, charged in ((a, b, charger == "a"), (b, a, charger == "b")):
            active = [kind for kind in own.kinds if initiative(own, kind) == step]
            if not active:
                continue
            counts = share_out(own, who_fights(own, other, readings))
            for place, kind in enumerate(own.kinds):
                if initiative(own, kind) == step:
                    rolled = strike(
                        rng, own, kind, counts[place], other, charged, first, readings
                    )
                    planned.append((other, rolled))
        for other, (wounded, rending, power, ap, rules, element) in planned:
            deal(
                rng, wounded, rending, power, ap, rules, element, other, True, readings
            )


def only(side: Side, keep: Bools) -> Side:
    kinds = [
        Kind(
            **{
                **kind.__dict__,
                "alive": kind.alive[keep],
                "sore": kind.sore[keep],
            }
        )
        for kind in side.kinds
    ]
    return Side(**{**side.__dict__, "kinds": kinds})


def put_back(side: Side, part: Side, keep: Bools) -> None:
    for kind, changed in zip(side.kinds, part.kinds, strict=True):
        kind.alive[keep] = changed.alive
        kind.sore[keep] = changed.sore


def simulate(
    match_up: MatchUp, fights: int, seed: int, most_rounds: int = 60
) -> Table:
    """Roll many close combats to their end."""
    rng = np.random.default_rng(seed)
    a = read_side(match_up.a, match_up, "a", fights)
    b = read_side(match_up.b, match_up, "b", fights)
    charger = str(match_up.situation.get("charger", "a"))
    return go_on(rng, a, b, charger, match_up, fights, most_rounds)


def go_on(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    charger: str,
    match_up: MatchUp,
    fights: int,
    most_rounds: int,
    ended: Any = None,
) -> Table:
    readings = dict(match_up.readings)
    if ended is None:
        ended = np.full(fights, "undecided", dtype="<U20")
    dealt = np.zeros(fights, dtype=np.int64), np.zeros(fights, dtype=np.int64)
    live = ended == "undecided"
    for number in range(match_up.rounds or most_rounds):
        if not live.any():
            break
        here_a, here_b = only(a, live), only(b, live)
        had = here_a.wounds(), here_b.wounds()
        counts = here_a.count(), here_b.count()
        fight_round(rng, here_a, here_b, number == 0, charger, readings)
        lost_a, lost_b = had[0] - here_a.wounds(), had[1] - here_b.wounds()
        if number == 0:
            dealt[0][live], dealt[1][live] = lost_b, lost_a
        after = readings.get("bonus-counted", "after") == "after"
        score_a = lost_b + bonus(here_a, here_a.count() if after else counts[0], readings)
        score_b = lost_a + bonus(here_b, here_b.count() if after else counts[1], readings)
        result = judge(rng, here_a, here_b, score_a, score_b, readings)
        put_back(a, here_a, live)
        put_back(b, here_b, live)
        ended[live] = result
        live = ended == "undecided"
    return Table(ended, a.wounds(), b.wounds(), dealt[0], dealt[1])


def judge(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    score_a: Ints,
    score_b: Ints,
    readings: dict[str, Any],
) -> Any:
    fights = len(score_a)
    result = np.full(fights, "undecided", dtype="<U20")
    for loser, winner, name, by in (
        (a, b, "a", score_b - score_a),
        (b, a, "b", score_a - score_b),
    ):
        roll = d6(rng, fights, 2)
        total = roll.sum(axis=1)
        fails = (by > 0) & (total > loser.highest("ld") - by) & (total > 2)
        if readings.get("beta-texts") and "fearless" in loser.rules:
            fails &= False
        chase = d6(rng, fights) + winner.highest("i")
        run = d6(rng, fights) + loser.highest("i")
        caught = chase > run
        if readings.get("sweep-ties", "caught") == "caught":
            caught = chase >= run
        caught |= loser.highest("i") == 0
        caught &= ~((winner.highest("i") == 0) & (loser.highest("i") > 0))
        result[fails & caught] = f"{name}-run-down"
        result[fails & ~caught] = f"{name}-flees"
    gone_a, gone_b = a.count() == 0, b.count() == 0
    result[gone_a] = "a-destroyed"
    result[gone_b] = "b-destroyed"
    result[gone_a & gone_b] = "both-destroyed"
    return result
