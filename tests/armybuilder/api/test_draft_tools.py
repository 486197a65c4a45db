"""The tools of a draft over the API: steps, book tests, sign-off, a time."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.api.codes import CODES
from armybuilder.armies.store import create
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Book, Edition, Role
from armybuilder.books.people import give_role
from armybuilder.books.publications import publish_due
from armybuilder.books.refusals import Reason
from armybuilder.books.revisions import newest_revision
from rulesets.documents.json import sha256
from rulesets.rosters.roster import read_roster
from tests.armybuilder.api.conftest import send
from tests.armybuilder.api.test_drafts import AT, edit, points, publish, read
from tests.armybuilder.api.test_problems import told
from tests.armybuilder.books.documents import charge_army, small_tests

pytestmark = pytest.mark.postgres


def checked(book: Book) -> str:
    return sha256(draft_document(Book.objects.get(pk=book.pk)))


@pytest.fixture
def reviewer(book: Book, bob: User, bob_client: Client) -> Client:
    """Bob's, who reviews the book."""
    give_role(book, bob, Role.REVIEWER)
    return bob_client


def test_every_reason_is_a_code() -> None:
    assert {reason.value for reason in Reason} <= CODES.keys()


# -- steps ---------------------------------------------------------------------------


def step(client: Client, name: str = "undo", **more: Any) -> Any:
    return send(client, "post", f"{AT}steps/", {"step": name}, **more)


def test_each_takes_back_their_own_edits(
    book: Book, alice_client: Client, editor: Client
) -> None:
    edit(alice_client, points(90))
    edit(editor, points(60, "bows"), at=2)
    undone = step(alice_client).json()
    assert [one["points"] for one in undone["document"]["units"]] == [100, 60]
    assert step(alice_client, "redo").json()["document"]["units"][0]["points"] == 90
    problem = told(step(alice_client, "redo"), "nothing-to-undo")
    assert problem["detail"] == "There is nothing to redo."


def test_a_step_over_what_another_wrote_names_them(
    book: Book, alice_client: Client, editor: Client
) -> None:
    edit(alice_client, points(90))
    edit(editor, points(80), at=2)
    problem = told(step(alice_client), "merge-clash")
    (clash,) = problem["clashes"]
    assert (clash["at"], clash["theirs_by"]) == ("/units/spears/points", "bob")
    assert newest_revision(book) == 3


def test_a_step_may_be_held_to_a_revision(book: Book, alice_client: Client) -> None:
    edit(alice_client, points(90))
    late = {"If-Match": '"1"'}
    assert told(step(alice_client, headers=late), "stale")["revision"] == 2
    assert step(alice_client, headers={"If-Match": '"2"'}).status_code == 200
    told(step(alice_client, headers={"If-Match": '"2"'}), "stale")
    bad = told(step(alice_client, "jump"), "bad-document")
    assert bad["where"] == "/step"


# -- book tests ----------------------------------------------------------------------


def make(client: Client, **body: Any) -> Any:
    return send(client, "post", f"{AT}tests/", body)


def test_tests_are_brought_judged_accepted_and_removed(
    book: Book, alice_client: Client, reviewer: Client
) -> None:
    army = small_tests(charge_army("spears"), points=1)
    (test,) = make(alice_client, tests=army).json()["results"]
    assert (test["state"], test["expected"]["points"]) == ("red", 1)
    assert [one["what"] for one in test["differs"]] == ["Points"]
    assert read(reviewer, f"{AT}tests/")["results"] == [test]
    at = f"{AT}tests/{test['id']}/"
    told(publish(alice_client, checked(book)), "tests-red")
    told(send(alice_client, "put", at, {"seen": "old"}), "test-not-red")
    told(send(reviewer, "put", at, {"seen": test["seen"]}), "forbidden")
    accepted = send(alice_client, "put", at, {"seen": test["seen"]})
    assert accepted.json()["state"] == "green"
    assert send(alice_client, "put", at, {"seen": test["seen"]}).status_code == 200
    assert publish(alice_client, checked(book)).status_code == 201
    told(reviewer.delete(f"/api/v1/{at}"), "forbidden")
    assert alice_client.delete(f"/api/v1/{at}").status_code == 204
    told(alice_client.delete(f"/api/v1/{at}"), "not-found")


def test_an_army_and_a_roster_become_tests_as_they_are_judged_now(
    alice: User, bob: User, book: Book, alice_client: Client
) -> None:
    assert publish(alice_client, checked(book)).status_code == 201
    roster = charge_army("spears")
    own, others = (create(read_roster(roster), one) for one in (alice, bob))
    (first,) = make(alice_client, army=own.public_id).json()["results"]
    _, second = make(alice_client, roster=roster, title="Two").json()["results"]
    assert (first["state"], second["state"]) == ("green", "green")
    assert (second["title"], first["expected"]) == ("Two", second["expected"])
    told(make(alice_client, army=others.public_id), "not-found")
    assert book.tests.count() == 2


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"title": "x"}, ""),
        ({"army": "x", "roster": {}}, ""),
        ({"army": 1}, "/army"),
        ({"army": "x", "title": "x"}, "/title"),
        ({"roster": {}}, "/roster"),
        ({"tests": {}}, "/tests"),
        ({"tests": {**small_tests(charge_army("spears")), "book": "x"}}, "/tests/book"),
        (
            {"roster": {**charge_army("spears"), "forces": []}},
            "/roster/forces",
        ),
    ],
)
def test_what_is_no_test_names_the_place(
    body: Any, where: str, book: Book, alice_client: Client
) -> None:
    assert told(make(alice_client, **body), "bad-document")["where"] == where
    assert not book.tests.exists()


