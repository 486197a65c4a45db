"""Reference cases: every answer agrees with what others have worked out."""

from typing import Any

import pytest

from rulesets.matchups.reference_cases import (
    OddsCasesError,
    ReferenceCase,
    compare,
    figures_at,
    read_cases,
)
from tests.rulesets.reference import FILES, answer, cases

EVERY = [(path.stem, case) for path in FILES for case in cases(path.stem)]


@pytest.mark.parametrize(
    "case", [case for _, case in EVERY], ids=[f"{n}: {c.name}" for n, c in EVERY]
)
def test_a_case_is_answered_as_others_have_worked_it_out(case: ReferenceCase) -> None:
    assert case.why == ""
    told = compare(case, answer(case.match_up).to_document())
    assert told.method == "exact"
    assert told.agrees, f"{told.difference} off at {told.where}"


def test_the_table_of_cases_holds_all_kinds_of_them() -> None:
    named = {path.stem for path in FILES}
    assert named == {
        "charge",
        "mordheim-blows",
        "mordheim-duels",
        "ranked",
        "ranked-grid",
        "rolls",
        "volleys",
    }
    assert len(EVERY) >= 40


COIN = ReferenceCase("coin", {}, {"/outcomes/heads": (0.5,)})


def test_a_figure_that_is_off_is_named_with_its_place() -> None:
    told = compare(COIN, {"method": "exact", "outcomes": {"heads": 0.5 + 2e-9}})
    assert told.where == "/outcomes/heads"
    assert not told.agrees


@pytest.mark.parametrize("outcomes", [{}, {"tails": 0.5}, {"heads": [0.5, 0.5]}])
def test_a_figure_that_is_not_told_is_off(outcomes: Any) -> None:
    told = compare(COIN, {"method": "exact", "outcomes": outcomes})
    assert told.difference == float("inf")
    assert not told.agrees


def test_a_place_may_be_a_figure_a_list_or_a_sum() -> None:
    answer = {"events": {"a": 0.25, "b": 0.5}, "left": {"exactly": [0.0, 1.0]}}
    assert figures_at(answer, "/events/a") == (0.25,)
    assert figures_at(answer, "/events") == (0.75,)
    assert figures_at(answer, "/events/a + /left/exactly/1") == (1.25,)
    assert figures_at(answer, "/left/exactly") == (0.0, 1.0)
    assert figures_at(answer, "/left/exactly/2") is None


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ({"name": "no question", "expected": {"/outcomes/a": 1}}, "/cases/0"),
        ({"name": "no figure", "match_up": {}}, "/cases/0"),
        ({"name": "said twice", "match_up": {}, "expected": {"/a": 1}, "why": "x"}, ""),
        ({"name": "no fraction", "match_up": {}, "expected": {"/a": "1/0"}}, ""),
    ],
)
def test_what_is_no_case_is_refused_at_its_place(case: Any, place: str) -> None:
    document = {"format": "armybuilder.odds-cases/1", "cases": [case]}
    with pytest.raises(OddsCasesError) as caught:
        read_cases(document)
    assert caught.value.where.startswith(place or "/cases/0")
