"""Sizes and options of a unit: what is chosen is the unit that is fought."""

from collections.abc import Iterator

import pytest

from rulesets.books.book import Book
from rulesets.legality import new_selection
from rulesets.matchups.fighter import unit_review
from rulesets.matchups.unit_edits import (
    changes_between,
    choices_of_unit,
)
from rulesets.matchups.variants import changed_unit
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import EditError
from tests.real_books import KEYS, real_book

FEW, ALL = 3, 1000
"""Options of a unit that are tried in every run, and in the slow one."""


def sold(book: Book, unit: str) -> tuple[Review, dict[tuple[str, int], Book], str]:
    reviewed = unit_review(book, new_selection(book, unit))
    return reviewed, {(book.key, book.edition): book}, reviewed.forces[0].units[0].path


def test_the_models_of_a_group_and_its_options_are_offered() -> None:
    now, books, path = sold(real_book("warhammer-orcs-and-goblins"), "orc-boyz")
    found = choices_of_unit(now, books, path)

    (group,) = found.groups
    assert (group.id, group.count, found.taken) == ("new-0", 10, ())
    offered = {one.change: (one.option, one.points) for one in found.offered}
    assert offered["with:new:shield"] == ("Shields", 10)


def test_several_changes_are_told_models_first_and_in_few_words() -> None:
    now, books, path = sold(real_book("warhammer-orcs-and-goblins"), "orc-boyz")
    names = ["models:new-0:20", "with:new:shield", "better:t"]
    found = changed_unit(now, books, path, names, alone=True)

    assert found.told == ("20 models", "with Shields", "Toughness 4 → 5")
    assert found.title == "20 models and 2 other changes"
    assert found.contender.fighter is not None
    assert found.contender.fighter.characteristics["t"] == 5


def shape(line: Line) -> tuple[object, ...]:
    """Return a unit without ids, in no order."""
    parts = sorted(map(shape, line.lines), key=repr)
    return (line.entry, line.count, line.points, tuple(parts))


def options_of(book: Book, most: int) -> Iterator[tuple[str, str]]:
    for unit in book.units:
        now, books, path = sold(book, unit)
        for one in choices_of_unit(now, books, path).offered[:most]:
            yield unit, one.change


def fewest_changes_lead_to_the_same_unit(book: Book, most: int) -> int:
    """Take each option of a book's units with one model more, and again by address."""
    tried = 0
    for unit, change in options_of(book, most):
        now, books, path = sold(book, unit)
        groups = choices_of_unit(now, books, path).groups
        names = [f"models:{one.id}:{one.count + 1}" for one in groups] + [change]
        try:
            first = changed_unit(now, books, path, names, alone=True).review
        except EditError:
            continue
        fewest = changes_between(now, first, books, path)
        then = changed_unit(now, books, path, fewest, alone=True).review
        shapes = [shape(one.forces[0].units[0]) for one in (first, then)]
        assert shapes[0] == shapes[1], (unit, change, fewest)
        assert changes_between(now, then, books, path) == fewest
        tried += 1
    return tried


@pytest.mark.parametrize("key", KEYS)
def test_the_fewest_changes_lead_to_the_same_unit(key: str) -> None:
    fewest_changes_lead_to_the_same_unit(real_book(key), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_the_fewest_changes_of_every_option_lead_to_the_same_unit(key: str) -> None:
    fewest_changes_lead_to_the_same_unit(real_book(key), ALL)