# -- signed off ----------------------------------------------------------------------


def answer(client: Client, book: Book, *, approves: bool, words: str = "") -> Any:
    body = {"checked": checked(book), "approves": approves, "words": words}
    return send(client, "post", f"{AT}sign-off/", body)


def test_a_reviewer_signs_what_an_owner_asked_for(
    book: Book, alice_client: Client, reviewer: Client
) -> None:
    asked = send(alice_client, "put", f"{AT}sign-off/", {"asks": True}).json()
    assert (asked["asks"], asked["answer"]) == (True, None)
    told(publish(alice_client, checked(book)), "not-signed-off")
    told(answer(alice_client, book, approves=True), "own-changes")
    empty = told(answer(reviewer, book, approves=False, words=" "), "bad-document")
    assert (empty["where"], empty["detail"]) == ("/words", "Say what is to be changed.")
    said = answer(reviewer, book, approves=False, words="Too cheap.").json()
    assert said["refusal"] == "bob asks for changes: Too cheap."
    edit(alice_client, points(110), at=newest_revision(book))
    late = {"checked": asked["sha256"], "approves": True}
    told(send(reviewer, "post", f"{AT}sign-off/", late), "draft-changed")
    signed = answer(reviewer, book, approves=True).json()
    assert (signed["refusal"], signed["answer"]["made_by"]) == ("", "bob")
    assert read(alice_client, f"{AT}sign-off/") == signed
    assert publish(alice_client, checked(book)).status_code == 201
    told(answer(reviewer, book, approves=True), "nothing-changed")


# -- at a time, and withdrawn --------------------------------------------------------


def plan(client: Client, book: Book, due_at: Any) -> Any:
    body = {"checked": checked(book), "due_at": due_at, "notes": "Soon."}
    return send(client, "post", f"{AT}publication/", body)


def test_a_draft_is_planned_cancelled_and_published_at_its_time(
    book: Book, alice_client: Client, editor: Client
) -> None:
    due = timezone.now() + timedelta(days=2)
    made = plan(alice_client, book, due.isoformat())
    assert made.status_code == 201
    row = made.json()["publication"]
    assert made.headers["Location"] == row["url"]
    assert (row["state"], row["made_by"]) == ("waiting", "alice")
    assert editor.get(row["url"]).json() == made.json()
    told(plan(editor, book, due.isoformat()), "publication-waits")
    told(publish(editor, checked(book)), "publication-waits")
    assert editor.delete(row["url"]).status_code == 204
    problem = told(alice_client.delete(row["url"]), "not-found")
    assert problem["detail"] == "No draft waits to be published."
    plan(editor, book, due.isoformat())
    assert publish_due(due) == 1
    assert read(alice_client, f"{AT}publication/") == {"publication": None}
    told(plan(editor, book, due.isoformat()), "nothing-changed")


@pytest.mark.parametrize(
    "due_at", [1, None, "soon", "2099-01-01T00:00:00", "2020-01-01T00:00:00Z"]
)
def test_a_time_that_is_none_names_the_place(
    due_at: Any, book: Book, alice_client: Client
) -> None:
    problem = told(plan(alice_client, book, due_at), "bad-document")
    assert problem["where"] == "/due_at"
    assert not book.publications.exists()


def test_an_edition_is_withdrawn_and_offered_again(
    book: Book, alice_client: Client, reviewer: Client
) -> None:
    publish(alice_client, checked(book))
    at = f"{AT}editions/1/offer/"
    told(send(reviewer, "put", at, {"offered": False}), "forbidden")
    body = {"offered": False, "reason": "Too cheap."}
    assert send(alice_client, "put", at, body).json()["offered"] is False
    edition = Edition.objects.get()
    assert (edition.is_offered, edition.withdrawal.reason) == (False, "Too cheap.")
    assert send(alice_client, "put", at, {"offered": True}).json()["offered"] is True
    assert Edition.objects.get().is_offered


# -- queries -------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 5])
def test_reading_asks_the_database_as_often_for_many_as_for_one(
    count: int,
    alice: User,
    book: Book,
    alice_client: Client,
    django_assert_num_queries: Any,
) -> None:
    publish(alice_client, checked(book))
    for number in range(count):
        make(alice_client, roster=charge_army("spears"), title=f"Test {number}")
        edit(alice_client, points(90 - number), at="*")
    for path, queries in (("tests/", 22), ("sign-off/", 23), ("publication/", 4)):
        alice_client.get(f"/api/v1/{AT}{path}")
        with django_assert_num_queries(queries):
            read(alice_client, f"{AT}{path}")
