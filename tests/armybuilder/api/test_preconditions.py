"""An army is changed at the revision that was read, or not at all."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from tests.armybuilder.api.operations import named, right
from tests.armybuilder.api.test_problems import told

pytestmark = pytest.mark.postgres

WRITES = ("replace_army", "edit_army", "delete_army")
AT_WILL = ("share_army", "restore_army", "file_army", "judge_army_by")
Document = dict[str, Any]


def sent(name: str, places: Document, tag: str | None, revision: object = None) -> Any:
    """Return a change with a revision in its header, its body, both or neither."""
    operation = named(name)
    body = None
    if operation.has_body:
        body = dict(operation.bodies[0])
        body.pop("revision", None)
        if revision is not None:
            body["revision"] = revision
    request = right(operation, places, body)
    request.headers.pop("If-Match", None)
    if tag is not None:
        request.headers["If-Match"] = tag
    return request


def army(places: Document) -> Army:
    return Army.objects.get(public_id=places["public_id"])


@pytest.mark.parametrize("name", WRITES)
def test_without_a_revision_nothing_is_changed(
    alice_client: Client, places: Document, name: str
) -> None:
    told(sent(name, places, None).by(alice_client), "revision-missing")
    assert (army(places).revision, army(places).deleted_at) == (1, None)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", [*WRITES, *AT_WILL])
@pytest.mark.parametrize("tag", ['"2"', '"0"', '"one"', 'W/"7"', '"7", "8"', '""'])
def test_at_another_revision_nothing_is_changed(
    alice_client: Client, places: Document, name: str, tag: str
) -> None:
    problem = told(sent(name, places, tag).by(alice_client), "stale")
    assert problem["revision"] == 1
    now = army(places)
    assert (now.revision, now.deleted_at, now.visibility) == (1, None, "private")


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", [*WRITES, *AT_WILL])
@pytest.mark.parametrize("tag", ['"1"', "*", 'W/"1"', '"7", "1"', ' "1" '])
def test_at_the_revision_that_was_read_it_is_changed(
    alice_client: Client, places: Document, name: str, tag: str
) -> None:
    assert sent(name, places, tag).by(alice_client).status_code in (200, 204)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", [*WRITES, *AT_WILL])
@pytest.mark.parametrize("tag", ["1", "one", '"1', "", '"1" "2"', "*, *"])
def test_what_is_no_etag_is_refused(
    alice_client: Client, places: Document, name: str, tag: str
) -> None:
    told(sent(name, places, tag).by(alice_client), "bad-header")


@pytest.mark.parametrize("name", ["replace_army", "edit_army"])
def test_a_stale_body_is_a_conflict_that_tells_what_was_done(
    alice_client: Client, places: Document, name: str
) -> None:
    edit = sent("edit_army", places, '"1"').by(alice_client)
    assert edit.status_code == 200
    problem = told(sent(name, places, None, 1).by(alice_client), "conflict")
    assert problem["where"] == "/revision"
    assert [one["revision"] for one in problem["since"]] == [2]
    told(sent(name, places, '"2"', 1).by(alice_client), "conflict")
    told(sent(name, places, '"1"', 2).by(alice_client), "stale")
    assert army(places).revision == 2


def test_an_army_that_was_changed_is_not_deleted(
    alice_client: Client, places: Document
) -> None:
    sent("edit_army", places, '"1"').by(alice_client)
    problem = told(sent("delete_army", places, '"1"').by(alice_client), "stale")
    assert problem["since"][0]["label"]
    assert army(places).deleted_at is None
    assert sent("delete_army", places, '"2"').by(alice_client).status_code == 204
    told(sent("delete_army", places, '"2"').by(alice_client), "not-found")
