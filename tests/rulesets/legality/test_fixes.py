"""Fixes: what is tried against a message, whatever its limit is called."""

from rulesets.edit import Add
from rulesets.legality import with_fixes
from rulesets.pack import read_pack
from tests.rulesets.legality.small import army_of, book_of

BUDGET = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "spring-open",
        "name": "Spring Open",
        "game": "charge",
        "limit": 100,
        "limits": [
            {
                "key": "gold",
                "title": "Gold to spend",
                "count": "points",
                "of": "*",
                "max": {"terms": [{"count": "limit"}]},
            }
        ],
    }
)


def test_a_budget_of_any_name_is_kept_by_taking_fewer() -> None:
    book = book_of({"key": "orcs", "points": 60}, {"key": "trolls", "points": 70})
    army = army_of(book, "orcs", "trolls", pack=BUDGET)

    (message,) = with_fixes(army.review, army.books, BUDGET).messages

    assert message.code == "gold"
    assert [(fix.text, fix.points) for fix in message.fixes] == [
        ("Remove Orcs (60 points)", 70),
        ("Remove Trolls (70 points)", 60),
    ]


def test_an_option_is_added_with_what_comes_along_with_it() -> None:
    horse = {
        "key": "horse",
        "slots": [
            {"key": "tack", "default": ["saddle"], "options": [{"key": "saddle"}]}
        ],
    }
    knight = {
        "key": "knight",
        "slots": [{"key": "mount", "min": 1, "options": [horse]}],
    }
    army = army_of(book_of(knight), "knight")

    (message,) = with_fixes(army.review, army.books).messages

    (edit,) = message.fixes[0].edits
    assert isinstance(edit, Add)
    assert [inner.entry for inner in edit.selection.selections] == ["saddle"]
