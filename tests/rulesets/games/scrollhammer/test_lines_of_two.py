"""Figures of battle lines of two, from their fights, are those of their answers."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import COMBAT, odds
from rulesets.games.scrollhammer.combat.line.two_units import fight_of
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line import solver
from rulesets.odds.battle_line.exact import LineTooLarge
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.figures_of_lines import assert_same_figures
from tests.rulesets.games.scrollhammer import line_match_ups, units
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.units import (
    COHORT,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    TROLLS,
)

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


DRAWN: list[tuple[Fighter, Fighter, Answers]] = [
    (LEGION, COHORT, {"a.charges": True, "b.files": 3}),
    (LED, OGRES, {"b.flanked": True, "a.leaves": True}),
    (LANCERS, LED, {"b.charges": True, "a.friends": 2, "b.blocked": 4}),
    (TROLLS, COHORT, {"a.models-lost": 1, "b.paralyzed": True}),
]


def too_large(line: object, most: int) -> None:
    """Refuse every battle line, as one of too many states is refused."""
    raise LineTooLarge


@pytest.mark.parametrize(("a", "b", "said"), DRAWN)
@pytest.mark.parametrize("rounds", [2, None])
def test_what_would_be_drawn_has_the_figures_of_its_fight(
    a: Fighter,
    b: Fighter,
    said: Answers,
    rounds: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = replace(of_two(a, b, said), explained=True, rounds=rounds)
    known = odds(asked)
    monkeypatch.setattr(solver, "solve_exactly", too_large)
    for way in ("draw_line", "roll_line"):
        monkeypatch.delattr(solver, way)
    told = odds(asked)
    assert told.method == known.method == "exact"
    assert (told.confidence, told.samples) == (1.0, 0)
    assert told.error < 1e-12
    assert_alike(told, known)


def assert_alike(told: Odds, known: Odds) -> None:
    """Compare answers that were solved in two ways: all but the counted work."""
    for one, other in zip(told.by_round, known.by_round, strict=True):
        assert one == pytest.approx(other, abs=1e-12)
    for name in ("outcomes", "events", "expected"):
        assert getattr(told, name) == pytest.approx(getattr(known, name), abs=1e-12)
    for name in ("survivors", "wounds"):
        for side, counted in getattr(told, name).items():
            expected = getattr(known, name)[side]
            assert counted.label == expected.label
            assert counted.chances == pytest.approx(expected.chances, abs=1e-12)
    assert told.deciding is not None
    assert known.deciding is not None
    parts = zip(told.deciding.parts, known.deciding.parts, strict=True)
    for part, same in parts:
        assert part.key == same.key
        assert (part.a, part.b) == pytest.approx((same.a, same.b), abs=1e-12)
    assert told.trace == known.trace
    words = "labels", "event_labels", "notes", "not_modelled", "no_dice", "situation"
    for name in words:
        assert getattr(told, name) == getattr(known, name), name


def test_a_drawn_line_that_is_no_fight_is_told_as_it_was_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "solve_exactly", too_large)
    told = odds(of_two(LEGION, COHORT, {"a.charge-distance": 5}))
    assert told.method == "sampled"
    assert any("Too large to work out" in note for note in told.notes)
