import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.list_text import ListTextError, ReadList, read_list, read_list_document
from rulesets.list_text.text_files import list_text
from rulesets.rosters.roster import read_roster
from tests.real_books import BOOKS

SHELF = BookFolder(BOOKS)

PASTED = """The Count Rides Out (Empire, 2000)
20 Halberdiers, shields, FC, War Banner 190
- 10 Handgunners (det) 80
6 Kngihts Inner Circle FC Steel Std 221
5 Pistoliers, repeater pistol 117
10 Rangers of the March 101
"""


def read(text: str = PASTED, **corrections: str) -> ReadList:
    given = {key.lstrip("_").replace("_", "."): v for key, v in corrections.items()}
    return read_list(text, SHELF, corrections=given)


def confidences(found: ReadList) -> list[str]:
    return [line.confidence for line in found.lines]


def test_a_sure_line_is_quiet_a_likely_one_asks_and_an_unknown_one_is_open() -> None:
    found = read()
    assert confidences(found) == ["sure", "sure", "sure", "likely", "likely", "open"]
    assert (found.game, found.book, found.edition) == (
        "warhammer",
        "warhammer-empire",
        1,
    )
    assert (found.name, found.limit) == ("The Count Rides Out", 2000)
    assert not found.is_settled
    assert [line.number for line in found.open_lines] == [4, 5, 6]


@pytest.mark.parametrize("text", ["Knigts of teh Relam", "Kngihts of hte Realm"])
def test_a_name_with_a_slip_in_its_small_words_asks_once(text: str) -> None:
    found = read(f"Bretonnia, 1000 points\n5 {text} 120\n10 Men-at-arms 50")
    asks = [part for part in found.lines[1].parts if part.confidence != "sure"]
    assert [part.understood for part in asks] == ["Knights of the Realm"]


def test_a_line_below_a_unit_buys_for_it() -> None:
    found = read()
    assert (found.lines[2].role, found.lines[2].above) == ("option", 2)
    assert (found.lines[1].ours, found.lines[2].ours) == (190, 80)


def test_points_that_differ_are_both_said() -> None:
    line = read().lines[4]
    assert (line.stated, line.ours) == (117, 112)
    assert line.why == "117 was pasted, the book says 112."


def test_answers_settle_a_list() -> None:
    found = read(_4="yes", _5="yes", _6="out")
    assert found.is_settled
    assert found.lines[5].left_out
    army = read_roster(found.roster())
    assert [unit.entry for unit in army.forces[0].units] == [
        "halberdiers",
        "knightly-orders",
        "pistoliers",
    ]


def test_an_answer_names_another_unit() -> None:
    found = read(_4="unit:knights-white-wolf", _5="yes", _6="unit:huntsmen")
    entries = [unit.entry for unit in read_roster(found.roster()).forces[0].units]
    assert entries[1:] == ["knights-white-wolf", "pistoliers", "huntsmen"]
    assert found.lines[5].understood == "10 Huntsmen"


def test_a_part_of_a_line_is_answered_by_its_own_key() -> None:
    text = "Empire\n5 Pistoliers, repeater 112"
    asked = read(text).lines[1].parts[1]
    assert (asked.key, asked.confidence) == ("2.1", "likely")
    keys = [one.key for one in asked.candidates]
    assert "option:marksman/repeater-pistol" in keys
    found = read(text, _2_1="option:marksman/repeater-pistol")
    assert found.is_settled


def test_a_book_that_may_be_another_asks() -> None:
    text = "Captain, sword\nChampion, axe\nYoungblood, club"
    found = read(text)
    assert found.book_confidence == "likely"
    assert "mordheim-reikland" in [one.book for one in found.books]
    assert read(text, book="mordheim-reikland").is_settled


