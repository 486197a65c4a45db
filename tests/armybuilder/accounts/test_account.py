"""A person's own account."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from pytest_django.asserts import assertRedirects
from rest_framework.authtoken.models import Token

from armybuilder.accounts import views
from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.accounts.tokens import renew_token

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
OLDER = "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher"
NEW = "forty-sharp-spears"


def test_the_page_names_the_roles(alice_client: Client, alice: User) -> None:
    assert (
        ", author of army books" not in alice_client.get("/accounts/").content.decode()
    )
    grant_role(alice, AUTHORS)
    grant_role(alice, ORGANISERS)
    page = alice_client.get("/accounts/").content.decode()
    assert "author of army books" in page
    assert "organiser" in page


def test_a_visitor_is_sent_to_sign_in(client: Client) -> None:
    answer = client.get("/accounts/")
    assert answer.headers["Location"] == "/accounts/sign-in/?next=/accounts/"


def test_a_token_is_made_shown_and_replaced(alice_client: Client, alice: User) -> None:
    alice_client.post("/accounts/token/renew/")
    first = Token.objects.get(user=alice).key
    assert first in alice_client.get("/accounts/").content.decode()
    alice_client.post("/accounts/token/renew/")
    second = Token.objects.get(user=alice).key
    assert first != second


def test_a_token_can_be_removed(alice_client: Client, alice: User) -> None:
    alice_client.post("/accounts/token/renew/")
    alice_client.post("/accounts/token/remove/")
    assert not Token.objects.filter(user=alice).exists()


def test_nobody_sees_the_token_of_somebody_else(
    alice_client: Client, bob_client: Client, alice: User
) -> None:
    alice_client.post("/accounts/token/renew/")
    bob_client.post("/accounts/token/renew/")
    key = Token.objects.get(user=alice).key
    assert key not in bob_client.get("/accounts/").content.decode()


def test_the_password_is_changed_and_the_session_stays(
    alice_client: Client, alice: User
) -> None:
    answer = alice_client.post(
        "/accounts/password/",
        {
            "old_password": "alice-password",
            "new_password1": NEW,
            "new_password2": NEW,
        },
    )
    assert answer.headers["Location"] == "/accounts/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert alice_client.get("/accounts/").status_code == 200


def test_a_new_password_makes_a_new_token(alice_client: Client, alice: User) -> None:
    alice_client.post("/accounts/token/renew/")
    old = Token.objects.get(user=alice).key
    answer = alice_client.post(
        "/accounts/password/",
        {
            "old_password": "alice-password",
            "new_password1": NEW,
            "new_password2": NEW,
        },
        follow=True,
    )
    assert "Your API token is a new one, too." in answer.content.decode()
    assert Token.objects.get(user=alice).key != old


def test_who_had_no_token_gets_none_with_a_password(
    alice_client: Client, alice: User
) -> None:
    alice_client.post(
        "/accounts/password/",
        {
            "old_password": "alice-password",
            "new_password1": NEW,
            "new_password2": NEW,
        },
    )
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert not Token.objects.exists()


def test_a_password_set_in_the_admin_makes_a_new_token_too(
    admin_client: Client, alice: User
) -> None:
    old = Token.objects.create(user=alice).key
    answer = admin_client.post(
        reverse("admin:auth_user_password_change", args=[alice.pk]),
        {"usable_password": "true", "password1": NEW, "password2": NEW},
    )
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert Token.objects.get(user=alice).key != old


def test_a_password_set_from_a_shell_ends_the_old_token_too(alice: User) -> None:
    old = Token.objects.create(user=alice).key
    alice.set_password(NEW)
    alice.save()
    assert Token.objects.get(user=alice).key != old


def test_a_password_that_is_only_hashed_anew_leaves_the_token(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.PASSWORD_HASHERS = [*settings.PASSWORD_HASHERS, OLDER]
    token = Token.objects.create(user=alice).key
    alice.password = make_password("alice-password", hasher="pbkdf2_sha1")
    alice.save()
    client.post(
        "/accounts/sign-in/", {"username": "alice", "password": "alice-password"}
    )
    alice.refresh_from_db()
    assert alice.password.startswith("md5$")
    assert Token.objects.get(user=alice).key == token


def test_the_admin_sends_everybody_to_the_one_page_for_passwords(
    admin_client: Client,
) -> None:
    there = reverse("admin:password_change")
    assertRedirects(admin_client.get(there), "/accounts/password/")
    assert admin_client.post(there, {"old_password": "guess"}).status_code == 302


def test_two_renewals_at_once_leave_one_token(
    shared_database: Callable[[], None], alice: User
) -> None:
    shared_database()
    at_once = Barrier(2)

    def renew(_: int) -> int:
        at_once.wait()
        try:
            for _ in range(5):
                renew_token(alice)
            return Token.objects.filter(user=alice).count()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        assert list(people.map(renew, range(2))) == [1, 1]


def test_the_old_password_must_be_known(alice_client: Client, alice: User) -> None:
    answer = alice_client.post(
        "/accounts/password/",
        {"old_password": "guess", "new_password1": NEW, "new_password2": NEW},
    )
    assert "entered incorrectly" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.check_password("alice-password")


def test_an_account_is_deleted_with_its_password(
    alice_client: Client, alice: User, bob: User
) -> None:
    answer = alice_client.post("/accounts/delete/", {"password": "alice-password"})
    assert answer.headers["Location"] == "/"
    assert list(User.objects.all()) == [bob]
    assert "_auth_user_id" not in alice_client.session


def test_an_account_is_not_deleted_with_another_password(
    alice_client: Client, alice: User
) -> None:
    answer = alice_client.post("/accounts/delete/", {"password": "guess"})
    assert "not your password" in answer.content.decode()
    assert User.objects.filter(pk=alice.pk).exists()


def test_an_account_that_others_depend_on_is_kept(
    alice_client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(user: User) -> None:
        raise ProtectedError("kept", {user})

    monkeypatch.setattr(User, "delete", refuse)
    answer = alice_client.post("/accounts/delete/", {"password": "alice-password"})
    assert "Others depend on" in answer.content.decode()


@pytest.mark.parametrize("url", ["/accounts/password/", "/accounts/delete/"])
def test_a_borrowed_session_cannot_guess_the_password(
    alice_client: Client, url: str
) -> None:
    for _ in range(views.PASSWORD_CHECK.burst):
        assert alice_client.post(url, {"password": "guess"}).status_code == 200
    answer = alice_client.post(url, {"password": "alice-password"})
    assert answer.status_code == 429
