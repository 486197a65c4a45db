"""A first round that is known where it begins says what one of all states says."""

import json
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows, blows_of
from rulesets.games.scrollhammer.combat.blows.first_strikes import (
    minds_first_round,
    strikes_as_later,
)
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
    unit,
    weapon,
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


def first_and_later(
    own: ScrollhammerSide, foe: ScrollhammerSide
) -> list[list[ScrollhammerBlows]]:
    """Return the blows of a side in the first round, and in a later one."""
    struck = struck_models(foe, engaged(foe, own, READ))
    return [blows_of(own, foe, struck, READ, first=opens) for opens in (True, False)]


@pytest.mark.parametrize(("one", "other"), [*product(UNITS, UNITS)])
@pytest.mark.parametrize("said", [{}, {"foe": True}, {"lowered": True, "split": 1}])
def test_what_differs_in_no_round_is_the_same_in_the_first(
    one: Fighter, other: Fighter, said: dict[str, Any]
) -> None:
    a = replace(ScrollhammerSide(read_profile(one, "a"), 5), **said)
    b = ScrollhammerSide(read_profile(other, "b"), 5)
    for own, foe in ((a, b), (b, a)):
        assert strikes_as_later(own, foe)
        first, later = first_and_later(own, foe)
        assert first == later
        assert [(one.attack, one.moment) for one in first] == [
            (one.attack, one.moment) for one in later
        ]


@pytest.mark.parametrize(("one", "other"), [*product(UNITS, UNITS)])
def test_who_is_charged_strikes_in_the_first_round_as_later(
    one: Fighter, other: Fighter
) -> None:
    own = ScrollhammerSide(read_profile(one, "a"), 5)
    foe = ScrollhammerSide(read_profile(other, "b"), 5, charged=True)
    alike = not any(minds_first_round(side.profile) for side in (own, foe))
    assert strikes_as_later(own, foe) is alike
    assert not strikes_as_later(foe, own)
    first, later = first_and_later(own, foe)
    if alike:
        assert first == later
        assert [one.attack for one in first] == [one.attack for one in later]


def test_a_rule_of_all_but_the_first_round_is_minded() -> None:
    slow = {
        "key": "warms-up",
        "name": "Warms Up",
        "effects": [{"on": "strength", "op": "add", "unless": ["first-round"]}],
    }
    slow_ones = unit("Bears", 5, f"warms-up {json.dumps(slow)}", gear=(weapon(),))
    own = ScrollhammerSide(read_profile(slow_ones, "a"), 5)
    foe = ScrollhammerSide(read_profile(COHORT, "b"), 5, charged=True)
    first, later = first_and_later(own, foe)
    assert first != later
    assert not strikes_as_later(own, foe)


def test_a_rule_of_the_first_round_is_minded_on_either_side() -> None:
    hates = replace(
        ScrollhammerSide(
            read_profile(unit("Zealots", 5, "hatred", gear=(weapon(),)), "a"), 5
        ),
        foe=True,
    )
    foe = ScrollhammerSide(read_profile(COHORT, "b"), 5)
    assert minds_first_round(hates.profile)
    assert not minds_first_round(foe.profile)
    assert not strikes_as_later(hates, replace(foe, charged=True))
    assert not strikes_as_later(foe, replace(hates, charged=True))
    first, later = first_and_later(hates, replace(foe, charged=True))
    assert first != later


@pytest.mark.parametrize(
    "said",
    [{"charged": True}, {"oiled": True}, {"ambushes": True}, {"unseen": "last"}],
)
def test_what_counts_in_the_first_round_alone_is_not_the_same(
    said: dict[str, Any],
) -> None:
    a = replace(ScrollhammerSide(read_profile(COHORT, "a"), 5), **said)
    b = ScrollhammerSide(read_profile(HERO, "b"), 5)
    assert not strikes_as_later(a, b)
