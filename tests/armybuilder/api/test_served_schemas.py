"""Schemas at their addresses: enough by themselves to judge our documents."""

import json

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable

from armybuilder.api.schemas import NAMES
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from tests.armybuilder.books.documents import BOOKS, printed_book

SITE = "http://testserver/schemas/"


def served(client: Client, uri: str) -> Resource:
    assert uri.startswith(SITE), f"{uri} is not served by the site"
    answer = client.get(uri.removeprefix("http://testserver"))
    assert answer.status_code == 200
    return Resource.from_contents(json.loads(answer.content))


def validator(client: Client, name: str) -> Draft202012Validator:
    registry: Registry = Registry(retrieve=lambda uri: served(client, uri))  # type: ignore[call-arg]
    uri = f"{SITE}{name}.schema.json"
    return Draft202012Validator({"$ref": uri}, registry=registry)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_schema_stands_at_the_address_that_it_names(
    client: Client, name: str
) -> None:
    answer = client.get(f"/schemas/{name}.schema.json")
    assert answer.headers["Content-Type"] == "application/schema+json"
    document = json.loads(answer.content)
    assert document["$id"] == f"{SITE}{name}.schema.json"
    Draft202012Validator.check_schema(document)
    again = client.get(
        f"/schemas/{name}.schema.json", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304


def test_books_are_judged_by_what_is_served_alone(client: Client) -> None:
    check = validator(client, "book")
    for path in BOOKS[::6]:
        document = printed_book(path.stem)
        assert list(check.iter_errors(document)) == []
        errors = list(check.iter_errors({**document, "units": [{"key": "A B"}]}))
        assert errors


def test_a_schema_that_is_not_ours_is_not_served(client: Client) -> None:
    assert client.get("/schemas/army.schema.json").status_code == 404
    assert client.post("/schemas/book.schema.json").status_code == 405
    with pytest.raises(Unresolvable):
        validator(client, "book").evolve(schema={"$ref": "http://other/x"}).validate({})


def test_a_document_may_name_its_schema_and_stays_the_same() -> None:
    document = printed_book("charge-skaven")
    named = {"$schema": f"{SITE}book.schema.json", **document}
    read = parse(json.dumps(named))
    assert read == document
    assert read_book(read).sha256 == read_book(document).sha256
    assert parse('{"$schema": 3}') == {"$schema": 3}
