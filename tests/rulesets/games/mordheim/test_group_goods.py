"""Caltrops and flash powder of groups on the way: limits, by hand, and as rolled."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import FEW, g
from tests.rulesets.games.mordheim.group_goods import STREWN
from tests.rulesets.games.mordheim.test_engagement import other_way_round
from tests.rulesets.games.mordheim.test_goods import left_out
from tests.rulesets.games.mordheim.test_group_engagement import check

ROLLED = 10_000
MANY = 200_000


def charges(
    numbers: tuple[int, int], gear: str, asked: Answers, initiative: int = 3
) -> tuple[float, ...]:
    """Return when the first charge arrives where nobody is hurt [chance]."""
    charger = f("axe", name="A", t=9, ld=12, i=initiative)
    charged = f(f"axe {gear}", name="B", t=9, ld=12)
    found = odds(g(charger, charged, numbers, asked))
    return found.distributions["apart"].chances


CALTROPS: Answers = {"b.caltrops": True, "distance": 6}
POWDER: Answers = {"b.flash": True, "distance": 6}


def test_each_of_a_group_strews_his_own_caltrops() -> None:
    """A reach of 8 inches is short of 6 by all but a 1 or a 2."""
    short = 4 / 6
    for number in (2, 3):
        apart = charges((number, number), "caltrops", CALTROPS)
        assert apart[0] == pytest.approx(1 - short**number)
        assert apart[2] == pytest.approx(short**number)


def test_the_second_charge_at_one_finds_no_caltrops() -> None:
    assert charges((2, 1), "caltrops", CALTROPS)[0] == pytest.approx(1)


def test_one_who_comes_again_finds_the_caltrops_of_the_next() -> None:
    """He fell short by the first, and is 2 inches away then: a 6 still arrives."""
    far: Answers = {**CALTROPS, "distance": 8}
    apart = charges((1, 2), "caltrops", far)
    assert apart[0] == pytest.approx(0)
    assert apart[2] == pytest.approx(4 / 6)
    assert apart[4] == pytest.approx(2 / 6)


def test_a_powder_dazzles_all_who_charge_its_thrower_in_one_turn() -> None:
    """With an Initiative of 2 four of six chargers are dazzled."""
    dazzled = 4 / 6
    for number in (1, 2, 3):
        apart = charges((number, 1), "flash-powder", POWDER, initiative=2)
        assert apart[0] == pytest.approx(1 - dazzled**number)
        assert apart[2] == pytest.approx(dazzled**number)


def test_each_of_a_group_throws_his_own_powder() -> None:
    dazzled = 4 / 6
    apart = charges((1, 2), "flash-powder", POWDER, initiative=2)
    assert apart[0] == pytest.approx(1 - dazzled)
    assert apart[2] == pytest.approx(dazzled * (1 - dazzled))
    assert apart[4] == pytest.approx(dazzled**2)


def without(question: MatchUp) -> MatchUp:
    """Return a question in which nobody uses goods against charges."""
    asked = {
        key: answer
        for key, answer in question.situation.items()
        if key.partition(".")[2] not in ("caltrops", "flash")
    }
    return replace(question, situation=asked)


@pytest.mark.parametrize("name", FEW)
def test_goods_that_nobody_has_change_nothing(name: str) -> None:
    said: Answers = {f"{side}.{what}": True for side in "ab" for what in WHAT}
    told = odds(FEW[name])
    asked = replace(FEW[name], situation={**FEW[name].situation, **said})
    assert odds(asked).outcomes == pytest.approx(told.outcomes, abs=1e-12)


WHAT = ("caltrops", "flash")


@pytest.mark.parametrize("name", STREWN)
def test_goods_against_charges_are_told_and_mirror(name: str) -> None:
    told, mirrored = odds(STREWN[name]), odds(other_way_round(STREWN[name]))
    plain = odds(without(STREWN[name]))
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.outcomes != pytest.approx(plain.outcomes, abs=1e-4)
    assert not {"Caltrops", "Flash powder"} & left_out(STREWN[name])
    for key in ("out", "wins", "charges", "shot", "met-worse"):
        mine = {**told.outcomes, **told.events}[f"a-{key}"]
        theirs = {**mirrored.outcomes, **mirrored.events}[f"b-{key}"]
        assert mine == pytest.approx(theirs, abs=1e-9 + told.error + mirrored.error)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", STREWN)
def test_groups_among_goods_played_out_agree(name: str) -> None:
    check(STREWN[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", STREWN)
def test_groups_among_goods_played_often_agree(name: str) -> None:
    check(STREWN[name], MANY)
