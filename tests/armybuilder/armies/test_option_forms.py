"""Options as controls of plain forms: taken, replaced, counted and refused."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from tests.armybuilder.armies.books import OPTIONS, guards, now
from tests.armybuilder.armies.builder_forms import address, edit
from tests.armybuilder.editions import published


def options(client: Client, army: Army, **fields: Any) -> Any:
    return edit(client, army, options="f1/u1", **fields)


def taken(army: Army) -> dict[str, int]:
    line = now(army).forces[0].units[0]
    return {part.entry: part.count for part in line.lines}


@pytest.fixture
def guard(alice: User) -> Army:
    published(OPTIONS)
    return guards(alice)


def test_a_unit_shows_its_options_as_controls_with_prices(
    guard: Army, alice_client: Client
) -> None:
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    spear = (
        '<input type="radio" name="of.u1.arms" id="of.u1.arms.spear" '
        'value="spear" checked>'
    )
    assertContains(page, spear, html=True)
    assertContains(page, 'name="of.u1.arms"', count=3)
    assertContains(page, 'name="count.m1"', count=1)
    groups = page.context["builder"].open.panel.groups
    prices = {c.label: c.price for group in groups for c in group.controls}
    assert prices == {
        "Guardsman": "+5 each",
        "None": "",
        "Spear": "free",
        "Halberd": "+20",
        "Banner": "+15",
        "Torch": "+2 each",
    }


def test_choosing_one_of_several_replaces_the_other(
    guard: Army, alice_client: Client
) -> None:
    options(alice_client, guard, **{"of.u1.arms": "halberd"})
    assert taken(guard) == {"guardsman": 10, "halberd": 1}
    assert now(guard).points == 70
    options(alice_client, guard, **{"of.u1.arms": ""})
    assert taken(guard) == {"guardsman": 10}


def test_checkboxes_and_counters_add_and_remove(
    guard: Army, alice_client: Client
) -> None:
    options(
        alice_client,
        guard,
        **{"count.m1": "12", "of.u1.banner": ["0", "1"], "of.u1.torch": "2"},
    )
    assert taken(guard) == {"guardsman": 12, "spear": 1, "banner": 1, "torch": 2}
    assert guard.revision == 2
    line = now(guard).forces[0].units[0]
    ids = {part.entry: part.id for part in line.lines}
    nothing = {f"count.{ids['banner']}": ["0"], f"count.{ids['torch']}": "0"}
    options(alice_client, guard, **nothing)
    assert taken(guard) == {"guardsman": 12, "spear": 1}


def test_an_option_of_an_option_stands_below_it(
    guard: Army, alice_client: Client
) -> None:
    options(alice_client, guard, **{"of.u1.arms": "halberd"})
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    arms = page.context["builder"].open.panel.groups[1]
    inner = next(control.panel for control in arms.controls if control.panel)
    name = inner.groups[0].controls[-1].name
    options(alice_client, guard, **{name: ["0", "1"]})
    assert now(guard).points == 74


def test_the_steps_of_a_counter_work_without_scripts(
    guard: Army, alice_client: Client
) -> None:
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    panel = page.context["builder"].open.panel
    models = panel.groups[0].controls[0]
    edit(alice_client, guard, edits=json.loads(models.more), open="f1/u1")
    assert taken(guard)["guardsman"] == 11


def test_an_illegal_option_stays_visible_with_the_reason_and_may_be_taken(
    guard: Army, alice_client: Client
) -> None:
    options(alice_client, guard, **{"of.u1.torch": "2"})
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    torch = page.context["builder"].open.panel.groups[2].controls[1]
    assert "Torch" in torch.refusal.why
    assert torch.refusal.why in " ".join(page.content.decode().split())
    options(alice_client, guard, **{torch.name: "3"})
    assert taken(guard)["torch"] == 3
    assert not now(guard).legal


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"of.u1.arms": "cannon"}, "the slot has no option “cannon”"),
        ({"count.m1": "-1"}, "expected a whole number"),
        ({"of.u1.torch": "1001"}, "expected a whole number"),
    ],
)
def test_a_bad_option_is_one_clear_error(
    guard: Army, alice_client: Client, fields: dict[str, str], text: str
) -> None:
    answer = options(alice_client, guard, **fields)
    assertContains(answer, text, status_code=400)
    assert taken(guard) == {"guardsman": 10, "spear": 1}
