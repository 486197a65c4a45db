"""An army is judged by the pack that its player chose, wherever it is shown."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.review import review_army
from armybuilder.armies.store import create, set_pack, set_secret_link
from armybuilder.packs.models import Pack, PackVersion
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document
from tests.real_books import sample_army

pytestmark = pytest.mark.django_db

SAID = "25 of at most 20 models"


@pytest.fixture
def version(pack: Pack) -> PackVersion:
    rule = {**pack_document()["limits"][0], "max": 20}
    return a_version(pack, document=pack_document(limits=[rule]))


@pytest.fixture
def army(alice: User, version: PackVersion) -> Army:
    return create(sample_army("bretonnia-2000"), alice)


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def chosen(client: Client, army: Army, name: str = "spring-open") -> Any:
    return client.post(f"/armies/{army.public_id}/pack/", {"named": name})


def test_a_player_tries_a_pack_and_has_the_army_judged_by_it(
    alice_in: Client, army: Army
) -> None:
    here = f"/armies/{army.public_id}/"
    assert "choose a pack" in told(alice_in, here)
    tried = told(alice_in, f"{here}try/?named=spring-open")
    assert SAID in tried
    assert SAID not in told(alice_in, f"{here}?problems=1")
    assert chosen(alice_in, army).headers["Location"] == here
    page = told(alice_in, f"{here}?problems=1")
    assert SAID in page
    assert "by Spring Open, version 1" in page
    chosen(alice_in, army, "")
    assert SAID not in told(alice_in, f"{here}?problems=1")


def test_every_page_of_the_army_says_what_the_builder_says(
    alice_in: Client, army: Army, version: PackVersion
) -> None:
    set_pack(army, version)
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    set_secret_link(army, wanted=True)
    army.refresh_from_db()
    here, shared = f"/armies/{army.public_id}/", f"/share/{army.share_token}/"
    for address in (f"{here}print/", shared, f"{shared}print/", f"{here}army.txt"):
        page = told(Client() if address.startswith("/share") else alice_in, address)
        assert SAID in page, address
        assert "udged by Spring Open, version 1" in page, address
    assert "udged by Spring Open" in told(Client(), f"/secret/{army.secret_token}/")
    assert SAID in told(alice_in, f"{here}history/1/")
    review = alice_in.get(f"/api/v1/armies/{army.public_id}/review/").json()
    assert any(SAID in message["text"] for message in review["messages"])
    assert review["legal"] is False
    shelf = told(alice_in, "/armies/")
    assert "Not legal" in shelf or "1 problem" in shelf


def test_a_plan_makes_an_army_legal_by_its_pack(
    alice_in: Client, army: Army, version: PackVersion
) -> None:
    set_pack(army, version)
    page = told(alice_in, f"/armies/{army.public_id}/plan/?goal=legal")
    assert "and the army is legal" in page


def test_a_newer_version_judges_only_who_chooses_it(
    alice_in: Client, army: Army, version: PackVersion
) -> None:
    chosen(alice_in, army)
    a_version(version.pack, 2, pack_document())
    army.refresh_from_db()
    assert army.pack == version
    assert not review_army(army).review.legal
    chosen(alice_in, army)
    army.refresh_from_db()
    assert army.pack is not None
    assert army.pack.number == 2


@pytest.mark.parametrize("name", ["unheard-of", "spring-open@7", "others", "mordheim"])
def test_a_pack_that_is_not_for_it_is_not_chosen(
    name: str, alice_in: Client, army: Army, bob: User
) -> None:
    a_version(a_pack(bob, "others"))
    other = pack_document("mordheim", game="mordheim", limits=[])
    a_version(a_pack(bob, "mordheim", draft=other, is_public=True))
    Pack.objects.filter(key="mordheim").update(game="mordheim")
    answer = chosen(alice_in, army, name)
    assert answer.headers["Location"] == f"/armies/{army.public_id}/try/"
    army.refresh_from_db()
    assert army.pack is None


def test_a_copy_keeps_a_pack_that_its_owner_may_see(
    alice_in: Client, bob_in: Client, army: Army, version: PackVersion, bob: User
) -> None:
    set_pack(army, version)
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    bob_in.post(f"/share/{army.share_token}/copy/")
    assert Army.objects.get(owner=bob).pack is None
    alice_in.post(f"/armies/{army.public_id}/duplicate/")
    copies = Army.objects.filter(owner=army.owner).exclude(pk=army.pk)
    assert copies.get().pack == version


def test_a_book_test_of_the_army_knows_no_pack(
    alice: User, army: Army, version: PackVersion
) -> None:
    set_pack(army, version)
    assert not review_army(army).review.legal
    assert review_army(army, plain=True).review.legal


def test_a_builder_asks_no_more_than_without_a_pack(
    alice_in: Client,
    army: Army,
    version: PackVersion,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    set_pack(army, version)
    alice_in.get(f"/armies/{army.public_id}/")
    with django_assert_num_queries(7):
        alice_in.get(f"/armies/{army.public_id}/")


def test_a_shelf_of_armies_asks_for_all_packs_at_once(
    alice_in: Client,
    alice: User,
    army: Army,
    version: PackVersion,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    set_pack(army, version)
    told(alice_in, "/armies/")
    with CaptureQueriesContext(connection) as one:
        told(alice_in, "/armies/")
    asked = len(one)
    for _ in range(3):
        set_pack(create(sample_army("bretonnia-2000"), alice), version)
    told(alice_in, "/armies/")
    with django_assert_num_queries(asked):
        told(alice_in, "/armies/")