def test_a_text_without_any_unit_is_no_list_and_says_so_line_by_line() -> None:
    found = read("Hello,\nit comes tomorrow.")
    assert found.army is None
    assert {line.confidence for line in found.lines} == {"open"}
    assert not found.is_settled
    with pytest.raises(ValueError, match="no book"):
        found.roster()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a" * 1_000_001, 0, "longer than 1,000,000"),
        ("20 Halberdiers\n\x00", 2, "control character"),
        ("20 Halberdiers\n" + "x" * 2_001, 2, "longer than 2,000"),
        ("Archers\n" * 5_001, 5_001, "at most 5,000"),
        ("a " * 20_001, 0, "more than 20,000 words"),
        ("10 Archers\n" * 300, 201, "more than 200 units"),
        ("Archers " + "(" * 50, 1, "brackets in one another"),
    ],
)
def test_what_is_no_list_is_one_error_that_names_the_line(
    text: str, line: int, words: str
) -> None:
    with pytest.raises(ListTextError, match=words) as refused:
        read(text)
    assert refused.value.line == line


def test_the_document_says_all_that_was_read() -> None:
    document = read_list_document(read())
    assert document["is_settled"] is False
    assert document["lines"][3]["parts"][0]["candidates"][0] == {
        "key": "unit:knightly-orders",
        "name": "Knights of the Knightly Orders",
        "points": 115,
    }


@pytest.mark.parametrize(
    ("book", "line"),
    [
        ("Empire", "Engineer, repeater handgun, pistol"),
        ("Empire", "Great Eagles"),
        ("Empire", "Demigryph Knights\n20 Halberdiers"),
        ("Empire", "20 Halberdiers\n- 10 Halberdiers"),
        ("Imperial Legion", "Legionnaires: 10 nords"),
        ("Reiklanders", "Youngblood, dagger"),
        ("Empire", "Captain with sword"),
        ("Empire", "Captain, magic sword"),
        ("Empire", "20 Halberdiers, no shields"),
        ("Empire", "20 Swordsmen without command"),
        ("Empire", "Mortar, 1 extra crew"),
    ],
)
def test_what_may_be_something_else_asks(book: str, line: str) -> None:
    assert read(f"{book}\n{line}").open_lines


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        (
            "Reiklanders\nYoungblood\nHired sword: Elf Ranger",
            ["youngblood", "elf-ranger"],
        ),
        ("Empire\nSteam tank (volley gun)", ["steam-tank"]),
        ("Empire\nHEROES\n1 Captain", ["captain"]),
        ("Empire\nWizard Lord (level 4)", ["wizard-lord"]),
        ("Orcs & Goblins 1k\nSnotling Swarm x3", ["snotlings"]),
        ("Empire\n2x Mortar\nGreat Cannon", ["mortar", "mortar", "great-cannon"]),
    ],
)
def test_what_says_one_thing_only_is_sure(text: str, entries: list[str]) -> None:
    found = read(text)
    assert found.open_lines == ()
    forces = read_roster(found.roster()).forces
    assert [unit.entry for force in forces for unit in force.units] == entries


def test_models_that_are_not_numbered_fill_up_a_unit() -> None:
    found = read("Imperial Legion\nSpellcasters (10) with priest")
    (unit,) = read_roster(found.roster()).forces[0].units
    assert {one.entry: one.count for one in unit.selections} == {
        "wizard": 9,
        "priest": 1,
    }


def test_a_file_that_begins_with_a_brace_is_no_list() -> None:
    assert list_text(b'{"format": 1}') is None
    assert list_text(b"[]") is None
    assert list_text(b"\xff\xfe") is None
    assert list_text(b"null") is None
    assert list_text("\ufeff10 Archers".encode()) == "10 Archers"


def test_a_misspelt_unit_is_no_part_of_the_unit_above_that_has_like_words() -> None:
    text = (
        "Bretonnia\nPegasus Knights, 3 models: 165 points\n"
        "Pegasus Knigts, 3 models: 165 points\n"
    )
    read = read_list(text, SHELF, game="warhammer")
    first, second = [line for line in read.lines if line.role == "unit"]
    assert (first.confidence, second.confidence) == ("sure", "likely")
    assert first.understood == second.understood
    assert first.units != second.units


def bought(text: str) -> list[tuple[str, dict[str, int]]]:
    """Return the units of a text, each with what is directly bought for it."""
    forces = read_roster(read(text).roster()).forces
    return [
        (
            unit.entry,
            {
                "/".join((one.entry, *(x.entry for x in one.selections))): one.count
                for one in unit.selections
            },
        )
        for force in forces
        for unit in force.units
    ]


