"""Combats of an engagement that are solved as one have the figures of each alone."""

from dataclasses import replace

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.engagements import contact_fights
from rulesets.odds.answer import Distribution, Odds
from tests.rulesets.games.scrollhammer.blades_match_ups import (
    BLADE_ENGAGEMENTS,
    CORSAIRS,
    MAGI,
    WITH_LEADER,
)
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS
from tests.rulesets.games.scrollhammer.switching_match_ups import SWITCHING
from tests.rulesets.games.scrollhammer.test_rules_of_the_league import ruled
from tests.rulesets.games.scrollhammer.units import CATS, DAGI, LEGION, match_up


def chances(told: Odds) -> dict[str, tuple[float, ...]]:
    """Return the distributions of an answer by their keys [chance]."""
    tables = told.distributions, told.survivors, told.wounds
    found: dict[str, Distribution] = {}
    for number, table in enumerate(tables):
        found |= {f"{number} {key}": one for key, one in table.items()}
    return {key: one.chances for key, one in found.items()}


PAYS = RuleEffect("act:take-wounds", "must", whose="unit")

DIFFERENT = {
    "who pays for a defeat": match_up(
        "engagement", ruled(DAGI, PAYS), LEGION, {"closing": "both", "distance": 14}
    ),
    "both pay, and one casts": match_up(
        "engagement",
        ruled(MAGI, PAYS),
        ruled(CATS, PAYS),
        {"closing": "both", "distance": 14},
    ),
    "casters in the flank of who pays": match_up(
        "engagement",
        CORSAIRS,
        ruled(LEGION, PAYS),
        {"closing": "both", "distance": 12, "b.flanked": True, "b.files": 4},
    ),
    "casters on both sides": match_up(
        "engagement", MAGI, CORSAIRS, {"closing": "both", "distance": 14}
    ),
    "in the rear": match_up(
        "engagement", CATS, LEGION, {"closing": "both", "b.rear": True, "b.files": 5}
    ),
    "casters and their leader": match_up(
        "engagement", WITH_LEADER, LEGION, {"closing": "both", "distance": 14}
    ),
}
"""Engagements of rounds that differ further than by a charge."""

SWITCHED = {key: one for key, one in SWITCHING.items() if one.kind == "engagement"}
QUESTIONS = ENGAGEMENTS | BLADE_ENGAGEMENTS | DIFFERENT | SWITCHED


@pytest.mark.parametrize("name", DIFFERENT | BLADE_ENGAGEMENTS)
def test_no_contact_of_casters_is_told_by_itself(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor of those who turn about, or pay for defeats."""
    monkeypatch.setattr(contact_fights, "_told_alone", None)
    assert odds(DIFFERENT.get(name) or BLADE_ENGAGEMENTS[name]).method == "exact"


@pytest.mark.parametrize("rounds", [None, 2])
@pytest.mark.parametrize("name", QUESTIONS)
def test_combats_that_are_one_are_told_as_each_by_itself(
    name: str, rounds: int | None
) -> None:
    question = replace(QUESTIONS[name], rounds=rounds)
    told = odds(question)
    whole = odds(replace(question, explained=True))
    for key in ("outcomes", "events", "expected"):
        assert getattr(told, key) == pytest.approx(getattr(whole, key), abs=1e-11), key
    assert told.error == pytest.approx(whole.error, abs=1e-12)
    assert told.labels == whole.labels
    assert [*told.trace] == [*whole.trace]
    assert set(told.notes) == set(whole.notes)
    assert set(told.not_modelled) == set(whole.not_modelled)
    apart = chances(whole)
    assert {key: pytest.approx(apart[key], abs=1e-11) for key in apart} == chances(told)
    for now, then in zip(told.by_round, whole.by_round, strict=True):
        assert now == pytest.approx(then, abs=1e-11)
