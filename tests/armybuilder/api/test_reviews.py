"""Reviews, checks and odds of posted documents."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import left_of, spend
from armybuilder.api import reviews
from armybuilder.api.examples import EXAMPLE_ARMY, EXAMPLE_PACK
from armybuilder.api.reference import described
from armybuilder.armies.allowances import pages
from rulesets.books.book import Books
from rulesets.checks.armies import MOST_WORK
from rulesets.documents.json import check
from rulesets.legality import engine, review_cost
from rulesets.packs.pack import Pack
from rulesets.rosters.roster import Roster
from tests.armybuilder.api.conftest import send
from tests.real_books import FIXTURES

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
    assert bad.json()["where"].startswith("/pack")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("reviews/", {"roster": EXAMPLE_ARMY.value["roster"]}),
        ("checks/", {"rosters": [EXAMPLE_ARMY.value["roster"]]}),
    ],
)
def test_no_pack_may_be_said_as_null(client: Client, path: str, body: Document) -> None:
    posted = described()["paths"][f"/api/v1/{path}"]["post"]["requestBody"]
    schema = posted["content"]["application/json"]["schema"]
    nothing = {**body, "pack": None}
    Draft202012Validator({**described(), **schema}).validate(nothing)
    without = send(client, "post", path, body)
    assert without.status_code == 200
    assert send(client, "post", path, nothing).json() == without.json()


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
    unit = {"id": "o1", "entry": "orcs"}
    orcs = {"id": "f9", "book": "charge-orcs", "edition": 1, "units": [unit]}
    switched = {
        **roster,
        "limit": 1000,
        "forces": [*roster["forces"], orcs],
        "switches": {"one-faction": False},
    }
    body = {"rosters": [switched], "strict": False}
    (loose,) = send(client, "post", "checks/", body).json()["results"]
    assert (loose["legal"], loose["off"]) == (True, ["one-faction"])
    (strict,) = send(client, "post", "checks/", {**body, "strict": True}).json()[
        "results"
    ]
    assert (strict["legal"], strict["off"]) == (False, [])
    bad = send(client, "post", "checks/", {**body, "strict": "yes"})
    assert bad.json()["where"] == "/strict"


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
    monkeypatch.setattr(reviews, "MOST_WORK", 500)
    assert send(client, "post", "reviews/", {"roster": roster}).status_code == 200
    answer = send(client, "post", "reviews/", {"roster": roster, "pack": pack})
    assert answer.status_code == 400
    assert answer.json()["where"] == "/pack"

    body = {"rosters": [roster], "pack": pack}
    (row,) = send(client, "post", "checks/", body).json()["results"]
    assert row["error"]["text"].startswith("too much in one go")


SOME = {"of": "*", "where": {"of": "*", "in": "self", "at_least": 1}}
TERMS = {"base": 1, "terms": [{**SOME, "every": 7}] * 20}
EACH = {"title": "T", "of": "*", "in": "self", "each": "*", "max": 0}
HEAVY: Document = {
    "changes": {
        "changes": [
            {"change": "figure:melee-dice", "op": "add", "value": 1, "to": "*"},
            {"change": "points", "op": "add", "value": TERMS, "to": "*"},
            {"change": "tags", "op": "add", "value": "a", "to": "*"},
            {"change": "rules", "op": "add", "value": "brutal", "to": "*"},
        ]
        * 50
    },
    "limits": {"limits": [{**EACH, "key": f"k{n}"} for n in range(200)]},
    "tallies": {
        "tallies": [{"key": f"t{n}", "title": "T", "amount": TERMS} for n in range(20)]
    },
}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", HEAVY)
@pytest.mark.parametrize("path", ["checks/", "reviews/"])
def test_one_request_with_fixes_and_a_heavy_pack_does_a_bounded_amount_of_work(
    client: Client, name: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All reviews of the engine are counted, those of trials among them."""
    done: list[int] = []

    def judged(roster: Roster, books: Books, pack: Pack, *, shows: bool) -> Any:
        done.append(review_cost(roster, books, pack, {}))
        return judge(roster, books, pack, shows=shows)

    judge = engine._judge
    monkeypatch.setattr(engine, "_judge", judged)
    units = [{"id": f"u{n}", "entry": "ratmen"} for n in range(100)]
    force = {"id": "f1", "book": "charge-skaven", "edition": 1, "units": units}
    army = {**EXAMPLE_ARMY.value["roster"], "limit": 10, "forces": [force]}
    head = {"format": "armybuilder.pack/1", "key": "heavy", "name": "Heavy"}
    pack = {**head, "game": "charge", **HEAVY[name]}
    body = {"rosters": [army] * 4, "pack": pack, "fixes": True}
    if path == "reviews/":
        body = {"roster": army, "pack": pack}
    answer = send(client, "post", path, body)
    assert answer.status_code in (200, 400), answer.json()
    assert answer.status_code == 200 or answer.json()["code"] == "too-much-work"
    assert sum(done) <= MOST_WORK


