from typing import Any

import numpy as np
import pytest

from rulesets.odds.fight.model import FightResult
from rulesets.odds.report import (
    FightWords,
    Outcome,
    Prelude,
    fight_odds,
    outcomes_by_key,
    wins,
)

OUTCOMES = outcomes_by_key(
    Outcome("*-destroyed", "{own} destroyed by {other}"),
    Outcome("*-leaves", "{own} leaves", is_gone=False),
    Outcome("both-destroyed", "Both destroyed", befalls="both"),
    Outcome("no-charge", "{a} stays"),
    Outcome("undecided", "Still fighting", is_over=False),
)
KEYS = ("a-destroyed", "b-destroyed", "both-destroyed")
WORDS = FightWords(
    outcomes=OUTCOMES,
    named=lambda chances: dict(zip(KEYS, chances.tolist(), strict=True)),
    labels={"*-wins": "{own} wins", "*-wounds-left": "Left of {own}"},
    note="Who stands wins.",
    stalled="nobody can hurt anybody: there the fight",
)
RESULT = FightResult(
    outcomes=np.array([0.1, 0.5, 0.0]),
    by_round=np.array([[0.1, 0.3, 0.0], [0.1, 0.5, 0.0]]),
    undecided=0.1,
    stalled=0.1,
    final=np.array([[0.1, 0.0], [0.5, 0.1]]),
    rounds=1.2,
    dropped=0.0,
    dealt_by_a=np.array([[0.0, 0.0], [0.2, 0.5]]),
    dealt_by_b=np.array([[0.0, 0.0], [0.6, 0.1]]),
    first=np.zeros(1),
)
BEFORE = Prelude(np.array([[0.0, 0.0], [0.0, 0.3]]), {"no-charge": 0.3}, dropped=1e-9)


def told(before: Prelude = BEFORE, **more: Any) -> dict[str, Any]:
    odds = fight_odds(
        WORDS,
        ("Orcs", "Elves"),
        RESULT,
        before,
        trace=(),
        events=lambda outcomes: {"charged": 1 - outcomes["no-charge"]},
        **more,
    )
    return odds.to_document()


def test_a_row_of_each_side_befalls_that_side() -> None:
    assert [(one.key, one.befalls, one.gone) for one in OUTCOMES.values()][:4] == [
        ("a-destroyed", "a", "a"),
        ("b-destroyed", "b", "b"),
        ("a-leaves", "a", ""),
        ("b-leaves", "b", ""),
    ]
    assert OUTCOMES["b-destroyed"].label == "{b} destroyed by {a}"


def test_who_only_leaves_has_not_lost() -> None:
    chances = {"a-leaves": 0.4, "b-destroyed": 0.35, "both-destroyed": 0.25}
    assert wins(chances, OUTCOMES) == {
        "a-wins": 0.35,
        "b-wins": 0.0,
        "both-gone": 0.25,
    }


def test_what_ended_before_contact_is_in_outcomes_rounds_and_survivors() -> None:
    document = told()
    assert document["outcomes"] == pytest.approx(
        {
            "a-destroyed": 0.1,
            "b-destroyed": 0.5,
            "both-destroyed": 0.0,
            "no-charge": 0.3,
            "undecided": 0.1,
        }
    )
    first, last = document["by_round"]
    assert (first["no-charge"], last["b-destroyed"]) == (0.3, 0.5)
    assert "undecided" not in last
    survivors = document["survivors"]["a"]
    assert survivors["exactly"] == pytest.approx([0.1, 0.9])
    assert document["error"] == 1e-9


def test_wounds_dealt_are_none_without_contact() -> None:
    wounds = told()["wounds"]
    assert wounds["a"]["exactly"] == pytest.approx([0.5, 0.5])
    assert wounds["b"]["exactly"] == pytest.approx([0.9, 0.1])


def test_states_stand_for_the_wounds_that_are_left_in_them() -> None:
    wounds = np.array([0, 3])
    document = told(wounds=(wounds, wounds))
    left = document["survivors"]["b"]
    assert left["exactly"] == pytest.approx([0.6, 0.0, 0.0, 0.4])
    dealt = document["wounds"]["a"]
    assert dealt["exactly"] == pytest.approx([0.5, 0.0, 0.0, 0.5])


def test_notes_begin_with_what_winning_means_and_end_with_how_it_was_solved() -> None:
    assert told(notes=("Elves hate Orcs.",))["notes"] == [
        "Who stands wins.",
        "Elves hate Orcs.",
        "With a chance of 10.0% it comes to where nobody can hurt anybody: there the "
        "fight never ends.",
    ]
