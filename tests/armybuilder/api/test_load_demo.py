"""The demonstration: it can be loaded, signed in to, and loaded again."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import is_author, is_organiser
from armybuilder.armies.models import Army
from armybuilder.books.models import Book, Edition

pytestmark = pytest.mark.django_db


def load() -> dict[str, str]:
    """Load the demonstration; return the passwords that it prints."""
    out = StringIO()
    call_command("load_demo", stdout=out)
    return dict(re.findall(r"^  (\w+) +(\S+)$", out.getvalue(), re.MULTILINE))


def test_everybody_can_sign_in_with_the_printed_password() -> None:
    passwords = load()
    assert set(passwords) == {"player", "organiser", "author"}
    for name, password in passwords.items():
        assert Client().login(username=name, password=password), name


def test_each_has_their_role() -> None:
    load()
    people = {user.username: user for user in User.objects.all()}
    assert is_author(people["author"])
    assert people["author"].is_staff
    assert is_organiser(people["organiser"])
    assert not people["player"].is_staff
    assert not any(user.is_superuser for user in people.values())
    assert Book.objects.filter(authors=people["author"]).count() == 5


def test_a_second_run_adds_nothing_and_prints_passwords_that_work() -> None:
    first = load()
    counts = (Book.objects.count(), Edition.objects.count(), Army.objects.count())
    second = load()
    assert (
        Book.objects.count(),
        Edition.objects.count(),
        Army.objects.count(),
    ) == counts
    assert counts[:2] == (5, 5)
    assert second["player"] != first["player"]
    assert Client().login(username="player", password=second["player"])
    assert not Client().login(username="player", password=first["player"])


def test_a_second_run_keeps_what_an_author_changed() -> None:
    load()
    Book.objects.filter(key="charge-orcs").update(name="Greenskins")
    load()
    assert Book.objects.get(key="charge-orcs").name == "Greenskins"


def test_the_password_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_PASSWORD", "open-sesame")
    assert set(load().values()) == {"open-sesame"}


def test_the_account_of_somebody_else_is_left_alone() -> None:
    stranger = User.objects.create_user("player", "real@example.org", "secret-word")
    with pytest.raises(CommandError, match="not the demonstration's"):
        load()
    stranger.refresh_from_db()
    assert stranger.check_password("secret-word")
    assert not Book.objects.exists()
