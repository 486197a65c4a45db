"""Every sample army, written as each of our texts, is read back as it was."""

from collections.abc import Callable

import pytest

from armybuilder.armies.exports import (
    markdown,
    one_line_each,
    plain_text,
    secret_text,
)
from rulesets.books.book import Books
from rulesets.books.bookshelf import BookFolder
from rulesets.legality import review
from rulesets.list_text import read_list
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster, Selection, read_roster
from tests.real_books import BOOKS, FIXTURES, real_books, sample_army

SHELF = BookFolder(BOOKS)
ARMIES = sorted(path.stem for path in (FIXTURES / "armies").glob("*.json"))
TEXTS = (plain_text, markdown, one_line_each, secret_text)


def bought(selection: Selection) -> tuple[object, ...]:
    """Return a selection without its ids, in an order of its own."""
    inside = sorted(map(bought, selection.selections), key=repr)
    return (selection.entry, selection.count, selection.name, *inside)


def units(army: Roster) -> list[tuple[object, ...]]:
    everything = (
        (force.book, *bought(unit)) for force in army.forces for unit in force.units
    )
    return sorted(everything, key=repr)


@pytest.mark.parametrize("write", TEXTS, ids=lambda write: write.__name__)
@pytest.mark.parametrize("name", ARMIES)
def test_an_army_written_as_text_is_read_back(
    name: str, write: Callable[[Review, Books], str]
) -> None:
    army = sample_army(name)
    found = read_list(write(review(army, real_books()), real_books()), SHELF)
    assert [line for line in found.lines if line.asks] == []
    assert found.is_settled
    assert units(read_roster(found.roster())) == units(army)
    assert found.name == army.name
    if write is not secret_text:
        assert found.limit == army.limit
        assert found.stated == found.ours
