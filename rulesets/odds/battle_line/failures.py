"""Failed tests after a round of rolled fights, each rolled for itself.

What follows a test depends most on the wounds of those who take it and of the enemy in
front of them. So fights that take one with the same chance do so in the order of these.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.odds.battle_line.bouts import Bouts
from rulesets.odds.battle_line.even_dice import EvenDice, splits
from rulesets.odds.battle_line.fights import Wounds, nearness, stacked, together
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class TableOfTests:
    """The tests after rounds of some classes, a row each.

    Parameters
    ----------
    chances : ndarray
        ``[row, test]``: to fail it; 0 beyond the last [chance].
    takers, foes : ndarray
        ``[row, test]``: the pool of those who take it, and of an enemy before them.
    """

    chances: Floats
    takers: Ints
    foes: Ints

    @classmethod
    def together(cls, several: Sequence["TableOfTests"]) -> "TableOfTests":
        """Return the rows of all, one after the other."""
        return cls(
            stacked([one.chances for one in several]),
            stacked([one.takers for one in several]),
            stacked([one.foes for one in several]),
        )

    @classmethod
    def none(cls, rows: int) -> "TableOfTests":
        """Return so many rows without any test."""
        nobody = np.zeros((rows, 0), dtype=np.int64)
        return cls(nobody.astype(np.float64), nobody, nobody)


def failed_tests(
    tests: TableOfTests, row: Ints, bouts: Bouts, wounds: Wounds, even: EvenDice
) -> Ints:
    """Return which tests are failed after each combat, a bit each.

    Parameters
    ----------
    tests : TableOfTests
    row : ndarray
        Of each combat.
    bouts : Bouts
    wounds : ndarray
        ``[pool, fight]``: as the round ended [wounds].
    even : EvenDice
    """
    found, before = np.zeros_like(row), np.zeros_like(bouts.part)
    if not tests.chances.size:
        return found
    values, alike = np.unique(tests.chances, return_inverse=True)
    alike = alike.reshape(tests.chances.shape)
    chances = splits(np.stack((1 - values, values), axis=1))
    takes, alike = np.ascontiguousarray(tests.chances.T > 0), alike.T.copy()
    takers, foes = tests.takers.T.copy(), tests.foes.T.copy()
    bits = int(wounds.max(initial=0)).bit_length()
    for some in bouts.by_place():
        near, rows = nearness(*bouts.near.take(some, axis=1)), row[some]
        for test, is_taken in enumerate(takes):
            tested = np.flatnonzero(is_taken[rows])
            if not len(tested):
                continue
            own, those = rows[tested], some[tested]
            fights = bouts.fight[those]
            order = _in_order(
                (takers[test].take(own), foes[test].take(own)),
                (fights, before[fights], near[tested]),
                wounds,
                bits,
            )
            fails = even.drawn(
                bouts.part[fights], alike[test].take(own), order, chances
            )
            found[those] |= fails << test
            before[fights] = 2 * before[fights] + fails
    return found


def _in_order(
    pools: tuple[Ints, Ints],
    fights: tuple[Ints, Ints, Ints],
    wounds: Wounds,
    bits: int,
) -> Ints:
    """Return numbers by which fights take a test, one after the other.

    Those of each number of wounds follow each other by the wounds of the enemy, up and
    down by turns, so that neighbours differ little; then by what was failed before, and
    by how near their rounds are. All wounds have at most so many bits.
    """
    (taker, foe), (which, before, near) = pools, fights
    every, count = wounds.ravel(), wounds.shape[1]
    own = every.take(taker * count + which).astype(np.int64)
    other = every.take(foe * count + which).astype(np.int64)
    other ^= (own & 1) * ((1 << bits) - 1)
    code = (taker << bits | own) << bits | other
    return together(code, together(before, near))
