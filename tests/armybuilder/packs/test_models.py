"""Versions of packs never change; a name finds what its asker may see."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from armybuilder.accounts.models import User
from armybuilder.packs.access import Viewer, find_version, packs_of, versions_for
from armybuilder.packs.models import Pack, PackVersion
from armybuilder.packs.publications import publish_pack
from armybuilder.packs.site_packs import load_site_packs
from rulesets.packs.pack import PackError
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def _save(version: PackVersion) -> None:
    version.document = {}
    version.save()


def _raw(version: PackVersion) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE packs_packversion SET document = '{}'")


def _raw_deletion(version: PackVersion) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM packs_packversion")


CHANGES: dict[str, Callable[[PackVersion], Any]] = {
    "save": _save,
    "update of the document": lambda v: PackVersion.objects.update(document={}),
    "update of the hash": lambda v: PackVersion.objects.update(sha256="0"),
    "update of the number": lambda v: PackVersion.objects.update(number=2),
    "update of the date": lambda v: PackVersion.objects.update(published_at=None),
    "raw update": _raw,
    "deletion": lambda v: v.delete(),
    "deletion of its pack": lambda v: v.pack.delete(),
    "raw deletion": _raw_deletion,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_the_database_refuses_every_change(
    change: Callable[[PackVersion], Any], alice: User
) -> None:
    version = a_version(a_pack(alice))
    with pytest.raises(DatabaseError), transaction.atomic():
        change(version)
    assert PackVersion.objects.get(pk=version.pk).document == pack_document()


def test_another_person_cannot_be_made_its_publisher(alice: User, bob: User) -> None:
    version = a_version(a_pack(alice))
    with pytest.raises(DatabaseError), transaction.atomic():
        PackVersion.objects.filter(pk=version.pk).update(published_by=bob)


def test_a_version_outlasts_the_accounts_of_its_people(alice: User) -> None:
    version = a_version(a_pack(alice))
    alice.delete()
    assert PackVersion.objects.get(pk=version.pk).pack.owner is None


@pytest.mark.django_db(transaction=True)
def test_emptying_the_database_takes_versions_too_and_they_stay_frozen() -> None:
    call_command("flush", interactive=False, verbosity=0)
    assert not PackVersion.objects.exists()
    call_command("load_packs", verbosity=0)
    with pytest.raises(DatabaseError), transaction.atomic():
        _raw_deletion(PackVersion.objects.get(pack__key="border-patrol"))


def test_a_name_is_the_newest_version_and_a_number_that_one(alice: User) -> None:
    pack = a_pack(alice)
    first = a_version(pack)
    second = a_version(pack, 2, pack_document(limit=2000))
    assert find_version("spring-open", alice) == second
    assert find_version("spring-open@1", alice) == first


@pytest.mark.parametrize(
    "name",
    ["spring-open@3", "spring-open@0", "spring", "", "@1", "spring-open@1 ", "Ä"],
)
def test_a_name_of_nothing_finds_nothing(name: str, alice: User) -> None:
    a_version(a_pack(alice))
    assert find_version(name, alice) is None


SEEN = {
    "alone": (True, False, False, False),
    "shared with bob": (True, True, False, False),
    "public": (True, True, True, True),
}


@pytest.mark.parametrize("state", list(SEEN))
def test_versions_are_seen_by_their_people_and_public_ones_by_all(
    state: str, alice: User, bob: User
) -> None:
    carol = User.objects.create_user("carol")
    pack = a_pack(alice, is_public=state == "public")
    version = a_version(pack)
    if state == "shared with bob":
        pack.editors.add(bob)
    people: list[Viewer] = [alice, bob, carol, AnonymousUser()]
    for who, seen in zip(people, SEEN[state], strict=True):
        assert (find_version("spring-open", who) == version) == seen
        assert (version in versions_for(who)) == seen
        assert (pack in packs_of(who)) == seen


def test_a_public_pack_without_a_version_is_seen_by_its_people_only(
    alice: User, bob: User
) -> None:
    pack = a_pack(alice, is_public=True)
    assert pack in packs_of(alice)
    assert pack not in packs_of(bob)


def test_the_packs_of_the_site_are_there_for_everybody() -> None:
    version = find_version("border-patrol", AnonymousUser())
    assert version is not None
    assert version.label == "border-patrol@1"
    assert version.read().limit is not None
    assert version.read() is PackVersion.objects.get(pk=version.pk).read()


def test_a_pack_of_the_site_gets_a_version_once_it_changed() -> None:
    assert load_site_packs() == 0
    version = find_version("border-patrol", None)
    assert version is not None
    a_version(version.pack, 2, pack_document("border-patrol"))
    assert load_site_packs() == 1
    newest = find_version("border-patrol", None)
    assert newest is not None
    assert (newest.number, newest.document) == (3, version.document)


def test_a_draft_is_published_once(alice: User, charge_books: None) -> None:
    pack = a_pack(alice, draft=pack_document(game="charge", limits=[]))
    version = publish_pack(pack, alice, 1)
    assert (version.number, version.document) == (1, pack.draft)
    with pytest.raises(PackError, match="nothing changed since version 1"):
        publish_pack(pack, alice)


def test_a_draft_that_somebody_changed_is_not_published(alice: User) -> None:
    pack = a_pack(alice)
    Pack.objects.update(revision=2)
    with pytest.raises(PackError, match="changed since"):
        publish_pack(pack, alice, 1)


def test_a_draft_that_names_nothing_there_is_is_not_published(alice: User) -> None:
    rule = {"key": "none", "title": "None", "of": "steamtank", "max": 0}
    pack = a_pack(alice, draft=pack_document(limits=[rule]))
    with pytest.raises(PackError, match="steamtank"):
        publish_pack(pack, alice)
    assert not pack.versions.exists()
