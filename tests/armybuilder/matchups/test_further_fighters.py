"""Fighters beside A and B on the match-up page: asked, moved, swapped, refused."""

import json
import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from armybuilder.books import editions
from armybuilder.matchups.examples import examples_of
from rulesets.games import GAMES
from rulesets.matchups.match_up_document import editions_named, read_match_up
from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.django_db

PAGE = "/match-ups/"
KNIGHTS = "warhammer-bretonnia@1/knights-of-the-realm"
LORD = "warhammer-bretonnia@1/bretonnian-lord"
BOYZ = "warhammer-orcs-and-goblins@1/orc-boyz"
BOARS = "warhammer-orcs-and-goblins@1/orc-boar-boyz"
HELD = "Hand weapon and Shield"
TWO = f"a={KNIGHTS}&b={BOYZ}&kind=battle-line"
FLANKED = f"{TWO}&a-character={LORD}&b2={BOARS}&b2.loadout={HELD.replace(' ', '+')}"
FLANKED += "&s.b2.contact=flank"


@pytest.fixture(autouse=True)
def books() -> None:
    """Publish two books of the game."""
    publish_printed("warhammer-bretonnia")
    publish_printed("warhammer-orcs-and-goblins")


def page_of(client: Client, query: str, status: int = 200) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == status, answer.headers
    return unescape(answer.content.decode())


def moved(client: Client, query: str) -> dict[str, str]:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 302
    return dict(parse_qsl(answer.headers["Location"].partition("?")[2]))


def test_a_general_in_his_knights_meets_a_charge_in_the_flank(client: Client) -> None:
    page = page_of(client, FLANKED)
    assert "Bretonnian Lord stands in Knights of the Realm" in page
    assert "Orc Boar Boyz fight Knights of the Realm in" in page
    assert "badge--legal" in page or "±" in page
    rows = client.get(f"{PAGE}?{FLANKED}").context["fates"].rows
    names = ["Knights of the Realm", "Bretonnian Lord", "Orc Boyz", "Orc Boar Boyz"]
    assert [row.name for row in rows] == names
    assert "What becomes of each" in page
    assert "Bretonnian Lord slain" not in page


def test_the_bar_names_all_of_a_side_and_never_the_fate_of_one_unit(
    client: Client,
) -> None:
    parts = client.get(f"{PAGE}?{FLANKED}").context["result"].plain.segments
    labels = [part.label for part in parts]
    assert "Orc Boyz with Orc Boar Boyz: broken and run down" in labels
    assert "Orc Boyz run down" not in labels


def test_a_side_is_named_with_the_characters_in_its_units(client: Client) -> None:
    page = page_of(client, FLANKED)
    assert "Knights of the Realm with Bretonnian Lord win" in page
    parts = client.get(f"{PAGE}?{FLANKED}").context["result"].plain.segments
    assert "Friends within 6 inches of Orc Boyz with Orc Boar Boyz must test" in page
    own = [part.label for part in parts if part.tone.startswith("a")]
    assert own
    assert all(
        "Orc Boyz with Orc Boar Boyz" in one or "with Bretonnian Lord" in one
        for one in own
    )


def test_units_of_one_name_are_told_apart_everywhere(client: Client) -> None:
    query = f"{TWO}&b2={BOYZ}&s.b2.contact=flank"
    answer = client.get(f"{PAGE}?{query}")
    names = [row.name for row in answer.context["fates"].rows]
    assert names == ["Knights of the Realm", "Orc Boyz (B)", "Orc Boyz (B2)"]
    page = unescape(answer.content.decode())
    assert "Orc Boyz (B) with Orc Boyz (B2) win" in page
    assert "Orc Boyz with" not in page


def test_the_first_round_is_won_by_all_of_a_side(client: Client) -> None:
    page = page_of(client, FLANKED)
    assert "Orc Boyz with Orc Boar Boyz winning the first round" in page
    assert "Orc Boyz winning the first round" not in page


def test_what_is_left_of_a_unit_that_fights_alone_is_drawn_once(
    client: Client,
) -> None:
    result = client.get(f"{PAGE}?{TWO}&b2={BOARS}").context["result"]
    titles = [chart.title for chart in (*result.survivors, *result.others)]
    assert titles.count("Wounds left of Knights of the Realm") == 1
    assert "Wounds left of Orc Boar Boyz" in titles


