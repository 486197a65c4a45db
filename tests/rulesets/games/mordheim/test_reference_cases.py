"""Mordheim's odds against answers that were worked out apart, in fractions."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.games.mordheim.combat import odds
from tests.rulesets.games.mordheim.fighters import fighter, match_up

CASES: dict[str, Any] = json.loads(
    Path(__file__).with_name("reference_cases.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES["blows"], ids=lambda case: str(case["name"]))
def test_the_blows_of_one_phase(case: dict[str, Any]) -> None:
    a = fighter(case["a-gear"], name="A", **case["a"])
    b = fighter(case["b-gear"], case["b-rules"], name="B", **case["b"])
    told = odds(match_up(a, b, rounds=1)).events
    for posture in ("knocked-down", "stunned", "out"):
        wanted = float(Fraction(case[posture]))
        assert told[f"b-{posture}-at-once"] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("charger", ["a", "b"])
def test_a_whole_duel(charger: str) -> None:
    duel = CASES["duel"]
    a = fighter(duel["a-gear"], name="A", **duel["a"])
    b = fighter(duel["b-gear"], name="B", **duel["b"])
    told = odds(match_up(a, b, {"charge": charger}, duel["readings"]))
    wanted = duel[f"{charger}-charges"]
    assert told.events["a-wins"] == pytest.approx(wanted["a-wins"], abs=1e-9)
    assert told.expected["turns"] == pytest.approx(wanted["turns"], abs=1e-9)
