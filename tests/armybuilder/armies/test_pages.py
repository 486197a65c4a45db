"""Home, one's own armies, new ones, import, and putting armies aside."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies import access
from armybuilder.armies.claims import adopt
from armybuilder.armies.models import Army
from armybuilder.armies.views import lists
from rulesets.combats import combat_of
from rulesets.games import GAMES
from tests.armybuilder.armies.books import now, skaven
from tests.armybuilder.editions import published
from tests.real_books import FIXTURES

NEW = reverse("armies:new")
MINE = reverse("armies:mine")
IMPORT = reverse("armies:import")


def test_home_leads_to_a_new_army_of_every_book(
    charge_books: None, client: Client
) -> None:
    page = client.get("/")
    for key in ("cathay", "elves", "kevorki-tribes", "orcs", "skaven"):
        assertContains(page, f"{NEW}?book=charge-{key}")


def test_home_promises_dice_only_of_games_that_have_match_ups(
    db: None, client: Client
) -> None:
    page = client.get("/").content.decode()
    dice = page.count(f"{reverse('matchups:show')}?game=")
    assert dice == len([game for game in GAMES.values() if combat_of(game).kinds])


def test_a_new_warband_is_asked_for_gold_crowns(
    every_book: None, client: Client
) -> None:
    page = client.get(NEW, {"book": "mordheim-reikland"})
    assertContains(page, "Gold crowns limit")
    assertContains(page, "500 gold crowns")
    assertNotContains(page, "Points limit")
    fields = {"book": "mordheim-reikland", "limit": "500", "name": ""}
    client.post(NEW, fields)
    army = Army.objects.get()
    for name in ("show", "print", "text", "markdown"):
        shown = client.get(reverse(f"armies:{name}", args=[army.public_id]))
        assert "of 500 gold crowns" in strip_tags(shown.content.decode())
        assertNotContains(shown, "500 points")


def test_books_that_make_no_warband_are_offered_last(
    every_book: None, client: Client
) -> None:
    page = client.get(NEW, {"game": "mordheim"})
    keys = [edition.book.key for edition in page.context["editions"]]
    assert keys[-2:] == ["mordheim-armoury", "mordheim-hired-swords"]
    assert page.context["form"]["book"].value() == keys[0]
    assertContains(page, "beside another book", 2)
    assertNotContains(client.get(NEW, {"game": "warhammer"}), "beside another book")


def test_home_works_before_any_book_is_published(db: None, client: Client) -> None:
    assertContains(client.get("/"), "No book of this game is published yet.")


# -- new ----------------------------------------------------------------------------


def test_a_book_and_one_more_click_start_an_army(
    charge_books: None, client: Client
) -> None:
    page = client.get(NEW, {"book": "charge-skaven"})
    radio = (
        '<input type="radio" name="book" id="book-charge-skaven" '
        'value="charge-skaven" checked>'
    )
    assertContains(page, radio, html=True)
    fields = {"book": "charge-skaven", "limit": "500", "name": ""}
    answer = client.post(NEW, fields)
    army = Army.objects.get()
    assertRedirects(answer, reverse("armies:show", args=[army.public_id]))
    assert (army.name, army.owner, army.revision) == ("Skaven army", None, 1)
    review = now(army)
    assert (review.limit, review.forces[0].edition) == (500, 1)


def test_the_newest_edition_is_taken(charge_books: None, alice_client: Client) -> None:
    from_one = json.loads((FIXTURES / "books" / "charge-skaven.json").read_text())
    published({**from_one, "note": "Second edition."}, 2)
    alice_client.post(NEW, {"book": "charge-skaven", "limit": ""})
    assert now(Army.objects.get()).forces[0].edition == 2


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"book": "charge-dwarfs", "limit": "500"}, "Select a valid choice"),
        (
            {"book": "", "limit": "500"},
            "Nothing is chosen for “Army book”. Choose one.",
        ),
        ({"book": "charge-skaven", "limit": "-1"}, "greater than or equal to 0"),
        ({"book": "charge-skaven", "limit": "10000000"}, "less than or equal"),
        ({"book": "charge-skaven", "limit": "lots"}, "Enter a whole number"),
        ({"book": "charge-skaven", "name": "x" * 121}, "at most 120 characters"),
        ({"book": "charge-skaven", "name": "a\x00b"}, "Null characters"),
    ],
)
def test_a_bad_new_army_is_explained_and_not_made(
    charge_books: None, client: Client, fields: dict[str, str], text: str
) -> None:
    assertContains(client.post(NEW, fields), text, status_code=400)
    assert not Army.objects.exists()


def test_nobody_makes_armies_without_end(
    charge_books: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        access, "NEW_ARMIES", Allowance("new-armies", burst=2, refill_seconds=900)
    )
    answers = [client.post(NEW, {"book": "charge-skaven"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Army.objects.count() == 2


# -- mine ---------------------------------------------------------------------------


def test_everybody_sees_their_own_armies_only(
    charge_books: None, alice: User, alice_client: Client, bob_client: Client
) -> None:
    skaven(alice, "ratmen")
    assertContains(alice_client.get(MINE), "Under-empire")
    assertNotContains(bob_client.get(MINE), "Under-empire")
    assertContains(bob_client.get(MINE), "No army yet")


def test_armies_are_found_by_name(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    skaven(alice)
    assertContains(alice_client.get(MINE, {"q": "EMPIRE"}), "Under-empire")
    assertContains(alice_client.get(MINE, {"q": "dwarf"}), "Nothing found")
    assertContains(alice_client.get(MINE, {"q": "", "page": "x"}), "Under-empire")


def test_a_card_says_what_the_engine_says(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    skaven(alice, "jezzails", limit=50)
    page = alice_client.get(MINE)
    assertContains(page, "1 problem")
    shown = strip_tags(page.content.decode())
    assert "100 /of 50 points" in " ".join(shown.split())


@pytest.mark.parametrize("many", [1, 10])
def test_many_armies_ask_as_much_of_the_database_as_one(
    charge_books: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    for _ in range(many):
        skaven(alice, "ratmen")
    alice_client.get(MINE)
    with django_assert_num_queries(12):
        alice_client.get(MINE)


def test_long_lists_have_pages(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    for _ in range(lists.PAGE_SIZE + 1):
        skaven(alice)
    page = alice_client.get(MINE)
    assertContains(page, "Page 1 of 2")
    assertContains(alice_client.get(MINE, {"page": 2}), "Page 2 of 2")


# -- without an account -------------------------------------------------------------


def test_a_visitor_builds_and_keeps_the_army_on_signing_up(
    charge_books: None, client: Client
) -> None:
    client.post(NEW, {"book": "charge-skaven", "name": "Rats"})
    army = Army.objects.get()
    address = reverse("armies:show", args=[army.public_id])
    assert client.get(address).status_code == 200
    assert Client().get(address).status_code == 404
    client.post(
        reverse("accounts:sign_up"),
        {
            "username": "carol",
            "password1": "under-empire-9",
            "password2": "under-empire-9",
        },
    )
    army.refresh_from_db()
    assert army.owner == User.objects.get(username="carol")
    assertContains(client.get(MINE), "Rats")


def test_a_visitor_keeps_the_army_on_signing_in(
    charge_books: None, alice: User, client: Client
) -> None:
    client.post(NEW, {"book": "charge-skaven"})
    client.post(
        reverse("accounts:sign_in"),
        {"username": "alice", "password": "alice-password"},
    )
    assert Army.objects.get().owner == alice


def test_only_armies_without_an_owner_are_adopted(
    charge_books: None, alice: User, bob: User, rf: Any
) -> None:
    army = skaven(alice)
    request = rf.get("/")
    request.user = bob
    request.session = {"anonymous_armies": [army.public_id, "no-such-army"]}
    assert adopt(request) == 0
    army.refresh_from_db()
    assert army.owner == alice
    assert "anonymous_armies" not in request.session


# -- import -------------------------------------------------------------------------


def sample_text(name: str) -> str:
    return (FIXTURES / "armies" / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("how", ["text", "file"])
def test_a_document_is_imported_and_priced_anew(
    charge_books: None, alice: User, alice_client: Client, how: str
) -> None:
    text = sample_text("skaven-500")
    fields: dict[str, Any] = {"text": text}
    if how == "file":
        fields = {"file": SimpleUploadedFile("army.json", text.encode())}
    answer = alice_client.post(IMPORT, fields)
    army = Army.objects.get()
    assertRedirects(answer, reverse("armies:show", args=[army.public_id]))
    assert army.owner == alice
    assert army.document == json.loads(text)
    assert now(army).legal


def test_an_export_comes_back_the_same(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen", "jezzails")
    exported = alice_client.get(reverse("armies:json", args=[army.public_id]))
    assert "attachment" in exported["Content-Disposition"]
    alice_client.post(IMPORT, {"text": exported.content.decode()})
    copy = Army.objects.exclude(pk=army.pk).get()
    assert copy.document == army.document


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Paste a list, or choose a file."),
        ("{", "not JSON"),
        ("[" * 99, "nested deeper"),
        ('{"format": "armybuilder.roster/1"}', "missing: "),
        ('{"a": 1, "a": 2}', "stands twice"),
        (
            '{"format": "armybuilder.roster/1", "game": "chess", "name": "X", '
            '"forces": []}',
            "At /game: “chess” is not known here.",
        ),
        (
            '{"format": "armybuilder.roster/1", "game": "charge", "name": "X", '
            '"forces": [{"id": "f1", "book": "charge-orcs", "edition": 1, '
            '"units": [{"id": "s1", "entry": "orcs", "points": 3}]}]}',
            "At /forces/0/units/0: unknown: ",
        ),
    ],
)
def test_what_is_no_roster_is_explained_and_not_kept(
    charge_books: None, client: Client, text: str, told: str
) -> None:
    assertContains(client.post(IMPORT, {"text": text}), told, status_code=400)
    assert not Army.objects.exists()


def test_both_a_text_and_a_file_are_too_much(
    charge_books: None, client: Client
) -> None:
    file = SimpleUploadedFile("army.json", b"{}")
    answer = client.post(IMPORT, {"text": "{}", "file": file})
    assertContains(answer, "Paste a list, or choose a file.", status_code=400)


# -- putting aside ------------------------------------------------------------------


def test_a_deleted_army_is_offered_back_and_restored_as_it_was(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    answer = alice_client.post(
        reverse("armies:delete", args=[army.public_id]), follow=True
    )
    assertContains(answer, "Under-empire was deleted.")
    show = reverse("armies:show", args=[army.public_id])
    assert alice_client.get(show).status_code == 404
    assertContains(alice_client.get(reverse("armies:deleted")), "Under-empire")
    alice_client.post(reverse("armies:restore", args=[army.public_id]))
    assert alice_client.get(show).status_code == 200
    assert [unit.entry for unit in now(army).forces[0].units] == ["ratmen"]


def test_only_what_was_put_aside_can_be_deleted_for_good(
    charge_books: None, alice: User, alice_client: Client, bob_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    erase = reverse("armies:erase", args=[army.public_id])
    assert alice_client.post(erase).status_code == 404
    alice_client.post(reverse("armies:delete", args=[army.public_id]))
    assert bob_client.post(erase).status_code == 404
    alice_client.post(erase)
    assert not Army.objects.exists()


def test_nobody_restores_the_army_of_another(
    charge_books: None, alice: User, alice_client: Client, bob_client: Client
) -> None:
    army = skaven(alice)
    alice_client.post(reverse("armies:delete", args=[army.public_id]))
    restore = reverse("armies:restore", args=[army.public_id])
    assert bob_client.post(restore).status_code == 404
    assertNotContains(bob_client.get(f"{MINE}?deleted={army.public_id}"), "Under")


def test_a_short_heading_of_a_stat_line_has_its_whole_word_as_a_title(
    every_book: None, client: Client
) -> None:
    fields = {"book": "scrollhammer-saltmere-league", "limit": "500", "name": ""}
    client.post(NEW, fields)
    army = Army.objects.get()
    page = client.get(reverse("armies:show", args=[army.public_id]))
    assertContains(page, '<th scope="col" title="Formation">Form.</th>', html=True)
