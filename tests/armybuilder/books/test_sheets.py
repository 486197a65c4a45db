"""A unit's sheet says what the book says."""

from armybuilder.books.contents import army_slots, composition, items, lists, rules_used
from armybuilder.books.sheets import (
    LimitLine,
    Sheets,
    UnitSheet,
    sheets_of,
    unit_sheet,
)
from armybuilder.books.text import RuleText
from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.games import GAMES
from tests.armybuilder.books.documents import (
    RICH,
    printed_book,
    small_book,
    small_unit,
)

CHARGE = GAMES["charge"]


def sheet(key: str, unit: str) -> UnitSheet:
    book = read_book(printed_book(key))
    return unit_sheet(CHARGE, book, book.units[unit])


def first_sheet(book: Book) -> UnitSheet:
    return unit_sheet(CHARGE, book, next(iter(book.units.values())))


def test_the_stat_line_is_as_printed_with_the_speed_of_its_type() -> None:
    (line,) = sheet("charge-cathay", "jade-warriors").stat_lines
    assert {cell.heading: cell.text for cell in line.cells} == {
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
    guard = first_sheet(read_book(RICH))
    assert guard.category == "Core"
    assert [(m.name, m.range, m.price) for m in guard.models] == [
        ("Guardsman", "10 to 30", "+7.5 a model"),
        ("Captain", "up to 1", "+20"),
    ]
    mount, *_ = guard.slots
    assert (mount.name, mount.range) == ("Mount", "exactly 1")
    assert [(option.name, option.price) for option in mount.options] == [
        ("Horse", "+12 a model"),
        ("Second sword", "a dice result, 1 to 6"),
        ("Torch", "+1"),
    ]
    (limit,) = guard.limits
    assert (limit.title, limit.source) == ("Guards", "Test, page 7")
    assert limit.text.startswith("For each Guard or unit: models of Guard or")


def test_an_option_is_told_with_its_stat_line_its_number_and_its_own_options() -> None:
    guard = first_sheet(read_book(RICH))
    horse, sword, torch = guard.slots[0].options
    assert [line.name for line in horse.stat_lines] == ["Horse"]
    assert [slot.name for slot in horse.slots] == ["Barding"]
    assert [(o.name, o.price) for o in horse.slots[0].options] == [("Bard", "+4")]
    assert horse.limits == (
        LimitLine("One horse", "At most 1 Horse or thing from Mount in its unit", ""),
    )
    assert (sword.range, sword.price) == ("any number", "a dice result, 1 to 6")
    assert torch.range == (
        "at least 1 and at most 1 for every 5 models of anything in the army"
    )


def test_what_an_item_says_is_not_said_again_by_its_option() -> None:
    guard = first_sheet(read_book(RICH))
    sword = guard.slots[0].options[1]
    assert sword.rules == ("Terrifying",)
    assert sword.limits == ()


def test_a_slot_that_takes_from_a_list_names_it_and_what_it_leaves_out() -> None:
    guard = first_sheet(read_book(RICH))
    relics, bells = guard.slots[2:]
    assert (relics.list_name, relics.options) == ("Relics", ())
    assert (relics.offered, relics.left_out) == ((), ("Bell",))
    assert (bells.list_name, bells.left_out) == ("Bells", ())


def test_a_slot_that_offers_little_of_a_list_names_what_it_offers() -> None:
    options = [{"key": f"r{n}", "name": f"Relic {n}"} for n in range(9)]
    relics = {"key": "relics", "name": "Relics", "options": options}
    slot = {"key": "s", "name": "S", "list": "relics", "only": ["r7"]}
    book = read_book(small_book(lists=[relics], units=[small_unit(slots=[slot])]))
    (shown,) = first_sheet(book).slots
    assert (shown.offered, shown.left_out) == (("Relic 7",), ())
    assert "relic 7" in first_sheet(book).words


def test_the_price_of_a_unit_is_that_of_the_smallest() -> None:
    def price(**changes: object) -> str:
        book = read_book(small_book(units=[small_unit(**changes)]))
        return first_sheet(book).price

    man = {"key": "man", "name": "Man", "points": 6}
    assert price() == "100 points"
    assert price(points=0) == "0 points"
    assert price(points=20, models=[{**man, "min": 10}]) == "from 80 points"
    assert price(points=0, models=[man]) == "by the model"


def test_gear_is_told_with_its_number_and_special_rules() -> None:
    bow = {
        "key": "bow",
        "name": "Bow",
        "rules": [{"key": "armour-piercing", "x": 2}],
    }
    unit = small_unit(items=["bow", "bow"])
    (gear,) = first_sheet(read_book(small_book(items=[bow], units=[unit]))).gear
    assert (gear.name, gear.count) == ("Bow", 2)
    assert gear.rules == ("Armour Piercing (2)",)


# -- what a book holds beside its units -----------------------------------------------


def test_an_item_is_told_with_kind_hands_and_price() -> None:
    sword, shield = items(_rich())
    assert (sword.kind, sword.hands, sword.price) == ("melee", "1", "2.5")
    assert sword.limits == ("Once in the army",)
    assert (shield.kind, shield.hands, shield.price) == ("", "none", "")


def test_hands_that_nobody_printed_are_not_told_as_none() -> None:
    book = read_book(small_book(items=[{"key": "bow", "name": "Bow"}]))
    assert items(sheets_of(CHARGE, book))[0].hands == ""


def test_lists_are_told_with_their_prices() -> None:
    relics, *_ = lists(_rich())
    assert relics.name == "Relics"
    assert [(o.name, o.price) for o in relics.options] == [
        ("Sword", "+30"),
        ("Bell", "+15"),
    ]


def test_the_choices_of_the_army_are_told() -> None:
    (banners,) = army_slots(_rich())
    assert [(o.name, o.price) for o in banners.options] == [("Red", "+25")]


def test_composition_tells_limits_switches_and_tallies_in_words() -> None:
    lines = {line.title: line for line in composition(_rich())}
    assert lines["Core"].text == "At least 2 Core in the army"
    assert lines["At most one general"].holds == "unless switched off"
    assert lines["War"].holds == "unless switched off"
    assert lines["Peace"].holds == "if switched on"
    assert lines["Rating"].text == "The sum of Wounds of anything in the army"


def _rich() -> Sheets:
    return sheets_of(CHARGE, read_book(RICH))


def test_the_rules_of_a_book_are_listed_once_by_name() -> None:
    lines = {line.key: line for line in rules_used(_rich())}
    assert lines["stubborn"] == RuleText(
        "stubborn", "Stubborn", "Stubborn", "Stays.", "P. 3", "partly"
    )
    assert list(lines) == sorted(lines, key=lambda key: lines[key].title.casefold())
