"""The costs of units at their usual sizes, and the rivals they are set against."""

from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.documents.document_edits import DocumentEdit, apply_edits
from rulesets.games import GAMES
from rulesets.matchups.rivals import rival_fight, rivals, usual_entrant
from rulesets.matchups.unit_costs import points_in, usual_builds
from tests.armybuilder.books.documents import printed_book

EMPIRE = printed_book("warhammer-empire")


def book(key: str = "warhammer-empire", edition: int = 1) -> Book:
    return read_book(printed_book(key), edition)


def told(of: Book, unit: str) -> list[tuple[str, int, Any]]:
    return [(one.way, one.models, one.points) for one in usual_builds(of, unit)]


def test_a_unit_of_models_costs_by_its_sizes_and_options() -> None:
    assert told(book(), "halberdiers") == [
        ("plain", 10, 60),
        ("plain", 20, 120),
        ("cheapest", 10, 95),
        ("cheapest", 20, 165),
    ]


def test_the_largest_size_is_told_where_there_is_one() -> None:
    sizes = [models for way, models, _ in told(book("mordheim-reikland"), "warrior")]
    assert sizes == [1, 5, 1, 5, 1, 5]


def test_the_dearest_options_stand_where_they_are_others() -> None:
    plain, cheapest, dearest = usual_builds(book(), "elector-count")
    assert plain.points < cheapest.points < dearest.points
    assert "Warhorse" in cheapest.options
    assert "Griffon" in dearest.options


def test_a_unit_without_options_and_sizes_has_one_price() -> None:
    assert told(book(), "great-cannon") == [("plain", 4, 100)]


def test_a_build_costs_what_another_edition_says() -> None:
    build = usual_builds(book(), "halberdiers")[0]
    at = "/units/halberdiers/models/halberdier/points"
    then = apply_edits(EMPIRE, [DocumentEdit("set", at, 5)])
    assert points_in(read_book(then, 2), build) == 50
    without = apply_edits(EMPIRE, [DocumentEdit("remove", "/units/halberdiers")])
    assert points_in(read_book(without, 2), build) is None


@pytest.mark.parametrize("unit", ["halberdiers", "elector-count", "great-cannon"])
def test_rivals_are_of_each_book_in_turn_and_never_itself(unit: str) -> None:
    books = [book(f"warhammer-{one}") for one in ("bretonnia", "orcs-and-goblins")]
    own = usual_entrant(book(), unit)
    found = rivals([*books, book()], own)
    assert [one.book for one in found] == [
        "warhammer-bretonnia",
        "warhammer-orcs-and-goblins",
        "warhammer-empire",
    ]
    assert all((one.book, one.key) != (own.book, own.key) for one in found)


def test_of_several_rivals_those_nearest_in_points_come_first() -> None:
    own = usual_entrant(book(), "halberdiers")
    found = rivals([book("warhammer-bretonnia")], own)
    away = [abs(float(one.points) - float(own.points)) for one in found]
    assert away == sorted(away)
    assert away[0] < away[-1]


@pytest.mark.parametrize("key", ["charge-orcs", "mordheim-reikland"])
def test_a_duel_is_worked_out_in_every_game(key: str) -> None:
    of = book(key)
    own = usual_entrant(of, next(iter(of.units)))
    assert own.fighter is not None
    found = rival_fight(GAMES[of.game], own.fighter, own)
    assert found.fight is not None
    assert found.problem == ""


def test_who_cannot_charge_is_charged() -> None:
    cannon = usual_entrant(book(), "great-cannon")
    enemy = usual_entrant(book(), "halberdiers")
    assert cannon.fighter is not None
    fight = rival_fight(GAMES["warhammer"], cannon.fighter, enemy).fight
    assert fight is not None
    assert fight.opening.key == "charged"
