"""Measures: each by an example worked out by hand."""

from decimal import Decimal

import pytest

from rulesets.matchups.measures import MEASURES, Cell, cell_of, find_measure, read_cell
from rulesets.odds.answer import Distribution, NotModelled, Odds

FIGHT = Odds(
    outcomes={"a-destroyed": 0.1, "b-destroyed": 0.4, "b-broken": 0.2, "both": 0.3},
    labels={},
    survivors={
        "a": Distribution("left", "wounds", (0.25, 0.25, 0.5)),
        "b": Distribution("left", "wounds", (0.5, 0.0, 0.0, 0.0, 0.5)),
    },
    events={"a-wins": 0.6, "b-wins": 0.1, "both-gone": 0.2},
    error=1e-9,
    not_modelled=(NotModelled("Terror", "a", "not written"),),
    situation={"a.wounds-lost": 0, "b.wounds-lost": 1},
)
"""A of 2 wounds against B of 4, one of them lost before."""

BY_HAND = {
    "wins": 0.6,
    "margin": 0.5,
    "dealt": 3 - 2,
    # B of 80 points is gone in 0.6 + 0.2, A of 50 points in 0.1 + 0.2.
    "swing": 0.8 * 80 - 0.3 * 50,
    # One of four wounds of 80 points, less 0.75 of two wounds of 50 points.
    "by-wounds": 80 / 4 - 50 * 0.75 / 2,
    "wins-per-100": 0.6 * 2,
    "dealt-per-100": 2.0,
}


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.key)
def test_a_measure_is_what_it_is_by_hand(measure: object) -> None:
    found = find_measure(getattr(measure, "key", ""))
    assert found is not None
    assert found.of(cell_of(FIGHT), 50, 80) == pytest.approx(BY_HAND[found.key])


def test_every_measure_is_worked_out_by_hand() -> None:
    assert [measure.key for measure in MEASURES] == list(BY_HAND)


def test_a_cell_tells_who_wins_how_sure_that_is_and_what_is_left_out() -> None:
    cell = cell_of(FIGHT)

    assert (cell.wins, cell.loses) == (0.6, 0.1)
    assert cell.neither == pytest.approx(0.3)
    assert (cell.method, cell.error, cell.left_out) == ("exact", 1e-9, 1)


def test_a_volley_has_no_winner_and_destroys_whom_it_destroys() -> None:
    volley = Odds(
        {"b-destroyed": 0.25, "b-stands": 0.75},
        {},
        survivors={
            "a": Distribution("left", "wounds", (0.0, 0.0, 1.0)),
            "b": Distribution("left", "wounds", (0.25, 0.75)),
        },
    )
    cell = cell_of(volley)

    assert (cell.wins, cell.loses, cell.neither) == (None, None, None)
    assert (cell.slain, cell.lost) == (0.25, 0.0)
    assert (cell.dealt, cell.taken) == (0.25, 0.0)
    told = [m.key for m in MEASURES if m.of(cell, 100, 100) is not None]
    assert told == ["dealt", "swing", "by-wounds", "dealt-per-100"]


def test_fighters_are_counted_where_several_stand_together() -> None:
    left = {"b": Distribution("left", "models", (0.5, 0.0, 0.0, 0.5))}
    cell = cell_of(Odds({"x": 1.0}, {}, survivors=left, situation={"b.wounds-lost": 1}))

    assert (cell.counted, cell.dealt) == ("models", 1.5)


def test_what_has_no_points_has_nothing_for_100_points() -> None:
    measure = find_measure("wins-per-100")
    assert measure is not None
    assert measure.of(Cell(wins=0.5), 0, 10) is None
    assert measure.of(Cell(wins=0.5), Decimal("12.5"), 10) == 4.0


def test_a_cell_comes_back_from_its_document() -> None:
    for cell in (cell_of(FIGHT, "Bow", "Sword"), Cell(problem="no bow")):
        assert read_cell(cell.to_document()) == cell
