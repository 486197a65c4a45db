"""Combats of several units of Charge against fights played out die by die."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.core.values import RuleUse
from rulesets.games.charge.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp, MatchUpError
from rulesets.odds.sides import OTHER
from tests.rulesets.games.charge.grid import GRID
from tests.rulesets.games.charge.grid_combat import COMBATS, beside, combat
from tests.rulesets.games.charge.simulator import Numbers
from tests.rulesets.games.charge.simulator_combat import Brawl, brawl
from tests.rulesets.games.charge.units import (
    BEAST,
    CANNON,
    ELVES,
    JADE,
    JEZZAILS,
    ORCS,
    unit,
)

FEW = 20_000
MANY = 400_000
STANDARD_ERRORS = 4
FATES = ("stands", "falls-back", "broken", "destroyed")

Counted = tuple[str, int, float, int, float]
"""Something counted, how often, the chance told, fights, and the error told."""


def far(what: str, count: int, chance: float, fights: int, told: float) -> float:
    """Return how many standard errors a count is off, one count apart [errors].

    ``told`` is the error that the odds tell of every chance [chance].
    """
    del what
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    off = max(abs(count / fights - chance) - 1 / fights - told, 0.0)
    return off / error if error else (math.inf if off > 1e-12 else 0.0)


def counted(question: MatchUp, played: Brawl) -> list[Counted]:
    """Count all that the odds tell of a combat that was played out."""
    told, fights = odds(question), len(played.over)
    ended = Counter(played.endings())
    found = [
        (key, ended[key], told.outcomes.get(key, 0.0))
        for key in {**ended, **told.outcomes}
    ]
    found += [
        (f"{k}-charges", n, told.events[f"{k}-charges"])
        for k, n in played.arrived.items()
    ]
    met = [key for key in told.events if key.endswith(("-enemy", "-friend-tests"))]
    found += [(key, played.ran[key], told.events[key]) for key in met]
    for side in ("a", "b"):
        left = np.asarray(sum(body.wounds for body in played.of_side(side)))
        found += _numbers(f"{side} left", left, told.survivors[side].chances)
    for key, body in played.bodies.items() if question.further else ():
        chances = told.distributions[f"{key}-left"].chances
        found += _numbers(f"{key} left", body.wounds, chances)
        for fate in (*FATES, "flees"):
            chance = told.events.get(f"{key}-{fate}", 0.0)
            found.append((f"{key} {fate}", int((body.fate == fate).sum()), chance))
    found += _by_round(played, [sum(row.values()) for row in told.by_round])
    return [(*one, fights, told.error) for one in found]


def _numbers(
    what: str, numbers: Numbers, chances: tuple[float, ...]
) -> list[tuple[str, int, float]]:
    counts = np.bincount(numbers, minlength=len(chances)).tolist()
    return [(f"{what} {n}", count, chances[n]) for n, count in enumerate(counts)]


def _by_round(played: Brawl, told: list[float]) -> list[tuple[str, int, float]]:
    over = played.over
    return [
        (f"over after round {n + 1}", int(((over >= 0) & (over <= n)).sum()), done)
        for n, done in enumerate(told)
    ]


def disagreements(question: MatchUp, played: Brawl) -> list[str]:
    """Return what a combat that was played out does not agree in with the odds."""
    return [
        f"{one[0]}: {one[1] / one[3]} is not {one[2]}"
        for one in counted(question, played)
        if far(*one) > STANDARD_ERRORS
    ]


def seed_of(name: str) -> int:
    return list(COMBATS).index(name) + 1


@pytest.mark.sweep(15)
@pytest.mark.parametrize("name", COMBATS)
def test_every_combat_agrees_with_some_fights(name: str) -> None:
    question = COMBATS[name]
    assert disagreements(question, brawl(question, FEW, seed_of(name))) == []


@pytest.mark.million
@pytest.mark.parametrize("name", COMBATS)
def test_every_combat_agrees_with_many_fights(name: str) -> None:
    question = COMBATS[name]
    assert disagreements(question, brawl(question, MANY, 1000 + seed_of(name))) == []


@pytest.mark.sweep(15)
@pytest.mark.parametrize("name", COMBATS)
def test_every_combat_is_told_to_half_a_percent(name: str) -> None:
    assert odds(COMBATS[name]).error < 0.0055


def test_forty_combats_of_several_units_are_played_out() -> None:
    assert sum(bool(question.further) for question in COMBATS.values()) >= 40


@pytest.mark.parametrize(
    "changed",
    [
        {"a.strikes-at": "first"},
        {"a.strikes-at": "fewest", "b.general-near": True},
        {"a.strikes-at": "fewest", "b.touched-in": "flank"},
    ],
)
def test_the_witness_would_notice_another_answer(changed: Answers) -> None:
    question = COMBATS["elves against two at their second"]
    told = odds(replace(question, situation=changed))
    ended = Counter(brawl(question, FEW, 7).endings())
    assert any(
        far(key, ended[key], chance, FEW, 0) > STANDARD_ERRORS
        for key, chance in told.outcomes.items()
    )


@pytest.mark.parametrize(
    "name", [name for name, question in GRID.items() if question.kind == "fight"]
)
def test_one_unit_a_side_is_the_melee_of_two(name: str) -> None:
    melee = odds(replace(GRID[name], explained=True))
    several = odds(replace(GRID[name], kind="battle-line", explained=True))
    assert melee.deciding is not None
    assert several.deciding is not None
    told = {part.key: (part.a, part.b) for part in several.deciding.parts}
    for part in melee.deciding.parts:
        assert told.pop(part.key) == near((part.a, part.b))
    assert not told
    assert several.outcomes == near(melee.outcomes)
    assert several.expected == near(melee.expected)
    for key, chance in several.events.items():
        assert chance == near(melee.events[key])
    for side in ("a", "b"):
        assert several.survivors[side].chances == near(melee.survivors[side].chances)
        assert several.wounds[side].chances == near(melee.wounds[side].chances)
    for number, row in enumerate(melee.by_round[: len(several.by_round)]):
        assert several.by_round[number] == near(row)


def near(wanted: object) -> object:
    return pytest.approx(wanted, abs=1e-9, rel=0)


EXCHANGED = {"first": "second", "second": "first"}


def exchanged(key: str) -> str:
    return OTHER["a" if key[0] == "a" else "b"] + key[1:]


def turned(question: MatchUp) -> MatchUp:
    """Return the same combat with the sides exchanged."""
    return replace(
        question,
        a=question.b,
        b=question.a,
        situation={exchanged(key): said for key, said in question.situation.items()},
        further=tuple(
            replace(
                one,
                side=OTHER[one.side],
                touches=one.touches and exchanged(one.touches),
            )
            for one in question.further
        ),
    )


@pytest.mark.parametrize(
    "name",
    [
        "elves against whoever is weakest",
        "a beast in the rear of elves",
        "a flank on both wings",
        "jezzails beside jezzails",
        "a flank turns to face",
    ],
)
def test_exchanged_sides_mirror_where_the_dead_strike(name: str) -> None:
    # Then nothing depends on who strikes first, but who pivots: in every round all.
    question = replace(COMBATS[name], readings={"dead-strike": True}, explained=True)
    there, back = odds(question), odds(turned(question))
    assert there.method == back.method == "exact"
    for key, chance in there.outcomes.items():
        a, b = (part in key for part in ("a-", "b-"))
        if a != b:
            assert back.outcomes[exchanged(key)] == pytest.approx(chance, abs=1e-12)
    for key, chance in there.events.items():
        if key[:2] in ("a-", "b-", "a2", "b2"):
            assert back.events[exchanged(key)] == pytest.approx(chance, abs=1e-12)
    assert there.deciding is not None
    assert back.deciding is not None
    for one, other in zip(there.deciding.parts, back.deciding.parts, strict=True):
        assert (one.key, one.a, one.b) == (other.key, near(other.b), near(other.a))


@pytest.mark.parametrize("name", [*COMBATS][:12])
def test_what_befalls_any_unit_is_between_that_of_each_and_of_all(name: str) -> None:
    question = replace(COMBATS[name], rounds=1, explained=True)
    told = odds(question)
    assert told.deciding is not None
    any_unit = {part.key: part for part in told.deciding.parts}["destroyed"]
    for side, chance in (("a", any_unit.a), ("b", any_unit.b)):
        each = [
            told.events[f"{key}-destroyed"]
            for key in (side, f"{side}2")
            if f"{key}-destroyed" in told.events
        ]
        margin = 2 * told.error + 1e-9
        assert max(each) - margin <= chance <= sum(each) + margin


@pytest.mark.parametrize("strikes_at", ["first", "second", "fewest"])
def test_two_units_of_a_side_may_change_places(strikes_at: str) -> None:
    other = EXCHANGED.get(strikes_at, strikes_at)
    one = combat(ELVES, ORCS, beside("b", BEAST), said={"a.strikes-at": strikes_at})
    two = combat(ELVES, BEAST, beside("b", ORCS), said={"a.strikes-at": other})
    first, second = odds(one), odds(two)
    assert first.outcomes == pytest.approx(second.outcomes, abs=1e-12)
    for fate in FATES:
        assert first.events[f"b-{fate}"] == near(second.events[f"b2-{fate}"])
        assert first.events[f"b2-{fate}"] == near(second.events[f"b-{fate}"])


IDLE = unit("Idle", "infantry", (0, 7), None, (2, 4, 0, 2, 10))


@pytest.mark.parametrize(("a", "b"), [(ORCS, ELVES), (BEAST, JEZZAILS), (ELVES, JADE)])
@pytest.mark.parametrize("at", ["flank", "rear"])
def test_a_unit_that_neither_strikes_nor_is_struck_changes_nothing(
    a: Fighter, b: Fighter, at: str
) -> None:
    # Who destroyed its enemy would not test, but with another one still there it does.
    readings = {"test-after-destroying": True}
    alone = odds(combat(a, b, readings=readings))
    both = odds(combat(a, b, beside("a", IDLE, at=at), readings=readings))
    for fate in ("falls-back", "broken", "destroyed"):
        for side in ("a", "b"):
            chance = sum(
                share
                for key, share in alone.outcomes.items()
                if f"{side}-{fate}" in key or key == TOGETHER[fate]
            )
            assert both.events[f"{side}-{fate}"] == near(chance)
    assert both.events["a2-stands"] == near(1)


TOGETHER = {
    "falls-back": "both-fall-back",
    "broken": "both-broken",
    "destroyed": "both-destroyed",
}


def test_who_destroyed_one_enemy_tests_while_another_is_there() -> None:
    # Beasts that cannot be held off: the last enemy destroyed leaves none to fear.
    host = unit("Host", "infantry", (200, 2), None, (7, 4, 0, 13, 10))
    weak = unit("Weak", "infantry", (200, 2), None, (7, 1, 0, 2, 10))
    told = odds(combat(host, weak, beside("b", weak), rounds=1))
    # It destroys the first, is destroyed by the second.
    assert told.events["b-destroyed"] == near(1)
    assert told.events["a-destroyed"] == near(1)
    assert told.events["b2-stands"] == near(1)


def test_sides_that_part_both_stand() -> None:
    # Each unit but the outer ones is destroyed at once: no enemies touch any more.
    host = unit("Host", "infantry", (200, 2), None, (7, 50, 0, 2, 10))
    dummy = unit("Dummy", "infantry", (0, 7), None, (7, 1, 0, 2, 10))
    wall = unit("Wall", "infantry", (0, 7), None, (7, 1, 0, 2, 10))
    row = combat(host, dummy, beside("a", wall), beside("b", host, "a2"))
    told = odds(row)
    assert told.outcomes["parted"] == near(1)
    assert told.events["a-wins"] == told.events["b-wins"] == 0


@pytest.mark.parametrize(
    ("further", "place"),
    [
        (Further(ORCS, "a", "character"), "/further/0/role"),
        (beside("b", CANNON, lost=4), "/situation/b2.wounds-lost"),
        (beside("b", CANNON, at="above"), "/further/0/situation/contact"),
        (beside("b", CANNON, "b2"), "/further/0/touches"),
        (
            beside("a", unit("None", "infantry", (3, 4), None, (5, 0, 4, 7, 1))),
            "/further/0/fighter/characteristics/wounds",
        ),
        (
            beside("b", unit("Less", "infantry", (-3, 4), None, (5, 9, 4, 7, 1))),
            "/further/0/fighter/characteristics/melee-dice",
        ),
        (
            beside("b", replace(BEAST, characteristics={})),
            "/further/0/fighter/characteristics/wounds",
        ),
    ],
)
def test_what_cannot_fight_beside_is_refused_at_its_place(
    further: Further, place: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        odds(combat(ORCS, ELVES, further))
    assert caught.value.where == place


def test_the_answer_tells_who_touches_whom_and_what_is_left_out() -> None:
    told = odds(combat(ELVES, ORCS, beside("b", BEAST, at="flank")))
    steps = [step.text for step in told.trace]
    assert "Elven Cavalry: touched by Badlands Beast in its flank" in steps
    assert any("stays so in every round" in note for note in told.notes)
    assert "Badlands Beast: Fearsome, Terrifying" in told.notes[0]
    two = odds(combat(ELVES, ORCS, beside("b", BEAST)))
    steps = [step.text for step in two.trace]
    assert "Elven Cavalry strikes at Orcs first, then at Badlands Beast" in steps


def test_what_a_unit_beside_cannot_count_is_named() -> None:
    odd = replace(BEAST, rules=(RuleUse("unheard-of"),))
    told = odds(combat(ELVES, ORCS, beside("b", odd)))
    assert [one.rule for one in told.not_modelled] == ["unheard-of of Badlands Beast"]
