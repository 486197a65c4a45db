"""Book tests: sample armies of a book, with the points and messages they must give."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Books
from rulesets.core.points import Points, points_text, to_points
from rulesets.documents.json import DocumentError, check
from rulesets.legality import review
from rulesets.rosters.roster import Roster, RosterError, read_roster

FORMAT = "armybuilder.book-tests/1"


class BookTestsError(DocumentError):
    """A document that is no book tests; names the place."""


@dataclass(frozen=True, slots=True)
class SampleArmy:
    """An army and the verdict and messages that its review must have.

    ``messages`` are the code and the path of every message, in any order.
    """

    title: str
    roster: Roster
    points: Points
    messages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BookTests:
    """Sample armies of a book; ``books`` are the keys of all that they take from."""

    book: str
    books: tuple[str, ...]
    armies: tuple[SampleArmy, ...]


def read_book_tests(document: Any) -> BookTests:
    """Return the book tests of a document.

    Raises
    ------
    BookTestsError
        If it is none: names the first place that is wrong, in a roster too.
    """
    check("book-tests", document, BookTestsError)
    return BookTests(
        book=document["book"],
        books=(document["book"], *document.get("books", ())),
        armies=tuple(
            _read_army(army, f"/armies/{index}")
            for index, army in enumerate(document["armies"])
        ),
    )


def _read_army(document: Any, place: str) -> SampleArmy:
    try:
        roster = read_roster(document["roster"])
    except RosterError as problem:
        raise BookTestsError(f"{place}/roster{problem.where}", problem.text) from None
    return SampleArmy(
        title=document["title"],
        roster=roster,
        points=to_points(document["points"]),
        messages=tuple((said["code"], said["where"]) for said in document["messages"]),
    )


def differences(army: SampleArmy, books: Books) -> Iterator[str]:
    """Yield the differences of a sample army's review from the expected one."""
    found = review(army.roster, books)
    if found.points != army.points:
        is_worth = points_text(found.points)
        yield f"is worth {is_worth} points, not {points_text(army.points)}"
    told = Counter((said.code, said.where) for said in found.messages)
    wanted = Counter(army.messages)
    texts = {(said.code, said.where): said.text for said in found.messages}
    for code, where in wanted - told:
        yield f"does not tell {code} at {where or 'the army'}"
    for said in told - wanted:
        yield f"tells {said[0]} at {said[1] or 'the army'}: {texts[said]}"
