"""Drafts over the API: read, written at once by several, checked, published."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import left_of, spend
from armybuilder.armies.allowances import kept
from armybuilder.books.book_tests import import_tests
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Book, Edition, Revision, Unit
from armybuilder.books.revisions import newest_revision, note_revision
from rulesets.books.checks.finding import finding_document
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import sha256
from tests.armybuilder.api.conftest import WHO, send
from tests.armybuilder.api.test_problems import told
from tests.armybuilder.books.documents import (
    BOOKS,
    charge_army,
    printed_book,
    small_book,
    small_tests,
    small_unit,
)

pytestmark = pytest.mark.postgres
Document = dict[str, Any]
AT = "drafts/testers/"


def read(client: Client, at: str = AT) -> Document:
    answer = client.get(f"/api/v1/{at}")
    assert answer.status_code == 200, answer.content
    document: Document = answer.json()
    return document


def put(client: Client, document: Any, *, at: object = 1, **more: Any) -> Any:
    headers = {"If-Match": f'"{at}"'}
    return send(client, "put", AT, {"document": document, **more}, headers=headers)


def edit(client: Client, *edits: Any, at: object = 1, **more: Any) -> Any:
    headers = {"If-Match": f'"{at}"'}
    body = {"edits": list(edits), **more}
    return send(client, "post", f"{AT}edits/", body, headers=headers)


def points(value: int, unit: str = "spears") -> Document:
    return {"op": "set", "at": f"/units/{unit}/points", "value": value}


# -- reading and writing -------------------------------------------------------------


@pytest.mark.sweep(6)
@pytest.mark.parametrize("key", [path.stem for path in BOOKS])
def test_a_printed_book_comes_out_as_it_went_in(
    key: str, book: Book, alice_client: Client
) -> None:
    printed = printed_book(key)
    head = ("format", "key", "game", "name")
    empty = {**{name: printed[name] for name in head}, "units": []}
    made = send(alice_client, "post", "drafts/", {"document": empty})
    assert made.status_code == 201
    at = f"drafts/{key}/"
    assert made.headers["Location"] == f"http://testserver/api/v1/{at}"
    headers = {"If-Match": made.headers["ETag"]}
    written = send(alice_client, "put", at, {"document": printed}, headers=headers)
    assert written.status_code == 200
    assert read(alice_client, at)["document"] == printed
    assert read(alice_client, at)["sha256"] == sha256(printed)
    assert written.json() == read(alice_client, at)
    assert written.headers["ETag"] == '"2"'


def test_a_draft_tells_where_it_stands(book: Book, alice_client: Client) -> None:
    (listed,) = read(alice_client, "drafts/")["results"]
    draft = read(alice_client)
    document = draft.pop("document")
    assert document == draft_document(book)
    assert draft.pop("sha256") == sha256(document)
    assert draft == listed
    assert (draft["role"], draft["revision"], draft["edition"]) == ("owner", 1, None)
    assert alice_client.get(draft["url"]).headers["ETag"] == '"1"'
    assert alice_client.get(draft["findings"]).status_code == 200
    assert read(alice_client, "drafts/?game=charge")["count"] == 1
    assert read(alice_client, "drafts/?game=mordheim")["count"] == 0


def test_a_new_book_is_its_beginners_own(
    alice: User, book: Book, alice_client: Client
) -> None:
    body = {"document": small_book(key="others")}
    made = send(alice_client, "post", "drafts/", body).json()
    assert (made["role"], made["revision"]) == ("owner", 1)
    assert Book.objects.get(key="others").roles.get().person == alice
    for key in ("others", "testers"):
        again = {"document": small_book(key=key, name="Mine")}
        told(send(alice_client, "post", "drafts/", again), "key-taken")
    assert Book.objects.get(key="testers").name == "Testers"


def test_edits_are_all_made_or_none(book: Book, alice_client: Client) -> None:
    before = draft_document(book)
    gone = {"op": "remove", "at": "/units/ghosts"}
    problem = told(edit(alice_client, points(50), gone), "edit-refused")
    assert "At /units/ghosts: there is no such part" in problem["detail"]
    text = {"op": "set", "at": "/units/spears/points", "value": "dear"}
    problem = told(edit(alice_client, points(50), text), "bad-document")
    assert "at /units/0/points" in problem["detail"]
    assert [one["pointer"] for one in problem["findings"]] == ["/units/0/points"]
    assert (newest_revision(book), draft_document(book)) == (1, before)
    first = {"op": "move", "at": "/units/bows", "before": "spears"}
    made = edit(alice_client, points(50), first, what="Cheaper spears").json()
    assert [unit["key"] for unit in made["document"]["units"]] == ["bows", "spears"]
    assert made["document"]["units"][1]["points"] == 50
    assert Revision.objects.get(book=book, number=2).what == "Cheaper spears"


BAD_EDITS: list[tuple[Any, str]] = [
    ({}, "/edits"),
    ([], "/edits"),
    ([1], "/edits/0"),
    ([{"op": "set", "at": "/name"}], "/edits/0/value"),
    ([{"op": "copy", "at": "/name"}], "/edits/0/op"),
    ([{"op": "set", "at": 1, "value": 1}], "/edits/0/at"),
    ([points(1)] * 1_001, "/edits"),
]
BAD_MORE: list[tuple[Document, str]] = [
    ({"what": 1}, "/what"),
    ({"what": "x" * 301}, "/what"),
    ({"choices": []}, "/choices"),
    ({"choices": {"/name": "ours"}, "told": 1}, "/choices"),
    ({"choices": {"/name": "mine"}}, ""),
    ({"choices": {"/name": "mine"}, "told": "1"}, "/told"),
    ({"revision": 2}, "/revision"),
    ({"revision": -1}, "/revision"),
    ({"revision": True}, "/revision"),
    ({"revision": 0}, "/revision"),
    ({"colour": "red"}, "/colour"),
]


@pytest.mark.parametrize(("edits", "where"), BAD_EDITS)
def test_what_is_no_list_of_edits_names_the_place(
    edits: Any, where: str, book: Book, alice_client: Client
) -> None:
    body = {"edits": edits, "revision": 1}
    problem = told(send(alice_client, "post", f"{AT}edits/", body), "bad-document")
    assert problem["where"] == where
    assert newest_revision(book) == 1


@pytest.mark.parametrize(("more", "where"), BAD_MORE)
def test_what_says_wrongly_how_to_write_names_the_place(
    more: Document, where: str, book: Book, alice_client: Client
) -> None:
    for answer in (
        put(alice_client, small_book(), **more),
        edit(alice_client, points(1), **more),
    ):
        assert told(answer, "bad-document")["where"] == where
    assert newest_revision(book) == 1


def test_what_is_no_book_is_refused_with_all_that_is_wrong(
    book: Book, alice_client: Client
) -> None:
    before = draft_document(book)
    bows = small_unit(key="bows", models="many", rules=["flying"])
    units = [small_unit(points="dear"), bows]
    wrong = small_book(units=units)
    problem = told(put(alice_client, wrong), "bad-document")
    assert problem["where"] == "/document/units/0/points"
    places = [one["pointer"] for one in problem["findings"]]
    assert places == ["/units/0/points", "/units/1/models", "/units/1/rules/0"]
    body = {"document": {**wrong, "key": "others"}}
    begun = told(send(alice_client, "post", "drafts/", body), "bad-document")
    assert begun["findings"] == problem["findings"]
    no_documents: tuple[Any, ...] = ([], "book", None, 1)
    for document in no_documents:
        problem = told(put(alice_client, document), "bad-document")
        assert problem["where"] == "/document"
    for key, value in (("key", "others"), ("game", "mordheim")):
        problem = told(put(alice_client, small_book(**{key: value})), "bad-document")
        assert problem["where"] == f"/document/{key}"
    assert (newest_revision(book), draft_document(book)) == (1, before)
    assert Book.objects.count() == 1


def test_a_draft_that_is_no_book_yet_is_read_and_mended(
    book: Book, alice_client: Client
) -> None:
    Unit.objects.filter(book=book, key="bows").update(category="none")
    note_revision(book, None, "Typed in a form")
    draft = read(alice_client)
    assert draft["document"]["units"][1]["category"] == "none"
    (error,) = (
        one
        for one in read(alice_client, f"{AT}findings/")["findings"]
        if one["level"] == "error"
    )
    assert error["pointer"] == "/units/1/category"
    out = {"op": "remove", "at": "/units/bows/category"}
    mended = edit(alice_client, out, at=2).json()["document"]
    assert "category" not in mended["units"][1]


# -- several writers -----------------------------------------------------------------


def test_what_two_wrote_at_once_is_both_kept(
    book: Book, alice_client: Client, editor: Client
) -> None:
    seen = read(alice_client)["document"]
    mine = {**seen, "name": "Testers of alice"}
    theirs = {**seen, "units": [{**seen["units"][0], "points": 90}, seen["units"][1]]}
    assert put(alice_client, mine).json()["revision"] == 2
    answer = put(editor, theirs)
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"3"')
    merged = {**theirs, "name": "Testers of alice"}
    assert answer.json()["document"] == read(alice_client)["document"] == merged
    assert answer.json()["sha256"] == sha256(merged)
    assert edit(editor, points(40, "bows")).json()["revision"] == 4
    assert read(alice_client)["document"]["units"][0]["points"] == 90


@pytest.mark.parametrize("choice", ["mine", "theirs"])
@pytest.mark.parametrize("way", ["put", "edit"])
def test_what_two_changed_each_in_their_own_way_is_asked(
    way: str, choice: str, book: Book, alice_client: Client, editor: Client
) -> None:
    mine = read(editor)["document"]
    mine["units"][0]["points"] = 80
    assert edit(alice_client, points(70)).status_code == 200
    before = draft_document(book)

    def write(**more: Any) -> Any:
        if way == "put":
            return put(editor, mine, **more)
        return edit(editor, points(80), **more)

    problem = told(write(), "merge-clash")
    at = "/units/spears/points"
    (clash,) = problem["clashes"]
    assert clash.pop("theirs_at") == Revision.objects.get(number=2).made_at.isoformat()
    values = {"base": 100, "mine": 80, "theirs": 70}
    assert clash == {"at": at, **values, "theirs_by": "alice"}
    assert problem["revision"] == 2
    assert at in problem["detail"]
    assert (newest_revision(book), draft_document(book)) == (2, before)
    settled = {"choices": {at: choice}, "told": problem["revision"]}
    answer = write(**settled)
    assert answer.status_code == 200
    now = answer.json()["document"]["units"][0]["points"]
    assert now == {"mine": 80, "theirs": 70}[choice]


def test_all_places_that_clash_are_told_in_one_answer_with_their_writers(
    book: Book, alice_client: Client, editor: Client
) -> None:
    mine = read(editor)["document"]
    mine["units"][0]["points"] = 80
    mine["name"] = "Mine"
    assert edit(alice_client, points(70)).status_code == 200
    name = {"op": "set", "at": "/name", "value": "Theirs"}
    assert edit(alice_client, name, at=2).status_code == 200
    Revision.objects.filter(number=3).update(made_by=None)
    problem = told(put(editor, mine), "merge-clash")
    told_by = {one["at"]: one["theirs_by"] for one in problem["clashes"]}
    assert told_by == {"/name": None, "/units/spears/points": "alice"}
    newest = Revision.objects.get(number=3).made_at.isoformat()
    assert newest in {one["theirs_at"] for one in problem["clashes"]}


def test_a_choice_of_what_was_changed_again_is_asked_again(
    book: Book, alice_client: Client, editor: Client
) -> None:
    edit(alice_client, points(70))
    first = told(edit(editor, points(80)), "merge-clash")
    edit(alice_client, points(60), at=2)
    settled = {"choices": {"/units/spears/points": "mine"}, "told": first["revision"]}
    again = told(edit(editor, points(80), **settled), "merge-clash")
    assert (again["revision"], again["clashes"][0]["theirs"]) == (3, 60)
    settled["told"] = again["revision"]
    assert edit(editor, points(80), **settled).status_code == 200
    assert read(editor)["document"]["units"][0]["points"] == 80


def test_what_was_changed_by_other_means_is_asked_and_settled_too(
    book: Book, alice_client: Client
) -> None:
    Unit.objects.filter(book=book, key="spears").update(points=70)
    problem = told(edit(alice_client, points(80)), "merge-clash")
    assert problem["revision"] == newest_revision(book) == 2
    settled = {"choices": {"/units/spears/points": "mine"}, "told": 2}
    assert edit(alice_client, points(80), **settled).json()["revision"] == 3


def test_a_write_that_is_sent_again_is_not_made_twice(
    book: Book, alice_client: Client
) -> None:
    unit = {"op": "add", "at": "/units", "value": small_unit(key="axes")}
    first, again = (edit(alice_client, unit) for _ in range(2))
    assert first.json() == again.json()
    assert newest_revision(book) == 2


def test_the_revision_must_be_named_and_be_one_of_the_draft(
    book: Book, alice_client: Client
) -> None:
    body = {"edits": [points(1)]}
    at = f"{AT}edits/"
    told(send(alice_client, "post", at, body), "revision-missing")
    for tag in ('"2"', '"one"', f'"{10**8}"'):
        answer = send(alice_client, "post", at, body, headers={"If-Match": tag})
        problem = told(answer, "stale")
        assert (problem["revision"], problem["since"]) == (1, [])
    assert newest_revision(book) == 1
    for number, tag in enumerate(('"1"', "*", 'W/"3"', '"4", "9"'), 2):
        sent = {"edits": [points(number)]}
        answer = send(alice_client, "post", at, sent, headers={"If-Match": tag})
        assert answer.json().get("revision") == number, answer.content
    both = {"edits": [points(9)], "revision": 5}
    answer = send(alice_client, "post", at, both, headers={"If-Match": '"5"'})
    assert answer.json()["revision"] == 6


PRICES = (11, 12, 13, 14)
"""Prices that no unit has yet; one of nothing would not stand in the document."""


def test_writers_at_the_same_time_wait_for_each_other(
    shared_database: Callable[[], None], book: Book, alice: User
) -> None:
    token = Token.objects.create(user=alice).key
    shared_database()
    count = len(PRICES)
    together = Barrier(count)

    def write(number: int) -> tuple[int, Any]:
        together.wait(timeout=60)
        try:
            unit = small_unit(key=f"unit-{number}", name=f"Unit {number}")
            sent = {"op": "add", "at": "/units", "value": unit}
            body = {"edits": [sent, points(PRICES[number])], "revision": 1}
            headers = {"Authorization": f"Token {token}"}
            answer = send(Client(), "post", f"{AT}edits/", body, headers=headers)
            left = draft_document(Book.objects.get(key="testers"))
            return answer.status_code, left["units"]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as threads:
        found = list(threads.map(write, range(count)))
    statuses = [status for status, _ in found]
    # All add a unit and want another price: one is first, the others are asked.
    assert sorted(statuses) == [200, 409, 409, 409]
    first = statuses.index(200)
    for _, units in found:
        assert units[0]["points"] == PRICES[first]
        assert [unit["key"] for unit in units[2:]] == [f"unit-{first}"]


# -- who may -------------------------------------------------------------------------


def row(*statuses: int, others: int = 404) -> tuple[int, ...]:
    """Return a status for each of WHO; superusers are answered as owners are."""
    return (*statuses, others, others, others, 401, statuses[0])


ASKED = {"checked": "?", "approves": False, "words": "Dearer."}
SOON = (timezone.now() + timedelta(days=9)).isoformat()
PLANNED = {"checked": "?", "due_at": SOON}
EDITS = {"edits": [points(50)], "revision": 1}
ROWS: tuple[tuple[str, str, Any, tuple[int, ...]], ...] = (
    ("get", AT, None, row(200, 200, 200, 404)),
    ("put", AT, {"document": small_book(), "revision": 1}, row(200, 200, 403, 404)),
    ("post", f"{AT}edits/", EDITS, row(200, 200, 403, 404)),
    ("get", f"{AT}findings/", None, row(200, 200, 200, 404)),
    ("post", f"{AT}editions/", {"checked": "?"}, row(201, 201, 403, 404)),
    ("get", f"{AT}revisions/", None, row(200, 200, 200, 404)),
    ("post", f"{AT}reverts/", {"number": 2}, row(200, 200, 403, 404)),
    ("post", f"{AT}steps/", {"step": "undo"}, (*row(200, 409, 403, 404)[:-1], 409)),
    ("get", f"{AT}sign-off/", None, row(200, 200, 200, 404)),
    ("post", f"{AT}sign-off/", ASKED, row(200, 403, 200, 404)),
    ("put", f"{AT}sign-off/", {"asks": True}, row(200, 403, 403, 404)),
    ("get", f"{AT}publication/", None, row(200, 200, 200, 404)),
    ("post", f"{AT}publication/", PLANNED, row(201, 201, 403, 404)),
    ("delete", f"{AT}publication/", None, row(404, 404, 403, 404)),
    ("put", f"{AT}editions/7/offer/", {"offered": False}, row(404, 404, 403, 404)),
    ("get", "drafts/", None, row(200, 200, 200, 200, others=200)),
)
"""A request, and the status for each of WHO."""

TESTS = small_tests(charge_army("spears"), points=1)
OF_TESTS: tuple[tuple[str, str, Any, tuple[int, ...]], ...] = (
    ("get", f"{AT}tests/", None, row(200, 200, 200, 200)),
    (
        "post",
        f"{AT}tests/",
        {"tests": small_tests(charge_army("spears"), points=1)},
        row(200, 200, 403, 403),
    ),
    ("get", f"{AT}tests/7/", None, row(404, 404, 404, 404)),
    ("put", f"{AT}tests/7/", {"seen": "x"}, row(404, 404, 403, 403)),
    ("delete", f"{AT}tests/7/", None, row(404, 404, 403, 403)),
)
"""The same of book tests, which testers read."""


@pytest.mark.parametrize("who", WHO)
def test_each_role_is_answered_as_the_table_says(
    who: str, book: Book, clients: dict[str, Client]
) -> None:
    Book.objects.filter(pk=book.pk).update(visibility="private")
    edit(clients["owner"], points(99))
    edit(clients["owner"], points(100), at=2)
    checked = sha256(draft_document(book))
    surprises = []
    for method, path, body, statuses in (*ROWS, *OF_TESTS):
        looks = (body or {}).get("checked") == "?"
        sent = {**body, "checked": checked} if looks else body
        client = clients[who]
        with transaction.atomic():
            if method == "get":
                answer = client.get(f"/api/v1/{path}")
            else:
                answer = send(client, method, path, sent)
            transaction.set_rollback(True)
        if answer.status_code != statuses[WHO.index(who)]:
            surprises.append(f"{method} {path}: {answer.status_code}")
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("who", WHO)
def test_drafts_are_listed_to_whoever_may_read_them(
    who: str, clients: dict[str, Client]
) -> None:
    listed = clients[who].get("/api/v1/drafts/")
    if who == "visitor":
        told(listed, "not-signed-in")
        return
    rows = listed.json()["results"]
    reads = ("owner", "editor", "reviewer", "superuser")
    assert [one["key"] for one in rows] == (["testers"] if who in reads else [])
    role = None if who == "superuser" else who
    assert [one["role"] for one in rows] == ([role] if rows else [])


@pytest.mark.parametrize("who", WHO)
def test_only_authors_begin_a_book(who: str, clients: dict[str, Client]) -> None:
    body = {"document": small_book(key="new-one")}
    answer = send(clients[who], "post", "drafts/", body)
    if who in ("owner", "editor", "other author", "superuser"):
        assert answer.status_code == 201
    else:
        told(answer, "not-signed-in" if who == "visitor" else "forbidden")
        assert not Book.objects.filter(key="new-one").exists()


@pytest.mark.parametrize("who", ["tester", "other author", "organiser", "player"])
def test_anothers_draft_is_answered_as_one_that_is_not_there(
    who: str, clients: dict[str, Client]
) -> None:
    for method, path, body, _ in ROWS[:-1]:
        answers = [
            clients[who].get(f"/api/v1/{at}")
            if method == "get"
            else send(clients[who], method, at, body)
            for at in (path, path.replace("testers", "nobodys"))
        ]
        problems = [told(answer, "not-found") for answer in answers]
        assert problems[0] == problems[1]


def test_an_editor_who_is_no_author_any_more_reads_at_most(
    book: Book, bob: User, editor: Client
) -> None:
    bob.groups.clear()
    assert editor.get(f"/api/v1/{AT}").status_code == 200
    told(edit(editor, points(1)), "forbidden")
    told(send(editor, "post", f"{AT}editions/", {"checked": "x"}), "forbidden")
    assert newest_revision(book) == 1
    assert not Edition.objects.exists()


# -- checked and published -----------------------------------------------------------


def publish(client: Client, checked: str, **more: Any) -> Any:
    return send(client, "post", f"{AT}editions/", {"checked": checked, **more})


def test_findings_are_those_of_the_check_page(book: Book, alice_client: Client) -> None:
    accepted = {"code": "figure-missing", "at": "/units/bows", "because": "Soon."}
    edit(
        alice_client,
        {"op": "set", "at": "/units/spears/rules", "value": ["shield-wal"]},
        {"op": "set", "at": "/units/bows/profiles", "value": []},
        {"op": "add", "at": "/accepted", "value": accepted},
    )
    said = read(alice_client, f"{AT}findings/")
    document = draft_document(Book.objects.get())
    assert said["findings"] == [*map(finding_document, check_draft(document))]
    assert (said["revision"], said["sha256"]) == (2, sha256(document))
    misspelt = said["findings"][0]
    assert (misspelt["code"], misspelt["level"]) == ("rule-unknown", "error")
    assert misspelt["at"] == "/units/spears/rules/shield-wal"
    assert misspelt["did_you_mean"] == ["shield-wall"]
    assert [one.get("because") for one in said["findings"] if "because" in one] == [
        "Soon."
    ]
    address = reverse("admin:books_book_check", args=[book.pk])
    page = alice_client.get(address).context
    shown = [
        finding_document(line.finding)
        for group in ("errors", "warnings", "hints", "accepted")
        for line in page[group]
    ]
    assert sorted(shown, key=str) == sorted(said["findings"], key=str)


def test_a_draft_is_published_as_it_was_checked(
    alice: User, book: Book, alice_client: Client
) -> None:
    checked = read(alice_client, f"{AT}findings/")["sha256"]
    edit(alice_client, points(90))
    problem = told(publish(alice_client, checked), "draft-changed")
    assert problem["detail"].startswith("The draft changed since it was checked")
    assert "findings" not in problem
    checked = read(alice_client)["sha256"]
    made = publish(alice_client, checked, notes="The first.")
    assert made.status_code == 201
    said = made.json()
    assert made.headers["Location"] == said["url"]
    assert alice_client.get(said["url"]).json()["document"] == draft_document(book)
    edition = Edition.objects.get()
    assert (said["edition"], said["sha256"]) == (1, checked)
    assert (edition.notes, edition.published_by) == ("The first.", alice)
    assert read(alice_client)["edition"] == 1
    problem = told(publish(alice_client, checked), "nothing-changed")
    assert problem["detail"] == "Nothing changed since edition 1 of Testers."


def test_errors_are_not_published_and_named_with_their_places(
    book: Book, alice_client: Client
) -> None:
    edit(alice_client, points(-5))
    checked = read(alice_client)["sha256"]
    problem = told(publish(alice_client, checked), "draft-errors")
    (error,) = problem["findings"]
    assert (error["code"], error["pointer"]) == ("price-negative", "/units/0/points")
    assert f"{error['pointer']}: {error['sentence']}" in problem["detail"]
    assert not Edition.objects.exists()


def test_red_book_tests_are_not_published(
    alice: User, book: Book, alice_client: Client
) -> None:
    army = small_tests(charge_army("spears"), points=1)
    import_tests(read_book_tests(army), book, alice)
    problem = told(publish(alice_client, read(alice_client)["sha256"]), "tests-red")
    assert problem["detail"].startswith("1 book test is red: “One”")
    assert not Edition.objects.exists()


def test_a_draft_that_nobody_signed_off_is_not_published_where_its_book_asks(
    book: Book, alice_client: Client
) -> None:
    Book.objects.filter(pk=book.pk).update(asks_sign_off=True)
    problem = told(
        publish(alice_client, read(alice_client)["sha256"]), "not-signed-off"
    )
    assert "sign" in problem["detail"]
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"checked": 1}, "/checked"),
        ({"notes": 1}, "/notes"),
        ({"notes": "x" * 5_001}, "/notes"),
        ({"trial": True}, "/trial"),
    ],
)
def test_what_says_wrongly_what_to_publish_names_the_place(
    more: Document, where: str, book: Book, alice_client: Client
) -> None:
    sent = {"checked": sha256(draft_document(book)), **more}
    answer = send(alice_client, "post", f"{AT}editions/", sent)
    assert told(answer, "bad-document")["where"] == where
    assert not Edition.objects.exists()


# -- history -------------------------------------------------------------------------


def test_the_history_tells_who_changed_what(
    book: Book, alice_client: Client, editor: Client
) -> None:
    edit(alice_client, points(90), what="Cheaper")
    edit(editor, {"op": "set", "at": "/units/bows/name", "value": "Archers"})
    page = read(alice_client, f"{AT}revisions/?page_size=2")
    assert (page["count"], page["previous"]) == (3, None)
    newest, second = page["results"]
    assert (newest["number"], newest["made_by"]) == (3, "bob")
    assert newest["changes"] == ["Bows: name “Bows” → “Archers”."]
    assert (second["what"], second["made_by"]) == ("Cheaper", "alice")
    assert second["changes"] == ["Spears: points 100 → 90."]
    rest = alice_client.get(page["next"]).json()
    assert [one["number"] for one in rest["results"]] == [1]
    assert rest["results"][0]["changes"] == []
    told(alice_client.get(f"/api/v1/{AT}revisions/?page=4"), "not-found")


def revert(client: Client, number: object, **more: Any) -> Any:
    return send(client, "post", f"{AT}reverts/", {"number": number, **more})


def test_a_revision_is_taken_back_and_later_ones_stay(
    book: Book, alice_client: Client
) -> None:
    edit(alice_client, points(90))
    edit(alice_client, points(60, "bows"), at=2)
    units = revert(alice_client, 2).json()["document"]["units"]
    assert [unit["points"] for unit in units] == [100, 60]
    newest = read(alice_client, f"{AT}revisions/")["results"][0]
    assert (newest["number"], newest["takes_back"]) == (4, 2)


def test_taking_back_what_was_changed_again_is_asked(
    book: Book, alice_client: Client
) -> None:
    edit(alice_client, points(90))
    edit(alice_client, points(80), at=2)
    problem = told(revert(alice_client, 2), "merge-clash")
    at = "/units/spears/points"
    (clash,) = problem["clashes"]
    del clash["theirs_at"]
    values = {"base": 90, "mine": 100, "theirs": 80}
    assert clash == {"at": at, **values, "theirs_by": "alice"}
    settled = {"choices": {at: "mine"}, "told": problem["revision"]}
    taken = revert(alice_client, 2, **settled).json()
    assert taken["document"]["units"][0]["points"] == 100


@pytest.mark.parametrize("number", [0, 1, 2, 10**30, -1, "2", True, None])
def test_what_cannot_be_taken_back_is_told(
    number: object, book: Book, alice_client: Client
) -> None:
    problem = told(revert(alice_client, number), "bad-document")
    assert problem["where"] == "/number"
    assert newest_revision(book) == 1


# -- bounds --------------------------------------------------------------------------


def test_what_is_kept_of_a_draft_is_counted(
    alice: User, book: Book, alice_client: Client, settings: Settings
) -> None:
    settings.KEPT_BYTES_PER_DAY = 10_000
    who = f"user {alice.pk}"
    before = left_of(kept(), who)
    document = {**draft_document(book), "note": "x" * 2_000}
    assert put(alice_client, document).status_code == 200
    small = before - left_of(kept(), who)
    assert small == pytest.approx(2_000, abs=100)
    assert put(alice_client, document, at=2).status_code == 200
    assert before - left_of(kept(), who) == pytest.approx(small, abs=50)


def test_who_has_kept_enough_for_a_day_writes_no_draft(
    alice: User, book: Book, alice_client: Client, settings: Settings
) -> None:
    edit(alice_client, points(90))
    spend(kept(), 2 * settings.KEPT_BYTES_PER_DAY, f"user {alice.pk}")
    for answer in (
        put(alice_client, small_book()),
        edit(alice_client, points(1)),
        revert(alice_client, 2),
        send(alice_client, "post", "drafts/", {"document": small_book(key="more")}),
    ):
        told(answer, "keeping-spent")
        assert int(answer.headers["Retry-After"]) > 0
    assert (newest_revision(book), Book.objects.count()) == (2, 1)


def test_a_body_is_bounded(book: Book, alice_client: Client) -> None:
    deep: Any = {}
    for _ in range(50):
        deep = {"x": deep}
    told(put(alice_client, deep), "not-json")
    raw = json.dumps({"document": small_book(note="x" * 2_200_000), "revision": 1})
    answer = alice_client.put(f"/api/v1/{AT}", raw, content_type="application/json")
    told(answer, "too-large")
    assert newest_revision(book) == 1
