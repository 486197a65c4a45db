"""Rules of Mordheim that count where they are said to: by hand, and played out."""

from dataclasses import replace

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.said_rules import BROUGHT
from rulesets.games.mordheim.special_rules import row_of
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.said import SAID
from tests.rulesets.games.mordheim.test_shooting import SHOTS
from tests.rulesets.games.mordheim.test_simulator import check


def having(one: Fighter, key: str) -> Fighter:
    return replace(one, rules=(RuleUse(key),))


def of(key: str, *, said: bool) -> MatchUp:
    """Return a fight of one with such a rule, with his question answered so."""
    question = row_of(key).fate.question
    name = question if question == "rests" else f"a.{question}"
    kind = "shooting" if question == "rests" else "fight"
    gear = "handgun" if question == "rests" else "axe"
    situation: Answers = {name: True} if said else {}
    return match_up(f(gear, key, name="A"), f(name="B"), situation, kind=kind)


@pytest.mark.parametrize("key", BROUGHT)
def test_a_rule_that_is_not_said_to_count_changes_nothing_and_is_named(
    key: str,
) -> None:
    told = odds(of(key, said=False))
    question = of(key, said=False)
    plain = odds(replace(question, a=replace(question.a, rules=())))
    assert told.outcomes == plain.outcomes
    assert row_of(key).name in [one.rule for one in told.not_modelled]


@pytest.mark.parametrize("key", BROUGHT)
def test_one_that_is_said_to_count_is_traced_and_not_left_out(key: str) -> None:
    told = odds(of(key, said=True))
    assert row_of(key).name not in [one.rule for one in told.not_modelled]
    if key not in ("skull-rack", "stupid-alone", "tamed"):
        assert row_of(key).name.lower() in [one.rule.lower() for one in told.trace]


def test_a_rested_handgun_hits_a_sixth_more_often() -> None:
    rested, free = (
        odds(of("gun-rest", said=said)).wounds["a"].expected() for said in (True, False)
    )
    assert rested / free == pytest.approx(4 / 3)


def test_who_moved_rests_nothing() -> None:
    asked = of("gun-rest", said=True)
    moved = replace(asked, situation={"rests": True, "moved": True})
    other = replace(asked, situation={"moved": True})
    assert odds(moved).outcomes == odds(other).outcomes


@pytest.mark.parametrize("key", ["stupid-alone", "tamed"])
def test_far_from_his_keeper_one_is_as_stupid_as_others(key: str) -> None:
    far = of(key, said=True)
    stupid = replace(far, a=having(far.a, "stupidity"), situation={})
    assert odds(far).outcomes == pytest.approx(odds(stupid).outcomes, abs=1e-12)


def test_a_rack_of_skulls_is_fear_of_those_who_fear_it() -> None:
    rack = of("skull-rack", said=True)
    fear = replace(rack, a=having(rack.a, "fear"), situation={})
    assert odds(rack).outcomes == pytest.approx(odds(fear).outcomes, abs=1e-12)


def charge_of(rule: str, **figures: int) -> Odds:
    """Return the first turn of a charge at one who carries nothing that parries."""
    b = f("ladle", "", "B", a=0, **figures)
    a = f("2*axe", rule, name="A", a=2)
    return odds(match_up(a, b, {"a.slams": True}, rounds=1))


def test_a_body_slam_is_one_blow_of_strength_4_critical_on_5() -> None:
    """It hits on 3+; of six rolls to wound two take a wound, two are critical."""
    left = charge_of("body-slam", w=3).survivors["b"].chances
    assert left[2] == pytest.approx(4 / 6 * 2 / 6)
    assert left[1] == pytest.approx(4 / 6 * 2 / 6)
    assert left[0] == 0.0


def test_a_bull_rush_knocks_down_whom_it_hits_and_wounds_nobody() -> None:
    told = charge_of("bull-rush", w=3, sv=4, t=9)
    assert told.events["b-knocked-down-at-once"] == pytest.approx(4 / 6)
    assert told.survivors["b"].chances[3] == pytest.approx(1.0)


def test_every_rule_that_is_asked_is_rolled_somewhere() -> None:
    rolled = (*SAID.values(), *SHOTS.values())
    carried = {use.key for one in rolled for who in (one.a, one.b) for use in who.rules}
    assert set(BROUGHT) - carried == set()


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", SAID)
def test_fights_that_were_rolled_agree(name: str) -> None:
    check(SAID[name], 40_000)
