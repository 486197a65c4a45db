"""What one visitor may have the builder do: edits, large pages, and what is kept."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import left_of, spend
from armybuilder.armies import allowances, store
from armybuilder.armies.models import Army, Visibility
from rulesets.documents.json import canonical
from rulesets.rosters.edits import RenameArmy
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.armies.books import skaven
from tests.armybuilder.armies.builder_forms import address
from tests.armybuilder.armies.shared_pages import JUDGED_FILES

HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def slow_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing come back while a test runs, however slow the machine is."""
    slow = replace(allowances.EDITS, refill_seconds=86_400)
    monkeypatch.setattr(allowances, "EDITS", slow)


def edit(client: Client, army: Army, name: str = "Another", **headers: str) -> Any:
    army.refresh_from_db()
    edits = json.dumps([{"edit": "rename-army", "name": name}])
    body = {"edits": edits, "revision": army.revision}
    return client.post(address(army, "edit"), body, headers=headers)


def visitors_army(client: Client) -> Army:
    client.post("/armies/new/", {"book": "charge-skaven", "name": "Mine"})
    return Army.objects.get(owner=None)


def test_very_many_edits_are_refused_and_change_nothing(
    charge_books: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    army = visitors_army(client)
    spend(allowances.EDITS, allowances.EDITS.burst - 1, HERE)
    assert edit(client, army).status_code == 302
    answer = edit(client, army)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Nothing was changed now" in answer.content.decode()
    army.refresh_from_db()
    assert army.revision == 2


def test_a_refused_edit_of_the_builder_leaves_the_builder_as_it_stands(
    charge_books: None, client: Client
) -> None:
    army = visitors_army(client)
    spend(allowances.EDITS, allowances.EDITS.burst, HERE)
    answer = edit(client, army, **{"HX-Request": "true", "HX-Target": "builder"})
    assert answer.status_code == 429
    assert answer.headers["HX-Retarget"] == "#toasts"
    assert "<html" not in answer.content.decode()


def test_what_is_kept_of_a_visitor_is_counted_byte_by_byte(
    charge_books: None, client: Client, settings: Settings
) -> None:
    settings.KEPT_BYTES_PER_DAY = 1000
    army = visitors_army(client)
    size = len(canonical(army.document))
    assert left_of(allowances.kept(), HERE) == pytest.approx(1000 - size, abs=1)

    answers = [edit(client, army, name=f"N{number:03}") for number in range(12)]
    statuses = [answer.status_code for answer in answers]
    done = statuses.index(429)
    assert statuses == [302] * done + [429] * (12 - done)
    assert done == -(-(1000 - size) // size)
    assert "fill all the room" in answers[-1].content.decode()
    assert client.post("/armies/new/", {"book": "charge-skaven"}).status_code == 429
    assert Army.objects.count() == 1


def test_who_asked_for_large_pages_waits_and_everybody_else_does_not(
    charge_books: None, alice: User, alice_client: Client, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    spend(allowances.pages(), 1000, f"user {alice.pk}")
    answer = alice_client.get(address(army))
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert edit(alice_client, army).status_code == 429
    army.refresh_from_db()
    assert army.revision == 1
    assert client.get(address(visitors_army(client))).status_code == 200


@pytest.mark.parametrize("page", ["", *JUDGED_FILES], ids=lambda page: page or "page")
def test_who_asked_for_much_waits_for_shared_armies_too(
    charge_books: None, alice: User, client: Client, page: str
) -> None:
    army = skaven(alice, "ratmen")
    store.set_visibility(army, Visibility.PUBLIC)
    shared = f"/share/{army.share_token}/{page}"
    assert client.get(shared).status_code == 200
    spend(allowances.pages(), 1000, "127.0.0.1")
    assert client.get(shared).status_code == 429


@pytest.mark.parametrize("page", ["", "public/", "deleted/"])
def test_a_list_of_large_armies_is_paid_for(
    charge_books: None, client: Client, page: str
) -> None:
    """A page of it reviews 24 armies."""
    assert client.get(f"/armies/{page}").status_code == 200
    spend(allowances.pages(), 1000, "127.0.0.1")
    assert client.get(f"/armies/{page}").status_code == 429


def test_a_page_that_takes_long_is_paid_for(
    charge_books: None, alice: User, alice_client: Client, monkeypatch: Any
) -> None:
    army = skaven(alice, "ratmen")
    clock = iter(range(0, 1000, 7))
    monkeypatch.setattr("armybuilder.accounts.cpu_budget.thread_time", clock.__next__)
    who = f"user {alice.pk}"
    before = left_of(allowances.pages(), who)
    alice_client.get(address(army))
    assert left_of(allowances.pages(), who) <= before - 7 + 1


def test_of_the_largest_army_few_states_are_kept(
    charge_books: None, alice: User
) -> None:
    unit = Selection("s", "ratmen", note="x" * 1000)
    units = tuple(
        Selection(f"s{number}", unit.entry, note=unit.note) for number in range(180)
    )
    roster = Roster("charge", "Huge", forces=(Force("f1", "charge-skaven", 1, units),))
    army = store.create(roster, alice)
    for number in range(1, 15):
        store.save_edit(army, [RenameArmy(str(number))], number, alice, "Renamed")
    kept = [len(canonical(one.document)) for one in army.revisions.all()]
    assert len(kept) == store.LEAST_KEPT_REVISIONS
    assert sum(kept) < store.KEPT_BYTES + store.MOST_BYTES
