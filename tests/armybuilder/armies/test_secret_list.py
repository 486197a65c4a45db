"""Passing an army on: links, texts to copy, and the list without its secrets."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.models import Army, Visibility
from rulesets.games import GAMES
from rulesets.rosters.edits import SetArmyNote, SetNote
from tests.armybuilder.armies.books import now, skaven
from tests.armybuilder.editions import publish_printed
from tests.real_books import real_book, sample_army

SAMPLES = ("empire-2000", "bretonnia-2000", "orcs-and-goblins-2000")


def secret_link(army: Army) -> str:
    store.set_secret_link(army, wanted=True)
    return reverse("armies:secret", args=[army.secret_token])


def share(army: Army) -> str:
    return reverse("armies:share", args=[army.public_id])


@pytest.fixture
def empire(alice: User) -> Army:
    publish_printed("warhammer-empire")
    return store.create(sample_army("empire-2000"), alice)


def hidden_names(army: Army) -> set[str]:
    """Return the names of all magic items that an army bought, by its book."""
    items = {
        entry.key: entry.name
        for force in now(army).roster.forces
        for unit in real_book(force.book).units.values()
        for entry in unit.entries.values()
        if not GAMES[army.game].paper.secrets.isdisjoint(entry.keys)
    }
    bought = {line.entry for line in now(army).lines()}
    return {name for key, name in items.items() if key in bought}


@pytest.mark.parametrize("name", SAMPLES)
def test_no_magic_item_is_on_the_secret_list(
    alice: User, client: Client, name: str
) -> None:
    roster = sample_army(name)
    publish_printed(roster.forces[0].book)
    army = store.create(roster, alice)
    page = client.get(secret_link(army))
    hidden = hidden_names(army)
    assert len(hidden) > 2
    for item in hidden:
        assertNotContains(page, item)
    for force in now(army).forces:
        for unit in force.units:
            assertContains(page, unit.title)


def test_neither_points_nor_notes_nor_other_links_are_on_the_secret_list(
    empire: Army, alice: User, client: Client
) -> None:
    unit = now(empire).forces[0].units[0]
    store.save_edit(
        empire,
        [SetNote(unit.id, "hide in the wood"), SetArmyNote("attack from the left")],
        1,
        alice,
        "Noted",
    )
    empire.refresh_from_db()
    page = client.get(secret_link(empire))
    assert "points" not in page.context["text"]
    for text in ('class="points"', "pts", "wood", "from the left", "1,996", "2,000"):
        assertNotContains(page, text)
    for text in (empire.public_id, empire.share_token):
        assertNotContains(page, text)
    assertContains(page, "Checked, with all that is hidden: legal.")
    assert page["X-Robots-Tag"] == "noindex, nofollow"


def test_figures_are_those_without_magic(empire: Army, client: Client) -> None:
    page = client.get(secret_link(empire))
    changed = {
        by
        for force in page.context["shown"].forces
        for unit in force.units
        for line in unit.stats
        for cell in line.cells
        for by in cell.changed_by
    }
    assert changed
    assert not changed & hidden_names(empire)


def test_a_secret_link_opens_nothing_else_and_ends_when_it_is_taken_back(
    empire: Army, client: Client, alice_client: Client
) -> None:
    link = secret_link(empire)
    token = str(empire.secret_token)
    for name in ("shared", "shared_print", "shared_json", "shared_text"):
        address = reverse(f"armies:{name}", args=[token])
        assert client.get(address).status_code == 404, name
    alice_client.post(share(empire), {"secret": "off"})
    assert client.get(link).status_code == 404
    assertRedirects(alice_client.post(share(empire), {"secret": "on"}), share(empire))
    empire.refresh_from_db()
    assert empire.secret_token not in (None, token)


def test_a_deleted_army_has_no_secret_list(empire: Army, client: Client) -> None:
    link = secret_link(empire)
    store.delete(empire)
    assert client.get(link).status_code == 404


def test_the_page_shows_links_squares_and_texts(
    empire: Army, alice_client: Client
) -> None:
    bare = alice_client.get(share(empire))
    assertNotContains(bare, "qr-square")
    assertContains(bare, "Halberdiers")
    alice_client.post(share(empire), {"visibility": "unlisted"})
    alice_client.post(share(empire), {"secret": "on"})
    empire.refresh_from_db()
    page = alice_client.get(share(empire))
    assertContains(page, "qr-square", 2)
    for name, token in (
        ("shared", empire.share_token),
        ("secret", empire.secret_token),
    ):
        link = f"http://testserver{reverse(f'armies:{name}', args=[token])}"
        assertContains(page, f'value="{link}"')
        assertContains(page, f"Link to the list: {link}")
    whole, opened = (text for _, text in page.context["texts"])
    for item in hidden_names(empire):
        assert item in whole
        assert item not in opened
    assert "points" not in opened
    assert "The Old Guard (Halberdiers): 38 models, 20 × Halberdier" in opened


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"visibility": "nobody"}, "none of the choices"),
        ({}, "none of the choices"),
        ({"secret": "maybe"}, "none of the choices"),
    ],
)
def test_a_bad_choice_is_explained_and_changes_nothing(
    charge_books: None,
    alice: User,
    alice_client: Client,
    fields: dict[str, str],
    told: str,
) -> None:
    army = skaven(alice, "ratmen")
    assertContains(alice_client.post(share(army), fields), told, status_code=400)
    army.refresh_from_db()
    assert (army.visibility, army.secret_token) == (Visibility.PRIVATE, None)


def test_a_visitor_signs_in_before_an_army_is_public(
    charge_books: None, client: Client
) -> None:
    client.post(reverse("armies:new"), {"book": "charge-skaven"})
    army = Army.objects.get()
    answer = client.post(share(army), {"visibility": "public"})
    assertContains(answer, "Sign in to list an army publicly.", status_code=400)
    army.refresh_from_db()
    assert army.visibility == Visibility.PRIVATE


def test_a_copy_has_links_of_its_own(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    secret_link(army)
    copy = store.duplicate(army, alice)
    assert copy.secret_token is None


@pytest.mark.parametrize("many", [1, 12])
def test_many_units_ask_as_much_of_the_database_as_one(
    charge_books: None,
    alice: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    link = secret_link(skaven(alice, *["ratmen"] * many))
    client.get(link)
    with django_assert_num_queries(3):
        client.get(link)
