"""Every refusal of every operation is a problem with a code of the table."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test import override_settings as changed
from django.urls import reverse
from jsonschema import Draft202012Validator
from rest_framework.settings import api_settings

from armybuilder.accounts.models import User
from armybuilder.api import codes, throttles
from armybuilder.api.codes import CODES
from armybuilder.api.errors import problem_answers
from armybuilder.api.reference import described
from tests.armybuilder.api.operations import Operation, Sent, operations, right

ALL = operations()
ROOT = Path(__file__).parents[3]
Change = Callable[[Sent], None]


def refusals() -> Draft202012Validator:
    whole = {**described(), "$ref": "#/components/schemas/Refusal"}
    return Draft202012Validator(whole)


def say(text: str) -> None:
    sys.stdout.write(f"\n{text}\n")


def told(answer: Any, code: str) -> dict[str, Any]:
    """Return the problem that an answer tells, after a look at its form."""
    assert answer.status_code == CODES[code].status, (answer, answer.content[:300])
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(answer.content)
    assert problem["code"] == code
    assert problem["status"] == answer.status_code
    assert problem["title"] == CODES[code].title
    assert problem["detail"]
    refusals().validate(problem)
    return problem


# -- every operation × every way to be wrong ----------------------------------------


def set_header(name: str, value: str) -> Change:
    return lambda sent: sent.headers.update({name: value})


def set_body(raw: bytes, media: str = "application/json") -> Change:
    def change(sent: Sent) -> None:
        sent.body, sent.media = raw, media

    return change


def set_address(sent: Sent) -> None:
    sent.address = sent.operation.nowhere()


def set_method(sent: Sent) -> None:
    sent.method = "TRACE"


def ask_more(sent: Sent) -> None:
    sent.address += "?colour=red&page_sise=3"


def anything(operation: Operation) -> bool:
    return True


def with_body(operation: Operation) -> bool:
    return operation.has_body


def with_place(operation: Operation) -> bool:
    return "{" in operation.path


def with_revision(operation: Operation) -> bool:
    return operation.takes("If-Match")


def with_key(operation: Operation) -> bool:
    return operation.takes("Idempotency-Key")


WRONG: dict[str, tuple[str, Callable[[Operation], bool], Change]] = {
    "a token that opens nothing": (
        "bad-token",
        anything,
        set_header("Authorization", "Token no"),
    ),
    "nothing there": ("not-found", with_place, set_address),
    "no JSON": ("not-json", with_body, set_body(b"{")),
    "another document": ("bad-document", with_body, set_body(b'{"colour": "red"}')),
    "another method": ("method-not-allowed", anything, set_method),
    "another media type": (
        "unsupported-media-type",
        with_body,
        set_body(b"a=1", "application/x-www-form-urlencoded"),
    ),
    "a body too large": ("too-large", with_body, set_body(b" " * 2_200_000)),
    "an old revision": ("stale", with_revision, set_header("If-Match", '"7"')),
    "a revision that is none": (
        "bad-header",
        with_revision,
        set_header("If-Match", "one"),
    ),
    "a key that is none": (
        "bad-header",
        with_key,
        set_header("Idempotency-Key", "k" * 65),
    ),
    "another form of answer": (
        "not-acceptable",
        anything,
        set_header("Accept", "text/html"),
    ),
    "parameters made up": ("unknown-parameter", anything, ask_more),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_code(
    alice_client: Client, places: dict[str, Any], name: str
) -> None:
    code, applies, change = WRONG[name]
    tried = [one for one in ALL if applies(one)]
    for operation in tried:
        sent = right(operation, places)
        change(sent)
        answer = sent.by(alice_client)
        told(answer, code)
        if code == "method-not-allowed":
            assert operation.method.upper() in answer.headers["Allow"]
        else:
            assert CODES[code].status in operation.statuses, operation.id
    assert tried
    say(f"{name}: {code} from {len(tried)} of {len(ALL)} operations")


def test_who_is_not_signed_in_is_told_so(client: Client, places: Any) -> None:
    closed = [one for one in ALL if not one.open]
    for operation in closed:
        answer = right(operation, places).by(client)
        told(answer, "not-signed-in")
        assert answer.headers["WWW-Authenticate"] == "Token"
    assert len(closed) >= 8


def test_a_page_must_send_its_csrf_token(alice: User, places: Any) -> None:
    page = Client(enforce_csrf_checks=True)
    page.force_login(alice)
    for operation in ALL:
        answer = right(operation, places).by(page)
        if operation.method == "get":
            assert answer.status_code == 200
        else:
            told(answer, "forbidden")
            assert 403 in operation.statuses, operation.id


def test_every_refused_request_leaves_the_army_as_it_was(
    alice_client: Client, places: Any
) -> None:
    for code, applies, change in WRONG.values():
        for operation in ALL:
            if applies(operation) and code != "method-not-allowed":
                sent = right(operation, places)
                change(sent)
                sent.by(alice_client)
    army = alice_client.get(f"/api/v1/armies/{places['public_id']}/").json()
    assert (army["revision"], army["visibility"]) == (1, "private")
    assert alice_client.get("/api/v1/armies/").json()["count"] == 1


def test_who_asks_too_often_is_told_when_to_come_back(
    alice_client: Client, places: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttles, "take", lambda *asked: False)
    monkeypatch.setattr(throttles.ReadThrottle, "rate", "0/min")
    for operation in ALL:
        answer = right(operation, places).by(alice_client)
        told(answer, "too-many-requests")
        assert int(answer.headers["Retry-After"]) >= 1


def test_parameters_that_are_not_known_are_named(client: Client) -> None:
    answer = client.get("/api/v1/games/?colour=red&size=3")
    problem = told(answer, "unknown-parameter")
    assert problem["parameters"] == ["colour", "size"]
    assert "colour, size" in problem["detail"]


@pytest.mark.parametrize(
    ("query", "code"),
    [("format=xml", "bad-parameter"), ("colour=red", "unknown-parameter")],
)
def test_the_schema_takes_its_format_alone(
    client: Client, query: str, code: str
) -> None:
    told(client.get(f"/api/v1/schema/?{query}"), code)
    assert client.get("/api/v1/schema/?format=yaml").status_code == 200
    told(client.get("/api/v1/?colour=red"), "unknown-parameter")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("page=0", "page"),
        ("page=x", "page"),
        ("page=", "page"),
        ("page=1&page=2", "page"),
        ("page_size=201", "page_size"),
        ("page_size=²", "page_size"),
        ("deleted=perhaps", "deleted"),
        ("deleted=", "deleted"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(
    alice_client: Client, query: str, name: str
) -> None:
    problem = told(alice_client.get(f"/api/v1/armies/?{query}"), "bad-parameter")
    assert problem["parameters"] == [name]


def places_within(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all objects of a body, itself included."""
    if isinstance(value, list):
        parts: Any = enumerate(value)
        return [one for key, part in parts for one in places_within(part, (*path, key))]
    if not isinstance(value, dict):
        return []
    found = [path]
    for key, part in value.items():
        found += places_within(part, (*path, key))
    return found


