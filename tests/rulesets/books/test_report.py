"""The report on a book: what is done about each of its rules."""

from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.books.report import STATUSES, ReportLine, report, totals

BOOK: Any = {
    "format": "armybuilder.book/1",
    "key": "riverfolk",
    "game": "charge",
    "name": "Riverfolk",
    "source": "Example book",
    "items": [
        {
            "key": "spear",
            "name": "Spear",
            "rules": ["afloat"],
            "limits": [
                {
                    "key": "once",
                    "title": "One spear",
                    "source": "Page 9",
                    "of": "same",
                    "max": 1,
                }
            ],
        }
    ],
    "rules": [{"key": "afloat", "name": "Afloat", "summary": "It swims."}],
    "lists": [
        {"key": "arms", "name": "Arms", "options": [{"item": "spear", "points": 2}]}
    ],
    "units": [
        {
            "key": unit,
            "name": unit.capitalize(),
            "models": [{"key": f"{unit}-man", "name": "Man", "min": 5, "max": 9}],
            "rules": ["fearsome"],
            "slots": [{"key": "arms", "name": "Arms", "list": "arms"}],
            "changes": [
                {
                    "change": "points",
                    "op": "add",
                    "value": 1,
                    "title": "Dear boats",
                    "source": "Page 7",
                    "when": {"switch": "flood"},
                },
                {"change": "points", "op": "add", "value": 1},
            ],
        }
        for unit in ("boatmen", "divers")
    ],
    "limits": [
        {
            "key": "boats",
            "title": "Boats",
            "of": "boatmen",
            "min": 1,
            "severity": "warning",
            "switchable": True,
            "on": False,
            "source": "Page 2",
        }
    ],
    "switches": [{"key": "flood", "title": "Flood", "source": "Page 3"}],
    "tallies": [
        {
            "key": "heads",
            "title": "Heads",
            "amount": {"terms": [{"count": "models", "of": "*"}]},
        }
    ],
    "printed": [
        {"title": "Rain", "status": "advisory", "text": "It rains.", "source": "P. 4"},
        {"title": "Wind", "status": "not modelled"},
    ],
}


@pytest.fixture(scope="module")
def lines() -> tuple[ReportLine, ...]:
    return report(read_book(BOOK))


def line(lines: tuple[ReportLine, ...], title: str) -> ReportLine:
    (found,) = [one for one in lines if one.title == title]
    return found


def test_a_limit_is_enforced_and_told_in_words(lines: tuple[ReportLine, ...]) -> None:
    assert line(lines, "Boats") == ReportLine(
        "enforced",
        "limit",
        "Boats",
        "Page 2",
        "",
        "At least 1 Boatmen in the army. If switched on. Told as a warning.",
    )


def test_the_composition_of_the_game_stands_first(
    lines: tuple[ReportLine, ...],
) -> None:
    assert lines[0].kind == "composition"
    assert lines[0].where == "Charge house composition"


def test_a_limit_of_an_item_is_told_once_however_many_units_may_have_it(
    lines: tuple[ReportLine, ...],
) -> None:
    spear = line(lines, "One spear")
    assert (spear.where, spear.source) == ("Spear", "Page 9")


def test_what_units_change_is_told_where_it_has_a_title(
    lines: tuple[ReportLine, ...],
) -> None:
    changes = [one for one in lines if one.kind == "change"]
    assert [(one.where, one.title) for one in changes] == [
        ("Boatmen", "Dear boats"),
        ("Divers", "Dear boats"),
    ]
    assert changes[0].text == (
        "Itself with all on it costs 1 point more, when “Flood” is on."
    )


def test_printed_rules_keep_their_status(lines: tuple[ReportLine, ...]) -> None:
    assert line(lines, "Rain") == ReportLine(
        "advisory", "printed", "Rain", "P. 4", "", "It rains."
    )
    assert line(lines, "Wind").status == "not modelled"


def test_special_rules_say_whether_the_odds_know_them(
    lines: tuple[ReportLine, ...],
) -> None:
    assert line(lines, "Fearsome").status == "exact"
    afloat = line(lines, "Afloat")
    assert (afloat.status, afloat.text) == ("not modelled", "It swims.")


def test_ranges_are_one_line_and_switches_and_tallies_are_told(
    lines: tuple[ReportLine, ...],
) -> None:
    ranges = [one for one in lines if one.kind == "range"]
    assert [one.text for one in ranges] == ["4 ranges, each asked where it is printed."]
    assert line(lines, "Flood").text == "if switched on"
    assert line(lines, "Heads").text == ("as many as models of anything in the army")


def test_totals_count_every_line(lines: tuple[ReportLine, ...]) -> None:
    counted = totals(lines)
    assert tuple(counted) == STATUSES
    assert sum(counted.values()) == len(lines)
    assert counted["advisory"] == 1


def test_a_book_of_an_unknown_game_is_reported_without_its_composition() -> None:
    lines = report(read_book({**BOOK, "game": "chess"}))
    assert "composition" not in {one.kind for one in lines}
    assert line(lines, "Boats").status == "enforced"


def test_what_hands_read_of_items_is_enforced() -> None:
    book = read_book(
        {
            "format": "armybuilder.book/1",
            "key": "hunters",
            "game": "mordheim",
            "name": "Hunters",
            "units": [],
            "items": [
                {
                    "key": "bow",
                    "name": "Bow",
                    "kind": "ranged",
                    "hands": 2,
                    "rules": ["fills-hands"],
                }
            ],
        },
        1,
    )

    (found,) = [one for one in report(book) if one.kind == "special rule"]
    assert found.status == "enforced"
