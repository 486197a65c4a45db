"""The builder: with scripts off, with htmx, for the owner and for nobody else."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.saving import save_edit
from rulesets.edit import Add, Remove, SetLimit
from rulesets.roster import Selection
from tests.armybuilder.armies.books import (
    OPTIONS,
    guards,
    now,
    published,
    skaven,
    units,
)

HTMX = {"HX-Request": "true", "HX-Target": "builder"}


def address(army: Army, name: str = "show") -> str:
    return reverse(f"armies:{name}", args=[army.public_id])


def edit(client: Client, army: Army, **fields: Any) -> Any:
    """Send a form of the builder as the page would."""
    headers = fields.pop("headers", {})
    data = {"revision": army.revision, **fields}
    if "edits" in data:
        data["edits"] = json.dumps(data["edits"])
    answer = client.post(address(army, "edit"), data, headers=headers)
    army.refresh_from_db()
    return answer


ADD_RATMEN = {
    "edit": "add",
    "parent": "f1",
    "selection": {"id": "new", "entry": "ratmen"},
}


# -- looking ------------------------------------------------------------------------


def test_the_page_shows_units_points_and_what_the_book_offers(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    page = alice_client.get(address(army))
    assertContains(page, "<strong>150</strong>", html=True)
    assertContains(page, "350 left")
    assertContains(page, "Armour Piercing (2)")
    assertContains(page, "Jezzail Rifles")
    assertContains(page, "10 / 5+")
    assertContains(page, 'id="add-f1-ratmen"')
    assertContains(page, "leaves 300 points")
    assertContains(page, "This army is legal")


def test_an_army_over_its_limit_offers_fixes_with_what_follows(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "jezzails", "ratmen", limit=100)
    page = alice_client.get(address(army))
    assertContains(page, "50 over")
    assertContains(page, "1 problem")
    assertContains(page, "Remove Ratmen")
    assertContains(page, "100 points, legal")
    builder = page.context["builder"]
    for fix in (fix for shown in builder.messages for fix in shown.fixes):
        copy = skaven(alice, "jezzails", "ratmen", limit=100)
        edit(alice_client, copy, edits=json.loads(fix.edits))
        assert now(copy).legal == fix.legal, fix.text


def test_somebody_else_finds_nothing(
    charge_books: None, alice: User, bob_client: Client, client: Client
) -> None:
    army = skaven(alice, "ratmen")
    for other in (bob_client, client):
        assert other.get(address(army)).status_code == 404
        for action in ("edit", "undo", "redo", "sharing", "duplicate", "delete"):
            posted = other.post(address(army, action), {"revision": 1})
            assert posted.status_code == 404, action
    assert units(army) == ["ratmen"]


def test_a_shared_army_leads_others_to_its_share_page(
    charge_books: None, alice: User, bob_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    answer = bob_client.get(address(army))
    assertRedirects(answer, reverse("armies:shared", args=[army.share_token]))
    assert bob_client.post(address(army, "edit"), {"revision": 1}).status_code == 404


def test_asking_for_a_change_with_get_is_refused(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    for action in ("edit", "undo", "redo", "sharing", "duplicate", "delete"):
        assert alice_client.get(address(army, action)).status_code == 405


@pytest.mark.parametrize("many", [1, 12])
def test_the_page_asks_as_much_of_the_database_for_many_units_as_for_one(
    charge_books: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    army = skaven(alice, *["ratmen"] * many)
    alice_client.get(address(army))
    with django_assert_num_queries(7):
        alice_client.get(address(army))


# -- changing -----------------------------------------------------------------------


def test_a_plain_form_changes_the_army_and_leads_back(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    answer = edit(alice_client, army, edits=[ADD_RATMEN])
    assertRedirects(answer, address(army), fetch_redirect_response=False)
    assert units(army) == ["ratmen"]
    assertContains(alice_client.get(address(army)), "Added Ratmen.")
    assertContains(alice_client.get(address(army)), "Undo: Added Ratmen")


def test_htmx_gets_the_builder_alone(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    answer = edit(alice_client, army, edits=[ADD_RATMEN], headers=HTMX)
    assert answer.status_code == 200
    assertContains(answer, '<div id="builder">')
    assertContains(answer, "Added Ratmen.")
    assertContains(answer, f'name="revision" value="{army.revision}"')
    assertNotContains(answer, "<html")


def test_every_button_of_a_unit_does_what_it_says(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    for button, after in (
        ("up", ["jezzails", "ratmen"]),
        ("copy", ["jezzails", "jezzails", "ratmen"]),
        ("down", ["jezzails", "jezzails", "ratmen"]),
        ("remove", ["jezzails", "ratmen"]),
    ):
        builder = alice_client.get(address(army)).context["builder"]
        cards = builder.forces[0].units
        card = next(c for c in cards if c.unit.line.entry == "jezzails")
        value = getattr(card, button)
        edit(alice_client, army, edits=json.loads(value))
        assert units(army) == after, button


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"edit": "rename", "id": "s1", "name": " Long-tails "}, "units.0.name"),
        ({"edit": "set-note", "id": "s1", "note": "Left flank"}, "units.0.note"),
        ({"edit": "rename-army", "name": "Verminfolk"}, "name"),
        ({"edit": "set-army-note", "note": "For Saturday"}, "note"),
        ({"edit": "set-limit", "limit": "1000"}, "limit"),
        ({"edit": "set-limit", "limit": ""}, "limit"),
        ({"edit": "switch", "rule": "one-general", "on": "no"}, "switches.one-general"),
    ],
)
def test_every_form_with_fields_is_kept(
    charge_books: None,
    alice: User,
    alice_client: Client,
    fields: dict[str, str],
    path: str,
) -> None:
    army = skaven(alice, "ratmen")
    assert edit(alice_client, army, **fields).status_code == 302
    wanted = {
        "units.0.name": "Long-tails",
        "units.0.note": "Left flank",
        "name": "Verminfolk",
        "note": "For Saturday",
        "limit": 1000 if fields.get("limit") else None,
        "switches.one-general": False,
    }
    found: Any = army.document
    if path.startswith("units"):
        found = found["forces"][0]["units"][0][path.rpartition(".")[2]]
    else:
        for step in path.split("."):
            found = found[step]
    assert found == wanted[path]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, "edit"),
        ({"edit": "explode"}, "edit"),
        ({"edits": "[{"}, "not JSON"),
        ({"edits": "{}"}, "expected a list of 1 to 200 edits"),
        ({"edits": "[]"}, "expected a list of 1 to 200 edits"),
        ({"edits": '[{"edit": "explode"}]'}, "0, edit"),
        ({"edits": '[{"edit": "remove"}]'}, "missing: id"),
        ({"edits": '[{"edit": "remove", "id": "gone"}]'}, "gone"),
        ({"edit": "set-limit", "limit": "-5"}, "limit: expected a whole number"),
        ({"edit": "set-limit", "limit": "1e9"}, "limit: expected a whole number"),
        ({"edit": "rename-army", "name": "  "}, "name: expected a text"),
        ({"edit": "rename", "id": "s1", "name": "x" * 121}, "name: longer than 120"),
        ({"edit": "set-count", "id": "s1", "count": "many"}, "count: expected"),
        ({"edit": "rename-army", "name": "A", "revision": "x"}, "revision: expected"),
        ({"options": "f1/gone"}, "no such selection"),
    ],
)
def test_a_bad_form_gets_one_clear_error_and_changes_nothing(
    charge_books: None,
    alice: User,
    alice_client: Client,
    fields: dict[str, str],
    place: str,
) -> None:
    army = skaven(alice, "ratmen")
    data = {"revision": "1", **fields}
    answer = alice_client.post(address(army, "edit"), data)
    assertContains(answer, "Nothing was changed.", status_code=400)
    assert place in answer.context["notice"].error
    army.refresh_from_db()
    assert (army.revision, army.name) == (1, "Under-empire")


def test_the_note_of_a_player_is_never_markup(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    edit(alice_client, army, edit="set-note", id="s1", note="<script>x</script>")
    edit(alice_client, army, edit="rename-army", name="<b>Rats</b>")
    page = alice_client.get(address(army))
    assertNotContains(page, "<script>x")
    assertNotContains(page, "<b>Rats")
    assertContains(page, "&lt;b&gt;Rats&lt;/b&gt;")


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
    assertContains(answer, '<div id="builder">', status_code=409)
    assert not answer.context["notice"].edits


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


# -- options ------------------------------------------------------------------------


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
    groups = page.context["builder"].forces[0].units[0].panel.groups
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
    arms = page.context["builder"].forces[0].units[0].panel.groups[1]
    inner = next(control.panel for control in arms.controls if control.panel)
    name = inner.groups[0].controls[-1].name
    options(alice_client, guard, **{name: ["0", "1"]})
    assert now(guard).points == 74


def test_the_steps_of_a_counter_work_without_scripts(
    guard: Army, alice_client: Client
) -> None:
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    panel = page.context["builder"].forces[0].units[0].panel
    models = panel.groups[0].controls[0]
    edit(alice_client, guard, edits=json.loads(models.more), open="f1/u1")
    assert taken(guard)["guardsman"] == 11


def test_an_illegal_option_stays_visible_with_the_reason_and_may_be_taken(
    guard: Army, alice_client: Client
) -> None:
    options(alice_client, guard, **{"of.u1.torch": "2"})
    page = alice_client.get(address(guard), {"unit": "f1/u1"})
    torch = page.context["builder"].forces[0].units[0].panel.groups[2].controls[1]
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


# -- the rest of the page -----------------------------------------------------------


def test_a_switched_off_rule_is_not_enforced_and_shown_as_off(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    other = {"edit": "add-force", "book": "charge-orcs", "edition": 1}
    edit(alice_client, army, edits=[other])
    assert not now(army).legal
    edit(alice_client, army, edit="switch", rule="one-faction", on="no")
    assert now(army).legal
    assertContains(alice_client.get(address(army)), "Switch on")


def test_a_newer_edition_is_offered_and_not_forced(
    alice: User, alice_client: Client
) -> None:
    published(OPTIONS)
    army = guards(alice)
    dearer = {**OPTIONS, "units": [{**OPTIONS["units"][0], "points": 100}]}
    published(dearer, 2)
    page = alice_client.get(address(army))
    assertContains(page, "Edition 2 of this book is out")
    assert now(army).points == 50
    update = page.context["builder"].forces[0].update
    edit(alice_client, army, edits=json.loads(update))
    assert now(army).points == 150
    assert [use.edition.number for use in army.uses.all()] == [2]


def test_the_target_of_previews_is_kept_for_the_army(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army, other = skaven(alice, "ratmen"), skaven(alice, "ratmen")
    chosen = "charge-elves@1/elven-cavalry"
    page = alice_client.get(address(army), {"against": chosen})
    assertContains(page, "Against Elven Cavalry")
    assertContains(alice_client.get(address(army)), "Against Elven Cavalry")
    assertNotContains(alice_client.get(address(other)), "Against Elven Cavalry")
    bad = alice_client.get(address(army), {"against": "charge-elves@1/dragon"})
    assertContains(bad, "Against Elven Cavalry")


def test_the_preview_of_every_unit_answers(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    builder = alice_client.get(address(army)).context["builder"]
    for card in builder.forces[0].units:
        assert card.preview
        assert alice_client.get(card.preview).status_code == 200


def test_an_unknown_edition_is_a_message_and_not_a_crash(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    edit(
        alice_client,
        army,
        edits=[{"edit": "set-edition", "force": "f1", "edition": 9}],
    )
    page = alice_client.get(address(army))
    assertContains(page, "Edition 9 of the book")
    assertContains(page, "Use edition 1 of charge-skaven")


def test_sharing_is_set_by_its_form(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    alice_client.post(address(army, "sharing"), {"visibility": "unlisted"})
    army.refresh_from_db()
    assert army.visibility == Visibility.UNLISTED
    bad = alice_client.post(address(army, "sharing"), {"visibility": "everyone"})
    assertContains(bad, "none of the choices", status_code=400)


def test_a_copy_of_an_army_is_another_army(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    answer = alice_client.post(address(army, "duplicate"))
    copy = Army.objects.exclude(pk=army.pk).get()
    assertRedirects(answer, address(copy))
    assert copy.name == "Under-empire (copy)"
    save_edit(copy, [Add("f1", Selection("new", "ratmen"))], 1, alice, "Added")
    assert units(army) == ["ratmen"]


def test_units_of_another_book_are_added_and_removed_as_a_force(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    edit(alice_client, army, edit="add-force", book="charge-orcs@1")
    page = alice_client.get(address(army))
    assertContains(page, 'id="add-f2-orcs"')
    assertContains(page, "The army is of 2 factions")
    forces = page.context["builder"].forces
    assert forces[0].remove == ""
    edit(alice_client, army, edits=json.loads(forces[1].remove))
    assert [force.book for force in now(army).forces] == ["charge-skaven"]


@pytest.mark.parametrize("book", ["", "charge-orcs", "@1", "charge-orcs@x", "A B@1"])
def test_a_bad_book_is_one_clear_error(
    charge_books: None, alice: User, alice_client: Client, book: str
) -> None:
    army = skaven(alice)
    answer = edit(alice_client, army, edit="add-force", book=book)
    assertContains(answer, "Nothing was changed.", status_code=400)
    assert len(now(army).forces) == 1
