"""The printed sheet with odds against a target of a book or of an army."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.odds import targets
from armybuilder.armies.odds.loadout_odds import Target, book_target
from armybuilder.armies.store import create
from rulesets.books.book import Books
from rulesets.rosters.roster import read_roster
from tests.real_books import FIXTURES

ORCS = "charge-orcs@1/orcs"


def saved(name: str, owner: User) -> Army:
    document = json.loads((FIXTURES / "armies" / f"{name}.json").read_text())
    return create(read_roster(document), owner)


@pytest.fixture
def army(charge_books: None, alice: User) -> Army:
    return saved("skaven-1000", alice)


def printed(client: Client, army: Army, against: str = "", page: str = "print/") -> Any:
    address = f"/armies/{army.public_id}/{page}"
    return client.get(address, {"against": against} if against else {})


def words(answer: Any) -> str:
    """Return what a page says, without its tags."""
    text = re.sub("<[^>]+>", " ", answer.content.decode()).replace("&#8203;", "")
    return " ".join(text.replace("\u00a0", " ").split())


def test_without_a_target_the_sheet_has_no_odds(
    army: Army, alice_client: Client
) -> None:
    page = printed(alice_client, army)
    assertNotContains(page, "odds-lines")
    assertContains(page, "Nobody: no odds")


def test_each_unit_tells_dice_needs_average_and_at_least(
    army: Army, alice_client: Client
) -> None:
    said = words(printed(alice_client, army, ORCS))
    assert "Odds against Orcs." in said
    # 10 dice, 5+ to hit, save 5+: 10 x 1/3 x 2/3 wounds.
    ratmen = "Melee: 10 dice, to hit 5+, to save 5+: 2.2 wounds · 1+ 91.9% · 2+ 68.8%"
    assert ratmen.lower() in said.lower()
    assert "Charging and charged, fought out: wins" in said, "they are equal"
    assert "Exact where no ± stands." in said
    assert "wins per 100 points" in said
    assert "Odds, how the rules are read:" in said


def test_the_pdf_is_asked_for_against_the_same_target(
    army: Army, alice_client: Client
) -> None:
    page = printed(alice_client, army, ORCS)
    pdf = "army.pdf?kind=sheet&amp;order=section&amp;paper=letter"
    assertContains(page, f"{pdf}&amp;against=charge-orcs%401%2Forcs")


def test_the_builders_target_is_offered_first(army: Army, alice_client: Client) -> None:
    alice_client.get(f"/armies/{army.public_id}/", {"against": ORCS})
    page = printed(alice_client, army)
    assert page.context["targets"].chosen == ORCS
    assertNotContains(page, "odds-lines")


def test_a_unit_of_an_own_army_is_a_target(
    army: Army, alice: User, alice_client: Client
) -> None:
    enemy = saved("orcs-500", alice)
    unit = enemy.document["forces"][0]["units"][0]["id"]
    against = f"army:{enemy.public_id}/f1/{unit}"
    page = printed(alice_client, army, against)
    assertContains(page, f"of {enemy.name}.")
    groups = [group.name for group in page.context["targets"].groups]
    assert f"Your army {enemy.name}" in groups


@pytest.mark.parametrize(
    "against", ["charge-orcs@1/ghost", "charge-orcs", "army:nobody/f1/s1", "x" * 900]
)
def test_a_target_that_is_not_there_is_told(
    army: Army, alice_client: Client, against: str
) -> None:
    said = words(printed(alice_client, army, against))
    assert "No odds." in said
    assert "fought out" not in said


def test_a_private_army_of_somebody_else_is_as_good_as_none(
    army: Army, bob: User, alice_client: Client
) -> None:
    enemy = saved("orcs-500", bob)
    unit = enemy.document["forces"][0]["units"][0]["id"]
    against = f"army:{enemy.public_id}/f1/{unit}"
    assert "There is no such unit" in words(printed(alice_client, army, against))
    Army.objects.filter(pk=enemy.pk).update(visibility=Visibility.UNLISTED)
    assert "There is no such unit" in words(printed(alice_client, army, against))
    against = f"army:{enemy.share_token}/f1/{unit}"
    assert "fought out" in words(printed(alice_client, army, against))


def test_a_shared_sheet_takes_a_target_too(army: Army, client: Client) -> None:
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    page = client.get(f"/share/{army.share_token}/print/", {"against": ORCS})
    assert "fought out" in words(page)


def test_a_unit_whose_odds_are_refused_says_why(
    army: Army, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_figures(address: str, books: Books) -> Target:
        found = book_target(address, books)
        assert found.fighter is not None
        return replace(found, fighter=replace(found.fighter, characteristics={}))

    monkeypatch.setattr(targets, "book_target", without_figures)
    said = words(printed(alice_client, army, ORCS))
    assert "No odds. Orcs, Wounds: the stat line of Orcs prints no Wounds" in said
