"""Misfires of pistols in Mordheim's combats: by hand, and as they were rolled."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import MISFIRES_IN_COMBAT, odds
from tests.rulesets.games.mordheim import test_engagement, test_groups, test_turn
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.powder_grid import ALL, FEW, GROUPS, MET, MISFIRES
from tests.rulesets.games.mordheim.test_simulator import WAYS, check, read

MANY = 200_000
QUICKLY = 20_000

BRACE = m(
    f("pistol-brace", name="A"),
    f("axe", name="B"),
    {"b.posture": "knocked-down"},
    MISFIRES,
    rounds=1,
)
"""One who lies strikes nothing in the turn of the charge: only a pistol hurts A."""


def test_a_brace_explodes_on_who_strikes_with_it() -> None:
    told = odds(BRACE)
    burst, wounds = 1 / 36, 4 / 6
    out = burst * wounds * 2 / 6
    assert told.outcomes["a-out"] == pytest.approx(out * (2 - burst * wounds))
    assert MISFIRES_IN_COMBAT in told.notes


def test_no_pistol_misfires_where_no_die_is_rolled_to_hit() -> None:
    stunned = replace(BRACE, situation={"b.posture": "stunned"})
    lies = read(BRACE, "to-wound")
    for question in (stunned, lies):
        plain = replace(question, readings={**question.readings, "misfires": False})
        told = odds(question).outcomes
        assert told == pytest.approx(odds(plain).outcomes)
        assert told["a-out"] == 0.0


def test_a_pistol_and_a_6_hit_one_stronger() -> None:
    """Against Toughness 6 his pistol wounds on 6, and one stronger on 5 or 6."""
    a, b = f("pistol", name="A", i=6, a=0), f("axe", name="B", t=6, a=0, w=9)
    told = odds(m(a, b, {}, MISFIRES, rounds=1))
    plain = odds(m(a, b, {}, {**MISFIRES, "misfires": False}, rounds=1))
    unhurt, before = told.survivors["b"].chances[9], plain.survivors["b"].chances[9]
    assert before - unhurt == pytest.approx(1 / 36 * 2 / 6)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FEW)
def test_pistols_that_were_rolled_agree(name: str, way: str) -> None:
    check(read(FEW[name], way), QUICKLY)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ALL)
def test_pistols_that_were_rolled_often_agree(name: str, way: str) -> None:
    check(read(ALL[name], way), MANY)


@pytest.mark.slow
@pytest.mark.parametrize("name", GROUPS)
def test_pistols_of_groups_that_were_rolled_agree(name: str) -> None:
    test_groups.check(GROUPS[name], MANY)


@pytest.mark.parametrize("name", MET)
def test_pistols_of_those_who_met_agree(name: str) -> None:
    test_engagement.check(MET[name], QUICKLY)


@pytest.mark.parametrize("name", GROUPS)
def test_many_states_with_pistols_lead_where_each_leads_by_itself(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for melee in test_turn.melees(GROUPS[name], monkeypatch):
        test_turn.check(melee, monkeypatch)
