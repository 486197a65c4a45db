"""Fighters: a unit with every change applied, ready for the odds."""

from typing import Any

import pytest

from rulesets.fighters import book_fighter, fighter, selection_fighter
from rulesets.match_up_documents import editions_named, read_match_up
from rulesets.matchup import MatchUpError
from rulesets.roster import Selection
from tests.rulesets.legality.small import army_of, book_of

BOOK = book_of(
    {
        "key": "guard",
        "type": "infantry",
        "rules": ["fearsome"],
        "items": ["spear"],
        "models": [
            {"key": "guardsman", "points": 5, "min": 10, "items": ["shield"]},
            {"key": "captain", "points": 9, "max": 1, "rules": ["shield-wall"]},
        ],
        "profiles": [{"key": "guard", "characteristics": {"save": 5, "push": 3}}],
        "slots": [
            {
                "key": "kit",
                "options": [
                    {
                        "key": "plate",
                        "points": 20,
                        "changes": [
                            {
                                "change": "figure:save",
                                "op": "add",
                                "value": -1,
                                "in": "bearer",
                            }
                        ],
                    }
                ],
            }
        ],
    },
    {"key": "ghost"},
    items=[{"key": "spear", "stats": {"range": 2}}, {"key": "shield"}],
)
BOOKS = {(BOOK.key, 1): BOOK}


def test_a_fighter_carries_changed_figures_rules_gear_and_points() -> None:
    bought = ("guard", "12 guardsman", "captain", "plate")
    line = army_of(BOOK, bought).review.forces[0].units[0]

    found = fighter(line)

    assert (found.name, found.kind, found.models) == ("Guard", "infantry", 13)
    assert found.points == 12 * 5 + 9 + 20
    assert found.characteristics["save"] == 4
    assert found.characteristics["push"] == 3
    assert found.characteristics["speed"] == 6
    assert [rule.key for rule in found.rules] == ["fearsome", "shield-wall"]
    assert [piece.key for piece in found.gear] == ["spear", "shield"]
    assert found.gear[0].stats == {"range": 2}


def test_a_unit_of_a_book_fights_at_its_smallest() -> None:
    assert book_fighter(BOOK, "guard").models == 10


def test_the_players_own_name_is_the_fighters() -> None:
    named = Selection("s1", "guard", name="Old Guard")

    assert selection_fighter(BOOK, named).name == "Old Guard"


def test_a_unit_that_is_not_there_or_has_no_stat_line_is_refused() -> None:
    with pytest.raises(ValueError, match="Test Book has no unit 'orcs'"):
        book_fighter(BOOK, "orcs")
    with pytest.raises(ValueError, match="Test Book has no unit 'orcs'"):
        selection_fighter(BOOK, Selection("s1", "orcs"))
    with pytest.raises(ValueError, match="Ghost has no stat line"):
        book_fighter(BOOK, "ghost")


SIDE = {"book": "test", "edition": 1, "unit": "guard"}


def match_up(**parts: Any) -> dict[str, Any]:
    fixed = {"format": "armybuilder.match-up/1", "game": "charge", "kind": "fight"}
    return {**fixed, "a": SIDE, "b": SIDE, **parts}


def test_a_match_up_names_the_editions_that_it_needs() -> None:
    written = {"fighter": {"name": "X", "characteristics": {}}}

    assert editions_named(match_up(b=written)) == {("test", 1)}


def test_a_match_up_is_read_with_its_sides() -> None:
    selection = {"id": "s1", "entry": "guard", "selections": []}
    document = match_up(
        b={"book": "test", "edition": 1, "selection": selection}, rounds=3
    )

    found = read_match_up(document, BOOKS)

    assert (found.a.models, found.b.models, found.rounds) == (10, 0, 3)


@pytest.mark.parametrize(
    ("parts", "where", "text"),
    [
        ({"game": "chess"}, "/game", "the game 'chess' is not known here"),
        ({"kind": "tea"}, "/kind", "expected one of "),
        ({"a": {**SIDE, "edition": 7}}, "/a", "edition 7 of 'test' is not known here"),
        ({"b": {**SIDE, "unit": "orcs"}}, "/b", "Test Book has no unit 'orcs'."),
        ({"b": {**SIDE, "unit": "ghost"}}, "/b", "Ghost has no stat line."),
    ],
)
def test_a_match_up_that_names_what_is_not_there_says_where(
    parts: dict[str, Any], where: str, text: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        read_match_up(match_up(**parts), BOOKS)

    assert caught.value.where == where
    assert caught.value.text.startswith(text)


def test_a_rule_counts_however_deep_it_was_bought_but_not_from_a_detachment() -> None:
    poison = {"key": "poison", "rules": ["poisoned-attacks"]}
    scouts = {"key": "scouts", "kind": "unit", "rules": ["volley-fire"]}
    book = book_of(
        {
            "key": "hunters",
            "profiles": [{"key": "hunters", "characteristics": {"save": 5}}],
            "models": [
                {"key": "hunter", "slots": [{"key": "arrows", "options": [poison]}]}
            ],
            "slots": [{"key": "detachments", "options": [scouts]}],
        }
    )
    bought = ("hunters", ("5 hunter", "poison"), "scouts")
    line = army_of(book, bought).review.forces[0].units[0]

    assert [rule.key for rule in fighter(line).rules] == ["poisoned-attacks"]
