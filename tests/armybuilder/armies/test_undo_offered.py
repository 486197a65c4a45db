"""An undo is offered where an edit is told, and takes back that one alone."""

import re

from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.builder import MOST_STATES
from armybuilder.armies.models import Army
from rulesets.rosters.edits import RenameArmy
from tests.armybuilder.armies.books import skaven
from tests.armybuilder.armies.builder_forms import ADD_RATMEN, HTMX, address, edit

UNDO = re.compile(r'form="act"[^>]*formaction="([^"]*/undo/[^"]*)"[^>]*data-press')


def told(answer: str) -> str:
    """Return the toasts of an answer or a page."""
    return answer.partition('id="toasts"')[2].partition("</div>\n</div>")[0]


def test_an_edit_and_its_toast_take_it_back(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    answer = edit(alice_client, army, edits=[ADD_RATMEN], headers=HTMX)
    shown = told(answer.content.decode())
    assert "Added Ratmen." in shown
    button = UNDO.search(shown)
    assert button is not None
    back = alice_client.post(button[1], {"revision": army.revision}, headers=HTMX)
    assert "Undid: Added Ratmen." in told(back.content.decode())
    assert UNDO.search(told(back.content.decode())) is None
    army.refresh_from_db()
    assert units(army) == 1


def test_without_scripts_the_next_page_offers_it(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    edit(alice_client, army, edits=[ADD_RATMEN])
    page = alice_client.get(address(army)).content.decode()
    assert UNDO.search(told(page)) is not None
    assert UNDO.search(told(alice_client.get(address(army)).content.decode())) is None


def test_a_book_of_one_edition_does_not_number_it(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    page = alice_client.get(address(skaven(alice, "ratmen"))).content.decode()
    heading = page.partition('class="who-is"')[2].partition("</p>")[0]
    assert "Skaven" in heading
    assert "edition" not in heading


def test_nothing_lies_over_the_army_where_the_open_unit_is_gone(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    unit = army.document["forces"][0]["units"][0]["id"]
    page = alice_client.get(address(army), {"unit": f"f1/{unit}"})
    assert 'class="scrim"' in page.content.decode()
    gone = alice_client.get(address(army), {"unit": "f1/gone"})
    assert 'class="scrim"' not in gone.content.decode()


def units(army: Army) -> int:
    return len(army.document["forces"][0]["units"])


def test_steps_back_and_forward_are_offered_past_the_states_that_a_page_tells(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)
    for number in range(MOST_STATES):
        named = store.save_edit(
            army, [RenameArmy(f"Army {number}")], number + 1, None, f"Name {number}"
        )
        assert isinstance(named, Army)
    for step in range(20):
        alice_client.post(address(army, "undo"), {"revision": MOST_STATES + 1 + step})
    builder = alice_client.get(address(army)).context["builder"]
    assert len(builder.history) == MOST_STATES
    assert builder.undo == f"Name {MOST_STATES - 21}"
    assert builder.redo == f"Name {MOST_STATES - 20}"


def test_what_was_done_is_told_where_it_is_open_and_not_with_every_change(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    page = alice_client.get(address(army))
    assert 'id="history-list"' in page.content.decode()
    shown = page.context["pieces"].shown
    headers = {**HTMX, "X-Shown": shown}
    answer = edit(alice_client, army, edits=[ADD_RATMEN], headers=headers)
    assert not re.search(r"history-list| ago<|>now<", answer.content.decode())
    asked = {"HX-Request": "true", "HX-Target": "history-list"}
    piece = alice_client.get(address(army), headers=asked).content.decode()
    assert piece.count("<li") == 2
    assert "Added Ratmen" in piece
    assert "unit-row" not in piece
