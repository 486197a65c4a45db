"""Many authors at one draft at the same time: what is kept, and what readers see."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books import draft_reading
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Revision, Role
from armybuilder.books.people import give_role
from armybuilder.books.revisions import (
    draft_at,
    edit_draft,
    newest_revision,
    note_revision,
)
from rulesets.documents.differences import find_differences
from rulesets.documents.document_edits import DocumentEdit
from rulesets.documents.json import sha256
from tests.armybuilder.api.conftest import send
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = pytest.mark.postgres

WRITERS, EDITS = 6, 10
UNITS = ("spears", "bows", "axes")
CONFLICT = 409

Place = tuple[str, str]
"""A unit and one of its members."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """An edit that was kept: what it wrote, and the revision that its writer saw."""

    place: Place
    value: int | str
    seen: int


@dataclass(slots=True)
class Writer:
    """An author who edits over the API, or on the page of a unit.

    Who is asked at a clash writes their own one time, and leaves it the next.
    """

    number: int
    client: Client
    book: Book
    seen: int = 1
    accepted: list[Accepted] = field(default_factory=list)
    asked: int = 0

    def work(self) -> None:
        for turn in range(EDITS):
            place, value = self.edit(turn)
            if self.write(place, value):
                continue
            self.asked += 1
            if self.asked % 2:
                self.write(place, value)

    def edit(self, turn: int) -> tuple[Place, int | str]:
        """Return the edit of a turn: of an own field, or of one that others want."""
        value = 100 * (self.number + 1) + turn
        unit = UNITS[(self.number + turn) % len(UNITS)]
        if turn % 2:
            return (unit, "points"), value
        return (f"own-{self.number}", "note"), f"Note {value}"

    def write(self, place: Place, value: int | str) -> bool:
        by = self.by_api if self.number % 2 else self.on_page
        seen = self.seen
        status, self.seen = by(place, value)
        assert status in (200, CONFLICT)
        if status == CONFLICT:
            return False
        self.accepted.append(Accepted(place, value, seen))
        return True

    def by_api(self, place: Place, value: int | str) -> tuple[int, int]:
        edit = {"op": "set", "at": "/units/{}/{}".format(*place), "value": value}
        body = {"edits": [edit], "revision": self.seen}
        at = f"drafts/{self.book.key}/edits/"
        answer = send(self.client, "post", at, body)
        return answer.status_code, answer.json().get("revision", self.seen)

    def on_page(self, place: Place, value: int | str) -> tuple[int, int]:
        address = reverse("admin:books_book_unit", args=[self.book.pk, place[0]])
        typed = {"seen": self.seen, "/units/{}:{}".format(*place): value}
        answer = self.client.post(address, typed, headers={"X-Piece": "1"})
        told = re.search(r'name="seen" value="(\d+)"', answer.content.decode())
        assert told is not None, answer.content
        return answer.status_code, int(told[1])


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let writers of SQLite wait as long as a busy machine needs."""
    if connection.vendor == "sqlite":
        options = {**connection.settings_dict["OPTIONS"], "timeout": 120}
        monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)


@pytest.fixture
def draft(alice: User, bob: User) -> Book:
    """A draft of alice's and bob's, at revision 1: shared units, and one a writer."""
    keys = [*UNITS, *(f"own-{number}" for number in range(WRITERS))]
    units = [small_unit(key=key, name=key.title(), points=10) for key in keys]
    book = save_draft(small_book(units=units))
    for person, role in ((alice, Role.OWNER), (bob, Role.EDITOR)):
        grant_role(person, AUTHORS)
        give_role(book, person, role)
    note_revision(book, alice, "Begun")
    return book


