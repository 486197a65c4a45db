"""What would it do: options tried on the army, only when somebody asks."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.odds.option_trials import OptionTrial
from armybuilder.armies.store import create
from armybuilder.books import editions
from rulesets.legality import new_selection
from rulesets.rosters.roster import Force, Roster
from tests.armybuilder.editions import publish_printed

MEN = "warhammer-bretonnia@1/men-at-arms"


@pytest.fixture
def army(db: None, alice: User) -> Army:
    publish_printed("warhammer-*")
    book = editions.load("warhammer-empire", 1)
    assert book is not None
    keys = ("captain", "halberdiers")
    units = tuple(new_selection(book, key, id=key) for key in keys)
    force = Force("f1", book.key, 1, units)
    return create(Roster("warhammer", "Two", 2000, forces=(force,)), alice)


def asked(client: Client, army: Army, unit: int, slot: str, **more: Any) -> Any:
    id = army.document["forces"][0]["units"][unit]["id"]
    address = reverse("armies:what_if", args=[army.public_id])
    query = {"place": f"f1/{id}", "slot": slot, "against": MEN}
    return client.get(address, query, **more)


def tried(answer: Any) -> dict[str, OptionTrial]:
    assert answer.status_code == 200
    return {one.label: one for one in answer.context["tried"]}


def test_each_option_says_wounds_chance_and_points(
    army: Army, alice_client: Client
) -> None:
    found = tried(asked(alice_client, army, 0, "weapon"))
    great = found["Great weapon"]
    assert great.points == "+4"
    assert great.in_hand == "Great weapon"
    assert great.wounds.startswith(("+", "−"))
    assert re.fullmatch(r"\+[\d.]+% charging, \+[\d.]+% charged", great.wins)


def test_one_more_model_is_tried_and_priced_a_model(
    army: Army, alice_client: Client
) -> None:
    found = tried(asked(alice_client, army, 1, ""))
    assert found["One more Halberdier"].points.startswith("+")


def test_nothing_was_bought_by_asking(army: Army, alice_client: Client) -> None:
    before = deepcopy(army.document)
    asked(alice_client, army, 0, "weapon")
    army.refresh_from_db()
    assert army.document == before
    assert army.revision == 1


def test_scripts_get_the_piece_alone(army: Army, alice_client: Client) -> None:
    page = asked(alice_client, army, 0, "weapon").content.decode()
    headers = {"HX-Request": "true"}
    piece = asked(alice_client, army, 0, "weapon", headers=headers).content.decode()
    assert "<html" in page
    assert "<html" not in piece
    assert "Great weapon" in piece


def test_a_place_that_is_not_there_is_404(army: Army, alice_client: Client) -> None:
    address = reverse("armies:what_if", args=[army.public_id])
    assert alice_client.get(address, {"place": "f1/no"}).status_code == 404


def test_an_option_that_is_not_worked_out_says_so_and_not_no_difference(
    army: Army, alice_client: Client
) -> None:
    answer = asked(alice_client, army, 0, "enchanted-items")
    found = tried(answer)
    ring = found["Ring of Volans"]
    assert ring.left_out == ("Ring of Volans",)
    assert ring.is_same
    assert ring.said == "not worked out: Ring of Volans"
    assert ring.said in answer.content.decode()


def test_an_option_without_dice_says_that_it_has_none(
    army: Army, alice_client: Client
) -> None:
    (general,) = tried(asked(alice_client, army, 0, "general")).values()
    assert general.said == "no dice"


def test_an_option_that_is_counted_and_changes_nothing_makes_no_difference() -> None:
    assert OptionTrial("Great weapon", equal=True).said == "makes no difference"
    assert OptionTrial("Great weapon").said == "less than is shown"
