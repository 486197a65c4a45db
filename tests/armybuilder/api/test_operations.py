"""Every operation is reached by Schemathesis, and does what the schema says.

Each is asked with its examples, which it must answer with 2xx, and then with requests
that are made from the schema: right ones, and ones that are wrong in one place.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.authtoken.models import Token
from schemathesis.specs.openapi.checks import positive_data_acceptance

from armybuilder.accounts.models import User
from armybuilder.api import throttles
from armybuilder.api.reference import described
from armybuilder.wsgi import application
from tests.armybuilder.api.operations import Operation, operations, right
from tests.armybuilder.api.test_problems import say

Document = dict[str, Any]
Mode = schemathesis.GenerationMode
BEFORE = {"cancel_publication": "plan_publication"}
"""The operation to call before one that has nothing to do else."""

MANY = 12
"""Requests of each kind for each operation."""


def generating() -> Document:
    """Return the schema without its recursion, which cannot be generated.

    Packs and books are left open, fighters have no others to choose from, and the many
    sides of a comparison are left open too: a match-up's two are generated.
    """
    document = copy.deepcopy(described())
    schemas = document["components"]["schemas"]
    schemas["Pack"] = {"type": "object"}
    schemas["BookDocument"] = {"type": "object"}
    schemas["ComparisonSide"] = {"type": "object"}
    del schemas["MatchUpFighter"]["properties"]["alternatives"]
    return document


DESCRIBED = cast(Any, schemathesis.openapi.from_dict(generating()))
DESCRIBED.app = application
FOUND = {
    found.ok().definition.raw["operationId"]: found.ok()
    for found in DESCRIBED.get_all_operations()
}
ALL = {operation.id: operation for operation in operations()}
UNJUDGED: list[Any] = [positive_data_acceptance]
"""A document of the right shape may name a game or a unit that there is not: 400."""

DESCRIBED.config.checks.negative_data_rejection.expected_statuses += ["412", "413"]
# What is no revision of ours is a revision that the army does not have.


def _asks_more(operation: Operation) -> bool:
    """Return whether a request says more than its path."""
    stated = operation.stated.get("parameters", ())
    return operation.has_body or any(one["in"] != "path" for one in stated)


def _may_be_wrong(operation: Operation) -> bool:
    """Return whether a request may have a wrong form; any text is a right name."""
    stated = operation.stated.get("parameters", ())
    numbers = [one for one in stated if one["schema"].get("type") == "integer"]
    return bool(_asks_more(operation) or numbers)


TRIED = [(name, Mode.POSITIVE) for name in FOUND] + [
    (name, Mode.NEGATIVE) for name in FOUND if _may_be_wrong(ALL[name])
]


def keep_connection() -> None:
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the test's transaction open between requests, as Django's client does."""
    keep_connection()
    yield
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@pytest.fixture
def headers(
    alice: User, one_connection: None, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Return who asks; nobody is told to ask less."""
    monkeypatch.setattr(throttles, "take", lambda *asked: True)
    monkeypatch.setattr(throttles.ReadThrottle, "rate", "1000000/min")
    return {"Authorization": f"Token {Token.objects.create(user=alice).key}"}


def parts(operation: Operation, places: Document) -> Document:
    """Return what fills the path of an operation."""
    filled = {"key": places[operation.kind], **places}
    return {name: filled[name] for name in filled if f"{{{name}}}" in operation.path}


def test_every_operation_of_the_schema_is_tried() -> None:
    assert FOUND.keys() == ALL.keys()
    assert len(FOUND) >= 20


@pytest.mark.parametrize("name", FOUND)
def test_every_example_is_answered_as_described(
    name: str, places: Document, headers: dict[str, str], alice_client: Client
) -> None:
    operation = ALL[name]
    if name in BEFORE:
        asked = right(ALL[BEFORE[name]], places)
        assert asked.by(alice_client).status_code < 300
        keep_connection()  # Django's client has just given that up.
    for body in operation.bodies or [None]:
        sent = right(operation, places, body)
        more = {} if body is None else {"body": body, "media_type": sent.media}
        case = FOUND[name].Case(
            path_parameters=parts(operation, places), headers=sent.headers, **more
        )
        answer = case.call_and_validate(headers=headers, excluded_checks=UNJUDGED)
        assert 200 <= answer.status_code < 300, answer.content


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), TRIED)
def test_no_operation_fails_or_answers_what_it_did_not_say(
    name: str, mode: Mode, places: Document, headers: dict[str, str]
) -> None:
    known = mode is Mode.POSITIVE or _asks_more(ALL[name])
    there = parts(ALL[name], places) if known else {}
    asked = FOUND[name].as_strategy(
        mode, **({"path_parameters": there} if there else {})
    )
    statuses: Counter[int] = Counter()

    @settings(
        max_examples=MANY,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(asked)
    def ask(case: Any) -> None:
        answer = case.call_and_validate(headers=headers, excluded_checks=UNJUDGED)
        statuses[answer.status_code] += 1

    ask()
    assert statuses
    say(f"{name}, {mode.value}: {dict(sorted(statuses.items()))}")
