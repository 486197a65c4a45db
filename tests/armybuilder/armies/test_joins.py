"""Characters in units: in the builder, in texts, on papers, to read."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.exports import (
    markdown,
    one_line_each,
    plain_text,
    secret_text,
)
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.papers.secret import open_roster
from armybuilder.armies.store import create, roster_of, set_visibility
from rulesets.books.book import Books
from rulesets.books.bookshelf import BookFolder
from rulesets.legality import review
from rulesets.list_text import read_list
from rulesets.reviews.differences import differences_of_states
from rulesets.reviews.review import Review
from rulesets.rosters.edits import Join, apply
from tests.armybuilder.armies.builder_forms import HTMX, address, edit
from tests.armybuilder.armies.paper_texts import page_of, paper_of
from tests.armybuilder.editions import publish_printed
from tests.real_books import BOOKS, real_books
from tests.rulesets.legality.real import roster_of as army_of

EMPIRE = "warhammer-empire"
ARMY = army_of(
    EMPIRE,
    "captain",
    "warrior-priest",
    ("halberdiers", "20 halberdier"),
    ("flagellants", "10 flagellant"),
    ("great-cannon", "gun", "3 crew"),
    limit=2000,
)
JOINED = apply(ARMY, Join("captain", "halberdiers"))


@pytest.fixture
def army(db: None, alice: User) -> Army:
    publish_printed(EMPIRE)
    return create(ARMY, alice)


def joins(army: Army) -> dict[str, str]:
    units = (unit for force in roster_of(army).forces for unit in force.units)
    return {unit.id: unit.joins for unit in units if unit.joins}


def select(page: str) -> str:
    """Return the select of a page whom the open unit joins."""
    found = re.search(r'<select id="joins-unit-.*?</select>', page, re.DOTALL)
    return " ".join(found[0].split()) if found else ""


def options(page: str) -> list[str]:
    return re.findall(r"<option[^>]*>\s*([^<]*?)\s*</option>", select(page))


# -- the builder ---------------


def test_a_character_is_asked_whom_he_joins_and_a_unit_is_not(
    army: Army, alice_client: Client
) -> None:
    captain = alice_client.get(address(army), {"unit": "f1/captain"})
    units = alice_client.get(address(army), {"unit": "f1/halberdiers"})

    assertContains(captain, '<label for="joins-unit-captain">Joins</label>', html=True)
    said = captain.content.decode()
    assert options(said) == [
        "Nobody",
        "Halberdiers",
        "Warrior Priest",
        "Flagellants",
        "Great Cannon",
    ]
    allowed, _, refused = select(said).partition("<optgroup")
    assert "Halberdiers" in allowed
    assert "Flagellants" in refused
    assertNotContains(units, "joins-unit")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain form", "htmx"])
def test_a_character_joins_a_unit_and_both_say_so(
    army: Army, alice_client: Client, headers: dict[str, str]
) -> None:
    edit(
        alice_client,
        army,
        edit="join",
        id="captain",
        unit="halberdiers",
        headers=headers,
    )

    captain = alice_client.get(address(army), {"unit": "f1/captain"})
    halberdiers = alice_client.get(address(army), {"unit": "f1/halberdiers"})

    assert joins(army) == {"captain": "halberdiers"}
    assert 'value="halberdiers" selected' in select(captain.content.decode())
    assertContains(captain, "· with Halberdiers")
    assertContains(halberdiers, "· with Captain")
    assertContains(captain, '<span class="sub">with Halberdiers</span>', html=True)
    assert alice_client.get(address(army)).context["builder"].undo == (
        "Let Captain join Halberdiers"
    )


def test_to_join_is_undone_and_nobody_is_to_leave(
    army: Army, alice_client: Client
) -> None:
    edit(alice_client, army, edit="join", id="captain", unit="halberdiers")
    alice_client.post(address(army, "undo"), {"revision": army.revision})
    army.refresh_from_db()
    undone = joins(army)
    edit(alice_client, army, edit="join", id="captain", unit="halberdiers")

    edit(alice_client, army, edit="join", id="captain", unit="")

    assert undone == joins(army) == {}


def test_a_copy_of_the_unit_has_no_captain_and_without_it_he_stands_alone(
    army: Army, alice_client: Client
) -> None:
    edit(alice_client, army, edit="join", id="captain", unit="halberdiers")

    edit(alice_client, army, edits=[{"edit": "duplicate", "id": "halberdiers"}])
    both = joins(army)
    edit(alice_client, army, edits=[{"edit": "remove", "id": "halberdiers"}])

    assert both == {"captain": "halberdiers"}
    assert joins(army) == {}


def test_what_may_not_be_is_told_with_a_way_out(
    army: Army, alice_client: Client
) -> None:
    edit(alice_client, army, edit="join", id="captain", unit="flagellants")

    page = alice_client.get(address(army), {"problems": "1"})

    assertContains(page, "character joins Flagellants")
    assertContains(page, "Captain: leave Flagellants")


def test_a_form_that_joins_what_is_gone_changes_nothing(
    army: Army, alice_client: Client
) -> None:
    answer = edit(alice_client, army, edit="join", id="captain", unit="ghosts")

    assert joins(army) == {}
    assert answer.status_code in (200, 302, 400, 409)


def test_units_of_one_name_are_told_apart(army: Army, alice_client: Client) -> None:
    edit(alice_client, army, edits=[{"edit": "duplicate", "id": "halberdiers"}])

    page = alice_client.get(address(army), {"unit": "f1/captain"}).content.decode()

    assert "The second Halberdiers (20 models)" in options(page)


def test_a_shared_army_says_who_stands_with_whom(
    army: Army, alice_client: Client, client: Client
) -> None:
    edit(alice_client, army, edit="join", id="captain", unit="halberdiers")
    set_visibility(army, Visibility.UNLISTED)

    page = client.get(reverse("armies:shared", args=[army.share_token]))

    assertContains(page, "with Halberdiers")
    assertContains(page, "with Captain")


def test_the_odds_of_a_character_say_that_they_are_his_alone(
    army: Army, alice_client: Client
) -> None:
    edit(alice_client, army, edit="join", id="captain", unit="halberdiers")

    page = alice_client.get(address(army), {"unit": "f1/captain", "tab": "odds"})

    assertContains(page, "Worked out alone; it stands with Halberdiers.")


def test_the_api_joins_and_refuses_as_the_builder_does(
    army: Army, alice_client: Client
) -> None:
    where = f"/api/v1/armies/{army.public_id}/edits/"
    join = {"edit": "join", "id": "captain", "unit": "halberdiers"}

    def sent(edits: object) -> int:
        army.refresh_from_db()
        body = {"revision": army.revision, "edits": [edits]}
        answer = alice_client.post(where, body, content_type="application/json")
        return answer.status_code

    first, again = sent(join), sent({**join, "unit": "ghosts"})

    assert (first, again) == (200, 400)
    assert joins(army) == {"captain": "halberdiers"}


def test_a_state_in_which_he_joins_differs_from_the_one_before() -> None:
    books = real_books()

    found = differences_of_states(review(ARMY, books), review(JOINED, books))

    assert [(one.shown.title, one.joins) for one in found.changed] == [
        ("Captain", ("", "Halberdiers"))
    ]


# -- texts and papers ---------------


def test_texts_say_once_whom_a_character_joins() -> None:
    now, books = review(JOINED, real_books()), real_books()

    for write in (plain_text, markdown):
        text = write(now, books)
        assert text.count("Joins: Halberdiers") == 1
    for write in (one_line_each, secret_text):
        assert re.findall("joins Halberdiers", write(now, books)) == [
            "joins Halberdiers"
        ]


@pytest.mark.parametrize("write", [plain_text, markdown, one_line_each, secret_text])
def test_a_text_that_says_whom_a_character_joins_is_read_back(
    write: Callable[[Review, Books], str],
) -> None:
    found = read_list(
        write(review(JOINED, real_books()), real_books()), BookFolder(BOOKS)
    )

    assert [line for line in found.lines if line.asks] == []
    assert found.is_settled


@pytest.mark.parametrize("kind", ["sheet", "cards", "compact"])
def test_papers_say_once_whom_a_character_joins(kind: str) -> None:
    said = page_of(paper_of(JOINED, kind=kind)).replace("\u00a0", " ")

    assert said.count("joins Halberdiers") == 1
    assert "joins Halberdiers" not in page_of(paper_of(ARMY, kind=kind))


def test_a_paper_without_secrets_joins_nobody_whom_it_hides() -> None:
    book = real_books()[EMPIRE, 1]
    secrets = frozenset({"halberdiers"})

    shown = open_roster(JOINED, {(EMPIRE, 1): book}, secrets)

    assert [unit.joins for unit in shown.forces[0].units] == [""] * 4
