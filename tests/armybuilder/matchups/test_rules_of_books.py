"""A book's own rule on the pages: the match-up, its book, a saved army, comparisons."""

import copy
import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.matchups.side_figures import rules_shown
from rulesets.games import GAMES
from rulesets.matchups.rivals import usual_entrant
from tests.armybuilder.editions import published
from tests.real_books import FIXTURES, KEYS, real_book

pytestmark = pytest.mark.django_db

BOOK = json.loads((FIXTURES / "books" / "charge-orcs.json").read_bytes())


def with_fury(key: str) -> Any:
    document = copy.deepcopy(BOOK)
    document["key"], document["name"] = key, "Orcs of the Sun"
    document["rules"] = [
        *document.get("rules", []),
        {
            "key": "fury-of-the-sun",
            "name": "Fury of the Sun",
            "source": "House rules, page 2",
            "effects": [{"on": "to-hit", "op": "add", "when": ["in-combat"]}],
            "left_out": "may be used once a game",
        },
    ]
    unit = next(one for one in document["units"] if one["key"] == "orcs")
    unit.setdefault("rules", []).append("fury-of-the-sun")
    return document


def test_the_match_up_page_counts_it_traces_it_and_names_what_is_left_out(
    client: Client,
) -> None:
    published(with_fury("charge-sun-orcs"))
    published(BOOK)
    query = "a=charge-sun-orcs@1/orcs&b=charge-orcs@1/orcs&kind=fight"
    page = client.get(f"/match-ups/?{query}").content.decode()
    assert "Fury of the Sun" in page
    assert "House rules, page 2" in page
    assert "to hit 4+ becomes 3+" in page
    assert "may be used once a game" in page


def test_the_page_of_a_book_says_that_it_counts_partly(client: Client) -> None:
    published(with_fury("charge-sun-orcs"))
    page = client.get("/books/charge-sun-orcs/").content.decode()
    assert "Fury of the Sun" in page
    assert "partly" in page


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_of_a_book_reads_on_a_card_as_the_book_has_it(key: str) -> None:
    book = real_book(key)
    names = {one.key: one.name for one in book.rules.values()}
    game = GAMES[book.game]
    for unit in book.units.values():
        own = usual_entrant(book, unit.key)
        for rule in rules_shown(game, book, own.fighter) if own.fighter else ():
            assert rule.name == names.get(rule.key, rule.name)
