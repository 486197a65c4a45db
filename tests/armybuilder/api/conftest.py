"""A sample roster, and clients that speak JSON."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.api.examples import (
    EXAMPLE_BULK_CHECK,
    EXAMPLE_COMPARISON,
    EXAMPLE_DRAFT,
    EXAMPLE_TESTS,
)
from armybuilder.books.book_tests import import_tests
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Edition, Role
from armybuilder.books.people import give_role
from armybuilder.books.revisions import note_revision
from armybuilder.events.models import Entrant, Event, Submission
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import sha256
from tests.armybuilder.books.documents import small_book, small_unit
from tests.armybuilder.events.scene import charge_event, handed, opened, placed
from tests.real_books import FIXTURES

FAR = datetime(2090, 1, 1, tzinfo=UTC)
Send = Callable[..., Any]

WHO = (
    *("owner", "editor", "reviewer", "tester"),
    *("other author", "organiser", "player", "visitor", "superuser"),
)
"""Whoever asks for a draft; the first four have that role in its book."""


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Forget how often earlier tests asked."""
    cache.clear()


@pytest.fixture
def roster() -> dict[str, Any]:
    raw = (FIXTURES / "armies" / "skaven-500.json").read_text()
    document: dict[str, Any] = json.loads(raw)
    return document


def send(client: Client, method: str, path: str, body: Any, **more: Any) -> Any:
    """Send a body as JSON."""
    return getattr(client, method)(
        f"/api/v1/{path}", json.dumps(body), content_type="application/json", **more
    )


def begin_draft(client: Client) -> str:
    """Begin the book of the examples; return its key. It is at revision 2."""
    last = json.loads(json.dumps(EXAMPLE_DRAFT.value["document"]))
    del last["source"]
    first = {**last, "note": "Not yet as in the examples."}
    made = send(client, "post", "drafts/", {"document": first}).json()
    edits = [{"op": "remove", "at": "/note"}]
    at = f"drafts/{made['key']}/edits/"
    draft = send(client, "post", at, {"edits": edits, "revision": 1}).json()
    assert (draft["revision"], draft["document"]) == (2, last)
    return str(draft["key"])


def first_edition(key: str) -> int:
    """Publish another book than the draft as its first edition; return its number."""
    book = Book.objects.get(key=key)
    document = {**draft_document(book), "note": "The first."}
    Edition.objects.create(
        book=book, number=1, document=document, sha256=sha256(document)
    )
    return 1


def first_test(key: str) -> int:
    """Keep the test of the examples in a draft; return its number."""
    book = Book.objects.get(key=key)
    import_tests(read_book_tests(EXAMPLE_TESTS.value["tests"]), book, None)
    return int(book.tests.get().pk)


def an_event(alice: User) -> Event:
    """Return an event of alice's: the first place has a list, the second is hers."""
    event = opened(charge_event(alice, deadline=FAR, reveal_at=FAR), alice)
    first, second = placed(event, alice, "Anna", "Alice")
    handed(first)
    Entrant.objects.filter(pk=second.pk).update(person=alice)
    return event


@pytest.fixture
def places(
    alice: User, alice_client: Client, charge_books: None, roster: dict[str, Any]
) -> dict[str, Any]:
    """Return what the paths of operations lead to: an army at revision 1, a job.

    And a draft: alice is an author.
    """
    grant_role(alice, AUTHORS)
    draft = begin_draft(alice_client)
    edition, test = first_edition(draft), first_test(draft)
    army = send(alice_client, "post", "armies/", {"roster": roster}).json()
    sharing = f"armies/{army['id']}/sharing/"
    secret = send(alice_client, "put", sharing, {"secret": True}).json()["secret"]
    asked = EXAMPLE_COMPARISON.value
    job = send(alice_client, "post", "comparisons/", asked).json()
    many = EXAMPLE_BULK_CHECK.value
    bulk = send(alice_client, "post", "checks/bulk/", many).json()
    event = an_event(alice)
    return {
        **{"slug": event.slug, "code": Submission.objects.get().code},
        **{"game": "charge", "book": "charge-skaven", "number": 1},
        "pack": "border-patrol",
        **{"public_id": army["id"], "job": job["id"]},
        "bulk": bulk["id"],
        **{"draft": draft, "edition": edition, "test": test},
        "token": secret.rstrip("/").rpartition("/")[2],
    }


@pytest.fixture
def book(alice: User) -> Book:
    """A book of alice's, of two units, at revision 1."""
    grant_role(alice, AUTHORS)
    units = [small_unit(), small_unit(key="bows", name="Bows")]
    book = save_draft(small_book(units=units))
    book.people.add(alice)
    note_revision(book, alice, "Begun")
    return book


@pytest.fixture
def editor(book: Book, bob: User, bob_client: Client) -> Client:
    """Bob's, who is an editor of the book."""
    grant_role(bob, AUTHORS)
    give_role(book, bob, Role.EDITOR)
    return bob_client


@pytest.fixture
def clients(book: Book, alice: User, alice_client: Client) -> dict[str, Client]:
    found = {"owner": alice_client, "visitor": Client()}
    for who in WHO:
        if who in found:
            continue
        user = User.objects.create_user(who, is_superuser=who == "superuser")
        if who in ("editor", "other author"):
            grant_role(user, AUTHORS)
        if who == "organiser":
            grant_role(user, ORGANISERS)
        if who in Role.values:
            give_role(book, user, Role(who))
        found[who] = Client()
        found[who].force_login(user)
    return found
