"""The start page: a sample army to open, and the books of every game."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.template import Template
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.samples import SAMPLES, sample_roster, warm_up
from armybuilder.armies.store import create
from armybuilder.books.editions import newest_books
from rulesets.games import GAMES
from rulesets.legality import review
from tests.real_books import sample_army

ROWS = ("Handgunners", "Great Cannon")


@pytest.fixture(autouse=True)
def _nobody_counted() -> None:
    cache.clear()


def games_of(client: Client) -> list[str]:
    page = client.get("/").content.decode()
    return re.findall(r'<h2 id="game-([a-z]+)"', page)


@pytest.mark.usefixtures("every_book")
def test_every_sample_is_a_legal_army_of_its_game() -> None:
    books = newest_books()
    assert {sample.game for sample in SAMPLES} == set(GAMES)
    for sample in SAMPLES:
        roster = sample_roster(sample, books)
        assert roster is not None
        assert roster.game == sample.game
        assert review(roster, books).legal
        ids = {unit.id for force in roster.forces for unit in force.units}
        assert set(sample.units) <= ids


@pytest.mark.usefixtures("every_book")
def test_home_shows_a_real_army_with_its_odds(client: Client) -> None:
    page = client.get("/")
    assertContains(page, "The Count Rides Out")
    assertContains(page, "1,996 / 2,000")
    said = " ".join(page.content.decode().split())
    told = r'class="say">Charging Trolls, The Blazing Sun <b>wins 2 of 3</b>'
    assert re.search(told, said)
    assert '0.7<span class="visually-hidden"> wounds a volley' in said


@pytest.mark.usefixtures("every_book")
def test_the_start_page_is_drawn_before_anybody_asks(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    drawn: list[str | None] = []

    def note(template: Template, **_: object) -> None:
        drawn.append(template.name)

    monkeypatch.setattr(connection, "close", lambda: None)
    template_rendered.connect(note)
    warm_up()
    before = set(drawn)
    client.get("/")
    template_rendered.disconnect(note)
    assert "armies/_sample.html" in before
    assert set(drawn) <= before


@pytest.mark.usefixtures("every_book")
def test_a_visitor_opens_the_sample_as_an_army_of_their_own(client: Client) -> None:
    address = reverse("armies:sample", args=["warhammer"])
    answer = client.post(address, {"unit": "f1/s47"})
    army = Army.objects.get()
    shown = reverse("armies:show", args=[army.public_id])
    assert answer.headers["Location"] == f"{shown}?guide=1&unit=f1%2Fs47"
    page = client.get(answer.headers["Location"])
    assertContains(page, "The Count Rides Out")
    assertContains(page, 'aria-label="First steps"')
    assert re.search(rf'href="{shown}"\s+data-dismiss', page.content.decode())
    assertNotContains(client.get(shown), 'aria-label="First steps"')
    assert Client().get(shown).status_code == 404


@pytest.mark.usefixtures("every_book")
def test_a_row_of_the_builder_shows_shooting_as_home_does_and_no_name_twice(
    client: Client,
) -> None:
    client.post(reverse("armies:sample", args=["warhammer"]))
    shown = reverse("armies:show", args=[Army.objects.get().public_id])
    page = client.get(shown).content.decode()
    rows = {name: page.partition(f">{name}</span>")[2] for name in ROWS}
    assert "wounds on average" in rows["Handgunners"].partition("</a>")[0]
    assert '<span class="sub"></span>' in rows["Great Cannon"].partition("</a>")[0]


@pytest.mark.usefixtures("every_book")
def test_the_sample_is_copied_once_and_again_when_it_is_gone(client: Client) -> None:
    address = reverse("armies:sample", args=["charge"])
    client.post(address)
    client.post(address)
    army = Army.objects.get()
    client.post(reverse("armies:delete", args=[army.public_id]))
    client.post(address)
    assert Army.objects.count() == 2


@pytest.mark.usefixtures("db")
def test_without_its_book_there_is_no_sample(client: Client) -> None:
    assertNotContains(client.get("/"), 'class="sample"')
    for game in ("warhammer", "chess"):
        address = reverse("armies:sample", args=[game])
        assert client.post(address).status_code == 404
    assert client.get(reverse("armies:sample", args=["charge"])).status_code == 405


@pytest.mark.usefixtures("every_book")
def test_home_says_no_edition_and_offers_only_books_that_make_an_army(
    client: Client,
) -> None:
    page = client.get("/")
    assertNotContains(page, "Edition 1")
    assertNotContains(page, "book=mordheim-armoury")
    said = page.content.decode()
    assert said.count('<svg class="crest"') >= said.count("?book=") == 35


@pytest.mark.usefixtures("charge_books")
def test_games_that_most_people_play_come_first(
    client: Client, alice: User, bob: User
) -> None:
    usual = [sample.game for sample in SAMPLES]
    assert games_of(client) == usual
    for owner in (alice, alice, bob):
        create(sample_army("skaven-500"), owner)
    cache.clear()
    assert games_of(client) == ["charge", *usual[:-1]]


@pytest.mark.usefixtures("db")
def test_the_menu_is_for_players_and_help_says_the_words(client: Client) -> None:
    page = client.get(reverse("armies:help"))
    menu = page.content.decode().partition("<main")[0]
    assert "API" not in menu
    assertContains(page, "Not worked out")
    assertContains(page, reverse("api:docs"))
