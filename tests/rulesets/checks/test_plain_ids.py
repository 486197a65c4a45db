"""Plain ids change nothing of a review: the roster as it was is the witness."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.impact import resembling
from rulesets.books.bookshelf import BookFolder
from rulesets.checks.plain_ids import with_own_ids, with_plain_ids
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.rosters.edits import Join, apply
from rulesets.rosters.roster import (
    Force,
    Roster,
    RosterError,
    Selection,
    read_roster,
    selections_of,
)
from tests.real_books import BOOKS, FIXTURES

FOLDERS = ("armies", "illegal-armies")
PATHS = [path for name in FOLDERS for path in sorted((FIXTURES / name).glob("*.json"))]
SHELF = BookFolder(BOOKS)


def roster_of(path: Path) -> Roster:
    return read_roster(parse(path.read_bytes(), RosterError))


def same_review(roster: Roster) -> None:
    books = SHELF.books_for(roster)
    plain, own = with_plain_ids(roster)
    assert len(own) == selections_of(roster) + len(roster.forces)
    judged = with_own_ids(review(plain, books), own)
    assert judged == review(roster, books)
    assert judged.roster == roster


@pytest.mark.sweep(5)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_sample_army_has_the_same_review_by_plain_ids(path: Path) -> None:
    same_review(roster_of(path))


@pytest.mark.sweep(5)
@pytest.mark.parametrize("seed", range(40))
def test_an_edited_army_has_the_same_review_by_plain_ids(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311
    roster = roster_of(draw.choice(PATHS))
    (first, *more) = roster.forces
    book = SHELF.books_for(roster).get((first.book, first.edition))
    if book is not None and not more:
        same_review(resembling(roster, book, draw))


def test_equal_units_of_two_players_are_equal_values() -> None:
    roster = roster_of(FIXTURES / "armies" / "empire-2000.json")
    book = SHELF.books_for(roster)[roster.forces[0].book, 1]
    draw = random.Random(1)  # noqa: S311
    one = resembling(roster, book, draw)
    other = replace(one, forces=(renamed(one.forces[0], "x"),))
    assert one != other
    assert with_plain_ids(one)[0] == with_plain_ids(other)[0]


def test_whom_a_character_joins_is_said_by_plain_ids_as_by_the_own() -> None:
    roster = roster_of(FIXTURES / "armies" / "bretonnia-2000.json")
    units = {unit.entry: unit.id for unit in roster.forces[0].units}
    lord, knights = units["bretonnian-lord"], units["knights-errant"]
    joined = apply(roster, Join(lord, knights))

    same_review(joined)
    assert with_plain_ids(joined)[0] != with_plain_ids(roster)[0]


def renamed(force: Force, mark: str) -> Force:
    units = tuple(marked(unit, mark) for unit in force.units)
    return replace(force, id=mark, units=units)


def marked(one: Selection, mark: str) -> Selection:
    below = tuple(marked(part, mark) for part in one.selections)
    return replace(one, id=f"{mark}{one.id}", selections=below)
