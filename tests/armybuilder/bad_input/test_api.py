"""Bad input to the API: one clear error that names the place."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponseBase
from django.test import Client

from armybuilder.api.codes import CODES
from armybuilder.armies.models import Army
from tests.armybuilder.bad_input.bad_documents import (
    EDITS,
    MATCH_UPS,
    NAMES,
    ROSTERS,
    UNREADABLE,
    as_json,
    roster,
)

API = "/api/v1"


def ask(
    client: Client, method: str, address: str, raw: bytes, **headers: str
) -> HttpResponseBase:
    return client.generic(
        method, f"{API}{address}", raw, "application/json", headers=headers
    )


def error(response: Any, status: int = 400) -> tuple[str, str]:
    """Return where and what of a refusal by the API."""
    assert response.status_code == status, response.content[:400]
    said = response.json()
    assert said["detail"]
    assert CODES[said["code"]].status == status
    return said["where"], said["detail"]


POSTS = (
    ("POST", "/reviews/"),
    ("POST", "/checks/"),
    ("POST", "/odds/"),
    ("POST", "/armies/"),
    ("PUT", "/armies/{army}/"),
    ("POST", "/armies/{army}/edits/"),
    ("PUT", "/armies/{army}/sharing/"),
    ("PUT", "/armies/{army}/filing/"),
)


@pytest.mark.sweep(7)
@pytest.mark.parametrize(("method", "address"), POSTS)
@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_the_api_refuses_what_is_no_document(
    alice_client: Client, army: Army, method: str, address: str, raw: bytes
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, raw, **{"If-Match": '"1"'}))


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("method", "address"), POSTS)
@pytest.mark.parametrize("body", [7, "x", [], [1], None, True, {"": 1}, {"x": {}}])
def test_the_api_refuses_a_body_that_is_no_request(
    alice_client: Client, army: Army, method: str, address: str, body: Any
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, as_json(body), **{"If-Match": '"1"'}))


@pytest.mark.parametrize(("method", "address"), POSTS)
def test_the_api_refuses_a_body_that_is_too_large(
    alice_client: Client, army: Army, method: str, address: str
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, b" " * 3_000_000 + b"{}"), status=413)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_the_api_names_the_place_in_a_bad_roster(
    alice_client: Client, army: Army, name: str, document: Any, where: str
) -> None:
    raw = as_json({"roster": document})
    asked = (
        ask(alice_client, "POST", "/reviews/", raw),
        ask(alice_client, "POST", "/armies/", raw),
        ask(
            alice_client,
            "PUT",
            f"/armies/{army.public_id}/",
            raw,
            **{"If-Match": '"1"'},
        ),
    )
    for response in asked:
        assert error(response)[0].startswith(f"/roster{where}")


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_one_bad_roster_does_not_stop_a_check(
    client: Client, name: str, document: Any, where: str
) -> None:
    raw = as_json({"rosters": [document, roster()]})
    response: Any = ask(client, "POST", "/checks/", raw)
    assert response.status_code == 200
    bad, good = response.json()["results"]
    assert bad["error"]["where"].startswith(where)
    assert "error" not in good


@pytest.mark.parametrize(("name", "edits", "where"), EDITS)
def test_the_api_names_the_place_in_bad_edits(
    alice_client: Client, army: Army, name: str, edits: Any, where: str
) -> None:
    raw = as_json({"edits": edits, "revision": 1})
    response = ask(alice_client, "POST", f"/armies/{army.public_id}/edits/", raw)
    assert error(response)[0].startswith(f"/edits{where}")


@pytest.mark.parametrize("revision", ["1", 1.5, None, True, [], 10**30, -1, {}])
def test_the_api_refuses_a_bad_revision(
    alice_client: Client, army: Army, revision: Any
) -> None:
    edits = [{"edit": "rename-army", "name": "x"}]
    raw = as_json({"edits": edits, "revision": revision})
    response: Any = ask(alice_client, "POST", f"/armies/{army.public_id}/edits/", raw)
    stale = 409 if isinstance(revision, int) and revision is not True else 400
    assert error(response, stale)[0] == "/revision"


@pytest.mark.parametrize("wanted", ["", "everybody", 7, None, [], {"a": 1}, "PUBLIC"])
def test_the_api_refuses_a_visibility_that_there_is_not(
    alice_client: Client, army: Army, wanted: Any
) -> None:
    raw = as_json({"visibility": wanted})
    response = ask(alice_client, "PUT", f"/armies/{army.public_id}/sharing/", raw)
    assert error(response)[0] == "/visibility"


@pytest.mark.parametrize(
    ("name", "document", "where"), MATCH_UPS, ids=[name for name, _, _ in MATCH_UPS]
)
def test_a_bad_match_up_is_refused_by_the_api_and_the_command(
    client: Client,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    document: Any,
    where: str,
) -> None:
    assert error(ask(client, "POST", "/odds/", as_json(document)))[0].startswith(where)
    path = tmp_path / "match-up.json"
    path.write_bytes(as_json(document))
    with pytest.raises(CommandError) as refused:
        call_command("odds", str(path))
    assert refused.value.returncode == 2
    assert where in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=-1", f"page={10**400}"])
def test_the_api_refuses_what_is_no_page(
    alice_client: Client, army: Army, query: str
) -> None:
    error(alice_client.get(f"{API}/armies/?{query}"))


@pytest.mark.parametrize(
    "address",
    [
        "/books/nothing/",
        f"/books/charge-skaven/editions/{10**40}/",
        "/armies/..%2f..%2fetc/",
        "/armies/" + "x" * 5000 + "/",
        "/games/chess/",
        "/nothing/",
    ],
)
def test_the_api_has_nothing_at_an_address_made_up(
    alice_client: Client, address: str
) -> None:
    error(alice_client.get(f"{API}{address}"), status=404)


def test_the_api_refuses_another_kind_of_body(client: Client) -> None:
    response: Any = client.post(f"{API}/reviews/", {"roster": "x"})
    assert error(response, status=415)
