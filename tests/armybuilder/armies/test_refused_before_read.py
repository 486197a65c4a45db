"""Whoever sent too much already is refused before anything he sends is read."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.accounts.throttle import Allowance, spend
from armybuilder.armies import forms
from armybuilder.armies.views import check
from armybuilder.armies.views.check import CHECKS
from armybuilder.armies.views.pages import IMPORTS
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs import pack_fields
from rulesets.checks import armies
from rulesets.checks.armies import (
    A_REFUSAL,
    MOST_WORK,
    CheckTerms,
    check_documents,
)
from rulesets.checks.files import ArmyFile

HERE = "127.0.0.1"
WAYS = [("/armies/import/", IMPORTS), ("/check/", CHECKS)]


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "allowance"), WAYS, ids=["import", "check"])
def test_nothing_is_read_of_who_has_no_allowance_left(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    allowance: Allowance,
) -> None:
    read: list[Any] = []

    def parse(raw: Any, *more: Any) -> Any:
        read.append(raw)
        raise AssertionError("this was read")

    for module in (forms, pack_fields, armies):
        monkeypatch.setattr(module, "parse", parse)
    spend(allowance, allowance.burst, HERE)

    assert client.post(address, {"text": "[0, 0]"}).status_code == 429
    assert not read


@pytest.mark.django_db
def test_documents_that_are_refused_are_counted_as_work(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty small files, each of which takes long to refuse, are not all looked at."""
    monkeypatch.setattr(check, "MOST_WORK", 40 * A_REFUSAL)
    wrong = b'{"format":"armybuilder.roster/1","forces":[' + b"{}," * 9 + b"{}]}"
    files = [SimpleUploadedFile(f"{number}.json", wrong) for number in range(60)]
    response: Any = client.post("/check/", {"uploads": files})
    words = [verdict.word for verdict in response.context["verdicts"]]
    assert words == ["unreadable"] * 40 + ["not checked"] * 20


@pytest.mark.slow
@pytest.mark.django_db
def test_the_values_of_a_document_are_counted_before_they_are_read() -> None:
    """Thirty documents of 70,000 small objects would take ten seconds to read."""
    wrong = b"[" + b'{"a":[]},' * 70_000 + b"0]"
    files = [ArmyFile(f"{number}.json", wrong) for number in range(30)]
    found = check_documents(files, CheckTerms(work=MOST_WORK), SiteBookshelf())
    words = [verdict.word for verdict in found]
    assert "unreadable" in words
    assert words.count("not checked") > 10


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/armies/import/", "/accounts/sign-in/"])
@pytest.mark.parametrize(
    "form",
    [{"text": "x" * 2_200_000}, {f"n{n}": "" for n in range(10_001)}],
    ids=["bytes", "fields"],
)
@pytest.mark.parametrize("checks", [False, True], ids=["view", "token"])
def test_a_form_that_is_too_large_is_413_in_words_and_no_error_in_the_log(
    address: str,
    form: dict[str, str],
    caplog: pytest.LogCaptureFixture,
    *,
    checks: bool,
) -> None:
    """Also where the check of the form's token is the first to read it."""
    body = urlencode(form)
    client = Client(enforce_csrf_checks=checks)
    client.cookies["csrftoken"] = "a" * 32
    kind = "application/x-www-form-urlencoded"
    with caplog.at_level("WARNING"):
        answer = client.post(address, body, content_type=kind)
    assert answer.status_code == 413
    assert "A form holds at most 2 MB" in answer.content.decode()
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
    assert not [one for one in caplog.records if one.exc_info]
