"""What the house composition asks of a Scrollhammer army."""

from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.legality import review
from rulesets.reviews.review import Review
from rulesets.rosters.roster import read_roster

SLOTS = ("heroes", "core", "elite", "support")


def book(key: str = "town", **more: Any) -> dict[str, Any]:
    """Return a book with one unit of 100 points in each slot."""
    units = [
        {"key": slot, "name": slot, "category": slot, "points": 100, "models": 1}
        for slot in SLOTS
    ]
    general = {"key": "general", "name": "General", "tags": ["general"]}
    units[0]["slots"] = [{"key": "rank", "name": "Rank", "options": [general]}]
    return {
        "format": "armybuilder.book/1",
        "key": key,
        "game": "scrollhammer",
        "name": key,
        "categories": [{"key": slot, "name": slot} for slot in SLOTS],
        "units": units,
        **more,
    }


def unit(entry: str, number: int, *, general: bool = False) -> dict[str, Any]:
    bought: dict[str, Any] = {"id": f"s{number}", "entry": entry}
    if general:
        bought["selections"] = [{"id": f"g{number}", "entry": "general"}]
    return bought


def army(
    *forces: tuple[str, str],
    limit: int | None = None,
    switches: dict[str, bool] | None = None,
    documents: tuple[dict[str, Any], ...] = (),
    generals: int = 1,
) -> Review:
    """Return the review of forces: a book and its units as letters."""
    known = documents or (book(), book("isle"))
    entries = {slot[0]: slot for slot in SLOTS}
    number, rostered = 0, []
    for index, (key, letters) in enumerate(forces):
        units = []
        for letter in letters:
            number += 1
            is_general = letter == "h" and generals > 0
            generals -= is_general
            units.append(unit(entries[letter], number, general=is_general))
        rostered.append({"id": f"f{index}", "book": key, "edition": 1, "units": units})
    roster = {
        "format": "armybuilder.roster/1",
        "game": "scrollhammer",
        "name": "x",
        "forces": rostered,
        **({"limit": limit} if limit else {}),
        **({"switches": switches} if switches else {}),
    }
    books = {(one["key"], 1): read_book(one, 1) for one in known}
    return review(read_roster(roster), books)


def messages(*forces: tuple[str, str], **more: Any) -> list[tuple[str, str]]:
    """Return codes and severities of what is told of an army."""
    found = army(*forces, **more).messages
    return sorted((message.code, message.severity) for message in found)


def test_a_hero_who_leads_and_two_core_units_are_an_army() -> None:
    assert messages(("town", "hcc")) == []


def test_an_army_needs_a_hero_a_general_and_two_core_units() -> None:
    assert messages(("town", "c")) == [
        ("core", "error"),
        ("heroes", "error"),
        ("one-general", "error"),
    ]


def test_an_army_has_one_general() -> None:
    assert messages(("town", "hhcc"), generals=2) == [("one-general", "error")]
    assert messages(("town", "hhcc"), generals=0) == [("one-general", "error")]


@pytest.mark.parametrize(("letter", "code"), [("h", "heroes"), ("e", "elite")])
def test_a_fourth_unit_of_a_slot_needs_more_points(letter: str, code: str) -> None:
    letters = "hcc" + letter * (3 if letter == "h" else 4)
    assert messages(("town", letters), limit=1000) == [(code, "error")]
    assert messages(("town", letters), limit=1999) == [(code, "error")]
    assert messages(("town", letters), limit=2000) == []


def test_a_bound_that_grows_says_with_what() -> None:
    (message,) = army(("town", "hcceeee"), limit=1000).messages
    assert "(3 and 1 for every 2,000 points of the army), 1 too many" in message.text


def test_allies_do_not_count_as_own_core() -> None:
    assert messages(("town", "hc"), ("isle", "c"), limit=1000) == [("core", "error")]


def test_allies_are_one_force_and_a_quarter_of_the_points() -> None:
    assert messages(("town", "hcc"), ("isle", "cc"), limit=800) == []
    assert messages(("town", "hcc"), ("isle", "cc"), limit=799) == [
        ("allied-points", "error")
    ]
    three = (book(), book("isle"), book("reef"))
    allies = ("isle", "c"), ("reef", "c")
    assert messages(("town", "hcc"), *allies, limit=1000, documents=three) == [
        ("allied-forces", "error")
    ]


def test_two_forces_of_one_ally_are_one() -> None:
    assert messages(("town", "hcc"), ("isle", "c"), ("isle", "c"), limit=1000) == []


def test_a_second_force_of_ones_own_book_is_no_ally() -> None:
    assert messages(("town", "hc"), ("town", "cccc"), limit=1000) == []


def test_the_shares_of_points_are_off_until_players_agree() -> None:
    forces = ("town", "hccesss")
    switches = {f"{slot}-points": True for slot in SLOTS}
    assert messages(forces, limit=1000) == []
    assert messages(forces, limit=1000, switches=switches) == [
        ("core-points", "error"),
        ("support-points", "error"),
    ]


def test_shares_are_of_what_the_army_is_worth_where_no_points_were_agreed() -> None:
    switches = {"heroes-points": True}
    assert messages(("town", "hccc"), switches=switches) == []
    assert messages(("town", "hcc"), switches=switches) == [("heroes-points", "error")]


def test_a_book_without_heroes_lifts_what_it_cannot_give() -> None:
    lifted = [
        {
            "change": f"min:{key}",
            "op": "remove",
            "in": "army",
            "to": "kind:army",
            "when": {"of": "kind:own", "in": "force", "at_least": 1},
        }
        for key in ("heroes", "one-general")
    ]
    documents = (book(changes=lifted), book("isle"))
    assert messages(("town", "cc"), documents=documents) == []
    assert messages(("isle", "cc"), ("town", "c"), documents=documents) == [
        ("allied-points", "error"),
        ("heroes", "error"),
        ("one-general", "error"),
    ]
