"""The books as everybody may read them."""

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import load, publish
from rulesets.combats import COMBATS
from tests.armybuilder.books.documents import (
    RICH,
    printed_book,
    small_book,
    small_unit,
)

pytestmark = pytest.mark.django_db


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_the_shelf_shows_every_book_under_its_game(
    charge_books: None, client: Client
) -> None:
    page = text(client, "/books/")
    assert "Charge v2" in page
    for name in ("Cathay", "Elves", "Kevorki Tribes", "Orcs", "Skaven"):
        assert f">{name}</a>" in page


def test_shelves_stand_as_their_games_are_played(
    every_book: None, client: Client
) -> None:
    cache.clear()
    shown = re.findall(r'<h2 id="game-([a-z]+)"', text(client, "/books/"))
    assert shown == ["warhammer", "mordheim", "scrollhammer", "charge"]


def test_a_card_names_some_of_what_its_book_holds(client: Client) -> None:
    units = [small_unit(key=f"u{n}", name=f"Unit {n}") for n in range(8)]
    publish(save_draft(small_book(units=units)), None)
    rope = [{"key": "rope", "name": "Rope"}]
    publish(save_draft(small_book(key="gear", units=[], items=rope)), None)
    page = text(client, "/books/")
    assert "Unit 4, Unit 5 …" in page
    assert "Unit 6" not in page
    assert re.search(r"<p>\s*Rope\s*</p>", page)
    assert "1 item <small>" in " ".join(page.split())


def test_an_empty_shelf_says_so(client: Client) -> None:
    assert "No book is published yet" in text(client, "/books/")


def test_a_draft_is_not_shown(client: Client) -> None:
    save_draft(small_book())
    assert "Testers" not in text(client, "/books/")
    assert client.get("/books/testers/").status_code == 404


def test_a_book_shows_units_rules_composition_gaps_and_edition(
    charge_books: None, client: Client
) -> None:
    page = text(client, "/books/charge-cathay/")
    for words in (
        "Captain of the Gates",
        "15 / 3+",
        "Javelins",
        "Units within 12",
        "At most one general",
        "unless switched off",
        "Grand Cannon: name and range of its weapon",
        "Army composition",
        "/armies/new/?book=charge-cathay",
        load("charge-cathay", 1).sha256[:12],  # type: ignore[union-attr]
    ):
        assert words in page, words


def test_choices_and_switches_of_the_whole_army_are_shown(client: Client) -> None:
    publish(save_draft(RICH), None)
    page = text(client, "/books/rich/")
    assert "Choices of the army" in page
    assert "Banners" in page
    assert "+25" in page
    assert "if switched on" in page
    assert "option-count" not in page


def test_the_shelf_shows_crests_and_finds_books_and_units(
    charge_books: None, client: Client
) -> None:
    page = text(client, "/books/")
    assert page.count('<svg class="crest"') == 5
    assert "dition 1" not in page
    found = text(client, "/books/?q=jade")
    assert "/books/charge-cathay/units/jade-warriors/" in found
    assert found.count('<svg class="crest"') == 1
    assert text(client, "/books/?q=kevorki").count('<svg class="crest"') == 1
    assert "No book and no unit is called “unicorn”" in text(
        client, "/books/?q=unicorn"
    )


def test_a_search_within_a_book_leaves_what_matches(
    charge_books: None, client: Client
) -> None:
    page = text(client, "/books/charge-cathay/?q=general+infantry")
    assert "1 of 3 units and 0 of 1 item match" in page
    assert 'id="unit-captain-of-the-gates"' in page
    assert 'id="unit-grand-cannon"' not in page
    nothing = text(client, "/books/charge-cathay/?q=dragon")
    assert "Nothing found" in nothing


def test_a_search_finds_items_too(client: Client) -> None:
    publish(save_draft(RICH), None)
    page = text(client, "/books/rich/?q=sharp")
    assert 'id="item-sword"' in page
    assert 'id="item-shield"' not in page
    assert "Nothing found" not in page


def test_lists_stand_once_and_units_point_at_them(client: Client) -> None:
    publish(save_draft(RICH), None)
    page = text(client, "/books/rich/")
    assert page.count('id="list-relics"') == 1
    assert '<a href="/books/rich/#list-relics">Relics</a>, except Bell' in page
    unit = text(client, "/books/rich/units/guard/")
    assert '<a href="/books/rich/#list-relics">Relics</a>' in unit


def test_limits_and_tallies_are_told_in_words(client: Client) -> None:
    publish(save_draft(RICH), None)
    page = text(client, "/books/rich/")
    assert "At least 2 Core in the army" in page
    assert "The sum of Wounds of anything in the army" in page
    assert "At most 1 Horse or thing from Mount in its unit" in page


def test_a_game_without_odds_offers_no_match_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(COMBATS, "warhammer")
    unit = {"key": "orcs", "name": "Orcs", "source": "Test"}
    unit["profiles"] = [{"key": "orcs", "characteristics": {"ws": 3}}]  # type: ignore[assignment]
    publish(save_draft(small_book(game="warhammer", units=[unit])), None)
    assert "/match-ups/?a=" not in text(client, "/books/testers/units/orcs/")
    assert "In the odds" not in text(client, "/books/testers/")


