"""All simulated fights at once: their dice, and the wounds that they take."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tests.rulesets.games.warhammer.effects_player import (
    Spoken,
    face_of,
    numbers,
    pushed,
    words,
)
from tests.rulesets.games.warhammer.simulated import (
    IMPOSSIBLE,
    WOUNDS,
    Flags,
    Numbers,
    Unit,
)


@dataclass
class Table:
    """All fights at once; fights that are over have an ending."""

    dice: np.random.Generator
    wounds: dict[str, Numbers]
    ended: NDArray[np.str_]
    frenzy: dict[str, Flags]
    afraid: dict[str, Flags]
    won: NDArray[np.str_]
    kept_off: Flags
    first: dict[str, Numbers] = field(default_factory=dict)
    rounds: int = 0
    charger: str = ""
    fallen: dict[str, Flags] = field(default_factory=dict)
    over: dict[str, Numbers] = field(default_factory=dict)
    beyond: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    met_in: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    came: dict[str, Numbers] = field(default_factory=dict)
    dull: dict[str, Flags] = field(default_factory=dict)
    odd: dict[str, Flags] = field(default_factory=dict)
    brought: dict[str, Numbers] = field(default_factory=dict)
    tested: dict[str, Flags] = field(default_factory=dict)
    used: dict[str, Flags] = field(default_factory=dict)
    begun: dict[str, Numbers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fresh = np.zeros(len(self.ended), dtype=bool)
        self.tested = {side: fresh.copy() for side in self.wounds}
        self.begin_phase()
        self.used = {side: fresh.copy() for side in self.wounds}
        self.beyond = np.zeros(len(self.ended), dtype=np.int64)
        if not self.brought:
            none = np.zeros(len(self.ended), dtype=np.int64)
            self.brought = {side: none.copy() for side in self.wounds}

    def begin_phase(self) -> None:
        self.begun = {side: left.copy() for side, left in self.wounds.items()}

    def going(self) -> Numbers:
        return np.flatnonzero(self.ended == "")

    def die(self, count: int, sides: int = 6) -> Numbers:
        return self.dice.integers(1, sides + 1, size=count)

    def tests_value(self, unit: Unit, count: int) -> Flags:
        """Roll tests on Leadership, which are not of psychology."""
        value = max(unit.leadership, unit.general)
        return self.leadership_test(count, value) | unit.says("test:leadership", "pass")

    def reach(self, count: int, unit: Unit, *, first: bool = True) -> Numbers:
        """Roll how far a unit charges: twice its Movement, and dice of its items."""
        moves = unit.number("m", unit.mounts[0] if unit.mounts else None)
        inches = np.full(count, 2 * moves)
        for sides in unit.dice_of_charge(first=first):
            inches += self.die(count, sides)
        return inches

    def leadership_test(self, count: int, value: int | Numbers) -> Flags:
        return np.asarray(self.die(count) + self.die(count) <= value)

    def nerve(self, unit: Unit, at: Numbers) -> Numbers:
        """Return the Leadership of a unit's own after the blows, in some fights."""
        if unit.side not in self.fallen:
            return np.full(len(at), unit.nerve)
        return np.where(self.fallen[unit.side][at], unit.number("ld"), unit.nerve)

    def tests_mind(self, count: int, unit: Unit, fallen: Flags | bool = False) -> Flags:
        """Roll tests of psychology of a unit; the fallen of a challenge lead nobody."""
        own = np.where(fallen, unit.number("ld"), unit.leadership)
        value = np.maximum(own, unit.general)
        passed = self.leadership_test(count, value)
        again = self.leadership_test(count, value)
        if unit.has("questing-vow") or unit.says("test:psychology", "re-roll"):
            passed |= again
        sure = unit.has("crazed") or unit.says("test:leadership", "pass")
        return np.asarray(passed | sure)


def calm(unit: Unit) -> bool:
    listed = (
        "immune-to-psychology",
        "terror",
        "unbreakable",
        "grail-vow",
        "grand-master",
        "crazed",
    )
    listed_on = any(unit.has(key) for key in listed)
    return listed_on or unit.says("test:fear", "skip")


def would_fear(unit: Unit, enemy: Unit) -> bool:
    if calm(unit):
        return False
    frightening = enemy.has("fear") and not unit.has("fear")
    return enemy.has("terror") or frightening or bool(unit.asked("fears"))


