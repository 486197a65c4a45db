"""Rounds of close combat of Scrollhammer, rolled blow by blow."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.effects_player import (
    Spoken,
    like_rules,
    numbers,
    stronger,
    words,
)
from tests.rulesets.games.scrollhammer.simulator_blades import with_magic
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal, immune
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Ints,
    Kind,
    Side,
    d6,
    element_of,
    piercing,
    preferring,
    reroll,
    strength,
    who_fights,
    wounds_of,
)


def strike(
    rng: np.random.Generator,
    own: Side,
    kind: Kind,
    fighting: Ints,
    target: Side,
    struck: list[Ints],
    attacks: int,
    charged: bool,
    first: bool,
    readings: dict[str, Any],
    fewer: Any = None,
) -> tuple[Any, ...]:
    """Roll a kind's blows; return the wounds, to be dealt out afterwards."""
    stats = kind.stats
    ws = min(stats["ws"], 1) if own.paralyzed else stats["ws"]
    told = own.told(kind, target, *moments(own, charged, first))
    rules = {**kind.rules, **kind.weapon["rules"], **like_rules(told)}
    if not ws or not stats["a"]:
        attacks = 0
    most = max(int(fighting.max(initial=0)), 1)
    fights = len(fighting)
    each = np.full((fights, most), attacks)
    if "rampage" in kind.rules and attacks:
        if fewer is None:
            fewer = own.count() < target.count()
        each = each + rng.integers(1, 4, each.shape) * fewer[:, None]
    dice = d6(rng, fights, most, max(int(each.max()), 1))
    thrown = np.arange(most)[None, :, None] < fighting[:, None, None]
    thrown = thrown & (np.arange(dice.shape[2])[None, None, :] < each[:, :, None])
    enemy = target.majority("ws", struck)
    enemy = np.minimum(enemy, 1) if target.paralyzed else enemy
    need = np.where(ws > enemy, 3, np.where(enemy > 2 * ws, 5, 4))
    need = np.where(enemy == 0, 1, need)[:, None, None]
    hates = (first and not own.goes_on) and (
        "hatred" in kind.rules
        or "twisted-souls" in kind.rules
        or (own.foe and any(key.startswith("hatred-") for key in kind.rules))
    )
    hates = hates or ("twisted-souls" in kind.rules and own.foe)
    prefers = preferring(own)
    need = pushed(need, told)
    asked = words(told, "to-hit", "re-roll")
    again = np.zeros(dice.shape, dtype=bool)
    if hates or "failures" in asked:
        again = dice < need
    else:
        ones = prefers | ("ones" in asked)
        again = (dice == 1) & (need > 1) & ones[:, None, None]
    dice = reroll(rng, dice, again)
    if "autohit" in rules:
        need = np.ones_like(need)
    if "master-crafted" in rules:
        spare = thrown & (dice < need) & ~again
        pick = spare & (np.cumsum(spare, axis=2) == 1)
        dice = reroll(rng, dice, pick)
    hits = (thrown & (dice >= need)).reshape(fights, -1)
    sixes = ((dice == 6) & (need > 1)).reshape(fights, -1)
    power = strength(kind.weapon["strength"], stats["s"], charged and first)
    power = min(10, power + int("dark-coral" in rules))
    if "against-cavalry" in rules and first and not own.goes_on:
        power = min(10, power + int("cavalry" in target.kinds[0].type))
    ap = piercing(kind.weapon["ap"], charged and first)
    ap += 2 * int("moonsteel" in rules)
    ap += sum(numbers(told, "piercing", "add"))
    element = element_of(own, kind, kind.weapon, now=first)
    wounded, rending = wounds_of(
        rng,
        hits,
        power,
        target.majority("t", struck),
        rules,
        own,
        target,
        True,
        readings,
        prefers,
        element,
        told,
    )
    power = stronger(power, told)
    width = dice.shape[2]
    return wounded, rending, power, ap, rules, element, sixes, width


def moments(side: Side, charged: bool, first: bool) -> set[str]:
    """Return what holds of blows."""
    opens = first and not side.goes_on
    holds = {"first-round": opens, "charging": charged and first}
    return {"in-combat", *(word for word, now in holds.items() if now)}


def pushed(need: Ints, told: Spoken) -> Ints:
    """Return needs to hit with every effect on them; those who are hit stay hit."""
    after = need
    for better in numbers(told, "to-hit", "add"):
        after = after - better
    return np.where(need == 1, 1, np.clip(after, 2, 7))


