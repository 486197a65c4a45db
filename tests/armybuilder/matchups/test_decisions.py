"""Decisions of a side, each tried on the match-up page."""

from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from armybuilder.matchups.decision_table import DecisionPage
from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db

PAGE, DECISIONS = "/match-ups/", "/match-ups/decisions/"
KNIGHTS = "warhammer-bretonnia@1/knights-of-the-realm"
LORD = "warhammer-bretonnia@1/bretonnian-lord"
BOYZ = "warhammer-orcs-and-goblins@1/orc-boyz"
CHARGED = f"a={KNIGHTS}&b={BOYZ}"
LINE = f"{CHARGED}&kind=battle-line&a-character={LORD}"


@pytest.fixture(autouse=True)
def books() -> None:
    """Publish two books of the game."""
    publish_printed("warhammer-bretonnia")
    publish_printed("warhammer-orcs-and-goblins")


def decided(client: Client, query: str, side: str) -> DecisionPage:
    answer = client.get(f"{DECISIONS}?{query}&side={side}")
    assert answer.status_code == 200, answer.headers
    page: DecisionPage = answer.context["page"]
    return page


def wins(client: Client, address: str, side: str) -> str:
    """Return a side's chance to win as a match-up page tells it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    figures = answer.context["result"].headlines
    place = 0 if side == "a" else 1
    text: str = figures[place].text
    return text


@pytest.mark.parametrize("side", ["a", "b"])
def test_every_row_tells_what_the_match_up_tells_that_it_leads_to(
    client: Client, side: str
) -> None:
    tables = decided(client, CHARGED, side).tables
    assert tables
    for table in tables:
        for row in table.rows:
            assert wins(client, row.href, side) == row.own


def test_who_is_charged_decides_how_to_react_and_the_charger_does_not(
    client: Client,
) -> None:
    theirs = decided(client, CHARGED, "b")
    ours = decided(client, CHARGED, "a")
    reaction = "How the charged unit reacts"
    assert reaction in [table.title for table in theirs.tables]
    assert reaction not in [table.title for table in ours.tables]
    assert reaction not in ours.equal


def test_one_row_is_as_asked_and_one_is_best(client: Client) -> None:
    for table in decided(client, CHARGED, "b").tables:
        assert [row.as_asked for row in table.rows].count(True) == 1
        assert [row.is_best for row in table.rows].count(True) == 1


def test_a_character_in_a_line_decides_at_whom_he_strikes(client: Client) -> None:
    lord = "b-character=warhammer-orcs-and-goblins/orc-warboss&s.challenge=yes"
    found = decided(client, f"{LINE}&{lord}", "a")
    titles = [(table.title, table.about) for table in found.tables]
    equal = " ".join(found.equal)
    untried = [label for label, _ in found.untried]
    everything = [*titles, equal, *untried]
    assert "Bretonnian Lord" in str(everything)
    assert "refuses" in str(everything)


def test_what_is_too_much_work_together_may_be_tried_first(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesets.matchups.decisions.ENOUGH_WORK", -1)
    found = decided(client, CHARGED, "b")
    assert len(found.tables) + len(found.equal) == 1
    label, address = found.untried[-1]
    assert address.startswith(f"{DECISIONS}?")
    monkeypatch.undo()
    asked = dict(parse_qsl(urlsplit(address).query))
    page = client.get(address).context["page"]
    first = [table.title for table in page.tables] or list(page.equal)
    assert label in [*first, *page.equal]
    assert asked["side"] == "b"


def test_a_piece_has_no_page_around_it(client: Client) -> None:
    query = f"{CHARGED}&side=a"
    whole = client.get(f"{DECISIONS}?{query}").content.decode()
    headers = {"HX-Request": "true"}
    piece = client.get(f"{DECISIONS}?{query}", headers=headers).content.decode()
    assert "<html" in whole
    assert "<html" not in piece
    assert "as asked" in piece


def test_the_match_up_page_offers_both_sides_their_decisions(client: Client) -> None:
    found = client.get(f"{PAGE}?{CHARGED}", follow=True)
    page = unescape(found.content.decode())
    assert "What Knights of the Realm should do" in page
    assert "What Orc Boyz should do" in page
    assert page.count('<span class="busy">Trying each answer…</span>') == 2


@pytest.mark.parametrize("query", ["a=nobody&b=nothing", CHARGED + "&s.contact=top"])
def test_a_wrong_question_goes_to_the_page_that_says_why(
    client: Client, query: str
) -> None:
    answer = client.get(f"{DECISIONS}?{query}&side=a")
    assert answer.status_code == 302
    assert client.get(answer.headers["Location"]).status_code == 400


def test_a_side_that_there_is_not_is_404(client: Client) -> None:
    assert client.get(f"{DECISIONS}?{CHARGED}&side=c").status_code == 404


def test_a_side_is_named_by_all_of_its_units_and_a_decision_by_whose_it_is(
    client: Client,
) -> None:
    boars = "warhammer-orcs-and-goblins@1/orc-boar-boyz"
    query = f"{LINE}&b2={boars}&b2.loadout=Hand+weapon+and+Shield"
    answer = client.get(f"{DECISIONS}?{query}&side=b")
    text = unescape(answer.content.decode())
    assert "What Orc Boyz with Orc Boar Boyz should do" in text
    page = answer.context["page"]
    assert page.headings[0] == "Orc Boyz with Orc Boar Boyz win"
    untried = [label for label, _ in page.untried]
    told = [*(f"{one.title} ({one.about})" for one in page.tables), *page.equal]
    for unit in ("(Orc Boyz)", "(Orc Boar Boyz)"):
        assert any(unit in label for label in (*told, *untried)), told


def test_at_whom_it_strikes_is_no_decision_where_one_enemy_is_touched(
    client: Client,
) -> None:
    publish_printed("charge-orcs")
    publish_printed("charge-elves")
    elves, orcs = "charge-elves@1/elven-cavalry", "charge-orcs@1/orcs"
    question = "Enemy at which it strikes, if several are in its front"

    def titles(query: str) -> str:
        found = decided(client, query, "a")
        return str([*found.tables, *found.equal, *found.untried])

    alone = f"a={elves}&b={orcs}&kind=battle-line"
    assert question not in titles(alone)
    assert question in titles(f"{alone}&b2=charge-orcs@1/badlands-beast")
