"""Every page that works odds out refuses calmly when somebody's purse is spent."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.accounts.cpu_budget import allowance
from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import spend
from armybuilder.api.examples import EXAMPLE_ATTACKS, EXAMPLE_MATCH_UP
from armybuilder.armies.models import Army
from armybuilder.armies.odds import loadout_odds, match_up_odds
from armybuilder.armies.odds.result_cache import ResultCache
from armybuilder.armies.store import create
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.editions import publish_printed

WORDS = "You have had a great deal worked out in a short time. Ask again in"
A, B = "charge-skaven@1/ratmen", "charge-orcs@1/orcs"
MATCH_UP = f"/match-ups/?a={A}&b={B}"
PREVIEW = f"/match-ups/preview/?a={A}&b={B}"
COMPARE = f"/match-ups/compare/?a={A}&b={B}"
WHAT_IF = "/armies/ARMY/what-if/?place=f1/s1&slot="
SHEET = f"/armies/ARMY/print/?against={B}"
PDF = f"/armies/ARMY/army.pdf?against={B}"
TABLE = f"/match-ups/compare/table.csv?a={A}&b={B}"
PAGES = (TABLE, MATCH_UP, PREVIEW, COMPARE, WHAT_IF, SHEET, PDF)


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loadout_odds, "_kept", ResultCache(9))
    monkeypatch.setattr(match_up_odds, "_kept", ResultCache(9))


@pytest.fixture
def army(alice: User) -> Army:
    publish_printed("charge-skaven", "charge-orcs")
    units = (Selection("s1", "jezzails"),)
    force = Force("f1", "charge-skaven", 1, units)
    return create(Roster("charge", "Warlocks", forces=(force,)), alice)


@pytest.fixture
def spent(army: Army, alice: User, settings: Settings) -> None:
    """Have nothing left of alice's purse for a while."""
    settings.ODDS_AT_ONCE, settings.ODDS_PER_MINUTE = 60, 1
    spend(allowance(), 100, f"user {alice.pk}")


def get(client: Client, address: str, army: Army, **headers: str) -> Any:
    return client.get(address.replace("ARMY", army.public_id), headers=headers)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_says_when_to_come_back(
    alice_client: Client, army: Army, spent: None, address: str
) -> None:
    answer = get(alice_client, address, army)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "<html" in page
    assert f"{WORDS} {answer.headers['Retry-After']} seconds" in page


@pytest.mark.parametrize("address", [PREVIEW, WHAT_IF])
def test_a_piece_says_it_in_its_place(
    alice_client: Client, army: Army, spent: None, address: str
) -> None:
    answer = get(alice_client, address, army, **{"HX-Request": "true"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 50
    piece = answer.content.decode()
    assert WORDS in piece
    assert "<html" not in piece


@pytest.mark.django_db
def test_scripts_put_a_refusal_where_the_answer_would_stand(client: Client) -> None:
    assert "4(00|09|22|29)" in client.get("/match-ups/").content.decode()


def test_the_question_stays_as_it_was_asked(
    alice_client: Client, army: Army, spent: None
) -> None:
    page = get(alice_client, f"{MATCH_UP}&rounds=3", army).content.decode()
    assert 'id="match-up"' in page
    assert 'value="3"' in page
    assert 'id="comparison"' in get(alice_client, COMPARE, army).content.decode()


def test_the_builder_shows_the_army_and_no_figures(
    alice_client: Client, army: Army, spent: None
) -> None:
    answer = get(alice_client, "/armies/ARMY/", army)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "not worked out" in page
    assert WORDS in page


@pytest.mark.parametrize("example", [EXAMPLE_MATCH_UP, EXAMPLE_ATTACKS])
def test_the_api_refuses_with_a_document(
    alice_client: Client, army: Army, spent: None, example: Any
) -> None:
    body = json.dumps(example.value)
    address = "/api/v1/odds/"
    answer: Any = alice_client.post(address, body, content_type="application/json")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 50
    assert answer.json()["detail"].startswith(WORDS)


@pytest.mark.parametrize("address", [MATCH_UP, "/armies/ARMY/", WHAT_IF, SHEET])
def test_answers_that_are_kept_are_free(
    alice_client: Client, army: Army, alice: User, settings: Settings, address: str
) -> None:
    first = get(alice_client, address, army)
    settings.ODDS_PER_MINUTE = 1
    spend(allowance(), 100, f"user {alice.pk}")
    again = get(alice_client, address, army)
    assert (first.status_code, again.status_code) == (200, 200)
    assert WORDS not in again.content.decode()


def test_forms_that_ask_nothing_yet_are_free(
    alice_client: Client, army: Army, spent: None
) -> None:
    for address in (
        "/match-ups/",
        f"/match-ups/?a={A}",
        "/match-ups/compare/",
        "/armies/ARMY/print/",
    ):
        assert get(alice_client, address, army).status_code == 200


def test_a_visitor_is_refused_by_address(
    client: Client, army: Army, settings: Settings
) -> None:
    settings.ODDS_PER_MINUTE = 1
    spend(allowance(), 100, "192.0.2.1")
    assert client.get(MATCH_UP, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert Client().get(MATCH_UP, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert Client().get(MATCH_UP, REMOTE_ADDR="192.0.2.2").status_code == 200


def test_an_answer_costs_one_query_and_a_kept_one_none(
    client: Client, army: Army, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        client.get(MATCH_UP)
    with django_assert_num_queries(3):
        client.get(MATCH_UP)
