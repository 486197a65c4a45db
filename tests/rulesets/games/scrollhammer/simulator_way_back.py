"""The way behind units that fall back, die by die: friends in it, and walls.

Written from the rulebook alone (Fall Back: Friendly Models, Trapped; Panic Test).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.simulator_sides import Bools, Ints, d6

OPEN = 1000


@dataclass
class Rear:
    """The way behind a unit in many fights: inches from where it stands now."""

    friends_at: Ints
    wall_at: Ints
    leadership: int
    there: Bools
    tested: Bools
    panicked: Bools

    def is_open(self) -> bool:
        """Return whether nothing was said of it."""
        return bool((self.wall_at >= OPEN - 100).all() and (self.friends_at == 0).all())

    def nearer(self, who: Bools, inches: Ints) -> None:
        """The unit goes towards its enemy."""
        if self.is_open():
            return
        self.friends_at = self.friends_at + np.where(who, inches, 0)
        self.wall_at = self.wall_at + np.where(who, inches, 0)

    def run(
        self, rng: np.random.Generator, who: Bools, inches: Ints, edge: Any = OPEN
    ) -> Bools:
        """Those who run go so far, or are trapped; friends whom they pass test."""
        if self.is_open():
            return np.zeros_like(who)
        stuck: Bools = who & (inches > self.wall_at) & (self.wall_at < edge)
        passing = who & ~stuck & self.there
        passing &= (self.friends_at > 0) & (inches >= self.friends_at)
        roll = d6(rng, len(who), 2).sum(axis=1)
        fails = passing & (roll > self.leadership) & (roll > 2)
        self.tested |= passing
        self.panicked |= fails
        self.there &= ~fails
        self.nearer(who & ~stuck, -inches)
        return stuck


def rear_of(asked: dict[str, Any], fights: int, prefix: str) -> Rear:
    """Read what is said to be behind a unit."""
    clear = int(asked.get(f"{prefix}friends", 0))
    wall = int(asked.get(f"{prefix}blocked", 0))
    nobody = np.zeros(fights, dtype=bool)
    return Rear(
        np.full(fights, clear),
        np.full(fights, wall or OPEN),
        int(asked.get(f"{prefix}friends-leadership", 7)),
        np.full(fights, clear > 0),
        nobody.copy(),
        nobody.copy(),
    )


Rears = dict[str, Rear]


def rears_of(asked: dict[str, Any], fights: int) -> Rears:
    return {side: rear_of(asked, fights, f"{side}.") for side in "ab"}


def away(
    rng: np.random.Generator,
    rears: Rears,
    ended: Any,
    edges: dict[str, Ints] | None = None,
    fled: str = "flees",
) -> None:
    """Whoever got away from a combat falls back 2D6 inches."""
    for side, rear in rears.items():
        if rear.is_open():
            continue
        who = ended == f"{side}-{fled}"
        inches = d6(rng, len(who), 2).sum(axis=1)
        edge = edges[side] if edges else OPEN
        ended[rear.run(rng, who, inches, edge)] = f"{side}-trapped"


def friends(rears: Rears) -> dict[str, Bools]:
    """The fate of friends, by the key of the event."""
    found = {}
    for side, rear in rears.items():
        found[f"{side}-friends-test"] = rear.tested
        found[f"{side}-friends-panic"] = rear.panicked
    return found
