"""Fights of Mordheim groups whose remainder is rolled: against wholly followed ones."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT, STANDING
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn import MeleeTurns
from rulesets.games.mordheim.combat.groups import clash_ends, remainder, report
from rulesets.games.mordheim.combat.groups import groups as module
from rulesets.games.mordheim.combat.groups.bands import Bands
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim import group_limits
from tests.rulesets.games.mordheim.critical_grid import GROUPS as BY_WEAPON
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_engagements import g
from tests.rulesets.games.mordheim.group_heights import FOUGHT
from tests.rulesets.games.mordheim.grouping import ALL
from tests.rulesets.games.mordheim.test_simulator import close
from tests.rulesets.games.mordheim.test_turn import QUESTIONS, TURNS, melees, states

EVERY = {**ALL, **BY_WEAPON, **FOUGHT, **group_limits.ALL}
FEW = ("four priests against one", "five turns of the stupid", "eight turns of bolts")


def told(
    question: MatchUp, monkeypatch: pytest.MonkeyPatch, most: int = 1_000
) -> tuple[Odds, Odds]:
    """Return the odds of a fight that is followed wholly, and mostly rolled.

    Of ways to meet, and to end, so many are followed at one time.
    """
    monkeypatch.setattr(module, "FEW", 10**9)
    exact = odds(question)
    monkeypatch.setattr(module, "FEW", -1)
    monkeypatch.setattr(module, "ROLLED_ABOVE", 1e-9)
    monkeypatch.setattr(module, "LIKELY", (4e-3,))
    monkeypatch.setattr(module, "GIVEN_UP", 1.1)
    monkeypatch.setattr(module, "ROLLED_LIKELY", 4e-3)
    monkeypatch.setattr(module, "BEGUN_LIKELY", 4e-3)
    monkeypatch.setattr(module, "ROLLED_MEETINGS", most)
    monkeypatch.setattr(clash_ends, "KEPT", most)
    monkeypatch.setattr(module, "OPENED", 400)
    return exact, odds(question)


def compare(exact: Odds, rolled: Odds) -> None:
    """Compare two answers, of which dice were rolled for one."""
    off = rolled.error + 1e-9
    assert exact.error < 1e-9
    assert rolled.outcomes == pytest.approx(exact.outcomes, abs=off)
    assert rolled.events == pytest.approx(exact.events, abs=off)
    for side, one in exact.survivors.items():
        found = rolled.survivors[side].chances
        assert found == pytest.approx(one.chances, abs=off)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", EVERY)
def test_rolled_fights_are_as_those_followed_within_their_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact, rolled = told(EVERY[name], monkeypatch)
    compare(exact, rolled)
    assert rolled.error < 0.03
    assert odds(EVERY[name]).outcomes == rolled.outcomes


@pytest.mark.parametrize("name", FEW)
def test_what_is_not_followed_of_fights_is_rolled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact, rolled = told(EVERY[name], monkeypatch)
    compare(exact, rolled)
    assert rolled.method == "sampled"
    assert rolled.samples > 1_000
    assert any("is rolled" in note for note in rolled.notes)
    monkeypatch.setattr(module, "ROLLED_ABOVE", 1.0)
    monkeypatch.setattr(report, "TOO_MUCH", 1.0)
    bounded = odds(EVERY[name])
    assert bounded.method == "bounded"
    assert bounded.error > rolled.error > 0


def check(melee: Melee) -> None:
    """Compare rolled turns with how likely they are."""
    exact = MeleeTurns(melee)
    rolled = MeleeTurns(melee, np.random.default_rng(3))
    games = 8_000
    begun = states(melee, 5)
    for turn in TURNS:
        came = rolled.turns(np.repeat(begun, games, axis=0), turn)
        assert (came.origin == np.arange(games * len(begun))).all()
        for one, row in enumerate(exact.rows(begun, turn)):
            after = came.states[one * games : (one + 1) * games]
            counts = Counter(map(tuple, after.tolist()))
            assert counts.keys() <= row.keys()
            for state, share in row.items():
                off = 6 * math.sqrt(max(share * (1 - share), 1 / games) / games)
                assert counts[state] / games == pytest.approx(share, abs=off)


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", QUESTIONS)
def test_turns_are_rolled_as_often_as_they_are_likely(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for melee in melees(QUESTIONS[name], monkeypatch):
        check(melee)


def test_of_many_chances_few_are_drawn_as_often_as_they_are_likely() -> None:
    """The two likeliest stand for themselves in every draw."""
    some = np.array([0.01, *(1e-4 * (1 + number % 3) for number in range(300)), 0.02])
    rare, whole = some[1:-1], float(some[1:-1].sum())
    dice, drawn = Remainder(np.random.default_rng(5)), np.zeros(300)
    for _ in range(2_000):
        found = dice.thinned(some, 62)
        assert (found > 0).sum() <= 62
        assert found.sum() == pytest.approx(some.sum())
        assert found[[0, -1]].tolist() == [0.01, 0.02]
        drawn += np.rint(60 * found[1:-1] / whole)
    assert dice.games == 60 * 2_000
    assert dice.spread == pytest.approx(2_000 * whole**2 / 60)
    for share, times in zip(rare.tolist(), drawn.tolist(), strict=True):
        assert close(share / whole, round(times), dice.games)


def test_few_chances_are_all_kept() -> None:
    dice = Remainder(np.random.default_rng(5))
    some = np.array([0.1, 0.2, 0.7])
    assert dice.thinned(some, 3).tolist() == some.tolist()
    assert dice.thinned(some[:0], 0).tolist() == []
    assert (dice.games, dice.spread) == (0, 0.0)


@pytest.mark.parametrize("number", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_strong_fighters_are_told_to_about_half_a_percent(number: int) -> None:
    rules = "fear stupidity regeneration natural-weapons"
    a, b = (
        f("", rules, name=name, m=6, s=5, t=4, w=3, i=1, a=3, ld=4) for name in "AB"
    )
    found = odds(g(a, b, (number, number)))
    assert found.method == "sampled"
    assert found.error < 0.006


@pytest.mark.slow
def test_three_strong_fighters_are_rolled_as_they_are_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = "fear stupidity regeneration natural-weapons"
    a, b = (f("", rules, name=name, s=5, t=4, w=3, i=1, a=3, ld=4) for name in "AB")
    monkeypatch.setattr(remainder, "MOST_GAMES", 400_000)
    question = m(a, b, {"a.fighters": 3, "b.fighters": 3})
    exact, rolled = told(question, monkeypatch, most=100_000)
    compare(exact, rolled)
    assert rolled.error < 0.01


def test_three_turns_of_five_strong_heroes_are_told_to_a_hundredth() -> None:
    hero = f("sword lucky-charm", "frenzy", ws=5, s=4, t=4, w=6, i=5, a=4, ld=8)
    told = odds(
        replace(m(hero, hero, {"a.fighters": 5, "b.fighters": 5}), rounds=3),
    )
    assert told.method == "sampled"
    assert told.error < 0.01
    assert sum(told.outcomes.values()) == pytest.approx(1)


def test_bands_are_numbers_and_join_in_order() -> None:
    states = [BodyState(STANDING, wounds) for wounds in (3, 2, 1)]
    bands = Bands([*states, BodyState(OUT, 0)])
    three, two, one = states
    some = np.array([bands.number((one, three)), bands.number(())])
    more = np.array([bands.number((two,)), bands.number((two, two))])
    joined = bands.joined(some, more)
    assert joined.tolist() == [bands.number(states), bands.number((two, two))]
    assert bands.fighters(joined).tolist() == [3, 2]
    assert [row[0] for row in bands.ranks(joined)] == [0, 1, 2, 3, 3]


def test_a_try_in_which_no_way_to_meet_is_likely_is_rolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact, rolled = told(EVERY["ten turns of handguns"], monkeypatch)
    compare(exact, rolled)
