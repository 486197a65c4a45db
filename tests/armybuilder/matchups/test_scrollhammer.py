"""Scrollhammer's match-ups on their page: forms, answers and previews."""

import pytest
from django.test import Client

from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db

LEAGUE = "scrollhammer-saltmere-league@1"
LANCERS, DECKHANDS = f"a={LEAGUE}/league-lancers", f"b={LEAGUE}/deckhands"


@pytest.fixture(autouse=True)
def league() -> None:
    """Publish a book of the game."""
    publish_printed("scrollhammer-saltmere-league")


def shown(client: Client, query: str, page: str = "") -> str:
    answer = client.get(f"/match-ups/{page}?{query}")
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "fight at full strength"),
        ("&kind=charge", "Reach of League Lancers"),
        ("&kind=charge&s.reaction=flee", "regroups"),
        ("&kind=shooting", "do not shoot"),
    ],
)
def test_lancers_meet_deckhands(client: Client, query: str, said: str) -> None:
    page = shown(client, f"{LANCERS}&{DECKHANDS}{query}")
    assert "League Lancers" in page
    assert said in page


def test_an_adept_casts(client: Client) -> None:
    page = shown(client, f"a={LEAGUE}/storm-adepts&{DECKHANDS}&kind=casting")
    assert "Cast in all with 1 die first" in page


def test_the_builder_previews_a_charge(client: Client) -> None:
    page = shown(client, f"{LANCERS}&{DECKHANDS}", "preview/")
    assert "Close combat" in page
    assert "Charging" in page


def test_panic_of_friends_and_being_trapped_are_told_where_they_are_asked(
    client: Client,
) -> None:
    query = f"{LANCERS}&{DECKHANDS}&s.b.friends=5&s.b.blocked=9"
    result = client.get(f"/match-ups/?{query}").context["result"]
    assert [one.label for one in result.beside] == [
        "Deckhands fall back through friends, who test",
        "Deckhands fall back through friends, who fall back too",
    ]
    assert "Deckhands fall back and are trapped" in shown(client, query)
    usual = client.get(f"/match-ups/?{LANCERS}&{DECKHANDS}").context["result"]
    assert usual.beside == ()


def test_a_line_that_begins_with_a_charge_tells_how_often_it_arrives(
    client: Client,
) -> None:
    query = f"{LANCERS}&{DECKHANDS}&kind=battle-line&s.a.charge-distance=7"
    page = shown(client, query)
    assert "The charge of League Lancers arrives" in page
    assert "No charge arrives" in page


def test_a_side_is_named_with_its_character_and_all_its_wounds_are_its_own(
    client: Client,
) -> None:
    captain = f"{LEAGUE}/captain"
    result = client.get(
        f"/match-ups/?{LANCERS}&{DECKHANDS}&a-character={captain}"
    ).context["result"]
    labels = [one.label for one in result.headlines]
    assert any("Lancers with League Captain left standing" in one for one in labels)
    titles = [one.title for one in (*result.survivors, *result.others)]
    assert len(titles) == len(set(titles))


def test_the_table_of_fates_has_a_column_of_the_trapped_where_it_is_asked(
    client: Client,
) -> None:
    query = f"{LANCERS}&{DECKHANDS}&kind=battle-line&b2={LEAGUE}/deckhands"
    usual = client.get(f"/match-ups/?{query}").context["fates"]
    asked = client.get(f"/match-ups/?{query}&s.b2.blocked=5").context["fates"]
    assert "Fled, and trapped" not in usual.headings
    assert asked.headings == (*usual.headings, "Fled, and trapped")
    assert [len(row.chances) for row in asked.rows] == [5, 5, 5]
    trapped = [row.chances[-1] for row in asked.rows]
    assert trapped[0] == trapped[1] != trapped[2]
