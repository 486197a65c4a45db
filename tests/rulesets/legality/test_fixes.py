"""Fixes: what is tried against a message, whatever its limit is called."""

from rulesets.legality import with_fixes
from rulesets.packs.pack import read_pack
from rulesets.reviews.review import Message
from rulesets.rosters.edits import Add
from tests.rulesets.legality.small import Answer, army_of, book_of

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


CHEAP = [{"key": f"mob-{n}", "points": n} for n in range(60)]


def fixes_of(army: Answer) -> list[list[str]]:
    def texts(message: Message) -> list[str]:
        return [fix.text for fix in message.fixes]

    return [texts(m) for m in with_fixes(army.review, army.books).messages]


def test_a_unit_that_is_missing_is_found_behind_many_cheaper_ones() -> None:
    lord = {"key": "lord", "points": 300, "rules": ["generals-leadership"]}
    general = {
        "key": "general",
        "title": "A general",
        "of": "rule:generals-leadership",
        "in": "force",
        "min": 1,
    }
    book = book_of(*CHEAP, lord, limits=[general])

    assert fixes_of(army_of(book, "mob-3")) == [["Add Lord"]]


def test_what_comes_along_with_a_unit_may_be_what_is_missing() -> None:
    banner = {"key": "banner", "default": ["flag"], "options": [{"key": "flag"}]}
    bearers = {"key": "bearers", "points": 300, "slots": [banner]}
    flags = {"key": "flags", "title": "A flag", "of": "flag", "in": "force", "min": 1}
    book = book_of(*CHEAP, bearers, limits=[flags])

    assert fixes_of(army_of(book, "mob-3")) == [["Add Bearers"]]


def test_what_a_unit_needs_beside_it_is_added_to_the_army() -> None:
    bear = {
        "key": "bear",
        "limits": [
            {
                "key": "tamer",
                "title": "A tamer",
                "of": "tamer",
                "in": "force",
                "min": 1,
            }
        ],
    }
    book = book_of(*CHEAP, bear, {"key": "tamer", "points": 90})

    assert fixes_of(army_of(book, "bear")) == [["Add Tamer"]]


def test_a_maximum_is_raised_by_what_it_counts() -> None:
    ratio = {
        "key": "goblins",
        "title": "Goblins",
        "of": "goblin",
        "in": "force",
        "max": {"terms": [{"of": "orc", "in": "force"}]},
    }
    orc, goblin = {"key": "orc", "points": 90}, {"key": "goblin", "points": 9}
    book = book_of(*CHEAP, orc, goblin, limits=[ratio])

    (texts,) = fixes_of(army_of(book, "goblin"))

    assert texts == ["Add Orc"]


def test_a_choice_of_the_army_that_is_missing_is_added() -> None:
    houses = {
        "key": "house",
        "min": 1,
        "max": 1,
        "options": [{"key": "red"}, {"key": "blue"}],
    }
    book = book_of({"key": "orcs"}, slots=[{"name": "House", **houses}])

    (texts,) = fixes_of(army_of(book, "orcs"))

    assert texts == ["Add Red", "Add Blue"]


CORE = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "core-open",
        "name": "Core Open",
        "game": "charge",
        "limits": [
            {
                "key": "core",
                "title": "Core",
                "of": "#core",
                "min": 2,
                "switchable": True,
            }
        ],
    }
)


def test_what_comes_nearer_is_offered_where_nothing_does_away_with_a_lack() -> None:
    book = book_of(
        {"key": "lord", "points": 90},
        {"key": "mob", "category": "core", "points": 9},
        categories=[{"key": "core"}],
    )
    none = army_of(book, "lord", pack=CORE)
    one = army_of(book, "lord", "mob", pack=CORE)

    (lacks_two,) = with_fixes(none.review, none.books, CORE).messages
    (lacks_one,) = with_fixes(one.review, one.books, CORE).messages

    agree = "Agree with your opponent to play without “Core”"
    for lacks, legal in ((lacks_two, False), (lacks_one, True)):
        assert [(fix.text, fix.legal) for fix in lacks.fixes] == [("Add Mob", legal)]
        assert [(one.text, one.legal) for one in lacks.waivers] == [(agree, True)]


def test_what_comes_nearer_and_goes_wrong_elsewhere_is_not_offered() -> None:
    book = book_of(
        {"key": "lord", "points": 90},
        {"key": "mob", "category": "core", "points": 9},
        categories=[{"key": "core"}],
    )
    army = army_of(book, "lord", pack=CORE, limit=95)

    (message,) = with_fixes(army.review, army.books, CORE).messages

    assert message.fixes == ()
    assert len(message.waivers) == 1


def test_what_goes_with_a_unit_that_is_removed_is_not_removed_once_more() -> None:
    boss = {"key": "boss", "slots": [{"key": "gear", "options": [{"key": "axe"}]}]}
    none = {"key": "none", "title": "None", "of": ["boss", "axe"], "max": 0}
    book = book_of(boss, limits=[none])
    army = army_of(book, ("boss", "axe"), ("boss", "axe"))

    (message,) = with_fixes(army.review, army.books).messages

    assert message.fixes[0].text == "Remove the first Boss and the second Boss"
