"""Signing up."""

from urllib.parse import quote

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from pytest_django import Settings

from armybuilder.accounts import views
from armybuilder.accounts.forms import SignUpForm
from armybuilder.accounts.models import User

URL = "/accounts/sign-up/"
CAROL = {
    "username": "carol",
    "email": "",
    "password1": "thirty-rusty-swords",
    "password2": "thirty-rusty-swords",
}

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def no_hooks(settings: Settings) -> None:
    settings.SIGNED_IN_HOOKS = []


def test_somebody_new_gets_an_account_and_is_signed_in(client: Client) -> None:
    answer = client.post(URL, CAROL)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    carol = User.objects.get(username="carol")
    assert client.session["_auth_user_id"] == str(carol.pk)
    assert [str(m) for m in get_messages(answer.wsgi_request)] == ["Welcome, carol."]


def test_an_email_address_is_kept_when_given(client: Client) -> None:
    client.post(URL, {**CAROL, "email": "carol@example.org"})
    assert User.objects.get(username="carol").email == "carol@example.org"


def test_nobody_becomes_staff_by_asking_for_it(client: Client) -> None:
    client.post(URL, {**CAROL, "is_staff": "1", "is_superuser": "1"})
    carol = User.objects.get(username="carol")
    assert (carol.is_staff, carol.is_superuser) == (False, False)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": "ALICE"}, "already exists"),
        ({"username": "two words"}, "valid username"),
        ({"password2": "something-else"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "common"),
        ({"email": "carol"}, "valid email"),
        ({"username": ""}, "required"),
    ],
)
def test_a_bad_form_says_what_is_wrong(
    client: Client, alice: User, change: dict[str, str], words: str
) -> None:
    answer = client.post(URL, {**CAROL, **change})
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert User.objects.count() == 1


def test_a_name_taken_while_the_form_was_checked_is_an_error_of_the_form(
    alice: User,
) -> None:
    form = SignUpForm(CAROL)
    assert form.is_valid()
    User.objects.create_user("CAROL")
    assert views._create(form) is None
    assert "already exists" in str(form.errors["username"])


def test_the_way_goes_on_to_a_page_of_ours(client: Client) -> None:
    answer = client.post(URL, {**CAROL, "next": "/books/"})
    assert answer.headers["Location"] == "/books/"


@pytest.mark.parametrize(
    "elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:x"]
)
def test_the_way_never_goes_to_another_site(client: Client, elsewhere: str) -> None:
    page = client.get(f"{URL}?next={quote(elsewhere)}").content.decode()
    assert elsewhere not in page
    answer = client.post(URL, {**CAROL, "next": elsewhere})
    assert answer.headers["Location"] == "/"


def test_one_address_cannot_sign_up_without_end(client: Client) -> None:
    for number in range(views.SIGN_UP_ADDRESS.burst):
        client.post(URL, {**CAROL, "username": f"carol-{number}"})
        client.logout()
    answer = client.post(URL, {**CAROL, "username": "one-too-many"})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    assert "Too many attempts" in answer.content.decode()
    assert not User.objects.filter(username="one-too-many").exists()


def test_what_the_visitor_had_in_the_session_survives(client: Client) -> None:
    client.get(URL)
    session = client.session
    session["anonymous_armies"] = ["some-army"]
    session.save()
    client.post(URL, CAROL)
    assert client.session["anonymous_armies"] == ["some-army"]
