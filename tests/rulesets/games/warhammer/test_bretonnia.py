"""What the book of Bretonnia does to stat lines and prices."""

import json
from pathlib import Path

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from tests.rulesets.games.warhammer.armies import Found, army_of

PAGE = Path(__file__).parents[4] / "fixtures" / "books" / "warhammer-bretonnia.json"
BOOK: Book = read_book(json.loads(PAGE.read_text(encoding="utf-8")), 1)


def army(*units: object) -> Found:
    return army_of(BOOK, *units)


@pytest.mark.parametrize(
    ("bought", "save"),
    [
        ((), 5),
        (("shield",), 4),
        (("bretonnian-warhorse",), 3),
        (("bretonnian-warhorse", "shield"), 2),
        (("royal-pegasus", "shield"), 4),
        (("bretonnian-warhorse", "enchanted-shield"), 1),
        (("gromril-great-helm",), 4),
        (("bretonnian-warhorse", "cuirass-of-fortune"), 3),
        (("bretonnian-warhorse", "armour-of-agilulf"), 2),
    ],
)
def test_armour_and_mount_make_the_save(bought: tuple[str, ...], save: int) -> None:
    assert army(("paladin", *bought)).figure(0, "sv") == save


@pytest.mark.parametrize(
    ("unit", "save"),
    [
        (("knights-of-the-realm", "5 knight-of-the-realm"), 2),
        (("pegasus-knights", "3 pegasus-knight"), 3),
        (("men-at-arms", "10 man-at-arms"), 5),
        (("peasant-bowmen", "10 bowman"), 7),
        (("peasant-bowmen", "10 bowman", "light-armour"), 6),
        (("mounted-yeomen", "5 mounted-yeoman"), 6),
        (("mounted-yeomen", "5 mounted-yeoman", "shield", "light-armour"), 4),
        (("grail-reliquae", "reliquae", "6 battle-pilgrim"), 5),
    ],
)
def test_a_unit_saves_with_what_it_carries(unit: tuple[str, ...], save: int) -> None:
    assert army(unit).figure(0, "sv") == save


def test_a_champion_saves_as_well_as_his_unit() -> None:
    unit = army(("knights-of-the-realm", "5 knight-of-the-realm", "gallant")).unit(0)
    [gallant] = [line for line in unit.lines if line.entry == "gallant"]
    assert gallant.profiles[0].values()["sv"] == 2
    assert gallant.profiles[0].values()["a"] == 2
    assert unit.models == 5


def test_a_mount_keeps_its_own_figures() -> None:
    lord = ("bretonnian-lord", "bretonnian-warhorse", "sword-of-might")
    unit = army(lord).unit(0)
    assert unit.profiles[0].values()["s"] == 5
    [horse] = [line for line in unit.lines if line.entry == "bretonnian-warhorse"]
    assert horse.profiles[0].values()["s"] == 3
    assert "sv" not in horse.profiles[0].values()


@pytest.mark.parametrize(
    ("mount", "kind", "strength"),
    [
        (None, "infantry", 1),
        ("bretonnian-warhorse", "cavalry", 2),
        ("royal-pegasus", "monster", 4),
        ("hippogryph", "monster", 5),
    ],
)
def test_a_mount_says_what_its_rider_counts_as(
    mount: str | None, kind: str, strength: int
) -> None:
    lord = army(("bretonnian-lord", *([mount] if mount else []))).line(0)
    assert lord.kind == kind
    assert lord.values()["us"] == strength


def test_yeomen_in_armour_are_no_fast_cavalry() -> None:
    light = army(("mounted-yeomen", "5 mounted-yeoman"))
    heavy = army(("mounted-yeomen", "5 mounted-yeoman", "light-armour"))
    assert light.line(0).kind == "fast-cavalry"
    assert heavy.line(0).kind == "cavalry"
    kept = {rule.key for rule in heavy.unit(0).rules}
    assert "peasants-duty" in kept
    assert "fast-cavalry" not in kept


@pytest.mark.parametrize(
    ("bought", "ward"),
    [
        (("talisman-of-protection",), 6),
        (("virtue-of-purity",), 5),
        (("talisman-of-protection", "virtue-of-purity"), 5),
        (("virtue-of-purity", "talisman-of-protection"), 5),
    ],
)
def test_the_better_of_two_ward_saves_counts(
    bought: tuple[str, ...], ward: int
) -> None:
    assert army(("paladin", *bought)).figure(0, "ward") == ward


def test_each_knight_pays_more_for_the_same_virtue() -> None:
    prices = [
        army(*[("paladin", "virtue-of-the-joust")] * knights).review.points
        for knights in (1, 2, 3)
    ]
    assert prices == [60 + 25, 120 + 25 + 50, 180 + 25 + 50 + 75]


def test_different_virtues_cost_their_price() -> None:
    both = army(("paladin", "virtue-of-the-joust"), ("paladin", "virtue-of-audacity"))
    assert both.review.points == 120 + 25 + 30


def test_the_whole_unit_pays_for_armour_and_its_champion_not_again() -> None:
    unit = ("peasant-bowmen", "12 bowman", "villein", "light-armour", "braziers")
    assert army(unit).review.points == 12 * 6 + 5 + 12 + 5


def test_the_reliquae_costs_its_own_points_and_those_of_its_pilgrims() -> None:
    unit = ("grail-reliquae", "reliquae", "10 battle-pilgrim")
    assert army(unit).review.points == 64 + 90
