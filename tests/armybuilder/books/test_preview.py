"""A unit of a draft as players will see it: card, costs, limits, match-ups."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Revision
from armybuilder.books.preview.match_ups import ShownDuel
from tests.armybuilder.books.documents import printed_book, small_book, small_unit

PIECE = {"X-Piece": "1"}


def address(book: Book, unit: str = "spears", page: str = "preview") -> str:
    return f"{reverse(f'admin:books_book_{page}', args=[book.pk])}?unit={unit}"


def edit(at: str, value: Any) -> dict[str, Any]:
    return {"op": "set", "at": at, "value": value}


def sent(client: Client, url: str, edits: Any, **more: Any) -> Any:
    body = edits if isinstance(edits, str) else json.dumps(edits)
    return client.post(url, body, content_type="application/json", **more)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_a_unit_is_shown_as_players_see_it(book: Book, alice_client: Client) -> None:
    answer = alice_client.get(address(book))
    assert answer.status_code == 200
    page = text_of(answer)
    assert "Spears as players see it" in page
    assert "No edition has this unit yet." in page
    assert answer.context["preview"].sheet.price == "100 points"
    assert answer.context["preview"].costs.rows[0].costs[0].text == "100"


def test_what_is_not_saved_is_shown_beside_the_last_edition_and_not_kept(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    before = draft_document(book)
    revisions = Revision.objects.count()
    dearer = [
        edit("/units/spears/points", 120),
        edit("/units/spears/profiles/spears/characteristics/melee-dice", 9),
    ]
    answer = sent(alice_client, address(book), dearer, headers=PIECE)
    page = text_of(answer)
    assert "<s>100 points</s> 120 points" in page
    assert "<s>100</s> 120" in page
    (line,) = answer.context["preview"].sheet.stat_lines
    (cell,) = [cell for cell in line.cells if cell.was]
    assert f"<td><s>{cell.was}</s> {cell.text}</td>" in page
    assert (cell.was, cell.text) == ("10 / 4+", "9 / 4+")
    assert "Spears: points 100 → 120." in page
    assert "<html" not in page
    assert draft_document(book) == before
    assert Revision.objects.count() == revisions


def test_a_renamed_unit_stands_beside_what_it_was(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    renamed = [
        edit("/units/spears/renamed_from", ["spears"]),
        edit("/units/spears/points", 90),
        edit("/units/spears/key", "pikes"),
    ]
    answer = sent(alice_client, address(book, "pikes"), renamed)
    assert answer.context["preview"].edition == 1
    assert answer.context["preview"].sheet.was == "100 points"
    assert "Spears: points 100 → 90." in text_of(answer)


def test_a_form_sends_edits_too_and_hands_them_on(
    book: Book, alice_client: Client
) -> None:
    edits = json.dumps([edit("/units/spears/name", "Pikes <b>")])
    answer = alice_client.post(address(book), {"edits": edits})
    assert "Pikes &lt;b&gt; as players see it" in text_of(answer)
    assert answer.context["edits"] == edits
    assert "/units/spears/name&quot;" in text_of(answer)


def test_a_draft_that_is_no_book_says_why(book: Book, alice_client: Client) -> None:
    for page in ("preview", "preview_odds"):
        wrong = [edit("/units/spears/category", "nowhere")]
        answer = sent(alice_client, address(book, page=page), wrong)
        assert answer.status_code == 200
        assert "no book as it stands" in text_of(answer)
        assert "the book has no category" in text_of(answer)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{", "/"),
        ("{}", "expected a list of edits"),
        ('[{"op": "set"}]', "/0/at"),
        (json.dumps([edit("/units/nobody/points", 5)]), "there is no such part"),
        (json.dumps([edit("/a", "x" * 600_000)]), "more than 500,000 bytes"),
        (b"\xff\xfe[]", "UTF-8"),
    ],
)
def test_edits_that_cannot_be_made_are_refused_in_words(
    body: Any, told: str, book: Book, alice_client: Client
) -> None:
    answer = alice_client.post(address(book), body, content_type="application/json")
    assert answer.status_code == 400
    assert told in text_of(answer)


def test_a_unit_that_is_not_there_is_not_found(
    book: Book, alice_client: Client
) -> None:
    assert alice_client.get(address(book, "nobody")).status_code == 404


def test_a_draft_without_units_says_so(alice: User, alice_client: Client) -> None:
    empty = save_draft(small_book(key="none", units=[]))
    empty.people.add(alice)
    for page in ("preview", "preview_odds"):
        url = reverse(f"admin:books_book_{page}", args=[empty.pk])
        assert "The draft has no unit yet." in text_of(alice_client.get(url))


def test_another_authors_book_is_not_shown(book: Book, other_author: Client) -> None:
    assert other_author.get(address(book)).status_code == 404
    assert sent(other_author, address(book), []).status_code == 404


# -- match-ups ------------------------------------------------------------------------


def test_match_ups_tell_wins_and_those_of_the_last_edition(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    enemy = save_draft(
        small_book(
            key="enemies",
            name="Enemies",
            units=[small_unit(key="pikes", name="Pikes")],
        )
    )
    publish(enemy, alice)
    same = alice_client.get(address(book, page="preview_odds"), headers=PIECE)
    (duel,) = same.context["match_ups"].duels
    assert duel.enemy == "Pikes, 20 models, 100 points"
    assert duel.sizes == "20 models against 20"
    assert f"{duel.sizes}. Wins <strong>{duel.whole[0]}<" in text_of(same)
    assert f"nobody wins {duel.whole[1]}" in text_of(same)
    assert duel.was == duel.wins
    assert not duel.has_moved
    assert duel.wins + duel.open + duel.loses == pytest.approx(100, abs=0.2)
    weak = {
        "at": "/units/spears/profiles/spears/characteristics/melee-dice",
        "op": "set",
    }
    answer = sent(
        alice_client, address(book, page="preview_odds"), [{**weak, "value": 2}]
    )
    (now,) = answer.context["match_ups"].duels
    assert now.wins < now.was == duel.wins
    assert "edition 1:" in text_of(answer)


def test_whole_wins_losses_and_open_fights_are_a_hundred() -> None:
    duel = ShownDuel("Pikes", wins=34.5, open=0.0, loses=65.5, was=34.6, then=35)
    assert duel.whole == (35, 0, 65)
    assert not duel.has_moved
    assert ShownDuel("Pikes", wins=33.4, open=33.3, loses=33.3).whole == (34, 33, 33)


def test_without_another_unit_the_match_ups_say_so(
    book: Book, alice_client: Client
) -> None:
    page = text_of(alice_client.get(address(book, page="preview_odds")))
    assert "no other unit of this game to fight" in page


def test_a_unit_without_a_stat_line_says_so(book: Book, alice_client: Client) -> None:
    none = [edit("/units/spears/profiles", [])]
    answer = sent(alice_client, address(book, page="preview_odds"), none)
    assert "It has no stat line." in text_of(answer)


def test_each_page_asks_the_same_of_the_database_whatever_the_book_has(
    book: Book,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: Any,
) -> None:
    publish(book, alice)
    empire = save_draft(printed_book("warhammer-empire"))
    empire.people.add(alice)
    publish(empire, alice)
    for page, queries in (("preview", PREVIEW), ("preview_odds", ODDS)):
        for one, unit in ((book, "spears"), (empire, "halberdiers")):
            alice_client.get(address(one, unit, page))
            with django_assert_num_queries(queries):
                assert alice_client.get(address(one, unit, page)).status_code == 200


PREVIEW, ODDS = 24, 25
"""Queries of both pages: one for each table of the draft, person, book, edition; one
more for the odds where there are other books."""
