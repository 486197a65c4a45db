"""Sides of a game that is played out die by die: who is left, wounds and saves."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.core.values import RuleUse
from rulesets.odds.match_up import Fighter, FighterPart, MatchUp
from tests.rulesets.games.scrollhammer.effects_player import (
    Spoken,
    like_rules,
    numbers,
    spoken,
    stronger,
    words,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass
class Kind:
    """Models of a side that are alike, and how many are left in every fight."""

    stats: dict[str, int]
    rules: dict[str, int]
    weapon: dict[str, Any]
    leader: bool
    shoots: bool
    type: str
    shield: bool
    pair: bool
    parries: bool
    models: int
    guns: list[dict[str, Any]]
    other_weapon: dict[str, Any] | None = None
    uses: tuple[RuleUse, ...] = ()
    post: str = ""
    bare: bool = False
    part: FighterPart | None = None
    blade: dict[str, Any] | None = None
    alive: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    sore: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@dataclass
class Side:
    kinds: list[Kind]
    formation: str
    files: Ints
    flanked: bool
    foe: bool
    paralyzed: bool
    rules: set[str]
    leaves: bool = False
    split: int = 0
    unseen: str = "none"
    ambushes: bool = False
    lowered: bool = False
    behind: bool = False
    meets: int = 1
    yields: bool = False
    goes_on: bool = False
    front: str = "list"
    dice: str = "none"
    asked: dict[str, Any] = field(default_factory=dict)
    later: list[Kind] | None = None
    shot: bool = False
    oiled: bool = False
    draughts: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def told(self, kind: Kind, target: "Side", *moments: str) -> Spoken:
        """Return what rules of books say of the dice of some of its models."""
        struck = max(target.kinds, key=lambda one: one.models)
        every = [use for one in self.kinds for use in one.uses]
        return (
            *spoken(kind.uses, ("own",), moments),
            *spoken(every, ("unit",), moments),
            *spoken(struck.uses, ("against",), moments),
        )

    def says(self, on: str, op: str) -> bool:
        """Return whether a rule of a book says such a thing of the unit."""
        every = [use for one in self.kinds for use in one.uses]
        told = spoken(every, ("unit",), ())
        return any((one.on, one.op) == (on, op) for one in told)

    def contains(self, *keys: str) -> Bools:
        """Return in which fights somebody is left who has one of some rules."""
        bearers = [kind.alive > 0 for kind in self.kinds if {*keys} & kind.rules.keys()]
        none = np.zeros(len(self.kinds[0].alive), dtype=bool)
        found: Bools = np.any([none, *bearers], axis=0)
        return found

    def count(self) -> Ints:
        count: Ints = np.sum([kind.alive for kind in self.kinds], axis=0)
        return count

    def wounds(self) -> Ints:
        left: Ints = np.sum(
            [kind.alive * kind.stats["w"] - kind.sore for kind in self.kinds], axis=0
        )
        return left

    def highest(self, key: str) -> Ints:
        highest: Ints = np.max(
            [np.where(kind.alive > 0, kind.stats[key], -1) for kind in self.kinds],
            axis=0,
        )
        return highest

    def majority(self, key: str, engaged: list[Ints] | None = None) -> Ints:
        """The figure of most models, or of most of those who are engaged."""
        there = engaged or [kind.alive for kind in self.kinds]
        values = sorted({kind.stats[key] for kind in self.kinds})
        best = np.zeros(len(self.kinds[0].alive), dtype=np.int64)
        most = np.zeros_like(best)
        for value in values:
            count = np.sum(
                [
                    alive
                    for kind, alive in zip(self.kinds, there, strict=True)
                    if kind.stats[key] == value
                ],
                axis=0,
            )
            best = np.where(count >= most, np.where(count > 0, value, best), best)
            most = np.maximum(most, count)
        return best


def dares(rng: np.random.Generator, charger: Side, feared: Side) -> Bools:
    """Return where a Leadership test lets it charge whom it is afraid of."""
    roll = d6(rng, len(charger.count()), 2).sum(axis=1)
    brave: Bools = roll <= charger.highest("ld")
    if charger.says("test:fear", "skip") or not feared.says("test:fear", "start"):
        brave = np.ones_like(brave)
    return brave


def strength(printed: Any, user: int, charging: bool) -> int:
    if isinstance(printed, int):
        return printed
    text = str(printed or "user")
    number = re.search(r"\+\s*(\d+)", text)
    more = int(number.group(1)) if number else 0
    if "charg" in text and not charging:
        more = 0
    return min(10, user + more)


def piercing(printed: Any, charging: bool) -> int:
    """Tell the piercing of a blow, which may be that of a charge alone."""
    if isinstance(printed, str) and "charg" in printed:
        return int(printed.split()[0]) if charging else 0
    return int(printed)


ENCHANTED = {"frost-weapon": "frost", "flame-weapon": "flame"}
"""The elements that magic items give to the weapons of their bearers."""


def element_of(
    side: Side, kind: Kind, weapon: dict[str, Any], *, now: bool = True
) -> str:
    """Tell the element of a weapon; an oil is on it in one turn alone."""
    oiled = now and side.oiled and "oil-of-the-eel" in kind.rules
    return "shock" if oiled else str(weapon["element"])


def read_kind(part: FighterPart) -> Kind:
    stats = {
        key: int(value)
        for key, value in part.characteristics.items()
        if isinstance(value, int)
    }
    melee = [gear for gear in part.gear if gear.kind == "melee"]
    plain: dict[str, Any] = {"strength": "user", "ap": 0, "rules": {}, "element": ""}
    own = {rule.key: rule.x or 0 for rule in part.rules}
    for gear in part.gear:
        for rule in gear.rules:
            own.pop(rule.key, None)
    bases = [gear.base for gear in melee for _ in range(gear.count) if gear.hands != 0]
    if "physical-god" in own:
        stats["ward"] = 2
    enchanted = [element for key, element in ENCHANTED.items() if key in own]

    def held(one: dict[str, Any]) -> dict[str, Any]:
        """A weapon, with the element of a magic item that was bought for it."""
        return {**one, "element": enchanted[0]} if enchanted else one

    return Kind(
        stats=stats,
        rules=own,
        weapon=held(gun(melee[0]) if melee else plain),
        leader=part.role == "leader",
        shoots=stats["bs"] > 0
        and (
            any(gear.kind == "ranged" for gear in part.gear)
            or any(note.startswith("casts ") for note in part.notes)
        ),
        type=part.kind,
        shield=any(gear.kind == "shield" for gear in part.gear),
        pair=len(bases) != len(set(bases)),
        parries="parry" in own
        or (
            any(gear.kind == "shield" for gear in part.gear)
            and any(gear.base == "hand-weapon" for gear in melee)
        ),
        models=part.models,
        guns=[held(gun(gear)) for gear in part.gear if gear.kind == "ranged"],
        other_weapon=held(gun(melee[1])) if len(melee) > 1 else None,
        uses=part.rules,
        bare=not melee,
        part=part,
    )


def read_side(fighter: Fighter, match_up: MatchUp, side: str, fights: int) -> Side:
    def told(key: str, default: Any) -> Any:
        return match_up.situation.get(f"{side}.{key}", default)

    kinds = ordinary_first(fighter.parts)
    lost = int(told("models-lost", 0))
    for kind in kinds:
        gone = min(lost, kind.models)
        lost -= gone
        kind.alive = np.full(fights, kind.models - gone, dtype=np.int64)
        kind.sore = np.zeros(fights, dtype=np.int64)
    kinds += characters(match_up, side, fights)
    formation = str(fighter.parts[0].characteristics.get("formation") or "Skirmish")
    return Side(
        kinds,
        formation,
        np.full(fights, int(told("files", 5))),
        bool(told("flanked", False) or told("rear", False)) and formation == "Ranks",
        bool(told("foe", False)),
        bool(told("paralyzed", False)),
        {key for kind in kinds for key in kind.rules},
        bool(told("leaves", False)),
        int(told("split", 0)),
        str(told("unseen", "none")),
        bool(told("from-cover", False)),
        bool(told("lowered", False)),
        bool(told("rear", False)),
        int(told("meets", 1)),
        bool(told("yields", False)),
        front=str(told("front", usual_front(match_up.kind))),
        later=in_combat(match_up, side),
        oiled=bool(told("oiled", False)),
        draughts=np.full(fights, int(told("healing-draughts", 0))),
    )


HELD = (
    "stats",
    "rules",
    "weapon",
    "other_weapon",
    "shoots",
    "shield",
    "pair",
    "parries",
    "guns",
    "uses",
    "bare",
    "part",
    "blade",
)


def take_in_hand(side: Side, held: list[Kind] | None) -> None:
    """Models take other things in hand; characters keep what they have."""
    for kind, other in zip(side.kinds, held or (), strict=False):
        for name in HELD:
            setattr(kind, name, getattr(other, name))
    side.rules = {key for kind in side.kinds for key in kind.rules}


def in_combat(match_up: MatchUp, side: str) -> list[Kind] | None:
    """Return the models of a side with the one other thing that they may hold."""
    fighter = match_up.a if side == "a" else match_up.b
    if match_up.situation.get(f"{side}.hands", "same") == "same":
        return None
    (parts,) = (parts for parts in fighter.sets if parts != fighter.parts)
    return ordinary_first(parts)


def ordinary_first(parts: tuple[FighterPart, ...]) -> list[Kind]:
    kinds = [read_kind(part) for part in parts if part.role != "mount"]
    return sorted(kinds, key=lambda kind: kind.leader)


def usual_front(kind: str) -> str:
    """Return who stands in front unasked: in combats those who do not shoot."""
    if kind in ("fight", "charge"):
        return "others"
    return "shooters" if kind in ("shooting", "engagement") else "list"


def characters(match_up: MatchUp, side: str, fights: int) -> list[Kind]:
    """Characters who joined the unit of a side: each one of its models."""
    found: list[Kind] = []
    for one in (one for one in match_up.further if one.side == side):
        (kind,) = (read_kind(part) for part in one.fighter.parts)
        kind.leader = True
        kind.post = f"{side}-character" + ("-2" if found else "")
        kind.alive = np.ones(fights, dtype=np.int64)
        sore = int(one.situation.get("wounds-lost", 0))
        kind.sore = np.full(fights, sore, dtype=np.int64)
        found.append(kind)
    return found


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


def depth(models: Ints, files: Ints) -> Ints:
    """Ranks of a block; the last one may be short."""
    return (models + files - 1) // files


def line(side: Side) -> Ints:
    """Models that the enemy finds side by side, where it has come from."""
    models = side.count()
    if side.formation != "Ranks":
        return models
    if side.flanked and not side.behind:
        return depth(models, side.files)
    return np.minimum(models, side.files)


def touching(own: Side, other: Side) -> Ints:
    """Models of which each finds an enemy's base beside it that still has room."""
    places = line(other) * other.meets
    wanted = (places + own.meets - 1) // own.meets
    return np.minimum(line(own), wanted)