def test_a_book_of_equipment_alone_has_a_page(client: Client) -> None:
    items = [{"key": "rope", "name": "Rope", "points": 5}]
    publish(save_draft(small_book(units=[], items=items)), None)
    page = text(client, "/books/testers/")
    assert "Rope" in page
    assert "Nothing found" not in page


def test_the_report_tells_what_is_done_about_each_rule(client: Client) -> None:
    publish(save_draft(RICH), None)
    assert 'href="/books/rich/rules/"' in text(client, "/books/rich/")
    page = text(client, "/books/rich/rules/")
    for words in (
        "At least 2 Core in the army.",
        "It rains.",
        "Once in the army",
        "(special rule)",
        "Test, page 7",
    ):
        assert words in page, words
    assert client.get("/books/nobody/rules/").status_code == 404


def test_what_is_searched_is_shown_as_text(charge_books: None, client: Client) -> None:
    page = text(client, "/books/charge-cathay/?q=<script>alert(1)</script>")
    assert "<script>alert" not in page


def test_a_unit_has_a_page_with_a_way_to_its_match_up(
    charge_books: None, client: Client
) -> None:
    page = text(client, "/books/charge-cathay/units/grand-cannon/")
    assert "3 / 5+" in page
    assert "/match-ups/?a=charge-cathay/grand-cannon" in page
    assert "Grand Cannon: name and range of its weapon" in page
    assert "Jade Warriors" in page


def test_an_edition_tells_what_changed_since_the_one_before(client: Client) -> None:
    publish(save_draft(small_book()), None, "First.")
    dearer = small_book(units=[small_unit(points=130)])
    publish(save_draft(dearer), None, "Dearer.")
    page = text(client, "/books/testers/editions/2/")
    assert "Spears: points 100 → 130." in page
    assert "Dearer." in page
    first = text(client, "/books/testers/editions/1/")
    assert "This is the first edition." in first
    assert "100 points" in first
    assert "edition 2 is the newest" in first
    start = "/armies/new/?book=testers"
    assert start in page
    assert start not in first
    assert "130 points" in text(client, "/books/testers/")


def test_the_document_of_an_edition_can_be_fetched(
    charge_books: None, client: Client
) -> None:
    response = client.get("/books/charge-orcs/editions/1/book.json")
    assert json.loads(response.content) == printed_book("charge-orcs")
    book = load("charge-orcs", 1)
    assert book is not None
    assert response.headers["ETag"] == f'"{book.sha256}"'
    assert response.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    "address",
    [
        "/books/nobody/",
        "/books/charge-orcs/editions/2/",
        "/books/charge-orcs/editions/99999999999999999999/",
        "/books/charge-orcs/editions/2/book.json",
        "/books/charge-orcs/units/nobody/",
        "/books/nobody/units/orcs/",
    ],
)
def test_what_there_is_not_is_404(
    charge_books: None, client: Client, address: str
) -> None:
    assert client.get(address).status_code == 404


def test_books_are_only_read(charge_books: None, client: Client) -> None:
    assert client.post("/books/").status_code == 405
    assert client.post("/books/charge-orcs/").status_code == 405


def test_text_of_a_book_is_shown_as_text(client: Client) -> None:
    hostile = small_book(
        note="<script>alert(1)</script>",
        units=[small_unit(name="<b>Spears</b>", note="<img src=x>")],
    )
    publish(save_draft(hostile), None, "<i>notes</i>")
    for address in (
        "/books/",
        "/books/testers/",
        "/books/testers/editions/1/",
        "/books/testers/units/spears/",
    ):
        page = text(client, address)
        for mark in ("<script>alert", "<b>Spears", "<img src=x", "<i>notes"):
            assert mark not in page


PAGES = [
    ("/books/", 2),
    ("/books/rich/", 2),
    ("/books/rich/editions/2/", 3),
    ("/books/rich/units/guard/", 1),
    ("/books/rich/rules/", 1),
]


@pytest.mark.parametrize(("address", "queries"), PAGES)
def test_a_page_takes_the_same_queries_however_long_the_book_is(
    address: str, queries: int, client: Client, django_assert_num_queries: Any
) -> None:
    publish(save_draft(RICH), None)
    crows = [{"key": f"crows-{n}", "name": f"Crows {n}"} for n in range(30)]
    publish(save_draft({**RICH, "units": [*RICH["units"], *crows]}), None)
    client.get(address)
    with django_assert_num_queries(queries):
        assert client.get(address).status_code == 200


def test_a_book_tells_its_licence_whom_to_name_and_its_language(
    db: None, client: Client
) -> None:
    said = {"licence": "CC BY 4.0", "attribution": "the guild", "language": "de"}
    publish(save_draft(small_book(**said)), None)
    page = client.get("/books/testers/").content.decode()
    for words in ("Licence: CC BY 4.0.", "By the guild.", "Language: de."):
        assert words in page
    publish(save_draft(small_book(language="en")), None)
    assert "Language:" not in client.get("/books/testers/").content.decode()
