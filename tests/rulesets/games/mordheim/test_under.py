"""Spells and prayers of Mordheim that a fighter is under: by hand, and played out."""

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.enchantments import FIGURES
from rulesets.games.mordheim.spell_rules import OF_SPELLS, PREFIX
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers
from tests.rulesets.games.mordheim.casting_grid import BOLT
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.spells import knows
from tests.rulesets.games.mordheim.test_simulator import check
from tests.rulesets.games.mordheim.under import UNDER

EVERY = [row.key.removeprefix(PREFIX) for row in OF_SPELLS]


def once(situation: Answers, **figures: int) -> Odds:
    """Return one turn of a human who charges one who strikes nothing."""
    a, b = f(name="A"), f("ladle", "", "B", a=0, **figures)
    return odds(match_up(a, b, situation, rounds=1))


def test_two_more_strength_wounds_on_a_2_and_pierces_armour() -> None:
    """A blow hits on 4+; of Strength 5 it wounds on 2+, a sixth of all is critical.

    One wound of the last one is out on 5 and 6, two on 5 and 6 of either die, a
    critical roll of 5 and 6 on 3 and more.
    """
    out_plain, out_two, out_best = 1 / 3, 1 - 4 / 9, 1 - 1 / 9
    critical = (out_two * 4 + out_best * 2) / 6
    expected = 1 / 2 * (4 / 6 * out_plain + 1 / 6 * critical)
    told = once({"a.under": "bears-paw"})
    assert told.outcomes["b-out"] == pytest.approx(expected)


def test_a_wound_of_the_hammer_counts_twice_and_a_critical_hit_no_more() -> None:
    """Of 3 wounds two are gone by one blow, never three."""
    told = once({"a.under": "hammer-of-sigmar"}, w=3)
    assert told.outcomes["b-out"] == 0
    wounded = 1 / 2 * 5 / 6
    chances = told.survivors["b"].chances
    assert chances[1] == pytest.approx(wounded)
    assert chances[2] == 0


def test_a_save_of_2_is_worse_by_the_strength_of_the_blow() -> None:
    """Strength 4 makes it 3+; wounds are on 3+, criticals of 3 and more ignore it."""
    a, b = f(name="A", s=4), f(name="B", a=0, w=9, sv=7)
    asked = {"b.under": "scabrous-hide"}
    told = odds(match_up(a, b, asked, rounds=1))
    hurt = 1 / 2 * (3 / 6 * 1 / 3 + 1 / 6 * (2 / 6 * 1 / 3 + 4 / 6))
    assert 1 - told.survivors["b"].chances[9] == pytest.approx(hurt)


def test_a_shield_of_faith_stops_spells_and_no_prayers() -> None:
    asked: Answers = {"a.casts": 1, "b.under": "shield-of-faith"}
    b = f("sword", name="B", sv=5)
    spell = odds(match_up(BOLT, b, asked, rounds=1))
    without = odds(match_up(BOLT, b, {}, rounds=1))
    assert spell.outcomes == pytest.approx(without.outcomes)
    priest = knows(f("dagger", "prayers", name="A"), "sisters", "soulfire")
    prayed = odds(match_up(priest, b, asked, rounds=1))
    unshielded = odds(match_up(priest, b, {"a.casts": 1}, rounds=1))
    assert prayed.outcomes == pytest.approx(unshielded.outcomes)


def test_nobody_loses_his_last_attack() -> None:
    told, plain = once({"a.under": "stench-of-nurgle"}), once({})
    assert told.outcomes == pytest.approx(plain.outcomes)


@pytest.mark.parametrize("key", EVERY)
def test_the_answer_names_the_spell_and_that_it_lasts(key: str) -> None:
    told = once({"a.under": key})
    name = next(row.name for row in OF_SPELLS if row.key == f"{PREFIX}{key}")
    assert any(note.startswith(f"{name} is upon A") for note in told.notes)
    assert any(step.rule == name for step in told.trace)


def test_who_is_under_a_spell_that_he_knows_has_it_not_left_out() -> None:
    a = knows(f("dagger", "prayers", name="A"), "sisters", "hammer-of-sigmar")
    under = odds(match_up(a, f(name="B"), {"a.under": "hammer-of-sigmar"}))
    other = odds(match_up(a, f(name="B"), {"b.under": "hammer-of-sigmar"}))
    names = [[one.rule for one in told.not_modelled] for told in (under, other)]
    assert "Hammer of sigmar" not in names[0]
    assert "Hammer of sigmar" in names[1]


def test_every_one_of_them_is_rolled_somewhere() -> None:
    rolled = {
        answer
        for one in UNDER.values()
        for key, answer in one.situation.items()
        if key.endswith(".under")
    }
    assert set(EVERY) - rolled == set()
    assert set(FIGURES) <= set(EVERY)


def test_under_none_the_answer_is_that_of_nobody_asking() -> None:
    assert once({"a.under": "none"}) == once({})


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", UNDER)
def test_fights_under_spells_that_were_rolled_agree(name: str) -> None:
    check(UNDER[name], 40_000)
