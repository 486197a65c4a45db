"""Spells within fights and engagements of Mordheim, by hand and against dice."""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import Answers, MatchUpError
from tests.rulesets.games.mordheim import test_engagement, test_simulator
from tests.rulesets.games.mordheim.casting_grid import (
    BOLT,
    CASTS,
    ENGAGED,
    FIGHTS,
    QUICK,
)
from tests.rulesets.games.mordheim.engagements import m as engaged
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.spells import knows, wizard

FEW, MANY = test_simulator.FEW, test_simulator.MANY

WORKS = sum(dice_sum(2)[7:], Fraction(0))
"""Fires of U'Zhul are cast on 7 and more."""
BOLT_OUT = WORKS * Fraction(4, 6) * Fraction(1, 3)
"""Strength 4 wounds a human on 3+; a third of the wounds take out."""
BOLT_DOWN = WORKS * Fraction(4, 6) * Fraction(1, 3)


def test_a_wizard_casts_in_the_turn_of_his_charge_before_the_blows() -> None:
    """A target that the spell stuns is at his mercy; one that lies is out on a hit.

    One blow of a human at another who stands takes him out in one of nine cases.
    """
    a = wizard("ladle", "hired-swords", "fires-of-uzhul")
    told = odds(m(a, f(name="B", a=0), CASTS, rounds=1))
    stands = 1 - BOLT_OUT - 2 * BOLT_DOWN
    out = BOLT_OUT + BOLT_DOWN * (1 + Fraction(1, 2)) + stands * Fraction(1, 9)
    assert told.outcomes["b-out"] == pytest.approx(float(out))


def test_he_casts_in_his_own_turns_only() -> None:
    """In the turn of B's charge nothing but blows is struck, and A has none."""
    a = knows(f(name="A", a=0), "hired-swords", "fires-of-uzhul")
    asked: Answers = {**CASTS, "charge": "b"}
    first, second = (
        odds(m(a, f(name="B", a=0), asked, rounds=rounds)).outcomes["b-out"]
        for rounds in (1, 2)
    )
    assert first == 0.0
    assert second == pytest.approx(float(BOLT_OUT))


def test_a_spell_of_no_reach_is_not_cast_from_afar() -> None:
    """A word of pain reaches 3": at 30" who stands there never casts it."""
    b = knows(f(name="B", m=0), "possessed", "word-of-pain")
    told = odds(engaged(f(name="A", m=0), b, {"b.casts": 1, "distance": 30}, rounds=9))
    assert told.outcomes["a-out"] == 0.0


def test_a_bolt_from_afar_takes_out_as_in_the_kind_of_spells() -> None:
    b = knows(f(name="B", m=0), "hired-swords", "fires-of-uzhul")
    asked: Answers = {"b.casts": 1, "distance": 10, "first": "b"}
    told = odds(engaged(f(name="A", m=0), b, asked, rounds=1))
    assert told.outcomes["a-out"] == pytest.approx(float(BOLT_OUT))
    assert told.labels["a-shot"] == "A out of action before they meet"


@pytest.mark.parametrize(
    ("a", "asked"),
    [
        (BOLT, {"a.casts": 2}),
        (wizard("", "possessed", "wings-of-darkness"), CASTS),
        (BOLT, {"a.casts": 2, "a.fighters": 2, "b.fighters": 2}),
    ],
)
def test_what_cannot_be_cast_in_a_fight_is_refused(a: object, asked: Answers) -> None:
    with pytest.raises(MatchUpError, match=r"/situation/a\.casts"):
        odds(m(a, f(name="B"), asked))  # type: ignore[arg-type]


def test_who_knows_no_spells_casts_none() -> None:
    own, enemy = f(name="A"), f(name="B")
    assert odds(m(own, enemy, CASTS)).outcomes == odds(m(own, enemy, {})).outcomes


def test_who_casts_has_no_spell_left_out() -> None:
    casts, does_not = (odds(m(BOLT, f(name="B"), asked)) for asked in (CASTS, {}))
    assert casts.not_modelled == ()
    assert does_not.not_modelled


@pytest.mark.parametrize("name", [*FIGHTS, *ENGAGED])
def test_all_that_can_happen_where_spells_are_cast_has_words(name: str) -> None:
    told = odds({**FIGHTS, **ENGAGED}[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert all(told.labels[key] for key in (*told.outcomes, *told.events))


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", QUICK)
def test_fights_with_spells_played_out_agree(name: str) -> None:
    test_simulator.check(QUICK[name], FEW)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", ENGAGED)
def test_engagements_with_spells_played_out_agree(name: str) -> None:
    test_engagement.check(ENGAGED[name], FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", FIGHTS)
def test_a_million_fights_with_spells_played_out_agree(name: str) -> None:
    test_simulator.check(FIGHTS[name], MANY)


@pytest.mark.million
@pytest.mark.parametrize("name", ENGAGED)
def test_a_million_engagements_with_spells_played_out_agree(name: str) -> None:
    test_engagement.check(ENGAGED[name], MANY)
