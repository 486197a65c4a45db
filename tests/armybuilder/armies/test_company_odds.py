"""The open unit of the builder tells the odds of characters in units."""

import re
from html import unescape

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from rulesets.rosters.edits import Join, apply
from tests.armybuilder.armies.builder_forms import address
from tests.armybuilder.editions import publish_printed
from tests.rulesets.legality.real import roster_of

EMPIRE = "warhammer-empire"
ARMY = roster_of(
    EMPIRE,
    "captain",
    ("halberdiers", "20 halberdier"),
    ("great-cannon", "gun", "3 crew"),
    limit=2000,
)
JOINED = apply(ARMY, Join("captain", "halberdiers"))

SALTMERE = "scrollhammer-saltmere-league"
LEAGUE = roster_of(
    SALTMERE,
    ("captain", "1 captain-model"),
    ("quay-guard", "12 quay-guardsman"),
    ("deckhands", "15 deckhand"),
    limit=2000,
)


@pytest.fixture(autouse=True)
def empire(db: None) -> None:
    publish_printed(EMPIRE)


def page_of(client: Client, army: Army, unit: str) -> str:
    asked = {"unit": f"f1/{unit}", "tab": "odds"}
    return unescape(client.get(address(army), asked).content.decode())


def company(page: str) -> str:
    found = re.search(r'<p class="company-odds">.*?</p>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", found[0]).split()) if found else ""


@pytest.mark.parametrize("unit", ["captain", "halberdiers"])
def test_a_character_and_his_unit_are_told_together(
    alice: User, alice_client: Client, unit: str
) -> None:
    page = page_of(alice_client, create(JOINED, alice), unit)
    told = company(page)
    assert told.startswith("With Captain, Halberdiers win ")
    assert "has joined nobody" not in told


def test_a_character_alone_says_so_and_is_shown_in_the_likeliest_unit(
    alice: User, alice_client: Client
) -> None:
    told = company(page_of(alice_client, create(ARMY, alice), "captain"))
    assert told.startswith("Captain has joined nobody")
    assert "Halberdiers win" in told


def test_a_unit_without_characters_says_nothing(
    alice: User, alice_client: Client
) -> None:
    army = create(ARMY, alice)
    for unit in ("halberdiers", "great-cannon"):
        assert not company(page_of(alice_client, army, unit))


def test_the_match_up_page_answers_the_same(alice: User, alice_client: Client) -> None:
    page = page_of(alice_client, create(JOINED, alice), "captain")
    link = re.search(r'<p class="company-odds">\s*<a href="([^"]+)"', page)
    assert link is not None
    answer = alice_client.get(link[1], follow=True)
    assert answer.status_code == 200
    chance = answer.context["result"].plain.sentence
    told = re.search(r"Halberdiers win (.*?) against", company(page))
    assert told is not None
    assert told[1] in chance, chance


def test_a_character_with_a_choice_takes_the_best_and_it_is_named(
    alice: User, alice_client: Client
) -> None:
    armed = roster_of(
        EMPIRE,
        ("captain", "great-weapon", "shield"),
        ("halberdiers", "20 halberdier"),
        limit=2000,
    )
    army = create(apply(armed, Join("captain", "halberdiers")), alice)
    page = page_of(alice_client, army, "captain")
    told = company(page)
    held = re.match(r"With Captain \((.*?)\), Halberdiers win (.*?) against", told)
    assert held is not None, told
    link = re.search(r'<p class="company-odds">\s*<a href="([^"]+)"', page)
    assert link is not None
    result = alice_client.get(link[1], follow=True).context["result"]
    assert held[2] in result.plain.sentence
    assert any("Captain" in note and held[1] in note for note in result.notes)


def test_an_independent_character_of_scrollhammer_is_told_in_his_unit(
    alice: User, alice_client: Client
) -> None:
    publish_printed(SALTMERE)
    army = create(apply(LEAGUE, Join("captain", "deckhands")), alice)
    for unit in ("captain", "deckhands"):
        told = company(page_of(alice_client, army, unit))
        assert told.startswith("With League Captain, Deckhands win "), told
    page = page_of(alice_client, army, "captain")
    link = re.search(r'<p class="company-odds">\s*<a href="([^"]+)"', page)
    assert link is not None
    shown = alice_client.get(link[1]).headers["Location"]
    answer = alice_client.get(shown)
    joined = "League Captain (character of A)"
    assert f"{joined} stands in Deckhands" in unescape(answer.content.decode())
    names = {row.name for row in answer.context["fates"].rows}
    assert {joined, "Deckhands"} <= names


def test_an_independent_character_alone_is_shown_in_the_costliest_unit(
    alice: User, alice_client: Client
) -> None:
    publish_printed(SALTMERE)
    told = company(page_of(alice_client, create(LEAGUE, alice), "captain"))
    assert told.startswith("League Captain has joined nobody"), told
    assert "Quay Guard" in told
