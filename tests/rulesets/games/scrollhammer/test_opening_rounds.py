"""A first round that is known where it begins says what one of all states says."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.blows.blows import begins_as_later, blows_of
from rulesets.games.scrollhammer.combat.blows.struck_models import struck_models
from rulesets.games.scrollhammer.combat.contact import engaged
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.round import (
    Rounds,
    begun_in,
    rounds_of,
)
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.side import FLANK, ScrollhammerSide
from rulesets.odds.fight.model import FightResult, in_turn
from rulesets.odds.fight.solver import solve
from rulesets.odds.match_up import Fighter
from rulesets.odds.volley import Floats
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    COHORT,
    FALMER,
    HERO,
    LANCERS,
    PEASANTS,
    TROLLS,
)

READ = ScrollhammerReadings()
UNITS = (COHORT, HERO, LANCERS, PEASANTS, TROLLS, BEAST, FALMER)


def fought(rounds: Rounds, start: Floats) -> FightResult:
    return solve(in_turn(start, (rounds.opening,), (rounds.cycle,)), "")


@pytest.mark.parametrize("lost", [0, 1])
@pytest.mark.parametrize(("one", "other"), [*product(UNITS, UNITS)])
def test_it_is_the_same_fight(one: Fighter, other: Fighter, lost: int) -> None:
    a = ScrollhammerSide(read_profile(one, "a"), 5, charged=True)
    b = ScrollhammerSide(read_profile(other, "b"), 5)
    start = np.zeros((a.profile.company.states, b.profile.company.states))
    start[-1 - lost, -1] = 1.0
    places = begun_in(start)
    assert places == (start.shape[0] - 1 - lost, start.shape[1] - 1)
    every, some = rounds_of(a, b, READ), rounds_of(a, b, READ, places)
    whole, known = fought(every, start), fought(some, start)
    assert known.outcomes == pytest.approx(whole.outcomes, abs=1e-13)
    assert known.final == pytest.approx(whole.final, abs=1e-13)


@pytest.mark.parametrize(("one", "other"), [(LANCERS, COHORT), (HERO, TROLLS)])
def test_later_rounds_are_the_same_whoever_charged(
    one: Fighter, other: Fighter
) -> None:
    a = ScrollhammerSide(read_profile(one, "a"), 5)
    b = ScrollhammerSide(read_profile(other, "b"), 5)
    by_a, by_b = (
        rounds_of(replace(a, charged=first), replace(b, charged=not first), READ)
        for first in (True, False)
    )
    assert by_a.cycle is by_b.cycle
    assert by_a.blows != by_b.blows
    flanked = rounds_of(replace(a, charged=True), replace(b, struck=FLANK), READ)
    assert flanked.cycle is not by_a.cycle


def test_of_several_beginnings_none_is_known() -> None:
    assert begun_in(np.full((2, 2), 0.25)) is None
    assert begun_in(np.zeros((2, 2))) is None


@pytest.mark.parametrize(("one", "other"), [*product(UNITS, UNITS)])
@pytest.mark.parametrize("said", [{}, {"foe": True}, {"lowered": True, "split": 1}])
def test_what_differs_in_no_round_is_the_same_in_the_first(
    one: Fighter, other: Fighter, said: dict[str, Any]
) -> None:
    a = replace(ScrollhammerSide(read_profile(one, "a"), 5), **said)
    b = ScrollhammerSide(read_profile(other, "b"), 5)
    assert begins_as_later(a, b)
    for own, foe in ((a, b), (b, a)):
        struck = struck_models(foe, engaged(foe, own, READ))
        first, later = (
            blows_of(own, foe, struck, READ, first=opens) for opens in (True, False)
        )
        assert first == later
        assert [(one.attack, one.moment) for one in first] == [
            (one.attack, one.moment) for one in later
        ]


@pytest.mark.parametrize(
    "said",
    [{"charged": True}, {"oiled": True}, {"ambushes": True}, {"unseen": "last"}],
)
def test_what_counts_in_the_first_round_alone_is_not_the_same(
    said: dict[str, Any],
) -> None:
    a = replace(ScrollhammerSide(read_profile(COHORT, "a"), 5), **said)
    b = ScrollhammerSide(read_profile(HERO, "b"), 5)
    assert not begins_as_later(a, b)
    assert not begins_as_later(b, a)
