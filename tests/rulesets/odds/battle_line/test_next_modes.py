"""Tests of modes by number, and of what rounds of each lead to."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import numpy as np

from rulesets.odds.battle_line.model import BattleLine
from rulesets.odds.battle_line.next_modes import NextModes
from rulesets.odds.volley import Floats, Ints

Fates = tuple[str, str]
"""The states of those who fight, and of those who are out of it."""


class Fleeing:
    """Rules by which those who fight flee or stand; of class 1 all are slain."""

    def __init__(self) -> None:
        self.asked: list[tuple[Fates, int]] = []

    def branches(self, mode: Fates, kind: int) -> Sequence[tuple[Fates, float]]:
        self.asked.append((mode, kind))
        if kind:
            return [(("slain", "out"), 1.0)]
        return [(("", "out"), 0.25), (("fled", "out"), 0.75)]

    def is_over(self, mode: Fates) -> bool:
        return mode[0] != ""


def nexts_of(rules: Fleeing) -> NextModes[Fates]:
    line = BattleLine(
        cast(Any, rules),
        {},
        alike=lambda mode: (mode[0], "out"),
        carried=lambda mode, ends: (ends[0][0], mode[1]),
    )
    return NextModes(line)


def test_a_mode_has_one_number() -> None:
    nexts = nexts_of(Fleeing())
    told = [nexts.number(one) for one in (("", "a"), ("fled", "a"), ("", "a"))]
    assert told == [0, 1, 0]
    assert nexts.over == [False, True]


def test_those_whose_rounds_are_alike_share_what_follows() -> None:
    rules = Fleeing()
    nexts = nexts_of(rules)
    begun = [nexts.number(("", out)) for out in ("broken", "run-down")]
    assert nexts.groups == [(0,), (0,)]
    chances, ends = nexts.branches(("", "out"), np.array([0, 1]), np.array([1, 5]))
    after = nexts.after(np.array(begun * 2), ends[[0, 0, 1, 1], [1, 0, 0, 0], None])
    assert [nexts.modes[one] for one in after.tolist()] == [
        ("fled", "broken"),
        ("", "run-down"),
        ("slain", "broken"),
        ("slain", "run-down"),
    ]
    assert chances.tolist() == [[0.25, 0.75], [1.0, 0.0]]
    nexts.branches(("", "out"), np.array([1]), np.array([1]))
    assert (nexts.rows, nexts.rare) == (2, 1)
    assert rules.asked == [(("", "out"), 0), (("", "out"), 1)]


class Frightened(Fleeing):
    """Of class 0 two test, of class 1 one, of class 2 nobody; who fails flees."""

    failing: ClassVar = [[0.5, 0.25], [1.0, 0.0], [0.0, 0.0]]

    def tests(self, mode: Fates, kinds: Ints) -> tuple[Ints, Floats, Ints]:
        del mode
        pools = np.array([[[0, 2], [1, 2]]] * 3)
        return np.array([0, 0, 1])[kinds], np.array(self.failing)[kinds], pools[kinds]

    def tested(
        self, mode: Fates, case: int, failed: int
    ) -> Sequence[tuple[Fates, float]]:
        self.asked.append((mode, failed))
        return [((f"{case}, {failed}", "out"), 1.0)]


def test_tests_are_taken_each_for_itself_and_only_what_is_met_is_followed() -> None:
    rules = Frightened()
    line = BattleLine(cast(Any, rules), {}, tests=cast(Any, rules))
    nexts, mode = NextModes(line), ("", "out")
    codes, tests = nexts.tests(mode, np.array([0, 1, 2]))
    assert tests.chances.tolist() == rules.failing
    assert (tests.takers[0].tolist(), tests.foes[0].tolist()) == ([0, 1], [2, 2])
    assert codes[0] == codes[1] != codes[2]
    _, ends = nexts.branches(mode, np.array([codes[0] + 2, codes[2]]), np.ones(2, int))
    after = nexts.after(np.array([nexts.number(mode)] * 2), ends[:, :1])
    assert [nexts.modes[one][0] for one in after.tolist()] == ["0, 2", "1, 0"]
    assert rules.asked == [(mode, 2), (mode, 0)]
    assert (nexts.tested, nexts.rows) == (3, 2)
