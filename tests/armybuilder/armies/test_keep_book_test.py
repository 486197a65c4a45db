"""An army becomes a test of its book by one click of the book's author."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from armybuilder.books import book_tests
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import judged_tests, publish
from armybuilder.books.models import Book
from rulesets.rosters.roster import read_roster
from tests.armybuilder.books.documents import charge_army, small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def published(key: str, **changes: Any) -> Book:
    book = save_draft(small_book(key=key, name=key.title(), **changes))
    publish(book, None)
    return book


@pytest.fixture
def book(alice: User) -> Book:
    grant_role(alice, AUTHORS)
    book = published("testers")
    book.people.add(alice)
    return book


def army_of(owner: User, *entries: str, others: tuple[str, ...] = ()) -> Army:
    document = charge_army(*entries)
    document["forces"] += [
        {"id": f"f{n}", "book": key, "edition": 1} for n, key in enumerate(others, 2)
    ]
    return create(read_roster(document), owner)


def keep(client: Client, army: Army, book: str = "testers") -> Any:
    address = reverse("armies:keep_book_test", args=[army.public_id])
    return client.post(address, {"book": book}, follow=True)


def menu(client: Client, army: Army) -> str:
    page = client.get(reverse("armies:show", args=[army.public_id]))
    return str(page.content.decode())


def test_an_author_keeps_an_army_as_it_is_judged_now(
    book: Book, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, "spears", "bows")
    assert "Keep as book test of Testers" in menu(alice_client, army)
    said = keep(alice_client, army).content.decode()
    test = book.tests.get()
    address = reverse("admin:books_book_tests", args=[book.pk])
    assert "“Army” is a book test of Testers now." in said
    assert f'<a href="{address}#test-{test.pk}">See it</a>' in said
    assert test.made_by == alice
    assert test.expected == {
        "points": 100,
        "verdict": "illegal",
        "messages": [{"code": "unknown-entry", "where": "f1/s2"}],
    }
    assert test.roster["forces"] == army.document["forces"]


def test_it_is_judged_by_the_draft_from_then_on(
    book: Book, alice: User, alice_client: Client
) -> None:
    keep(alice_client, army_of(alice, "spears"))
    save_draft(small_book(units=[small_unit(points=120)]))
    (test,) = judged_tests(book, draft_document(book))
    assert test.state == book_tests.RED


def test_only_the_books_that_somebody_may_edit_are_offered(
    book: Book, alice: User, alice_client: Client
) -> None:
    published("others")
    army = army_of(alice, "spears", others=("others",))
    page = menu(alice_client, army)
    assert "Keep as book test of Testers" in page
    assert "Keep as book test of Others" not in page
    assert keep(alice_client, army, "others").status_code == 404
    assert keep(alice_client, army_of(alice, "spears"), "others").status_code == 404
    for key in ("", "nobody", "testers\x00"):
        assert keep(alice_client, army, key).status_code == 404


WHO: tuple[tuple[str, list[str], bool, int], ...] = (
    ("an author", [AUTHORS], False, 404),
    ("an organiser", [ORGANISERS], False, 404),
    ("a player", [], False, 404),
    ("a superuser", [], True, 200),
)


@pytest.mark.parametrize(("who", "roles", "root", "status"), WHO)
def test_nobody_else_is_offered_it_for_an_army_of_their_own(
    book: Book, who: str, roles: list[str], root: bool, status: int
) -> None:
    make = User.objects.create_superuser if root else User.objects.create_user
    user = make("carol")
    for role in roles:
        grant_role(user, role)
    client = Client()
    client.force_login(user)
    army = army_of(user, "spears")
    assert ("Keep as book test" in menu(client, army)) == (status == 200), who
    assert keep(client, army).status_code == status, who
    assert book.tests.count() == (status == 200), who


def test_the_army_of_somebody_else_is_not_there(
    book: Book, bob: User, alice_client: Client
) -> None:
    assert keep(alice_client, army_of(bob, "spears")).status_code == 404
    assert not book.tests.exists()


def test_keeping_needs_a_post(book: Book, alice: User, alice_client: Client) -> None:
    address = reverse("armies:keep_book_test", args=[army_of(alice).public_id])
    assert alice_client.get(address).status_code == 405


def test_a_full_book_is_said_so_on_the_army(
    book: Book, alice: User, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_tests, "MOST_TESTS", 1)
    army = army_of(alice, "spears")
    keep(alice_client, army)
    said = keep(alice_client, army).content.decode()
    assert "Not kept as a book test: a book has at most 1 tests" in said
    assert book.tests.count() == 1


def test_an_author_is_one_query_more_than_a_player(
    book: Book,
    alice: User,
    bob: User,
    alice_client: Client,
    bob_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for user, client, number in ((bob, bob_client, 7), (alice, alice_client, 8)):
        army = army_of(user, "spears")
        menu(client, army)
        with django_assert_num_queries(number):
            menu(client, army)
