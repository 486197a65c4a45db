"""Modes of rolled battle lines by number, and what rounds of each lead to.

What follows a round is worked out once for all modes of like rounds, when it is first
met; then fights find their next mode by numbers alone. Tests are taken first, where
there are any: who fails which is rolled, and only what is met is followed.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from rulesets.odds.battle_line.failures import TableOfTests
from rulesets.odds.battle_line.model import (
    BattleLine,
    Branches,
    Mode,
    placed,
)
from rulesets.odds.volley import Floats, Ints

MOST_TESTS = 20
"""Bits of the tests that are failed, in the code of what follows a round."""


@dataclass(slots=True, eq=False)
class NextModes(Generic[Mode]):
    """The modes of a battle line that were met so far.

    Parameters
    ----------
    line : BattleLine
    modes : list
    numbers : dict
        The place of each mode among them.
    over : list of bool
        Whether nobody fights any more in each.
    groups : list of tuple of int
        Of each combat of each, the number of those whose rounds are alike.
    alike : dict
        A mode of each such group, with its number.
    orders : list of tuple of int
        Of each combat of each, the number of those whose orders of blows are as likely.
    ordered : dict
        A mode of each such group, with its number.
    bases : list of int
        Of each, the first that is `kept` as it is.
    tested : int
        Classes of rounds that were looked up and end with tests.
    """

    line: BattleLine[Mode]
    modes: list[Mode] = field(default_factory=list)
    numbers: dict[Mode, int] = field(default_factory=dict)
    over: list[bool] = field(default_factory=list)
    groups: list[tuple[int, ...]] = field(default_factory=list)
    alike: dict[Mode, int] = field(default_factory=dict)
    orders: list[tuple[int, ...]] = field(default_factory=list)
    ordered: dict[Mode, int] = field(default_factory=dict)
    bases: list[int] = field(default_factory=list)
    tested: int = 0
    _ends: list[Mode] = field(default_factory=list)
    _end_numbers: dict[Mode, int] = field(default_factory=dict)
    _based: dict[Hashable, int] = field(default_factory=dict)
    _found: dict[tuple[Mode, int], tuple[list[float], list[int]]] = field(
        default_factory=dict
    )
    _fights: dict[tuple[Mode, int], int] = field(default_factory=dict)
    _after: dict[tuple[int, ...], int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Return how many rows of branches were looked up so far."""
        return len(self._found)

    @property
    def rare(self) -> int:
        """Return how many of them were met by one fight."""
        return sum(fights == 1 for fights in self._fights.values())

    def number(self, mode: Mode) -> int:
        """Return the number of a mode."""
        known = self.numbers.setdefault(mode, len(self.modes))
        if known == len(self.modes):
            over = self.line.rules.is_over(mode)
            self.modes.append(mode)
            self.over.append(over)
            self.bases.append(self._based.setdefault(self.line.kept(mode), known))
            combats = () if over else self.line.apart(mode)
            like, order = map(self.line.alike, combats), map(self.line.ordered, combats)
            self.groups.append(_numbers(like, self.alike))
            self.orders.append(_numbers(order, self.ordered))
        return known

    def tests(self, mode: Mode, kinds: Ints) -> tuple[Ints, TableOfTests]:
        """Return the tests after some classes of rounds of a mode like all of them.

        Returns
        -------
        codes : ndarray
            Of each class, for `branches`; add the tests that are failed, a bit each.
        tests : TableOfTests
            A row of each class.
        """
        if self.line.tests is None:
            return kinds, TableOfTests.none(len(kinds))
        self.tested += len(kinds)
        cases, chances, pools = self.line.tests.tests(mode, kinds)
        return cases << MOST_TESTS, TableOfTests(chances, pools[..., 0], pools[..., 1])

    def branches(self, mode: Mode, kinds: Ints, fights: Ints) -> tuple[Floats, Ints]:
        """Return the branches of some rounds of a mode like all of them.

        Parameters
        ----------
        mode : object
        kinds, fights : ndarray
            Codes of their classes, with the tests that are failed; how many fights met
            each.

        Returns
        -------
        chances : ndarray
            ``[class, branch]`` [chance].
        ends : ndarray
            ``[class, branch]``: the number of where it leads, for `after`.
        """
        rows = [self._row(mode, kind) for kind in kinds.tolist()]
        for kind, many in zip(kinds.tolist(), fights.tolist(), strict=True):
            self._fights[mode, kind] = self._fights.get((mode, kind), 0) + many
        shape = len(rows), max(len(ends) for _, ends in rows)
        found, ends = np.zeros(shape), np.zeros(shape, dtype=np.int64)
        for place, (chances, leads) in enumerate(rows):
            found[place, : len(chances)] = chances
            ends[place, : len(leads)] = leads
        return found, ends

    def _row(self, mode: Mode, kind: int) -> tuple[list[float], list[int]]:
        key = mode, kind
        if key not in self._found:
            branches = self._branches(mode, kind)
            chances = [chance for _, chance in branches]
            self._found[key] = chances, [self._end(after) for after, _ in branches]
        return self._found[key]

    def _branches(self, mode: Mode, code: int) -> Branches[Mode]:
        if self.line.tests is None:
            return self.line.rules.branches(mode, code)
        case, failed = divmod(code, 1 << MOST_TESTS)
        return self.line.tests.tested(mode, case, failed)

    def _end(self, after: Mode) -> int:
        known = self._end_numbers.setdefault(after, len(self._ends))
        if known == len(self._ends):
            self._ends.append(after)
        return known

    def after(self, before: Ints, ends: Ints) -> Ints:
        """Return the modes of fights after a round.

        Parameters
        ----------
        before : ndarray
            Their modes.
        ends : ndarray
            ``[fight, combat]``: the end of each of its combats; -1 beyond the last.
        """
        told, place = placed(before)
        keys, size = [(self.bases[one],) for one in told.tolist()], len(self._ends) + 1
        for column in ends.T:
            told, place = placed(place * size + column + 1)
            came, end = np.divmod(told, size)
            pairs = zip(came.tolist(), end.tolist(), strict=True)
            keys = [(*keys[one], end - 1) if end else keys[one] for one, end in pairs]
        found = np.array([self._carried(key) for key in keys], dtype=np.int64)
        modes: Ints = found[place]
        return modes

    def _carried(self, key: tuple[int, ...]) -> int:
        found = self._after.get(key)
        if found is None:
            ends = [self._ends[end] for end in key[1:]]
            mode = self.line.carried(self.modes[key[0]], ends)
            found = self._after[key] = self.number(mode)
        return found


def _numbers(modes: Iterable[Mode], known: dict[Mode, int]) -> tuple[int, ...]:
    """Return the numbers of modes; who is met for the first time is the next."""
    return tuple(known.setdefault(mode, len(known)) for mode in modes)
