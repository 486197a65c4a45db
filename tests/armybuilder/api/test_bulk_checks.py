"""Bulk checks over the API: begun with documents or an archive, read, deleted."""

import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.armies.bulk import parcels
from armybuilder.armies.models import BulkCheck
from tests.armybuilder.api.conftest import send
from tests.armybuilder.armies.bulk_checks import documents, members, zipped

pytestmark = pytest.mark.usefixtures("charge_books")
BULK = "/api/v1/checks/bulk/"


@pytest.fixture(autouse=True)
def small_parcels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "MOST_FILES", 3)


def posted(client: Client, raw: bytes, query: str = "", **headers: str) -> Any:
    return client.generic(
        "POST", f"{BULK}{query}", raw, "application/zip", headers=headers
    )


def test_an_archive_is_sent_and_its_verdicts_are_read(alice_client: Client) -> None:
    these = members(8)
    begun = posted(alice_client, zipped(these), "?limit=540&strict=true&fixes=true")
    assert begun.status_code == 202, begun.content
    check = begun.json()
    assert begun.headers["Location"] == check["url"]
    told = alice_client.get(check["url"]).json()
    assert (told["state"], told["files"], told["done"]) == ("done", 8, 8)
    assert told["words"] == {"legal": 4, "illegal": 2, "unreadable": 2}
    assert {"reason": "Points agreed on", "files": 2} in told["reasons"]
    first = alice_client.get(f"{told['verdicts']}?page_size=3").json()
    assert first["count"] == 8
    assert first["results"] == documents(BulkCheck.objects.get())[:3]
    assert first["results"][1]["limit"] == 540
    assert first["results"][1]["messages"][0]["fixes"]
    wrong = alice_client.get(f"{told['verdicts']}?word=illegal").json()["results"]
    assert [one["file"] for one in wrong] == [
        "lists.zip/001.json",
        "lists.zip/005.json",
    ]
    reason = {"reason": "Points agreed on"}
    assert alice_client.get(told["verdicts"], reason).json()["count"] == 2
    lines = b"".join(alice_client.get(told["lines"])).splitlines()
    assert [json.loads(line) for line in lines] == documents(BulkCheck.objects.get())


def test_rosters_are_sent_and_judged_as_in_one_go(alice_client: Client) -> None:
    rosters = [json.loads(raw) for raw in members(8).values()]
    body = {"rosters": rosters, "limit": 540, "strict": True}
    begun = send(alice_client, "post", "checks/bulk/", body).json()
    verdicts = alice_client.get(begun["verdicts"]).json()["results"]
    at_once = send(alice_client, "post", "checks/", body).json()["results"]
    assert verdicts == at_once


@pytest.mark.parametrize(
    ("raw", "query", "status", "code"),
    [
        (b"PK\x03\x04torn", "", 400, "bad-document"),
        (b"", "", 400, "bad-document"),
        (zipped({}), "", 400, "bad-document"),
        (zipped(members(1)), "?limit=many", 400, "bad-parameter"),
        (zipped(members(1)), "?limit=-1", 400, "bad-document"),
        (zipped(members(1)), "?strict=maybe", 400, "bad-parameter"),
        (zipped(members(1)), "?pack=no-such-pack", 400, "bad-document"),
        (zipped(members(1)), "?colour=red", 400, "unknown-parameter"),
        (zipped({f"{n}.json": b"0" * 1_200_000 for n in range(101)}), "", 400, ""),
    ],
)
def test_what_is_no_archive_or_no_term_is_refused_and_nothing_is_kept(
    alice_client: Client, raw: bytes, query: str, status: int, code: str
) -> None:
    answer = posted(alice_client, raw, query)
    assert (answer.status_code, answer.json()["code"]) == (
        status,
        code or "bad-document",
    )
    assert not BulkCheck.objects.exists()


def test_terms_of_a_document_do_not_stand_in_the_address(alice_client: Client) -> None:
    body = {"rosters": [1]}
    answer = send(alice_client, "post", "checks/bulk/?limit=5", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-parameter")


def test_an_archive_sent_again_with_its_key_is_one_check(alice_client: Client) -> None:
    raw = zipped(members(4))
    key = {"Idempotency-Key": "k1"}
    first = posted(alice_client, raw, **key)
    assert posted(alice_client, raw, **key).json()["id"] == first.json()["id"]
    assert posted(alice_client, raw, "?limit=5", **key).json()["code"] == "key-reused"
    assert BulkCheck.objects.count() == 1


def test_a_check_is_deleted_and_is_nobody_elses(
    alice_client: Client, bob_client: Client
) -> None:
    url = posted(alice_client, zipped(members(4))).json()["url"]
    for address in (url, f"{url}verdicts/", f"{url}verdicts.jsonl"):
        assert bob_client.get(address).status_code == 404
    assert bob_client.delete(url).status_code == 404
    assert alice_client.get(BULK).json()["count"] == 1
    assert bob_client.get(BULK).json()["count"] == 0
    assert alice_client.delete(url).status_code == 204
    assert alice_client.get(url).status_code == 404
    assert not BulkCheck.objects.exists()
