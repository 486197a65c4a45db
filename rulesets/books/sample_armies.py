"""Book tests: sample armies of a book, with the points and messages they must give."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulesets.books.book import Books
from rulesets.core.points import Points, points_number, points_text, to_points
from rulesets.documents.json import DocumentError, problems
from rulesets.documents.problem import Problem
from rulesets.documents.schema import is_valid
from rulesets.legality import review
from rulesets.reviews.review import Message, Review
from rulesets.rosters.roster import (
    Roster,
    RosterError,
    at_editions,
    read_roster,
    roster_document,
)

FORMAT = "armybuilder.book-tests/1"

MOST_TESTS = 200
"""Most sample armies of a book."""


class BookTestsError(DocumentError):
    """A document that is no book tests; names the place."""


@dataclass(frozen=True, slots=True)
class SampleArmy:
    """An army and the verdict and messages that its review must have.

    ``messages`` are the code and the path of every message, in any order; ``verdict``
    is ``legal``, ``illegal`` or ``empty``, and "" where none is asked.
    """

    title: str
    roster: Roster
    points: Points
    messages: tuple[tuple[str, str], ...]
    verdict: str = ""


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
        If it is none: its ``faults`` name every place that is wrong, in rosters too.
    """
    if not is_valid("book-tests", document):
        raise BookTestsError.of(problems("book-tests", document))
    armies: list[SampleArmy] = []
    faults: list[Problem] = []
    for index, army in enumerate(document["armies"]):
        try:
            armies.append(_read_army(army))
        except RosterError as problem:
            place = f"/armies/{index}/roster"
            faults += (
                replace(one, where=f"{place}{one.where}") for one in problem.faults
            )
    if faults:
        raise BookTestsError.of(faults)
    return BookTests(
        book=document["book"],
        books=(document["book"], *document.get("books", ())),
        armies=tuple(armies),
    )


def _read_army(document: Any) -> SampleArmy:
    return SampleArmy(
        title=document["title"],
        roster=read_roster(document["roster"]),
        points=to_points(document["points"]),
        messages=tuple((said["code"], said["where"]) for said in document["messages"]),
        verdict=document.get("verdict", ""),
    )


def book_tests_document(tests: BookTests) -> dict[str, Any]:
    """Return the document of book tests; `read_book_tests` gives the same back."""
    document: dict[str, Any] = {"format": FORMAT, "book": tests.book}
    others = [key for key in tests.books if key != tests.book]
    if others:
        document["books"] = others
    return {**document, "armies": [_army_document(army) for army in tests.armies]}


def _army_document(army: SampleArmy) -> dict[str, Any]:
    return {
        "title": army.title,
        **expected_document(army),
        "roster": roster_document(army.roster),
    }


def expected_document(army: SampleArmy) -> dict[str, Any]:
    """Return the points, the verdict and the messages of a sample army's document."""
    expected: dict[str, Any] = {"points": points_number(army.points)}
    if army.verdict:
        expected["verdict"] = army.verdict
    messages = [{"code": code, "where": where} for code, where in army.messages]
    return {**expected, "messages": messages}


def sample_of(title: str, now: Review) -> SampleArmy:
    """Return a reviewed army as a sample army that expects what its review says."""
    told = tuple((said.code, said.where) for said in now.messages)
    return SampleArmy(title, now.roster, now.points, told, now.verdict)


@dataclass(frozen=True, slots=True)
class JudgedSample:
    """A sample army with the review that it gets."""

    army: SampleArmy
    review: Review

    @property
    def is_green(self) -> bool:
        """Return whether the review says what is expected."""
        return not (self.came or self.gone or self.is_worth_other or self.turned)

    @property
    def is_worth_other(self) -> bool:
        """Return whether the army is worth other points than expected."""
        return self.review.points != self.army.points

    @property
    def turned(self) -> bool:
        """Return whether a verdict is expected, and the review's is another."""
        return self.army.verdict not in ("", self.review.verdict)

    @property
    def came(self) -> tuple[Message, ...]:
        """Return the messages that are told and not expected."""
        left = Counter(self.army.messages)
        found = []
        for said in self.review.messages:
            if left[said.code, said.where]:
                left[said.code, said.where] -= 1
            else:
                found.append(said)
        return tuple(found)

    @property
    def gone(self) -> tuple[tuple[str, str], ...]:
        """Return the codes and paths of messages that are expected and not told."""
        told = Counter((said.code, said.where) for said in self.review.messages)
        return tuple((Counter(self.army.messages) - told).elements())


def absent_books(army: SampleArmy, books: Books) -> list[str]:
    """Return the keys of books that a sample army takes from and that are not here."""
    return sorted(
        {force.book for force in army.roster.forces} - dict(books.keys()).keys()
    )


def judged(army: SampleArmy, books: Books) -> JudgedSample:
    """Return a sample army with its review by these books, one edition of each.

    The editions that its roster names count for nothing: a book test outlasts them.
    """
    return JudgedSample(
        army, review(at_editions(army.roster, dict(books.keys())), books)
    )


def differences(army: SampleArmy, books: Books) -> Iterator[str]:
    """Yield the differences of a sample army's review from the expected one."""
    sample = judged(army, books)
    now = sample.review
    if sample.is_worth_other:
        worth, expected = points_text(now.points), points_text(army.points)
        yield f"is worth {worth} points, not {expected}"
    if sample.turned:
        yield f"is {now.verdict}, not {army.verdict}"
    for code, where in sample.gone:
        yield f"does not tell {code} at {where or 'the army'}"
    for said in sample.came:
        yield f"tells {said.code} at {said.where or 'the army'}: {said.text}"