def test_sides_of_two_games_are_refused_with_the_names_of_these(
    client: Client,
) -> None:
    publish_printed("charge-orcs")
    page = page_of(client, f"a={KNIGHTS}&b=charge-orcs@1/orcs", 400)
    assert "Orcs are of Charge v2, Knights of the Realm of Warhammer." in page


def test_losses_to_shots_are_told_of_no_round(client: Client) -> None:
    bows = "warhammer-bretonnia@1/peasant-bowmen"
    page = page_of(client, f"a={bows}&b={BOYZ}&kind=shooting")
    assert "wounds, and what is left of who takes them" in page
    assert "wounds in the first" not in page


def test_where_no_wounds_of_a_first_turn_are_told_nothing_promises_them(
    client: Client,
) -> None:
    publish_printed("mordheim-reikland")
    book = "mordheim-reikland@1"
    page = page_of(client, f"a={book}/captain&b={book}/champion")
    assert ">what is left in the end<" in page
    assert "wounds in the first turn" not in page


def test_two_alone_have_no_table_of_fates(client: Client) -> None:
    assert "What becomes of each" not in page_of(client, TWO)


def test_the_document_asks_the_same(client: Client) -> None:
    answer = client.get(f"{PAGE}?{FLANKED}")
    document = json.loads(answer.context["document"])
    books = editions.editions_for(editions_named(document))
    assert read_match_up(document, books) == answer.context["question"].match_up()


def test_a_unit_of_which_nobody_says_it_has_in_hand_what_serves_best(
    client: Client,
) -> None:
    page = page_of(client, f"{TWO}&b2={BOARS}&s.b2.contact=flank")
    assert "Orc Boar Boyz have in hand the best loadout here: " in page
    assert page.count("The best loadout") == 2


def test_a_unit_of_which_it_is_said_has_that_in_hand(client: Client) -> None:
    page = page_of(client, FLANKED)
    assert "Orc Boar Boyz have in hand" not in page


def test_a_gap_between_characters_closes_and_their_answers_come_along(
    client: Client,
) -> None:
    second = f"{TWO}&a-character=&a-character-2={LORD}&s.a-character-2.wounds-lost=1"
    query = moved(client, second)
    assert query["a-character"] == LORD
    assert query["s.a-character.wounds-lost"] == "1"
    assert "a-character-2" not in query


def test_who_joined_a_unit_that_is_gone_joins_the_first(client: Client) -> None:
    query = moved(client, f"{TWO}&a2=&a-character={LORD}&a-character.joins=a2")
    assert "a-character.joins" not in query


def test_swapped_sides_take_those_beside_them_along(client: Client) -> None:
    answer = client.get(f"{PAGE}?{FLANKED}")
    query = dict(parse_qsl(answer.context["swap"].partition("?")[2]))
    assert (query["a"], query["b"]) == (BOYZ, KNIGHTS)
    assert (query["a2"], query["b-character"]) == (BOARS, LORD)
    assert query["s.a2.contact"] == "flank"
    back = client.get(answer.context["swap"]).context["swap"]
    assert back == f"{PAGE}?{FLANKED}"


def test_a_gap_between_units_closes_and_who_touched_or_joined_one_stays_there(
    client: Client,
) -> None:
    gap = f"{TWO}&a4={KNIGHTS}&s.a4.charges=yes&b2={BOARS}&b2.touches=a4"
    query = moved(client, f"{gap}&a-character={LORD}&a-character.joins=a4")
    assert query["a2"] == KNIGHTS
    assert query["s.a2.charges"] == "yes"
    assert query["b2.touches"] == query["a-character.joins"] == "a2"
    assert "a4" not in query


def test_four_units_a_side_are_asked_for_one_after_the_other(client: Client) -> None:
    query = TWO
    for number in (2, 3, 4):
        cards = client.get(f"{PAGE}?{query}").context["beside"].a
        units = [card for card in cards if not card.field.startswith("a-")]
        assert [card.field for card in units][-1] == f"a{number}"
        assert not units[-1].side
        query += f"&a{number}={KNIGHTS}"
    cards = client.get(f"{PAGE}?{query}").context["beside"].a
    assert [card.field for card in cards if not card.side] == ["a-character"]


