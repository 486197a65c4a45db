"""Armies over the API: one's own, by revision, through the same door as the pages."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User
from armybuilder.armies import access
from armybuilder.armies.models import Army
from tests.armybuilder.api.conftest import send

pytestmark = [pytest.mark.usefixtures("charge_books"), pytest.mark.postgres]

Document = dict[str, Any]


@pytest.fixture
def army(alice_client: Client, roster: Document) -> Document:
    answer = send(alice_client, "post", "armies/", {"roster": roster})
    assert answer.status_code == 201
    created: Document = answer.json()
    return created


def army_tag(army: Document) -> str:
    return f'"{army["revision"]}"'


def rename(name: str) -> Document:
    return {"edit": "rename-army", "name": name}


def error(answer: Any, status: int) -> Document:
    assert answer.status_code == status, answer.content
    told: Document = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["status"] == status
    return told


def test_an_army_is_created_listed_and_read_back(
    alice_client: Client, army: Document, roster: Document
) -> None:
    listed = alice_client.get("/api/v1/armies/").json()
    assert [row["id"] for row in listed["results"]] == [army["id"]]
    answer = alice_client.get(f"/api/v1/armies/{army['id']}/")
    assert answer.headers["ETag"] == '"1"'
    assert answer.json()["roster"]["forces"] == roster["forces"]


def test_nobody_creates_armies_without_end(
    alice_client: Client, army: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MOST_ARMIES", 1)
    answer = send(alice_client, "post", "armies/", {"roster": army["roster"]})
    assert "1 armies" in error(answer, 409)["detail"]
    assert Army.objects.count() == 1


def test_a_token_is_as_good_as_a_session(alice: User, army: Document) -> None:
    token = Token.objects.create(user=alice)
    headers = {"Authorization": f"Token {token.key}"}
    answer = Client().get("/api/v1/armies/", headers=headers)
    assert answer.json()["count"] == 1
    assert (
        Client()
        .get("/api/v1/armies/", headers={"Authorization": "Token no"})
        .status_code
        == 401
    )


def test_nobody_signed_in_has_no_armies(client: Client, roster: Document) -> None:
    assert error(client.get("/api/v1/armies/"), 401)["detail"]
    error(send(client, "post", "armies/", {"roster": roster}), 401)


def test_somebody_elses_army_is_not_there(
    bob_client: Client, army: Document, roster: Document
) -> None:
    path = f"armies/{army['id']}/"
    error(bob_client.get(f"/api/v1/{path}"), 404)
    error(bob_client.get(f"/api/v1/{path}review/"), 404)
    error(send(bob_client, "put", path, {"roster": roster, "revision": 1}), 404)
    error(
        send(
            bob_client, "post", f"{path}edits/", {"edits": [rename("x")], "revision": 1}
        ),
        404,
    )
    error(send(bob_client, "put", f"{path}sharing/", {"visibility": "public"}), 404)
    error(bob_client.post(f"/api/v1/{path}restore/"), 404)
    error(bob_client.delete(f"/api/v1/{path}"), 404)
    assert Army.objects.get().revision == 1


def test_edits_make_the_next_revision(alice_client: Client, army: Document) -> None:
    body = {"edits": [rename("Skittering")], "revision": 1}
    answer = send(alice_client, "post", f"armies/{army['id']}/edits/", body)
    assert answer.status_code == 200
    assert answer.json()["name"] == "Skittering"
    assert answer.headers["ETag"] == '"2"'


def test_the_revision_may_stand_in_if_match(
    alice_client: Client, army: Document
) -> None:
    path = f"armies/{army['id']}/edits/"
    headers = {"If-Match": '"1"'}
    body = {"edits": [rename("Skittering")]}
    assert send(alice_client, "post", path, body, headers=headers).status_code == 200
    missing = error(send(alice_client, "post", path, body), 428)
    assert missing["code"] == "revision-missing"


def test_a_stale_edit_is_told_what_was_done_since(
    alice_client: Client, army: Document, roster: Document
) -> None:
    path = f"armies/{army['id']}/"
    send(
        alice_client, "post", f"{path}edits/", {"edits": [rename("One")], "revision": 1}
    )
    late = {"edits": [rename("Two")], "revision": 1}
    answer = send(alice_client, "post", f"{path}edits/", late)
    assert error(answer, 409)["where"] == "/revision"
    assert answer.json()["revision"] == 2
    assert answer.json()["since"] == [
        {"revision": 2, "label": "Renamed the army to “One”"}
    ]
    put = send(alice_client, "put", path, {"roster": roster, "revision": 1})
    error(put, 409)
    assert Army.objects.get().name == "One"


def test_the_same_key_does_nothing_twice(alice_client: Client, army: Document) -> None:
    unit = {"edit": "add", "parent": "f1", "selection": {"id": "n", "entry": "ratmen"}}
    body = {"edits": [unit], "revision": 1}
    path = f"armies/{army['id']}/edits/"
    headers = {"Idempotency-Key": "k1"}
    first = send(alice_client, "post", path, body, headers=headers)
    again = send(alice_client, "post", path, body, headers=headers)
    assert first.status_code == again.status_code == 200
    assert first.json()["roster"] == again.json()["roster"]
    error(
        send(alice_client, "post", path, body, headers={"Idempotency-Key": "k2"}), 409
    )


def test_a_roster_is_replaced(
    alice_client: Client, army: Document, roster: Document
) -> None:
    body = {"roster": {**roster, "name": "Other", "forces": []}, "revision": 1}
    answer = send(alice_client, "put", f"armies/{army['id']}/", body)
    assert (answer.json()["name"], answer.json()["revision"]) == ("Other", 2)


def test_a_deleted_army_is_gone_until_it_is_restored(
    alice_client: Client, army: Document
) -> None:
    path = f"/api/v1/armies/{army['id']}/"
    gone = alice_client.delete(path, headers={"If-Match": army_tag(army)})
    assert gone.status_code == 204
    error(alice_client.get(path), 404)
    assert alice_client.get("/api/v1/armies/").json()["count"] == 0
    assert alice_client.get("/api/v1/armies/?deleted=true").json()["count"] == 1
    assert alice_client.post(f"{path}restore/").json()["deleted_at"] is None
    assert alice_client.get(path).status_code == 200


def test_a_shared_army_is_read_by_anybody_and_changed_by_nobody_else(
    alice_client: Client, bob_client: Client, army: Document
) -> None:
    path = f"armies/{army['id']}/"
    shared = send(alice_client, "put", f"{path}sharing/", {"visibility": "unlisted"})
    link = shared.json()["share"]
    assert Client().get(link).status_code == 200
    token = link.rstrip("/").rpartition("/")[2]
    read = Client().get(f"/api/v1/armies/{token}/")
    assert army["id"] not in read.content.decode()
    assert Client().get(f"/api/v1/armies/{token}/review/").json()["legal"] is True
    error(Client().get(f"/api/v1/{path}"), 404)
    body = {"edits": [rename("Mine")], "revision": 1}
    error(send(bob_client, "post", f"{path}edits/", body), 404)
    again = send(alice_client, "put", f"{path}sharing/", {"visibility": "private"})
    assert again.json() == {"visibility": "private", "share": None, "secret": None}
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ([], ""),
        ({}, ""),
        ({"edits": []}, "/edits"),
        ({"edits": "all"}, "/edits"),
        ({"edits": [{"edit": "burn"}], "revision": 1}, "/edits/0/edit"),
        ({"edits": [rename("x")], "revision": "1"}, "/revision"),
        ({"edits": [rename("x")], "revision": 1, "by": "me"}, "/by"),
        (
            {"edits": [{"edit": "remove", "id": "s99"}], "revision": 1},
            "/edits",
        ),
    ],
)
def test_bad_edits_are_named_and_change_nothing(
    alice_client: Client, army: Document, body: object, where: str
) -> None:
    answer = send(alice_client, "post", f"armies/{army['id']}/edits/", body)
    assert error(answer, 400)["where"] == where
    assert Army.objects.get().revision == 1


def test_a_bad_roster_is_named_with_its_place(
    alice_client: Client, roster: Document
) -> None:
    bad = {**roster, "forces": [{**roster["forces"][0], "edition": "one"}]}
    answer = send(alice_client, "post", "armies/", {"roster": bad})
    assert error(answer, 400)["where"] == "/roster/forces/0/edition"
    unknown = send(
        alice_client, "post", "armies/", {"roster": {**roster, "game": "go"}}
    )
    assert error(unknown, 400)["where"] == "/roster/game"
    assert not Army.objects.exists()


def test_armies_come_in_pages(
    alice_client: Client, roster: Document, django_assert_num_queries: Any
) -> None:
    for number in range(3):
        send(
            alice_client, "post", "armies/", {"roster": {**roster, "name": f"{number}"}}
        )
    with django_assert_num_queries(5):
        page = alice_client.get("/api/v1/armies/?page_size=2").json()
    assert (page["count"], len(page["results"]), page["previous"]) == (3, 2, None)
    assert alice_client.get(page["next"]).json()["next"] is None
    error(alice_client.get("/api/v1/armies/?page=9"), 404)
