"""Previews of the builder: they follow what is ticked, and say how it was before."""

from django.test import Client
from pytest_django.asserts import assertContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.saving import create
from armybuilder.books import editions
from rulesets.legality import new_selection
from rulesets.roster import Force, Roster
from tests.armybuilder.armies.conftest import publish
from tests.armybuilder.armies.test_builder import HTMX, address, edit


def captain(owner: User) -> Army:
    publish("warhammer-*.json")
    book = editions.load("warhammer-empire", 1)
    assert book is not None
    unit = new_selection(book, "captain", id="c1")
    force = Force("f1", book.key, 1, (unit,))
    return create(Roster("warhammer", "One", 500, forces=(force,)), owner)


GREAT_WEAPON = {
    "edit": "add",
    "parent": "c1",
    "selection": {"id": "new", "entry": "great-weapon", "count": 1},
}


def test_an_edit_shows_the_new_odds_and_those_before(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    page = edit(alice_client, army, edits=[GREAT_WEAPON], headers=HTMX)
    (card,) = page.context["builder"].cards
    assert card.measured.against.changed
    assert card.measured.against.loadout == "Great weapon"
    assertContains(page, "wounds on average")
    assertContains(page, 'class="was"')


def test_a_plain_form_leads_to_the_same_comparison(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    answer = edit(alice_client, army, edits=[GREAT_WEAPON], open="f1/c1")
    assert answer.url.endswith("?unit=f1%2Fc1&since=1#unit-c1")
    page = alice_client.get(answer.url)
    (card,) = page.context["builder"].cards
    assert card.measured.against.changed
    assert len(card.measured.choices) == 2


def test_a_comparison_with_no_revision_compares_nothing(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    for since in ("1", "99", "x", "-1"):
        page = alice_client.get(address(army), {"since": since})
        (card,) = page.context["builder"].cards
        assert not card.measured.against.changed


def test_what_is_in_hand_is_kept_for_the_army(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    edit(alice_client, army, edits=[GREAT_WEAPON])
    alice_client.get(address(army), {"hand": "c1:Great weapon", "unit": "f1/c1"})
    (card,) = alice_client.get(address(army)).context["builder"].cards
    assert card.measured.against.loadout == "Great weapon"
    assert "a.loadout=Great+weapon" in card.preview
    assert alice_client.get(card.preview).status_code == 200
