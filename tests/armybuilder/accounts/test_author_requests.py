"""Players ask to become authors, and somebody with the right answers."""

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.author_requests import AskError, answer_request, ask_to_write
from armybuilder.accounts.models import AuthorRequest, RequestState, User
from armybuilder.accounts.roles import AUTHORS, grant_role, is_author

ASK = reverse("accounts:become_author")
QUEUE = reverse("admin:accounts_authorrequest_changelist")


def answer(client: Client, row: AuthorRequest, what: str, reason: str = "") -> str:
    chosen = {"action": what, "reason": reason, "_selected_action": row.pk}
    return client.post(QUEUE, chosen, follow=True).content.decode()


def test_a_player_asks_and_is_made_an_author(
    bob: User, bob_client: Client, admin_client: Client
) -> None:
    bob_client.post(ASK, {"text": "The Dawn Order, for Warhammer"})
    row = AuthorRequest.objects.get()
    assert "The Dawn Order" in admin_client.get(QUEUE).content.decode()
    assert "1 accepted." in answer(admin_client, row, "accept", "Welcome!")
    bob.refresh_from_db()
    assert is_author(bob)
    page = bob_client.get(ASK).content.decode()
    assert "Accepted" in page
    assert "Welcome!" in page
    assert bob_client.get(reverse("admin:books_book_changelist")).status_code == 200


def test_a_declined_player_reads_why_and_may_ask_again(
    bob: User, bob_client: Client, admin_client: Client
) -> None:
    bob_client.post(ASK, {"text": "A book"})
    answer(admin_client, AuthorRequest.objects.get(), "decline", "Say which book.")
    page = bob_client.get(ASK).content.decode()
    assert "Say which book." in page
    assert not is_author(bob)
    assert bob_client.post(ASK, {"text": "The Dawn Order"}).status_code == 302
    assert AuthorRequest.objects.count() == 2


def test_one_request_is_open_at_a_time(bob: User, bob_client: Client) -> None:
    bob_client.post(ASK, {"text": "A book"})
    again = bob_client.post(ASK, {"text": "Another"})
    assert again.status_code == 400
    assert "asked already" in again.content.decode()
    with pytest.raises(IntegrityError):
        AuthorRequest.objects.create(person=bob, text="x", asked_at=timezone.now())


def test_a_request_is_answered_once(bob: User, alice: User) -> None:
    row = ask_to_write(bob, "A book")
    assert answer_request(row, RequestState.DECLINED, alice)
    assert not answer_request(row, RequestState.ACCEPTED, alice)
    assert not is_author(bob)


def test_asking_is_bounded(bob: User, alice: User) -> None:
    for _ in range(3):
        answer_request(ask_to_write(bob, "A book"), RequestState.DECLINED, alice)
    with pytest.raises(AskError, match="tomorrow"):
        ask_to_write(bob, "A book")


@pytest.mark.parametrize("text", ["", "x" * 1001])
def test_a_request_has_words_but_not_too_many(bob_client: Client, text: str) -> None:
    assert bob_client.post(ASK, {"text": text}).status_code == 400
    assert not AuthorRequest.objects.exists()


def test_an_author_does_not_ask(bob: User, bob_client: Client) -> None:
    grant_role(bob, AUTHORS)
    assert "You are an author" in bob_client.get(ASK).content.decode()
    assert bob_client.post(ASK, {"text": "A book"}).status_code == 400


def test_only_who_has_the_right_sees_and_answers_requests(
    bob: User, bob_client: Client, alice: User, alice_client: Client
) -> None:
    row = ask_to_write(bob, "A book")
    for helper, rights, status in (
        (alice, (), 403),
        (alice, ("view",), 200),
        (alice, ("view", "change"), 200),
    ):
        grant_role(helper, AUTHORS)
        names = [f"{right}_authorrequest" for right in rights]
        helper.user_permissions.set(Permission.objects.filter(codename__in=names))
        assert alice_client.get(QUEUE).status_code == status
        answer(alice_client, row, "accept")
        bob.refresh_from_db()
        assert is_author(bob) == ("change" in rights)
    assert bob_client.get(QUEUE).status_code == 403


def test_words_that_are_too_long_answer_nothing(
    bob: User, admin_client: Client
) -> None:
    row = ask_to_write(bob, "A book")
    answer(admin_client, row, "accept", "x" * 501)
    row.refresh_from_db()
    assert row.state == RequestState.OPEN
