"""The same request sent twice makes one thing and is answered twice alike."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User
from armybuilder.api import idempotency
from armybuilder.api.models import KeptAnswer
from armybuilder.armies import access, store
from armybuilder.armies.models import Army, BulkCheck
from armybuilder.books.models import Book, BookTest, Edition, Publication, SignOff
from armybuilder.jobs.models import Job
from tests.armybuilder.api.conftest import send
from tests.armybuilder.api.operations import named, operations, right
from tests.armybuilder.api.test_problems import told

pytestmark = pytest.mark.postgres

Document = dict[str, Any]
MAKING = [one.id for one in operations() if one.takes("Idempotency-Key")]


def under(key: str) -> Document:
    return {"headers": {"Idempotency-Key": key}}


def asked(name: str, places: Document, key: str = "k1") -> Any:
    request = right(named(name), places)
    request.headers["Idempotency-Key"] = key
    return request


def made() -> tuple[int, ...]:
    """Return how much there is that a request may make."""
    revisions = sum(Army.objects.values_list("revision", flat=True))
    tables = (Army, BulkCheck, Job, Book, Edition, BookTest, SignOff, Publication)
    return revisions, *(table.objects.count() for table in tables)


def test_every_operation_that_makes_something_takes_a_key() -> None:
    of_books = {"create_draft", "publish_draft", "plan_publication"}
    of_books |= {"answer_draft", "make_book_tests"}
    of_armies = {"create_army", "edit_army", "begin_comparison", "begin_bulk_check"}
    assert set(MAKING) == of_armies | of_books


@pytest.mark.parametrize("name", MAKING)
def test_a_request_sent_again_is_answered_again_and_makes_nothing(
    alice_client: Client, places: Document, name: str
) -> None:
    first = asked(name, places).by(alice_client)
    there = made()
    again = asked(name, places).by(alice_client)
    assert first.status_code == again.status_code
    assert 200 <= first.status_code < 300
    assert first.json() == again.json()
    for header in ("Location", "ETag"):
        assert first.headers.get(header) == again.headers.get(header)
    assert made() == there


@pytest.mark.parametrize("name", MAKING)
def test_a_key_belongs_to_one_request(
    alice_client: Client, places: Document, roster: Document, name: str
) -> None:
    assert asked(name, places).by(alice_client).status_code < 300
    there = made()
    other = asked(name, places)
    other.body = json.dumps({"roster": {**roster, "name": "Another"}}).encode()
    told(other.by(alice_client), "key-reused")
    for another in MAKING:
        if another != name:
            told(asked(another, places).by(alice_client), "key-reused")
    assert made() == there


def test_each_account_has_keys_of_its_own(
    alice_client: Client, bob_client: Client, charge_books: None, roster: Document
) -> None:
    for client in (alice_client, bob_client):
        body = {"roster": {**roster, "name": "Mine"}}
        answer = send(client, "post", "armies/", body, **under("k1"))
        assert answer.status_code == 201
    assert Army.objects.count() == 2


def test_what_was_refused_may_be_sent_again_under_its_key(
    alice_client: Client,
    charge_books: None,
    roster: Document,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(access, "MOST_ARMIES", 0)
        full = send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    told(full, "too-many-armies")
    assert not KeptAnswer.objects.exists()
    right = send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    assert right.status_code == 201
    with monkeypatch.context() as patch:
        patch.setattr(access, "MOST_ARMIES", 0)
        again = send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    assert again.json() == right.json()


def test_the_answer_is_the_same_though_the_army_went_on(
    alice_client: Client, places: Document
) -> None:
    first = asked("edit_army", places).by(alice_client)
    army = Army.objects.get(public_id=places["public_id"])
    store.delete(army)
    late = asked("edit_army", places).by(alice_client)
    told(late, "not-found")
    store.restore(army)
    late = asked("edit_army", places)
    late.headers["If-Match"] = '"2"'
    assert late.by(alice_client).json() == first.json()


def test_a_key_is_forgotten_after_a_day(
    alice_client: Client, charge_books: None, roster: Document
) -> None:
    send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    day_ago = timezone.now() - idempotency.KEPT_FOR - timedelta(seconds=1)
    KeptAnswer.objects.update(made_at=day_ago)
    send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    assert Army.objects.count() == 2
    assert KeptAnswer.objects.count() == 1


def test_only_the_newest_answers_of_an_account_are_kept(
    alice_client: Client,
    charge_books: None,
    roster: Document,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(idempotency, "MOST_KEPT", 2)
    for key in ("k1", "k2", "k3"):
        send(alice_client, "post", "armies/", {"roster": roster}, **under(key))
    assert set(KeptAnswer.objects.values_list("key", flat=True)) == {"k2", "k3"}


def test_keys_go_with_their_account(
    alice: User, alice_client: Client, charge_books: None, roster: Document
) -> None:
    send(alice_client, "post", "armies/", {"roster": roster}, **under("k"))
    alice.delete()
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", " ", "k" * 65, "two words", "ключ", "\t"])
def test_a_key_that_is_none_is_refused(
    alice_client: Client, charge_books: None, roster: Document, key: str
) -> None:
    answer = send(alice_client, "post", "armies/", {"roster": roster}, **under(key))
    told(answer, "bad-header")
    assert not Army.objects.exists()


@pytest.mark.parametrize("same", [True, False], ids=["one body", "other bodies"])
def test_requests_at_the_same_time_make_one_thing(
    shared_database: Callable[[], None],
    alice: User,
    charge_books: None,
    roster: Document,
    same: bool,
) -> None:
    token = Token.objects.create(user=alice).key
    shared_database()
    count = 6
    together = Barrier(count)

    def ask(number: int) -> Any:
        headers = {"Authorization": f"Token {token}", "Idempotency-Key": "k"}
        name = "One" if same else f"Number {number}"
        body = {"roster": {**roster, "name": name}}
        together.wait(timeout=60)
        try:
            answer = send(Client(), "post", "armies/", body, headers=headers)
            return answer, Army.objects.count(), KeptAnswer.objects.count()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as threads:
        found = list(threads.map(ask, range(count)))
    answers = [answer for answer, _, _ in found]

    right = [one for one in answers if one.status_code == 201]
    assert len(right) == (count if same else 1)
    first = right[0].json()
    for one in right:
        assert one.json() == first
    for answer in answers:
        if answer not in right:
            told(answer, "key-reused")
    assert {(armies, keys) for _, armies, keys in found} == {(1, 1)}