def with_surplus(body: Any, path: tuple[Any, ...]) -> Any:
    copy = json.loads(json.dumps(body))
    part = copy
    for key in path:
        part = part[key]
    part["surplus"] = 1
    return copy


def test_no_body_has_a_member_that_is_not_known(
    alice_client: Client, places: Any
) -> None:
    tried = 0
    for operation in ALL:
        for body in operation.bodies:
            for path in places_within(body):
                sent = right(operation, places, with_surplus(body, path))
                answer = sent.by(alice_client)
                if answer.status_code == 200 and operation.id == "check_rosters":
                    assert answer.json()["results"][path[1]]["error"]
                elif answer.status_code == 202 and operation.id == "begin_bulk_check":
                    assert answer.json()["words"]["unreadable"] == 1
                elif answer.status_code == 200 and operation.id == "verify_receipt":
                    assert answer.json()["word"] == "unknown"
                else:
                    told(answer, "bad-document")
                tried += 1
    say(f"{tried} places with one member too many")
    assert tried > 25


# -- the table ----------------------------------------------------------------------


def test_the_schema_names_the_codes_of_the_table() -> None:
    assert described()["components"]["schemas"]["Code"]["enum"] == list(CODES)
    for operation in ALL:
        for status in (one for one in operation.statuses if one >= 400):
            answer = operation.stated["responses"][str(status)]
            assert list(answer["content"]) == ["application/problem+json"]
            assert f"{status}" in {f"{code.status}" for code in CODES.values()}


def test_the_docs_explain_every_code(client: Client, db: None) -> None:
    assert reverse("api:docs") == codes.DOCS
    page = client.get(codes.DOCS).content.decode()
    for code in CODES:
        assert f'id="code-{code}"' in page


def test_the_formats_explain_every_code() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    listed = [line for line in text.splitlines() if line.startswith("| `")]
    for code in CODES.values():
        row = f"| `{code.name}` | {code.status} | {code.title}. {code.advice} |"
        assert row in listed


# -- outside of views ---------------------------------------------------------------


def test_what_is_refused_before_a_view_is_a_problem_too(client: Client) -> None:
    told(client.get("/api/v1/no/such/thing/"), "not-found")
    told(client.get("/api/v1/games/", headers={"Host": "else.where"}), "bad-request")
    with changed(MOST_REQUEST_BYTES=10):
        large = client.post("/api/v1/odds/", b" " * 11, "application/json")
    told(large, "too-large")


def test_a_failure_of_the_site_is_a_problem_of_the_api(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def fail(*asked: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("armybuilder.api.games._summary", fail)
    client = Client(raise_request_exception=False)
    told(client.get("/api/v1/games/"), "server-error")


def test_a_database_that_does_not_answer_is_a_reason_to_ask_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lock(*asked: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("armybuilder.api.games._summary", lock)
    answer = client.get("/api/v1/games/")
    told(answer, "busy")
    assert int(answer.headers["Retry-After"]) >= 1
    assert "database is locked" in caplog.text
    assert all(503 in operation.statuses for operation in ALL)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/books/", 500), ("/api/v1/games/", 204), ("/api/v1/docs/", 405)],
)
def test_what_is_no_failure_of_the_api_passes_as_it_is(
    address: str, status: int
) -> None:
    answer = HttpResponse(status=status)
    respond = problem_answers(lambda request: answer)
    assert respond(RequestFactory().get(address)) is answer


def test_errors_are_made_in_one_place() -> None:
    assert api_settings.EXCEPTION_HANDLER.__module__ == "armybuilder.api.errors"
