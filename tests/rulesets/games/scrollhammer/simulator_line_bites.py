"""Absorb Health in a combat of several units of Scrollhammer, rolled die by die.

Written from the rulebook alone (Absorb Health; Damage Types and Magical Effects:
Healing). It shares no code with the odds. Of each kind one model, which is hurt or
would be the next, rolls its own blows; it has one healing roll in a turn, by the first
blows that it strikes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.simulator_blows import (
    Drinker,
    by_the_first,
    drained,
)
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, only_where
from tests.rulesets.games.scrollhammer.simulator_sides import Bools, Ints, Kind, Side


@dataclass
class RolledBites:
    """Bites of a round, in many fights at once.

    `struck` are kinds that had their first blows that absorb at an enemy, `spent` tells
    in which fights a kind has had its roll.
    """

    rng: np.random.Generator
    readings: dict[str, Any]
    back: dict[str, Ints]
    struck: set[tuple[str, int, str]] = field(default_factory=set)
    spent: dict[tuple[str, int], Bools] = field(default_factory=dict)
    bitten: list[tuple[Side, Wounds, Drinker]] = field(default_factory=list)
    drinkers: dict[tuple[str, int], Drinker] = field(default_factory=dict)
    now: set[tuple[str, int, str]] = field(default_factory=set)

    def begin(self) -> None:
        """Begin a step."""
        self.bitten, self.drinkers, self.now = [], {}, set()

    def apart(
        self,
        key: str,
        foe: str,
        own: Side,
        target: Side,
        armed: Kind,
        fighting: list[Ints],
    ) -> "RolledBite | None":
        """Return the bite of a kind that strikes at an enemy, if it may bite there."""
        place = next(n for n, one in enumerate(own.kinds) if one.part is armed.part)
        if (key, place, foe) in self.struck:
            return None
        drinker = self.drinkers.get((key, place))
        drinker = drinker or Drinker(own.kinds[place], self.back[key])
        if not drinker.may(armed):
            return None
        self.drinkers[key, place] = drinker
        self.now.add((key, place, foe))
        none = np.zeros(len(fighting[place]), dtype=bool)
        free = ~self.spent.get((key, place), none) & (fighting[place] > 0)
        return RolledBite(self, drinker, (key, place), target, free)

    def deal(self) -> None:
        """Deal all bites of the step out, one after the other."""
        for target, wounds, drinker in self.bitten:
            drained(self.rng, target, wounds, drinker, self.readings)

    def end(self) -> None:
        """End the step: wounds come back to those who stand."""
        self.struck |= self.now
        for one in self.drinkers.values():
            one.drink(self.rng)


@dataclass
class RolledBite:
    """The bite of a kind at an enemy, in the fights in which it is made."""

    bites: RolledBites
    drinker: Drinker
    who: tuple[str, int]
    target: Side
    where: Bools

    def part(self, rolled: Wounds, width: int, where: Bools) -> Wounds:
        """Part the wounds of the first model from those of others; return the latter.

        Only in the fights in which it is this weapon that it has in hand.
        """
        alone, others = by_the_first(rolled, width)
        here = self.where & where
        self.bites.bitten.append((self.target, only_where(alone, here), self.drinker))
        rest = only_where(rolled, ~here)
        others = only_where(others, here)
        rest.wounded |= others.wounded
        rest.rending |= others.rending
        return rest

    def spend(self) -> None:
        """Note that the model has had its roll."""
        none = np.zeros(len(self.where), dtype=bool)
        self.bites.spent[self.who] = self.bites.spent.get(self.who, none) | self.where


def who_casts(
    rng: np.random.Generator, ready: list[tuple[int, Kind, int]], counts: list[Ints]
) -> Iterator[Bools]:
    """Yield for each weapon the fights in which the first model has it in hand.

    Those who have cast and those who have not follow each other, by numbers of their
    own behind the kinds: it is as likely among either as they are many.
    """
    known: dict[Any, tuple[Ints, Bools]] = {}
    for place, armed, _ in ready:
        same = [p for p, one, _ in ready if one.part is armed.part and p != place]
        every = np.ones(len(counts[place]), dtype=bool)
        if not same:
            yield every
        elif id(armed.part) in known:
            yield ~known[id(armed.part)][1]
        else:
            many = counts[place] + counts[same[0]]
            cast = rng.random(len(many)) * many < counts[place]
            known[id(armed.part)] = many, cast
            yield cast
