"""Dives and falls of Mordheim: worked by hand, against the simulator, and refusals."""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp, MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.height_grid import ALL, QUICK, SHOTS, SPELLS
from tests.rulesets.games.mordheim.spells import cast
from tests.rulesets.games.mordheim.test_simulator import FEW, MANY, check, close
from tests.rulesets.games.mordheim.volleys import shoot

BLOW_OUT, BLOW_FELLS = Fraction(36, 324), Fraction(45, 324)
"""Chances of a blow of a human at another: out at once; knocked down or stunned."""


def stays(hit_out: Fraction) -> Fraction:
    """Return the chance that one, two or three hits do not take out of action."""
    kept = 1 - hit_out
    return (kept + kept**2 + kept**3) / 3


def test_who_is_put_down_at_an_edge_falls_unless_he_passes_his_test() -> None:
    """A human falls in half of all cases; Strength 3 takes out by a hit in six."""
    a, b = f(name="A"), f(name="B", a=0)
    told = odds(m(a, b, {"b.edge": 3}, rounds=1))
    falls = BLOW_FELLS / 2
    left = stays(Fraction(1, 6))
    assert told.outcomes["b-falls"] == pytest.approx(float(falls * left))
    out = BLOW_OUT + falls * (1 - left)
    assert told.outcomes["b-out"] == pytest.approx(float(out))


@pytest.mark.parametrize(("initiative", "passes"), [(1, 1), (4, 4), (5, 5), (6, 5)])
def test_a_6_fails_every_test_of_initiative(initiative: int, passes: int) -> None:
    a, b = f(name="A"), f(name="B", a=0, i=initiative)
    told = odds(m(a, b, {"b.edge": 3, "charge": "a"}, rounds=1))
    falls = BLOW_FELLS * Fraction(6 - passes, 6)
    left = falls * stays(Fraction(1, 6))
    assert told.outcomes["b-falls"] == pytest.approx(float(left))


@pytest.mark.parametrize(("inches", "wounds"), [(1, 1), (3, 3), (6, 5), (20, 5)])
def test_the_strength_of_a_fall_is_its_height(inches: int, wounds: int) -> None:
    a, b = f(name="A"), f(name="B", a=0)
    told = odds(m(a, b, {"b.edge": inches}, rounds=1))
    left = BLOW_FELLS / 2 * stays(Fraction(wounds, 6) / 3)
    assert told.outcomes["b-falls"] == pytest.approx(float(left))


def test_armour_saves_nobody_who_falls() -> None:
    bare, clad = (
        odds(m(f(name="A", i=0, sv=sv), f(name="B"), {"dive": 6})) for sv in (7, 2)
    )
    assert bare.outcomes["a-out"] == pytest.approx(clad.outcomes["a-out"])


def test_a_dive_that_lands_hits_better_and_harder() -> None:
    """Two tests of Initiative 5; then on 3+, Strength 5: 2 of 9 are out at once."""
    a, b = f(name="A", i=5), f(name="B", a=0)
    told = odds(m(a, b, {"dive": 4}, rounds=1))
    lands = Fraction(25, 36)
    wound = Fraction(4, 6) * Fraction(1, 3) + Fraction(1, 6) * Fraction(2, 3)
    out = lands * Fraction(4, 6) * wound
    assert told.outcomes["b-out"] == pytest.approx(float(out))
    one = odds(m(a, b, {"dive": 4}, {"dive-strength": "one"}, rounds=1))
    less = Fraction(3, 6) * Fraction(1, 3) + Fraction(1, 6) * Fraction(2, 3)
    assert one.outcomes["b-out"] == pytest.approx(float(lands * Fraction(4, 6) * less))


def test_who_fails_a_test_in_his_dive_is_hurt_and_does_not_charge() -> None:
    """Three tests of Initiative 4; a hit of Strength 6 takes out in 5 of 18 cases."""
    a, b = f(name="A", i=4), f(name="B")
    told = odds(m(a, b, {"dive": 6}))
    fails = 1 - Fraction(4, 6) ** 3
    left = stays(Fraction(5, 18))
    assert told.outcomes["a-falls"] == pytest.approx(float(fails * left))
    lands = odds(m(a, b, {"dive": 6}, rounds=1)).outcomes["a-out"]
    assert lands >= float(fails * (1 - left))


