"""The pack of an army over the API: named, answered with its review, taken away."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.api import named_packs
from armybuilder.armies.models import Army
from armybuilder.armies.store import create, set_pack
from armybuilder.packs.models import Pack, PackVersion
from rulesets.rosters.roster import roster_document
from tests.armybuilder.api.conftest import send
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document
from tests.real_books import sample_army

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SAID = "25 of at most 20 models"


@pytest.fixture
def version(alice: User) -> PackVersion:
    publish_printed("warhammer-*")
    rule = {**pack_document()["limits"][0], "max": 20}
    return a_version(a_pack(alice), document=pack_document(limits=[rule]))


@pytest.fixture
def army(alice: User, version: PackVersion) -> Army:
    return create(sample_army("bretonnia-2000"), alice)


def judge_by(client: Client, army: Army, name: Any, **more: Any) -> Any:
    return send(client, "patch", f"armies/{army.public_id}/", {"pack": name}, **more)


def kept(army: Army) -> str:
    found = Army.objects.select_related("pack__pack").get(pk=army.pk).pack
    return "" if found is None else found.label


@pytest.mark.parametrize("name", ["spring-open", "spring-open@1"])
def test_an_army_is_judged_by_a_pack_from_now_on(
    name: str, alice_client: Client, army: Army
) -> None:
    answer = judge_by(alice_client, army, name)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["pack"], told["revision"]) == ("spring-open@1", 1)
    assert any(SAID in one["text"] for one in told["review"]["messages"])
    address = f"/api/v1/armies/{army.public_id}/"
    assert alice_client.get(address).json()["pack"] == "spring-open@1"
    assert alice_client.get(f"{address}review/").json() == told["review"]
    (row,) = alice_client.get("/api/v1/armies/").json()["results"]
    assert row["pack"] == "spring-open@1"
    gone = judge_by(alice_client, army, None).json()
    assert gone["pack"] is None
    assert gone["review"]["legal"]
    assert kept(army) == ""


def test_a_new_army_comes_with_its_pack(
    alice_client: Client, version: PackVersion
) -> None:
    roster = roster_document(sample_army("bretonnia-2000"))
    body = {"roster": roster, "pack": "spring-open"}
    made = send(alice_client, "post", "armies/", body)
    assert made.status_code == 201, made.content
    assert made.json()["pack"] == version.label
    bare = send(alice_client, "post", "armies/", {"roster": roster})
    assert bare.json()["pack"] is None
    wrong = send(alice_client, "post", "armies/", {**body, "pack": "no-such-pack"})
    assert wrong.json()["where"] == "/pack"
    assert Army.objects.count() == 2


def test_a_version_that_is_older_stays_named(
    alice_client: Client, army: Army, version: PackVersion
) -> None:
    a_version(version.pack, 2, pack_document(limit=2000))
    judge_by(alice_client, army, "spring-open@1")
    assert kept(army) == "spring-open@1"
    judge_by(alice_client, army, "spring-open")
    assert kept(army) == "spring-open@2"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no-such", "there is no pack 'no-such' that you may see"),
        ("spring-open@7", "there is no pack 'spring-open@7' that you may see"),
        ("spring open", "there is no pack 'spring open' that you may see"),
        ("bobs", "there is no pack 'bobs' that you may see"),
        ("bobs-version", "there is no pack 'bobs-version' that you may see"),
        ("unpublished", "the pack 'unpublished' has no version yet; publish it first"),
        ("for-orcs", "'for-orcs' is a pack of charge, the army one of warhammer"),
        (7, "expected the name of a pack, or null"),
        ({}, "expected the name of a pack, or null"),
    ],
)
@pytest.mark.parametrize("method", ["patch", "put"])
def test_a_pack_that_cannot_judge_it_is_refused_and_nothing_is_kept(
    name: Any,
    said: str,
    method: str,
    alice: User,
    bob: User,
    alice_client: Client,
    army: Army,
    version: PackVersion,
) -> None:
    set_pack(army, version)
    a_pack(bob, "bobs")
    a_version(a_pack(bob, "bobs-version"))
    a_pack(alice, "unpublished")
    a_version(a_pack(alice, "for-orcs", draft=pack_document("for-orcs", game="charge")))
    Pack.objects.filter(key="for-orcs").update(game="charge")
    body: dict[str, Any] = {"pack": name}
    if method == "put":
        body |= {"roster": army.document, "revision": 1}
    answer = send(alice_client, method, f"armies/{army.public_id}/", body)
    assert (answer.status_code, answer.json()["where"]) == (400, "/pack")
    assert said in answer.json()["detail"]
    army.refresh_from_db()
    assert (kept(army), army.revision) == ("spring-open@1", 1)


def test_another_roster_comes_with_its_pack_or_keeps_the_one_there(
    alice_client: Client, army: Army
) -> None:
    address = f"armies/{army.public_id}/"
    body = {"roster": army.document, "revision": 1, "pack": "spring-open"}
    assert send(alice_client, "put", address, body).json()["pack"] == "spring-open@1"
    body = {"roster": army.document, "revision": 2}
    assert send(alice_client, "put", address, body).json()["pack"] == "spring-open@1"
    body = {"roster": army.document, "revision": 2, "pack": None}
    assert send(alice_client, "put", address, body).status_code == 409
    assert kept(army) == "spring-open@1"
    body["revision"] = 3
    assert send(alice_client, "put", address, body).json()["pack"] is None


def test_a_revision_that_is_sent_must_hold(alice_client: Client, army: Army) -> None:
    late = judge_by(alice_client, army, "spring-open", headers={"If-Match": '"7"'})
    assert (late.status_code, kept(army)) == (412, "")
    held = judge_by(alice_client, army, "spring-open", headers={"If-Match": '"1"'})
    assert (held.status_code, kept(army)) == (200, "spring-open@1")


def test_a_pack_that_asks_too_much_is_refused(
    alice_client: Client, army: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.armies.review.MOST_WORK", 1)
    answer = judge_by(alice_client, army, "spring-open")
    assert answer.json()["code"] == "too-much-work"
    assert answer.json()["detail"] == named_packs.TOO_MUCH
    assert kept(army) == ""


def test_packs_of_many_armies_ask_for_no_more_queries(
    alice: User,
    alice_client: Client,
    army: Army,
    version: PackVersion,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    set_pack(army, version)
    with django_assert_num_queries(5):
        alice_client.get("/api/v1/armies/")
    for _ in range(3):
        set_pack(create(sample_army("empire-2000"), alice), version)
    with django_assert_num_queries(5):
        alice_client.get("/api/v1/armies/")
