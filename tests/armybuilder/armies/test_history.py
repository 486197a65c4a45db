"""The history of an army: what was done, how it was, and going back to it."""

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.models import Army
from rulesets.rosters.edits import Add, RenameArmy, SetLimit
from rulesets.rosters.roster import Selection
from tests.armybuilder.armies.books import skaven, units


@pytest.fixture
def grown(charge_books: None, alice: User) -> Army:
    """Return an army of ratmen to which jezzails were added, and a limit set."""
    army = skaven(alice, "ratmen")
    for edit, label in (
        (Add("f1", Selection("new", "jezzails")), "Added Jezzails"),
        (SetLimit(50), "Set the limit to 50 points"),
    ):
        changed = store.save_edit(army, [edit], army.revision, alice, label)
        assert isinstance(changed, Army)
        army = changed
    return army


def history(army: Army) -> str:
    return reverse("armies:history", args=[army.public_id])


def restore(
    client: Client, army: Army, number: int, revision: object
) -> HttpResponseBase:
    address = reverse("armies:restore_revision", args=[army.public_id, number])
    return client.post(address, {"revision": revision})


def test_every_change_is_told_with_who_made_it(
    grown: Army, alice_client: Client
) -> None:
    page = alice_client.get(history(grown))
    found = [(one.number, one.label) for one in page.context["revisions"]]
    assert found == [
        (3, "Set the limit to 50 points"),
        (2, "Added Jezzails"),
        (1, "Created"),
    ]
    assertContains(page, "by alice", 3)
    assertContains(page, "As it is now", 1)
    assertContains(page, "just now", 3)


def test_an_old_state_is_shown_as_it_was(grown: Army, alice_client: Client) -> None:
    address = reverse("armies:revision", args=[grown.public_id, 1])
    page = alice_client.get(address)
    assertContains(page, "Ratmen")
    assertNotContains(page, "Jezzails")
    assertNotContains(page, "of 50 points")
    now = alice_client.get(reverse("armies:revision", args=[grown.public_id, 3]))
    assertContains(now, "Jezzails")
    assertContains(now, "of 50 points")


def test_a_restored_state_is_a_new_one_and_undo_takes_it_back(
    grown: Army, alice: User, alice_client: Client
) -> None:
    answer = restore(alice_client, grown, 1, 3)
    assertRedirects(answer, reverse("armies:show", args=[grown.public_id]))
    grown.refresh_from_db()
    assert (grown.revision, units(grown)) == (4, ["ratmen"])
    assert grown.revisions.get(number=4).label == "Restored as it was after: Created"
    undone = store.undo(grown, 4, alice)
    assert isinstance(undone, Army)
    assert units(undone) == ["ratmen", "jezzails"]


@pytest.mark.parametrize("revision", ["2", "", "x", "9" * 9])
def test_nothing_is_restored_over_a_change_that_was_not_seen(
    grown: Army, alice_client: Client, revision: str
) -> None:
    answer = restore(alice_client, grown, 1, revision)
    assertRedirects(answer, history(grown))
    grown.refresh_from_db()
    assert grown.revision == 3
    assertContains(alice_client.get(history(grown)), "Added Jezzails")


@pytest.mark.parametrize("number", [4, 10**30])
def test_a_state_that_is_not_kept_is_not_there(
    grown: Army, alice_client: Client, number: int
) -> None:
    address = reverse("armies:revision", args=[grown.public_id, number])
    assert alice_client.get(address).status_code == 404
    assert restore(alice_client, grown, number, 3).status_code == 404


def test_nobody_sees_or_restores_the_history_of_another(
    grown: Army, bob_client: Client
) -> None:
    assert bob_client.get(history(grown)).status_code == 404
    address = reverse("armies:revision", args=[grown.public_id, 1])
    assert bob_client.get(address).status_code == 404
    restore(bob_client, grown, 1, 3)
    grown.refresh_from_db()
    assert grown.revision == 3


@pytest.mark.parametrize("many", [1, 40])
def test_a_long_history_asks_the_database_as_often_as_a_short_one(
    grown: Army,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    army = grown
    for number in range(many):
        edit = RenameArmy(f"Rats {number}")
        changed = store.save_edit(army, [edit], army.revision, alice, "Renamed")
        assert isinstance(changed, Army)
        army = changed
    with django_assert_num_queries(4):
        alice_client.get(history(army))
