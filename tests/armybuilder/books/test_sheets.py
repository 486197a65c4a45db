"""A unit's sheet says what the book says."""

from armybuilder.books.sheets import UnitSheet, book_sheets, rules_used
from armybuilder.books.words import RuleText
from rulesets.games import GAMES
from rulesets.reading import read_book
from tests.armybuilder.books.documents import RICH, printed_book

CHARGE = GAMES["charge"]


def sheet(key: str, unit: str) -> UnitSheet:
    book = read_book(printed_book(key))
    return next(s for s in book_sheets(CHARGE, book) if s.key == unit)


def test_the_stat_line_is_as_printed_with_the_speed_of_its_type() -> None:
    (line,) = sheet("charge-cathay", "jade-warriors").stat_lines
    assert dict(zip(line.headings, line.cells, strict=True)) == {
        "Melee": "10 / 4+",
        "Shoot": "-",
        "Save": "4+",
        "Wounds": "20",
        "Push": "4″",
        "Morale": "6+",
        "Speed": "6″",
    }
    assert line.kind == "Infantry"


def test_a_weapon_is_told_with_its_figures() -> None:
    (gear,) = sheet("charge-skaven", "jezzails").gear
    assert (gear.name, gear.figures) == (
        "Jezzail Rifles",
        "range 36″, push of each hit 2″",
    )


def test_a_rule_is_told_with_its_x() -> None:
    titles = [rule.title for rule in sheet("charge-skaven", "jezzails").rules]
    assert titles == ["Stand and shoot", "Armour Piercing (2)"]


def test_size_and_footprint_are_told_where_they_are_printed() -> None:
    assert sheet("charge-orcs", "orcs").size == "12 models, 4x3"
    assert sheet("charge-orcs", "badlands-beast").size == ""


def test_a_search_finds_a_unit_by_rule_weapon_and_type() -> None:
    words = sheet("charge-skaven", "jezzails").words
    for word in ("jezzails", "rifles", "armour piercing", "infantry"):
        assert word in words


def test_options_are_told_with_their_numbers_and_prices() -> None:
    guard = book_sheets(CHARGE, read_book(RICH))[0]
    assert guard.category == "Core"
    assert [(m.name, m.range, m.price) for m in guard.models] == [
        ("Guardsman", "10 to 30", "+7.5 a model"),
        ("Captain", "up to 1", "+20 a model"),
    ]
    mount, *_ = guard.slots
    assert (mount.name, mount.range) == ("Mount", "exactly 1")
    assert [(option.name, option.price) for option in mount.options] == [
        ("Horse", "+12 a model"),
        ("Second sword", "free"),
        ("Torch", "+1"),
    ]
    assert guard.limits == ("Guards",)


def test_the_rules_of_a_book_are_listed_once_by_name() -> None:
    book = read_book(RICH)
    lines = {line.key: line for line in rules_used(CHARGE, book)}
    assert lines["stubborn"] == RuleText(
        "stubborn", "Stubborn", "Stubborn", "Stays.", "P. 3", "not modelled"
    )
    assert list(lines) == sorted(lines, key=lambda key: lines[key].title.casefold())
