"""Examples: a legal army for everything that a book offers, or what is in the way."""

from collections.abc import Iterable
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.checks.acceptance import NOT_FOUND
from rulesets.books.checks.armies import armies_not_found, lacking_of
from rulesets.books.entries import own_branches
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.legality.plans.examples import Example, examples
from rulesets.rosters.roster import Force, Roster, Selection, read_roster
from tests.real_books import BOOKS, FIXTURES, KEYS, real_book, real_books
from tests.rulesets.legality.small import NO_RULES, book_of

WARBANDS = (
    *("mordheim-beastmen", "mordheim-dwarfs", "mordheim-hired-swords"),
    *("mordheim-reikland", "mordheim-skaven"),
)
"""Warbands that are searched here: all sell what one armoury has."""


def found_in(book: Book) -> dict[str, Example]:
    some = examples(book, {("test", 1): book}, pack=NO_RULES)
    return {"/".join(one.keys): one for one in some}


def test_an_example_is_a_legal_army_with_the_option() -> None:
    book = book_of(
        {
            "key": "orcs",
            "points": 50,
            "slots": [slot({"key": "shields", "points": 10}, {"key": "boss"})],
        }
    )

    found = found_in(book)

    assert list(found) == ["orcs", "orcs/shields", "orcs/boss"]
    assert all(holds(one.roster, one.keys) for one in found.values())


def test_an_option_that_needs_another_gets_it() -> None:
    book = book_of(
        {
            "key": "orcs",
            "slots": [slot({"key": "bow"}, {"key": "fire-arrows"})],
            "limits": [limit("bow-first", of="bow", min=1, when=HAS_ARROWS)],
        }
    )

    arrows = found_in(book)["orcs/fire-arrows"]

    assert holds(arrows.roster, ("orcs", "bow"))
    assert holds(arrows.roster, ("orcs", "fire-arrows"))


HAS_ARROWS = {"of": "fire-arrows", "in": "self", "at_least": 1}


def slot(*options: Any) -> dict[str, Any]:
    return {"key": "gear", "name": "Gear", "options": list(options)}


def limit(key: str, **what: Any) -> dict[str, Any]:
    return {"key": key, "title": key, "in": "self", **what}


def test_what_is_always_forbidden_has_none_and_says_what_is_in_the_way() -> None:
    book = book_of(
        {
            "key": "orcs",
            "slots": [slot({"key": "cannon", "slots": [slot({"key": "powder"})]})],
            "limits": [limit("no-guns", of="cannon", max=0)],
        }
    )

    found = found_in(book)

    assert list(found) == ["orcs", "orcs/cannon"]  # the powder goes with the cannon
    assert found["orcs/cannon"].roster is None
    (message,) = found["orcs/cannon"].in_the_way
    assert message.code == "no-guns"


def test_an_option_of_a_list_is_told_once_where_it_may_be_had() -> None:
    book = book_of(
        {
            "key": "hero",
            "slots": [{"key": "magic", "name": "Magic", "list": "magic"}],
            "limits": [limit("not-his", of="crown", max=0)],
        },
        {"key": "king", "slots": [{"key": "magic", "name": "Magic", "list": "magic"}]},
        lists=[
            {
                "key": "magic",
                "name": "Magic",
                "options": [
                    {"key": "crown", "name": "Crown"},
                    {"key": "ring", "name": "Ring"},
                ],
            }
        ],
    )

    assert list(found_in(book)) == ["hero", "hero/ring", "king", "king/crown"]


def test_a_known_army_is_no_search() -> None:
    book = book_of({"key": "orcs"})
    known = Roster("charge", "", forces=(Force("f", "test", 1, (unit("orcs"),)),))

    (found,) = examples(book, {("test", 1): book}, [known], NO_RULES, most_work=0)

    assert found.roster is known


def test_what_is_not_sought_any_more_is_said_to_be_so() -> None:
    book = book_of({"key": "orcs"}, {"key": "ratmen"})

    found = [*examples(book, {("test", 1): book}, pack=NO_RULES, most_searches=1)]

    assert [(one.roster is None, one.sought) for one in found] == [
        (False, True),
        (True, False),
    ]


def unit(key: str) -> Selection:
    return Selection("u", key)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    "key", [key for key in KEYS if not key.startswith("mordheim-") or key in WARBANDS]
)
def test_every_unit_and_option_of_every_book_is_in_a_legal_army(key: str) -> None:
    book = real_book(key)
    books = {name: one for name, one in real_books().items() if one.game == book.game}
    tests = parse((FIXTURES / "book-tests" / f"{key}.json").read_bytes())
    known = [read_roster(army["roster"]) for army in tests["armies"]]

    found = [*examples(book, books, known)]

    for one in found:
        if one.roster is not None:
            assert review(one.roster, books).legal
            assert holds(one.roster, one.keys, book)
    own = {tuple(entry.key for entry in branch) for branch in own_branches(book)}
    document = parse((BOOKS / f"{key}.json").read_bytes())
    without = {one.at for one in armies_not_found(document, lacking_of(found))}
    accepted = document.get("accepted", ())
    assert without == {one["at"] for one in accepted if one["code"] == NOT_FOUND}
    told = {one.keys for one in found}
    assert {keys for keys in own if keys not in told} == set()


def holds(roster: Roster | None, keys: Iterable[str], book: Book | None = None) -> bool:
    """Return whether an army has something, as its selections say."""
    if roster is None:
        return False
    name = "test" if book is None else book.key
    level = [
        one for force in roster.forces if force.book == name for one in force.units
    ]
    for key in keys:
        here = [one for one in level if one.entry == key]
        level = [part for one in here for part in one.selections]
    return bool(here)
