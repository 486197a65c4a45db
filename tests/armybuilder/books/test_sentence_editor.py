"""Rules of a draft on pages: each blank a link, each edit one post, nobody else's."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book
from armybuilder.books.revisions import edit_draft, newest_revision, note_revision
from armybuilder.books.sentence_editor.draft_words import draft_words
from armybuilder.books.sentence_editor.menus import blank_menu, new_menu
from armybuilder.books.sentence_editor.rule_edits import RuleEdit, edited
from armybuilder.books.sentence_editor.rule_lists import rules_at
from rulesets.documents.document_edits import DocumentEdit
from rulesets.sentences.inputs import TypedError
from tests.armybuilder.books.documents import (
    BOOKS,
    printed_book,
    small_book,
    small_unit,
)
from tests.armybuilder.books.roles import STATUSES, client_of

pytestmark = pytest.mark.django_db
ONE = {"key": "one-spears", "title": "One unit of spears", "of": "spears", "max": 1}
DRILL = {
    "key": "drill",
    "name": "Drill",
    "effects": [{"on": "to-hit", "op": "add", "when": ["in-combat"]}],
}
RICH = small_book(
    rules=[DRILL],
    limits=[ONE],
    changes=[
        {"change": "points", "op": "add", "value": 5, "to": "spears", "in": "army"}
    ],
    units=[
        small_unit(rules=["shield-wall", "drill"]),
        small_unit(key="bows", name="Bows"),
    ],
    switches=[{"key": "winter", "title": "It is winter"}],
)


@pytest.fixture
def rich(book: Book) -> Book:
    return save_draft(RICH)


def address(book: Book, name: str = "rules") -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk])


def draft(book: Book) -> Any:
    return draft_document(book)


def send(client: Client, book: Book, do: str, at: str, **more: Any) -> Any:
    data = {"do": do, "at": at, "seen": newest_revision(book), **more}
    return client.post(address(book), data, headers={"X-Piece": "1"})


def test_a_page_tells_every_rule_of_the_book(alice_client: Client, rich: Book) -> None:
    page = alice_client.get(address(rich)).content.decode()
    assert "One unit of spears" in page
    assert "What it does to dice" in page
    assert "It is winter" in page
    assert 'data-path="things"' in page


def test_a_page_of_a_unit_tells_the_dice_of_its_rules(
    alice_client: Client, rich: Book
) -> None:
    page = alice_client.get(address(rich), {"at": "/units/spears"}).content.decode()
    assert "To hit" in page
    assert 'name="name"' in page


def test_a_blank_that_is_filled_changes_the_draft_alone_there(
    alice_client: Client, rich: Book
) -> None:
    at = "/limits/one-spears"
    answer = send(alice_client, rich, "fill", at, path="n", value="3")
    assert answer.status_code == 200
    now = draft(rich)
    assert now["limits"] == [{**ONE, "max": 3}]
    assert send(alice_client, rich, "fill", at, path="n", value="1").status_code == 200
    assert draft(rich)["limits"] == [ONE]


STEPS: list[tuple[str, str, dict[str, str], str, Any]] = [
    ("fill", "/limits/one-spears", {"path": "place", "value": "force"}, "in", "force"),
    (
        "fill",
        "/limits/one-spears",
        {"path": "things", "also": "bows"},
        "of",
        ["spears", "bows"],
    ),
    ("fill", "/limits/one-spears", {"path": "n", "value": "=term-each"}, "max", dict),
    ("line:when", "/limits/one-spears", {}, "when", dict),
    ("line:each", "/limits/one-spears", {}, "each", "kind:unit"),
    (
        "words",
        "/limits/one-spears",
        {"title": "Few spears", "source": "page 9"},
        "title",
        "Few spears",
    ),
    (
        "text",
        "/limits/one-spears",
        {"text": '{"key": "k", "title": "T", "of": "bows", "max": 2}'},
        "of",
        "bows",
    ),
]


@pytest.mark.parametrize(("do", "at", "more", "member", "wanted"), STEPS)
def test_each_edit_of_a_limit_is_in_the_draft(
    do: str, at: str, more: dict[str, str], member: str, wanted: Any,
    alice_client: Client, rich: Book,
) -> None:  # fmt: skip
    assert send(alice_client, rich, do, at, **more).status_code == 200
    value = draft(rich)["limits"][0][member]
    assert value == wanted if wanted is not dict else isinstance(value, dict)


def test_rules_are_written_twice_moved_and_taken_out(
    alice_client: Client, rich: Book
) -> None:
    at = "/limits/one-spears"
    send(alice_client, rich, "copy", at)
    keys = [one["key"] for one in draft(rich)["limits"]]
    assert keys == ["one-spears", "one-spears-2"]
    send(alice_client, rich, "down", at)
    assert [x["key"] for x in draft(rich)["limits"]] == keys[::-1]
    for key in keys:
        assert send(alice_client, rich, "remove", f"/limits/{key}").status_code == 200
    assert draft(rich).get("limits", []) == []


def test_a_rule_of_its_own_is_made_by_its_name_and_gets_dice(
    alice_client: Client, rich: Book
) -> None:
    unit = "/units/bows"
    send(alice_client, rich, "rule", unit, name="Steady aim!", owner=unit)
    now = draft(rich)
    assert now["rules"][-1]["key"] == "steady-aim"
    assert "steady-aim" in now["units"][1]["rules"]
    effects = "/rules/steady-aim/effects"
    answer = send(alice_client, rich, "add", effects, row="to-hit add own", owner=unit)
    assert "To hit" in answer.content.decode()
    assert draft(rich)["rules"][-1]["effects"] == [{"on": "to-hit", "op": "add"}]
    send(alice_client, rich, "line:when", f"{effects}/0")
    assert draft(rich)["rules"][-1]["effects"][0]["when"] == ["in-combat"]


def test_an_author_says_what_a_rule_of_its_own_does(
    alice_client: Client, rich: Book
) -> None:
    said = {"summary": "They stand firm.", "left_out": "once a game"}
    answer = send(alice_client, rich, "rule_words", "/rules/drill/effects", **said)
    assert answer.status_code == 200
    rule = next(one for one in draft(rich)["rules"] if one["key"] == "drill")
    assert (rule["summary"], rule["left_out"]) == (*said.values(),)
    send(alice_client, rich, "rule_words", "/rules/drill/effects", summary="Firm.")
    rule = next(one for one in draft(rich)["rules"] if one["key"] == "drill")
    assert rule["summary"] == "Firm."
    assert "left_out" not in rule


def test_a_number_that_the_game_does_not_count_is_refused(
    alice_client: Client, rich: Book
) -> None:
    at = "/rules/drill/effects/0"
    answer = send(alice_client, rich, "fill", at, path="bonus", value="9")
    assert answer.status_code == 400
    assert "takes -3 to 3" in answer.content.decode()
    assert draft(rich) == draft_of(RICH)


def draft_of(document: Any) -> Any:
    return draft_document(save_draft(document))


HOSTILE: list[tuple[str, str, dict[str, Any]]] = [
    ("fill", "/limits/one-spears", {"path": "n", "value": "lots"}),
    ("fill", "/limits/one-spears", {"path": "n", "value": "1" * 500}),
    ("fill", "/limits/one-spears", {"path": "", "value": "1"}),
    ("fill", "/limits/one-spears", {"path": "n.0.x.999", "value": "1"}),
    ("fill", "/limits/one-spears", {"path": "things", "value": "<b>"}),
    ("fill", "/limits/one-spears", {"path": "place", "value": "nowhere at all"}),
    ("fill", "/limits/none", {"path": "n", "value": "1"}),
    ("fill", "/units/spears/name", {"path": "n", "value": "1"}),
    ("fill", "/changes/99", {"path": "more", "value": "1"}),
    ("fill", "", {"path": "n", "value": "1"}),
    ("fill", "no pointer", {"path": "n", "value": "1"}),
    ("line:least", "/limits/one-spears", {}),
    ("line:", "/limits/one-spears", {"path": "n"}),
    ("and", "/limits/one-spears", {"path": "n"}),
    ("and", "/limits/one-spears", {"path": ""}),
    ("without", "/limits/one-spears", {"path": "when"}),
    ("without", "/limits/one-spears", {"path": ""}),
    ("number", "/limits/one-spears", {"path": "things"}),
    ("add", "/units", {"row": "limit-none"}),
    ("add", "/limits", {"row": "change-gear"}),
    ("add", "/limits", {}),
    ("add", "/rules/drill/effects", {"row": "to-hit slay own"}),
    ("add", "/units/spears/name/limits", {"row": "limit-none"}),
    ("up", "/limits/one-spears", {}),
    ("remove", "/units/0", {}),
    ("remove", "/units/spears", {}),
    ("text", "/limits/one-spears", {"text": "{"}),
    ("text", "/limits/one-spears", {"text": "[1]"}),
    ("text", "/limits/one-spears", {"text": '{"key": "k"}'}),
    ("text", "/limits/one-spears", {"text": '{"of": "bows", "max": {"odd": 1}}'}),
    ("text", "/changes/0", {"text": "x" * 30_000}),
    ("text", "/rules/drill/effects/0", {"text": '{"on": 1}'}),
    ("words", "/limits/one-spears", {"title": "x" * 201}),
    ("words", "/rules/drill/effects/0", {"title": "x"}),
    ("rule", "/units/spears", {"name": ""}),
    ("rule", "/units/spears", {"name": "x" * 300}),
    ("rule_words", "/rules/drill/effects", {"left_out": "x" * 900}),
    ("rule_words", "/rules/drill/effects", {"summary": "x" * 1100}),
    ("rule_words", "/limits/one-spears", {"summary": "Few."}),
    ("explode", "/limits/one-spears", {}),
    ("", "", {}),
]


@pytest.mark.parametrize(("do", "at", "more"), HOSTILE)
def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing(
    do: str, at: str, more: dict[str, Any], alice_client: Client, rich: Book
) -> None:
    before = draft(rich)
    answer = send(alice_client, rich, do, at, **more)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert draft(rich) == before


def test_text_that_could_not_be_kept_is_still_there(
    alice_client: Client, rich: Book
) -> None:
    typed = '{"key": "k", "title": "T", "of": "bows", "most": 2}'
    answer = send(alice_client, rich, "text", "/limits/one-spears", text=typed)
    assert answer.status_code == 400
    assert typed.replace('"', "&quot;") in answer.content.decode()


def test_edits_of_two_authors_are_merged(
    alice_client: Client, alice: User, rich: Book
) -> None:
    send(alice_client, rich, "fill", "/limits/one-spears", path="n", value="2")
    seen = newest_revision(rich)
    other = DocumentEdit("set", "/units/spears/points", 7)
    edit_draft(rich, [other], alice, seen=seen)
    data = {"do": "remove", "at": "/limits/one-spears", "seen": seen}
    answer = alice_client.post(address(rich), data, headers={"X-Piece": "1"})
    assert answer.status_code == 200
    assert "limits" not in draft(rich)
    assert draft(rich)["units"][0]["points"] == 7


def test_a_rule_that_changed_meanwhile_is_shown_and_not_overwritten(
    alice_client: Client, alice: User, rich: Book
) -> None:
    note_revision(rich, alice, "As it is")
    seen = newest_revision(rich)
    edit_draft(rich, [DocumentEdit("set", "/limits/one-spears/max", 2)], alice, seen=1)
    data = {"do": "remove", "at": "/limits/one-spears", "seen": seen}
    answer = alice_client.post(address(rich), data, headers={"X-Piece": "1"})
    assert answer.status_code == 409
    assert "You changed the same just now." in answer.content.decode()
    assert draft(rich)["limits"][0]["max"] == 2


@pytest.mark.parametrize(("who", "status"), STATUSES.items())
def test_who_sees_and_edits_rules(
    who: str, status: int, alice: User, rich: Book
) -> None:
    client = client_of(who, alice)
    assert client.get(address(rich)).status_code == status
    blank = {"at": "/limits/one-spears", "path": "n"}
    assert client.get(address(rich, "blank"), blank).status_code == status
    before = draft(rich)
    answer = send(client, rich, "remove", "/limits/one-spears")
    assert answer.status_code == status
    assert (draft(rich) == before) == (status != 200)


def test_without_scripts_an_edit_leads_back_to_the_page(
    alice_client: Client, rich: Book
) -> None:
    seen = newest_revision(rich)
    data = {"do": "fill", "at": "/limits/one-spears", "path": "n", "value": "2"}
    answer = alice_client.post(address(rich), {**data, "seen": seen}, follow=True)
    assert answer.status_code == 200
    assert "at most" in answer.content.decode().casefold()
    assert draft(rich)["limits"][0]["max"] == 2


def test_a_blank_that_is_not_there_is_not_found(
    alice_client: Client, rich: Book
) -> None:
    for at, path in (("/limits/gone", "n"), ("/limits/one-spears", "gone"), ("", "n")):
        asked = {"at": at, "path": path}
        assert alice_client.get(address(rich, "blank"), asked).status_code == 404
    assert alice_client.get(address(rich), {"at": "/units/gone"}).status_code == 404


def test_the_page_asks_the_database_a_fixed_number_of_times(
    alice_client: Client, rich: Book, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(24):
        alice_client.get(address(rich))


@pytest.mark.parametrize(
    ("search", "first"),
    [
        ("at most 100 points", "At most 1 point of Spears in the army"),
        ("0-1 spears", "At most 1 Spears in the army"),
        ("exactly 3", "Exactly 1 Spears in the army"),
    ],
)
def test_a_sentence_is_found_by_the_rule_as_it_is_printed(
    search: str, first: str
) -> None:
    words = draft_words(RICH)
    names = [
        one.name for one in new_menu(RICH, "/units/spears/limits", words, search).offers
    ]
    assert first in names
    every = new_menu(RICH, "/units/spears/limits", words).offers
    assert len(names) < len(every)


@pytest.mark.parametrize("search", ["re-roll", "Reroll a failed save", "re-rolls"])
def test_what_a_book_prints_as_a_re_roll_is_found(search: str) -> None:
    words = draft_words(RICH)
    found = new_menu(RICH, "/rules/drill/effects", words, search).offers
    assert "Save: failures again in its own attacks" in [one.name for one in found]


def test_words_that_no_sentence_has_find_none() -> None:
    found = new_menu(RICH, "/units/spears/limits", draft_words(RICH), "zeppelin")
    assert found.offers == ()


# -- every book -----------------------------------------------------------------------


@pytest.mark.sweep(8)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_each_blank_of_every_rule_of_a_book_has_a_menu_with_what_stands_in_it(
    path: Any,
) -> None:
    document = printed_book(path.stem)
    words = draft_words(document)
    seen: set[tuple[str, str]] = set()
    places = ["", *(f"/units/{unit['key']}" for unit in document["units"])]
    places += [f"/items/{item['key']}" for item in document.get("items", ())]
    for place in places:
        for found in rules_at(document, place, words).lists:
            assert new_menu(document, found.at, words).offers
            for rule in found.rules:
                text = "".join(chunk.text for chunk in rule.chunks)
                assert text == rule.told
                for chunk in rule.chunks:
                    kind = (rule.part, chunk.path)
                    if not chunk.path or kind in seen:
                        continue
                    seen.add(kind)
                    menu = blank_menu(document, rule.at, chunk.path, words)
                    assert menu.typed is not None or menu.offers, (rule.at, chunk)


def test_another_book_may_be_edited_as_a_document_alone() -> None:
    document = printed_book("warhammer-empire")
    words = draft_words(document)
    edit = RuleEdit("rule", "", values={"name": ["Fury of the Sun"]})
    new, what = edited(document, edit, words)
    assert what == "New special rule: Fury of the Sun"
    assert len(new["rules"]) == len(document["rules"]) + 1
    with pytest.raises(TypedError):
        edited(document, RuleEdit("odd", ""), words)
