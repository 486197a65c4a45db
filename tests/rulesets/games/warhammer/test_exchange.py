"""Van Horstmann's Speculum: two who are alone exchange four figures."""

from fractions import Fraction

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.bearers import with_piece, worn
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    GREAT_WEAPON,
    SWORDSMEN,
    match_up,
    unit,
)

SPECULUM = worn("van-horstmanns-speculum")
USES: Answers = {"a.uses-item": True}

PRIEST = with_piece(unit("Priest", 1, w=2, i=3, a=1, s=3, t=3, ld=8), SPECULUM)
BRUTE = unit("Brute", 1, w=3, i=6, a=4, s=6, t=5, ld=8)


def fought(enemy: Fighter, asked: Answers, rounds: int | None = 1) -> Odds:
    return odds(match_up("fight", PRIEST, enemy, asked, rounds=rounds))


def test_who_exchanges_strikes_with_the_figures_of_his_enemy() -> None:
    # Four blows at Initiative 6: 4+ to hit, Strength 6 against Toughness 3 on 2+.
    one = Fraction(1, 2) * Fraction(5, 6)
    three_or_more = 4 * one**3 * (1 - one) + one**4
    told = fought(BRUTE, USES)
    assert told.events["a-slays-all-at-once"] == pytest.approx(float(three_or_more))
    # Nobody is slain at first: one blow of Strength 3 against Toughness 5 on 6.
    back = (1 - three_or_more) * Fraction(1, 2) * Fraction(1, 6)
    assert told.wounds["b"].chances[1] == pytest.approx(float(back))


def test_an_exchange_is_that_of_two_who_had_these_figures_before() -> None:
    priest = unit("Priest", 1, w=2, i=6, a=4, s=6, t=5, ld=8)
    brute = unit("Brute", 1, w=3, i=3, a=1, s=3, t=3, ld=8)
    told, other = fought(BRUTE, USES, None), odds(match_up("fight", priest, brute))
    for key, chance in other.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=1e-12)


def test_the_trace_tells_of_the_exchange() -> None:
    steps = [one.text for one in fought(BRUTE, USES).trace if "Speculum" in one.rule]
    assert steps == [
        "Priest exchanges Strength, Toughness, Initiative and Attacks with his enemy"
    ]


def test_nothing_is_exchanged_unasked_nor_with_a_unit() -> None:
    assert fought(BRUTE, {}).outcomes != fought(BRUTE, USES).outcomes
    assert fought(SWORDSMEN, {}).outcomes == fought(SWORDSMEN, USES).outcomes
    both = with_piece(BRUTE, SPECULUM)
    twice = {**USES, "b.uses-item": True}
    assert fought(both, twice).outcomes == fought(both, {}).outcomes


RIDER = unit("Rider", 1, kind="cavalry", w=2, a=3, s=4, t=4, i=5, ld=9, sv=2, mount={})

PLAYED: dict[str, MatchUp] = {
    "a priest before a brute": match_up("fight", PRIEST, BRUTE, USES, rounds=5),
    "a rider's figures, not his horse's": match_up(
        "charge", RIDER, PRIEST, {"b.uses-item": True}, rounds=5
    ),
    "a great weapon stays in its hands": match_up(
        "fight",
        PRIEST,
        unit("Smith", 1, gear=(GREAT_WEAPON,), w=2, a=2, s=4, t=4, i=4, ld=8),
        USES,
        rounds=5,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_exchanges_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
