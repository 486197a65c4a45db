"""The demonstration: it can be loaded, signed in to, and loaded again."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import is_author, is_organiser
from armybuilder.api.management.commands import load_demo
from armybuilder.armies.models import Army, Visibility
from armybuilder.books.editions import books_for
from armybuilder.books.models import Book, Edition
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.rosters.roster import read_roster

pytestmark = pytest.mark.django_db

WHOLE = load_demo.FIXTURES
FEW = (
    *("books/charge-orcs.json", "books/charge-skaven.json"),
    *("armies/orcs-500.json", "illegal-armies/over-the-limit.json"),
)
"""What most of these tests load: reading every book of the fixtures takes seconds."""


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixtures of two books and two armies."""
    for name in FEW:
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((WHOLE / name).read_bytes())
    monkeypatch.setattr(load_demo, "FIXTURES", tmp_path)


def load() -> dict[str, str]:
    """Load the demonstration; return the passwords that it prints."""
    out = StringIO()
    call_command("load_demo", stdout=out)
    return dict(re.findall(r"^  (\w+) +(\S+)$", out.getvalue(), re.MULTILINE))


@pytest.mark.usefixtures("few")
def test_everybody_can_sign_in_with_the_printed_password() -> None:
    passwords = load()
    assert set(passwords) == {"player", "organiser", "author"}
    for name, password in passwords.items():
        assert Client().login(username=name, password=password), name


@pytest.mark.usefixtures("few")
def test_each_has_their_role() -> None:
    load()
    people = {user.username: user for user in User.objects.all()}
    assert is_author(people["author"])
    assert people["author"].is_staff
    assert is_organiser(people["organiser"])
    assert not people["player"].is_staff
    assert not any(user.is_superuser for user in people.values())
    assert Book.objects.filter(people=people["author"]).count() == 2


@pytest.mark.usefixtures("few")
def test_a_second_run_adds_nothing_and_prints_passwords_that_work() -> None:
    first = load()
    counts = (Book.objects.count(), Edition.objects.count(), Army.objects.count())
    second = load()
    assert (
        Book.objects.count(),
        Edition.objects.count(),
        Army.objects.count(),
    ) == counts
    assert counts == (2, 2, 2)
    assert second["player"] != first["player"]
    assert Client().login(username="player", password=second["player"])
    assert not Client().login(username="player", password=first["player"])


@pytest.mark.usefixtures("few")
def test_a_second_run_keeps_what_an_author_changed() -> None:
    load()
    Book.objects.filter(key="charge-orcs").update(name="Greenskins")
    load()
    assert Book.objects.get(key="charge-orcs").name == "Greenskins"


@pytest.mark.usefixtures("few")
def test_the_password_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_PASSWORD", "open-sesame")
    assert set(load().values()) == {"open-sesame"}


@pytest.mark.usefixtures("few")
def test_the_account_of_somebody_else_is_left_alone() -> None:
    stranger = User.objects.create_user("player", "real@example.org", "secret-word")
    with pytest.raises(CommandError, match="not the demonstration's"):
        load()
    stranger.refresh_from_db()
    assert stranger.check_password("secret-word")
    assert not Book.objects.exists()


@pytest.mark.slow
def test_every_book_and_army_is_loaded_and_every_game_shows_one_to_everybody() -> None:
    load()
    books = {path.stem for path in (WHOLE / "books").glob("*.json")}
    assert set(Edition.objects.values_list("book__key", flat=True)) == books
    known = {"unknown-edition", "unknown-unit"}
    paths = [*(WHOLE / "armies").glob("*.json"), *(WHOLE / "illegal-armies").glob("*")]
    armies = dict(Army.objects.values_list("name", "document"))
    for path in paths:
        roster = read_roster(parse(path.read_bytes()))
        assert read_roster(armies[roster.name]).forces == roster.forces, path.stem
        told = {m.code for m in review(roster, books_for(roster)).messages}
        if path.stem not in known:
            assert not told & {"unknown-edition", "unknown-entry"}, path.stem
    shown = Army.objects.filter(visibility=Visibility.PUBLIC)
    played = {parse(path.read_bytes())["game"] for path in (WHOLE / "books").glob("*")}
    assert set(shown.values_list("game", flat=True)) == played
