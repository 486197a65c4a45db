"""Mails to entrants: kept, sent once, tried again."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, invite
from armybuilder.events.mails import AGAIN, keep_links, keep_mail, send_due
from armybuilder.events.models import Entrant, Mail
from tests.armybuilder.events.scene import NOW, charge_event

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(seconds=10)


@pytest.fixture
def anna(alice: User, settings: Settings) -> Entrant:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    event = charge_event(alice)
    return invite(event, [Invited("Anna", "anna@example.org")], alice, NOW)[0]


def test_a_link_is_mailed_once(anna: Entrant) -> None:
    assert keep_links([anna], "https://site.example/i/LINK/", NOW) == 1
    assert send_due(NOW) == 0  # it waits some seconds
    assert send_due(LATER) == 1
    assert send_due(LATER) == 0
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert f"https://site.example/i/{anna.link}/" in sent.body


def test_a_mail_that_fails_is_tried_again(anna: Entrant) -> None:
    keep_mail(anna, "Hello", "Hello", NOW)
    with patch("django.core.mail.EmailMessage.send", side_effect=OSError("no server")):
        assert send_due(LATER) == 0
    assert send_due(LATER) == 0
    assert send_due(LATER + AGAIN) == 1


def test_a_name_with_a_line_break_makes_no_header(anna: Entrant) -> None:
    keep_mail(anna, "Spring\r\nBcc: all@example.org", "Hello", NOW)
    assert Mail.objects.get().subject == "Spring Bcc: all@example.org"


def test_nothing_is_kept_where_the_site_sends_no_mail(
    anna: Entrant, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert not keep_mail(anna, "Hello", "Hello", NOW)


def test_nobody_gets_more_than_twenty_a_day(anna: Entrant) -> None:
    kept = [keep_mail(anna, "Hello", "Hello", NOW) for _ in range(25)]
    assert sum(kept) == 20
    assert keep_mail(anna, "Hello", "Hello", NOW + timedelta(days=2))
