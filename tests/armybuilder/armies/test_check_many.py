"""The check page with many lists: all are judged, and one is opened for its fixes."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.accounts.throttle import spend
from armybuilder.armies.allowances import pages
from tests.real_books import FIXTURES

LARGE = ("empire-2000", "orcs-and-goblins-2000", "bretonnia-2000", "skaven-1000")
SCORED = {
    "format": "armybuilder.pack/1",
    "key": "scored",
    "name": "Scored",
    "game": "charge",
    "editions": "newest",
    "tallies": [
        {
            "key": "score",
            "title": "Composition score",
            "amount": {"base": 20, "terms": [{"of": "kind:unit", "times": -1}]},
        }
    ],
}


def upload(path: str) -> SimpleUploadedFile:
    file = FIXTURES / path
    return SimpleUploadedFile(file.name, file.read_bytes())


@pytest.mark.usefixtures("charge_books")
def test_fixes_come_when_a_list_is_opened(client: Client) -> None:
    files = [
        *(upload("illegal-armies/over-the-limit.json") for _ in range(30)),
        upload("armies/orcs-500.json"),
    ]
    answer = client.post("/check/", {"uploads": files, "limit": "525"})
    page = answer.content.decode()
    assert "Would help:" not in page
    kept = re.findall(r'name="army"\s+value="([^"]*)"', page)
    assert len(kept) == 30
    (terms,) = re.findall(r'name="terms" value="([^"]*)"', page)

    for headers in ({}, {"HX-Request": "true"}):
        asked = {"army": kept[-1], "terms": terms}
        opened = client.post("/check/army/", asked, headers=headers).content.decode()
        assert "550 of at most 525 points" in opened
        assert "Would help:" in opened
        assert ("<html" in opened) == (not headers)


@pytest.mark.usefixtures("charge_books")
def test_an_army_that_the_page_did_not_hand_out_is_not_opened(client: Client) -> None:
    for asked in ({}, {"army": "x", "terms": "y"}):
        assert client.post("/check/army/", asked).status_code == 400


@pytest.mark.usefixtures("charge_books")
def test_the_sums_of_a_pack_and_the_name_stand_in_every_result(client: Client) -> None:
    asked = {
        "uploads": [upload("armies/orcs-500.json"), upload("armies/skaven-500.json")],
        "pack": json.dumps(SCORED),
    }
    page = client.post("/check/", asked)
    assert page.content.decode().count("Composition score: 1") == 2
    for ending in ("csv", "json"):
        download = {"kept": page.context["kept"], "as": ending}
        said = client.post("/check/download/", download).content.decode()
        assert said.count("Composition score") == 2
        assert "Under the Granary" in said

    rosters = [
        json.loads((FIXTURES / "armies" / f"{name}.json").read_text())
        for name in ("orcs-500", "skaven-500")
    ]
    answer: Any = client.post(
        "/api/v1/checks/",
        {"rosters": rosters, "pack": SCORED},
        content_type="application/json",
    )
    results = answer.json()["results"]
    assert [one["army"] for one in results] == [roster["name"] for roster in rosters]
    assert {one["tallies"][0]["title"] for one in results} == {"Composition score"}


@pytest.mark.usefixtures("charge_books")
@pytest.mark.parametrize(
    ("terms", "where"),
    [
        ({"limit": -1}, "/limit"),
        ({"limit": "x"}, "/limit"),
        ({"limit": True}, "/limit"),
        ({"editions": 3}, "/editions"),
        ({"editions": "2026-13-01"}, "/editions"),
        ({"fixes": 1}, "/fixes"),
        (
            {
                "pack": {
                    **SCORED,
                    "limits": [{"key": "x", "title": "X", "of": "orx", "max": 1}],
                }
            },
            "",
        ),
        ({"pack": {**SCORED, "game": "chess"}}, "/pack/game"),
    ],
)
def test_terms_that_cannot_be_meant_are_refused(
    client: Client, terms: dict[str, Any], where: str
) -> None:
    roster = json.loads((FIXTURES / "armies/orcs-500.json").read_text())
    body = {"rosters": [roster], **terms}
    answer: Any = client.post("/api/v1/checks/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["where"].startswith(where or "/pack/limits/0/of")


@pytest.mark.usefixtures("charge_books")
def test_terms_of_a_check_are_those_of_everybody(client: Client) -> None:
    roster = json.loads((FIXTURES / "armies/orcs-500.json").read_text())
    body = {"rosters": [roster], "limit": 499, "fixes": True, "editions": "newest"}
    answer: Any = client.post("/api/v1/checks/", body, content_type="application/json")
    (result,) = answer.json()["results"]
    assert (result["legal"], result["limit"]) == (False, 499)
    assert result["messages"][0]["fixes"]


def test_a_games_own_pack_can_be_had_as_a_document(client: Client, db: None) -> None:
    pack = client.get("/api/v1/games/warhammer/").json()["pack"]
    assert pack["format"] == "armybuilder.pack/1"
    assert {limit["key"] for limit in pack["limits"]} >= {"core", "lords"}


@pytest.mark.usefixtures("charge_books")
def test_who_had_very_much_checked_waits_on_the_page_and_in_the_api(
    client: Client,
) -> None:
    spend(pages(), 1000, "127.0.0.1")
    raw = (FIXTURES / "armies/orcs-500.json").read_text()
    assert client.post("/check/", {"text": raw}).status_code == 429
    for path, body in (
        ("checks", {"rosters": [json.loads(raw)]}),
        ("reviews", {"roster": json.loads(raw)}),
    ):
        answer: Any = client.post(
            f"/api/v1/{path}/", body, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["code"]) == (429, "work-spent")
        assert int(answer.headers["Retry-After"]) > 0
