"""Invitations into a book: links that give a role, once, in time, and never less."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.invitations import (
    MOST_OPEN,
    InvitationError,
    accept_invitation,
    find_invitation,
    invite,
    open_invitations,
)
from armybuilder.books.models import Book, Invitation, Role
from armybuilder.books.people import PeopleError, give_role, take_role

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def role_of(book: Book, person: User) -> str:
    return str(book.roles.get(person=person).role)


def test_a_link_gives_its_role_once(book: Book, alice: User, bob: User) -> None:
    token = invite(book, Role.REVIEWER, alice)
    accept_invitation(token, bob)
    assert role_of(book, bob) == Role.REVIEWER
    with pytest.raises(InvitationError, match="was used already"):
        accept_invitation(token, User.objects.create_user("cora"))


def test_a_link_for_several_is_used_by_each_once(book: Book, alice: User) -> None:
    token = invite(book, Role.TESTER, alice, uses=2)
    for name in ("cora", "dora"):
        person = User.objects.create_user(name)
        accept_invitation(token, person)
        accept_invitation(token, person) if name == "cora" else None
    with pytest.raises(InvitationError):
        accept_invitation(token, User.objects.create_user("edda"))


def test_a_link_holds_to_its_last_second(book: Book, alice: User, bob: User) -> None:
    token = invite(book, Role.TESTER, alice, days=7, now=NOON)
    end = NOON + timedelta(days=7)
    assert find_invitation(token, end - SECOND).book == book
    with pytest.raises(InvitationError, match="has ended"):
        accept_invitation(token, bob, end)
    assert not book.roles.filter(person=bob).exists()


def test_a_link_ends_with_the_ownership_or_account_of_its_maker(
    book: Book, alice: User, bob: User
) -> None:
    cora = User.objects.create_user("cora")
    grant_role(cora, AUTHORS)
    give_role(book, cora, Role.OWNER)
    ours, hers = (invite(book, Role.TESTER, maker) for maker in (alice, cora))
    take_role(book, cora)
    with pytest.raises(InvitationError, match="gives no roles in this book"):
        accept_invitation(hers, bob)
    cora.delete()
    with pytest.raises(InvitationError, match="gives no roles in this book"):
        accept_invitation(hers, bob)
    accept_invitation(ours, bob)
    assert role_of(book, bob) == Role.TESTER


@pytest.mark.parametrize("held", [Role.OWNER, Role.EDITOR, Role.REVIEWER])
def test_a_link_never_lowers_a_role_and_is_not_used_up_by_it(
    book: Book, alice: User, bob: User, held: Role
) -> None:
    grant_role(bob, AUTHORS)
    give_role(book, bob, held)
    token = invite(book, Role.TESTER, alice)
    accept_invitation(token, bob)
    assert role_of(book, bob) == held
    assert find_invitation(token).uses_left == 1


def test_a_link_for_an_editor_needs_an_author(
    book: Book, alice: User, bob: User
) -> None:
    token = invite(book, Role.EDITOR, alice)
    with pytest.raises(PeopleError, match="no author yet"):
        accept_invitation(token, bob)
    grant_role(bob, AUTHORS)
    accept_invitation(token, bob)
    assert role_of(book, bob) == Role.EDITOR


def test_a_link_makes_no_owner_and_a_book_has_so_many(book: Book, alice: User) -> None:
    with pytest.raises(InvitationError, match="never makes an owner"):
        invite(book, Role.OWNER, alice)
    for _ in range(MOST_OPEN):
        invite(book, Role.TESTER, alice)
    with pytest.raises(InvitationError, match="withdraw some"):
        invite(book, Role.TESTER, alice)


def test_the_token_itself_is_not_kept(book: Book, alice: User) -> None:
    token = invite(book, Role.TESTER, alice)
    assert token not in str(Invitation.objects.values_list())


@pytest.mark.parametrize("token", ["x", "a" * 32, "é" * 40, "../check"])
def test_a_guessed_token_opens_nothing(
    book: Book, alice: User, bob_client: Client, token: str
) -> None:
    invite(book, Role.TESTER, alice)
    answer = bob_client.get(f"/books/invitations/{token}/")
    assert answer.status_code == 404
    assert str(book) not in answer.content.decode()


# -- pages ----------------------------------------------------------------------------


def send(client: Client, book: Book, name: str, **data: Any) -> Any:
    return client.post(reverse(f"admin:books_book_{name}", args=[book.pk]), data)


def link_in(page: str) -> str:
    start = page.index("/books/invitations/")
    return page[start : page.index('"', start)]


def test_an_owner_makes_a_link_that_a_player_follows_after_signing_in(
    book: Book, alice_client: Client, bob: User, client: Client
) -> None:
    made = send(alice_client, book, "make_link", role="tester", uses=1, days=7)
    address = link_in(made.content.decode())
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(f"?next={address}")
    client.force_login(bob)
    assert "to be tester of the army book" in client.get(address).content.decode()
    assert not book.roles.filter(person=bob).exists()
    accepted = client.post(address, follow=True)
    assert accepted.status_code == 200
    assert accepted.redirect_chain[0][0].endswith("/tests/")
    assert role_of(book, bob) == Role.TESTER
    assert "used already" in client.get(address).content.decode()


def test_a_player_is_told_why_a_link_for_an_editor_does_not_hold(
    book: Book, alice: User, bob_client: Client
) -> None:
    token = invite(book, Role.EDITOR, alice)
    answer = bob_client.post(reverse("books:invitation", args=[token]))
    assert answer.status_code == 409
    assert "no author yet" in answer.content.decode()


def test_a_withdrawn_link_opens_nothing(
    book: Book, alice: User, alice_client: Client, bob_client: Client
) -> None:
    token = invite(book, Role.TESTER, alice)
    (row,) = open_invitations(book)
    send(alice_client, book, "withdraw_link", link=row.pk)
    answer = bob_client.get(reverse("books:invitation", args=[token]))
    assert answer.status_code == 404


def test_a_link_of_another_book_is_not_withdrawn(
    book: Book, bob: User, alice_client: Client
) -> None:
    other = Book.objects.create(key="other", name="Other", game="charge")
    invite(other, Role.TESTER, bob)
    (row,) = open_invitations(other)
    assert send(alice_client, book, "withdraw_link", link=row.pk).status_code == 404
    assert open_invitations(other)


@pytest.mark.parametrize(
    "said",
    [
        {"role": "owner", "uses": 1, "days": 7},
        {"role": "tester", "uses": 0, "days": 7},
        {"role": "tester", "uses": 51, "days": 7},
        {"role": "tester", "uses": 1, "days": 31},
        {"role": "tester", "uses": "x", "days": 7},
    ],
)
def test_a_link_that_may_not_be_is_refused_in_words(
    book: Book, alice_client: Client, said: dict[str, Any]
) -> None:
    answer = send(alice_client, book, "make_link", **said)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert not Invitation.objects.exists()
