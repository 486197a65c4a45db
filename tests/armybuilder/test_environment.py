"""What the settings make of the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from armybuilder.environment import (
    database,
    flag,
    mail,
    secret_key,
    whole_number,
    words,
)


def test_a_relative_sqlite_file_has_three_strokes() -> None:
    found = database("sqlite:///var/armies.sqlite3")
    assert found["NAME"] == "var/armies.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_an_absolute_sqlite_file_has_four_strokes() -> None:
    assert database("sqlite:////srv/armies.sqlite3")["NAME"] == "/srv/armies.sqlite3"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_is_read_in_all_its_parts(scheme: str) -> None:
    found = database(f"{scheme}://al%40ce:p%2Fw@db:6543/armies?sslmode=require")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"]) == ("al@ce", "p/w")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db", "6543", "armies")
    assert found["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://host/name", "starts with 'mysql'"),
        ("armies.sqlite3", "starts with 'nothing'"),
        ("sqlite://", "sqlite:///file"),
        ("postgresql://db", "names no database"),
        ("postgresql://db:many/armies", "DATABASE_URL"),
        ("postgresql://db/armies?colour=red", "not known: colour"),
    ],
)
def test_an_address_that_cannot_be_used_is_explained(url: str, words: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=words):
        database(url)


def test_an_error_never_repeats_the_password() -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        database("mysql://alice:secret@db/armies")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("1", True), ("Yes", True), ("on", True), ("0", False), ("", False)],
)
def test_a_flag_is_yes_or_no(word: str, meant: bool) -> None:
    assert flag("HTTPS", {"HTTPS": word}) is meant


def test_an_unclear_flag_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="HTTPS must be 1 or 0"):
        flag("HTTPS", {"HTTPS": "maybe"})


def test_words_are_split_at_commas_and_trimmed() -> None:
    assert words("HOSTS", environ={"HOSTS": "a.example, b.example,"}) == [
        "a.example",
        "b.example",
    ]
    assert words("HOSTS", ("localhost",), environ={}) == ["localhost"]


def test_a_given_secret_key_wins_and_no_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    assert secret_key(file, environ={"SECRET_KEY": "given"}) == "given"
    assert not file.exists()


@pytest.mark.parametrize(("text", "meant"), [("", 120), (" 5 ", 5)])
def test_a_whole_number_has_a_default(text: str, meant: int) -> None:
    assert whole_number("JOB_LEASE", 120, {"JOB_LEASE": text}) == meant


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "²"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="JOB_LEASE must be a whole number"):
        whole_number("JOB_LEASE", 120, {"JOB_LEASE": text})


def test_mail_goes_to_the_console_or_to_a_server() -> None:
    assert mail("console:").backend.endswith("console.EmailBackend")
    plain = mail("smtp://mail.example")
    assert (plain.host, plain.port, plain.tls, plain.ssl) == (
        "mail.example",
        25,
        False,
        False,
    )
    safe = mail("smtp+tls://al%40ce:p%2Fw@mail.example:2525")
    assert (safe.user, safe.password) == ("al@ce", "p/w")
    assert (safe.port, safe.tls, safe.ssl) == (2525, True, False)
    assert (mail("smtps://mail.example").port, mail("smtps://m").ssl) == (465, True)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "starts with 'nothing'"),
        ("imap://mail.example", "starts with 'imap'"),
        ("smtp://", "EMAIL_URL must be console:"),
        ("smtp://secret@mail.example:many", "EMAIL_URL"),
    ],
)
def test_mail_that_cannot_be_sent_is_explained(url: str, words: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=words) as caught:
        mail(url)
    assert "secret" not in str(caught.value)
