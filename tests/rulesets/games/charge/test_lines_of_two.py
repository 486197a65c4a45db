"""Figures of combats of two, from their fights, are those of their answers."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.charge.combat.answers import COMBAT, odds
from rulesets.games.charge.combat.line.two_units import fight_of
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from tests.rulesets.figures_of_lines import assert_same_figures
from tests.rulesets.games.charge import units
from tests.rulesets.games.charge.units import ARCHERS, JADE, ORCS

FIGHTERS = [one for one in vars(units).values() if isinstance(one, Fighter)]


def combat(a: Fighter, b: Fighter, said: Answers, read: Answers) -> MatchUp:
    return MatchUp("charge", "battle-line", a, b, said, read, None)


CASES: list[tuple[Answers, Answers]] = [
    ({}, {}),
    ({"a.touched-in": "flank", "b.kin-near": True}, {"engaged-pivot": True}),
    ({"b.touched-in": "flank-and-rear"}, {"flank-and-rear": "both"}),
    ({"a.wounds-lost": 1, "reaction": "shield-wall"}, {"half-strength": "half-dice"}),
    ({"b.enemy-behind": 4, "a.strikes-at": "second"}, {"later-rounds": "b"}),
]


@pytest.mark.parametrize(("said", "read"), CASES)
def test_figures_are_those_of_the_answer(said: Answers, read: Answers) -> None:
    lot = np.random.default_rng(len(str(said))).integers
    for a, b in lot(len(FIGHTERS), size=(20, 2)).tolist():
        asked = combat(FIGHTERS[a], FIGHTERS[b], said, read)
        assert fight_of(asked) is not None
        assert_same_figures(COMBAT, asked)


ASKED = combat(JADE, ORCS, {}, {})


@pytest.mark.parametrize(
    "asked",
    [
        replace(ASKED, situation={"charges-from": 4}),
        replace(ASKED, further=(Further(ARCHERS, "a", touches="b"),)),
        replace(ASKED, without=frozenset({"a.wounds"})),
        replace(ASKED, explained=True),
        replace(ASKED, kind="charge"),
    ],
)
def test_what_is_no_fight_of_two_is_asked_as_it_is(asked: MatchUp) -> None:
    assert fight_of(asked) is None
    assert COMBAT.figures(asked).outcomes == odds(asked).outcomes
