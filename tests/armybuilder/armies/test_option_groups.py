"""Groups of models and what they can have in hand: in the builder and on paper."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from tests.armybuilder.armies.books import now
from tests.armybuilder.armies.builder_forms import address
from tests.armybuilder.armies.muster import MUSTER, mustered
from tests.armybuilder.armies.option_panels import (
    BAND,
    CAPTAIN,
    choose,
    control,
    controls,
    fighters,
    group,
    line,
    opened,
    page,
    panel,
    post,
    press,
)
from tests.armybuilder.editions import published

# -- groups of models ---------------------------------------------------------------


def test_a_group_is_split_and_each_part_has_its_own_arms(
    host: Army, alice_client: Client
) -> None:
    post(alice_client, host, edit="split", id="g1", count="4")
    assert fighters(host) == [(8, []), (4, [])]
    second = line(host, BAND).lines[1].id
    choose(alice_client, host, BAND, **{f"of.{second}.arms": "halberd"})
    assert fighters(host) == [(8, []), (4, ["halberd"])]
    first, other = group(panel(alice_client, host, BAND), "Models").controls
    choose(alice_client, host, BAND, **{first.name: "8", other.name: "6"})
    assert fighters(host) == [(8, []), (6, ["halberd"])]
    shown = page(alice_client, host, BAND)
    assertContains(shown, "Split the group", count=2)
    assertContains(shown, f'form="split-{second}"')
    assertContains(shown, f'id="split-{second}"')


def test_a_group_of_one_cannot_be_split(host: Army, alice_client: Client) -> None:
    choose(alice_client, host, BAND, **{"count.g1": "1"})
    assertNotContains(page(alice_client, host, BAND), "Split the group")
    answer = post(alice_client, host, edit="split", id="g1", count="1")
    assertContains(answer, "Nothing was changed.", status_code=400)


def test_groups_are_told_apart_on_the_card(host: Army, alice_client: Client) -> None:
    post(alice_client, host, edit="split", id="g1", count="4")
    second = line(host, BAND).lines[1].id
    choose(alice_client, host, BAND, **{f"of.{second}.arms": "halberd"})
    band = opened(alice_client, host, BAND).unit
    told = [(one.count, [piece.name for piece in one.gear]) for one in band.groups]
    assert told == [("8 × ", ["Sword"]), ("4 × ", ["Sword", "Halberd"])]


def test_only_models_that_were_taken_show_their_stat_line(
    alice: User, alice_client: Client
) -> None:
    unit = MUSTER["units"][0]
    giant = {"key": "giant", "name": "Giant", "profile": "giant", "points": 50}
    figures = {**unit["profiles"][0]["characteristics"], "w": 3}
    mixed = {
        **unit,
        "models": [*unit["models"], giant],
        "profiles": [
            *unit["profiles"],
            {"key": "giant", "name": "Giant", "characteristics": figures},
        ],
    }
    published({**MUSTER, "units": [mixed, *MUSTER["units"][1:]]})
    army = mustered(alice)
    band = opened(alice_client, army, BAND).unit
    assert [stats.name for stats in band.stats] == ["Fighter"]
    choose(alice_client, army, BAND, **{"of.b1.giant": "1"})
    band = opened(alice_client, army, BAND).unit
    assert [stats.name for stats in band.stats] == ["Fighter", "Giant"]


def test_a_reason_does_not_name_the_unit_that_is_open(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-1"})
    for shown in controls(panel(alice_client, host, CAPTAIN)):
        assert not shown.refusal.why.startswith("Captain: ")


def test_a_group_at_its_most_says_why_there_are_no_more(
    alice: User, alice_client: Client
) -> None:
    unit = MUSTER["units"][0]
    few = {**unit, "models": [{**unit["models"][0], "max": 12}]}
    published({**MUSTER, "units": [few, *MUSTER["units"][1:]]})
    fighter = control(panel(alice_client, mustered(alice), BAND), "Fighter")
    assert "13 of at most 12" in fighter.refusal.why
    assert not fighter.dim


def test_a_detachment_may_be_taken_once_more(host: Army, alice_client: Client) -> None:
    for taken in (1, 2):
        shown = group(panel(alice_client, host, BAND), "Detachments")
        name = next(one.name for one in shown.controls if not one.checked)
        choose(alice_client, host, BAND, **{name: ["0", "1"]})
        scouts = [part for part in line(host, BAND).lines if part.entry == "scouts"]
        assert len(scouts) == taken
    shown = group(panel(alice_client, host, BAND), "Detachments")
    assert [one.label for one in shown.controls] == ["Scouts", "Scouts"]
    assert [one.price for one in shown.controls] == ["+20", "+20"]
    choose(alice_client, host, BAND, **{shown.controls[0].name: ["0"]})
    shown = group(panel(alice_client, host, BAND), "Detachments")
    assert [one.label for one in shown.controls] == ["Scouts", "Another Scouts"]


def test_fields_below_what_is_taken_away_ask_for_nothing(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, BAND, **{"of.b1.scouts": ["0", "1"]})
    scouts = next(p for p in line(host, BAND).lines if p.entry == "scouts")
    men = scouts.lines[0].id
    answer = choose(
        alice_client,
        host,
        BAND,
        **{f"count.{scouts.id}": ["0"], f"count.{men}": "9"},
    )
    assert answer.status_code == 302
    assert [p.entry for p in line(host, BAND).lines] == ["fighter"]


# -- what is carried ----------------------------------------------------------------


def test_the_panel_says_what_can_be_in_hand(host: Army, alice_client: Client) -> None:
    card = opened(alice_client, host, CAPTAIN)
    assert card.equipment is not None
    assert [held.name for held in card.equipment.held] == [
        "Sword and Shield",
        "Halberd",
    ]
    shown = page(alice_client, host, CAPTAIN)
    assertContains(shown, "What it carries")
    assertContains(shown, "2 hands")
    assertContains(shown, "not in hand together")


def test_each_hand_has_its_cell_and_a_long_weapon_fills_both(
    host: Army, alice_client: Client
) -> None:
    card = opened(alice_client, host, CAPTAIN)
    assert card.equipment is not None
    grips = [[(x.name, x.hands) for x in held.grips] for held in card.equipment.held]
    assert grips == [[("Sword", 1), ("Shield", 1)], [("Halberd", 2)]]
    assertContains(page(alice_client, host, CAPTAIN), 'colspan="2">Halberd</td>')


def test_what_can_never_be_equipped_is_marked(host: Army, alice_client: Client) -> None:
    choose(alice_client, host, BAND, **{"of.g1.arms": "scythe"})
    fighter = control(panel(alice_client, host, BAND), "Fighter")
    assert fighter.equipment is not None
    assert [name for name, _ in fighter.equipment.never] == ["Scythe"]
    assertContains(page(alice_client, host, BAND), "can never be equipped: ")
    assert "never-equipped" in {message.code for message in now(host).messages}


def test_a_loadout_is_named_by_ticking_and_judged(
    host: Army, alice_client: Client
) -> None:
    fields = {"edit": "name-loadout", "id": "c1"}
    post(alice_client, host, **fields, name="Wall", items=["sword", "shield"])
    post(alice_client, host, **fields, name="Greed", items=["halberd", "shield"])
    kit = opened(alice_client, host, CAPTAIN).equipment
    assert kit is not None
    wall, greed = kit.named
    assert (wall.name, wall.items, wall.why_not) == ("Wall", "Sword, Shield", "")
    assert greed.why_not
    assert "loadout" in {message.code for message in now(host).messages}
    assertContains(page(alice_client, host, CAPTAIN), "Not allowed: ")
    press(alice_client, host, greed.drop)
    assert now(host).legal is False  # a single band is too few
    assert "loadout" not in {message.code for message in now(host).messages}


def test_a_name_that_is_used_again_is_taken_over(
    host: Army, alice_client: Client
) -> None:
    fields = {"edit": "name-loadout", "id": "c1", "name": "Wall"}
    post(alice_client, host, **fields, items=["sword", "shield"])
    post(alice_client, host, **fields, items=["halberd"])
    kit = opened(alice_client, host, CAPTAIN).equipment
    assert kit is not None
    assert [(one.name, one.items) for one in kit.named] == [("Wall", "Halberd")]


def test_a_full_loadout_is_named_by_one_button(
    host: Army, alice_client: Client
) -> None:
    kit = opened(alice_client, host, CAPTAIN).equipment
    assert kit is not None
    press(alice_client, host, kit.held[0].keep)
    kit = opened(alice_client, host, CAPTAIN).equipment
    assert kit is not None
    assert [(one.name, one.why_not) for one in kit.named] == [("Sword and Shield", "")]
    assert [bool(held.keep) for held in kit.held] == [False, True]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"name": "", "items": ["sword"]}, "name: expected a text"),
        ({"name": "x" * 61, "items": ["sword"]}, "name: longer than 60"),
        ({"name": "Wall"}, "items: tick 1 to 12 pieces"),
        ({"name": "Wall", "items": ["No Key"]}, "items"),
        ({"name": "Wall", "items": ["sword"], "id": "gone"}, "gone"),
    ],
)
def test_a_bad_loadout_is_one_clear_error(
    host: Army, alice_client: Client, fields: dict[str, Any], text: str
) -> None:
    answer = post(alice_client, host, **{"edit": "name-loadout", "id": "c1", **fields})
    assertContains(answer, "Nothing was changed.", status_code=400)
    assert text in answer.context["notice"].error
    assert host.revision == 1


# -- read-only and on paper ---------------------------------------------------------


def test_a_shared_army_shows_its_hands_without_controls(
    host: Army, alice_client: Client, client: Client
) -> None:
    post(
        alice_client,
        host,
        edit="name-loadout",
        id="c1",
        name="Wall",
        items=["sword", "shield"],
    )
    alice_client.post(address(host, "sharing"), {"visibility": "unlisted"})
    shown = client.get(reverse("armies:shared", args=[host.share_token]))
    assertContains(shown, "What Captain carries")
    assertContains(shown, "Wall: Sword, Shield")
    assertContains(shown, "Rating")
    for control_of_the_owner in ("Name it", "Drop", "Name a loadout", 'name="edits"'):
        assertNotContains(shown, control_of_the_owner)


@pytest.mark.parametrize("name", ["print", "text", "markdown"])
def test_sheet_and_texts_say_groups_hands_and_what_to_mind(
    host: Army, alice_client: Client, name: str
) -> None:
    post(alice_client, host, edit="split", id="g1", count="4")
    second = line(host, BAND).lines[1].id
    choose(alice_client, host, BAND, **{f"of.{second}.arms": "halberd"})
    choose(alice_client, host, BAND, **{"of.b1.mail": ["0", "1"]})
    choose(alice_client, host, "f1", **{"of.f1.banner": "sun"})
    fields = {"edit": "name-loadout", "id": "c1", "name": "Wall"}
    post(alice_client, host, **fields, items=["sword", "shield"])
    said = " ".join(alice_client.get(address(host, name)).content.decode().split())
    for text in (
        "Rating 65",
        "4 × Fighter",
        "Wall",
        "A long blade.",
        "Ours by day.",
    ):
        assert text in re.sub("<[^>]+>", "", said), text
    # Papers leave out what nobody checks: the list behind their square tells it.
    for text in ("Camp fires", "Agree where the camp stands."):
        assert (text in said) is (name != "print")
    assert "Rain." not in said
