"""Tiny battle lines in exact fractions: every face of every die is counted.

A unit is a single man, with or without a character. It shares nothing with the odds
and nothing with the simulated table; both are held to it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

D6 = range(1, 7)
TWO_DICE = Counter(x + y for x, y in product(D6, D6))
"""Ways of 36 to roll each sum."""


@dataclass(frozen=True)
class Man:
    """A man of a unit, or a character in it; ``unit`` says in which."""

    unit: str
    ws: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    is_character: bool = False
    save: int = 7


Wounds = tuple[int, ...]
"""The wounds that every man has left, in their order."""
Chances = dict[Wounds, Fraction]


def hit_from(own: int, foe: int) -> int:
    """Return the roll that hits: the printed table between Weapon Skills 1 and 10."""
    if own > foe:
        return 3
    return 5 if foe > 2 * own else 4


def slays(own: Man, foe: Man) -> Fraction:
    """Count the faces of three dice with which one blow takes a wound."""
    wounds_from = min(max(4 + foe.t - own.s, 2), 6)
    if foe.t - own.s > 3:
        return Fraction(0)
    good = 0
    for hit, wound, save in product(D6, D6, D6):
        hits = hit == 6 or (hit > 1 and hit >= hit_from(own.ws, foe.ws))
        wounds = wound > 1 and wound >= wounds_from
        saved = save > 1 and save >= foe.save + max(own.s - 3, 0)
        good += hits and wounds and not saved
    return Fraction(good, 216)


@dataclass(frozen=True)
class Line:
    """A few men; those of units ``a`` fight those of units ``b``.

    ``meets`` names for each unit the enemy unit that its men strike at.
    """

    men: tuple[Man, ...]
    meets: Mapping[str, str]

    def struck(self, own: Man, wounds: Wounds) -> int | None:
        """Return the place of whom somebody strikes at: the unit's man first."""
        foes = [
            place
            for place, foe in enumerate(self.men)
            if foe.unit == self.meets[own.unit] and wounds[place]
        ]
        return min(foes, key=lambda one: self.men[one].is_character, default=None)

    def blows(self, wounds: Wounds) -> Chances:
        """Return the wounds left after all blows of a round."""
        now: Chances = {wounds: Fraction(1)}
        for initiative in sorted({man.i for man in self.men}, reverse=True):
            for place, own in enumerate(self.men):
                if own.i == initiative:
                    now = self._strikes(place, own, now)
        return now

    def _strikes(self, place: int, own: Man, now: Chances) -> Chances:
        after: Chances = {}
        for wounds, chance in now.items():
            target = self.struck(own, wounds) if wounds[place] else None
            if target is None:
                after[wounds] = after.get(wounds, Fraction(0)) + chance
                continue
            for lost, part in self._losses(own, target, wounds[target]):
                left = list(wounds)
                left[target] -= lost
                key = tuple(left)
                after[key] = after.get(key, Fraction(0)) + chance * part
        return after

    def _losses(
        self, own: Man, target: int, has: int
    ) -> Iterator[tuple[int, Fraction]]:
        """Yield the wounds that all attacks take off one man, with their chances."""
        each = slays(own, self.men[target])
        for faces in product((0, 1), repeat=own.a):
            part = Fraction(1)
            for face in faces:
                part *= each if face else 1 - each
            yield min(sum(faces), has), part

    def strength(self, side: str, wounds: Wounds) -> int:
        """Count the living of a side, who have Unit Strength 1 each."""
        return sum(
            1
            for man, left in zip(self.men, wounds, strict=True)
            if left and man.unit[0] == side
        )

    def difference(self, before: Wounds, after: Wounds) -> int:
        """Return the points of side a less those of side b: wounds and numbers."""
        points = 0
        for man, old, new in zip(self.men, before, after, strict=True):
            points += (old - new) * (1 if man.unit[0] == "b" else -1)
        a, b = self.strength("a", after), self.strength("b", after)
        return points + (a > b) - (b > a)

    def leadership(self, unit: str, wounds: Wounds) -> int:
        """Return the best Leadership in a unit."""
        return max(
            man.ld
            for man, left in zip(self.men, wounds, strict=True)
            if left and man.unit == unit
        )

    def stands(self, unit: str, wounds: Wounds) -> bool:
        """Return whether anybody of a unit lives."""
        return any(
            left and man.unit == unit
            for man, left in zip(self.men, wounds, strict=True)
        )


def holds(leadership: int, by: int) -> Fraction:
    """Return the chance of 2D6 and the difference to be within the Leadership."""
    good = sum(ways for roll, ways in TWO_DICE.items() if roll + by <= leadership)
    return Fraction(good, 36)


Fates = tuple[str, ...]
"""Of every unit, in the order of their names: stands, slain, broken, run-down."""


def one_round(line: Line, wounds: Wounds) -> dict[Fates, Fraction]:
    """Return the chances of all fates after one round."""
    told: dict[Fates, Fraction] = {}
    units = sorted({man.unit for man in line.men})
    for after, chance in line.blows(wounds).items():
        stand = {unit: line.stands(unit, after) for unit in units}
        by = line.difference(wounds, after)
        loser = "a" if by < 0 else "b"
        over = any(not any(stand[u] for u in units if u[0] == side) for side in "ab")
        tests = [u for u in units if by and not over and stand[u] and u[0] == loser]
        for broken in product((False, True), repeat=len(tests)):
            part = chance
            for unit, breaks in zip(tests, broken, strict=True):
                keeps = holds(line.leadership(unit, after), abs(by))
                part *= 1 - keeps if breaks else keeps
            fled = {unit for unit, breaks in zip(tests, broken, strict=True) if breaks}
            for fates, more in _flights(line, stand, fled):
                key = tuple(fates[unit] for unit in units)
                told[key] = told.get(key, Fraction(0)) + part * more
    return told


def _flights(
    line: Line, stand: Mapping[str, bool], fled: set[str]
) -> Iterator[tuple[dict[str, str], Fraction]]:
    """Yield what becomes of all units, for every roll of who flees and who pursues."""
    fates = {unit: "stands" if here else "slain" for unit, here in stand.items()}
    if not fled:
        yield fates, Fraction(1)
        return
    side = next(iter(fled))[0]
    held = any(here and u not in fled for u, here in stand.items() if u[0] == side)
    chase = [u for u, here in stand.items() if here and u[0] != side and not held]
    for rolls in product(TWO_DICE, repeat=len(fled) + len(chase)):
        ways = prod(TWO_DICE[roll] for roll in rolls)
        runs, pursuit = rolls[: len(fled)], rolls[len(fled) :]
        now = {
            unit: "run-down" if any(p >= roll for p in pursuit) else "broken"
            for unit, roll in zip(sorted(fled), runs, strict=True)
        }
        yield {**fates, **now}, Fraction(ways, 36 ** len(rolls))
