"""Set-ups of papers that somebody keeps under names."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.models import Army, SavedSetup
from armybuilder.armies.papers.saved_setups import MOST_SETUPS
from tests.real_books import sample_army

CARDS = {"kind": "cards", "paper": "letter", "order": "army", "ink": "less"}


@pytest.fixture
def page(charge_books: None, alice: User) -> str:
    army = store.create(sample_army("orcs-500"), alice)
    return f"/armies/{army.public_id}/print/"


def keep(client: Client, page: str, name: str, **options: str) -> str:
    told = {"name": name, "next": page, "game": "charge"} | (options or CARDS)
    answer = client.post("/paper-set-ups/", told, follow=True)
    assert answer.redirect_chain == [(page, 302)]
    return answer.content.decode()


def test_a_set_up_is_kept_picked_and_deleted(alice_client: Client, page: str) -> None:
    said = keep(alice_client, page, "  Club   night ")
    assert "Kept as Club night." in said
    (kept,) = SavedSetup.objects.all()
    assert kept.options == CARDS
    pick = "?ink=less&amp;kind=cards&amp;order=army&amp;paper=letter"
    assert f'href="{pick}"' in said
    shown = alice_client.get(page + pick.replace("&amp;", "&"))
    assert shown.context["setup"].kind == "cards"
    assert shown.content.decode().count('aria-current="true"') == 1
    delete = f"/paper-set-ups/{kept.pk}/delete/"
    said = alice_client.post(delete, {"next": page}, follow=True).content.decode()
    assert "Deleted Club night." in said
    assert not SavedSetup.objects.exists()


def test_another_set_up_of_that_name_takes_its_place(
    alice_client: Client, page: str
) -> None:
    keep(alice_client, page, "Club")
    keep(alice_client, page, "Club", kind="compact", paper="a4", order="points")
    (kept,) = SavedSetup.objects.all()
    assert kept.options["kind"] == "compact"


def test_no_more_set_ups_are_kept_than_a_page_shows(
    alice_client: Client, page: str
) -> None:
    for number in range(MOST_SETUPS):
        keep(alice_client, page, f"Club {number}")
    said = keep(alice_client, page, "One too many")
    assert "You keep 10 set-ups. Delete one first." in said
    assert "Kept as Club 3." in keep(alice_client, page, "Club 3")
    assert SavedSetup.objects.count() == MOST_SETUPS


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("  ", CARDS, "A set-up needs a name."),
        ("x" * 41, CARDS, "at most 40 letters"),
        ("Club", {"kind": "roster"}, "The kind of paper must be one of"),
        ("Club", {"game": "chess"}, "There is no such game."),
    ],
)
def test_a_set_up_that_cannot_be_kept_says_why(
    alice_client: Client, page: str, name: str, options: dict[str, str], why: str
) -> None:
    assert why in keep(alice_client, page, name, **options)
    assert not SavedSetup.objects.exists()


def test_set_ups_are_for_their_owner_alone(
    alice_client: Client, bob_client: Client, client: Client, page: str
) -> None:
    keep(alice_client, page, "Club")
    (kept,) = SavedSetup.objects.all()
    army = Army.objects.get()
    Army.objects.update(visibility="unlisted")
    shared = f"/share/{army.share_token}/print/"
    assert "Club" in alice_client.get(shared).content.decode()
    for other in (bob_client, client):
        assert "Club" not in other.get(shared).content.decode()
        other.post(f"/paper-set-ups/{kept.pk}/delete/")
    assert SavedSetup.objects.count() == 1
    assert "set-ups" not in client.get(shared).content.decode()


def test_a_set_up_leads_nowhere_but_to_this_site(
    alice_client: Client, page: str
) -> None:
    told = {**CARDS, "name": "Club", "game": "charge", "next": "https://evil.example/"}
    assert alice_client.post("/paper-set-ups/", told)["Location"] == "/armies/"


def test_ten_set_ups_cost_as_many_queries_as_one(
    alice_client: Client, page: str
) -> None:
    counts = []
    for names in (("Club 0",), tuple(f"Club {n}" for n in range(1, MOST_SETUPS))):
        for name in names:
            keep(alice_client, page, name)
        alice_client.get(page)
        with CaptureQueriesContext(connection) as queries:
            alice_client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]
