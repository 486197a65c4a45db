"""Engagements: turn by turn by hand, by properties, and against rolled dice."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.engagements import before_contact
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.questions.questions import KINDS
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.odds.context import read_answers
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.settings import settled
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS, RANKED_MARKSMEN
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    DAGI,
    LED,
    LEGION,
    MARKSMEN,
    PEASANTS,
    bow,
    match_up,
    unit,
    weapon,
)

SOME = 10_000
SLINGERS = unit("Slingers", 6, gear=(bow(3, 0, reach=12), weapon()))
BIG = replace(LED, parts=(replace(LED.parts[0], models=79), LED.parts[1]))
SWAPPED = {"a": "b", "b": "a"}


def swapped(key: str) -> str:
    side, _, rest = key.partition("-")
    return f"{SWAPPED.get(side, side)}-{rest}" if rest else key


def test_unarmed_units_meet_when_the_charge_is_long_enough() -> None:
    told = odds(match_up("engagement", LEGION, PEASANTS, {"distance": 18}))
    assert told.events["turn-1-contact"] == pytest.approx(1 / 36)
    assert told.events["turn-3-contact"] == pytest.approx(35 / 36 * 26 / 36)
    assert told.distributions["contact"].chances[1] == pytest.approx(1 / 36)
    assert told.expected["a-lost-before"] == 0


def test_a_met_enemy_is_fought_as_after_a_charge() -> None:
    told = odds(match_up("engagement", LEGION, PEASANTS, {"distance": 8}))
    fight = odds(match_up("fight", LEGION, PEASANTS, {"charger": "a"}))
    assert told.events["contact"] == pytest.approx(1, abs=1e-9)
    for key, chance in fight.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=1e-9)


def test_a_march_brings_nine_inches_and_no_charge() -> None:
    told = odds(match_up("engagement", LEGION, PEASANTS, {"distance": 24}))
    assert "turn-1-contact" not in told.events
    assert told.events["turn-3-contact"] == pytest.approx(10 / 36)


def test_who_stands_and_has_nothing_to_shoot_waits() -> None:
    told = odds(match_up("engagement", PEASANTS, LEGION, {"turns": 1, "distance": 40}))
    assert told.outcomes["undecided"] == 1
    assert told.events["contact"] == 0


def test_the_trace_tells_turn_by_turn_what_happened() -> None:
    told = odds(match_up("engagement", LEGION, ARCHERS))
    turns = [step for step in told.trace if step.rule.startswith("Turn ")]
    assert [step.side for step in turns][:2] == ["b", "a"]
    assert turns[0].rule == "Turn 2 (Archers)"
    assert "wounds lost before blows" in turns[0].text
    assert any(step.rule == "Charge range" for step in told.trace)
    assert "charges as soon as it may reach" in told.notes[0]
    for key in (*told.outcomes, *told.events, *told.expected):
        assert told.labels[key] != key, key


@pytest.mark.parametrize(
    "situation",
    [
        {"closing": "both", "distance": 20},
        {"closing": "a", "reaction": "stand-and-shoot"},
        {"closing": "b", "first": "b", "reaction": "flee", "b.room": 5},
    ],
    ids=str,
)
def test_chances_sum_to_1_and_swapping_the_sides_mirrors_them(
    situation: dict[str, Any],
) -> None:
    turned: dict[str, Any] = {
        f"{SWAPPED[key[0]]}{key[1:]}" if key[1] == "." else key: SWAPPED.get(
            str(value), value
        )
        for key, value in {"first": "a", **situation}.items()
    }
    told = odds(match_up("engagement", LED, ARCHERS, situation))
    other = odds(match_up("engagement", ARCHERS, LED, turned))
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    for key, chance in told.outcomes.items():
        mirrored = other.outcomes.get(swapped(key), 0.0)
        assert mirrored == pytest.approx(chance, abs=2e-7)
    assert {"a-wins", "b-wins", "both-gone"} <= set(told.events)


@pytest.mark.parametrize(
    ("key", "values"), [("sv", (7, 6, 5, 4)), ("ld", (5, 7, 9)), ("s", (2, 3, 4))]
)
def test_a_better_figure_never_harms_who_comes(
    key: str, values: tuple[int, ...]
) -> None:
    wins = [
        odds(
            match_up("engagement", unit("Walkers", 15, **{key: value}), ARCHERS)
        ).events["a-wins"]
        for value in values
    ]
    assert all(low <= high + 1e-9 for low, high in pairwise(wins))


def test_arrows_fly_only_as_far_as_they_reach() -> None:
    near = odds(match_up("engagement", PEASANTS, ARCHERS, {"first": "b"}))
    far: dict[str, Any] = {"first": "b", "distance": 25}
    assert near.expected["turn-1-a-lost"] > 1
    beyond = odds(match_up("engagement", PEASANTS, ARCHERS, far))
    assert "turn-1-a-lost" not in beyond.expected


def test_pinned_units_come_later() -> None:
    def third(**figures: int) -> float:
        question = match_up("engagement", unit("Walkers", 15, **figures), MARKSMEN)
        return odds(question).events["turn-3-contact"]

    assert third(ld=10) > third(ld=7)


def test_an_engagement_that_is_too_large_names_its_place() -> None:
    big = unit("Swarm", 60, w=2, formation="Horde")
    bigger = unit("Giants", 12, w=10, formation="Horde")
    odds(match_up("engagement", DAGI, big, {"turns": 1}))
    with pytest.raises(MatchUpError, match="too large") as caught:
        odds(match_up("engagement", BIG, BIG))
    assert caught.value.where == "/b/fighter"
    assert odds(match_up("engagement", bigger, CATS, {"turns": 1})).method == "exact"


@pytest.mark.sweep(14)
@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_engagements_agree_within_four_standard_errors(name: str) -> None:
    question = ENGAGEMENTS[name]
    table = engaged(question, SOME, seed=list(ENGAGEMENTS).index(name) + 900)
    assert disagreements(question, table, SOME) == []


def test_the_witness_would_notice_a_faster_march() -> None:
    question = ENGAGEMENTS["into the arrows"]
    nearer = match_up(
        "engagement", LEGION, ARCHERS, {**question.situation, "distance": 22}
    )
    table = engaged(question, SOME, seed=7)
    assert disagreements(nearer, table, SOME) != []


def test_a_wide_field_is_told_to_a_tenth_of_a_thousandth() -> None:
    far: dict[str, Any] = {"reaction": "flee", "b.room": 30, "a.room": 24}
    assert odds(match_up("engagement", DAGI, ARCHERS, far)).error < 1e-4
    met = match_up("engagement", LEGION, ARCHERS, {**far, "closing": "both"})
    assert odds(met).error < 1e-4


def test_places_that_are_not_carried_on_are_counted_in_the_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, Any] = {"closing": "both", "reaction": "flee", "distance": 20}
    question = match_up("engagement", LEGION, PEASANTS, asked)
    whole = odds(question)
    monkeypatch.setattr(before_contact, "MOST_SPOTS", 3)
    told = odds(replace(question, a=replace(LEGION, name="Another Legion")))
    assert 0 <= whole.error < 1e-6 < told.error
    for key, chance in whole.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=told.error)


@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_a_side_that_nothing_hurts_is_told_as_with_all_its_states(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ENGAGEMENTS[name]
    told = odds(question)
    monkeypatch.setattr(before_contact, "state_of_unhurt", lambda *_: None)
    whole = odds(replace(question, a=replace(question.a, name="Others")))
    assert told.work == whole.work
    assert len([*told.trace]) == len([*whole.trace])
    for key in ("outcomes", "events", "expected"):
        wanted = getattr(whole, key)
        assert getattr(told, key) == pytest.approx(wanted, abs=1e-12)
    for key, one in whole.distributions.items():
        found = told.distributions[key].chances
        assert found == pytest.approx(one.chances, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "answers", "states"),
    [
        (ARCHERS, {}, (18, None)),
        (ARCHERS, {"reaction": "stand-and-shoot"}, (None, None)),
        (ARCHERS, {"dangerous-ground": True}, (None, None)),
        (RANKED_MARKSMEN, {"closing": "b"}, (10, None)),
        (RANKED_MARKSMEN, {"closing": "both"}, (10, 20)),
        (LEGION, {}, (8, 20)),
        (SLINGERS, {"closing": "b"}, (4, None)),
        (SLINGERS, {"closing": "both"}, (4, 20)),
        (SLINGERS, {"closing": "both", "charge-when": "even"}, (4, None)),
    ],
)
def test_who_is_not_shot_at_has_one_state_before_contact(
    a: Fighter, answers: dict[str, Any], states: tuple[int | None, int | None]
) -> None:
    lost: dict[str, Any] = {"closing": "b", "a.models-lost": 2}
    question = match_up("engagement", a, PEASANTS, {**lost, **answers})
    answered, _ = settled(question, KINDS, READINGS)
    asked = read_answers(ScrollhammerSituation, answered)
    one, other = read_profile(a, "a"), read_profile(PEASANTS, "b")
    sides = (one, other), (other, one)
    found = [before_contact.state_of_unhurt(*both, asked) for both in sides]
    assert tuple(found) == states
