"""A unit with one change of its own has a match-up page, by its address."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from rulesets.matchups.match_up_document import read_match_up
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.editions import publish_printed
from tests.real_books import real_book

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
    better = f" ({row.label})" if group == "characteristics" else ""
    assert answer.context["titles"]["a"] == f"Halberdiers{better}"


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


CHARIOT = "warhammer-orcs-and-goblins@1/orc-boar-chariot"
SAVE, BOARS = "figure:boar-chariot:sv:4", "figure:chariot-boar:count:2"


def test_figures_that_no_book_prints_are_asked_where_they_are_missing(
    client: Client,
) -> None:
    answer = client.get(f"/match-ups/?a={CHARIOT}&b={HALBERDIERS}")
    assert answer.status_code == 400
    shown = answer.content.decode()
    assert "nobody prints its armour save and the number of its beasts" in shown
    for name in ("a.figure.boar-chariot:sv", "a.figure.chariot-boar:count"):
        assert f'name="{name}"' in shown


def test_figures_that_are_said_go_into_the_address_and_stand_beside_the_answer(
    client: Client,
) -> None:
    typed = {
        "a": CHARIOT,
        "a.of": CHARIOT,
        "a.figure.boar-chariot:sv": "4",
        "a.figure.chariot-boar:count": "2",
        "b": HALBERDIERS,
    }
    moved = client.get(f"/match-ups/?{urlencode(typed)}").headers["Location"]
    assert f"a={CHARIOT}~{SAVE}~{BOARS}&" in moved
    answer = client.get(moved)
    words = " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
    said = "Armour save of Chariot: 4, Number of War boar: 2 (Orc Boar Chariot)."
    assert f"Printed in no book, counted as you say: {said}" in words
    assert answer.context["titles"]["a"] == "Orc Boar Chariot"


def test_a_figure_whose_field_is_emptied_is_said_no_more(client: Client) -> None:
    address = f"{CHARIOT}~{SAVE}~{BOARS}"
    typed = {"a": address, "a.of": address, "a.figure.boar-chariot:sv": "4"}
    moved = client.get(f"/match-ups/?{urlencode({**typed, 'b': HALBERDIERS})}")
    assert f"a={CHARIOT}~{SAVE}&" in moved.headers["Location"]


def test_a_chariot_of_an_army_has_its_figures_beside_other_changes(
    client: Client,
) -> None:
    changes = f"with:new:extra-orc~better:ws~{BOARS}~{SAVE}"
    moved = client.get(f"/match-ups/?a={CHARIOT}~{changes}&b={HALBERDIERS}")
    one = f"{CHARIOT}~{SAVE}~{BOARS}~with:new:extra-orc~better:ws"
    assert f"a={one}&" in moved.headers["Location"]
    found = page(client, f"a={one}&b={HALBERDIERS}")
    document = found.context["cards"][0].side.document["fighter"]
    assert document["characteristics"]["ws"] == 4


def test_a_figure_that_cannot_be_said_is_told_and_nothing_else_is_lost(
    client: Client,
) -> None:
    query = f"a={CHARIOT}~{BOARS}~figure:boar-chariot:sv:99&b={HALBERDIERS}"
    answer = client.get(f"/match-ups/?{query}")
    assert answer.status_code == 400
    assert "expected a whole number from -5 to 20" in answer.content.decode()
    assert answer.context["cards"][0].side.address == f"{CHARIOT}~{BOARS}"


def test_its_own_changes_come_on_top_of_those_it_has(client: Client) -> None:
    rows = changes(client, f"{HALBERDIERS}~models:new-0:20")
    more = next(row for row in rows if row.label == "Halberdier: one more")

    assert f"a={HALBERDIERS}~models:new-0:20~more:new-0&" in more.href
    answer = client.get(more.href)
    assert f"a={HALBERDIERS}~models:new-0:21&" in answer.headers["Location"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("", "expected a change such as"),
        ("better", "expected a change such as"),
        ("better:luck", "Halberdiers have no change"),
        ("with:new:elephant", "Halberdiers have no change"),
        ("more:new-0~", "expected a change such as"),
        ("more:new~more:new", "Halberdiers have no change"),
        ("~".join(41 * ["more:new-0"]), "Halberdiers have more than 40 changes"),
        ("models:new-0:0", "expected a whole number of models from 1 to 100"),
        ("models:new-0:many", "expected a whole number of models from 1 to 100"),
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


# -- how many, and which options ------------------------------------------------------


def chosen(client: Client, fields: dict[str, str]) -> str:
    """Return the address of A after a form was sent from the page of an address."""
    about = fields.pop("of", HALBERDIERS)
    query = {"a": about, "a.of": about, "b": BOYZ, **fields}
    return str(sent(client, query).context["cards"][0].side.address)


def sent(client: Client, query: dict[str, str]) -> Any:
    """Return the page that a form leads to."""
    answer = client.get(f"/match-ups/?{urlencode(query)}")
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return page(client, answer.headers["Location"].partition("?")[2])


def test_so_many_models_are_asked_for_on_the_page(client: Client) -> None:
    assert chosen(client, {"a.models.new-0": "20"}) == f"{HALBERDIERS}~models:new-0:20"

    answer = page(client, f"a={HALBERDIERS}~models:new-0:20&b={BOYZ}")
    side = answer.context["cards"][0].side
    assert (side.size, side.fighter.points) == ("20 models", 120)
    assert answer.context["titles"]["a"] == "Halberdiers"


def test_as_many_as_before_are_no_change(client: Client) -> None:
    assert chosen(client, {"a.models.new-0": "10"}) == HALBERDIERS


def test_an_option_is_taken_and_dropped_again(client: Client) -> None:
    taken = chosen(client, {"a.add": "with:new:shield"})
    assert taken == f"{HALBERDIERS}~with:new:shield"

    answer = page(client, f"a={taken}&b={BOYZ}")
    (drop,) = answer.context["cards"][0].side.choices.taken
    assert chosen(client, {"of": taken, "a.drop": drop.change}) == HALBERDIERS


def test_what_was_said_of_another_unit_is_not_said_of_this_one(client: Client) -> None:
    fields = {"a.of": BOYZ, "a.models.new-0": "30", "a.add": "with:new:shield"}
    assert chosen(client, fields) == HALBERDIERS


def test_a_changed_unit_of_a_book_is_asked_of_a_program_as_a_selection(
    client: Client,
) -> None:
    answer = page(client, f"a={HALBERDIERS}~models:new-0:20&b={BOYZ}")
    document = json.loads(answer.context["document"])

    assert document["a"]["selection"]["selections"][0]["count"] == 20
    books = {("warhammer-empire", 1): real_book("warhammer-empire")}
    books |= {(BOYZ.partition("@")[0], 1): real_book("warhammer-orcs-and-goblins")}
    assert read_match_up(document, books) == answer.context["question"].match_up()


def test_how_many_are_in_a_group_is_not_asked_where_the_odds_count_none(
    client: Client,
) -> None:
    publish_printed("mordheim-reikland")
    captain = "mordheim-reikland@1/marksman"
    answer = client.get(f"/match-ups/?a={captain}&b={captain}")
    side = answer.context["cards"][0].side

    assert (side.size, side.choices.groups) == ("", ())


def test_a_fighter_beside_has_as_many_models_as_are_asked_for(client: Client) -> None:
    query = {
        "a": HALBERDIERS,
        "b": BOYZ,
        "kind": "battle-line",
        "a2": HALBERDIERS,
        "a2.of": HALBERDIERS,
        "a2.models.new-0": "12",
    }
    answer = sent(client, query)

    (beside,) = answer.context["question"].further
    assert beside.side.address == f"{HALBERDIERS}~models:new-0:12"
    assert beside.side.fighter.models == 12
    # He is chosen in his card, so that the form sends him again.
    picker = answer.content.decode().partition('name="a2"')[2].partition("</select>")[0]
    (selected,) = re.findall(r'value="([^"]*)"\s+selected', picker)
    assert selected == beside.side.address


def test_a_number_that_is_refused_leaves_the_unit_and_its_options(
    client: Client,
) -> None:
    taken = f"{HALBERDIERS}~with:new:shield"
    query = {"a": taken, "a.of": taken, "a.models.new-0": "5000", "b": BOYZ}
    answer = client.get(f"/match-ups/?{urlencode(query)}")

    assert answer.status_code == 400
    assert "from 1 to 100, found “5000”" in answer.content.decode()
    assert [card.side.address for card in answer.context["cards"]] == [taken, BOYZ]
