"""Combats of an engagement that are solved as one have the figures of each alone."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.answer import Distribution, Odds
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS


def chances(told: Odds) -> dict[str, tuple[float, ...]]:
    """Return the distributions of an answer by their keys [chance]."""
    tables = told.distributions, told.survivors, told.wounds
    found: dict[str, Distribution] = {}
    for number, table in enumerate(tables):
        found |= {f"{number} {key}": one for key, one in table.items()}
    return {key: one.chances for key, one in found.items()}


@pytest.mark.parametrize("rounds", [None, 2])
@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_combats_that_are_one_are_told_as_each_by_itself(
    name: str, rounds: int | None
) -> None:
    question = replace(ENGAGEMENTS[name], rounds=rounds)
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
