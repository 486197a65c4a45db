"""Departures from a combat over dangerous ground: by dice, by hand, by limits."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.fights import ground
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.volley import Floats
from tests.rulesets.games.scrollhammer.departure_match_ups import (
    DEPARTURES,
    FEW,
    over,
)
from tests.rulesets.games.scrollhammer.line_match_ups import FAST
from tests.rulesets.games.scrollhammer.test_joined import PLAYS
from tests.rulesets.games.scrollhammer.test_line import drill
from tests.rulesets.games.scrollhammer.test_line_defeats import PAYS
from tests.rulesets.games.scrollhammer.test_line_ground import WEAK
from tests.rulesets.games.scrollhammer.test_rules_of_the_league import CALM, ruled
from tests.rulesets.games.scrollhammer.test_simulator import agrees, disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    LEGION,
    OGRES,
    PEASANTS,
    SLAVES,
    SLAYERS,
    match_up,
    unit,
)

FATES = ("stands", "slain", "away", "run-down", "trapped")


def wrong_of(name: str, fights: int, seed: int) -> list[str]:
    """Return in what an answer and dice disagree, the fates of each among them."""
    question = DEPARTURES[name]
    table, told = PLAYS[question.kind](question, fights, seed), odds(question)
    wrong = disagreements(question, table, fights)
    for post in table.there if question.further else ():
        seen = Counter(table.fate(post).tolist())
        wrong += [
            f"{post} {fate}: {seen[fate] / fights}"
            for fate in FATES
            if not agrees(seen[fate], told.events.get(f"{post}-{fate}", 0.0), fights)
        ]
    return wrong


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", DEPARTURES)
def test_departures_agree_with_dice(name: str) -> None:
    assert wrong_of(name, 40_000, list(DEPARTURES).index(name) + 41_000) == []


@pytest.mark.million
@pytest.mark.parametrize("name", DEPARTURES)
def test_departures_agree_with_very_many_dice(name: str) -> None:
    assert wrong_of(name, 200_000, list(DEPARTURES).index(name) + 43_000) == []


def safe(question: MatchUp) -> MatchUp:
    """Return the same on safe ground."""
    told = {**question.situation}
    del told["dangerous-ground"]
    return replace(question, situation=told)


def test_one_who_falls_back_falls_with_a_sixth_by_hand() -> None:
    question = over(WEAK, drill(), "fight", 1)
    told, usual = odds(question), odds(safe(question))
    fled = usual.outcomes["a-flees"]
    assert fled > 0.1
    assert told.outcomes["a-flees"] == pytest.approx(fled * 5 / 6, abs=1e-12)
    assert told.outcomes["a-destroyed"] == pytest.approx(fled / 6, abs=1e-12)
    again = usual.events["a-regroups"] * 5 / 6
    assert told.events["a-regroups"] == pytest.approx(again, abs=1e-12)
    for key in ("a-breaks", "a-wins", "b-wins", "both-gone"):
        assert told.events[key] == pytest.approx(usual.events[key], abs=1e-12)
    assert told.survivors["a"].chances == usual.survivors["a"].chances


def test_one_who_leaves_falls_with_a_sixth_by_hand() -> None:
    man = unit("Man", 1, "hit-and-run", t=10, ws=1, s=1, a=0, i=4, formation="Skirmish")
    rock = replace(man, name="Rock")
    told = odds(over(man, rock, "fight", 1, a_leaves=True))
    assert told.outcomes["a-leaves"] == pytest.approx(4 / 6 * 5 / 6, abs=1e-12)
    assert told.outcomes["a-destroyed"] == pytest.approx(4 / 6 / 6, abs=1e-12)
    assert told.events["b-wins"] == pytest.approx(4 / 6 / 6, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (SLAVES, SLAYERS, {}),
        (PEASANTS, CATS, {"a.blocked": 6, "a.friends": 3}),
        (CATS, COHORT, {"a.leaves": True}),
        (FAST, FEW, {"a.leaves": True, "b.leaves": True}),
        (OGRES, LEGION, {"b.flanked": True}),
    ],
)
def test_a_combat_is_a_battle_line_of_two(
    a: Fighter, b: Fighter, said: Answers
) -> None:
    asked: Answers = {**said, "dangerous-ground": True}
    told = odds(match_up("fight", a, b, {**asked, "charger": "a"}, {}, 4))
    line = odds(match_up("battle-line", a, b, {**asked, "a.charges": True}, {}, 4))
    for key in {*told.outcomes, *line.outcomes}:
        one = line.outcomes.get(key, 0.0)
        assert told.outcomes.get(key, 0.0) == pytest.approx(one, abs=1e-9), key
    for key in ("a-regroups", "b-regroups", "a-breaks", "a-wins", "b-wins"):
        assert told.events[key] == pytest.approx(line.events[key], abs=1e-9), key


LIMITS = (
    "two of two wounds",
    "before a wall",
    "both leave over it",
    "a combat with characters",
    "a charge of few at a wall",
)


def fresh(fighter: Fighter) -> Fighter:
    """Return a fighter for whom nothing is remembered."""
    return replace(fighter, name=f"{fighter.name} anew")


def nobody_falls(profile: ScrollhammerUnit) -> Floats:
    return np.eye(profile.company.states)


def all_fall(profile: ScrollhammerUnit) -> Floats:
    found = np.zeros((profile.company.states,) * 2)
    found[:, 0] = 1.0
    return found


def after_a_combat(name: str) -> MatchUp:
    """Return the combat of two units alone, of units for whom nothing is remembered."""
    question = DEPARTURES[name]
    said = {
        key: x
        for key, x in question.situation.items()
        if key[1:2] == "." and "room" not in key
    }
    said |= {"dangerous-ground": True}
    a, b = fresh(question.a), fresh(question.b)
    return replace(question, kind="fight", a=a, b=b, situation=said)


@pytest.mark.parametrize("name", LIMITS)
def test_ground_that_takes_nobody_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground, "trodden", nobody_falls)
    question = after_a_combat(name)
    told, usual = odds(question), odds(safe(question))
    for key, chance in {**usual.outcomes}.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=1e-12), key
    for key, chance in {**usual.events}.items():
        assert told.events[key] == pytest.approx(chance, abs=1e-12), key
    for row, plain in zip(told.by_round, usual.by_round, strict=True):
        assert {**row} == pytest.approx({**plain}, abs=1e-12)


@pytest.mark.parametrize("name", LIMITS)
def test_of_ground_that_takes_everybody_nobody_comes_back(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground, "trodden", all_fall)
    question = after_a_combat(name)
    told, usual = odds(question), odds(safe(question))
    for side in ("a", "b"):
        gone = [f"{side}-{end}" for end in ("flees", "leaves")]
        lost = sum(usual.outcomes.get(key, 0.0) for key in gone)
        lost += usual.outcomes[f"{side}-destroyed"]
        assert told.outcomes[f"{side}-destroyed"] == pytest.approx(lost, abs=1e-12)
        assert all(abs(told.outcomes.get(key, 0.0)) < 1e-12 for key in gone)
        assert told.events[f"{side}-regroups"] == pytest.approx(0, abs=1e-12)
        away = told.events.get(f"{side}-character-away", 0.0)
        assert away == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", DEPARTURES)
def test_outcomes_and_fates_are_whole_and_none_is_less_than_nothing(name: str) -> None:
    told = odds(DEPARTURES[name])
    for row in (told.outcomes, *told.by_round):
        assert min(row.values()) > -1e-12
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert min(told.events.values()) > -1e-12
    for post in {key[: -len("-slain")] for key in told.events if "-slain" in key}:
        fates = sum(told.events.get(f"{post}-{fate}", 0.0) for fate in FATES)
        assert fates == pytest.approx(1, abs=1e-8)


def test_sides_mirror_each_other() -> None:
    told = odds(over(FEW, CATS, "fight", a_blocked=7, b_leaves=True, charger="a"))
    other = odds(over(CATS, FEW, "fight", b_blocked=7, a_leaves=True, charger="b"))
    for key, chance in told.outcomes.items():
        if key[1] == "-":
            mirrored = ("b" if key[0] == "a" else "a") + key[1:]
            assert other.outcomes[mirrored] == pytest.approx(chance, abs=1e-10)


def test_who_pays_for_a_lost_combat_is_named_where_it_may_go_away() -> None:
    for fighter, said, named in (
        (ruled(FEW, PAYS), {}, True),
        (ruled(FEW, *CALM), {}, False),
        (ruled(FEW, *CALM), {"a_leaves": True}, True),
        (FEW, {}, False),
    ):
        told = odds(over(fighter, CATS, "fight", 2, **said))
        assert ("Fall Back" in {one.rule for one in told.not_modelled}) == named
        assert {one.rule for one in told.not_modelled} >= {"Pile In"}


@pytest.mark.parametrize("kind", ["fight", "charge", "engagement"])
def test_the_trace_and_the_notes_tell_of_the_ground(kind: str) -> None:
    told = odds(over(FEW, CATS, kind))
    steps = [step.text for step in told.trace if step.rule == "Dangerous Terrain"]
    assert any("falls back from the combat" in text for text in steps)
    assert any("tests dangerous ground" in note for note in told.notes)
