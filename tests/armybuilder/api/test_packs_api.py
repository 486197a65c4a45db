"""Packs over the API: listed, read, and their versions as documents."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document

pytestmark = pytest.mark.django_db


def keys(client: Client, query: str = "") -> list[str]:
    answer = client.get(f"/api/v1/packs/{query}")
    return [one["asked_by"] for one in answer.json()["results"]]


def test_a_list_has_the_newest_version_of_what_one_may_see(
    client: Client, alice_client: Client, alice: User
) -> None:
    pack = a_pack(alice)
    a_version(pack)
    a_version(pack, 2, pack_document(limit=2000))
    a_pack(alice, "unpublished")
    assert keys(alice_client) == ["border-patrol@1", "spring-open@2"]
    assert keys(client) == ["border-patrol@1"]
    assert keys(alice_client, "?game=charge") == []
    Pack.objects.filter(key="spring-open").update(retired_at="2027-01-01T00:00Z")
    assert keys(alice_client) == ["border-patrol@1"]
    assert alice_client.get("/api/v1/packs/spring-open/").status_code == 200


def test_a_pack_names_all_its_versions_and_each_is_a_document(
    alice_client: Client, alice: User
) -> None:
    pack = a_pack(alice)
    a_version(pack)
    a_version(pack, 2, pack_document(limit=2000))
    whole = alice_client.get("/api/v1/packs/spring-open/").json()
    assert [one["version"] for one in whole["versions"]] == [2, 1]
    first = alice_client.get(whole["versions"][1]["url"])
    assert first.json()["document"] == pack_document()
    again = alice_client.get(
        whole["versions"][1]["url"], headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize(
    "address",
    ["spring-open/", "spring-open/versions/1/", "border-patrol/versions/7/"],
)
def test_what_one_may_not_see_is_not_there(
    address: str, client: Client, alice: User
) -> None:
    a_version(a_pack(alice))
    assert client.get(f"/api/v1/packs/{address}").status_code == 404


def test_a_list_asks_twice_however_many_there_are(
    client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        a_version(a_pack(alice, f"pack-{number}", is_public=True))
    with django_assert_num_queries(2):
        assert len(keys(client)) == 5
