"""Trial editions: drafts that the people of a book build armies from."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import (
    give_trial,
    last_edition,
    newest_edition,
    publish,
    trials,
    withdraw,
)
from armybuilder.books.models import Book, Edition, Role, Unit
from armybuilder.books.people import give_role
from armybuilder.books.refusals import PublishError
from rulesets.documents.json import sha256


@pytest.fixture
def tester(book: Book, bob: User) -> User:
    give_role(book, bob, Role.TESTER)
    return bob


def raise_prices(book: Book) -> None:
    for unit in Unit.objects.filter(book=book):
        unit.points = (unit.points or 0) + 1
        unit.save()


def test_a_tester_builds_an_army_of_a_trial_and_takes_it_over(
    book: Book, alice_client: Client, tester: User, bob_client: Client
) -> None:
    publish(book, None)
    raise_prices(book)
    checked = sha256(draft_document(book))
    trial_page = reverse("admin:books_book_trial", args=[book.pk])
    alice_client.post(trial_page, {"checked": checked})
    edition = Edition.objects.get(book=book, number=2)
    assert edition.is_trial

    choice = f"{book.key}@2"
    new = reverse("armies:new")
    assert choice in bob_client.get(f"{new}?book={choice}").content.decode()
    bob_client.post(new, {"book": choice, "limit": 500})
    army = Army.objects.get(owner=tester)
    told = [message.code for message in review_army(army).review.messages]
    assert "trial-edition" in told
    assert (
        "is on trial" in bob_client.get(f"/armies/{army.public_id}/").content.decode()
    )
    assert "is out" not in bob_client.get(reverse("armies:mine")).content.decode()

    publish(book, None)
    assert "Edition 3 is out" in bob_client.get(reverse("armies:mine")).content.decode()


def test_a_trial_is_never_the_newest_edition(book: Book, tester: User) -> None:
    give_trial(book, None)
    assert newest_edition(book.key) is None
    assert last_edition(book.key) is None
    assert publish(book, None).number == 2


def test_others_cannot_choose_a_trial(book: Book, carol_client: Client) -> None:
    give_trial(book, None)
    choice = f"{book.key}@1"
    answer = carol_client.post(reverse("armies:new"), {"book": choice})
    assert answer.status_code == 400
    assert not Army.objects.exists()
    assert choice not in carol_client.get(reverse("armies:new")).content.decode()


def test_a_trial_may_be_withdrawn(book: Book) -> None:
    edition = give_trial(book, None)
    assert [one.number for one in trials()] == [1]
    assert withdraw([edition], None) == 1
    assert trials() == ()


def test_the_same_draft_is_given_once(book: Book) -> None:
    give_trial(book, None)
    with pytest.raises(PublishError, match="Nothing changed"):
        give_trial(book, None)


def test_a_trial_is_given_of_the_draft_that_was_looked_at(
    book: Book, alice_client: Client
) -> None:
    address = reverse("admin:books_book_trial", args=[book.pk])
    before = sha256(draft_document(book))
    raise_prices(book)
    for checked in (before, "", "x" * 100):
        page = alice_client.post(address, {"checked": checked}, follow=True)
        assert "Not given." in page.content.decode()
    assert not Edition.objects.exists()


@pytest.fixture
def carol_client(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("carol"))
    return client
