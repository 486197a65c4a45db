"""Lists as text over the API."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.api.examples import EXAMPLE_ANSWERS, EXAMPLE_LIST
from rulesets.rosters.roster import read_roster

pytestmark = pytest.mark.usefixtures("charge_books")


def asked(client: Client, document: Any) -> Any:
    path = "/api/v1/lists/read/"
    return client.post(path, document, content_type="application/json")


def test_a_text_is_told_line_by_line_with_its_review(client: Client) -> None:
    answer = asked(client, EXAMPLE_LIST.value).json()
    lines = answer["list"]["lines"]
    assert [line["confidence"] for line in lines] == ["sure", "sure", "likely"]
    assert answer["list"]["is_settled"] is False
    assert (lines[1]["stated"], lines[1]["points"]) == (200, 200)
    assert lines[2]["parts"][0]["candidates"][0]["key"] == "unit:jezzails"


def test_corrections_settle_it_and_the_roster_is_one(client: Client) -> None:
    answer = asked(client, EXAMPLE_ANSWERS.value).json()
    assert answer["list"]["is_settled"] is True
    roster = read_roster(answer["list"]["roster"])
    assert [unit.entry for unit in roster.forces[0].units] == [
        *["ratmen"] * 4,
        "jezzails",
    ]
    assert answer["review"]["points"] == answer["list"]["points"] == 300


def test_a_text_without_units_has_no_roster(client: Client) -> None:
    answer = asked(client, {"text": "Hello"}).json()
    assert (answer["list"]["roster"], answer["review"]) == (None, None)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"text": 7}, "/text"),
        ({"text": "Ratmen\n\u0000"}, "/text"),
        ({"text": "x" * 3_000}, "/text"),
        ({"game": "chess"}, "/game"),
        ({"game": 7}, "/game"),
        ({"book": "charge-nobody"}, "/book"),
        ({"book": []}, "/book"),
        ({"corrections": []}, "/corrections"),
        ({"corrections": {"1/2": 7}}, "/corrections/1~12"),
        ({"corrections": {str(n): "yes" for n in range(2_001)}}, "/corrections"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_a_bad_request_names_its_place(
    client: Client, change: dict[str, Any], where: str
) -> None:
    answer = asked(client, {**EXAMPLE_LIST.value, **change})
    assert answer.status_code == 400
    assert answer.json()["where"] == where
