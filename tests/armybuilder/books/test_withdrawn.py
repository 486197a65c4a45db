"""An edition that is withdrawn is offered to nobody; who uses it keeps it."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from armybuilder.books import editions
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Edition
from armybuilder.books.refusals import PublishError
from tests.armybuilder.books.armies import points, spears
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def second(book: Book, alice: User) -> Edition:
    """The second edition of a book, with another price."""
    publish(book, alice)
    save_draft(small_book(units=[small_unit(points=130)]))
    return publish(book, alice)


def act(client: Client, action: str, *chosen: Edition) -> str:
    """Return the page behind an action of the admin's list of editions."""
    data = {"action": action, "_selected_action": [edition.pk for edition in chosen]}
    address = reverse("admin:books_edition_changelist")
    return client.post(address, data, follow=True).content.decode()


def numbers() -> list[int | None]:
    """Return the newest edition as each way to ask for it says."""
    (listed,) = editions.newest()
    (named,) = editions.newest_books("charge")
    newest = editions.newest_edition("testers")
    said = newest.number if newest else None
    return [listed.number, named[1], said, editions.newest_number("testers")]


def test_a_withdrawn_edition_is_the_newest_for_nobody(
    second: Edition, alice_client: Client, bob: User, bob_client: Client
) -> None:
    kept = create(spears(2), bob)
    assert numbers() == [2, 2, 2, 2]
    assert "1 edition withdrawn from choice." in act(alice_client, "withdraw", second)
    assert numbers() == [1, 1, 1, 1]
    assert points(kept) == 130
    page = bob_client.get(reverse("armies:show", args=[kept.public_id]))
    assert "<strong>130</strong>" in page.content.decode()
    bob_client.post("/armies/new/", {"book": "testers", "name": "New", "limit": "500"})
    fresh = Army.objects.get(name="New")
    assert fresh.document["forces"][0]["edition"] == 1


def test_it_may_be_offered_again(second: Edition, alice_client: Client) -> None:
    act(alice_client, "withdraw", second)
    act(alice_client, "withdraw", second)
    assert "1 edition offered again." in act(alice_client, "offer_again", second)
    assert numbers() == [2, 2, 2, 2]
    assert "0 editions offered again." in act(alice_client, "offer_again", second)


def test_a_book_without_an_edition_on_offer_is_not_on_the_shelf(
    second: Edition, alice_client: Client, client: Client
) -> None:
    act(alice_client, "withdraw", *Edition.objects.all())
    assert editions.newest() == ()
    assert client.get("/api/v1/books/").json()["results"] == []
    assert client.get("/api/v1/books/testers/").status_code == 404
    assert client.get(reverse("books:book", args=["testers"])).status_code == 404
    page = client.get(reverse("books:edition", args=["testers", 2]))
    assert "This one was withdrawn" in page.content.decode()
    assert client.get("/api/v1/books/testers/editions/2/").status_code == 200


def test_the_api_says_which_editions_are_offered(
    second: Edition, alice_client: Client, client: Client
) -> None:
    act(alice_client, "withdraw", second)
    book = client.get("/api/v1/books/testers/").json()
    assert book["edition"] == 1
    offered = {each["edition"]: each["offered"] for each in book["editions"]}
    assert offered == {2: False, 1: True}


def test_others_cannot_withdraw_it(
    second: Edition, other_author: Client, client: Client
) -> None:
    act(other_author, "withdraw", second)
    act(client, "withdraw", second)
    assert numbers() == [2, 2, 2, 2]


def test_the_same_draft_is_not_published_again_behind_a_withdrawn_edition(
    second: Edition, book: Book, alice: User, alice_client: Client
) -> None:
    act(alice_client, "withdraw", second)
    with pytest.raises(PublishError, match="withdrawn: offer it again"):
        publish(book, alice)
    save_draft(small_book(units=[small_unit(points=140)]))
    assert publish(book, alice).number == 3
    assert numbers() == [3, 3, 3, 3]


def test_players_read_why_an_edition_was_withdrawn(
    second: Edition, alice_client: Client, bob_client: Client
) -> None:
    address = reverse("admin:books_edition_changelist")
    data = {"action": "withdraw", "_selected_action": [second.pk]}
    alice_client.post(address, data | {"reason": "Spears <b> cost too little."})
    page = bob_client.get(reverse("books:edition", args=["testers", 2]))
    told = "The reason: Spears &lt;b&gt; cost too little."
    assert told in page.content.decode()


def test_a_reason_that_is_too_long_withdraws_nothing(
    second: Edition, alice_client: Client
) -> None:
    address = reverse("admin:books_edition_changelist")
    data = {"action": "withdraw", "_selected_action": [second.pk], "reason": "x" * 501}
    answer = alice_client.post(address, data, follow=True)
    assert answer.status_code == 200
    assert numbers() == [2, 2, 2, 2]
