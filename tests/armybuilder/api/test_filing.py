"""Folders, tags, archive, order and the secret list over the API, as on the pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.armies.models import Army
from tests.armybuilder.api.conftest import send

pytestmark = [pytest.mark.usefixtures("charge_books"), pytest.mark.postgres]

Document = dict[str, Any]
ARMIES = "/api/v1/armies/"


@pytest.fixture
def army(alice_client: Client, roster: Document) -> Document:
    made: Document = send(alice_client, "post", "armies/", {"roster": roster}).json()
    return made


def file(client: Client, army: Document, **fields: object) -> Any:
    return send(client, "put", f"armies/{army['id']}/filing/", fields)


def names(client: Client, **asked: str) -> list[str]:
    return [row["name"] for row in client.get(ARMIES, asked).json()["results"]]


def test_an_army_is_filed_and_found_by_folder_and_tag(
    alice_client: Client, army: Document
) -> None:
    told = file(
        alice_client, army, folder=" The  club ", tags=["Cup", "cup", "painted"]
    )
    assert told.status_code == 200
    assert told.json() == {
        "folder": "The club",
        "tags": ["cup", "painted"],
        "archived_at": None,
    }
    assert file(alice_client, army, tags=["cup"]).json()["folder"] == "The club"
    read = alice_client.get(f"{ARMIES}{army['id']}/").json()
    assert (read["revision"], read["filing"]["tags"]) == (1, ["cup"])
    assert names(alice_client, tag="cup") == names(alice_client, folder="The club")
    assert names(alice_client, tag="painted") == []
    assert names(alice_client, q="CLUB") == [army["name"]]
    page = alice_client.get(reverse("armies:mine"), {"tag": "cup"})
    assert [card.army.public_id for card in page.context["cards"]] == [army["id"]]


def test_an_army_in_the_archive_is_listed_where_it_is_asked_for(
    alice_client: Client, army: Document
) -> None:
    assert file(alice_client, army, archived=True).json()["archived_at"]
    assert names(alice_client, archived="false") == []
    assert names(alice_client, archived="true") == names(alice_client)
    page = alice_client.get(reverse("armies:mine"))
    assert page.context["cabinet"].archived == 1
    assert file(alice_client, army, archived=False).json()["archived_at"] is None


def test_armies_are_sorted_as_on_the_page(
    alice_client: Client, army: Document, roster: Document
) -> None:
    small = {**roster, "name": "Aaa", "forces": []}
    send(alice_client, "post", "armies/", {"roster": small})
    for order in ("changed", "name", "made", "points"):
        page = alice_client.get(reverse("armies:mine"), {"sort": order})
        shown = [card.army.name for card in page.context["cards"]]
        assert names(alice_client, sort=order) == shown
    assert names(alice_client, sort="points") == [army["name"], "Aaa"]
    assert names(alice_client, sort="name") == ["Aaa", army["name"]]


@pytest.mark.parametrize(
    ("name", "value"),
    [("sort", "size"), ("game", "chess"), ("tag", "x" * 41), ("archived", "yes")],
)
def test_a_search_that_is_unknown_is_refused(
    alice_client: Client, army: Document, name: str, value: str
) -> None:
    told = alice_client.get(ARMIES, {name: value})
    assert (told.status_code, told.json()["parameters"]) == (400, [name])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("folder", "x" * 61),
        ("folder", None),
        ("tags", "painted"),
        ("tags", ["a,b"]),
        ("tags", ["x" * 41]),
        ("tags", [*"abcdefghijklm"]),
        ("archived", "yes"),
    ],
)
def test_a_bad_field_is_named_and_nothing_is_kept(
    alice_client: Client, army: Document, field: str, value: object
) -> None:
    told = file(alice_client, army, **{field: value})
    assert (told.status_code, told.json()["where"]) == (400, f"/{field}")
    kept = Army.objects.get()
    assert (kept.folder, kept.tags.count(), kept.archived_at) == ("", 0, None)


def test_nobody_else_learns_where_an_army_is_kept(
    alice_client: Client, bob_client: Client, army: Document
) -> None:
    file(alice_client, army, folder="Against Bob")
    sharing = f"armies/{army['id']}/sharing/"
    link = send(alice_client, "put", sharing, {"visibility": "unlisted"}).json()
    token = link["share"].rstrip("/").rpartition("/")[2]
    seen = bob_client.get(f"{ARMIES}{token}/")
    assert seen.json()["filing"] is None
    assert b"Against Bob" not in seen.content


def test_the_secret_list_has_neither_points_nor_secrets_and_is_taken_back(
    alice_client: Client, client: Client, army: Document
) -> None:
    sharing = f"armies/{army['id']}/sharing/"
    told = send(alice_client, "put", sharing, {"secret": True}).json()
    assert told["visibility"] == "private"
    assert told["share"] is None
    again = send(alice_client, "put", sharing, {"secret": True}).json()
    assert again["secret"] == told["secret"]
    token = told["secret"].rstrip("/").rpartition("/")[2]
    page = client.get(reverse("armies:secret", args=[token]))
    seen = client.get(f"/api/v1/secret/{token}/")
    assert seen.json()["text"] == page.context["text"]
    assert "points" not in seen.json()["text"]
    assert army["id"] not in seen.content.decode()
    gone = send(alice_client, "put", sharing, {"secret": False}).json()
    assert gone["secret"] is None
    assert client.get(f"/api/v1/secret/{token}/").status_code == 404