def who_fights(own: Side, other: Side, readings: dict[str, Any]) -> Ints:
    """Models in contact, beside and behind those."""
    return around(own, touching(own, other), readings)


def around(own: Side, met: Ints, readings: dict[str, Any]) -> Ints:
    """Return so many models in contact, with those beside and behind."""
    have, front = own.count(), line(own)
    beside = 2 if readings.get("neighbours", True) else 0
    first = np.where(met > 0, np.minimum(front, met + beside), 0)
    ordinary = [kind for kind in own.kinds if not kind.leader]
    deep = all("phalanx" in kind.weapon["rules"] for kind in ordinary) and ordinary
    if own.formation == "Ranks":
        second = np.clip(have - front, 0, met)
        third = np.clip(have - 2 * front, 0, met) if deep else 0
        deep_ranks: Ints = first + second + third
        return deep_ranks
    crowd: Ints = first + np.minimum(have - first, met * (2 if deep else 1))
    return crowd


def reroll(rng: np.random.Generator, dice: Ints, again: Bools) -> Ints:
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
    prefers: Bools | bool,
    element: str = "",
    told: Spoken = (),
) -> tuple[Bools, Bools]:
    """Roll to wound for every hit; return wounds and those that rend."""
    power = stronger(power, told)
    rules = {**rules, **like_rules(told)}
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
    if element == "frost" and "dwemer-make" in biggest.rules:
        need = np.maximum(need - 1, 2)
    if element == "frost" and "frost-hood" in biggest.rules:
        need = need + 1
    if "monster-hunter" in own.rules and biggest.type == "monstrous-creature":
        again_all = again_all | own.contains("monster-hunter")
    for better in numbers(told, "to-wound", "add"):
        need = need - better
    need = np.clip(need, 2, 7)
    asked = words(told, "to-wound", "re-roll")
    again_all = again_all | ("failures" in asked)
    dice = d6(rng, *hits.shape)
    rends = "rending" in rules or "killing-blow" in rules
    least = np.minimum(need, 6) if rends else need
    failed = dice < least[:, None]
    again = failed & again_all[:, None]
    ones = np.broadcast_to(prefers, again_all.shape) | ("ones" in asked)
    again |= (dice == 1) & (ones & ~again_all)[:, None]
    dice = reroll(rng, dice, again)
    wounded = hits & (dice >= least[:, None])
    return wounded, wounded & (dice == 6) & rends


def preferring(side: Side) -> Bools:
    """Return in which fights somebody is left who prefers the enemy."""
    named = [key for key in side.rules if key.startswith("preferred-enemy-")]
    return side.contains("preferred-enemy", *(named if side.foe else ()))
