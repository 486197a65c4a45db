"""Rights in a pack, in each of its states: a table, and every cell tried."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack
from tests.armybuilder.api.conftest import send
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document

pytestmark = pytest.mark.django_db

WHO = ("owner", "editor", "other", "visitor")
HERE = "/packs/spring-open/"
BARE = pack_document(limits=[], game="charge")
ROSTER = {
    "format": "armybuilder.roster/1",
    "game": "charge",
    "name": "None yet",
    "limit": 500,
    "forces": [],
}


def _get(address: str) -> Callable[[Client], int]:
    return lambda client: client.get(address).status_code


def _post(address: str, **body: Any) -> Callable[[Client], int]:
    return lambda client: client.post(address, body).status_code


def _judged(client: Client) -> int:
    body = {"rosters": [ROSTER], "pack": "spring-open"}
    status: int = send(client, "post", "checks/", body).status_code
    return status


def _offered(client: Client) -> int:
    form = client.get("/check/").context["form"]
    return 200 if "spring-open" in str(form["named"]) else 404


ACTS: dict[str, Callable[[Client], int]] = {
    "read": _get(HERE),
    "read a version": _get(f"{HERE}versions/1/"),
    "download": _get(f"{HERE}versions/1/document/"),
    "download the draft": _get(f"{HERE}document/?draft=1"),
    "edit": _get(f"{HERE}edit/"),
    "fill a form": _post(f"{HERE}parts/penalty/", seen="1", **{"penalty-text": "A"}),
    "publish": _post(f"{HERE}publish/", seen="9"),
    "share": _post(f"{HERE}share/", do="hide"),
    "give up": _get(f"{HERE}give-up/"),
    "copy": _post(f"{HERE}versions/1/copy/"),
    "read by the API": _get("/api/v1/packs/spring-open/"),
    "judge by its name": _judged,
    "be offered it": _offered,
}
EDITING = ("download the draft", "edit", "fill a form", "publish")
OWNING = ("share", "give up")
STATES: dict[str, dict[str, Any]] = {
    "draft": {},
    "published": {"published": True},
    "public": {"published": True, "is_public": True},
    "public draft": {"is_public": True},
    "retired": {"published": True, "retired_at": timezone.now()},
}
DONE = {"fill a form": 302, "publish": 409, "share": 302, "copy": 302}
NOT_THERE = {"judge by its name": 400}
SIGN_IN = {*EDITING, *OWNING, "copy"} - {"download the draft"}


def expected(act: str, who: str, state: str) -> int:
    """Return what a cell of the table says."""
    is_published = state in ("published", "public", "retired")
    is_seen = who in ("owner", "editor") or state == "public"
    if who == "visitor" and act in SIGN_IN:
        return 302
    if act in OWNING:
        may = who == "owner"
    elif act in EDITING:
        may = who in ("owner", "editor")
    else:
        may = is_seen and is_published
    if act == "be offered it":
        may = may and state != "retired"
    if act == "read" and not is_published and who in ("owner", "editor"):
        return 302  # to its draft
    return DONE.get(act, 200) if may else NOT_THERE.get(act, 404)


@pytest.fixture
def people(alice: User, bob: User) -> dict[str, Client]:
    carol = User.objects.create_user("carol")
    found = {name: Client() for name in WHO}
    for name, person in (("owner", alice), ("editor", bob), ("other", carol)):
        found[name].force_login(person)
    return found


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("state", list(STATES))
def test_each_cell_answers_as_the_table_says(
    state: str, who: str, people: dict[str, Client], alice: User, bob: User
) -> None:
    more = dict(STATES[state])
    published = more.pop("published", False)
    pack = a_pack(alice, draft=BARE, **more)
    Pack.objects.filter(pk=pack.pk).update(game="charge")
    pack.editors.add(bob)
    if published:
        a_version(pack, document=BARE)
    wrong = {}
    for act, do in ACTS.items():
        found = do(people[who])
        if found != expected(act, who, state):
            wrong[act] = (found, expected(act, who, state))
    assert wrong == {}


def test_a_pack_whose_owner_left_is_none_of_the_site(
    alice: User, people: dict[str, Client], charge_books: None
) -> None:
    pack = a_pack(alice, draft=BARE)
    Pack.objects.filter(pk=pack.pk).update(game="charge")
    a_version(pack, document=BARE)
    alice.delete()
    page = people["other"].get("/packs/new/?game=charge").content.decode()
    assert "All of Spring Open" not in page
    Pack.objects.filter(pk=pack.pk).update(is_public=True)
    page = people["other"].get("/packs/").content.decode()
    assert "somebody who left" in page