def share_out(side: Side, fighting: Ints) -> list[Ints]:
    """Leaders fight first, then those in front, then the others."""
    counts: dict[int, Ints] = {}
    for place in from_the_front(side):
        counts[place] = np.minimum(fighting, side.kinds[place].alive)
        fighting = fighting - counts[place]
    return [counts[place] for place in range(len(side.kinds))]


def from_the_front(side: Side) -> list[int]:
    """Return the places of the kinds of a side, those in front first."""
    order = [place for place, kind in enumerate(side.kinds) if kind.leader]
    if side.front != "list":
        shooters = side.front == "shooters"
        order += [n for n, kind in enumerate(side.kinds) if kind.shoots == shooters]
    order += range(len(side.kinds))
    return list(dict.fromkeys(order))


def initiative(side: Side, kind: Kind, charged: bool, first: bool) -> int:
    told = side.told(kind, side, *moments(side, charged, first))
    rules = {**kind.rules, **kind.weapon["rules"], **like_rules(told)}
    if "strikes-last" in rules:
        return 0
    if "strikes-first" in rules:
        return 11
    if first and side.unseen != "none":
        return 10 if side.unseen == "first" else 1
    if side.flanked:
        return 1
    if side.paralyzed:
        return min(kind.stats["i"], 1)
    changed = kind.stats["i"] + sum(numbers(told, "initiative", "add"))
    changed -= int("slower-by-one" in rules)
    return min(max(changed, 1), 10) if kind.stats["i"] else 0


def in_hand(
    side: Side, kind: Kind, charged: bool, first: bool
) -> list[tuple[Kind, int]]:
    """A model's attacks, shared out on its weapons as it was asked to."""
    attacks = kind.stats["a"] + int(charged and first) + int(kind.pair)
    told = side.told(kind, side, *moments(side, charged, first))
    attacks = max(0, attacks + sum(numbers(told, "attacks", "add")))
    if side.unseen in ("holds", "slips"):
        return [(kind, 0)]
    if first and (side.unseen != "none" or (side.ambushes and charged)):
        kind = stabbing(kind)
    if kind.other_weapon is None or not side.split:
        return [(kind, attacks)]
    apart = min(side.split, attacks)
    second = replace(kind, weapon=kind.other_weapon)
    return [(kind, attacks - apart), (second, apart)]


def cannot_hurt(
    own: Side, target: Side, charged: bool, first: bool, readings: dict[str, Any]
) -> bool:
    """Return whether no blow of a side can take a wound off anybody of its target.

    Who holds its blows could.
    """
    return own.unseen not in ("holds", "slips") and not any(
        attacks and kind.stats["a"] and can_wound(own, kind, one, charged, readings)
        for kind in own.kinds
        for armed, attacks in in_hand(own, kind, charged, first)
        for one in ((armed, target_kind, target) for target_kind in target.kinds)
    )


def can_wound(
    own: Side,
    kind: Kind,
    blow: tuple[Kind, Kind, Side],
    charged: bool,
    readings: dict[str, Any],
) -> bool:
    armed, victim, target = blow
    rules = {**kind.rules, **armed.weapon["rules"]}
    if not kind.stats["ws"]:
        return False
    if immune(victim, armed.weapon["element"], rules, lowered=target.lowered):
        return False
    power = strength(armed.weapon["strength"], kind.stats["s"], charged)
    power = min(10, power + int("dark-coral" in rules))
    poison = "poisoned" in rules and readings.get("poison-past-chart", True)
    poison = poison and "immune-to-poison" not in victim.rules
    tears = "rending" in rules or "killing-blow" in rules
    return bool(victim.stats["t"] - power < 4 or poison or tears)


def stabbing(kind: Kind) -> Kind:
    rules = kind.weapon["rules"]
    if "assassins-weapon" not in rules:
        return kind
    return replace(kind, weapon={**kind.weapon, "rules": {**rules, "killing-blow": 0}})


Planned = tuple[Side, Wounds, "Drinker | None"]
"""The side that is struck, the wounds, and the side that may heal by them."""


