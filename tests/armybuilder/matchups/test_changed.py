"""A unit with one change of its own has a match-up page, by its address."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db

HALBERDIERS = "warhammer-empire@1/halberdiers"
BOYZ = "warhammer-orcs-and-goblins@1/orc-boyz"


@pytest.fixture(autouse=True)
def books() -> None:
    publish_printed("warhammer-empire", "warhammer-orcs-and-goblins")


@pytest.fixture
def army(alice: User) -> Army:
    model = Selection("s2", "halberdier", 20)
    unit = Selection("s1", "halberdiers", selections=(model,))
    force = Force("f1", "warhammer-empire", 1, (unit,))
    return create(Roster("warhammer", "Ostermark", forces=(force,)), alice)


def page(client: Client, query: str) -> Any:
    answer = client.get(f"/match-ups/?{query}")
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer


def changes(client: Client, address: str) -> list[Any]:
    query = f"a={address}&b={BOYZ}&rows=changes"
    return list(client.get(f"/match-ups/compare/?{query}").context["table"].listed)


@pytest.mark.parametrize("group", ["models", "options", "characteristics"])
def test_the_page_of_a_changed_unit_says_what_its_row_says(
    client: Client, group: str
) -> None:
    row = next(row for row in changes(client, HALBERDIERS) if row.group == group)
    answer = page(client, row.href.partition("?")[2])

    assert answer.context["result"].headlines[0].text == row.value
    assert answer.context["titles"]["a"] == f"Halberdiers ({row.label})"


def test_a_change_of_a_unit_in_an_army_is_made_to_the_army(
    alice_client: Client, army: Army
) -> None:
    address = f"army:{army.public_id}/f1/s1~more:s2"
    answer = page(alice_client, f"a={address}&b={BOYZ}")

    assert answer.context["cards"][0].side.fighter.models == 21
    army.refresh_from_db()
    assert army.revision == 1


def test_what_the_rules_forbid_is_fought_out_and_said_to_be_forbidden(
    alice_client: Client, alice: User
) -> None:
    model = Selection("s2", "halberdier", 10)
    unit = Selection("s1", "halberdiers", selections=(model,))
    force = Force("f1", "warhammer-empire", 1, (unit,))
    fewest = create(Roster("warhammer", "Ostermark", forces=(force,)), alice)
    rows = changes(alice_client, f"army:{fewest.public_id}/f1/s1")
    (forbidden,) = [row for row in rows if row.label == "Halberdier: one fewer"]
    assert forbidden.note
    answer = page(alice_client, forbidden.href.partition("?")[2])

    assert "The rules forbid it:" in answer.content.decode()


def test_a_changed_unit_meets_an_enemy_that_is_changed_too(client: Client) -> None:
    answer = page(client, f"a={HALBERDIERS}~better:s&b={BOYZ}~better:t")
    figures = [card.side.fighter.characteristics for card in answer.context["cards"]]

    assert (figures[0]["s"], figures[1]["t"]) == (4, 5)


def test_a_changed_unit_is_compared_with_a_whole_book(client: Client) -> None:
    query = f"a={HALBERDIERS}~better:s&b=warhammer-empire@1&rounds=1"
    found = client.get(f"/match-ups/compare/?{query}").context["question"]

    assert found.a.title == "Halberdiers (Strength 3 → 4)"
    assert found.document["a"][0]["fighter"]["characteristics"]["s"] == 4


def test_its_own_changes_are_those_of_the_unit_as_it_is(client: Client) -> None:
    query = f"a={HALBERDIERS}~better:s&b={BOYZ}&rows=changes"
    answer = client.get(f"/match-ups/compare/?{query}")

    assert answer.status_code == 302
    assert f"a={HALBERDIERS}&b=" in answer.headers["Location"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("", "expected a change such as"),
        ("better", "expected a change such as"),
        ("better:luck", "Halberdiers have no change"),
        ("with:new:elephant", "Halberdiers have no change"),
        ("more:new~more:new", "expected a change such as"),
        ("with:new:" + 90 * "x", "expected a change such as"),
    ],
)
def test_a_change_that_is_none_is_refused_in_words(
    client: Client, change: str, said: str
) -> None:
    answer = client.get(f"/match-ups/?a={HALBERDIERS}~{change}&b={BOYZ}")

    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_a_change_of_a_private_army_is_as_good_as_none(
    bob_client: Client, army: Army
) -> None:
    address = f"army:{army.public_id}/f1/s1~more:s2"
    answer = bob_client.get(f"/match-ups/?a={address}&b={BOYZ}")

    assert answer.status_code == 400
    assert "there is no such army" in answer.content.decode()
