"""The options of a unit: slots, groups, what is in hand, choices of a whole force."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies.building import Builder
from armybuilder.armies.controls import Control, Group, Panel
from armybuilder.armies.models import Army
from rulesets.games import GAMES
from rulesets.review import Line
from tests.armybuilder.armies.books import now, published
from tests.armybuilder.armies.muster import MUSTER, mustered

BAND, CAPTAIN = "f1/b1", "f1/c1"


@pytest.fixture
def host(alice: User) -> Army:
    published(MUSTER)
    return mustered(alice)


def address(army: Army, name: str = "show") -> str:
    return reverse(f"armies:{name}", args=[army.public_id])


def page(client: Client, army: Army, unit: str = "") -> Any:
    return client.get(address(army), {"unit": unit} if unit else {})


def builder(client: Client, army: Army, unit: str = "") -> Builder:
    shown: Builder = page(client, army, unit).context["builder"]
    return shown


def panel(client: Client, army: Army, unit: str) -> Panel:
    """Return the open options of a unit."""
    cards = builder(client, army, unit).forces[0].units
    found = next(card.panel for card in cards if card.unit.line.path == unit)
    assert found is not None
    return found


def group(shown: Panel, title: str) -> Group:
    return next(group for group in shown.groups if group.title == title)


def controls(shown: Panel) -> Iterator[Control]:
    """Yield every control of a panel, those below others among them."""
    for one in (control for group in shown.groups for control in group.controls):
        yield one
        if one.panel is not None:
            yield from controls(one.panel)


def control(shown: Panel, label: str) -> Control:
    return next(one for one in controls(shown) if one.label == label)


def post(client: Client, army: Army, **fields: Any) -> Any:
    answer = client.post(address(army, "edit"), {"revision": army.revision, **fields})
    army.refresh_from_db()
    return answer


def choose(client: Client, army: Army, unit: str, **fields: Any) -> Any:
    return post(client, army, options=unit, **fields)


def press(client: Client, army: Army, edits: str) -> None:
    assert post(client, army, edits=edits).status_code == 302


def fighters(army: Army) -> list[tuple[int, list[str]]]:
    """Return the groups of the band: how many, and what was bought for each."""
    band = now(army).forces[0].units[0]
    return [
        (part.count, [choice.entry for choice in part.lines])
        for part in band.lines
        if part.entry == "fighter"
    ]


def line(army: Army, path: str) -> Line:
    found = now(army).line(path)
    assert found is not None
    return found


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
    assertContains(page(alice_client, host, CAPTAIN), "Not allowed now: ")
    choose(alice_client, host, CAPTAIN, **{"of.c1.relics": "relic-14"})
    assert not control(panel(alice_client, host, CAPTAIN), "Relic 14").dim
    gauge = builder(alice_client, host).forces[0].units[1].gauges[0]
    assert (gauge.title, gauge.text, gauge.state) == (
        "Relics",
        "70 of at most 50 points",
        "over",
    )


def test_the_text_of_an_option_is_there_on_demand(
    host: Army, alice_client: Client
) -> None:
    shown = page(alice_client, host, BAND)
    assertContains(shown, "What Halberd is")
    assertContains(shown, "A long blade.")
    assertContains(shown, "(Page 7)")


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
    band = builder(alice_client, host).forces[0].units[0].unit
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
    band = builder(alice_client, army).forces[0].units[0].unit
    assert [stats.name for stats in band.stats] == ["Fighter"]
    choose(alice_client, army, BAND, **{"of.b1.giant": "1"})
    band = builder(alice_client, army).forces[0].units[0].unit
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
    card = builder(alice_client, host, CAPTAIN).forces[0].units[1]
    assert card.equipment is not None
    assert [held.name for held in card.equipment.held] == [
        "Sword and Shield",
        "Halberd",
    ]
    shown = page(alice_client, host, CAPTAIN)
    assertContains(shown, "What it carries")
    assertContains(shown, "2 hands")
    assertContains(shown, "Not in hand together")


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
    kit = builder(alice_client, host, CAPTAIN).forces[0].units[1].equipment
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
    kit = builder(alice_client, host, CAPTAIN).forces[0].units[1].equipment
    assert kit is not None
    assert [(one.name, one.items) for one in kit.named] == [("Wall", "Halberd")]


def test_a_full_loadout_is_named_by_one_button(
    host: Army, alice_client: Client
) -> None:
    kit = builder(alice_client, host, CAPTAIN).forces[0].units[1].equipment
    assert kit is not None
    press(alice_client, host, kit.held[0].keep)
    kit = builder(alice_client, host, CAPTAIN).forces[0].units[1].equipment
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


# -- the whole force ----------------------------------------------------------------


def test_a_choice_of_the_whole_force_is_no_unit(
    host: Army, alice_client: Client
) -> None:
    shown = builder(alice_client, host).forces[0].choices
    assert shown is not None
    assert [one.label for one in group(shown, "Banner of the host").controls] == [
        "None",
        "Sun",
        "Moon",
    ]
    choose(alice_client, host, "f1", **{"of.f1.banner": "moon"})
    force = builder(alice_client, host).forces[0]
    assert force.shown.choices == ("Moon",)
    assert [card.unit.line.entry for card in force.units] == ["band", "captain"]
    assert now(host).points == 110
    choose(alice_client, host, "f1", **{"of.f1.banner": ""})
    assert builder(alice_client, host).forces[0].shown.choices == ()


def test_units_move_past_what_was_chosen_for_all(
    host: Army, alice_client: Client
) -> None:
    choose(alice_client, host, "f1", **{"of.f1.banner": "sun"})
    moon = {"edit": "move", "id": now(host).forces[0].units[2].id, "to": 1}
    post(alice_client, host, edits=json.dumps([moon]))
    cards = builder(alice_client, host).forces[0].units
    assert (cards[0].first, cards[0].last) == (True, False)
    press(alice_client, host, cards[1].up)
    cards = builder(alice_client, host).forces[0].units
    assert [card.unit.line.entry for card in cards] == ["captain", "band"]


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
    silent = replace(GAMES["warhammer"], kinds=(), odds=None, preview=None)
    monkeypatch.setitem(GAMES, "warhammer", silent)
    shown = page(alice_client, host)
    assertNotContains(shown, "Previews against")
    assertNotContains(shown, "unit-preview")
    cards = shown.context["builder"].forces[0].units
    assert [card.preview for card in cards] == ["", ""]


def test_offers_say_how_many_models_a_unit_has(
    host: Army, alice_client: Client
) -> None:
    groups = builder(alice_client, host).forces[0].offers
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
        "Camp fires",
        "Agree where the camp stands.",
    ):
        assert text in said, text
    assert "Rain." not in said


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