def fight_round(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    first: bool,
    charger: str,
    readings: dict[str, Any],
) -> tuple[Ints, Ints]:
    """Fight from step 10 to 0; return the wounds that came back to both sides."""
    engaged = who_fights(a, b, readings), who_fights(b, a, readings)
    back = np.zeros((2, len(a.count())), dtype=np.int64)
    drunk: set[tuple[int, int]] = set()
    for step in range(11, -1, -1):
        planned: list[Planned] = []
        drinkers: list[Drinker] = []
        for number, own, other in ((0, a, b), (1, b, a)):
            armed = [
                (place, one, attacks)
                for place, kind in enumerate(own.kinds)
                for one, attacks in in_hand(own, kind, charger == "ab"[number], first)
                if attacks
                and initiative(own, one, charger == "ab"[number], first) == step
            ]
            cups = {
                place: Drinker(own.kinds[place], back[number])
                for place, _, _ in armed
                if (number, place) not in drunk
            }
            charged = charger == "ab"[number]
            met = [
                share_out(one, np.minimum(one.count(), engaged[at]))
                for one, at in ((own, number), (other, 1 - number))
            ]
            armed, met[0] = with_magic(rng, own, other, armed, met[0], readings)
            planned += swings(
                rng, own, other, armed, cups, met, charged, first, step, readings
            )
            drinkers += [cup for cup in cups.values() if cup.roll]
            drunk |= {(number, place) for place, cup in cups.items() if cup.roll}
        for target, wounds, drinker in planned:
            if drinker is not None:
                drained(rng, target, wounds, drinker, readings)
        for target in (a, b):
            pool = [one for at, one, drinks in planned if at is target and not drinks]
            deal(rng, target, pool, True, readings)
        for one in drinkers:
            one.drink(rng)
    return back[0], back[1]


def swings(
    rng: np.random.Generator,
    own: Side,
    other: Side,
    armed: list[tuple[int, Kind, int]],
    cups: dict[int, "Drinker"],
    met: list[list[Ints]],
    charged: bool,
    first: bool,
    step: int,
    readings: dict[str, Any],
) -> Iterator[Planned]:
    """Roll what a side strikes in a step."""
    hidden = first and other.unseen == "last" and step > 1
    hidden |= other.unseen in ("holds", "slips")
    cover = 4 if hidden else 7
    for place, kind, attacks in armed:
        *told, width = strike(
            rng,
            own,
            kind,
            met[0][place],
            other,
            met[1],
            attacks,
            charged,
            first,
            readings,
        )
        wounded, rending, power, ap, rules, element, sixes = told
        wall = 7 if "ignores-cover" in rules else cover
        rolled = Wounds(wounded, rending, power, ap, rules, element, wall, sixes)
        drinker = cups.get(place)
        if drinker is not None and drinker.may(kind):
            alone, rolled = by_the_first(rolled, width)
            yield other, alone, drinker
        yield other, rolled, None


class Drinker:
    """The first model of a kind, whose blows may give it a wound back."""

    def __init__(self, kind: Kind, back: Ints) -> None:
        self.kind = kind
        self.back = back
        self.alive = kind.alive.copy()
        self.took = np.zeros(len(kind.alive), dtype=bool)
        self.roll = 0

    def may(self, armed: Kind) -> bool:
        """Whether blows with what is in hand give wounds back; note the roll."""
        rules = {**armed.rules, **armed.weapon["rules"]}
        if armed.stats["w"] > 1 and "brass-and-coral" not in rules:
            self.roll = self.roll or rules.get("absorb-health", 0)
        return bool(self.roll) and "absorb-health" in rules

    def drink(self, rng: np.random.Generator) -> None:
        heals = self.took & (d6(rng, len(self.took)) >= self.roll)
        heals &= (self.kind.sore > 0) & (self.kind.alive == self.alive)
        self.kind.sore = self.kind.sore - heals
        self.back += heals


def by_the_first(rolled: Wounds, width: int) -> tuple[Wounds, Wounds]:
    """Part the wounds of a kind's first model from those of the others."""
    mine = np.arange(rolled.wounded.shape[1])[None, :] < width
    alone, others = (
        replace(rolled, wounded=rolled.wounded & those, rending=rolled.rending & those)
        for those in (mine, ~mine)
    )
    return alone, others


def drained(
    rng: np.random.Generator,
    target: Side,
    wounds: Wounds,
    drinker: Drinker,
    readings: dict[str, Any],
) -> None:
    """Deal a drinker's own wounds out, and tell it whether any was taken."""
    there = target.wounds() > 0
    (taken,) = deal(rng, target, [wounds], True, readings)
    took = taken > 0
    if readings.get("absorbs") == "any":
        took = wounds.wounded.any(axis=1) & there
    drinker.took |= took
