"""Reviews, checks and odds of posted documents."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from armybuilder.api import judging
from rulesets.documents import check
from tests.armybuilder.api.conftest import FIXTURES, send

pytestmark = pytest.mark.usefixtures("charge_books")

Document = dict[str, Any]
FIGHT: Document = {
    "format": "armybuilder.match-up/1",
    "game": "charge",
    "kind": "fight",
    "a": {"book": "charge-skaven", "edition": 1, "unit": "ratmen"},
    "b": {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
}


def test_a_review_is_a_review_document(client: Client, roster: Document) -> None:
    answer = send(client, "post", "reviews/", {"roster": roster})
    check("review", answer.json())
    assert answer.json()["legal"] is True


def test_an_army_past_its_limit_gets_fixes(client: Client, roster: Document) -> None:
    answer = send(client, "post", "reviews/", {"roster": {**roster, "limit": 400}})
    messages = {one["code"]: one for one in answer.json()["messages"]}
    fixes = messages["points-limit"]["fixes"]
    assert any(fix["legal"] and fix["points"] <= 400 for fix in fixes)


def test_a_pack_of_ones_own_judges(client: Client, roster: Document) -> None:
    pack = {
        "format": "armybuilder.pack/1",
        "key": "club",
        "name": "Club",
        "game": "charge",
        "limit": 300,
        "limits": [],
    }
    answer = send(client, "post", "reviews/", {"roster": roster, "pack": pack})
    assert answer.json()["limit"] == 300
    bad = send(client, "post", "reviews/", {"roster": roster, "pack": {**pack, "x": 1}})
    assert bad.json()["error"]["where"].startswith("/pack")


def test_an_unknown_edition_is_a_message_and_not_an_error(
    client: Client, roster: Document
) -> None:
    roster["forces"][0]["edition"] = 77
    answer = send(client, "post", "reviews/", {"roster": roster})
    assert answer.status_code == 200
    assert answer.json()["legal"] is False


def test_many_rosters_are_judged_and_a_broken_one_stops_none(
    client: Client, roster: Document
) -> None:
    body = {"rosters": [roster, {"format": "nothing"}, 7, {**roster, "limit": 100}]}
    results = send(client, "post", "checks/", body).json()["results"]
    assert [row["file"] for row in results] == [f"rosters/{i}" for i in range(4)]
    assert results[0]["legal"] is True
    assert results[1]["error"]["text"]
    assert results[2]["error"]["where"] == ""
    assert results[3]["legal"] is False


def test_strict_checks_ignore_what_a_roster_switches(
    client: Client, roster: Document
) -> None:
    orcs = {"id": "f9", "book": "charge-orcs", "edition": 1, "units": []}
    switched = {
        **roster,
        "forces": [*roster["forces"], orcs],
        "switches": {"one-faction": False},
    }
    body = {"rosters": [switched]}
    (loose,) = send(client, "post", "checks/", body).json()["results"]
    assert (loose["legal"], loose["off"]) == (True, ["one-faction"])
    (strict,) = send(client, "post", "checks/", {**body, "strict": True}).json()[
        "results"
    ]
    assert (strict["legal"], strict["off"]) == (False, [])
    bad = send(client, "post", "checks/", {**body, "strict": "yes"})
    assert bad.json()["error"]["where"] == "/strict"


def test_a_pack_that_asks_too_much_is_refused(
    client: Client, roster: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = {"title": "Few", "of": "*", "in": "self", "each": "*", "max": 9}
    pack = {
        "format": "armybuilder.pack/1",
        "key": "heavy",
        "name": "Heavy",
        "game": "charge",
        "limits": [{**limit, "key": f"k{n}"} for n in range(200)],
    }
    monkeypatch.setattr(judging, "MOST_WORK", 500)
    assert send(client, "post", "reviews/", {"roster": roster}).status_code == 200
    answer = send(client, "post", "reviews/", {"roster": roster, "pack": pack})
    assert answer.status_code == 400
    assert answer.json()["error"]["where"] == "/pack"

    body = {"rosters": [roster], "pack": pack}
    (row,) = send(client, "post", "checks/", body).json()["results"]
    assert row["error"]["text"].startswith("too much in one go")


def test_too_many_rosters_are_refused(client: Client) -> None:
    answer = send(client, "post", "checks/", {"rosters": [1] * 201})
    assert answer.json()["error"]["where"] == "/rosters"


def test_odds_of_two_units(client: Client) -> None:
    answer = send(client, "post", "odds/", FIGHT).json()
    assert sum(answer["outcomes"].values()) == pytest.approx(1, abs=1e-9)
    assert answer["method"] == "exact"


def test_odds_of_a_bare_volley(client: Client) -> None:
    attacks = {"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5}
    body = {"format": "armybuilder.match-up/1", "attacks": attacks}
    answer = send(client, "post", "odds/", body).json()
    assert answer["wounds"]["a"]["expected"] == pytest.approx(10 / 3)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"kind": "duel"}, "/kind"),
        ({"game": "chess"}, "/game"),
        ({"b": {"book": "charge-orcs", "edition": 5, "unit": "orcs"}}, "/b"),
        ({"situation": {"distance": 3}}, "/situation/distance"),
        ({"rounds": 101}, "/rounds"),
    ],
)
def test_a_bad_match_up_is_named_with_its_place(
    client: Client, change: Document, where: str
) -> None:
    answer = send(client, "post", "odds/", {**FIGHT, **change})
    assert answer.status_code == 400
    assert answer.json()["error"]["where"] == where


@pytest.mark.parametrize("path", ["reviews/", "checks/", "odds/"])
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        b'{"a": "\\ud800"}',
        b'{"a": 1e999}',
        b"[]",
        b"7",
        b"null",
    ],
)
def test_hostile_bodies_are_refused_with_one_clear_error(
    client: Client, path: str, raw: bytes
) -> None:
    answer = client.post(f"/api/v1/{path}", raw, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["text"]


def test_a_body_that_is_too_large_is_413(client: Client) -> None:
    raw = b'"' + b"x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"'
    answer = client.post("/api/v1/odds/", raw, content_type="application/json")
    assert answer.status_code == 413
    assert "larger than" in answer.json()["error"]["text"]


def test_only_json_is_read(client: Client) -> None:
    answer = client.post("/api/v1/odds/", "a=1", content_type="text/plain")
    assert answer.status_code == 415
    assert answer.json()["error"]["text"]


def test_whoever_asks_without_end_is_told_to_wait(client: Client) -> None:
    answers = [client.post("/api/v1/odds/", b"{}", content_type="application/json")]
    while answers[-1].status_code == 400 and len(answers) < 60:
        answers.append(
            client.post("/api/v1/odds/", b"{}", content_type="application/json")
        )
    assert answers[-1].status_code == 429
    assert len(answers) >= 41
    assert int(answers[-1].headers["Retry-After"]) >= 1


def test_every_sample_army_gets_the_verdict_of_its_folder(client: Client) -> None:
    for path in sorted((FIXTURES / "armies" / "broken").iterdir()):
        raw = b'{"roster": ' + path.read_bytes() + b"}"
        answer = client.post("/api/v1/reviews/", raw, content_type="application/json")
        assert answer.status_code == 400, path.name
