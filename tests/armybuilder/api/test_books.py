"""Games, books and editions over the API."""

import pytest
from django.test import Client

from rulesets.games import GAMES

pytestmark = pytest.mark.usefixtures("charge_books")

EDITION = "/api/v1/books/charge-skaven/editions/1/"


def test_games_are_listed_and_described(client: Client) -> None:
    listed = client.get("/api/v1/games/").json()["results"]
    assert [game["key"] for game in listed] == list(GAMES)
    urls = {game["key"]: game["url"] for game in listed}
    game = client.get(urls["charge"]).json()
    assert {one["key"] for one in game["characteristics"]} >= {"save", "morale"}
    kinds = [kind["key"] for kind in game["kinds"]]
    assert kinds == ["charge", "fight", "shooting", "engagement", "battle-line"]
    assert all(reading["label"] for reading in game["readings"])
    for url in urls.values():
        assert client.get(url).status_code == 200
    assert client.get("/api/v1/games/chess/").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_the_api_says_exact_or_not_modelled_of_every_rule(
    client: Client, key: str
) -> None:
    rules = client.get(f"/api/v1/games/{key}/").json()["rules"]
    told = {rule["key"]: rule["status"] for rule in rules}
    exact = {key for key, rule in GAMES[key].rules.items() if rule.status == "exact"}
    assert set(told.values()) <= {"exact", "not modelled"}
    assert {key for key, status in told.items() if status == "exact"} == exact


def test_books_are_listed_by_game(client: Client) -> None:
    everything = client.get("/api/v1/books/").json()
    assert [row["key"] for row in everything["results"]] == [
        "charge-cathay",
        "charge-elves",
        "charge-kevorki-tribes",
        "charge-orcs",
        "charge-skaven",
    ]
    assert client.get("/api/v1/books/?game=chess").json()["count"] == 0
    nul = client.get("/api/v1/books/?game=%00")
    assert (nul.status_code, nul.json()["code"]) == (400, "bad-request")


def test_a_book_names_its_editions(client: Client) -> None:
    book = client.get("/api/v1/books/charge-skaven/").json()
    assert [one["edition"] for one in book["editions"]] == [1]
    assert client.get("/api/v1/books/no-such-book/").status_code == 404


def test_an_edition_may_be_kept_for_ever(client: Client) -> None:
    answer = client.get(EDITION)
    assert answer.json()["document"]["key"] == "charge-skaven"
    assert answer.headers["ETag"] == f'"{answer.json()["sha256"]}"'
    assert "immutable" in answer.headers["Cache-Control"]
    again = client.get(EDITION, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("number", ["2", "0", "99999999999999999999"])
def test_an_edition_that_is_not_there_is_404(client: Client, number: str) -> None:
    answer = client.get(f"/api/v1/books/charge-skaven/editions/{number}/")
    assert answer.status_code == 404
    assert answer.json()["detail"]


def test_any_other_address_is_404_in_the_same_form(client: Client) -> None:
    answer = client.get("/api/v1/no/such/thing/")
    assert answer.status_code == 404
    assert answer.json()["where"] == ""


def test_the_root_names_what_there_is(client: Client) -> None:
    names = client.get("/api/v1/").json()
    assert client.get(names["books"]).status_code == 200
