"""Comparing states, armies and editions: unit by unit, as the engine sees them."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.comparison import ComparedArmies, ComparedUnit
from armybuilder.armies.models import Army, Visibility
from rulesets.rosters.edits import Edit, Remove, SetCount
from tests.armybuilder.armies.books import now, skaven
from tests.armybuilder.editions import publish_printed, published
from tests.real_books import FIXTURES, sample_army


@pytest.fixture
def empire(alice: User) -> Army:
    publish_printed("warhammer-*")
    return store.create(sample_army("empire-2000"), alice)


def changed(army: Army, *edits: Edit) -> Army:
    found = store.save_edit(army, edits, army.revision, army.owner, "Changed")
    assert isinstance(found, Army)
    return found


def told(page: Any) -> ComparedArmies:
    found = page.context["compared"]
    assert isinstance(found, ComparedArmies)
    return found


def only(page: Any) -> ComparedUnit:
    (unit,) = told(page).units
    return unit


# -- states -------------------------------------------------------------------------


def test_a_change_is_told_in_points_gear_figures_and_odds(
    empire: Army, alice_client: Client
) -> None:
    halberdiers = next(
        u for u in now(empire).forces[0].units if u.entry == "halberdiers"
    )
    shield = next(part for part in halberdiers.lines if part.entry == "shield")
    army = changed(empire, Remove(shield.id))
    page = alice_client.get(reverse("armies:changes", args=[army.public_id]))
    unit = only(page)
    assert (unit.lost, unit.gained) == (("Shields",), ())
    assert unit.more == "−20 points"
    assert told(page).more == "−20 points"
    save = unit.figures[0]
    assert save.name.endswith(", Sv")
    assert (save.before, save.after) == ("5+", "6+")
    assert unit.odds
    assertContains(page, "13 units are the same")
    assertContains(page, "What changed")


def test_the_odds_are_those_of_the_builder(empire: Army, alice_client: Client) -> None:
    group = next(
        part
        for unit in now(empire).forces[0].units
        if unit.entry == "swordsmen"
        for part in unit.lines
        if part.count > 1
    )
    army = changed(empire, SetCount(group.id, group.count - 5))
    compare = alice_client.get(reverse("armies:changes", args=[army.public_id]))
    show = reverse("armies:show", args=[army.public_id])
    unit = next(one for one in now(army).forces[0].units if one.entry == "swordsmen")
    page = alice_client.get(show, {"unit": unit.path, "tab": "odds"})
    fights = {
        f"{fight.against}, wins": fight.rounded
        for fight in page.context["builder"].open.odds.against.fights
    }
    assert fights == {figure.name: figure.after for figure in only(compare).odds}
    assert any(one.before != one.after for one in only(compare).odds)


def test_a_state_that_is_not_kept_cannot_be_compared(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    address = reverse("armies:changes", args=[army.public_id])
    assert alice_client.get(address).status_code == 404
    assert alice_client.get(address, {"from": "9" * 30}).status_code == 404
    same = alice_client.get(address, {"from": "1", "to": "nonsense"})
    assertContains(same, "No unit differs")


# -- armies -------------------------------------------------------------------------


def test_two_armies_of_mine_are_compared(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    one, other = skaven(alice, "ratmen"), skaven(alice, "ratmen", "jezzails")
    address = reverse("armies:compare", args=[one.public_id])
    assertContains(alice_client.get(address), f"?with={other.public_id}")
    page = alice_client.get(address, {"with": other.public_id})
    unit = only(page)
    assert (unit.difference.is_new, unit.points.before) == (True, "")
    assertContains(page, "Only in the second")
    assertContains(page, "1 unit is the same")


def test_a_shared_army_is_compared_by_its_link_and_a_private_one_is_not(
    charge_books: None, alice: User, bob: User, bob_client: Client
) -> None:
    mine, theirs = skaven(bob, "ratmen"), skaven(alice, "jezzails")
    address = reverse("armies:compare", args=[mine.public_id])
    for handle in (theirs.public_id, theirs.share_token, "nobody", "no such army"):
        page = bob_client.get(address, {"with": handle})
        assertContains(page, "no army behind that link", status_code=404)
        assertNotContains(page, "Jezzails", status_code=404)
    store.set_visibility(theirs, Visibility.UNLISTED)
    link = f"http://testserver{reverse('armies:shared', args=[theirs.share_token])}"
    assert len(told(bob_client.get(address, {"with": link})).units) == 2


def test_armies_of_two_games_are_not_compared(
    charge_books: None, empire: Army, alice: User, alice_client: Client
) -> None:
    rats = skaven(alice, "ratmen")
    address = reverse("armies:compare", args=[rats.public_id])
    page = alice_client.get(address, {"with": empire.public_id})
    assertContains(page, "of another game", status_code=404)
    assertNotContains(page, f"?with={empire.public_id}", status_code=404)


@pytest.mark.parametrize("many", [1, 8])
def test_many_units_ask_the_database_as_often_as_one(
    charge_books: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    one, other = skaven(alice, "ratmen"), skaven(alice, *["jezzails"] * many)
    address = reverse("armies:compare", args=[one.public_id])
    alice_client.get(address, {"with": other.public_id})
    with django_assert_num_queries(9):
        alice_client.get(address, {"with": other.public_id})


# -- editions -----------------------------------------------------------------------


@pytest.fixture
def second_edition(charge_books: None) -> None:
    """Publish a second edition: ratmen cost 5 points more, jezzails are gone."""
    document = json.loads((FIXTURES / "books" / "charge-skaven.json").read_text())
    ratmen = next(unit for unit in document["units"] if unit["key"] == "ratmen")
    ratmen["points"] += 5
    document["units"] = [u for u in document["units"] if u["key"] != "jezzails"]
    published(document, 2)


def test_an_edition_is_told_line_by_line_before_it_is_taken(
    second_edition: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    address = reverse("armies:move_edition", args=[army.public_id])
    page = alice_client.get(address)
    assertContains(page, "Use edition 2")
    ratmen, jezzails = told(page).units
    assert (ratmen.more, ratmen.difference.shown.entry) == ("+5 points", "ratmen")
    assert jezzails.difference.is_unknown
    assertContains(page, "No longer in the book")
    assert told(page).difference.new_messages
    army.refresh_from_db()
    assert (army.revision, now(army).forces[0].edition) == (1, 1)
    fields = {"revision": 1, "force": "f1", "edition": "2"}
    answer = alice_client.post(address, fields)
    assertRedirects(answer, reverse("armies:show", args=[army.public_id]))
    army.refresh_from_db()
    assert (army.revision, now(army).forces[0].edition) == (2, 2)
    assert army.revisions.get(number=2).label == "Skaven: edition 2"
    undone = store.undo(army, 2, alice)
    assert isinstance(undone, Army)
    assert now(undone).forces[0].edition == 1


def test_an_army_that_names_a_former_key_is_carried_over(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    document = json.loads((FIXTURES / "books" / "charge-skaven.json").read_text())
    ratmen = next(unit for unit in document["units"] if unit["key"] == "ratmen")
    ratmen |= {"key": "clanrats", "renamed_from": ["ratmen"]}
    published(document, 2)
    army = skaven(alice, "ratmen")
    address = reverse("armies:move_edition", args=[army.public_id])
    page = alice_client.get(address)
    assertNotContains(page, "No longer in the book")
    assert not told(page).difference.new_messages
    alice_client.post(address, {"revision": "1", "force": "f1", "edition": "2"})
    army.refresh_from_db()
    (force,) = army.document["forces"]
    assert (force["edition"], force["units"][0]["entry"]) == (2, "clanrats")
    undone = store.undo(army, 2, alice)
    assert isinstance(undone, Army)
    assert undone.document["forces"][0]["units"][0]["entry"] == "ratmen"


def test_the_list_of_armies_leads_to_a_newer_edition(
    second_edition: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    address = reverse("armies:move_edition", args=[army.public_id])
    mine = reverse("armies:mine")
    assertContains(alice_client.get(mine), f'href="{address}">Edition 2 is out')
    alice_client.post(address, {"revision": "1"})
    assertNotContains(alice_client.get(mine), "is out")


def test_an_edition_is_not_taken_over_a_change_that_was_not_seen(
    second_edition: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    address = reverse("armies:move_edition", args=[army.public_id])
    fields = {"revision": "7", "force": "f1", "edition": "2"}
    assertRedirects(alice_client.post(address, fields), address)
    army.refresh_from_db()
    assert now(army).forces[0].edition == 1


@pytest.mark.parametrize(
    "query", [{"edition": "9"}, {"force": "f9"}, {"edition": "999999"}]
)
def test_an_edition_or_a_force_that_is_not_there_is_not_found(
    second_edition: None, alice: User, alice_client: Client, query: dict[str, str]
) -> None:
    army = skaven(alice, "ratmen")
    address = reverse("armies:move_edition", args=[army.public_id])
    assert alice_client.get(address, query).status_code == 404
    assert alice_client.post(address, query).status_code == 404
