"""Spells and prayers in Mordheim: hand-worked chances, and dice that were rolled."""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.matchups.fighter import fighter
from rulesets.odds.match_up import Answers, MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.spells import SPELLS, cast, knows, m, wizard
from tests.rulesets.games.mordheim.test_simulator import MANY, close
from tests.rulesets.games.mordheim.warbands import hero, judged, unit

ROLLS = 40_000
SEVEN = Fraction(21, 36)
"""Chance that 2D6 reach 7."""


def check(name: str, size: int) -> None:
    told, counted = odds(SPELLS[name]), cast(SPELLS[name], size, seed=1999)
    for key, chance in {**told.outcomes, **told.events}.items():
        assert close(chance, counted[key], size), key


def test_a_bolt_is_cast_wounds_and_puts_down() -> None:
    """Difficulty 7, then a hit of Strength 4 on Toughness 3; injury rolls 5 and 6."""
    told = odds(m(wizard("", "hired-swords", "fires-of-uzhul"), f(name="B")))
    assert told.outcomes["works"] == pytest.approx(float(SEVEN))
    wounded = SEVEN * Fraction(4, 6)
    assert told.events["b-loses-a-wound"] == pytest.approx(float(wounded))
    assert told.events["b-out"] == pytest.approx(float(wounded / 3))
    assert told.expected["wounds"] == pytest.approx(float(wounded))


@pytest.mark.parametrize(
    ("gear", "rules", "chance"),
    [
        ("", "wizard", SEVEN),
        ("", "wizard sorcery", Fraction(26, 36)),
        ("familiar", "wizard", 1 - (1 - SEVEN) ** 2),
        ("magic-gubbinz", "wizard", SEVEN + (1 - SEVEN) * SEVEN / 2),
        ("holy-tome", "prayers", Fraction(26, 36)),
        ("rosary", "prayers", 1 - (1 - SEVEN) ** 2),
        ("holy-tome", "wizard", SEVEN),
        ("shield", "wizard", Fraction(0)),
        ("shield", "wizard warrior-wizard", SEVEN),
        ("shield", "prayers", SEVEN),
    ],
)
def test_what_one_has_changes_the_roll_to_cast(
    gear: str, rules: str, chance: Fraction
) -> None:
    a = wizard(gear, "hired-swords", "fires-of-uzhul", rules)
    told = odds(m(a, f(name="B")))
    assert told.outcomes["works"] == pytest.approx(float(chance))
    assert sum(told.outcomes.values()) == pytest.approx(1)


def test_one_of_several_spells_is_asked_for() -> None:
    a = knows(f("", "wizard", name="A"), "possessed", "dark-blood", "wings-of-darkness")
    told = odds(m(a, f(name="B"), {"spell": 2}))
    assert told.labels["works"] == "Wings of Darkness works"
    left = [one.why for one in told.not_modelled]
    assert left == ["only the chance to cast it is told"]


def test_of_one_who_knows_no_spell_a_difficulty_is_asked_for() -> None:
    told = odds(m(f("", "wizard", name="A"), f(name="B"), {"difficulty": 9}))
    assert told.labels["works"] == "The spell works"
    assert told.outcomes["works"] == pytest.approx(10 / 36)


@pytest.mark.parametrize(
    ("known", "situation", "place"),
    [
        ((), {}, "/situation/difficulty"),
        (("dark-blood",), {"spell": 2}, "/situation/spell"),
    ],
)
def test_a_spell_that_he_does_not_know_is_refused_with_its_place(
    known: tuple[str, ...], situation: Answers, place: str
) -> None:
    a = knows(f("", "wizard", name="A"), "possessed", *known)
    with pytest.raises(MatchUpError) as caught:
        odds(m(a, f(name="B"), situation))
    assert str(caught.value).startswith(place)


def test_a_wizard_of_a_warband_casts_the_spells_that_were_chosen_for_him() -> None:
    now = judged("possessed", hero("magister", "dark-blood"))
    told = odds(m(fighter(unit(now)), f(name="B")))
    assert told.labels["works"] == "Dark Blood works"
    assert told.outcomes["works"] == pytest.approx(15 / 36)


@pytest.mark.parametrize("name", SPELLS)
def test_spells_that_were_rolled_agree(name: str) -> None:
    check(name, ROLLS)


@pytest.mark.million
@pytest.mark.parametrize("name", SPELLS)
def test_a_million_spells_that_were_rolled_agree(name: str) -> None:
    check(name, MANY)
