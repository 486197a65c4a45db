"""The invisible who strike nobody: by hand, and by dice."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from tests.rulesets.games.scrollhammer.rules_match_ups import HIDDEN
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.test_simulator import (
    FEW,
    MANY,
    disagreements,
    together,
)
from tests.rulesets.games.scrollhammer.units import CATS, LEGION, match_up, unit
from tests.rulesets.games.scrollhammer.unseen_match_ups import UNSEEN

ONE = unit("One", 1, formation="Skirmish")
STRIKER = unit("Striker", 1, formation="Skirmish")


def test_who_holds_its_blows_deals_none_and_has_cover_in_every_round() -> None:
    """A blow hits and wounds with 1/4, and is stopped on 4 or more."""
    asked = {"a.unseen": "holds", "charger": "none"}
    told = odds(match_up("fight", ONE, STRIKER, asked, {}, 1))
    assert told.wounds["a"].chances[0] == 1
    assert told.outcomes["a-destroyed"] == pytest.approx(float(Fraction(1, 8)))


def test_who_slips_away_needs_an_initiative_test_by_hand() -> None:
    """Initiative 3 of 6, if the one blow has not slain it; then it is gone."""
    asked = {"a.unseen": "slips", "charger": "none"}
    told = odds(match_up("fight", ONE, STRIKER, asked, {}, 1))
    leaves = Fraction(7, 8) * Fraction(1, 2)
    assert told.outcomes["a-leaves"] == pytest.approx(float(leaves))
    stays = {**asked, "a.unseen": "holds"}
    held = odds(match_up("fight", ONE, STRIKER, stays, {}, 1))
    assert held.outcomes.get("a-leaves", 0) == 0


def test_both_who_hold_their_blows_hurt_nobody() -> None:
    asked = {"a.unseen": "holds", "b.unseen": "holds"}
    told = odds(match_up("fight", HIDDEN, LEGION, asked, {}, 3))
    assert told.wounds["a"].chances[0] == told.wounds["b"].chances[0] == 1


def test_exchanged_sides_mirror() -> None:
    asked = {"a.unseen": "slips", "charger": "b"}
    mirrored = {"b.unseen": "slips", "charger": "a"}
    one = odds(match_up("fight", HIDDEN, CATS, asked, {}, 3))
    other = odds(match_up("fight", CATS, HIDDEN, mirrored, {}, 3))
    for key, chance in one.outcomes.items():
        side, _, rest = key.partition("-")
        name = f"{'b' if side == 'a' else 'a'}-{rest}" if side in "ab" else key
        assert other.outcomes.get(name, 0) == pytest.approx(chance, abs=1e-12), key


def test_who_holds_its_blows_is_told_in_the_trace_and_not_called_left_out() -> None:
    told = odds(match_up("fight", HIDDEN, CATS, {"a.unseen": "holds"}))
    assert any("strikes nobody" in step.text for step in told.trace)
    assert not any("nvisib" in one.rule for one in told.not_modelled)
    assert not any(step.rule == "Our Weapons Are Useless" for step in told.trace)


@pytest.mark.slow
@pytest.mark.parametrize("name", UNSEEN)
def test_the_unseen_agree_with_dice(name: str) -> None:
    question = UNSEEN[name]
    table = simulate(question, 2 * FEW, seed=list(UNSEEN).index(name) + 1200)
    assert disagreements(question, table, 2 * FEW) == []


@pytest.mark.million
@pytest.mark.parametrize("name", UNSEEN)
def test_a_million_combats_of_the_unseen_agree_with_dice(name: str) -> None:
    question = UNSEEN[name]
    tables = [simulate(question, MANY // 20, seed=8000 + part) for part in range(20)]
    assert disagreements(question, together(tables), MANY) == []


def test_the_witness_would_notice_blows_of_who_holds_them() -> None:
    question = UNSEEN["Hidden before Jaguar Men, 1"]
    other = {**question.situation, "a.unseen": "last"}
    table = simulate(replace(question, situation=other), FEW, seed=3)
    assert disagreements(question, table, FEW) != []
