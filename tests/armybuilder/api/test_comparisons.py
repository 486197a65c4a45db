"""Comparisons through the API: begun, read, and nobody else's."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.api.examples import EXAMPLE_COMPARISON
from armybuilder.jobs.models import Job
from rulesets.documents.json import canonical
from tests.armybuilder.api.conftest import send

Document = dict[str, Any]
pytestmark = pytest.mark.usefixtures("charge_books")
ASKED: Document = EXAMPLE_COMPARISON.value


def test_a_comparison_is_begun_and_read_when_it_is_done(alice_client: Client) -> None:
    begun = send(alice_client, "post", "comparisons/", ASKED)
    assert begun.status_code == 202
    job = alice_client.get(begun.json()["url"]).json()

    assert (job["state"], job["done"], job["total"]) == ("done", 1, 1)
    cells = job["result"]["cells"]
    assert [len(row) for row in cells] == [2, 2]
    fight = {
        "format": "armybuilder.match-up/1",
        "game": "charge",
        "kind": "fight",
        "a": ASKED["a"][1],
        "b": ASKED["b"][0],
    }
    odds = send(alice_client, "post", "odds/", fight).json()
    assert cells[1][0]["wins"] == odds["events"]["a-wins"]


def test_the_same_document_is_worked_out_once_for_everybody(
    alice_client: Client, bob_client: Client
) -> None:
    first = send(alice_client, "post", "comparisons/", ASKED).json()
    second = send(bob_client, "post", "comparisons/", ASKED).json()

    assert Job.objects.count() == 1
    assert bob_client.get(second["url"]).json()["result"] == first["result"]


def test_a_comparison_of_somebody_else_is_none(
    alice_client: Client, bob_client: Client
) -> None:
    begun = send(alice_client, "post", "comparisons/", ASKED).json()

    answer = bob_client.get(begun["url"])
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no such comparison."


@pytest.fixture
def never_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.jobs.inline.run_chunk", lambda chunk: None)


@pytest.mark.usefixtures("never_done")
def test_a_comparison_is_cancelled_by_who_alone_waits_for_it(
    alice_client: Client,
) -> None:
    begun = send(alice_client, "post", "comparisons/", ASKED).json()
    assert begun["state"] == "waiting"

    assert alice_client.delete(begun["url"]).status_code == 204
    assert Job.objects.get().state == "cancelled"
    assert alice_client.get(begun["url"]).status_code == 404
    assert alice_client.delete(begun["url"]).status_code == 404
    again = send(alice_client, "post", "comparisons/", ASKED).json()
    assert again["state"] == "waiting"
    assert again["id"] != begun["id"]


@pytest.mark.usefixtures("never_done")
def test_a_comparison_that_somebody_else_waits_for_goes_on(
    alice_client: Client, bob_client: Client
) -> None:
    begun = send(alice_client, "post", "comparisons/", ASKED).json()
    send(bob_client, "post", "comparisons/", ASKED)

    assert alice_client.delete(begun["url"]).status_code == 204
    assert bob_client.get(begun["url"]).json()["state"] == "waiting"


@pytest.mark.usefixtures("never_done")
def test_a_comparison_of_somebody_else_cannot_be_cancelled(
    alice_client: Client, bob_client: Client
) -> None:
    begun = send(alice_client, "post", "comparisons/", ASKED).json()

    assert bob_client.delete(begun["url"]).status_code == 404
    assert alice_client.get(begun["url"]).json()["state"] == "waiting"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"kind": "duel"}, "/kind"),
        ({"a": []}, "/a"),
        ({"b": [{"book": "charge-orcs", "edition": 5, "unit": "orcs"}]}, "/b/0"),
    ],
)
def test_what_is_no_comparison_is_refused_with_its_place(
    alice_client: Client, change: Document, where: str
) -> None:
    answer = send(alice_client, "post", "comparisons/", {**ASKED, **change})

    assert answer.status_code == 400
    assert answer.json()["where"] == where
    assert not Job.objects.exists()


def test_a_document_that_is_too_much_for_one_go_is_refused(
    alice_client: Client, settings: Any
) -> None:
    settings.JOB_MOST_BYTES = len(canonical(ASKED)) - 1
    answer = send(alice_client, "post", "comparisons/", ASKED)

    assert answer.status_code == 400
    assert answer.json()["code"] == "too-much-work"
    assert "too much" in answer.json()["detail"]
