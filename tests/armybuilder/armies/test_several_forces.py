"""Pages of armies of several forces: empty ones, of one book, of another game."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import create
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.armies.books import now
from tests.armybuilder.armies.builder_forms import edit
from tests.armybuilder.armies.shared_pages import JUDGED_PAGES

RATMEN = Force("f1", "charge-skaven", 1, (Selection("a", "ratmen"),))
MORE_RATMEN = Force("f2", "charge-skaven", 1, (Selection("b", "jezzails"),))
EMPTY = Force("f2", "charge-orcs", 1)
REIKLANDERS = Force("f2", "mordheim-reikland", 1, (Selection("b", "captain"),))


def army(alice: User, *forces: Force) -> Army:
    made = create(Roster("charge", "Two", limit=1000, forces=forces), alice)
    made.visibility = Visibility.PUBLIC
    made.share_token = "two-forces-in-all-1"
    made.save()
    return made


@pytest.mark.parametrize("second", [MORE_RATMEN, EMPTY, REIKLANDERS])
@pytest.mark.parametrize("own_first", [True, False])
def test_every_page_shows_every_force(
    every_book: None, alice: User, alice_client: Client, second: Force, own_first: bool
) -> None:
    forces = (RATMEN, second) if own_first else (second, RATMEN)
    made = army(alice, *forces)
    pages = [alice_client.get(reverse("armies:show", args=[made.public_id]))]
    pages += [
        alice_client.get(reverse(f"armies:{page}", args=[made.share_token]))
        for page in JUDGED_PAGES
    ]
    for page in pages:
        assert page.status_code == 200
        assert "Skaven" in page.content.decode()
        assert "Ratmen" in page.content.decode()


def test_an_empty_force_is_a_remark_and_leaves_the_army_legal(
    every_book: None, alice: User, alice_client: Client
) -> None:
    made = army(alice, RATMEN)
    adding = {"edit": "add-force", "book": "charge-orcs", "edition": 1}
    edit(alice_client, made, edits=[adding])
    found = now(made)
    assert [(m.code, m.severity) for m in found.messages] == [("empty-force", "info")]
    assert found.legal


def test_what_is_of_another_game_is_shown_by_name_and_without_points(
    every_book: None, alice: User, alice_client: Client
) -> None:
    made = army(alice, RATMEN, REIKLANDERS)
    page = alice_client.get(reverse("armies:show", args=[made.public_id]))
    assert "Mercenary Captain" in page.content.decode()
    assert now(made).points == 50