def test_the_bonus_of_a_dive_is_gone_after_the_first_turn() -> None:
    """A blow takes 5/9 of a wound after a dive of 2", and 1/3 in any later turn."""
    a, b = f(name="A", i=5), f(name="B", a=0, w=9)
    told = odds(m(a, b, {"dive": 2}, rounds=3))
    lost = Fraction(5, 6) * (Fraction(5, 9) + 2 * Fraction(1, 3))
    left = told.survivors["b"].expected()
    assert left == pytest.approx(float(9 - lost))


def test_less_than_2_inches_are_no_dive() -> None:
    a, b = f("axe", name="A"), f("sword", name="B")
    assert odds(m(a, b, {"dive": 1})).outcomes == odds(m(a, b)).outcomes


def test_who_fails_on_the_ladder_does_not_charge() -> None:
    a, b = f(name="A", i=4), f(name="B", a=0)
    told = odds(m(a, b, {"ladder": True}, rounds=1))
    assert told.outcomes["a-holds-back"] == pytest.approx(2 / 6)
    assert told.outcomes["b-out"] == pytest.approx(4 / 6 / 9)


def test_nobody_has_won_where_one_fell() -> None:
    told = odds(m(f("axe", name="A"), f("sword", name="B"), {"b.edge": 9}))
    wins = told.events["a-wins"] + told.events["b-wins"]
    assert told.outcomes["b-falls"] > 0
    assert wins == pytest.approx(1 - told.outcomes["b-falls"])


@pytest.mark.parametrize("asked", [{"charge": "none"}, {"ladder": True}])
def test_a_dive_is_a_charge_down(asked: Answers) -> None:
    with pytest.raises(MatchUpError, match="/situation/dive"):
        odds(m(f(name="A"), f(name="B"), {"dive": 4, **asked}))


def test_nobody_falls_who_is_not_put_down() -> None:
    a, b = f("axe", name="A", a=0), f("sword", name="B", a=0)
    told = odds(m(a, b, {"a.edge": 9, "b.edge": 9}))
    assert told.outcomes["undecided"] == pytest.approx(1)


def test_a_group_at_an_edge_loses_who_falls() -> None:
    a, b = f("axe", name="A"), f("sword", name="B")
    two: Answers = {"a.fighters": 2, "b.fighters": 2}
    level, edge = (odds(m(a, b, {**two, **more})) for more in ({}, {"b.edge": 6}))
    assert edge.events["a-wins"] > level.events["a-wins"]


@pytest.mark.parametrize("name", ALL)
def test_all_that_can_happen_at_heights_has_words(name: str) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert all(told.labels[key] for key in (*told.outcomes, *told.events))


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", QUICK)
def test_dives_and_falls_played_out_agree(name: str) -> None:
    check(QUICK[name], FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_dives_and_falls_played_out_agree(name: str) -> None:
    check(ALL[name], MANY)


def check_shots(question: MatchUp, number: int) -> None:
    told = odds(question)
    counted = shoot(question, number, seed=2002)
    for key, chance in told.outcomes.items():
        assert close(chance, counted[key], number), key
    assert close(told.events["b-falls"], counted["b-falls"], number)


@pytest.mark.parametrize("name", SHOTS)
def test_shots_at_who_stands_at_an_edge_agree(name: str) -> None:
    check_shots(SHOTS[name], 2 * FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", SHOTS)
def test_a_million_shots_at_who_stands_at_an_edge_agree(name: str) -> None:
    check_shots(SHOTS[name], MANY)


@pytest.mark.parametrize("name", SPELLS)
def test_spells_at_who_stands_at_an_edge_agree(name: str) -> None:
    told = odds(SPELLS[name])
    counted = cast(SPELLS[name], 2 * FEW, seed=2002)
    for key in ("b-out", "b-stunned", "b-knocked-down", "b-falls"):
        assert close(told.events[key], counted[key], 2 * FEW), key
