"""Figures of battle lines of two, from their fights, are those of their answers."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import COMBAT, odds
from rulesets.games.scrollhammer.combat.line.two_units import fight_of
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.figures_of_lines import assert_same_figures
from tests.rulesets.games.scrollhammer import line_match_ups, units
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.units import COHORT, HERO, LEGION, TROLLS

FIGHTERS = [
    one
    for module in (units, line_match_ups)
    for one in vars(module).values()
    if isinstance(one, Fighter)
]


def of_two(a: Fighter, b: Fighter, said: Answers | None = None) -> MatchUp:
    return line(a, b, said=said, rounds=None)


SITUATIONS: list[Answers] = [
    {},
    {"a.charges": True, "b.files": 3, "b.meets": 2},
    {"b.charges": True, "a.flanked": True, "a.leaves": True},
    {"a.rear": True, "b.paralyzed": True, "b.foe": True},
    {"a.unseen": "first", "b.unseen": "slips", "a.yields": True},
    {"a.split": 1, "b.models-lost": 2, "b.strikes-at": "second"},
    {"a.friends": 2, "b.blocked": 4, "b.oiled": True, "a.lowered": True},
    {"a.hands": "shoots"},
    {"a.healing-draughts": 1},
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("said", SITUATIONS)
def test_figures_are_those_of_the_answer(said: Answers) -> None:
    lot = np.random.default_rng(len(str(said))).integers
    for a, b in lot(len(FIGHTERS), size=(20, 2)).tolist():
        asked = of_two(FIGHTERS[a], FIGHTERS[b], said)
        try:
            method = odds(asked).method
        except MatchUpError:
            method = ""
        if method != "sampled":
            assert_same_figures(COMBAT, asked)


@pytest.mark.parametrize(
    "asked",
    [
        of_two(LEGION, COHORT, {"a.fleeing": True, "b.charges": True}),
        of_two(LEGION, COHORT, {"a.charge-distance": 5}),
        of_two(LEGION, COHORT, {"b.hands": "shoots"}),
        of_two(LEGION, COHORT, {"b.healing-draughts": 2}),
        line(LEGION, COHORT, beside("a", TROLLS)),
        replace(of_two(LEGION, COHORT), without=frozenset({"a.ranks"})),
        replace(of_two(LEGION, COHORT), explained=True),
        replace(of_two(LEGION, COHORT), kind="fight"),
    ],
)
def test_what_may_be_no_fight_of_two_is_asked_as_it_is(asked: MatchUp) -> None:
    assert fight_of(asked) is None
    assert COMBAT.figures(asked).outcomes == odds(asked).outcomes


def test_who_charged_has_charged_in_the_fight() -> None:
    for said, charger in (({}, "none"), ({"b.charges": True}, "b")):
        fight = fight_of(of_two(LEGION, HERO, said))
        assert fight is not None
        assert fight.situation["charger"] == charger
        assert fight.situation["a.front"] == "list"


def test_two_who_charged_are_refused_as_before() -> None:
    both = of_two(LEGION, COHORT, {"a.charges": True, "b.charges": True})
    with pytest.raises(MatchUpError, match="cannot have charged in one turn"):
        COMBAT.figures(both)