@pytest.mark.parametrize(
    "line",
    [
        "2x10 Archers",
        "2 x 10 Archers",
        "2 × 10 Archers - 160",
        "10 Archers x2",
        "10 Archers (x2)",
        "Archers (10) x2",
        "two units of 10 Archers",
        "2 regiments of 10 Archers, 80 points each",
    ],
)
def test_several_units_are_bought_on_one_line(line: str) -> None:
    text = f"The Empire\n{line}"
    assert bought(text) == [("archers", {"archer": 10})] * 2
    assert read(text).open_lines == ()
    assert read(text).lines[1].understood == "2 × 10 Archers"


def test_several_units_of_too_few_models_ask() -> None:
    (line,) = read("The Empire\n20 x 2 Archers").open_lines
    assert line.why == "20 units of 2 are said; one has at least 10."


def test_some_models_of_a_unit_have_an_option_where_the_book_lets_them() -> None:
    text = "Imperial Legion\n10 Battle Magi: 4 Altmer, 3 Bretons"
    assert bought(text) == [
        ("battle-magi", {"magus": 3, "magus/altmer": 4, "magus/breton": 3})
    ]
    assert read(text).open_lines == ()


def test_all_models_have_an_option_that_each_of_them_may_have() -> None:
    text = "Imperial Legion\n10 Legionnaires, 10 nords"
    assert bought(text) == [("legionnaires", {"legionnaire/nord": 10})]
    assert read(text).open_lines == ()


def test_an_option_that_all_take_or_none_asks_where_some_are_said_to_have_it() -> None:
    text = "Orcs & Goblins\n20 Orc Boyz, 5 with spears"
    line = read(text).lines[1]
    assert line.why == "5 are said: all models have Spears, or none."
    assert read(text, _2_1="yes").is_settled
    assert bought("Orcs & Goblins\n20 Orc Boyz, all with spears") == [
        ("orc-boyz", {"orc-boy": 20, "spear-infantry": 1})
    ]


def test_what_all_models_have_asks_where_some_are_said_to_have_it() -> None:
    (line,) = read("Empire\n20 Swordsmen, 5 with shields").open_lines
    assert line.why == "5 are said: all models have it."
    assert read("Empire\n20 Swordsmen, 20 with shields").open_lines == ()


def test_more_models_with_an_option_than_the_unit_has_ask() -> None:
    (line,) = read("Imperial Legion\n10 Legionnaires, 15 nords").open_lines
    assert line.why == "10 are said, 15 are counted."


def test_a_number_of_models_called_like_their_unit_asks_beside_another_number() -> None:
    text = "Saltmere League\n8 Brine Hounds, 2 Handlers"
    (line,) = read(text).open_lines
    assert line.why == "8 may be all of its models, or Brine Hound alone."
    assert read(text, _2="yes").is_settled
    assert bought(text) == [("brine-hounds", {"hound": 6, "handler": 2})]


def test_a_list_on_one_line_is_read_behind_its_title() -> None:
    text = "Empire: Captain, general; 20 Halberdiers, FC; 10 Handgunners; Mortar"
    assert [entry for entry, _ in bought(text)] == [
        "captain",
        "halberdiers",
        "handgunners",
        "mortar",
    ]
    assert read(text).open_lines == ()


def test_a_unit_behind_another_on_its_line_may_be_a_detachment_and_asks() -> None:
    (line,) = read("Empire\n20 Halberdiers, 10 Handgunners").open_lines
    assert line.why == "It may be a detachment, or a unit of its own."


@pytest.mark.parametrize(
    "text",
    [
        "> Empire\n> 10 Archers",
        "[b]Empire[/b]\n[color=red]10 Archers[/color]",
        "Empire\n[*]10 Archers",
        "Empire\n[19:03, 3/11/2026] Jo: 10 Archers",
        "Empire\n03.11.26, 19:03 - Jo B.: 10 Archers",
        "Empire\nArchers ........ 10 models",
        "Empire\n🏹 **10 Archers** 🏹",
        "<b>Empire</b>\n<li>10 Archers</li>",
    ],
)
def test_markup_of_chats_and_forums_says_nothing(text: str) -> None:
    assert bought(text) == [("archers", {"archer": 10})]
    assert read(text).open_lines == ()


