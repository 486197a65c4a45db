"""The optional tables of critical hits by weapon, rolled from their text.

``table`` holds the simulator's dice; all else is an array, an element a fight.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

DOWN, OUT = 1, 3


@dataclass
class Harm:
    """What a hit does before what may still avoid its wounds."""

    number: Any
    plus: Any
    bare: Any
    kills: Any
    again: Any


def harm(table: Any, by: Any, him: Any, hand: Any, wounded: Any, special: Any) -> Harm:
    """Roll on the table of a weapon, and save."""
    roll = table.die()
    if "web-of-steel" in by.rules and not hand.shot:
        roll = np.minimum(6, roll + 1)
    low, middle, high = (special & (roll <= 2), special & (roll <= 4), special)
    middle, high = middle & ~low, high & (roll >= 5)
    one = (~table.saved(by, him, hand)).astype(int)
    another = (~table.saved(by, him, hand)).astype(int)
    none = np.zeros(table.size, bool)
    found = Harm(one, np.zeros(table.size, int), none, none, none)
    alive = him.posture < OUT
    if hand.table == "missile":
        found.number = np.where(low, 1, found.number)
        found.number = np.where(high, 2, found.number)
    elif hand.table == "bladed":
        found.number = np.where(low, 1, found.number)
        found.number = np.where(middle, one + another, found.number)
        found.number = np.where(high, 2, found.number)
        found.plus = np.where(high, 2, 0)
    elif hand.table == "bludgeoning":
        him.stopped = him.stopped | (low & alive)
        found.number = np.where(middle, 1, found.number)
        found.bare = middle
        disarm(him, table, high & (roll == 5) & alive)
        found.kills = high & (roll == 6)
    elif hand.table == "thrusting":
        found.plus = np.where(low, 1, np.where(high, 2, 0))
        fells = middle & (him.posture == 0)
        him.posture = np.where(fells, DOWN, him.posture)
        him.calm = him.calm | fells
        found.number = np.where(high, 1, found.number)
    elif hand.table == "unarmed":
        found.again = low
        found.plus = np.where(middle, 1, np.where(high, 2, 0))
        found.number = np.where(high, 1, found.number)
    found.number = np.where(wounded, found.number, 0)
    return found


def disarm(him: Any, table: Any, mask: Any) -> None:
    """Drop one of the weapons in hand, either one of two."""
    coin = table.rng.random(table.size) < 0.5
    held = [p for p in him.gear if p.kind == "melee" for _ in range(p.count)]
    bits = [1 << n for n in range(len(held) + len(him.spare))]
    had = him.lost.copy()
    for lost in np.unique(had[mask]).tolist():
        here = mask & (had == lost)
        left = [bit for bit in bits[: len(held)] if not lost & bit]
        left = left or [bit for bit in bits[len(held) :] if not lost & bit][:1]
        if left:
            dropped = np.where(coin, left[0], left[-1])
            him.lost = np.where(here, him.lost | dropped, him.lost)
