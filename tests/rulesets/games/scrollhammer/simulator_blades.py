"""Weapons of magic of Scrollhammer: power dice rolled before the blows, by each.

Written from the rulebook alone. A caster fills its pool at the start of each of its own
turns and has what is left of it in the enemy's turn. How it shares its dice out on both
fights, and how many it rolls at a time, is found by going through every roll.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import Fighter, FighterPart, MatchUp
from tests.rulesets.games.scrollhammer.simulator_castings import every_roll
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Ints,
    Kind,
    Side,
    d6,
    gun,
    strength,
)

Armed = tuple[int, Kind, int]


class Blade:
    """The dice of one caster who wants one spell once in a fight."""

    def __init__(
        self, cost: int, asked: dict[str, Any], readings: dict[str, Any]
    ) -> None:
        self.cost = cost
        self.first = int(asked.get("cast-dice", 0))
        self.surges = asked.get("surge", "never")
        self.goes_on = bool(readings.get("casts-on", True))
        self.adds = bool(readings.get("surge-adds", True))
        self.known: dict[Any, Any] = {}

    def chance(self, held: int) -> float:
        return self.choice(held)[0]

    def choice(self, held: int) -> tuple[float, int]:
        """The chance with so many dice, and how many of them are rolled first."""
        if 6 * held < self.cost:
            return 0.0, 0
        if held not in self.known:
            ways = [
                (round(self.tried(held, dice), 9), -dice)
                for dice in range(1, held + 1)
                if not self.first or dice == min(self.first, held)
            ]
            best, dice = max(ways)
            self.known[held] = best, -dice
        found: tuple[float, int] = self.known[held]
        return found

    def tried(self, held: int, dice: int) -> float:
        rolls = every_roll(dice, 6)
        total = 0.0
        for rolled in set(rolls):
            chance = rolls.count(rolled) / len(rolls)
            if rolled >= self.cost:
                total += chance
            else:
                surge = self.surge(held - dice, rolled)
                total += chance * self.surged(held - dice, rolled, surge)
        return total

    def surged(self, rest: int, rolled: int, surge: int) -> float:
        wanted = self.cost - rolled if self.adds else self.cost
        sums = every_roll(surge, 3)
        cast = sum(one >= wanted for one in sums) / len(sums) if surge else 0.0
        return cast + (1 - cast) * self.chance(rest - surge) * self.goes_on

    def surge(self, rest: int, rolled: int) -> int:
        if self.surges == "never":
            return 0
        if self.surges == "rest":
            return rest
        worths = [self.surged(rest, rolled, n) for n in range(rest + 1)]
        return int(np.argmax(np.round(worths, 9)))

    def shares(self, magicka: int) -> tuple[int, int]:
        """Dice for the fight of the own turn, and for that of the enemy's."""
        ways = [
            (round(self.chance(own) + self.chance(magicka - own), 9), own)
            for own in range(magicka + 1)
        ]
        own = max(ways)[1]
        return own, magicka - own

    def roll(self, rng: np.random.Generator, shape: tuple[int, int], held: int) -> Any:
        """Roll until the spell is cast or cannot be; tell who has cast it."""
        pools = np.full(shape, held)
        done = np.zeros(shape, dtype=bool)
        trying = 6 * pools >= self.cost
        while trying.any():
            for pool in np.unique(pools[trying]).tolist():
                here = trying & (pools == pool)
                dice = self.choice(pool)[1]
                rolled = d6(rng, *shape, dice).sum(axis=2)
                pools[here] -= dice
                done |= here & (rolled >= self.cost)
                for total in np.unique(rolled[here & ~done]).tolist():
                    failed = here & ~done & (rolled == total)
                    surge = self.surge(pool - dice, total)
                    pools[failed] -= surge
                    more = rng.integers(1, 4, (*shape, surge)).sum(axis=2)
                    reached = more + (total if self.adds else 0) >= self.cost
                    saved = failed & reached & (surge > 0)
                    done |= saved
                    trying &= ~(failed & ~saved) | self.goes_on
            trying &= ~done & (6 * pools >= self.cost)
        return done


