"""A new password by mail."""

import re
import time
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from armybuilder.accounts import password_reset
from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance

ASK = reverse("accounts:ask_reset")
SENT = reverse("accounts:reset_sent")
NEW = {"new_password1": "under-empire-9", "new_password2": "under-empire-9"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def carol() -> User:
    return User.objects.create_user("carol", "Carol@example.com", "old-password-7")


def mails(number: int) -> list[EmailMessage]:
    """Return the mails that were sent, once there are so many."""
    deadline = time.monotonic() + 5
    while len(mail.outbox) < number and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(mail.outbox) == number
    return list(mail.outbox)


def asked(client: Client, address: str = "carol@example.com") -> str:
    """Return the path of the link that is mailed to an address."""
    before = len(mail.outbox)
    client.post(ASK, {"email": address})
    body = str(mails(before + 1)[-1].body)
    found = re.search(r"https?://\S+", body)
    assert found
    return urlsplit(found[0]).path


def page_of(client: Client, link: str) -> str:
    """Return the address that a link leads to."""
    return str(client.get(link, follow=True).request["PATH_INFO"])


def test_a_link_by_mail_leads_to_a_new_password(client: Client, carol: User) -> None:
    link = asked(client)
    (sent,) = mail.outbox
    assert sent.to == ["Carol@example.com"]
    assert sent.subject == "A new password for Armybuilder"
    assert "carol" in sent.body
    answer = client.post(page_of(client, link), NEW)
    assertRedirects(answer, reverse("accounts:sign_in"))
    carol.refresh_from_db()
    assert carol.check_password("under-empire-9")
    assert "_auth_user_id" not in client.session


def test_a_link_works_once(client: Client, carol: User) -> None:
    link = asked(client)
    client.post(page_of(client, link), NEW)
    assertContains(Client().get(link), "This link does not work any more")


def test_a_link_ends_with_its_time(
    client: Client, carol: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = asked(client)
    later = datetime.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT + 60)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _: later)
    assertContains(client.get(link), "This link does not work any more")


def test_a_changed_address_ends_a_link(client: Client, carol: User) -> None:
    link = asked(client)
    carol.email = "other@example.com"
    carol.save()
    assertContains(client.get(link), "This link does not work any more")


@pytest.mark.parametrize("link", ["MQ/nonsense", "x/y", "OTk5/set-password"])
def test_a_made_up_link_opens_nothing(client: Client, carol: User, link: str) -> None:
    page = client.get(f"{ASK}{link}/", follow=True)
    assertContains(page, "This link does not work any more")


def test_the_answer_is_the_same_whether_there_is_an_account(
    client: Client, carol: User
) -> None:
    carol_answer = client.post(ASK, {"email": "carol@example.com"})
    nobody_answer = client.post(ASK, {"email": "nobody@example.com"})
    for answer in (carol_answer, nobody_answer):
        assertRedirects(answer, SENT)
    mails(1)
    assertNotContains(client.get(SENT), "carol")


def test_an_account_without_an_address_or_closed_gets_no_mail(
    client: Client, alice: User, carol: User
) -> None:
    carol.is_active = False
    carol.save()
    assertRedirects(client.post(ASK, {"email": "carol@example.com"}), SENT)
    assertContains(client.post(ASK, {"email": ""}), "is empty. Fill it in.")
    assert mail.outbox == []


def test_nobody_floods_a_mailbox(client: Client, carol: User) -> None:
    for number in range(password_reset.RESET_MAIL.burst + 2):
        address = "carol@example.com" if number % 2 else "CAROL@example.com"
        assertRedirects(client.post(ASK, {"email": address}), SENT)
    mails(password_reset.RESET_MAIL.burst)


def test_nobody_asks_without_end(
    client: Client, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Allowance("reset-address", burst=1, refill_seconds=900)
    monkeypatch.setattr(password_reset, "RESET_ADDRESS", few)
    client.post(ASK, {"email": "nobody@example.com"})
    answer = client.post(ASK, {"email": "carol@example.com"})
    assertContains(answer, "Too many attempts", status_code=429)
    assert mail.outbox == []


def test_a_server_that_takes_no_mail_shows_nobody_that(
    client: Client, carol: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "no.such.Backend"
    assertRedirects(client.post(ASK, {"email": "carol@example.com"}), SENT)


# -- the address --------------------------------------------------------------------


@pytest.mark.parametrize("address", ["new@example.com", ""])
def test_an_address_is_changed_with_the_password(
    alice: User, alice_client: Client, address: str
) -> None:
    change = reverse("accounts:change_email")
    fields = {"email": address, "password": "alice-password"}
    assertRedirects(alice_client.post(change, fields), reverse("accounts:account"))
    alice.refresh_from_db()
    assert alice.email == address


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"email": "new@example.com", "password": "wrong"}, "not your password"),
        ({"email": "no address", "password": "alice-password"}, "valid email"),
        ({"email": "new@example.com"}, "is empty. Fill it in."),
    ],
)
def test_a_bad_address_or_password_changes_nothing(
    alice: User, alice_client: Client, fields: dict[str, str], told: str
) -> None:
    page = alice_client.post(reverse("accounts:change_email"), fields)
    assertContains(page, told)
    alice.refresh_from_db()
    assert alice.email == ""


def test_the_pages_say_what_an_address_is_for(
    client: Client, alice_client: Client
) -> None:
    told = "Only for a new password if you forget yours"
    assertContains(client.get(reverse("accounts:sign_up")), told)
    assertContains(alice_client.get(reverse("accounts:change_email")), told)
    assertContains(client.get(reverse("accounts:sign_in")), ASK)
