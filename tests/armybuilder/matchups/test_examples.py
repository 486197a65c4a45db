"""Examples: what the match-up page offers to who has not chosen yet."""

import re
from html import unescape

import pytest
from django.test import Client

from armybuilder.matchups.examples import examples_of
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from tests.armybuilder.editions import publish_printed

LINK = re.compile(r'<li>\s*<a href="(/match-ups/[^"]+)">([^<]+)</a>')


def offered(client: Client, query: str) -> dict[str, str]:
    page = client.get(f"/match-ups/?{query}").content.decode()
    return {title: unescape(href) for href, title in LINK.findall(page)}


@pytest.mark.usefixtures("charge_books")
def test_who_has_chosen_nothing_is_offered_examples_that_work(client: Client) -> None:
    links = offered(client, "game=charge")
    assert "Jade Warriors against Orcs" in links
    for title, href in links.items():
        page = client.get(client.get(href).headers["Location"])
        assert page.status_code == 200
        assert f"{title}: " in page.content.decode()


@pytest.mark.usefixtures("charge_books")
def test_no_examples_stand_beside_a_side_that_was_chosen(client: Client) -> None:
    assert offered(client, "a=charge-skaven@1/ratmen") == {}


@pytest.mark.usefixtures("db")
def test_a_match_up_is_no_example_where_a_book_of_it_is_not_published() -> None:
    publish_printed("charge-skaven", "charge-orcs", "charge-cathay")
    assert all("Elven Cavalry" not in one.title for one in examples_of(GAMES["charge"]))


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_kind_of_every_game_has_an_example(game: Game) -> None:
    publish_printed(f"{game.key}-*")
    found = [example.kind for example in examples_of(game)]
    assert found == [kind.name for kind in combat_of(game).kinds]