def read_blade(fighter: Fighter, part: FighterPart) -> dict[str, Any] | None:
    """The weapon of magic that a part's hands may cast; the tests know one at most."""
    casts = [
        name
        for note in part.notes
        if note.startswith("casts ")
        for name in note.removeprefix("casts ").split(", ")
    ]
    for gear in fighter.gear:
        if gear.kind == "spell" and gear.base and gear.name in casts:
            pairs = any(
                one.kind == "melee" and one.base == gear.base and one.hands != 0
                for one in part.gear
            )
            told = gun(gear)
            rules = {**told["rules"], "of a spell": 0}
            cost = gear.stats["cost"]
            return {**told, "rules": rules, "cost": cost, "pairs": pairs}
    return None


def draw_blades(sides: dict[str, Side], match_up: MatchUp) -> None:
    """Tell both sides of the weapons of magic of their models."""
    for letter, fighter in (("a", match_up.a), ("b", match_up.b)):
        side = sides[letter]
        side.asked = dict(match_up.situation)
        for kind in (*side.kinds, *(side.later or ())):
            if kind.part and not kind.post:
                kind.blade = read_blade(fighter, kind.part)


def new_dice(sides: dict[str, Side], turn: str, first: bool) -> None:
    """Fill the pools at the start of an own turn; keep what is left in the enemy's."""
    for letter, side in sides.items():
        blades = [kind for kind in (*side.kinds, *(side.later or ())) if kind.blade]
        own_turn = letter == turn
        if blades and first:
            side.dice = "spent" if side.shot else "own" if own_turn else "kept"
        elif blades and own_turn:
            side.dice = "own"
        elif side.dice == "own":
            side.dice = "kept"


def with_magic(
    rng: np.random.Generator,
    own: Side,
    other: Side,
    armed: list[Armed],
    fighting: list[Ints],
    readings: dict[str, Any],
) -> tuple[list[Armed], list[Ints]]:
    """Let casters cast; part those who have from those who have not."""
    counts = [*fighting]
    found: list[Armed] = []
    for place, kind, attacks in armed:
        ways = list(_tried(own, other, kind, attacks, readings))
        if not ways:
            found.append((place, kind, attacks))
        for caster, dice, drawn, more in ways:
            most = max(int(fighting[place].max(initial=0)), 1)
            done = caster.roll(rng, (len(fighting[place]), most), dice)
            there = np.arange(most)[None, :] < fighting[place][:, None]
            cast = (done & there).sum(axis=1)
            found.append((len(counts), drawn, more))
            counts.append(cast)
            found.append((len(counts), kind, attacks))
            counts.append(fighting[place] - cast)
    return found, counts


def _tried(
    own: Side, other: Side, kind: Kind, attacks: int, readings: dict[str, Any]
) -> Iterator[tuple[Blade, int, Kind, int]]:
    """Tell the dice of who gains by a weapon of magic, and what it strikes with."""
    blade = kind.blade
    if blade is None or own.dice not in ("own", "kept"):
        return
    if "strikes-last" in kind.weapon["rules"]:
        return
    caster = Blade(blade["cost"], own.asked, readings)
    dice = caster.shares(kind.stats["mg"])[own.dice == "kept"]
    more = attacks + int(blade["pairs"] and not kind.pair)
    held = [blade] if kind.bare else [kind.weapon, blade]
    best = max(held, key=lambda one: by_hand(one, kind, other))
    gains = more * by_hand(best, kind, other)
    if gains > attacks * by_hand(kind.weapon, kind, other) + 1e-9:
        yield caster, dice, replace(kind, weapon=best), more


def by_hand(weapon: dict[str, Any], kind: Kind, other: Side) -> float:
    """Wounds of a hit off the chart and the save of most of those who are struck."""
    struck = max(other.kinds, key=lambda one: one.models)
    power = strength(weapon["strength"], kind.stats["s"], False)
    more = struck.stats["t"] - power
    need = 7 if more >= 4 else min(max(4 + more, 2), 6)
    if "poisoned" in weapon["rules"]:
        need = min(need, weapon["rules"]["poisoned"] or 4)
    wounds = (7 - need) / 6
    if "poisoned" in weapon["rules"] and more <= 0:
        wounds += (1 - wounds) * wounds
    save = min(max(struck.stats["sv"] + weapon["ap"], 2), 7)
    if struck.stats["ward"] < save:
        save = struck.stats["ward"]
    return float(wounds * (save - 1) / 6)
