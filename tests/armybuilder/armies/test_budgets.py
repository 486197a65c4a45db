"""Gauges and tallies: what is told of them, and in which order of weight."""

from dataclasses import replace

import pytest

from armybuilder.armies.budgets import budgets, unit_gauges
from rulesets.games import GAMES
from rulesets.reviews.review import Category, ForceReview, Gauge, Line, Review, Tally
from rulesets.rosters.roster import Roster

CORE = Gauge("", "core", "Core", 1, 2, 5, "selections")


def reviewed(*gauges: Gauge) -> Review:
    core = (Category("core", "Core", 1, 50), Category("rare", "Rare", 0, 0))
    force = ForceReview("f1", "muster", "Muster", 1, "", 50, (), core)
    return Review(
        game=GAMES["warhammer"],
        roster=Roster("warhammer", "The Host"),
        points=50,
        limit=None,
        models=1,
        forces=(force,),
        messages=(),
        gauges=gauges,
        tallies=(Tally("rating", "Rating", 1250, "Page 1"),),
    )


@pytest.mark.parametrize(
    ("count", "low", "high", "text", "state", "percent"),
    [
        (1, 2, 5, "1 of 2 to 5", "short", 20),
        (6, 2, 5, "6 of 2 to 5", "over", 100),
        (3, 3, None, "3 of at least 3", "met", None),
        (0, None, 4, "0 of at most 4", "met", 0),
        (1, None, 0, "1 of at most 0", "over", 100),
    ],
)
def test_a_gauge_says_how_many_of_how_many(
    count: int,
    low: int | None,
    high: int | None,
    text: str,
    state: str,
    percent: int | None,
) -> None:
    gauge = replace(CORE, count=count, low=low, high=high)
    shown = budgets(reviewed(gauge)).gauges[0]
    assert (shown.text, shown.state, shown.percent) == (text, state, percent)


def test_points_and_models_are_named() -> None:
    many = replace(CORE, noun="points", count=1500, low=None, high=2000)
    shown = budgets(reviewed(many, replace(CORE, noun="models"))).gauges
    assert [gauge.text for gauge in shown] == [
        "1,500 of at most 2,000 points",
        "1 of 2 to 5 models",
    ]


def test_categories_and_demands_come_before_what_merely_may_be() -> None:
    rare = Gauge("", "rare", "Rare", 0, None, 2, "selections")
    dragons = Gauge("", "dragons", "Dragons", 0, None, 1, "selections")
    broken = replace(dragons, title="Wyrms", count=2)
    shown = budgets(reviewed(CORE, rare, dragons, broken))
    assert [gauge.title for gauge in shown.gauges] == ["Core", "Rare", "Wyrms"]
    assert [gauge.title for gauge in shown.others] == ["Dragons"]


def test_bans_that_hold_are_no_gauges() -> None:
    ban = Gauge("", "no-mages", "No mages", 0, None, 0, "selections")
    shown = budgets(reviewed(ban))
    assert (shown.gauges, shown.others) == ((), ())


def test_a_unit_has_its_own_gauges_and_those_of_its_parts() -> None:
    unit = Line("f1/s1", "s1", "band", "Band", "", "", "unit", "", 1, 1, 0, 0, 0)
    gauges = [
        replace(CORE, where=where, title=where)
        for where in ("f1/s1", "f1/s1/s2", "f1/s10", "")
    ]
    shown = unit_gauges(reviewed(*gauges), unit)
    assert [gauge.title for gauge in shown] == ["f1/s1", "f1/s1/s2"]


def test_tallies_are_read_as_players_read_numbers() -> None:
    tally = budgets(reviewed()).tallies[0]
    assert (tally.title, tally.value, tally.source) == ("Rating", "1,250", "Page 1")


def test_where_nothing_weighs_more_no_limit_is_folded_away() -> None:
    """A box of which all but a fold is empty tells nobody that the army is in order."""
    one = replace(CORE, key="generals", title="Generals", count=0, low=None, high=1)
    shown = budgets(replace(reviewed(one), tallies=()))
    assert [gauge.title for gauge in shown.gauges] == ["Generals"]
    assert shown.others == ()