def test_of_many_writers_at_once_nothing_accepted_is_lost(
    shared_database: Callable[[], None],
    patient: None,
    draft: Book,
    alice_client: Client,
    bob_client: Client,
) -> None:
    clients = (alice_client, bob_client)
    writers = [
        # Threads share no client, which keeps what it was answered last.
        Writer(number, _again(clients[number // 2 % 2]), draft)
        for number in range(WRITERS)
    ]
    reader = _again(alice_client)
    shared_database()
    seen = _hammer(writers, reader, draft)
    kept = [one for writer in writers for one in writer.accepted]
    left = _aside(lambda: _left(draft))
    history = left.history

    # Every accepted edit is in the history once, and nothing else is.
    assert Counter(history) == Counter((one.place, one.value) for one in kept)
    # Nobody wrote over what they had not been shown or told.
    made = {value: number for number, (_, value) in enumerate(history, start=2)}
    for one in kept:
        between = history[one.seen - 1 : made[one.value] - 2]
        assert one.place not in [place for place, _ in between]
    # The draft is the newest revision, and holds of each place what was written last.
    assert left.document == left.newest
    there = {
        (unit["key"], member): unit[member]
        for unit in left.document["units"]
        for member in ("points", "note")
        if member in unit
    }
    untouched = {(unit["key"], "points"): 10 for unit in left.document["units"]}
    assert there == {**untouched, **dict(history)}
    # Own fields are nobody else's: all of them were kept at once.
    assert sum(place[1] == "note" for place, _ in history) == WRITERS * EDITS / 2
    # Whoever read meanwhile read whole drafts.
    assert seen
    assert all(left.hashes[number] == read for number, read in seen)


def _again(client: Client) -> Client:
    other = Client()
    other.cookies = client.cookies
    return other


def _hammer(writers: list[Writer], reader: Client, book: Book) -> list[tuple[int, str]]:
    """Have all write at once; return revisions that were read, with their hashes."""
    together = Barrier(len(writers) + 1)
    works: list[Future[None]] = []

    def write(writer: Writer) -> None:
        together.wait(timeout=60)
        try:
            writer.work()
        finally:
            connections.close_all()

    def read() -> list[tuple[int, str]]:
        together.wait(timeout=60)
        found = []
        try:
            while not all(work.done() for work in works):
                told = reader.get(f"/api/v1/drafts/{book.key}/").json()
                found.append((told["revision"], sha256(told["document"])))
        finally:
            connections.close_all()
        return found

    with ThreadPoolExecutor(len(writers) + 1) as threads:
        works += [threads.submit(write, writer) for writer in writers]
        found = threads.submit(read).result()
        for work in works:
            work.result()
    return found


@dataclass(frozen=True, slots=True)
class Left:
    """What writers left: the draft, its newest revision, and how it came about."""

    document: Any
    newest: Any
    history: list[tuple[Place, Any]]
    hashes: dict[int, str]


def _left(book: Book) -> Left:
    numbers = Revision.objects.filter(book=book).values_list("number", "sha256")
    return Left(
        draft_document(Book.objects.get(pk=book.pk)),
        draft_at(book, newest_revision(book)),
        list(_history(book)),
        dict(numbers),
    )


def _aside(look: Callable[[], Left]) -> Left:
    """Look at what threads share: this one may still hold what was in memory."""

    def there() -> Left:
        try:
            return look()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(there).result()


def _history(book: Book) -> Iterator[tuple[Place, Any]]:
    """Yield what each revision changed: one value at one place."""
    before = draft_at(book, 1)
    for number in range(2, newest_revision(book) + 1):
        after = draft_at(book, number)
        (changed,) = find_differences(before, after)
        _, unit, member = changed.path
        assert isinstance(unit, int)
        yield (after["units"][unit]["key"], str(member)), changed.new
        before = after


def test_a_draft_that_is_written_while_it_is_read_is_read_again(
    draft: Book, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(book: Book) -> Any:
        found = draft_document(book)
        monkeypatch.setattr(draft_reading, "draft_document", draft_document)
        edits = [
            DocumentEdit("set", "/name", "Another name"),
            DocumentEdit("set", "/units/bows/points", 77),
        ]
        other = Book.objects.get(pk=book.pk)
        edit_draft(other, edits, alice, seen=1)
        return found

    monkeypatch.setattr(draft_reading, "draft_document", interrupted)
    read = read_draft(draft)
    assert read.revision == 2
    assert read.document == draft_at(draft, 2)
    assert read.document["name"] == "Another name"


def test_a_draft_is_read_as_it_is_now_and_not_as_its_row_was_found(
    draft: Book, alice: User
) -> None:
    found = Book.objects.get(pk=draft.pk)
    edit_draft(draft, [DocumentEdit("set", "/name", "Renamed")], alice, seen=1)
    read = read_draft(found)
    assert (read.revision, read.document["name"]) == (2, "Renamed")