def test_another_kind_leaves_them_out(client: Client) -> None:
    kinds = client.get(f"{PAGE}?{FLANKED}").context["kinds"]
    query = next(one.href for one in kinds if one.kind.key == "fight")
    assert "b2" not in query
    assert client.get(query).status_code == 200


def test_a_kind_that_takes_nobody_beside_two_refuses_who_is_named(
    client: Client,
) -> None:
    query = FLANKED.replace("kind=battle-line", "kind=fight")
    page = page_of(client, query, 400)
    assert "takes nobody at this place" in page


def test_who_is_sent_away_on_the_form_leaves_without_a_word(client: Client) -> None:
    more = f"&a2={KNIGHTS}&a2.touches=b2&b2=&s.b2.contact=flank&b2.loadout=Spear"
    query = moved(client, f"{TWO}{more}")
    assert query["a2"] == KNIGHTS
    assert not query.keys() & {"a2.touches", "b2", "s.b2.contact", "b2.loadout"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "&s.b2.contact=flank",
            "s.b2.contact: said of nobody",
        ),
        ("&b2.loadout=Spear", "b2.loadout: said of nobody: the address names no “b2”."),
        ("&a-character.joins=a", "a-character.joins: said of nobody"),
        (f"&a2={KNIGHTS}&a2.touches=zz", "expected one of b, found “zz”."),
        (f"&a2={KNIGHTS}&a2.touches=b3", "expected one of b, found “b3”."),
        (f"&a2={KNIGHTS}&b2={BOARS}&a2.touches=b9", "expected one of b, b2, found"),
        (f"&b2={BOARS}&b2.loadout=Chainsaw", "have no loadout “Chainsaw”; known are: "),
        ("&a.loadout=Chainsaw", "have no loadout “Chainsaw”; known are: "),
    ],
)
def test_nothing_that_an_address_says_is_dropped_without_a_word(
    client: Client, more: str, said: str
) -> None:
    page = page_of(client, f"{TWO}{more}", 400)
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    assert said in words


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (f"&b2={BOARS}&s.b2.contact=above", "Where it touches the enemy"),
        (f"&b2={BOARS}&b2.touches=b", "Fights"),
        ("&b2=warhammer-bretonnia@1/nobody", "Add another unit"),
        ("&b2=nonsense", "expected BOOK/UNIT"),
        (f"&b2={BOARS}&b2.touches=a2&a2=nonsense", "expected BOOK/UNIT"),
        (
            "".join(f"&b{n}={BOARS}&s.b{n}.contact=flank" for n in (2, 3, 4)),
            "one enemy at each flank, 3 are said to stand there",
        ),
        (f"&b5={BOARS}", "asks nothing of this name"),
        (f"&b2={BOYZ}&s.b2.wounds-lost=99", "Wounds already lost"),
        (
            f"&a-character-2={KNIGHTS}",
            "a character is one model, Knights of the Realm have 5 models",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_place_and_nothing_is_lost(
    client: Client, more: str, said: str
) -> None:
    page = page_of(client, f"{TWO}&a-character={LORD}{more}", 400)
    assert said in page
    assert f'<option value="{LORD}" selected>' in " ".join(page.split())


def test_only_who_may_see_an_army_finds_its_units(client: Client) -> None:
    page = page_of(client, f"{TWO}&b2=army:none/f1/u1", 400)
    assert "Orc Boyz" in page


def test_the_example_of_a_battle_line_opens_with_all_who_fight(client: Client) -> None:
    lines = [
        one for one in examples_of(GAMES["warhammer"]) if "battle-line" in one.href
    ]
    assert [one.title for one in lines] == [
        "Knights of the Realm with Bretonnian Lord against Orc Boyz with Orc Boar Boyz"
    ]
    answer = client.get(client.get(lines[0].href).headers["Location"])
    assert answer.status_code == 200
    assert [one.key for one in answer.context["question"].further] == [
        "a-character",
        "b2",
    ]


def test_a_character_stays_in_his_unit_when_another_kind_is_asked(
    client: Client,
) -> None:
    publish_printed("scrollhammer-saltmere-league")
    league = "scrollhammer-saltmere-league@1"
    query = f"a={league}/deckhands&b={league}/quay-guard&a-character={league}/captain"
    for kind in ("charge", "shooting", "engagement"):
        page = page_of(client, query)
        links = re.findall(rf'href="([^"]*kind={kind}[^"]*)"', page)
        kept = [one for one in links if f"a-character={league}/captain" in one]
        assert kept, kind
        told = page_of(client, kept[0].partition("?")[2])
        assert "League Captain stands in Deckhands" in told
        assert "What becomes of each" in told


def test_answers_about_further_fighters_count_as_changed(client: Client) -> None:
    page = client.get(f"{PAGE}?{FLANKED}")
    alone = client.get(f"{PAGE}?{TWO}").context
    assert (alone["changed"], page.context["changed"]) == (0, 1)
    beside = page.context["beside"]
    assert beside.changed == 1
    assert page.context["asked"] == len(page.context["form"].asks) + beside.asked
    text = " ".join(unescape(page.content.decode()).split())
    assert "1 changed, about who else fights" in text
    assert "Bretonnian Lord, Orc Boar Boyz · 1 changed" in text


def test_a_question_about_two_enemies_is_asked_where_two_are_touched(
    client: Client,
) -> None:
    publish_printed("charge-orcs")
    publish_printed("charge-elves")
    orcs, elves = "charge-orcs@1/orcs", "charge-elves@1/elven-cavalry"
    two = f"a={elves}&b={orcs}&kind=battle-line"
    beast = "charge-orcs@1/badlands-beast"

    def asked(query: str) -> set[str]:
        context = client.get(f"{PAGE}?{query}").context
        cards = context["beside"].cards
        asks = (*context["form"].asks, *(ask for card in cards for ask in card.asks))
        return {ask.name for ask in asks if ask.name.endswith("strikes-at")}

    assert asked(two) == set()
    assert asked(f"{two}&b2={beast}") == {"s.a.strikes-at"}
    of_a, of_b = f"{two}&a2={elves}", f"&b2={beast}"
    assert asked(of_a + of_b) == {"s.a.strikes-at", "s.b.strikes-at"}
    apart = f"{of_a}&a2.touches=b2{of_b}"
    assert asked(apart) == {"s.a.strikes-at", "s.b2.strikes-at"}
    assert asked(f"{two}&s.a.strikes-at=second") == {"s.a.strikes-at"}


def test_the_answer_in_short_stands_before_the_question_and_leads_to_the_whole(
    client: Client,
) -> None:
    page = page_of(client, FLANKED)
    short = page.index('id="in-short"')
    assert short < page.index('id="side-a"') < page.index('id="answer"')
    assert 'href="#answer"' in page[short : short + 100]
    words = " ".join(page[short:].partition("</a>")[0].split())
    assert "</b> Orc Boyz with Orc Boar Boyz win" in words
    assert 'id="in-short"' not in page_of(client, f"{TWO}&s.a.contact=above", 400)


@pytest.mark.parametrize("query", [TWO, f"a={KNIGHTS}&b={BOYZ}"], ids=["line", "two"])
def test_panic_of_friends_stands_beside_the_answer_where_it_is_asked(
    client: Client, query: str
) -> None:
    asked = client.get(f"{PAGE}?{query}&s.b.friends=2")
    result = asked.context["result"]
    assert [one.label for one in result.beside] == [
        "Friends within 6 inches of Orc Boyz must test for panic",
        "One or more friends of Orc Boyz panic",
    ]
    page = unescape(asked.content.decode())
    assert page.index("One or more friends") < page.index("What decides it")
    folded = [one.label for one in (*result.events, *result.rare)]
    assert not any("friends of Orc Boyz" in label for label in folded)
    assert client.get(f"{PAGE}?{query}").context["result"].beside == ()


def test_what_a_unit_of_charge_flees_into_stands_beside_the_answer(
    client: Client,
) -> None:
    publish_printed("charge-orcs")
    orcs = "charge-orcs@1/orcs"
    query = f"a={orcs}&b={orcs}&kind=fight&s.b.enemy-behind=4"
    beside = client.get(f"{PAGE}?{query}").context["result"].beside
    assert len(beside) == 1


def test_friends_of_two_units_are_told_of_both(client: Client) -> None:
    result = client.get(f"{PAGE}?{FLANKED.replace('&a-c', '&s.b.friends=1&a-c')}")
    assert [one.label for one in result.context["result"].beside] == [
        "Friends within 6 inches of Orc Boyz with Orc Boar Boyz must test for panic",
        "One or more friends of Orc Boyz with Orc Boar Boyz panic",
    ]
