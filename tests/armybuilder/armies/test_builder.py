"""The builder: with scripts off, with htmx, for the owner and for nobody else."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import create, save_edit
from rulesets.rosters.edits import Add
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.armies.books import OPTIONS, guards, now, skaven, units
from tests.armybuilder.armies.builder_forms import ADD_RATMEN, HTMX, address, edit
from tests.armybuilder.editions import published

# -- looking ------------------------------------------------------------------------


def test_the_page_shows_units_points_and_what_the_book_offers(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    page = alice_client.get(address(army))
    assertContains(page, "<strong>150</strong>", html=True)
    assertContains(page, "350 left")
    assertContains(page, "This army is legal")
    assertContains(page, '<span class="name">Jezzails</span>')
    unit = alice_client.get(address(army), {"unit": "f1/s2", "tab": "rules"})
    assertContains(unit, "Armour Piercing (2)")
    assertContains(unit, "Jezzail Rifles")
    ratmen = alice_client.get(address(army), {"unit": "f1/s1"})
    assertContains(ratmen, "10 / 5+")
    shop = alice_client.get(address(army), {"add": "1"})
    assertContains(shop, 'id="add-f1-ratmen"')
    assertContains(shop, "leaves 300 points")


def test_an_army_over_its_limit_offers_fixes_with_what_follows(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "jezzails", "ratmen", limit=100)
    page = alice_client.get(address(army), {"problems": "1"})
    assertContains(page, "50 over")
    assertContains(page, "1 problem")
    assertContains(page, "Remove Ratmen")
    assertContains(page, "150 → <b>100 points</b>, legal")
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


def test_others_reach_a_shared_army_by_its_link_alone(
    charge_books: None, alice: User, bob_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    assert bob_client.get(address(army)).status_code == 404
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


@pytest.mark.parametrize("many", [1, 12])
def test_an_edit_asks_as_much_of_the_database_for_many_units_as_for_one(
    charge_books: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    army = skaven(alice, *["ratmen"] * many)
    edit(alice_client, army, edits=[ADD_RATMEN], headers=HTMX)
    with django_assert_num_queries(16):
        edit(alice_client, army, edits=[ADD_RATMEN], headers=HTMX)


def test_a_plain_form_changes_the_army_and_leads_back(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    answer = edit(alice_client, army, edits=[ADD_RATMEN])
    assertRedirects(answer, address(army), fetch_redirect_response=False)
    assert units(army) == ["ratmen"]
    assertContains(alice_client.get(address(army)), "Added Ratmen.")
    assertContains(alice_client.get(address(army)), "Undo: Added Ratmen")


def test_htmx_gets_the_pieces_of_the_builder_alone(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    answer = edit(alice_client, army, edits=[ADD_RATMEN], headers=HTMX)
    assert answer.status_code == 200
    assertContains(answer, 'id="act"')
    assertContains(answer, 'id="army"')
    assertNotContains(answer, 'id="builder"')
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
        path = next(r.line.path for r in builder.rows if r.line.entry == "jezzails")
        page = alice_client.get(address(army), {"unit": path})
        value = getattr(page.context["builder"].open, button)
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


# -- the rest of the page -----------------------------------------------------------


def test_a_switched_off_rule_is_not_enforced_and_shown_as_off(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    other = {"edit": "add-force", "book": "charge-orcs", "edition": 1}
    edit(alice_client, army, edits=[other])
    force = now(army).forces[1].id
    orcs = {"edit": "add", "parent": force, "selection": {"id": "o", "entry": "orcs"}}
    edit(alice_client, army, edits=[orcs])
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
    chosen, said = "charge-elves@1/elven-cavalry", "against <b>Elven Cavalry</b>"
    page = alice_client.get(address(army), {"against": chosen})
    assertContains(page, said)
    assertContains(alice_client.get(address(army)), said)
    assertNotContains(alice_client.get(address(other)), said)
    bad = alice_client.get(address(army), {"against": "charge-elves@1/dragon"})
    assertContains(bad, said)


def test_the_preview_of_every_unit_answers(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    builder = alice_client.get(address(army)).context["builder"]
    for row in builder.rows:
        page = alice_client.get(address(army), {"unit": row.line.path})
        card = page.context["builder"].open
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
    page = alice_client.get(address(army), {"problems": "1"})
    assertContains(page, "Edition 9 of the book")
    assertContains(page, "Use edition 1 of Skaven")


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
    page = alice_client.get(address(army), {"add": "1"})
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


def test_only_books_that_the_game_allows_beside_an_army_are_offered(
    every_book: None, alice: User, alice_client: Client
) -> None:
    def of(game: str, book: str) -> Army:
        return create(Roster(game, book, forces=(Force("f1", book, 1),)), alice)

    warband = of("mordheim", "mordheim-reikland")
    empire = of("warhammer", "warhammer-empire")
    serving = alice_client.get(address(warband), {"add": "1"})
    alone = alice_client.get(address(empire), {"add": "1"})

    offered = [book.key for book in serving.context["books"]]
    assert sorted(offered) == ["mordheim-armoury", "mordheim-hired-swords"]
    assertNotContains(alone, "Units of another book")
