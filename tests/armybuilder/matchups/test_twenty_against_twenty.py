"""Twenty against twenty through the site: units of two armies, each rule named."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db


def army(client: Client, book: str, unit: str, model: str) -> str:
    """Save an army of one unit of twenty; return the unit's address."""
    publish_printed(book)
    models = [{"id": "m1", "entry": model, "count": 20}]
    roster: dict[str, Any] = {
        "format": "armybuilder.roster/1",
        "game": "warhammer",
        "name": unit,
        "limit": 2000,
        "forces": [
            {
                "id": "f1",
                "book": book,
                "edition": 1,
                "units": [{"id": "u1", "entry": unit, "selections": models}],
            }
        ],
    }
    made = client.post(
        "/api/v1/armies/", {"roster": roster}, content_type="application/json"
    )
    assert made.status_code == 201, made.content
    return f"army:{made.json()['id']}/f1/u1"


def test_every_rule_is_named_and_a_reading_changes_number_and_address(
    alice_client: Client,
) -> None:
    swords = army(alice_client, "warhammer-empire", "swordsmen", "swordsman")
    orcs = army(alice_client, "warhammer-orcs-and-goblins", "orc-boyz", "orc-boy")
    address = f"/match-ups/?a={swords}&b={orcs}&rounds=10"

    page = alice_client.get(address).content.decode()
    other = alice_client.get(f"{address}&r.step-up=yes").content.decode()

    for rule in ("Who fights", "Blows", "Combat result", "Break test"):
        assert f"<strong>{rule}:</strong>" in page
    assert "Wounds left of Swordsmen" in page
    assert headline(page)
    assert headline(page) != headline(other)
    assert "Read otherwise than usual" in other


def headline(page: str) -> list[str]:
    return re.findall(r'<p class="say">.*?</p>', page)
