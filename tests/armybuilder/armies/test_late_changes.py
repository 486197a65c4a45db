"""Changes that come too late, and changes that are taken back."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.edit_forms import read_edits
from armybuilder.armies.models import Army
from armybuilder.armies.store import save_edit
from rulesets.rosters.edits import Edit, Remove, SetLimit
from rulesets.rosters.roster import walk
from tests.armybuilder.armies.books import (
    OPTIONS,
    guards,
    now,
    skaven,
    units,
)
from tests.armybuilder.armies.builder_forms import ADD_RATMEN, HTMX, address, edit
from tests.armybuilder.editions import published


def count_of(army: Army, id: str) -> int:
    """Return how many there are of a selection of an army."""
    selections = walk(now(army).roster.forces[0].units)
    return next(one.count for one in selections if one.id == id)


# -- too late -----------------------------------------------------------------------


def test_a_stale_form_gets_the_army_as_it_is_and_its_change_again(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    save_edit(army, [SetLimit(1000)], 1, alice, "Set the limit to 1,000 points")
    stale = {"revision": 1, "edits": json.dumps([ADD_RATMEN])}
    answer = alice_client.post(address(army, "edit"), stale)
    assertContains(answer, "This army was changed meanwhile", status_code=409)
    assertContains(answer, "Set the limit to 1,000 points", status_code=409)
    assertContains(answer, "Your change: Added Ratmen.", status_code=409)
    assert units(army) == ["ratmen"]
    again = json.loads(answer.context["notice"].edits)
    army.refresh_from_db()
    edit(alice_client, army, edits=again)
    assert units(army) == ["ratmen", "ratmen"]


def test_a_stale_change_that_no_longer_applies_says_so(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    save_edit(army, [Remove("s1")], 1, alice, "Removed Ratmen")
    stale = {"revision": 1, "edit": "rename", "id": "s1", "name": "Rats"}
    answer = alice_client.post(address(army, "edit"), stale, headers=HTMX)
    assertContains(answer, "It does not apply any more", status_code=409)
    assertContains(answer, 'id="notices"', status_code=409)
    assertNotContains(answer, "<html", status_code=409)
    assert not answer.context["notice"].edits


@pytest.mark.parametrize(
    "form",
    [
        {"edit": "rename", "id": "nobody", "name": "Rats"},
        {"edit": "set-count", "id": "s2", "count": "many"},
    ],
)
@pytest.mark.parametrize(("another", "status"), [(True, 409), (False, 400)])
def test_what_does_not_apply_is_late_if_the_army_was_saved_while_it_was_read(
    charge_books: None,
    alice: User,
    alice_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    form: dict[str, str],
    another: bool,
    status: int,
) -> None:
    army = skaven(alice, "ratmen", "jezzails")

    def read_late(*asked: Any) -> tuple[Edit, ...]:
        if another:
            save_edit(army, [Remove("s2")], 1, alice, "Removed Jezzails")
        return read_edits(*asked)

    monkeypatch.setattr("armybuilder.armies.views.builder.read_edits", read_late)
    answer = alice_client.post(address(army, "edit"), {"revision": 1, **form})
    assert answer.status_code == status
    assert ("Removed Jezzails" in answer.content.decode()) == another


def test_a_form_sent_twice_is_done_once(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    page = alice_client.get(address(army))
    form = {
        "revision": 1,
        "key": page.context["key"],
        "edits": json.dumps([ADD_RATMEN]),
    }
    for _ in range(2):
        assert alice_client.post(address(army, "edit"), form).status_code == 302
    assert units(army) == ["ratmen"]


def test_another_button_of_the_same_page_is_another_change(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    form = {"revision": 1, "key": alice_client.get(address(army)).context["key"]}
    add = {"edits": json.dumps([ADD_RATMEN])}
    assert alice_client.post(address(army, "edit"), form | add).status_code == 302
    limit = {"edit": "set-limit", "limit": "900"}
    assert alice_client.post(address(army, "edit"), form | limit).status_code == 409
    assert units(army) == ["ratmen"]


def test_options_sent_twice_are_set_once(alice: User, alice_client: Client) -> None:
    published(OPTIONS)
    army = guards(alice)
    form = {"revision": 1, "key": "press-1", "options": "f1/u1", "by.m1": "2"}
    for _ in range(2):
        assert alice_client.post(address(army, "edit"), form).status_code == 302
    assert count_of(army, "m1") == 12
    late = form | {"key": "press-2"}
    answer = alice_client.post(address(army, "edit"), late)
    assertContains(answer, "Your change: Guardsman: 2 more.", status_code=409)
    edit(alice_client, army, edits=json.loads(answer.context["notice"].edits))
    assert count_of(army, "m1") == 14


def test_a_late_option_of_what_is_gone_says_so(
    alice: User, alice_client: Client
) -> None:
    published(OPTIONS)
    army = guards(alice)
    save_edit(army, [Remove("m1")], 1, alice, "Removed Guardsman")
    for field in ("by.m1", "count.m1", "of.m1.banner", "roll.m1"):
        form = {"revision": 1, "options": "f1/u1", field: "1"}
        answer = alice_client.post(address(army, "edit"), form)
        assertContains(answer, "Removed Guardsman", status_code=409)
        assertContains(answer, "It does not apply any more: what", status_code=409)


def test_a_deleted_army_cannot_be_changed(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    alice_client.post(address(army, "delete"))
    assert edit(alice_client, army, edits=[ADD_RATMEN]).status_code == 404
    assert units(army) == []


# -- undo ---------------------------------------------------------------------------


def test_the_undo_button_says_what_it_undoes_and_does_it(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    edit(alice_client, army, edit="rename", id="s1", name="Rats")
    assertContains(alice_client.get(address(army)), "Named Ratmen “Rats”")
    alice_client.post(address(army, "undo"), {"revision": 2})
    assert now(army).forces[0].units[0].own_name == ""
    page = alice_client.get(address(army))
    assertContains(page, "Redo: Named Ratmen “Rats”")
    alice_client.post(address(army, "redo"), {"revision": 3})
    assert now(army).forces[0].units[0].own_name == "Rats"


def test_undo_without_a_past_is_an_error_and_not_a_crash(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    answer = alice_client.post(address(army, "undo"), {"revision": 1})
    assertContains(answer, "There is nothing to undo.", status_code=400)
