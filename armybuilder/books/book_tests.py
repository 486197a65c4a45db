"""Book tests of a draft: sample armies that it must judge as they say.

They are kept beside the draft and are no part of its document. The draft of their book
and the newest editions of all others judge them, whatever their rosters name.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Max

from armybuilder.accounts.models import User
from armybuilder.books.drafts import lock_draft
from armybuilder.books.models import Book, BookTest
from rulesets.books.book import Books
from rulesets.books.load import BookError, read_book
from rulesets.books.sample_armies import (
    FORMAT,
    MOST_TESTS,
    BookTests,
    BookTestsError,
    JudgedSample,
    SampleArmy,
    absent_books,
    book_tests_document,
    expected_document,
    judged,
    read_book_tests,
    sample_of,
)
from rulesets.checks.armies import MOST_SELECTIONS
from rulesets.documents.forms import at_lines, read_document
from rulesets.documents.json import sha256
from rulesets.documents.problem import Problem
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality import Weights, review_cost
from rulesets.rosters.roster import at_editions, roster_document, selections_of

DRAFT = 0
"""The edition of a draft."""

MOST_WORK = 4_000_000
"""Most work of judging all tests of a book (see `review_cost`): some four seconds."""

TOO_MUCH_WORK = "The tests of this book are too much work together: remove some."

GREEN, RED, WAITING = "green", "red", "waiting"
"""States of a book test. One that waits cannot be judged yet, and holds nothing up."""


# -- documents ----------------------------------------------------------------------


def read_tests(raw: bytes | str, name: str = "") -> BookTests:
    """Return the book tests of a text, JSON or YAML; ``name`` is that of its file.

    Raises
    ------
    BookTestsError
        If it holds none, two of one title, or an army that is too large; its ``faults``
        name every such place.
    """
    document = read_document(raw, BookTestsError, name)
    try:
        return checked_tests(document)
    except BookTestsError as problem:
        raise BookTestsError.of(at_lines(raw, problem.faults)) from None


def checked_tests(document: Any) -> BookTests:
    """Return the book tests of a document; raises as `read_tests`."""
    tests = read_book_tests(document)
    if faults := [*_faults(tests)]:
        raise BookTestsError.of(faults)
    return tests


def _faults(tests: BookTests) -> Iterator[Problem]:
    """Yield what keeps tests from being kept: armies too large, two of one title."""
    titles: set[str] = set()
    for index, army in enumerate(tests.armies):
        if text := _too_large(army):
            yield Problem(f"/armies/{index}/roster/forces", text)
        if army.title in titles:
            text = f"another army is called {army.title!r} too"
            yield Problem(f"/armies/{index}/title", text)
        titles.add(army.title)


def _too_large(army: SampleArmy) -> str:
    size = selections_of(army.roster)
    most = MOST_SELECTIONS
    text = f"{size:,} selections; a book test has at most {most}"
    return text if size > most else ""


def tests_document(book: Book) -> dict[str, Any] | None:
    """Return the document of a book's tests, none where it has no test.

    What is no army any more is left out; the page of the tests shows it as red.
    """
    armies = tuple(_samples(book.tests.all()))
    if not armies:
        return None
    named = (force.book for army in armies for force in army.roster.forces)
    keys = tuple(dict.fromkeys((book.key, *named)))
    return book_tests_document(BookTests(book.key, keys, armies))


def _samples(rows: Iterable[BookTest]) -> Iterator[SampleArmy]:
    for row in rows:
        with suppress(BookTestsError):
            yield _sample(row)


def _sample(row: BookTest) -> SampleArmy:
    """Return the sample army of a row; raises BookTestsError if it is none any more."""
    army = {"title": row.title, **row.expected, "roster": row.roster}
    document = {"format": FORMAT, "book": row.book.key, "armies": [army]}
    return read_book_tests(document).armies[0]


# -- judging ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedTest:
    """A book test with its verdict; where it cannot be judged, ``why_not`` says why."""

    row: BookTest
    sample: JudgedSample | None = None
    why_not: str = ""
    waits: bool = False

    @property
    def state(self) -> str:
        """Return `GREEN`, `RED` or `WAITING`."""
        if self.sample is not None:
            return GREEN if self.sample.is_green else RED
        return WAITING if self.waits else RED

    @property
    def seen(self) -> str:
        """Return what names the found result: a hash, "" where there is none."""
        if self.sample is None:
            return ""
        found = sample_of(self.row.title, self.sample.review)
        return sha256(expected_document(found))[:16]


def reds(tests: Iterable[JudgedTest]) -> tuple[JudgedTest, ...]:
    """Return the tests that keep a book from being published."""
    return tuple(test for test in tests if test.state == RED)


@dataclass(frozen=True, slots=True)
class ReadTest:
    """A book test with its army, or why it has none."""

    row: BookTest
    army: SampleArmy | None
    why_not: str = ""

    @property
    def books(self) -> frozenset[str]:
        """Return the keys of the books that the army takes from."""
        forces = self.army.roster.forces if self.army is not None else ()
        return frozenset(force.book for force in forces)


def tests_of(book: Book, **which: Any) -> tuple[ReadTest, ...]:
    """Return the tests of a book, or some of them, as armies; one query."""
    return tuple(map(_read_test, book.tests.filter(**which)))


def _read_test(row: BookTest) -> ReadTest:
    try:
        return ReadTest(row, _sample(row))
    except BookTestsError as problem:
        return ReadTest(row, None, f"It cannot be read: {problem.text}.")


def judge_tests(
    tests: Collection[ReadTest], draft: Any, others: Books
) -> tuple[JudgedTest, ...]:
    """Return tests with the verdicts of a draft and the editions of other books."""
    try:
        book = read_book(draft, DRAFT)
    except BookError as problem:
        text = f"The draft cannot be read: at {problem.where or '/'}, {problem.text}."
        return tuple(JudgedTest(row.row, why_not=text) for row in tests)
    game = find_game(book.game)
    if game is None:
        text = f"The game “{book.game}” is not known here."
        return tuple(JudgedTest(test.row, why_not=text) for test in tests)
    books = {name: one for name, one in others.items() if name[0] != book.key}
    books[book.key, DRAFT] = book
    return tuple(_judged(tests, books, game))


def _judged(
    tests: Iterable[ReadTest], books: Books, game: Game
) -> Iterator[JudgedTest]:
    weights: Weights = {}
    left = MOST_WORK
    for test in tests:
        if test.army is None:
            yield JudgedTest(test.row, why_not=test.why_not)
        elif absent := absent_books(test.army, books):
            text = f"No edition of {', '.join(absent)} is offered"
            text = f"{text}: it is judged when there is one."
            yield JudgedTest(test.row, why_not=text, waits=True)
        else:
            roster = at_editions(test.army.roster, dict(books.keys()))
            left -= review_cost(roster, books, game.pack, weights)
            if left < 0:
                yield JudgedTest(test.row, why_not=TOO_MUCH_WORK)
            else:
                yield JudgedTest(test.row, judged(test.army, books))


# -- writing ------------------------------------------------------------------------


def keep_test(book: Book, army: SampleArmy, user: User | None) -> BookTest:
    """Keep an army as a test of a book, under a title that no other has.

    Raises
    ------
    BookTestsError
        If the army is too large, or the book has as many tests as it may have.
    """
    if text := _too_large(army):
        raise BookTestsError("/roster/forces", text)
    with transaction.atomic():
        lock_draft(book.key)
        titles = set(book.tests.values_list("title", flat=True))
        _refuse_too_many(len(titles) + 1)
        free = replace(army, title=_free_title(army.title, titles))
        return _saved(BookTest(book=book, made_by=user), free, _last(book) + 1)


def _free_title(title: str, taken: Collection[str]) -> str:
    """Return a title, with a number behind it where it is taken."""
    numbered = (f"{title[:190]} ({number})" for number in count(2))
    return title if title not in taken else next(t for t in numbered if t not in taken)


@dataclass(frozen=True, slots=True)
class ImportedTests:
    """The numbers of tests that an import brought, changed and left as they were."""

    new: int
    changed: int
    same: int

    def __str__(self) -> str:
        return f"{self.new} new, {self.changed} changed, {self.same} as before"


@transaction.atomic
def import_tests(tests: BookTests, book: Book, user: User | None) -> ImportedTests:
    """Bring tests into a book; one of the same title is replaced, the others stay.

    Raises
    ------
    BookTestsError
        If they are of another book or game, or would be more than a book may have.
    """
    lock_draft(book.key)
    _refuse_other_book(tests, book)
    rows = {row.title: row for row in book.tests.all()}
    before = {title: (row.expected, row.roster) for title, row in rows.items()}
    last = _last(book)
    _refuse_too_many(len(rows.keys() | {army.title for army in tests.armies}))
    new = changed = 0
    for army in tests.armies:
        row = rows.get(army.title)
        if row is None:
            new += 1
            _saved(BookTest(book=book, made_by=user), army, last + new)
        elif before[army.title] != _columns(army):
            changed += 1
            _saved(row, army, row.position)
    return ImportedTests(new, changed, len(tests.armies) - new - changed)


def _refuse_other_book(tests: BookTests, book: Book) -> None:
    if tests.book != book.key:
        text = f"expected tests of {book.key!r}, not of {tests.book!r}"
        raise BookTestsError("/book", text)
    text = f"expected {book.game!r}, the game of the book"
    faults = [
        Problem(f"/armies/{index}/roster/game", text)
        for index, army in enumerate(tests.armies)
        if army.roster.game != book.game
    ]
    if faults:
        raise BookTestsError.of(faults)


def _refuse_too_many(number: int) -> None:
    if number > MOST_TESTS:
        text = f"a book has at most {MOST_TESTS} tests, and this would be {number}"
        raise BookTestsError("/armies", text)


def _columns(army: SampleArmy) -> tuple[dict[str, Any], dict[str, Any]]:
    return expected_document(army), roster_document(army.roster)


def _saved(row: BookTest, army: SampleArmy, position: int) -> BookTest:
    row.title, row.position = army.title, position
    row.expected, row.roster = _columns(army)
    row.save()
    return row


def _last(book: Book) -> int:
    return book.tests.aggregate(last=Max("position"))["last"] or 0


def accept_results(
    tests: Iterable[JudgedTest], seen: Mapping[int, str]
) -> tuple[list[BookTest], list[BookTest]]:
    """Have tests expect what they give now, where that is what a person saw.

    ``seen`` are the hashes of `JudgedTest.seen` by the tests' primary keys. Returns the
    tests that were accepted, and those whose result is another by now. The draft is
    locked by the caller, so that nobody changes it in between.
    """
    accepted, differing = [], []
    for test in tests:
        if test.row.pk not in seen or test.state != RED:
            continue
        if test.sample is None or seen[test.row.pk] != test.seen:
            differing.append(test.row)
            continue
        found = sample_of(test.row.title, test.sample.review)
        test.row.expected = expected_document(found)
        test.row.save(update_fields=["expected"])
        accepted.append(test.row)
    return accepted, differing


def remove_tests(book: Book, keys: Iterable[int]) -> list[str]:
    """Remove tests of a book by their primary keys; return their titles."""
    gone = book.tests.filter(pk__in=list(keys))
    titles = list(gone.values_list("title", flat=True))
    gone.delete()
    return titles
