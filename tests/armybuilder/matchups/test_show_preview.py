"""The preview: a piece for the builder, and a page of its own."""

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("charge_books")

PREVIEW = "/match-ups/preview/"
A, B = "charge-skaven/jezzails", "charge-orcs/orcs"


def test_it_says_dice_needs_and_expected_wounds(client: Client) -> None:
    answer = client.get(PREVIEW, {"a": A, "b": B})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Shooting: 2.00 wounds on average" in page
    assert "6 dice" in page
    assert "5+ (33.3%)" in page
    assert "at least 2: 64.9%" in page


def test_scripts_get_the_piece_alone(client: Client) -> None:
    asked = {"a": A, "b": B}
    piece = client.get(PREVIEW, asked, headers={"HX-Request": "true"}).content.decode()
    assert "Shooting: 2.00 wounds on average" in piece
    assert "<html" not in piece


def test_it_links_to_the_whole_fight_both_ways(client: Client) -> None:
    page = client.get(PREVIEW, {"a": A, "b": B}).content.decode()
    a, b = "charge-skaven@1/jezzails", "charge-orcs@1/orcs"
    assert f'href="/match-ups/?a={a}&amp;b={b}"' in page
    assert f'href="/match-ups/?a={b}&amp;b={a}"' in page


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({}, "Side A"),
        ({"a": A}, "Side B"),
        ({"a": A, "b": "charge-orcs/ghost"}, "has no unit"),
    ],
)
def test_a_bad_question_names_its_side(
    client: Client, asked: dict[str, str], text: str
) -> None:
    answer = client.get(PREVIEW, asked)
    assert answer.status_code == 400
    assert text in answer.content.decode()
