"""Ends of rounds of a battle line: their classes, and who takes a Break test then."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as member

import numpy as np

from rulesets.games.warhammer.combat.fights.break_tests import WarhammerNerve
from rulesets.games.warhammer.combat.line.combats import combats_in
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import (
    IN,
    SLAIN,
    Aftermath,
    LineMode,
    RoundEnd,
)
from rulesets.games.warhammer.combat.line.nerve import breaks, nerve_in
from rulesets.games.warhammer.combat.line.points import MOST, SPAN
from rulesets.odds.battle_line.model import distinct
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.volley import Floats, Ints

Tested = tuple[int, int, int, int, int]
"""The number of a nerve, 0 of nobody's; the place of the unit; that of its combat; the
pools of the unit and of the first enemy that it touches."""

NOBODY = (0, 0, 0, 0, 0)
"""No test."""


@dataclass(slots=True, eq=False)
class RoundCases:
    """Numbers of what rounds lead to, besides who breaks in them.

    Parameters
    ----------
    field : LineField
    ended : list of (RoundEnd, list of int)
        By number, one end of such rounds and the units that take a Break test.
    nerves : list of WarhammerNerve
        All that were met, by their number less 1.
    """

    field: LineField
    ended: list[tuple[RoundEnd, list[int]]] = member(default_factory=list)
    nerves: list[WarhammerNerve] = member(default_factory=list)
    _numbered: dict[
        tuple[LineMode, tuple[bool, ...], tuple[str, ...]],
        tuple[int, list[WarhammerNerve]],
    ] = member(default_factory=dict)
    _numbers: dict[tuple[LineMode, Aftermath], int] = member(default_factory=dict)
    _nerve_numbers: dict[WarhammerNerve, int] = member(default_factory=dict)
    _known: dict[LineMode, dict[int, tuple[int, list[Tested]]]] = member(
        default_factory=dict
    )

    def of_one(self, mode: LineMode, kind: int) -> tuple[int, list[float]]:
        """Return the number of a class of rounds, and the chances to break."""
        end = read(self.field, mode, kind)
        case, nerves = self._case(mode, end)
        units, found = self.field.units, []
        for unit, nerve in zip(self.ended[case][1], nerves, strict=True):
            lost, weaker = abs(end.differences[unit]), end.weaker[units.index(unit)]
            found.append(breaks(nerve, lost, weaker=weaker))
        return case, found

    def of_many(self, mode: LineMode, kinds: Ints) -> tuple[Ints, Floats, Ints]:
        """Return those of many classes; see `RoundTests`."""
        combats, pools = combats_in(self.field, mode), len(self.field.pools.posts)
        rest, ends = kinds, np.zeros_like(kinds)
        differences = np.zeros((max(len(combats), 1), len(kinds)), dtype=np.int64)
        for place in range(len(combats)):
            rest, difference = np.divmod(rest, SPAN)
            differences[place] = difference - MOST
            ends = ends * 3 + np.sign(differences[place]) + 1
        ends = ends << pools | rest & ((1 << pools) - 1)
        told = distinct(ends)
        row = np.searchsorted(told, ends)
        one_of = np.empty(len(told), dtype=np.int64)
        one_of[row] = kinds
        known = self._known.setdefault(mode, {})
        pairs = zip(told.tolist(), one_of.tolist(), strict=True)
        rows = [known.get(end) or self._tested(mode, end, kind) for end, kind in pairs]
        tests = _table(tested for _, tested in rows)[row]
        lost = np.abs(differences[tests[:, :, 2], np.arange(len(kinds))[:, None]])
        weaker = rest[:, None] >> pools + tests[:, :, 1] & 1
        asked = (tests[:, :, 0] * SPAN + lost) * 2 + weaker
        cases = np.array([case for case, _ in rows], dtype=np.int64)
        return cases[row], self._breaking(asked), tests[:, :, 3:]

    def _breaking(self, asked: Ints) -> Floats:
        told = distinct(asked)
        chances = np.array([self._breaks(code) for code in told.tolist()], dtype=float)
        found: Floats = chances[np.searchsorted(told, asked)]
        return found

    def _breaks(self, code: int) -> float:
        rest, weaker = divmod(code, 2)
        nerve, lost = divmod(rest, SPAN)
        if not nerve:
            return 0.0
        return breaks(self.nerves[nerve - 1], lost, weaker=bool(weaker))

    def _tested(self, mode: LineMode, code: int, kind: int) -> tuple[int, list[Tested]]:
        """Return the number of an end, by one class of it, and who tests then."""
        case, nerves = self._case(mode, read(self.field, mode, kind))
        combats, units = combats_in(self.field, mode), self.field.units
        of = {unit: place for place, some in enumerate(combats) for unit in some}
        found = []
        for unit, nerve in zip(self.ended[case][1], nerves, strict=True):
            place, foe = units.index(unit), (*self.field.foes(unit, mode), unit)[0]
            found.append((self._nerve_number(nerve), place, of[unit], unit, foe))
        self._known[mode][code] = case, found
        return case, found

    def _nerve_number(self, nerve: WarhammerNerve) -> int:
        number = self._nerve_numbers.setdefault(nerve, len(self.nerves) + 1)
        if number > len(self.nerves):
            self.nerves.append(nerve)
        return number

    def _case(self, mode: LineMode, end: RoundEnd) -> tuple[int, list[WarhammerNerve]]:
        """Return the number of an `Aftermath`, and the nerve of all who test.

        One end stands for all of a number.
        """
        key = mode, end.alive, end.won
        if key not in self._numbered:
            aftermath = _aftermath(self.field, mode, end)
            case = self._numbers.setdefault((mode, aftermath), len(self._numbers))
            if case == len(self.ended):
                fates = fates_left(self.field, mode, end)
                self.ended.append((end, losers(self.field, mode, fates, end)))
            units = self.ended[case][1]
            nerves = [nerve_in(self.field, mode, unit, end.alive) for unit in units]
            self._numbered[key] = case, nerves
        return self._numbered[key]


def _table(rows: Iterable[list[Tested]]) -> Ints:
    """Return ``[row, test, what]`` of tests, filled up with those of nobody."""
    told = [*rows]
    most = max(map(len, told), default=0)
    filled = [[*one, *[NOBODY] * (most - len(one))] for one in told]
    return np.array(filled, dtype=np.int64).reshape(len(told), most, len(NOBODY))


def read(field: LineField, mode: LineMode, kind: int) -> RoundEnd:
    """Return the end of rounds of a class."""
    pools, units = len(field.pools.posts), len(field.units)
    rest, differences = kind, [0] * units
    for combat in combats_in(field, mode):
        rest, difference = divmod(rest, SPAN)
        for unit in combat:
            differences[unit] = difference - MOST
    bits = [bool(rest >> place & 1) for place in range(pools + units)]
    return RoundEnd(tuple(differences), tuple(bits[:pools]), tuple(bits[pools:]))


def fates_left(field: LineField, mode: LineMode, end: RoundEnd) -> tuple[str, ...]:
    """Return the fates of all units after those who were slain in the round."""
    return tuple(
        [
            SLAIN if fate == IN and not end.any(pools) else fate
            for pools, fate in zip(field.pools_of_units, mode.fates, strict=True)
        ]
    )


def left_in(field: LineField, mode: LineMode, end: RoundEnd) -> LineMode:
    """Return a mode without the units that were slain in the round."""
    fates = fates_left(field, mode, end)
    return mode if fates == mode.fates else mode._replace(fates=fates)


def _aftermath(field: LineField, mode: LineMode, end: RoundEnd) -> Aftermath:
    fates = fates_left(field, mode, end)
    there = [unit for unit in field.engaged(mode) if fates[unit] == IN]
    nerves = [nerve_in(field, mode, unit, end.alive) for unit in there]
    every = bool(field.pools.ever_stupid)
    return Aftermath(
        fates,
        end.won,
        tuple((one.runs, one.further, one.holds_back) for one in nerves),
        end.alive if every else tuple(end.alive[one] for one in mode.duel),
    )


def losers(
    field: LineField, mode: LineMode, fates: Sequence[str], end: RoundEnd
) -> list[int]:
    """Return the units that take a Break test: of a side that has not been slain."""
    found, won = [], end.won
    for combat in combats_in(field, mode):
        there = [unit for unit in combat if fates[unit] == IN]
        sides = {unit: field.posts[unit].side for unit in there}
        if {*sides.values()} == {*SIDES}:
            found += [unit for unit in there if won[unit] == OTHER[sides[unit]]]
    return found
