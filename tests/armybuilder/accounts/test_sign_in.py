"""Signing in and out."""

from types import SimpleNamespace

import pytest
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from armybuilder.accounts import throttle, views
from armybuilder.accounts.devices import COOKIE
from armybuilder.accounts.models import User

URL = "/accounts/sign-in/"
ALICE = {"username": "alice", "password": "alice-password"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_hooks(settings: Settings) -> None:
    settings.SIGNED_IN_HOOKS = []


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all guesses of a test fall in one moment, so that nothing is refilled."""
    monkeypatch.setattr(throttle, "time", SimpleNamespace(time=lambda: 1e9))


def note_the_name(request: HttpRequest) -> None:
    request.session["hooked"] = request.user.get_username()


def test_the_right_password_opens_the_door(client: Client, alice: User) -> None:
    answer = client.post(URL, ALICE)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_capitals_in_the_name_do_not_matter(client: Client, alice: User) -> None:
    assert client.post(URL, {**ALICE, "username": "Alice"}).status_code == 302


@pytest.mark.parametrize(
    "change", [{"password": "wrong"}, {"username": "nobody"}, {"username": ""}]
)
def test_a_wrong_pair_stays_outside(
    client: Client, alice: User, change: dict[str, str]
) -> None:
    answer = client.post(URL, {**ALICE, **change})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_closed_account_stays_outside(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert client.post(URL, ALICE).status_code == 200
    assert "_auth_user_id" not in client.session


def test_other_apps_are_told_who_came_in(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.SIGNED_IN_HOOKS = [f"{__name__}.note_the_name"]
    client.post(URL, ALICE)
    assert client.session["hooked"] == "alice"


def test_guessing_is_stopped_even_with_the_right_password(
    client: Client, alice: User
) -> None:
    for _ in range(views.SIGN_IN_PAIR.burst):
        client.post(URL, {**ALICE, "password": "guess"})
    answer = client.post(URL, ALICE)
    assert answer.status_code == 429
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("name", ["ALICE", " alice ", "\uff41lice", "\u24d0lice"])
def test_guessing_is_stopped_however_the_name_is_typed(
    client: Client, alice: User, name: str
) -> None:
    for _ in range(views.SIGN_IN_PAIR.burst):
        client.post(URL, {**ALICE, "password": "guess"})
    assert client.post(URL, {**ALICE, "username": name}).status_code == 429


def test_a_name_with_a_nul_byte_is_refused(client: Client, alice: User) -> None:
    answer = client.post(URL, {**ALICE, "username": "ali\x00ce"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_guessing_at_one_name_does_not_shut_out_its_owner_elsewhere(
    client: Client, alice: User
) -> None:
    for _ in range(views.SIGN_IN_PAIR.burst + 1):
        client.post(URL, {**ALICE, "password": "guess"}, REMOTE_ADDR="192.0.2.9")
    assert client.post(URL, ALICE).status_code == 302


def test_the_right_password_makes_earlier_mistakes_good(
    client: Client, alice: User
) -> None:
    for _ in range(2 * views.SIGN_IN_PAIR.burst):
        client.post(URL, {**ALICE, "password": "slip"})
        assert client.post(URL, ALICE).status_code == 302
        client.logout()


def test_one_address_cannot_try_many_names(client: Client, alice: User) -> None:
    for number in range(views.SIGN_IN_ADDRESS.burst):
        client.post(URL, {"username": f"name-{number}", "password": "guess"})
    assert client.post(URL, ALICE).status_code == 429


def guess_from_everywhere(stop: int) -> None:
    """Use up what everybody together may guess at alice's password."""
    for number in range(stop):
        address = f"192.0.2.{number // 4}"
        Client(REMOTE_ADDR=address).post(URL, {**ALICE, "password": "guess"})


@pytest.fixture
def under_attack(client: Client, alice: User) -> None:
    """Have strangers guess, after alice signed in and out with the client."""
    client.post(URL, ALICE)
    client.post("/accounts/sign-out/")
    guess_from_everywhere(views.SIGN_IN_NAME.burst)


@pytest.mark.usefixtures("under_attack")
def test_strangers_cannot_shut_an_owner_out_of_her_own_browser(client: Client) -> None:
    assert Client().post(URL, ALICE).status_code == 429
    assert client.post(URL, ALICE).status_code == 302


@pytest.mark.usefixtures("under_attack")
def test_a_browser_of_somebody_else_is_not_known(client: Client, bob: User) -> None:
    client.post(URL, {"username": "bob", "password": "bob-password"})
    client.post("/accounts/sign-out/")
    assert client.post(URL, ALICE).status_code == 429


@pytest.mark.usefixtures("under_attack")
def test_a_forged_cookie_makes_no_browser_known(client: Client) -> None:
    name, _, rest = client.cookies[COOKIE].value.partition(":")
    client.cookies[COOKIE] = f"{name}x:{rest}"
    assert client.post(URL, ALICE).status_code == 429


@pytest.mark.usefixtures("under_attack")
def test_a_changed_password_forgets_every_browser(client: Client, alice: User) -> None:
    alice.set_password("forty-sharp-spears")
    alice.save()
    again = {**ALICE, "password": "forty-sharp-spears"}
    assert client.post(URL, again).status_code == 429


def test_a_known_browser_may_guess_no_more_than_another(
    client: Client, alice: User
) -> None:
    client.post(URL, ALICE)
    client.post("/accounts/sign-out/")
    for _ in range(views.SIGN_IN_DEVICE.burst):
        assert client.post(URL, {**ALICE, "password": "guess"}).status_code == 200
    assert client.post(URL, ALICE).status_code == 429


def test_the_cookie_of_a_browser_is_out_of_reach_of_scripts(
    client: Client, alice: User
) -> None:
    client.post(URL, ALICE)
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_the_way_goes_on_to_the_page_that_asked(client: Client, alice: User) -> None:
    page = client.get(f"{URL}?next=/accounts/password/").content.decode()
    assert 'name="next" value="/accounts/password/"' in page
    answer = client.post(URL, {**ALICE, "next": "/accounts/password/"})
    assert answer.headers["Location"] == "/accounts/password/"


def test_the_way_never_goes_to_another_site(client: Client, alice: User) -> None:
    answer = client.post(URL, {**ALICE, "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == "/"


def test_who_is_signed_in_already_is_shown_the_account(alice_client: Client) -> None:
    assert alice_client.get(URL).headers["Location"] == "/accounts/"


def test_the_admin_has_no_second_door(client: Client, db: None) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/sign-in/?next=")


def test_a_player_who_asks_for_the_admin_is_told_so(alice_client: Client) -> None:
    answer = alice_client.get("/admin/", follow=True)
    assert answer.status_code == 200
    assert "who may not open that page" in answer.content.decode()


def test_signing_out_takes_a_post(alice_client: Client) -> None:
    assert alice_client.get("/accounts/sign-out/").status_code == 405
    assert alice_client.post("/accounts/sign-out/").headers["Location"] == "/"
    assert "_auth_user_id" not in alice_client.session


def test_a_form_from_another_site_is_refused(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(URL, ALICE)
    assert answer.status_code == 403
    assert "nothing was changed" in answer.content.decode()
