"""Wounds that a lost battle line costs units, against dice, and by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.line import field
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    FAST,
    GROWING,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.test_line import (
    as_line,
    disagreements,
    drill,
)
from tests.rulesets.games.scrollhammer.test_rules_of_the_league import (
    CALM,
    PLAYED,
    ruled,
)
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SLAYERS,
    TROLLS,
    unit,
)

PAYS = RuleEffect("act:take-wounds", "must", whose="unit")

DEFEATS: dict[str, MatchUp] = {
    "one of two that lose": line(ruled(DAGI, *CALM), BANNER, beside("a", CATS)),
    "both that lose": line(
        ruled(DAGI, *CALM), SLAYERS, beside("a", ruled(CATS, *CALM))
    ),
    "some of both sides": line(
        ruled(OGRES, *CALM), ruled(LEGION, *CALM), beside("b", SLAYERS), rounds=4
    ),
    "a leader and his men, beside others": line(
        SLAYERS, ruled(LED, *CALM), beside("b", DAGI), beside("a", OGRES, "b")
    ),
    "who pays may break": line(ruled(LED, PAYS), OGRES, beside("a", DAGI)),
    "they grow back": line(ruled(GROWING, *CALM), SLAYERS, beside("b", TROLLS)),
    "they slip away": line(
        ruled(FAST, *CALM), BANNER, beside("b", SLAYERS), said={"a.leaves": True}
    ),
    "in the flank, and they turn": line(
        HERO,
        ruled(LEGION, *CALM),
        beside("a", OGRES, at="flank", charges=True),
        said={"b.files": 4},
        rounds=6,
    ),
    "a captain among them": line(
        ruled(DAGI, *CALM), BANNER, beside("a", SLAYERS), in_it(HERO, "a", lost=1)
    ),
    "their friends are swept": line(
        ruled(CATS, *CALM), TROLLS, beside("a", PEASANTS), rounds=None
    ),
    "ranks before casualties": line(
        ruled(DAGI, *CALM),
        COHORT,
        beside("a", CATS),
        readings={"bonus-counted": "before"},
    ),
    "their charge may fall short": line(
        ruled(CATS, *CALM), BANNER, beside("a", DAGI), said={"a.charge-distance": 7}
    ),
    "three a side": line(
        ruled(LEGION, *CALM),
        LANCERS,
        beside("a", ruled(DAGI, *CALM)),
        beside("b", SLAYERS, "a2"),
        beside("a", CATS, "b2"),
        beside("b", ruled(OGRES, *CALM), "a"),
    ),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", DEFEATS)
def test_lost_lines_cost_wounds_as_dice_say(name: str) -> None:
    seed = 35_000 + list(DEFEATS).index(name)
    assert disagreements(DEFEATS[name], 40_000, seed) == []


@pytest.mark.parametrize("name", PLAYED)
def test_one_unit_a_side_pays_as_in_a_combat_of_two(name: str) -> None:
    question = replace(PLAYED[name], rounds=6)
    told, of_two = odds(as_line(question)), odds(question)
    assert told.outcomes == pytest.approx(of_two.outcomes, abs=1e-9)
    for side in ("a", "b"):
        for mine, theirs in (
            (told.survivors[side], of_two.survivors[side]),
            (told.wounds[side], of_two.wounds[side]),
        ):
            assert mine.chances == pytest.approx(theirs.chances, abs=1e-9)


NOBODY = {"ws": 1, "s": 1, "t": 10, "a": 0, "i": 1}


def stone(save: int, *effects: RuleEffect) -> Fighter:
    """Return one who hurts nobody and only falls by what a lost combat costs."""
    return ruled(unit("Stone", 1, sv=save, formation="Skirmish", **NOBODY), *effects)


def test_each_unit_of_a_side_that_lost_pays_by_hand() -> None:
    """Lost by two, the ranks of the enemy: each falls unless it saves both."""
    block = unit("Block", 10, ld=8, **NOBODY)
    own, other = stone(5, *CALM), stone(3, *CALM)
    told = odds(line(own, block, beside("a", other), said={"b.files": 5}, rounds=1))
    first, second = 1 - Fraction(2, 6) ** 2, 1 - Fraction(4, 6) ** 2
    assert told.events["a-slain"] == pytest.approx(float(first), abs=1e-12)
    assert told.events["a2-slain"] == pytest.approx(float(second), abs=1e-12)
    both = float(first * second)
    assert told.outcomes["a-destroyed"] == pytest.approx(both, abs=1e-12)
    assert told.wounds["b"].chances[0] == pytest.approx(1, abs=1e-12)


def test_a_winner_whose_other_enemy_paid_with_its_life_sweeps_by_hand() -> None:
    """One runs but on a double 1, of Initiative 1 as who follows it."""
    weak = unit("Weak", 1, formation="Skirmish", ld=1, **NOBODY)
    told = odds(line(stone(7, *CALM), drill(), beside("a", weak), rounds=1))
    assert told.events["a-slain"] == pytest.approx(1, abs=1e-12)
    assert told.events["a2-run-down"] == pytest.approx(35 / 36 * 21 / 36, abs=1e-12)


def test_a_side_too_large_for_its_price_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(field, "MOST_PRICED", 10)
    told = odds(line(stone(5, *CALM), LEGION, beside("a", COHORT), rounds=1))
    assert "House rule" in {one.rule for one in told.not_modelled}