def test_the_editions_that_a_pack_counts_count_in_a_review(
    client: Client, roster: Document
) -> None:
    """No edition of the book was there on that day."""
    pack = {**EXAMPLE_PACK.value["pack"], "game": "charge", "limits": []}
    old = {**pack, "editions": "1999-12-31"}
    answers = [
        send(client, "post", "reviews/", {"roster": roster, "pack": one}).json()
        for one in (pack, old)
    ]
    told = [{one["code"] for one in answer["messages"]} for answer in answers]
    assert ["other-edition" in codes for codes in told] == [False, True]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("reviews/", {"roster": {}}),
        ("reviews/", {"roster": EXAMPLE_ARMY.value["roster"], "pack": {}}),
        ("checks/", {"rosters": [], "pack": {}}),
        ("checks/", {"rosters": [0], "pack": {}}),
    ],
    ids=["roster", "pack", "rosters", "pack of a check"],
)
def test_a_refusal_that_takes_long_is_paid_for(
    client: Client, path: str, body: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 7))
    monkeypatch.setattr("armybuilder.accounts.cpu_budget.thread_time", clock.__next__)
    assert send(client, "post", path, body).status_code == 400
    assert left_of(pages(), "127.0.0.1") <= pages().burst - 7 + 1


def test_reviewing_an_army_that_is_kept_is_paid_for(
    alice: User, alice_client: Client, roster: Document
) -> None:
    """With its fixes that takes seconds of the largest armies."""
    made = send(alice_client, "post", "armies/", {"roster": roster}).json()["id"]
    assert alice_client.get(f"/api/v1/armies/{made}/review/").status_code == 200
    spend(pages(), 1000, f"user {alice.pk}")
    answer = alice_client.get(f"/api/v1/armies/{made}/review/")
    assert answer.status_code == 429
    assert answer.json()["code"] == "work-spent"


def test_too_many_rosters_are_refused(client: Client) -> None:
    answer = send(client, "post", "checks/", {"rosters": [1] * 501})
    assert answer.json()["where"] == "/rosters"


def test_odds_of_two_units(client: Client) -> None:
    answer = send(client, "post", "odds/", FIGHT).json()
    assert sum(answer["outcomes"].values()) == pytest.approx(1, abs=1e-9)
    assert answer["method"] == "exact"


def test_what_a_side_decides_is_that_of_the_odds_asked_one_by_one(
    client: Client,
) -> None:
    jezzails = {"book": "charge-skaven", "edition": 1, "unit": "jezzails"}
    match_up = {**FIGHT, "kind": "charge", "a": FIGHT["b"], "b": jezzails}
    body = {"side": "b", "match_up": match_up}
    answer = send(client, "post", "odds/decisions/", body).json()
    assert [one["key"] for one in answer["decisions"]] == ["reaction"]
    for trial in answer["decisions"][0]["trials"]:
        asked = {**match_up, "situation": {"reaction": trial["answer"]}}
        odds = send(client, "post", "odds/", asked).json()
        assert odds["events"] == trial["events"]


@pytest.mark.parametrize(
    ("change", "where"),
    [({"side": "c"}, "/side"), ({"match_up": {"a": 1}}, "/match_up")],
)
def test_decisions_of_a_bad_question_are_refused_with_its_place(
    client: Client, change: Document, where: str
) -> None:
    body = {"side": "a", "match_up": FIGHT, **change}
    answer = send(client, "post", "odds/decisions/", body)
    assert answer.status_code == 400
    assert answer.json()["where"].startswith(where)


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
    assert answer.json()["where"] == where


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
    assert answer.json()["detail"]


def test_a_body_that_is_too_large_is_413(client: Client) -> None:
    raw = b'"' + b"x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"'
    answer = client.post("/api/v1/odds/", raw, content_type="application/json")
    assert answer.status_code == 413
    assert "larger than" in answer.json()["detail"]


def test_only_json_is_read(client: Client) -> None:
    answer = client.post("/api/v1/odds/", "a=1", content_type="text/plain")
    assert answer.status_code == 415
    assert answer.json()["detail"]


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
    for path in sorted((FIXTURES / "broken-armies").iterdir()):
        raw = b'{"roster": ' + path.read_bytes() + b"}"
        answer = client.post("/api/v1/reviews/", raw, content_type="application/json")
        assert answer.status_code == 400, path.name
