"""A sample roster, and clients that speak JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.api.examples import EXAMPLE_COMPARISON, EXAMPLE_DRAFT
from tests.real_books import FIXTURES

Send = Callable[..., Any]


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Forget how often earlier tests asked."""
    cache.clear()


@pytest.fixture
def roster() -> dict[str, Any]:
    raw = (FIXTURES / "armies" / "skaven-500.json").read_text()
    document: dict[str, Any] = json.loads(raw)
    return document


def send(client: Client, method: str, path: str, body: Any, **more: Any) -> Any:
    """Send a body as JSON."""
    return getattr(client, method)(
        f"/api/v1/{path}", json.dumps(body), content_type="application/json", **more
    )


def begin_draft(client: Client) -> str:
    """Begin the book of the examples; return its key. It is at revision 2."""
    last = json.loads(json.dumps(EXAMPLE_DRAFT.value["document"]))
    del last["source"]
    first = {**last, "note": "Not yet as in the examples."}
    made = send(client, "post", "drafts/", {"document": first}).json()
    edits = [{"op": "remove", "at": "/note"}]
    at = f"drafts/{made['key']}/edits/"
    draft = send(client, "post", at, {"edits": edits, "revision": 1}).json()
    assert (draft["revision"], draft["document"]) == (2, last)
    return str(draft["key"])


@pytest.fixture
def places(
    alice: User, alice_client: Client, charge_books: None, roster: dict[str, Any]
) -> dict[str, Any]:
    """Return what the paths of operations lead to: an army at revision 1, a job.

    And a draft: alice is an author.
    """
    grant_role(alice, AUTHORS)
    draft = begin_draft(alice_client)
    army = send(alice_client, "post", "armies/", {"roster": roster}).json()
    sharing = f"armies/{army['id']}/sharing/"
    secret = send(alice_client, "put", sharing, {"secret": True}).json()["secret"]
    asked = EXAMPLE_COMPARISON.value
    job = send(alice_client, "post", "comparisons/", asked).json()
    return {
        **{"game": "charge", "book": "charge-skaven", "number": 1},
        **{"public_id": army["id"], "job": job["id"]},
        "draft": draft,
        "token": secret.rstrip("/").rpartition("/")[2],
    }
