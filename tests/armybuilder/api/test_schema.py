"""The schema describes the API, and the API does what the schema says."""

import json
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.api.components import EMBEDDED
from armybuilder.api.examples import EXAMPLE_COMPARISON
from armybuilder.api.openapi import OWN
from tests.armybuilder.api.conftest import send

Document = dict[str, Any]


@pytest.fixture
def described(client: Client) -> Document:
    answer = client.get("/api/v1/schema/?format=json")
    assert answer.status_code == 200
    document: Document = json.loads(answer.content)
    return document


def test_every_reference_leads_somewhere(described: Document, db: None) -> None:
    names = described["components"]["schemas"].keys()
    used = set(json.dumps(described).split("#/components/schemas/")[1:])
    assert {text.split('"')[0] for text in used} <= names
    assert OWN.keys() <= names


@pytest.mark.django_db
def test_every_operation_has_a_summary_and_names_its_answers(
    described: Document,
) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary"), f"{method} {path}"
            assert {"401", "404"} & operation["responses"].keys() or "{" not in path
            for status, answer in operation["responses"].items():
                assert answer.get("description") is not None, f"{path} {status}"


@pytest.mark.django_db
def test_the_reference_shows_every_operation_and_document(
    client: Client, described: Document
) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    for path, operations in described["paths"].items():
        assert f"<code>{path}</code>" in page
        for operation in operations.values():
            assert f'id="{operation["operationId"].replace("_", "-")}"' in page
    for name in (*OWN, *EMBEDDED):
        assert f'id="{name}"' in page


@pytest.mark.django_db
def test_the_page_to_try_it_takes_nothing_from_elsewhere(client: Client) -> None:
    answer = client.get("/api/v1/docs/try/")
    page = answer.content.decode()
    assert 'data-schema="/api/v1/schema/?format=json"' in page
    assert "https://" not in page
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def answer_schema(described: Document, name: str) -> Draft202012Validator:
    whole = {**described, "$ref": f"#/components/schemas/{name}"}
    return Draft202012Validator(whole, registry=Registry())


@pytest.mark.usefixtures("charge_books")
def test_answers_are_as_they_are_described(
    alice_client: Client, described: Document, roster: Document
) -> None:
    army = send(alice_client, "post", "armies/", {"roster": roster}).json()
    begun = send(alice_client, "post", "comparisons/", EXAMPLE_COMPARISON.value)
    answers = {
        "ComparisonJob": alice_client.get(begun.json()["url"]).json(),
        "Army": army,
        "Game": alice_client.get("/api/v1/games/charge/").json(),
        "Book": alice_client.get("/api/v1/books/charge-orcs/").json(),
        "Edition": alice_client.get("/api/v1/books/charge-orcs/editions/1/").json(),
        "Review": alice_client.get(f"/api/v1/armies/{army['id']}/review/").json(),
    }
    for name, answer in answers.items():
        answer_schema(described, name).validate(answer)


@pytest.mark.usefixtures("charge_books")
def test_every_example_is_answered(
    alice: User, alice_client: Client, described: Document, roster: Document
) -> None:
    grant_role(alice, AUTHORS)
    send(alice_client, "post", "armies/", {"roster": roster})
    tried = 0
    for path, operations in described["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {})
        examples = content.get("application/json", {}).get("examples", {})
        for example in examples.values():
            if "{" not in path:
                body = json.dumps(example["value"])
                sent = alice_client.post(path, body, content_type="application/json")
                assert sent.status_code in (200, 201, 202), (path, sent.content)
                tried += 1
    assert tried >= 4
