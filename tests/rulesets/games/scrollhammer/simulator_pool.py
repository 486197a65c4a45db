"""The wound pool of Scrollhammer: allocation, saves and casualties, wound by wound."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.effects_player import numbers, spoken
from tests.rulesets.games.scrollhammer.simulator_sides import (
    ENCHANTED,
    Bools,
    Ints,
    Kind,
    Side,
    d6,
)


@dataclass
class Wounds:
    """The wounds that one kind of attackers brings to the pool.

    `sixes` are those of a roll of 6 to hit, of rules that care for it.
    """

    wounded: Bools
    rending: Bools
    power: int
    ap: int
    rules: dict[str, int]
    element: str
    cover: int = 7
    sixes: Bools | None = None


def only_where(wounds: Wounds, where: Bools) -> Wounds:
    """Return the wounds in some fights alone."""
    some = where[:, None]
    return replace(wounds, wounded=wounds.wounded & some, rending=wounds.rending & some)


def deal(
    rng: np.random.Generator,
    target: Side,
    pool: Sequence[Wounds],
    melee: bool,
    readings: dict[str, Any],
) -> list[Ints]:
    """Allocate a whole pool, save, assign what is unsaved.

    Wounds that follow each other with the same Strength, piercing and rules are one
    group. Returns for each kind of attackers the wounds that its own took off.
    """
    places = allocated(rng, target, pool)
    biggest = max(target.kinds, key=lambda kind: kind.models)
    spared = biggest.type in ("monstrous-creature", "artillery")
    taken = [np.zeros_like(target.wounds()) for _ in pool]
    for (_, group), at in product(grouped(pool), range(len(target.kinds))):
        kind = target.kinds[at]
        for number, wounds in group:
            before = target.wounds()
            struck = places[number] == at
            proof = immune(kind, wounds.element, wounds.rules, lowered=target.lowered)
            for column in np.flatnonzero(struck.any(axis=0)):
                torn = wounds.rending[:, column]
                saved = saves(rng, kind, torn, wounds, melee=melee, readings=readings)
                unsaved = struck[:, column] & ~saved & (not proof)
                slain = slays(kind, torn & (not spared), wounds.power, wounds.rules)
                assign(rng, target, at, unsaved, slain, wounds.rules)
            taken[number] = taken[number] + before - target.wounds()
    return taken


def grouped(pool: Sequence[Wounds]) -> list[tuple[Any, list[tuple[int, Wounds]]]]:
    """Return kinds of attackers with their places, those together that are alike."""

    def alike(numbered: tuple[int, Wounds]) -> tuple[Any, ...]:
        one = numbered[1]
        return one.power, one.ap, one.element, one.cover, sorted(one.rules.items())

    return [(key, list(some)) for key, some in groupby(enumerate(pool), key=alike)]


def allocated(
    rng: np.random.Generator, target: Side, pool: Sequence[Wounds]
) -> list[Ints]:
    """The kind that every wound of a pool is allocated to, -1 where there is none.

    One wound for every model in its turn, the whole pool through, before any model has
    a second; the models stand in their order, and nobody falls meanwhile. A six that
    is aimed at a leader is not the owner's to allocate.
    """
    models = target.count()
    upto = np.cumsum([kind.alive for kind in target.kinds], axis=0)
    last = target.kinds[-1]
    given = np.zeros_like(models)
    found = []
    for one in pool:
        aimed = np.zeros_like(one.wounded)
        if one.sixes is not None and "precision" in one.rules and last.leader:
            aimed = one.wounded & one.sixes & (d6(rng, *one.wounded.shape) <= 2)
            aimed &= (last.alive > 0)[:, None]
        dealt = one.wounded & ~aimed
        number = given[:, None] + np.cumsum(dealt, axis=1) - 1
        model = number % np.maximum(models, 1)[:, None]
        place = (model[None] >= upto[:, :, None]).sum(axis=0)
        place = np.where(dealt, place, -1)
        place = np.where(aimed, len(target.kinds) - 1, place)
        found.append(np.where((models > 0)[:, None], place, -1))
        given = given + dealt.sum(axis=1)
    return found


def assign(
    rng: np.random.Generator,
    target: Side,
    at: int,
    unsaved: Bools,
    slain: Bools,
    rules: dict[str, int],
) -> None:
    """Put an unsaved wound of a kind of models on one of them, or where it is stacked.

    Models of several Wounds that are no characters and began with as many fill up the
    one that is hurt, whatever their profiles; else one of their own begins, and if
    none of these is left, one of the others.
    """
    kind = target.kinds[at]
    mates = [kind]
    if kind.stats["w"] > 1 and not kind.leader:
        mates = [
            one
            for one in target.kinds
            if not one.leader and one.stats["w"] == kind.stats["w"]
        ]
    whom = np.full(len(unsaved), -1)
    for number, one in reversed(list(enumerate(mates))):
        whom = np.where(one.alive > 0, number, whom)
    own = next(number for number, one in enumerate(mates) if one is kind)
    whom = np.where(kind.alive > 0, own, whom)
    for number, one in reversed(list(enumerate(mates))):
        whom = np.where((one.sore > 0) & (one.alive > 0), number, whom)
    for number, one in enumerate(mates):
        take(rng, one, unsaved & (whom == number), slain, rules)


def saves(
    rng: np.random.Generator,
    kind: Kind,
    torn: Bools,
    wounds: Wounds,
    *,
    melee: bool,
    readings: dict[str, Any],
) -> Bools:
    """Roll the best save that there is against one wound in every fight."""
    ap, rules, element = wounds.ap, wounds.rules, wounds.element
    cover = wounds.cover
    torn_ap = max(ap, 5) if readings.get("rending-ap") != "adds" else ap + 5
    pierced = np.where(torn, torn_ap, ap)
    moments = ["in-combat" if melee else "shooting"]
    moments += ["parrying"] if kind.parries else []
    told = spoken(kind.uses, ("against",), moments)
    printed = kind.stats["sv"] - sum(numbers(told, "armour", "add"))
    printed = 7 if numbers(told, "armour", "never") else printed
    armour = np.where(printed <= 6, printed + pierced, 7)
    if element == "frost" and "dwemer-make" in kind.rules:
        armour = np.full(len(torn), 7)
    if "blizzard-weapon" in rules and element == "frost" and "of a spell" not in rules:
        armour = np.full(len(torn), 7)
    ward = kind.stats.get("ward", 7) - sum(numbers(told, "ward", "add"))
    ward = min(ward, *numbers(told, "ward", "or"), 99)
    if "of a spell" in rules and "dragon-skin" in kind.rules:
        ward = ward - 2 if ward < 7 else 5
    if melee and readings.get("beta-texts") and kind.parries:
        ward = min(ward - 1, 6)
    need = np.maximum(np.minimum(np.minimum(armour, ward), cover), 2)
    roll = d6(rng, len(torn))
    if "easily-overwhelmed" in rules and kind.shield:
        roll = np.where(roll < need, d6(rng, len(torn)), roll)
    saved: Bools = roll >= need
    return saved


def slays(kind: Kind, torn: Bools, power: int, rules: dict[str, int]) -> Bools:
    """Return where a wound takes all that a model has."""
    if "instant-death" in rules or power >= 2 * kind.stats["t"]:
        return np.ones_like(torn)
    return torn if "killing-blow" in rules else np.zeros_like(torn)


def take(
    rng: np.random.Generator,
    kind: Kind,
    hurt: Bools,
    slain: Bools,
    rules: dict[str, int],
) -> None:
    """Take an unsaved wound off the model that was struck last."""
    lost = np.ones(len(hurt), dtype=np.int64)
    if "multiple-wounds-d3" in rules:
        lost = rng.integers(1, 4, len(hurt))
    elif "multiple-wounds-d6" in rules:
        lost = d6(rng, len(hurt))
    elif rules.get("multiple-wounds"):
        lost[:] = rules["multiple-wounds"]
    left = kind.stats["w"] - kind.sore
    lost = np.where(slain, left, np.minimum(lost, left))
    sore = kind.sore + np.where(hurt, lost, 0)
    dead = sore >= kind.stats["w"]
    kind.alive = kind.alive - dead
    kind.sore = np.where(dead, 0, sore)


def immune(
    kind: Kind, element: str, rules: dict[str, int], *, lowered: bool = False
) -> bool:
    known = {f"immune-to-{element}"}
    if element == "shock":
        known.add("dwemer-make")
    if not lowered and known & set(kind.rules):
        return True
    no_magic = "immune-to-magic" in kind.rules
    no_mundane = "immune-to-mundane" in kind.rules
    if lowered:
        return no_magic and no_mundane
    if "of a spell" in rules:
        return no_magic or "immune-to-spell" in kind.rules
    if {"magic", *ENCHANTED} & rules.keys():
        return no_magic
    return no_mundane and (no_magic or "otherworldly" not in rules)
