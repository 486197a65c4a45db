"""A combat of several units of Charge: page, document, command and examples."""

import io
import json
from html import unescape

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from armybuilder.matchups.examples import examples_of
from rulesets.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]

PAGE = "/match-ups/"
ELVES = "charge-elves@1/elven-cavalry"
ORCS = "charge-orcs@1/orcs"
BEAST = "charge-orcs@1/badlands-beast"
SHOOTERS = "charge-skaven@1/jezzails"
TWO = f"a={ELVES}&b={ORCS}&kind=battle-line"
SHIPPED = (
    settings.BASE_DIR / "fixtures" / "match-ups" / "elves-between-orcs-and-a-beast.json"
)


def page_of(client: Client, query: str, status: int = 200) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == status, answer.headers
    return unescape(answer.content.decode())


def test_a_beast_in_the_flank_stands_in_the_sentence_and_the_table(
    client: Client,
) -> None:
    query = f"{TWO}&b2={BEAST}&s.b2.contact=flank&s.b2.enemy-behind=7"
    page = page_of(client, query)
    assert "Badlands Beast fights Elven Cavalry in" in page
    assert "Add a character" not in page
    assert "What becomes of each" in page
    rows = client.get(f"{PAGE}?{query}").context["fates"].rows
    assert [row.name for row in rows] == ["Elven Cavalry", "Orcs", "Badlands Beast"]
    headings = [*client.get(f"{PAGE}?{query}").context["fates"].headings]
    assert headings == ["Still stands", "Fell back", "Broken", "Destroyed"]
    assert "Badlands Beast fleeing into an enemy, and destroyed" in page


def test_a_side_of_two_units_is_told_by_both(client: Client) -> None:
    page = page_of(client, f"a={BEAST}&b={ELVES}&kind=battle-line&a2={ORCS}")
    assert "Badlands Beast with Orcs win" in page
    assert "Badlands Beast wins" not in page
    assert "Badlands Beast left standing" not in page
    assert "Badlands Beast with Orcs left standing, Elven Cavalry gone" in page


def test_only_units_of_side_a_are_asked_whence_they_charge(client: Client) -> None:
    page = page_of(client, f"{TWO}&a2={BEAST}&b2={BEAST}")
    assert 'name="s.a2.charges-from"' in page
    assert 'name="s.b2.charges-from"' not in page
    assert 'name="s.b2.use-fearsome"' not in page
    page_of(client, f"{TWO}&b2={BEAST}&s.b2.charges-from=3", status=400)


def test_only_who_is_charged_is_asked_how_it_reacts(client: Client) -> None:
    page = page_of(client, f"{TWO}&a2={SHOOTERS}&b2={SHOOTERS}")
    assert 'name="s.b2.reaction"' in page
    assert 'name="s.a2.reaction"' not in page
    for kind in ("", "&kind=battle-line"):
        shot = page_of(client, f"a={SHOOTERS}&b={ORCS}{kind}")
        assert 'name="s.reaction"' not in shot


def test_a_charger_who_changes_sides_charges_no_more(client: Client) -> None:
    query = f"{TWO}&a2={BEAST}&s.a2.charges-from=3"
    swapped = client.get(f"{PAGE}?{query}").context["swap"]
    assert f"b2={BEAST}" in swapped
    page_of(client, swapped.partition("?")[2])


def test_two_alone_fight_as_in_a_melee(client: Client) -> None:
    page = page_of(client, TWO)
    assert "Add another unit" in page
    assert "What becomes of each" not in page


def test_the_one_that_ships_is_the_example_of_its_kind() -> None:
    found = [one.title for one in examples_of(GAMES["charge"]) if "battle" in one.href]
    assert found == ["Elven Cavalry against Orcs with Badlands Beast"]
    out = io.StringIO()
    call_command("odds", str(SHIPPED), "--json", stdout=out)
    answer = json.loads(out.getvalue())
    assert answer["method"] == "exact"
    assert sum(answer["outcomes"].values()) == pytest.approx(1, abs=1e-9)
    assert {"b2-stands", "b2-falls-back"} <= answer["events"].keys()


def test_the_same_document_is_answered_over_the_api(client: Client) -> None:
    document = SHIPPED.read_text(encoding="utf-8")
    answer = client.post("/api/v1/odds/", document, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert "b2-destroyed" in answer.json()["events"]