def lost_of(
    table: Table, target: Unit, at: Numbers, slain: Numbers, taken: Numbers
) -> Numbers:
    """Return the wounds of a model that is slain or wounded; an amulet takes one.

    Those of one attack beyond the last of a model are kept at the table.
    """
    left = table.wounds[target.side][at]
    model = np.where(left > 0, (left - 1) % target.per_model + 1, 0)
    if target.bears("jade-amulet") or target.bears("armour-of-protectyness"):
        fresh = ~table.used[target.side][at]
        table.used[target.side][at] |= taken > 0
        taken = taken - (fresh & (taken > 0))
    table.beyond[at] = np.where(slain > 0, 0, np.maximum(taken - model, 0))
    return np.where(slain > 0, slain, np.minimum(taken, model))


def wards_of(target: Unit, ward: int, left: Numbers, fresh: Flags) -> Numbers:
    """Return the ward save by what is left, and by whether he was never wounded."""
    wards = np.full(len(left), ward)
    if target.bears("insignia-of-the-quest"):
        wards = np.where(left == 1, np.minimum(wards, 3), wards)
    if target.bears("token-of-the-damsel"):
        wards = np.where(fresh, 2, wards)
    return wards


def wound(
    table: Table,
    at: Numbers,
    hit: Flags,
    poisoned: Flags,
    target: Unit,
    strength: int,
    save: int,
    extra: dict[str, int],
    told: Spoken = (),
) -> None:
    """Roll to wound, armour, ward and damage, and take the wounds off at once."""
    count = len(at)
    roll = table.die(count)
    before = table.wounds[target.side][at]
    hurt = before < target.models * target.per_model
    plain = WOUNDS[strength - 1][target.number("t") - 1]
    drinks = target.bears("ruby-goblet") and not extra.get("magic")
    needed = np.where(hurt & drinks & (plain < 3), 3, plain)
    shown = pushed(roll, told, "to-wound")
    does = (((shown >= needed) & (roll > 1)) | (roll == 6)) & (needed < IMPOSSIBLE)
    wounds = hit & (poisoned | does)
    slays = min(6 if extra.get("slays") else 7, face_of(told, "to-wound", "slays"))
    slain = hit & ~poisoned & does & (roll >= slays)
    armour = table.die(count)
    saved = (pushed(armour, told, "save") >= save) & (armour != 1) & ~slain
    saved &= not words(told, "save", "never")
    ward = min(target.number("ward"), *numbers(told, "ward", "or"), 7)
    if (
        target.asked("blessed")
        and not target.hides
        and target.has("blessing-of-the-lady")
    ):
        ward = min(ward, 5 if strength >= 5 else 6)
    fresh = ~table.used[target.side][at]
    wards = wards_of(target, ward, before, fresh)
    if target.bears("token-of-the-damsel"):
        table.used[target.side][at] |= wounds & ~saved
    warded = table.die(count) >= wards
    through = wounds & ~saved & ~warded
    taken = np.ones(count, dtype=np.int64)
    multiple = max(extra.get("multiple", 0), *numbers(told, "damage", "roll"), 0)
    if multiple:
        taken = table.die(count, multiple)
    burns = bool(extra.get("flames")) or "fire" in words(told, "kind", "add")
    dry = target.has("flammable") or bool(numbers(told, "kind:fire", "multiply"))
    if dry and burns:
        taken = taken * 2
    back = min(
        4 if target.has("regeneration") else 7, *numbers(told, "avoid", "roll"), 7
    )
    if back < 7 and not burns:
        kept = np.zeros(count, dtype=np.int64)
        for number in range(int(taken.max(initial=0))):
            kept += (taken > number) & (table.die(count) < back)
        taken = np.where(slain, taken, kept)
    left = table.wounds[target.side][at]
    model = np.where(left > 0, (left - 1) % target.per_model + 1, 0)
    lost = lost_of(table, target, at, np.where(slain, model, 0), taken * through)
    if target.bears("siriennes-locket") and not extra.get("magic"):
        lost = np.minimum(lost, left == table.begun[target.side][at])
    table.wounds[target.side][at] = left - np.where(through, lost, 0)
