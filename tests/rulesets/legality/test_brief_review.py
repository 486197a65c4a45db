"""A brief review says of a list what the whole one says, but for what units have."""

from dataclasses import replace

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.checks.verdicts import FileVerdict, verdict_document
from rulesets.legality import brief_review, review
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Roster
from tests.real_books import BOOKS, FIXTURES, sample_army

SHELF = BookFolder(BOOKS)
SAMPLES = sorted(path.stem for path in (FIXTURES / "armies").glob("*.json"))


def shortened(found: Review) -> Review:
    """Return a review without gauges and what is below units."""
    forces = tuple(
        replace(force, units=tuple(map(alone, force.units))) for force in found.forces
    )
    return replace(found, forces=forces, gauges=())


def alone(line: Line) -> Line:
    return replace(
        line, lines=(), profiles=(), rules=(), gear=(), equipment=None, acts=False
    )


def doubled(roster: Roster) -> Roster:
    """Return an army with every unit twice: it breaks rules and its points."""
    forces = []
    for force in roster.forces:
        again = tuple(replace(unit, id=f"{unit.id}b") for unit in force.units)
        forces.append(replace(force, units=force.units + again))
    return replace(roster, forces=tuple(forces))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("is_doubled", [False, True])
def test_a_brief_review_is_the_whole_one_cut(name: str, is_doubled: bool) -> None:
    roster = sample_army(name)
    roster = doubled(roster) if is_doubled else roster
    books = SHELF.books_for(roster)
    whole, brief = review(roster, books), brief_review(roster, books)
    assert brief == shortened(whole)
    documents = [verdict_document(FileVerdict("a", one)) for one in (whole, brief)]
    assert documents[0] == documents[1]
    assert whole.messages or not is_doubled
