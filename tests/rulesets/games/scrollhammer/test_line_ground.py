"""Battle lines on dangerous ground: against dice, and by hand."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.line.two_units import fight_of
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.absorbing_match_ups import QUICK_LEECHES
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    BORNE,
    FAST,
    GROWING,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.rules_match_ups import WARDED
from tests.rulesets.games.scrollhammer.test_line import (
    FEW,
    MANY,
    ROCK,
    disagreements,
    drill,
)
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SLAVES,
    SLAYERS,
    TROLLS,
    unit,
)

GROUND: Answers = {"dangerous-ground": True}


def over(
    a: Fighter,
    b: Fighter,
    *further: object,
    said: Answers | None = None,
    rounds: int | None = 3,
) -> MatchUp:
    """Return a combat on dangerous ground."""
    told = {**GROUND, **(said or {})}
    return line(a, b, *further, said=told, rounds=rounds)  # type: ignore[arg-type]


BOGS: dict[str, MatchUp] = {
    "they fall back over it": over(SLAVES, SLAYERS, beside("a", PEASANTS)),
    "of few all may fall": over(
        unit("Two", 2, ld=4), SLAYERS, beside("a", BANNER), rounds=4
    ),
    "a charge comes over it": over(
        LEGION, LED, beside("a", DAGI), said={"a.charge-distance": 6}
    ),
    "two charges come over it": over(
        unit("Three", 3, ws=5, s=5, ld=9, formation="Skirmish"),
        BANNER,
        beside("a", HERO, charge_distance=8),
        said={"a.charge-distance": 4},
    ),
    "who is charged was falling back": over(
        BORNE,
        CATS,
        beside("a", PEASANTS),
        said={"a.fleeing": True, "b.charge-distance": 5},
    ),
    "the way is blocked": over(
        SLAVES, TROLLS, beside("a", PEASANTS), said={"a.blocked": 6, "a.friends": 4}
    ),
    "who leaves goes over it": over(
        FAST, COHORT, beside("a", LANCERS), said={"a.leaves": True}
    ),
    "both sides leave over it": over(
        FAST, FAST, beside("b", DAGI), said={"a.leaves": True, "b.leaves": True}
    ),
    "wards and wounds": over(WARDED, OGRES, beside("a", GROWING), rounds=4),
    "a character goes with them": over(
        BANNER, SLAYERS, beside("a", DAGI), in_it(HERO, "a", lost=1)
    ),
    "they absorb and fall back": over(
        QUICK_LEECHES, SLAYERS, beside("b", CATS), said={"a.charge-distance": 7}
    ),
    "to the end": over(BORNE, CATS, beside("b", HERO), rounds=None),
    "in a line too large to be solved": over(
        COHORT, SLAYERS, beside("a", LEGION), beside("a", LED), beside("b", TROLLS)
    ),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", BOGS)
def test_lines_on_dangerous_ground_agree_with_thousands_of_fights(name: str) -> None:
    seed = list(BOGS).index(name) + 9000
    assert disagreements(BOGS[name], 2 * FEW, seed) == []


@pytest.mark.million
@pytest.mark.parametrize("name", BOGS)
def test_lines_on_dangerous_ground_agree_with_very_many_fights(name: str) -> None:
    seed = list(BOGS).index(name) + 9500
    assert disagreements(BOGS[name], MANY, seed) == []


WEAK = unit("Weak", 1, ws=0, s=1, t=10, a=0, i=1, ld=1, formation="Skirmish")
"""One man who loses to a standard and falls back but on a double 1."""


def test_one_who_falls_back_falls_with_a_sixth_by_hand() -> None:
    question = line(WEAK, drill(), beside("a", ROCK), rounds=1)
    usual = odds(question)
    told = odds(replace(question, situation=GROUND))
    assert told.events["a-away"] == pytest.approx(usual.events["a-away"] * 5 / 6)
    assert told.events["a-slain"] == pytest.approx(usual.events["a-away"] / 6)
    for key in ("a-breaks", "a-run-down"):
        assert told.events[key] == pytest.approx(usual.events[key], abs=1e-12)


def test_one_who_arrives_has_fallen_with_a_sixth_by_hand() -> None:
    man = unit("Man", 1, ws=0, s=1, t=10, a=0, i=1, ld=10, formation="Skirmish")
    question = over(man, ROCK, said={"a.charge-distance": 7}, rounds=1)
    told = odds(question)
    assert told.outcomes["a-destroyed"] == pytest.approx(21 / 36 / 6)
    assert told.outcomes["no-contact"] == pytest.approx(15 / 36)


def test_who_neither_moves_nor_goes_away_fights_as_ever() -> None:
    firm = unit("Firm", 5, ws=4, s=4, ld=10, formation="Skirmish")
    question = line(firm, ROCK, beside("b", ROCK), rounds=3)
    told, usual = odds(replace(question, situation=GROUND)), odds(question)
    assert told.outcomes == pytest.approx(usual.outcomes, abs=1e-12)
    left = usual.survivors["a"].chances
    assert told.survivors["a"].chances == pytest.approx(left, abs=1e-12)


def test_outcomes_by_round_end_as_the_combat_does() -> None:
    told = odds(BOGS["they fall back over it"])
    for key, chance in told.by_round[-1].items():
        if key != "undecided":
            assert told.outcomes[key] == pytest.approx(chance, abs=1e-9), key


def test_a_line_of_two_on_dangerous_ground_is_no_fight() -> None:
    assert fight_of(over(LEGION, COHORT)) is None
    assert fight_of(line(LEGION, COHORT)) is not None


def test_who_piles_in_is_named_and_who_falls_back_is_not() -> None:
    told = odds(BOGS["they fall back over it"])
    named = {one.rule for one in told.not_modelled}
    assert "Pile In" in named
    assert "Fall Back" not in named
    assert "Dangerous Terrain" in {step.rule for step in told.trace}