MISSPELT = "Empire\n20 Halbardiers\n10 Halbardiers, musican\n10 Handgunners, musican"


def asking(found: ReadList) -> list[str]:
    return [part.key for line in found.lines for part in line.parts if part.asks]


def test_a_misspelling_that_occurs_several_times_is_asked_once() -> None:
    found = read(MISSPELT)
    assert asking(found) == ["2", "3.1"]
    assert [line.confidence for line in found.lines[1:]] == ["likely"] * 3
    assert [part.asked_at for part in found.lines[2].parts] == ["2", ""]
    assert [line.number for line in found.open_lines] == [2, 3]


@pytest.mark.parametrize("answer", ["yes", "unit:halberdiers"])
def test_its_answer_holds_for_all_its_lines(answer: str) -> None:
    found = read(MISSPELT, _2=answer, _3_1="yes")
    assert found.is_settled
    assert found.lines[2].parts[0].answered
    assert found.lines[3].parts[1].answered
    assert asking(read(MISSPELT, _2=answer)) == ["3.1"]


def test_another_answer_holds_too_and_each_line_may_say_its_own() -> None:
    text = "Empire\n10 Rangers of the March\n12 Rangers of the March"
    both = bought_entries(read(text, _2="unit:archers"))
    assert both == ["archers", "archers"]
    own = read(text, _2="unit:archers", _3="unit:crossbowmen")
    assert bought_entries(own) == ["archers", "crossbowmen"]
    assert bought_entries(read(text, _2="out", _3="unit:archers")) == ["archers"]


def test_points_that_differ_are_asked_on_each_line() -> None:
    found = read("Empire\n20 Halbardiers 100\n20 Halbardiers 130")
    assert [line.number for line in found.open_lines] == [2, 3]


def bought_entries(found: ReadList) -> list[str]:
    forces = read_roster(found.roster()).forces
    return [unit.entry for force in forces for unit in force.units]


@pytest.mark.parametrize(
    ("book", "line", "first", "understood"),
    [
        ("Bretonnia", "8 KotR", "unit:knights-of-the-realm", "8 Knights of the Realm"),
        ("Bretonnia", "KE x6", "unit:knights-errant", "6 Knights Errant"),
        ("Bretonnia", "12 MAA, FC", "unit:men-at-arms", "12 Men-at-arms"),
        ("Empire", "GC", "unit:great-cannon", "Great Cannon"),
        ("Empire", "20 Halbs", "unit:halberdiers", "20 Halberdiers"),
        ("Orcs & Goblins", "NG Shaman", "unit:night-goblin-shaman", None),
    ],
)
def test_initials_of_units_are_likely(
    book: str, line: str, first: str, understood: str | None
) -> None:
    found = read(f"{book}\n{line}")
    head = found.lines[1].parts[0]
    assert (head.confidence, head.candidates[0].key) == ("likely", first)
    assert understood in (None, found.lines[1].understood)


def test_initials_of_several_units_ask_with_all_of_them() -> None:
    head = read("Orcs & Goblins\nOBB").lines[1].parts[0]
    assert {one.key for one in head.candidates} == {
        "unit:orc-big-boss",
        "unit:orc-boar-boyz",
    }


@pytest.mark.parametrize(
    ("book", "line", "key"),
    [
        ("Empire", "20 Halberdiers, GS", "standard-bearer/griffon-standard"),
        ("Empire", "5 Knights of the White Wolf, IC", "inner-circle"),
        ("Orcs & Goblins", "30 Night Goblins, HW&S", "hand-weapons-and-shields"),
        ("Orcs & Goblins", "25 Goblins, hw+shd", "hand-weapons-and-shields"),
        ("Witch Hunters, Mordheim", "2 Witch Hunters: BoP", "pistol-brace"),
    ],
)
def test_initials_of_options_are_likely(book: str, line: str, key: str) -> None:
    (part,) = [one for one in read(f"{book}\n{line}").lines[1].parts if one.asks]
    assert (part.confidence, part.target) == ("likely", f"option:{key}")


def test_small_letters_without_a_number_are_no_initials_of_a_unit() -> None:
    assert read("Empire\nMortar\ngc").lines[2].confidence == "open"
