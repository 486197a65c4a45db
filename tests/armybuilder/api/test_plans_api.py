"""Plans over the API: edits that make a roster legal or fill it up."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.api.examples import EXAMPLE_FILLING, EXAMPLE_PLAN
from rulesets.legality import review
from rulesets.rosters.edit_document import read_edit
from rulesets.rosters.edits import apply_all
from rulesets.rosters.roster import read_roster
from tests.real_books import real_books

pytestmark = pytest.mark.usefixtures("charge_books")


def asked(client: Client, document: dict[str, Any]) -> Any:
    return client.post("/api/v1/plans/", document, content_type="application/json")


@pytest.mark.parametrize("example", [EXAMPLE_PLAN.value, EXAMPLE_FILLING.value])
def test_the_edits_of_a_plan_lead_where_it_says(
    client: Client, example: dict[str, Any]
) -> None:
    answer = asked(client, example)

    assert answer.status_code == 200, answer.content
    plan = answer.json()
    edits = [read_edit(edit) for step in plan["steps"] for edit in step["edits"]]
    roster = apply_all(read_roster(example["roster"]), edits)
    then = review(roster, real_books("charge-*"))
    assert plan["legal"]
    assert then.legal
    assert then.points == plan["points"]
    assert edits


def test_a_filling_is_ranked_by_what_each_purchase_gains(client: Client) -> None:
    plan = asked(client, EXAMPLE_FILLING.value).json()

    offers = [one for one in plan["offers"] if one["gain"] is not None]
    assert offers
    assert all(one["change"] > 0 for one in offers)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"goal": "peace"}, "/goal"),
        ({"against": 7}, "/against"),
        ({"against": "charge-orcs@1/nobody"}, "/against"),
        ({"roster": {}}, "/roster"),
        ({"pack": {}}, "/pack"),
    ],
)
def test_a_bad_request_names_its_place(
    client: Client, change: dict[str, Any], where: str
) -> None:
    answer = asked(client, {**EXAMPLE_FILLING.value, **change})

    assert answer.status_code == 400
    assert answer.json()["where"].startswith(where)
