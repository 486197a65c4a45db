"""Ends of rounds that are looked up together, and rounds alike in any order."""

from typing import Any

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.round_ends import RoundCases
from rulesets.games.warhammer.combat.line.rules import WarhammerLine
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.volley import Floats, Ints
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.scene import question_of
from tests.rulesets.simulators.battle_line.stupid_lines import STUPID

SCENES = {**LINES, **STUPID}

SOME = [
    "characters on both sides",
    "a captain and a boss duel",
    "a chain of four",
    "trolls between two enemies",
    "a stubborn unit led by a captain",
]


def rolled(line: BattleLine[Any], seed: object) -> LineResult[Any]:
    del seed
    return roll_line(line, "ends", 2_000)


@pytest.mark.parametrize("name", SOME)
def test_tests_of_many_classes_are_those_of_each(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, compared = RoundCases.of_many, list[int]()

    def of_many(
        cases: RoundCases, mode: LineMode, kinds: Ints
    ) -> tuple[Ints, Floats, Ints]:
        found, chances, pools = together(cases, mode, kinds)
        told = found.tolist(), chances.tolist(), pools.tolist()
        for kind, case, row, between in zip(kinds.tolist(), *told, strict=True):
            own, fails = cases.of_one(mode, kind)
            assert (own, fails) == (case, row[: len(fails)])
            assert not any(row[len(fails) :])
            units = cases.ended[case][1]
            pairs = [[unit, cases.field.foes(unit, mode)[0]] for unit in units]
            assert between[: len(fails)] == pairs
            compared.append(kind)
        return found, chances, pools

    monkeypatch.setattr(RoundCases, "of_many", of_many)
    monkeypatch.setattr(answer, "solve_line", rolled)
    odds(question_of(SCENES[name]))
    assert len(compared) > 40


@pytest.mark.parametrize("name", SOME)
def test_who_won_before_draws_from_the_orders_of_all_who_are_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = dict[LineMode, WarhammerLine]()
    asked = WarhammerLine.orders

    def orders(rules: WarhammerLine, mode: LineMode) -> Any:
        met[mode] = rules
        return asked(rules, mode)

    monkeypatch.setattr(WarhammerLine, "orders", orders)
    monkeypatch.setattr(answer, "solve_line", rolled)
    odds(question_of(SCENES[name]))
    assert met
    for mode, rules in met.items():
        own = asked(rules, mode)
        every = [id(blows) for _, blows in asked(rules, rules.alike_in_any_order(mode))]
        assert sum(chance for chance, _ in own) == pytest.approx(1)
        assert {id(blows) for _, blows in own} <= {*every}
