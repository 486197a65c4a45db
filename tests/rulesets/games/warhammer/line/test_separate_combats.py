"""Combats of a line that are fought apart lead to what they lead to together."""

from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.rules import WarhammerLine
from rulesets.odds.battle_line.model import BattleLine, LineResult, RoundMoment
from rulesets.odds.battle_line.rolls import roll_line
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.parted_lines import PARTED
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.stupid_lines import STUPID
from tests.rulesets.simulators.battle_line.units import (
    CAPTAIN,
    FEW_ORCS,
    FEW_SWORDS,
    GOBLINS,
    STANDARD_CAPTAIN,
)

PAIRS = ("a b", "a2 b2", "a3 b3")

SCENES: dict[str, Scene] = {
    **PARTED,
    **STUPID,
    "a standard near three combats": line(
        (FEW_SWORDS, STANDARD_CAPTAIN),
        FEW_ORCS,
        *PAIRS,
        a2=FEW_SWORDS,
        b2=FEW_ORCS,
        a3=FEW_SWORDS,
        b3=GOBLINS,
    ),
    "three combats, and an enemy behind": line(
        (FEW_SWORDS, CAPTAIN),
        FEW_ORCS,
        *PAIRS,
        charges="a a2",
        situation={"a.fresh-enemy": 6, "b.fresh-enemy": 5},
        a2=FEW_SWORDS,
        b2=FEW_ORCS,
        a3=FEW_SWORDS,
        b3=GOBLINS,
    ),
}

CLASSES = 24
"""Rounds by lot of each mode that are compared."""

MOST_MODES = 12
"""Modes of each line that are compared."""

Met = list[tuple[WarhammerLine, LineMode]]


def rolled(line: BattleLine[Any], seed: object) -> LineResult[Any]:
    del seed
    return roll_line(line, "apart", 3_000)


def met_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> Met:
    """Return modes of a line, rolled, in which several combats are fought."""
    met, carried = dict[LineMode, WarhammerLine](), WarhammerLine.carried

    def noted(rules: WarhammerLine, mode: LineMode, ends: Any) -> LineMode:
        if len(ends) > 1:
            met[mode] = rules
        return carried(rules, mode, ends)

    monkeypatch.setattr(WarhammerLine, "carried", noted)
    monkeypatch.setattr(answer, "solve_line", rolled)
    odds(question_of(SCENES[name]))
    monkeypatch.undo()
    return [(rules, mode) for mode, rules in met.items()][:MOST_MODES]


def told(rules: WarhammerLine, mode: LineMode) -> object:
    """Return all of a mode that matters later."""
    combats = tuple(map(rules.alike, rules.apart(mode)))
    return mode.fates, mode.reached, combats


def losses(rules: WarhammerLine) -> RoundMoment:
    """Return rounds by lot: what all tracks lost in each."""
    lot = np.random.default_rng(7)
    start = [lot.integers(1, pool + 1, CLASSES) for pool in rules.pools]
    lost = [lot.integers(0, rules.pools[one] + 1, CLASSES) // 2 for one in rules.tracks]
    return RoundMoment(rules.tracks, start, lost)


def assert_same_ends(rules: WarhammerLine, mode: LineMode) -> None:
    combats, moment = rules.apart(mode), losses(rules)
    together, *apart = (
        np.broadcast_to(rules.classify(one, moment), CLASSES).tolist()
        for one in (mode, *combats)
    )
    for kind, *kinds in zip(together, *apart, strict=True):
        expected, found = dict[object, float](), dict[object, float]()
        for after, chance in rules.branches(mode, kind):
            key = told(rules, after)
            expected[key] = expected.get(key, 0.0) + chance
        ways = map(rules.branches, combats, kinds)
        for several in product(*ways):
            key = told(rules, rules.carried(mode, [end for end, _ in several]))
            found[key] = found.get(key, 0.0) + prod(chance for _, chance in several)
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", SCENES)
def test_combats_apart_lead_to_what_they_lead_to_together(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rules, mode in met_apart(name, monkeypatch):
        assert_same_ends(rules, mode)


def test_lines_fall_into_combats_that_are_fought_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("madmen on both ends", "three combats, and an enemy behind"):
        assert met_apart(name, monkeypatch)


def test_who_shares_a_battle_standard_fights_one_combat_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not met_apart("a standard near three combats", monkeypatch)
