"""The options of a unit: slots, and choices of a whole force."""

import json
import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.armies.models import Army
from rulesets.combats import COMBATS
from tests.armybuilder.armies.books import now
from tests.armybuilder.armies.builder_forms import address
from tests.armybuilder.armies.option_panels import (
    BAND,
    CAPTAIN,
    builder,
    choose,
    control,
    group,
    line,
    opened,
    page,
    panel,
    post,
    press,
    shop,
)

# -- slots --------------------------------------------------------------------------


def test_a_slot_says_how_many_of_it_are_taken(host: Army, alice_client: Client) -> None:
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-2"})
    relics = group(panel(alice_client, host, CAPTAIN), "Relics")
    assert (relics.said, relics.chosen) == ("1 of at most 1", "Relic 2")


def test_a_long_slot_is_folded_with_what_is_chosen_in_view(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-2"})
    shown = page(alice_client, host, CAPTAIN)
    assertContains(shown, '<details class="slot slot--long" id="slot-c1-relics">')
    assertContains(shown, '<span class="slot-chosen">Relic 2</span>', html=True)
    assertContains(shown, "15 options")
    assert not group(panel(alice_client, host, BAND), "Armour").folded


def test_a_price_for_every_model_is_worked_out(
    host: Army, alice_client: Client
) -> None:
    shown = panel(alice_client, host, BAND)
    assert control(shown, "Mail").price == "+1 a model = +12"
    assert control(shown, "Halberd").price == "+2 a model = +24"


def test_options_of_a_group_stand_below_the_group(
    host: Army, alice_client: Client
) -> None:
    shown = group(panel(alice_client, host, BAND), "Models").controls[0]
    assert shown.label == "Fighter"
    assert shown.panel is not None
    assert [one.title for one in shown.panel.groups] == ["Arms"]


def test_what_is_past_the_limit_says_by_how_much_and_is_dimmed(
    host: Army, alice_client: Client
) -> None:
    post(alice_client, host, edit="set-limit", limit="110")
    relic = control(panel(alice_client, host, CAPTAIN), "Relic 4")
    assert (relic.refusal.over, relic.refusal.why, relic.dim) == ("10", "", True)
    assertContains(page(alice_client, host, CAPTAIN), "10 over")
    cheap = control(panel(alice_client, host, CAPTAIN), "Relic 2")
    assert not cheap.dim


def test_what_is_not_allowed_says_why_and_may_be_taken(
    host: Army, alice_client: Client
) -> None:
    relic = control(panel(alice_client, host, CAPTAIN), "Relic 14")
    assert "70" in relic.refusal.why
    assert relic.dim
    shown = page(alice_client, host, CAPTAIN)
    _, _, folded = shown.content.decode().partition('id="refused-slot-c1-relics"')
    assert "are not allowed here" in folded
    assert 'id="of.c1.relics.relic-14"' in folded or 'value="relic-14"' in folded
    assert relic.refusal.why in folded
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-14"})
    assert not control(panel(alice_client, host, CAPTAIN), "Relic 14").dim
    gauge = opened(alice_client, host, CAPTAIN).gauges[0]
    assert (gauge.title, gauge.text, gauge.state) == (
        "Relics",
        "70 of at most 50 points",
        "over",
    )


def test_what_is_taken_stays_in_view_whatever_is_against_it(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-14"})
    found = panel(alice_client, host, CAPTAIN)
    slot = next(group for group in found.groups if group.slot == "relics")
    assert "Relic 14" in [one.label for one in slot.open]
    assert [one.label for one in slot.refused] == [
        one.label for one in slot.controls if one.refusal.why and not one.checked
    ]


def test_an_option_says_what_it_is_and_where_it_is_printed(
    host: Army, alice_client: Client
) -> None:
    shown = page(alice_client, host, BAND)
    assertContains(shown, '<small title="Page 7">A long blade.</small>', html=True)


def test_a_price_with_dice_has_a_field_for_the_result(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, CAPTAIN, **{"of.c1.gamble": ["0", "1"]})
    roll = control(panel(alice_client, host, CAPTAIN), "Gamble").roll
    assert roll is not None
    assert (roll.low, roll.high, roll.rolled) == (2, 12, None)
    choose(alice_client, host, CAPTAIN, **{roll.name: "7"})
    assert line(host, CAPTAIN).points == 40 + 1 + 7
    choose(alice_client, host, CAPTAIN, **{roll.name: ""})
    assert line(host, CAPTAIN).points == 41


# -- the whole force ----------------------------------------------------------------


def test_a_choice_of_the_whole_force_is_no_unit(
    host: Army, alice_client: Client
) -> None:
    shown = shop(alice_client, host).choices
    assert shown is not None
    assert [one.label for one in group(shown, "Banner of the host").controls] == [
        "None",
        "Sun",
        "Moon",
    ]
    choose(alice_client, host, "f1", **{"of.f1.banner": "moon"})
    force = builder(alice_client, host).forces[0]
    assert force.bought == ("Moon",)
    assert [row.line.entry for row in force.rows] == ["band", "captain"]
    assert now(host).points == 110
    choose(alice_client, host, "f1", **{"of.f1.banner": ""})
    assert builder(alice_client, host).forces[0].bought == ()


def test_units_move_past_what_was_chosen_for_all(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, "f1", **{"of.f1.banner": "sun"})
    moon = {"edit": "move", "id": now(host).forces[0].units[2].id, "to": 1}
    post(alice_client, host, edits=json.dumps([moon]))
    band = opened(alice_client, host, BAND)
    assert (band.first, band.last) == (True, False)
    press(alice_client, host, opened(alice_client, host, CAPTAIN).up)
    rows = builder(alice_client, host).forces[0].rows
    assert [row.line.entry for row in rows] == ["captain", "band"]


def test_limits_and_tallies_of_the_army_are_in_view(
    host: Army, alice_client: Client
) -> None:
    shown = builder(alice_client, host).budgets
    bands = next(gauge for gauge in shown.gauges if gauge.title == "Bands")
    assert (bands.text, bands.state) == ("1 of 2 to 4", "short")
    assert [(tally.title, tally.value) for tally in shown.tallies] == [("Rating", "65")]
    assertContains(page(alice_client, host), "1 of 2 to 4")
    assertContains(page(alice_client, host), "too few")


def test_a_game_without_odds_has_no_previews(
    host: Army, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(COMBATS, "warhammer")
    shown = page(alice_client, host)
    assertNotContains(shown, "against <b>")
    assertNotContains(shown, "unit-preview")
    assert [row.figure for row in shown.context["builder"].rows] == [None, None]
    for unit in (BAND, CAPTAIN):
        tab = alice_client.get(address(host), {"unit": unit, "tab": "odds"})
        assertNotContains(tab, "unit-preview")
        assert tab.context["builder"].open.preview == ""


def test_offers_say_how_many_models_a_unit_has(
    host: Army, alice_client: Client
) -> None:
    groups = shop(alice_client, host).offers
    sizes = {card.name: card.size for group in groups for card in group.cards}
    assert sizes == {"Band": "from 10 models", "Captain": "1 model"}


@pytest.mark.parametrize("unit", ["", BAND, CAPTAIN])
def test_open_options_ask_the_database_for_nothing_more(
    host: Army,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    unit: str,
) -> None:
    page(alice_client, host, unit)
    with django_assert_num_queries(7):
        page(alice_client, host, unit)


def test_what_nobody_took_has_no_fewer_of_it_to_ask_for(
    host: Army, alice_client: Client
) -> None:
    shown = page(alice_client, host, BAND).content.decode()
    buttons = re.findall(r'<button id="less-[^>]*>', shown)
    idle = [one for one in buttons if 'aria-disabled="true"' in one]
    busy = [one for one in buttons if one not in idle]
    assert all('type="button"' in one and "edits" not in one for one in idle)
    assert busy
    assert all('name="edits"' in one for one in busy)
