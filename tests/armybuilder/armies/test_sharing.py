"""Share links: read-only, signed out, and gone when the owner takes them back."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies import access, store
from armybuilder.armies.models import Army, Visibility
from tests.armybuilder.armies.books import skaven, units
from tests.armybuilder.armies.shared_pages import SHARED_PAGES

pytestmark = pytest.mark.postgres


def shared(army: Army, visibility: Visibility = Visibility.UNLISTED) -> str:
    store.set_visibility(army, visibility)
    return reverse("armies:shared", args=[army.share_token])


def test_a_link_opens_signed_out_and_has_no_way_to_change_anything(
    charge_books: None, alice: User, client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    page = client.get(shared(army))
    assertContains(page, "Ratmen")
    assertContains(page, "by alice")
    assertNotContains(page, 'name="edits"')
    assertNotContains(page, ">Undo<")


def test_the_owner_is_led_to_the_builder(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    assertContains(alice_client.get(shared(army)), 'id="edit"')


@pytest.mark.parametrize("how", ["private", "deleted"])
def test_what_is_not_shared_is_not_there(
    charge_books: None, alice: User, client: Client, how: str
) -> None:
    army = skaven(alice, "ratmen")
    link = shared(army)
    token = army.share_token
    if how == "private":
        store.set_visibility(army, Visibility.PRIVATE)
    else:
        store.delete(army)
    assert client.get(link).status_code == 404
    for name in (*SHARED_PAGES, "shared_pdf"):
        address = reverse(f"armies:{name}", args=[token])
        assert client.get(address).status_code == 404, name
    copy = reverse("armies:copy_shared", args=[token])
    assert client.post(copy).status_code == 404


def test_a_link_that_was_taken_back_never_opens_again(
    charge_books: None, alice: User, alice_client: Client, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    old = shared(army)
    sharing = reverse("armies:sharing", args=[army.public_id])
    for wanted in ("private", "unlisted"):
        alice_client.post(sharing, {"visibility": wanted})
    army.refresh_from_db()
    new = reverse("armies:shared", args=[army.share_token])
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200
    assertContains(alice_client.get(reverse("armies:show", args=[army.public_id])), new)


def test_a_link_stays_while_the_army_stays_shared(
    charge_books: None, alice: User, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    link = shared(army)
    assert shared(army, Visibility.PUBLIC) == link
    army.refresh_from_db()
    assert reverse("armies:shared", args=[army.share_token]) == link
    assert client.get(link).status_code == 200


def test_every_export_opens_signed_out(
    charge_books: None, alice: User, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    shared(army)
    for name in SHARED_PAGES:
        answer = client.get(reverse(f"armies:{name}", args=[army.share_token]))
        assert answer.status_code == 200, name
        assert "noindex" in answer["X-Robots-Tag"]


def test_an_unlisted_army_stays_out_of_search_engines_and_lists(
    charge_books: None, alice: User, client: Client
) -> None:
    army = skaven(alice)
    unlisted = client.get(shared(army))
    assert unlisted["X-Robots-Tag"] == "noindex, nofollow"
    assertContains(unlisted, '<meta name="robots" content="noindex, nofollow">')
    public = reverse("armies:public")
    assertNotContains(client.get(public), "Under-empire")
    listed = client.get(shared(army, Visibility.PUBLIC))
    assert "X-Robots-Tag" not in listed
    assertContains(client.get(public), "Under-empire")
    assertContains(client.get(public), "By alice")


def test_a_reader_copies_it_to_his_own(
    charge_books: None, alice: User, bob: User, bob_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    shared(army)
    answer = bob_client.post(reverse("armies:copy_shared", args=[army.share_token]))
    copy = Army.objects.get(owner=bob)
    assertRedirects(answer, reverse("armies:show", args=[copy.public_id]))
    assert units(copy) == ["ratmen"]
    assert copy.visibility == Visibility.PRIVATE


def test_nobody_copies_armies_without_end(
    charge_books: None,
    alice: User,
    alice_client: Client,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        access, "NEW_ARMIES", Allowance("new-armies", burst=2, refill_seconds=900)
    )
    army = skaven(alice, "ratmen")
    shared(army)
    for visitor, name, arg in (
        (client, "copy_shared", army.share_token),
        (alice_client, "duplicate", army.public_id),
    ):
        address = reverse(f"armies:{name}", args=[arg])
        answers = [visitor.post(address).status_code for _ in range(3)]
        assert answers == [302, 302, 429], name
    assert Army.objects.count() == 5


def test_the_document_holds_choices_and_no_prices(
    charge_books: None, alice: User, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    shared(army)
    answer = client.get(reverse("armies:shared_json", args=[army.share_token]))
    assert json.loads(answer.content) == army.document
    assert "points" not in answer.content.decode()


@pytest.mark.parametrize("many", [1, 12])
def test_many_units_ask_as_much_of_the_database_as_one(
    charge_books: None,
    alice: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    link = shared(skaven(alice, *["ratmen"] * many))
    client.get(link)
    with django_assert_num_queries(3):
        client.get(link)


def test_the_list_of_public_armies_asks_the_database_four_times(
    charge_books: None,
    alice: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(5):
        shared(skaven(alice, "ratmen"), Visibility.PUBLIC)
    client.get(reverse("armies:public"))
    with django_assert_num_queries(4):
        client.get(reverse("armies:public"))
