"""The way behind who falls back: friends who panic, walls; by dice, and by hand."""

from collections import Counter

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers
from tests.rulesets.games.scrollhammer.test_joined import PLAYS
from tests.rulesets.games.scrollhammer.test_line import (
    disagreements as disagreements_of_a_line,
)
from tests.rulesets.games.scrollhammer.test_simulator import agrees, disagreements
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    COHORT,
    LEGION,
    PEASANTS,
    SLAVES,
    match_up,
)
from tests.rulesets.games.scrollhammer.way_back_match_ups import WAYS_BACK

FIGHTS = 40_000


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", WAYS_BACK)
def test_ways_back_agree_with_dice(name: str) -> None:
    question, seed = WAYS_BACK[name], list(WAYS_BACK).index(name) + 12_000
    if question.kind == "battle-line":
        assert disagreements_of_a_line(question, FIGHTS, seed) == []
        return
    table = PLAYS[question.kind](question, FIGHTS, seed)
    assert disagreements(question, table, FIGHTS) == []
    told = odds(question)
    assert {*table.events} & {*told.events} or "blocked" in str(question.situation)
    for post in table.there if question.further else ():
        seen = Counter(table.fate(post).tolist())
        for fate in ("stands", "slain", "away", "run-down", "trapped"):
            chance = told.events.get(f"{post}-{fate}", 0.0)
            assert agrees(seen[fate], chance, FIGHTS), (post, fate)


def test_friends_panic_by_hand() -> None:
    """Eight inches or more on 15 of 36, Leadership 6 is failed on 21 of 36."""
    asked: Answers = {"b.friends": 8, "b.friends-leadership": 6}
    told = odds(match_up("fight", CATS, PEASANTS, asked))
    fled = told.outcomes["b-flees"]
    assert fled > 0.1
    tests = fled * 15 / 36
    assert told.events["b-friends-test"] == pytest.approx(tests, abs=1e-12)
    panics = tests * 21 / 36
    assert told.events["b-friends-panic"] == pytest.approx(panics, abs=1e-12)
    assert "a-friends-test" not in told.events


def test_a_wall_traps_by_hand() -> None:
    """Seven inches or more on 21 of 36 are too far before a wall at six."""
    usual = odds(match_up("fight", CATS, PEASANTS))
    told = odds(match_up("fight", CATS, PEASANTS, {"b.blocked": 6}))
    fled, share = usual.outcomes["b-flees"], 21 / 36
    assert told.outcomes["b-trapped"] == pytest.approx(fled * share, abs=1e-12)
    assert told.outcomes["b-flees"] == pytest.approx(fled * (1 - share), abs=1e-12)
    regroups = usual.events["b-regroups"] * (1 - share)
    assert told.events["b-regroups"] == pytest.approx(regroups, abs=1e-12)
    for key in ("a-wins", "b-wins", "b-breaks"):
        assert told.events[key] == pytest.approx(usual.events[key], abs=1e-12)
    last = told.by_round[-1]
    assert last["b-trapped"] == pytest.approx(fled * share, abs=1e-12)


def test_who_is_trapped_at_an_inch_never_gets_away() -> None:
    for kind in ("fight", "battle-line", "engagement"):
        asked: Answers = {"a.blocked": 1, "b.blocked": 1, "distance": 9}
        if kind != "engagement":
            asked = {"a.blocked": 1, "b.blocked": 1}
        told = odds(match_up(kind, COHORT, CATS, asked))
        assert told.outcomes["b-flees"] == pytest.approx(0, abs=1e-12)
        assert told.outcomes["b-trapped"] > 0.02


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting", "engagement"])
def test_a_way_that_no_roll_ends_changes_nothing(kind: str) -> None:
    side = "" if kind == "shooting" else "b."
    asked: Answers = {f"{side}blocked": 60, f"{side}friends": 60}
    enemy = ARCHERS if kind in ("shooting", "engagement") else CATS
    usual, told = (odds(match_up(kind, enemy, SLAVES, one)) for one in ({}, asked))
    for key, chance in usual.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=1e-12)
    assert told.outcomes["b-trapped"] == 0
    assert told.events["b-friends-test"] == 0


def test_a_line_of_two_units_traps_as_a_combat_of_two_does() -> None:
    asked: Answers = {"b.blocked": 6, "b.friends": 4, "a.friends": 7}
    two = odds(match_up("fight", LEGION, PEASANTS, {**asked, "charger": "a"}))
    line = odds(match_up("battle-line", LEGION, PEASANTS, {**asked, "a.charges": True}))
    for key in ("b-trapped", "b-flees", "a-flees"):
        assert line.outcomes[key] == pytest.approx(two.outcomes[key], abs=1e-9)
    for key in ("a-friends-test", "b-friends-panic", "b-regroups"):
        assert line.events[key] == pytest.approx(two.events[key], abs=1e-9)


def test_who_runs_before_contact_takes_friends_along_by_hand() -> None:
    """Out of reach, a flight of D6 passes friends at 5 on 2 of 6."""
    asked: Answers = {"reaction": "flee", "distance": 12, "b.friends": 5}
    told = odds(match_up("charge", PEASANTS, COHORT, asked))
    assert told.outcomes["b-gets-away"] == pytest.approx(1, abs=1e-12)
    assert told.events["b-friends-test"] == pytest.approx(1 / 3, abs=1e-12)
    assert told.events["b-friends-panic"] == pytest.approx(15 / 36 / 3, abs=1e-12)


@pytest.mark.parametrize("kind", ["fight", "shooting", "engagement", "battle-line"])
def test_the_trace_tells_what_is_behind(kind: str) -> None:
    side = "" if kind == "shooting" else "b."
    asked: Answers = {f"{side}blocked": 1, f"{side}friends": 4}
    told = [step.text for step in odds(match_up(kind, ARCHERS, PEASANTS, asked)).trace]
    trapped = "Peasants: who must fall back more than 1 inch is trapped and destroyed"
    tests = (
        "Peasants: friends to run through by 4 inches and more, who test 2D6 against "
        "Leadership 7"
    )
    assert told.count(trapped) == told.count(tests) == 1
