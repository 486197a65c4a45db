"""What is in hand is chosen on the match-up page and stands in its address."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db

SIDES = {
    "a": "warhammer-bretonnia@1/knights-of-the-realm",
    "b": "warhammer-orcs-and-goblins@1/orc-boyz",
}
LANCE = {"a.loadout": "Lance and Shield"}


@pytest.fixture(autouse=True)
def books() -> None:
    publish_printed("warhammer-bretonnia", "warhammer-orcs-and-goblins")


def shown(client: Client, **more: str) -> str:
    query = urlencode({**SIDES, **more}, safe="@/:")
    answer = client.get(f"/match-ups/?{query}")
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


def chances(page: str) -> list[str]:
    return re.findall(r"\d+\.\d+ ?%", page)


def test_the_loadouts_of_a_side_are_offered(client: Client) -> None:
    page = shown(client)

    for name in ("Hand weapon and Shield", "Lance and Shield"):
        assert f'<option value="{name}"' in page


def test_another_loadout_changes_the_odds_and_stands_in_the_address(
    client: Client,
) -> None:
    sword = {"a.loadout": "Hand weapon and Shield"}
    page = shown(client, **sword)

    assert chances(page) != chances(shown(client, **LANCE))
    assert "a.loadout=Hand" in page


def test_where_none_is_named_a_side_takes_what_serves_it_best(client: Client) -> None:
    page = shown(client)

    assert chances(page) == chances(shown(client, **LANCE))
    assert "in hand the best loadout here: Lance and Shield." in page


def test_a_loadout_of_the_unit_before_is_forgotten(client: Client) -> None:
    query = {**SIDES, "a": SIDES["b"], "a.of": SIDES["a"], **LANCE}

    answer = client.get(f"/match-ups/?{urlencode(query, safe='@/:')}")

    assert answer.status_code == 302
    assert "loadout" not in answer["Location"]


def test_a_loadout_that_a_unit_does_not_have_is_refused(client: Client) -> None:
    query = urlencode({**SIDES, "a.loadout": "Chainsaw"}, safe="@/:")
    for page in ("/match-ups/", "/match-ups/compare/"):
        more = "&rows=units" if "compare" in page else ""
        answer = client.get(f"{page}?{query}{more}")
        assert answer.status_code == 400
        text = answer.content.decode()
        assert "Knights of the Realm have no loadout “Chainsaw”" in text
        assert "Side A: in hand" in text


def test_the_card_of_a_chariot_shows_all_of_its_stat_lines(client: Client) -> None:
    chariot = "warhammer-orcs-and-goblins@1/orc-boar-chariot"
    page = client.get(f"/match-ups/?a={SIDES['a']}&b={chariot}")
    riders, crew = ([line.name for line in c.lines] for c in page.context["cards"])

    assert crew == ["Orc crew (2)", "Chariot", "War boar"]
    assert riders == ["Knight of the Realm", "Gallant", "Bretonnian warhorse"]
    assert '<th scope="row">War boar</th>' in page.content.decode()


def test_the_card_of_a_battlecat_shows_its_riders_too(client: Client) -> None:
    publish_printed("scrollhammer-warriors-of-elsweyr")
    cat = "scrollhammer-warriors-of-elsweyr@1/battlecat"
    page = client.get(f"/match-ups/?a={cat}&b={cat}")

    names = [line.name for line in page.context["cards"][0].lines]
    assert names == ["Litter-Mate", "Rider (two)", "Senche-raht"]
