"""The match-up page: its address is the whole question."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.popularity import games_by_play
from armybuilder.armies.store import create
from armybuilder.matchups import sides
from armybuilder.matchups.document_odds import document_odds
from armybuilder.matchups.side_choices import ARMIES_OFFERED
from rulesets.combats import COMBATS, combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.odds.match_up import MatchUpError
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.editions import publish_printed

pytestmark = pytest.mark.usefixtures("charge_books")

A, B = "charge-skaven@1/ratmen", "charge-orcs@1/orcs"
PAGE = "/match-ups/"


def show(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 200, answer.headers
    return answer.content.decode()


def refused(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 400
    return answer.content.decode()


def moved(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 302
    return answer.headers["Location"].partition("?")[2]


def test_without_sides_the_form_is_shown_with_every_unit(client: Client) -> None:
    page = show(client, "")
    assert "Choose two units" in page
    assert 'value="charge-orcs@1/badlands-beast"' in page


def test_games_stand_as_they_are_played_and_the_first_with_books_is_asked(
    client: Client,
) -> None:
    cache.clear()
    for page in (show(client, ""), client.get(f"{PAGE}compare/").content.decode()):
        tabs = re.findall(r'<a href="\?game=([a-z]+)"(\s+aria-current="page")?', page)
        assert [key for key, _ in tabs] == [game.key for game in games_by_play()]
        assert [key for key, current in tabs if current] == ["charge"]


def test_the_address_of_a_kind_names_its_game(client: Client) -> None:
    kind = combat_of(GAMES["charge"]).kinds[1].key
    assert moved(client, f"kind={kind}") == f"game=charge&kind={kind}"


def test_two_units_are_set_against_each_other(client: Client) -> None:
    page = show(client, f"a={A}&b={B}")
    assert "Ratmen against Orcs: charge by Ratmen" in page
    assert "badge--legal" in page
    for title in ("How it ends", "Where it stands after each round", "Readings used"):
        assert title in page
    assert "10 dice, 5+ to hit, against a save of 5+" in page


def test_the_newest_edition_is_pinned_in_the_address(client: Client) -> None:
    assert moved(client, "a=charge-skaven/ratmen&b=charge-orcs/orcs") == f"a={A}&b={B}"


def test_usual_answers_are_left_out_and_the_rest_is_put_in_order(
    client: Client,
) -> None:
    entered = (
        f"r.half-strength=half-dice&s.b.wounds-lost=3&s.a.wounds-lost=0&rounds=2"
        f"&s.contact=front&b={B}&kind=charge&a={A}&r.ones-fail=yes"
    )
    canonical = f"a={A}&b={B}&rounds=2&s.b.wounds-lost=3&r.half-strength=half-dice"
    assert moved(client, entered) == canonical
    page = show(client, canonical)
    assert re.search(r'name="s.b.wounds-lost"[^>]*value="3"', page)


def test_a_question_with_one_side_has_a_short_address_too(client: Client) -> None:
    entered = f"a={A}&b=&rounds=&s.a.wounds-lost=0&kind=shooting"
    assert moved(client, entered) == f"a={A}&kind=shooting"
    page = show(client, f"a={A}&kind=shooting")
    assert "Now choose side B" in page
    assert re.search(r'value="charge-skaven@1/ratmen"\s+selected', page)


def test_answers_of_another_kind_are_dropped(client: Client) -> None:
    entered = f"a={A}&b={B}&s.reaction=none&s.a.touched-in=rear"
    assert moved(client, entered) == f"a={A}&b={B}"


def test_an_answer_about_what_nobody_has_is_said_to_change_nothing(
    client: Client,
) -> None:
    said = "It concerns nobody here, so the answer changes nothing."
    idle = show(client, f"a={A}&b={B}&s.volley-fire=yes")
    assert "(which changes nothing here)" in idle
    assert said in idle
    usual = show(client, f"a={A}&b={B}&s.b.wounds-lost=3")
    assert "which changes nothing here" not in usual
    assert said not in usual


def test_swapping_turns_the_answers_of_the_sides(client: Client) -> None:
    page = show(client, f"a={A}&b={B}&s.b.wounds-lost=3")
    assert f'href="{PAGE}?a={B}&amp;b={A}&amp;s.a.wounds-lost=3"' in page


def test_the_comparisons_that_it_is_part_of_keep_its_situation(client: Client) -> None:
    page = show(client, f"a={A}&b={B}&rounds=2&s.b.wounds-lost=3")
    kept = "rounds=2&amp;s.b.wounds-lost=3"

    whole = f"/match-ups/compare/?a={A}&amp;b=charge-orcs@1&amp;{kept}"
    changes = f"/match-ups/compare/?a={A}&amp;b={B}&amp;rows=changes&amp;{kept}"
    for address in (whole, changes):
        assert f'href="{address}"' in page
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200


def test_another_kind_keeps_what_both_kinds_ask(client: Client) -> None:
    page = show(client, f"a={A}&b={B}&s.distance=4&s.a.wounds-lost=3")
    assert f"?a={A}&amp;b={B}&amp;kind=shooting&amp;s.a.wounds-lost=3" in page


def test_a_mirror_match_tells_its_sides_apart(client: Client) -> None:
    page = show(client, f"a={A}&b={A}")
    assert "Ratmen (A) against Ratmen (B)" in page


@pytest.mark.parametrize("kind", ["fight", "shooting"])
def test_every_kind_has_an_answer(client: Client, kind: str) -> None:
    page = show(client, f"a=charge-skaven@1/jezzails&b={B}&kind={kind}")
    assert "How the numbers came about" in page


def test_who_is_refused_is_led_on_to_other_kinds_and_to_the_other_side(
    client: Client,
) -> None:
    page = refused(client, f"a={A}&b={B}&s.a.wounds-lost=20")
    assert f'href="{PAGE}?a={A}&amp;b={B}&amp;kind=fight' in page
    assert f'href="{PAGE}?a={B}&amp;b={A}&amp;s.b.wounds-lost=20"' in page


@pytest.mark.parametrize(
    ("query", "place", "text"),
    [
        (f"a=nonsense&b={B}", "Side A", "expected BOOK/UNIT"),
        (f"a={A}&b=charge-orcs/ghost", "Side B", "has no unit"),
        (f"a={A}&b=no-such-book/orcs", "Side B", "no published edition"),
        (f"a={A}&b=charge-orcs@99/orcs", "Side B", "no published edition"),
        (f"a={A}&b=army:unknown/f1/s1", "Side B", "no such army"),
        (f"a={A}&b={B}&kind=duel", "Kind", "expected one of charge"),
        (f"a={A}&b={B}&rounds=0", "Rounds", "from 1 to 100"),
        (f"a={A}&b={B}&rounds=²", "Rounds", "from 1 to 100"),
        (f"a={A}&b={B}&s.a.wounds-lost=x", "Wounds already lost", "whole number"),
        (f"a={A}&b={B}&s.a.wounds-lost=20", "Wounds already lost", ""),
        (
            f"a={A}&b={B}&kind=fight&s.a.touched-in=top",
            "Where the enemy touches",
            "front, flank",
        ),
        (f"a={A}&b={B}&r.ones-fail=maybe", "A natural 1", "expected one of yes, no"),
        (f"a={A}&b={B}&s.weather=rain", "s.weather", "asks nothing of this name"),
        ("game=chess", "game", "not known here"),
    ],
)
def test_a_bad_query_names_its_field_and_keeps_the_form(
    client: Client, query: str, place: str, text: str
) -> None:
    page = refused(client, query)
    assert re.search(f'<strong>(<a href="#ask-[a-z-]+">)?{place}', page)
    assert text in page
    assert 'id="question"' in page


def test_what_was_entered_wrong_stays_in_the_form(client: Client) -> None:
    page = refused(client, f"a={A}&b={B}&s.a.wounds-lost=lots")
    assert re.search(r'name="s.a.wounds-lost"[^>]*value="lots"', page)
    assert re.search(r'value="charge-skaven@1/ratmen"\s+selected', page)


def test_a_side_that_is_wrong_leaves_the_other_as_it_was_chosen(client: Client) -> None:
    page = refused(client, f"a=charge-skaven/ghost&b={B}")
    assert re.search(f'value="{B}"\\s+selected', page)


def test_a_query_is_shown_as_text(client: Client) -> None:
    page = refused(client, "a=<script>alert(1)</script>")
    assert "<script>alert" not in page


def test_the_page_only_reads(client: Client) -> None:
    assert client.post(PAGE).status_code == 405


def test_the_document_of_the_question_gives_the_same_answer(client: Client) -> None:
    answer = client.get(f"{PAGE}?a={A}&b={B}&rounds=2&s.b.wounds-lost=3")
    posted = client.post(
        reverse("api:odds"), answer.context["document"], content_type="application/json"
    )
    assert posted.status_code == 200
    ours = {row[0]: row[1] for row in answer.context["result"].outcomes.rows}
    assert len(posted.json()["outcomes"]) == len(ours)
    assert posted.json()["situation"]["b.wounds-lost"] == 3


@pytest.fixture
def army(alice: User) -> Army:
    units = (Selection("s1", "jezzails", name="The Long Guns"),)
    roster = Roster(
        "charge", "Warlocks", forces=(Force("f1", "charge-skaven", 1, units),)
    )
    return create(roster, alice)


def test_a_unit_of_ones_own_army_fights_under_its_own_name(
    alice_client: Client, army: Army
) -> None:
    side = f"army:{army.public_id}/f1/s1"
    page = show(alice_client, f"a={side}&b={B}")
    assert "The Long Guns against Orcs" in page
    assert f'href="/armies/{army.public_id}/"' in page
    offered = show(alice_client, "")
    assert f'value="{side}"' in offered


def test_the_page_says_while_its_address_is_of_no_use_to_others(
    alice_client: Client, army: Army
) -> None:
    query = f"a=army:{army.public_id}/f1/s1&b={B}"
    warning = "the army is private"
    assert warning in show(alice_client, query)
    army.visibility = Visibility.UNLISTED
    army.save()
    assert warning not in show(alice_client, query)


def test_nobody_else_sees_it_or_learns_that_it_exists(
    bob_client: Client, army: Army
) -> None:
    theirs = refused(bob_client, f"a=army:{army.public_id}/f1/s1&b={B}")
    absent = refused(bob_client, f"a=army:no-such-army/f1/s1&b={B}")
    said = "there is no such army, or it is not shown to you."
    assert said in theirs
    assert said in absent
    assert "Warlocks" not in theirs


def test_a_shared_army_may_be_fought_by_anybody(client: Client, army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    page = show(client, f"a=army:{army.share_token}/f1/s1&b={B}")
    assert "The Long Guns against Orcs" in page


def test_the_other_units_of_its_army_and_of_the_enemys_book_are_offered_first(
    alice: User, alice_client: Client
) -> None:
    units = (
        Selection("s1", "jezzails", name="The Long Guns"),
        Selection("s2", "ratmen", name="The Old Pack"),
    )
    force = Force("f1", "charge-skaven", 1, units)
    first = create(Roster("charge", "Warlocks", forces=(force,)), alice)
    for number in range(ARMIES_OFFERED):
        create(Roster("charge", f"Later {number}", forces=(force,)), alice)
    own = f"army:{first.public_id}/f1"
    answer = alice_client.get(f"{PAGE}?a={own}/s1&b={B}")

    mine, enemies, *others = answer.context["cards"][0].groups
    told = [(one.address, one.label) for one in mine.choices]
    assert mine.name == "from Warlocks"
    assert told == [
        (f"{own}/s1", "The Long Guns (100 points)"),
        (f"{own}/s2", "The Old Pack (50 points)"),
    ]
    assert enemies.name == "Orcs, edition 1"
    assert sum(own in one.address for part in others for one in part.choices) == 0


def test_beside_a_changed_unit_its_army_is_offered_without_points(
    alice_client: Client, army: Army
) -> None:
    unit = f"army:{army.public_id}/f1/s1"
    answer = alice_client.get(f"{PAGE}?a={unit}~better:save&b={B}")
    changed, mine, *_ = answer.context["cards"][0].groups

    assert [one.address for one in changed.choices] == [f"{unit}~better:save"]
    assert [one.label for one in mine.choices] == ["The Long Guns"]


def test_a_path_that_leads_nowhere_is_named(alice_client: Client, army: Army) -> None:
    page = refused(alice_client, f"a=army:{army.public_id}/f1/s9&b={B}")
    assert "Warlocks has no unit at" in page


def test_the_page_asks_the_database_a_fixed_number_of_times(
    client: Client, django_assert_num_queries: object
) -> None:
    address = f"{PAGE}?a={A}&b={B}"
    client.get(address)
    with django_assert_num_queries(3):  # type: ignore[operator]
        client.get(address)


def test_a_game_whose_odds_are_not_written_is_named_and_not_offered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(COMBATS, "charge")
    monkeypatch.setattr(sides, "WORKED_OUT", {})
    said = "The match-ups of Charge v2 are not worked out here."
    answer = client.get(f"/match-ups/preview/?a={A}&b={B}")
    assert answer.status_code == 400
    assert said in answer.content.decode()
    document = {
        "format": "armybuilder.match-up/1",
        "game": "charge",
        "kind": "fight",
        "a": {"book": "charge-skaven", "edition": 1, "unit": "ratmen"},
        "b": {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
    }
    with pytest.raises(MatchUpError, match="are not worked out here"):
        document_odds(document)


def test_a_unit_of_a_game_without_odds_is_refused_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(COMBATS, "warhammer")
    monkeypatch.delitem(sides.WORKED_OUT, "warhammer")
    publish_printed("warhammer-bretonnia")
    page = refused(client, f"a=warhammer-bretonnia@1/knights-of-the-realm&b={B}")
    assert "The match-ups of Warhammer are not worked out here." in page
    assert "game=warhammer" not in show(client, "")
    assert "are not worked out here" in refused(client, "game=warhammer")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_says_what_its_answers_speak_of(game: Game) -> None:
    terms = [word.term for word in combat_of(game).words]
    assert {"Wins", "Loses", "Wounds too many"} <= set(terms)
    assert len(terms) == len(set(terms))
    assert all(
        word.text.endswith(".") and word.source for word in combat_of(game).words
    )


def test_the_page_explains_its_words(client: Client) -> None:
    page = show(client, f"a={A}&b={B}")
    assert "What these words mean" in page
    assert "Nobody pursues it." in page
    assert "Every roll of the dice that can happen is counted" in page


def test_an_engagement_tells_its_turns_and_what_it_cost_to_come(client: Client) -> None:
    rifles = "charge-skaven@1/jezzails"
    page = show(client, f"a={B}&b={rifles}&kind=engagement")
    assert "Where it stands after each turn" in page
    assert "Wounds lost by Orcs before contact" in page
    assert "Contact made by Orcs" in page
    assert "charges as soon as it may" in page
