"""Shots of war machines, thrown die by die from the pages of the rulebook.

It shares nothing with the engine: tables are typed, bases lie on a table in inches, an
arrow points anywhere, and every wound takes a model of a list.
"""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

MISFIRE = 0
ARTILLERY = (2, 4, 6, 8, 10, MISFIRE)
TO_WOUND = {
    3: {3: 4, 4: 5},
    4: {3: 3, 4: 4},
    5: {3: 2, 4: 3},
    6: {3: 2, 4: 2},
    8: {3: 2, 4: 2},
    10: {3: 2, 4: 2},
}
"""Rolls to wound by Strength and Toughness, as the chart prints them."""


@dataclass
class Regiment:
    """A target on the table: its front lies on the line y = 0, its ranks behind it."""

    models: int
    width: int
    toughness: int
    wounds: int
    save: int
    base: float = 25 / 25.4

    def places(self) -> list[tuple[float, float]]:
        """Return the middles of all bases [inches]."""
        found = []
        ranks = (self.models + self.width - 1) // self.width
        for number in range(self.models):
            rank, file = divmod(number, self.width)
            size = self.width if rank < ranks - 1 else self.models - rank * self.width
            inset = (self.width - size) / 2
            x = (file + inset - self.width // 2) * self.base
            found.append((x, (rank + 0.5) * self.base))
        return found

    @property
    def ranks(self) -> int:
        """Return its ranks."""
        return (self.models + self.width - 1) // self.width


class Table:
    """A target that loses wounds, and the dice."""

    def __init__(self, target: Regiment, dice: Random) -> None:
        self.target = target
        self.dice = dice
        self.lost = 0

    def d6(self) -> int:
        """Roll a die."""
        return self.dice.randint(1, 6)

    def hit(self, strength: int, most: int, save: int) -> bool:
        """Resolve a hit; return whether the model that it strikes is slain.

        A D3 is half of a D6, rounded up. Models fall one after the other.
        """
        left = self.target.models * self.target.wounds - self.lost
        if not left or self.d6() < TO_WOUND[strength][self.target.toughness]:
            return False
        if save <= 6 and self.d6() >= max(save, 2):
            return False
        roll = {1: lambda: 1, 3: lambda: (self.d6() + 1) // 2, 6: self.d6}[most]()
        hurt = self.lost % self.target.wounds
        taken = min(roll, self.target.wounds - hurt)
        self.lost += taken
        return hurt + taken == self.target.wounds


def bolt(table: Table, skill: int) -> None:
    """Shoot a bolt thrower at short range, in the open."""
    if table.d6() < 7 - skill:
        return
    for rank in range(table.target.ranks):
        strength = 6 - rank
        if strength < 3 or not table.hit(strength, 3, 7):
            return


def cannon(table: Table, short: int, guess_off: int = 0) -> None:
    """Shoot a great cannon, aimed so far in front of the target."""
    flown = table.dice.choice(ARTILLERY)
    if flown == MISFIRE:
        return
    begin = -short + guess_off + flown
    bounce = table.dice.choice(ARTILLERY)
    base = table.target.base
    touched = [
        rank
        for rank in range(table.target.ranks)
        if begin <= (rank + 1) * base and begin + bounce >= rank * base
    ]
    for _ in touched if bounce else touched[:1]:
        table.hit(10, 6, 7)


def stone(table: Table, figures: tuple[int, int, int, int, int], off: int = 0) -> None:
    """Throw a stone or a shell at the model in the middle.

    ``figures``: diameter [inches], Strength, most wounds, the same in the middle.
    """
    diameter, strength, most, middle, worst = figures
    target = table.target
    rolled = table.dice.choice(ARTILLERY)
    scatter = table.d6()
    if rolled == MISFIRE:
        return
    x, y = 0.0, ((target.ranks - 1) // 2 + 0.5) * target.base + off
    if scatter > 2:
        angle = table.dice.uniform(0, 2 * pi)
        x, y = x + rolled * sin(angle), y + rolled * cos(angle)
    centre, hits, half = 0, 0, target.base / 2
    for at in target.places():
        across, along = abs(at[0] - x), abs(at[1] - y)
        if across < half and along < half:
            centre += 1
            continue
        far = (across + half) ** 2 + (along + half) ** 2
        near = max(across - half, 0) ** 2 + max(along - half, 0) ** 2
        whole = far <= (diameter / 2) ** 2
        partly = near < (diameter / 2) ** 2
        hits += whole or (partly and table.d6() >= 4)
    shell = strength == 3
    for _ in range(centre):
        table.hit(middle, worst, 7)
    for _ in range(hits):
        table.hit(strength, most, target.save + 1 if shell else 7)


def volley_gun(table: Table, *, far: bool) -> None:
    """Shoot a volley gun; a misfire of one die loses all."""
    rolled = [table.dice.choice(ARTILLERY) for _ in range(3)]
    if MISFIRE in rolled:
        return
    strength = 4 if far else 5
    worse = strength - 3
    for _ in range(sum(rolled) // (2 if far else 1)):
        table.hit(strength, 1, table.target.save + worse)
