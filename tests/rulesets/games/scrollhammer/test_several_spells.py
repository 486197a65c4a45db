"""Casters who cast several of their spells in one volley: by hand, and by dice."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.power_dice import (
    Manner,
    cast,
    castings,
    counts_of,
)
from rulesets.games.scrollhammer.combat.shots.several_spells import cast_together
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers
from tests.rulesets.games.scrollhammer.casters_match_ups import (
    DART,
    SEVERAL,
    learned,
)
from tests.rulesets.games.scrollhammer.simulator_shots import shot
from tests.rulesets.games.scrollhammer.test_simulator import (
    FEW,
    MANY,
    disagreements,
    together,
)
from tests.rulesets.games.scrollhammer.units import (
    LEGION,
    match_up,
    spell,
    unit,
)

FOES = unit("Foes", 20)
DEAR, CHEAP = spell(6, 5, name="Dear"), spell(2, 2, name="Cheap")
MAGE = learned("Mage", 1, 3, DEAR, CHEAP)

HITS = Fraction(2, 3)
WOUNDS = HITS * Fraction(5, 6), HITS * Fraction(1, 3)
"""Of a casting of each: Ballistic Skill 4, on Toughness 3 without a save."""

CAST = Fraction(26, 36), Fraction(5, 6)
"""Chances of the one with two dice, and of the other with one."""


def told(situation: Answers, readings: Answers | None = None) -> Odds:
    return odds(match_up("shooting", MAGE, FOES, situation, readings))


def test_two_dice_for_the_dear_spell_and_the_third_for_the_cheap_one_by_hand() -> None:
    """Three dice for the dear one do 0.954 of it, one each of the cheap 2.5 x 0.4."""
    answer = told({})
    mean = CAST[0] * WOUNDS[0] + CAST[1] * WOUNDS[1]
    assert answer.expected["a-unsaved-wounds"] == pytest.approx(float(mean))
    unhurt = (1 - CAST[0] * WOUNDS[0]) * (1 - CAST[1] * WOUNDS[1])
    assert answer.events["b-loses-a-wound"] == pytest.approx(float(1 - unhurt))


def test_the_second_spell_waits_for_the_first_where_a_failure_ends_it_by_hand() -> None:
    """The dear one first, and the cheap one after it only if it was cast."""
    answer = told({}, {"casts-on": False})
    unhurt = 1 - CAST[0] + CAST[0] * (1 - WOUNDS[0]) * (1 - CAST[1] * WOUNDS[1])
    assert answer.events["b-loses-a-wound"] == pytest.approx(float(1 - unhurt))


def test_one_spell_alone_is_cast_as_often_as_its_own_dice_say() -> None:
    """All three dice for the dear one: 206 of 216 rolls reach 6."""
    answer = told({"spells": "one"})
    alone = Fraction(206, 216) * WOUNDS[0]
    several = 3 * CAST[1] * WOUNDS[1]
    best = max(alone, several)
    assert answer.expected["a-unsaved-wounds"] == pytest.approx(float(best))


def test_a_second_spell_that_does_nothing_changes_nothing() -> None:
    harmless = spell(3, 3, name="Spark", element="Shock")
    proof = unit("Proof", 20, "immune-to-shock")
    alone = odds(match_up("shooting", learned("Mage", 4, 4, DART), proof))
    both = odds(match_up("shooting", learned("Mage", 4, 4, DART, harmless), proof))
    assert both.survivors["b"].chances == pytest.approx(
        alone.survivors["b"].chances, abs=1e-12
    )


def test_the_same_spell_under_two_names_is_cast_as_one() -> None:
    twin = replace(DART, key="twin", name="Twin")
    alone = odds(match_up("shooting", learned("Mage", 4, 4, DART), LEGION))
    both = odds(match_up("shooting", learned("Mage", 4, 4, DART, twin), LEGION))
    assert both.survivors["b"].chances == pytest.approx(
        alone.survivors["b"].chances, abs=1e-12
    )


@pytest.mark.parametrize("held", [1, 3, 5, 8])
@pytest.mark.parametrize("surge", ["never", "best", "rest"])
def test_castings_of_several_spells_sum_to_one_and_are_worth_as_much_as_any_alone(
    held: int, surge: str
) -> None:
    manner = replace(Manner(), surge=surge)  # type: ignore[arg-type]
    spells = ((4, 0.2), (7, 0.5), (10, 0.8))
    found = cast(spells, held, manner)
    assert sum(found.values()) == pytest.approx(1)
    worth = sum(
        chance * sum(n * one[1] for n, one in zip(counts, spells, strict=True))
        for counts, chance in found.items()
    )
    for cost, each in spells:
        counts = castings(cost, held, manner)
        alone = each * sum(n * chance for n, chance in enumerate(counts))
        assert surge == "rest" or worth >= alone - 1e-12


def test_casters_too_many_for_their_target_keep_to_fewer_spells() -> None:
    spells = ((4, 0.2), (7, 0.5), (10, 0.8))
    few, _ = cast_together(spells, 6, Manner(surge="best"), 2, 20)
    many, found = cast_together(spells, 6, Manner(surge="best"), 100, 400)
    assert len(many) < len(few)
    assert sum(chance for _, chance in found) == pytest.approx(1)


def test_castings_of_one_spell_are_those_of_several_of_which_it_is_the_only_one() -> (
    None
):
    manner = Manner(surge="best")
    assert counts_of(cast(((7, 0.3),), 5, manner), 0) == pytest.approx(
        castings(7, 5, manner)
    )


def test_the_answer_names_every_spell_that_is_cast_and_how_often() -> None:
    answer = told({})
    texts = [one.text for one in answer.trace if "to hit" in one.text]
    assert any("with Dear" in text and "0.722 times" in text for text in texts)
    assert any("with Cheap" in text and "0.833 times" in text for text in texts)
    assert sum("beside other spells" in note for note in answer.notes) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
def test_several_spells_agree_with_dice(name: str) -> None:
    question = SEVERAL[name]
    table = shot(question, 2 * FEW, seed=list(SEVERAL).index(name) + 900)
    assert disagreements(question, table, 2 * FEW) == []


@pytest.mark.million
@pytest.mark.parametrize("name", SEVERAL)
def test_a_million_volleys_of_several_spells_agree_with_dice(name: str) -> None:
    question = SEVERAL[name]
    tables = [shot(question, MANY // 20, seed=7000 + part) for part in range(20)]
    assert disagreements(question, together(tables), MANY) == []


def test_the_witness_would_notice_one_spell_where_several_are_cast() -> None:
    question = match_up("shooting", MAGE, FOES)
    one = replace(question, situation={"spells": "one"})
    assert disagreements(question, shot(one, 2 * FEW, seed=5), 2 * FEW) != []
