"""The pages of a book's tests in the admin: who may, what they show, what they do."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.books.book_tests import import_tests, read_tests, tests_document
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, BookTest
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.yaml_text import yaml_text
from tests.armybuilder.books.documents import (
    charge_army,
    printed_book,
    small_book,
    small_tests,
    small_unit,
)
from tests.armybuilder.editions import publish_printed
from tests.real_books import FIXTURES

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def tested(book: Book, alice: User) -> Book:
    """The book of alice's, published, with two tests that its draft turns red."""
    publish(book, alice)
    rosters = (charge_army("spears"), charge_army("spears", "spears"))
    import_tests(read_book_tests(small_tests(*rosters)), book, alice)
    save_draft(small_book(units=[small_unit(points=110)]))
    return book


def at(page: str, book: Book) -> str:
    return reverse(f"admin:books_book_{page}", args=[book.pk])


def red_values(client: Client, book: Book) -> list[str]:
    """Return what the ticks of the red tests send."""
    page = client.get(at("tests", book)).content.decode()
    return re.findall(r'name="test"\s+value="(\d+:\w+)"', page)


def states(client: Client, book: Book) -> dict[str, str]:
    shown = client.get(at("tests", book)).context["shown"]
    return {one.test.row.title: one.test.state for one in shown}


# -- who may -------------------------------------------------------------------------

WHO = ("visitor", "player", "organiser", "other author", "author", "superuser")
SIGN_IN, NOT_FOUND, DONE, PAGE, BAD = 302, 404, 302, 200, 400


@dataclass(frozen=True, slots=True)
class Row:
    page: str
    method: str
    author: int
    stranger: int = NOT_FOUND


ROWS = (
    Row("tests", "get", PAGE),
    Row("tests", "post", 405, 405),
    Row("accept_tests", "post", DONE),
    Row("accept_tests", "get", 405, 405),
    Row("remove_test", "post", DONE),
    Row("remove_test", "get", 405, 405),
    Row("export_tests", "get", PAGE),
    Row("import_tests", "post", BAD),
    Row("import_tests", "get", 405, 405),
)


@pytest.fixture
def people(alice: User, bob: User) -> dict[str, Client]:
    clients = {name: Client() for name in WHO}
    named = {"player": "carol", "organiser": "dan", "other author": "bob"}
    for who, name in named.items():
        user, _ = User.objects.get_or_create(username=name)
        clients[who].force_login(user)
    grant_role(User.objects.get(username="dan"), ORGANISERS)
    grant_role(bob, AUTHORS)
    clients["author"].force_login(alice)
    root = User.objects.create_superuser("root")
    clients["superuser"].force_login(root)
    return clients


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.page}")
def test_who_may_do_what(row: Row, tested: Book, people: dict[str, Client]) -> None:
    body = {"test": red_values(people["author"], tested)}
    statuses = dict.fromkeys(("visitor", "player", "organiser"), SIGN_IN)
    statuses |= {"other author": row.stranger}
    statuses |= {"author": row.author, "superuser": row.author}
    for who, status in statuses.items():
        with transaction.atomic():
            ask = getattr(people[who], row.method)
            answer = ask(at(row.page, tested), body)
            left = BookTest.objects.values_list("title", "expected")
            changed = [*left] != [("One", FIRST), ("Two", SECOND)]
            transaction.set_rollback(True)
        assert answer.status_code == status, who
        may = who in ("author", "superuser") and row.method == "post"
        if not may:
            assert not changed, who
        if status == SIGN_IN and who in ("visitor", "player", "organiser"):
            assert "/admin/login/" in answer["Location"], who


FIRST = {"points": 100, "messages": []}
SECOND = {"points": 200, "messages": []}


def test_a_book_that_there_is_not_has_no_tests(people: dict[str, Client]) -> None:
    for who in ("author", "superuser"):
        grant_role(User.objects.get(username="alice"), AUTHORS)
        address = reverse("admin:books_book_tests", args=[10**9])
        assert people[who].get(address).status_code == 404


def test_the_tests_of_another_book_are_out_of_reach(
    tested: Book, other_author: Client, bob: User
) -> None:
    theirs = save_draft(small_book(key="others", name="Others"))
    theirs.people.add(bob)
    keys = tested.tests.values_list("pk", flat=True)
    sent = {"test": [f"{pk}:x" for pk in keys]}
    assert other_author.post(at("remove_test", theirs), sent).status_code == 404
    assert other_author.post(at("accept_tests", theirs), sent).status_code == 302
    assert tested.tests.count() == 2
    assert [*tested.tests.values_list("expected", flat=True)] == [FIRST, SECOND]


# -- what is shown -------------------------------------------------------------------


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_red_test_says_what_it_expects_and_what_is_now(
    tested: Book, alice_client: Client
) -> None:
    page = alice_client.get(at("tests", tested)).content.decode()
    said = text_of(page)
    assert "2 of 2 red : the book is not published until" in said
    assert "Points 100 points 110 points" in said
    assert "Points 200 points 220 points" in said
    assert "Since the last edition: Spears: 100 points → 110 points." in said
    assert "Spears: 100 points → 110 points, 2 times." in said
    for title in ("One", "Two"):
        assert f'aria-label="Accept as new: {title}"' in page
        assert f'aria-label="Remove: {title}"' in page
        assert f"{title}, red" in page
    assert "style=" not in page
    assert "onclick" not in page


def test_a_message_that_came_and_one_that_went_stand_there_as_sentences(
    book: Book, alice: User, alice_client: Client
) -> None:
    limit = {"key": "few", "title": "Few", "of": "spears", "max": 1}
    save_draft(small_book(limits=[limit]))
    publish(book, alice)
    document = small_tests(
        charge_army("spears", "spears"), messages=[{"code": "few", "where": "f1/s2"}]
    )
    import_tests(read_book_tests(document), book, alice)
    (before,) = alice_client.get(at("tests", book)).context["shown"]
    (told,) = before.test.sample.review.messages

    other = {"key": "three", "title": "Three", "of": "spears", "min": 3}
    save_draft(small_book(limits=[other]))
    (shown,) = alice_client.get(at("tests", book)).context["shown"]
    (came,) = shown.test.sample.review.messages
    assert (shown.came, shown.gone) == ((came.text,), (told.text,))
    page = alice_client.get(at("tests", book)).content.decode()
    assert f"<b>Told now:</b> {came.text}" in page
    assert f"<b>No longer told:</b> <del>{told.text}</del>" in page
    assert "Points" not in shown.turns


def test_a_message_that_no_edition_told_is_named_by_its_code_and_place(
    book: Book, alice_client: Client
) -> None:
    document = small_tests(
        charge_army("spears"), messages=[{"code": "few", "where": "f1/s1"}]
    )
    import_tests(read_book_tests(document), book, None)
    (shown,) = alice_client.get(at("tests", book)).context["shown"]
    assert shown.gone == ("few, at Spears",)
    assert shown.units == ()


def test_a_deleted_unit_and_a_broken_row_are_sentences_on_the_page(
    tested: Book, alice_client: Client
) -> None:
    save_draft(small_book(units=[small_unit(key="bows", name="Bows")]))
    BookTest.objects.filter(title="Two").update(roster={"game": ["x"]})
    for page in ("tests", "check"):
        answer = alice_client.get(at(page, tested))
        assert answer.status_code == 200
    said = text_of(alice_client.get(at("tests", tested)).content.decode())
    assert "“spears”" in said or "spears" in said
    assert "It cannot be read: " in said


def test_a_book_without_tests_says_how_to_make_one(
    book: Book, alice_client: Client
) -> None:
    said = text_of(alice_client.get(at("tests", book)).content.decode())
    assert "choose “Keep as book test” in its menu" in said
    assert alice_client.get(at("export_tests", book)).status_code == 404


def test_the_check_page_tells_the_tests_and_offers_no_publishing_while_one_is_red(
    tested: Book, alice_client: Client
) -> None:
    page = alice_client.get(at("check", tested)).content.decode()
    said = text_of(page)
    assert "Book tests: 2, 2 red" in said
    assert "A draft with a red test is not published." in said
    assert "Publish edition 2" not in page
    alice_client.post(
        at("accept_tests", tested), {"test": red_values(alice_client, tested)}
    )
    page = alice_client.get(at("check", tested)).content.decode()
    assert "Book tests: 2 " in text_of(page)
    assert "Publish edition 2" in page


def test_publishing_from_a_page_that_was_green_is_refused_with_the_names(
    tested: Book, alice_client: Client
) -> None:
    checked = alice_client.get(at("check", tested)).context["form"]["checked"].value()
    answer = alice_client.post(
        at("publish", tested), {"checked": checked, "notes": ""}, follow=True
    )
    said = text_of(answer.content.decode())
    assert "Not published. 2 book tests are red: “One”, “Two”." in said
    assert tested.editions.count() == 1


@pytest.mark.parametrize("many", [1, 29])
def test_the_pages_ask_as_much_of_the_database_for_many_tests_as_for_one(
    many: int, alice: User, alice_client: Client, django_assert_num_queries: Any
) -> None:
    publish_printed("mordheim-hired-swords")
    grant_role(alice, AUTHORS)
    document = printed_book("mordheim-reikland")
    book = save_draft(document)
    book.people.add(alice)
    publish(book, alice)
    tests = json.loads((FIXTURES / "book-tests" / "mordheim-reikland.json").read_text())
    hired = [army for army in tests["armies"] if len(army["roster"]["forces"]) > 1]
    rest = [army for army in tests["armies"] if army not in hired]
    tests["armies"] = [*hired, *rest][:many]
    import_tests(read_tests(json.dumps(tests)), book, alice)
    for unit in document["units"]:
        unit["points"] = unit.get("points", 0) + 1
    save_draft(document)
    alice_client.get(at("tests", book))
    with django_assert_num_queries(28):
        shown = alice_client.get(at("tests", book)).context["shown"]
    assert any(one.test.state == "red" for one in shown)
    with django_assert_num_queries(68):
        alice_client.get(at("check", book))


# -- accepting and removing ----------------------------------------------------------


def test_one_is_accepted_by_its_button_whatever_is_ticked(
    tested: Book, alice_client: Client
) -> None:
    first, second = red_values(alice_client, tested)
    answer = alice_client.post(
        at("accept_tests", tested),
        {"test": [first, second], "only": second},
        follow=True,
    )
    assert "1 book test accepted: “Two”." in text_of(answer.content.decode())
    assert states(alice_client, tested) == {"One": "red", "Two": "green"}
    entry = LogEntry.objects.latest("pk")
    assert entry.get_change_message() == "1 book test accepted: “Two”."


def test_several_are_accepted_together(tested: Book, alice_client: Client) -> None:
    values = red_values(alice_client, tested)
    alice_client.post(at("accept_tests", tested), {"test": values})
    assert states(alice_client, tested) == {"One": "green", "Two": "green"}
    assert tested.tests.first().expected == {  # type: ignore[union-attr]
        "points": 110,
        "verdict": "legal",
        "messages": [],
    }


def test_what_changed_since_the_page_was_opened_is_not_accepted(
    tested: Book, alice_client: Client
) -> None:
    values = red_values(alice_client, tested)
    save_draft(small_book(units=[small_unit(points=120)]))
    answer = alice_client.post(
        at("accept_tests", tested), {"test": values}, follow=True
    )
    said = text_of(answer.content.decode())
    assert "Not accepted, since the result is another by now; look again" in said
    assert states(alice_client, tested) == {"One": "red", "Two": "red"}


@pytest.mark.parametrize(
    "value", ["", ":", "x:y", "-1:a", "9" * 40 + ":a", "٣:a", "0:" + "a" * 10_000]
)
def test_a_bad_form_accepts_and_removes_nothing(
    tested: Book, alice_client: Client, value: str
) -> None:
    answer = alice_client.post(at("accept_tests", tested), {"test": value}, follow=True)
    assert "Nothing was accepted" in answer.content.decode()
    assert (
        alice_client.post(at("remove_test", tested), {"only": value}).status_code == 404
    )
    assert tested.tests.count() == 2


def test_a_test_is_removed(tested: Book, alice_client: Client) -> None:
    first, _ = red_values(alice_client, tested)
    answer = alice_client.post(at("remove_test", tested), {"only": first}, follow=True)
    assert "Book test removed: One." in text_of(answer.content.decode())
    assert states(alice_client, tested) == {"Two": "red"}


def test_a_red_test_opens_as_an_army(tested: Book, alice_client: Client) -> None:
    shown = alice_client.get(at("tests", tested)).context["reds"]
    answer = alice_client.post(reverse("armies:import"), {"text": shown[0].document})
    assert answer.status_code == 302
    assert alice_client.get(answer["Location"]).status_code == 200


# -- documents -----------------------------------------------------------------------


def test_the_tests_go_out_and_come_back(tested: Book, alice_client: Client) -> None:
    answer = alice_client.get(at("export_tests", tested))
    name = 'attachment; filename="testers-tests.json"'
    assert answer["Content-Disposition"] == name
    assert answer.json() == tests_document(tested)
    tested.tests.all().delete()
    file = SimpleUploadedFile("t.json", answer.content, "application/json")
    answer = alice_client.post(at("import_tests", tested), {"file": file}, follow=True)
    assert "Book tests: 2 new, 0 changed, 0 as before." in answer.content.decode()
    assert states(alice_client, tested) == {"One": "red", "Two": "red"}


BAD_TEXTS = (
    ("", "Choose a file, or paste its text below."),
    ("{", "Not JSON"),
    ("[" * 100, "Nested deeper"),
    ("{}", "Missing"),
    (
        json.dumps({**small_tests(charge_army("spears")), "book": "x"}),
        "<code>/book</code>",
    ),
    (
        json.dumps(small_tests({**charge_army(), "forces": [{"units": []}]})),
        "<code>/armies/0/roster/forces/0</code>",
    ),
    (
        json.dumps(small_tests(charge_army(), title="<script>alert(1)</script>" * 20)),
        "",
    ),
)


@pytest.mark.parametrize(("text", "words"), BAD_TEXTS)
def test_a_bad_document_is_refused_on_the_page_with_its_place(
    tested: Book, alice_client: Client, text: str, words: str
) -> None:
    answer = alice_client.post(at("import_tests", tested), {"text": text})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    assert "<script>alert" not in page
    assert tested.tests.count() == 2


def test_every_fault_of_tests_is_told_with_its_place_and_line(
    tested: Book, alice_client: Client
) -> None:
    bad = {**charge_army(), "forces": [{"units": []}]}
    document = small_tests(bad)
    document["armies"] = [
        document["armies"][0],
        {**small_tests(charge_army("spears"))["armies"][0], "title": "Good"},
        {**small_tests({**bad, "name": 3})["armies"][0], "title": "Other"},
    ]
    text = yaml_text(document)
    page = alice_client.post(at("import_tests", tested), {"text": text})
    faults = page.context["faults"]
    assert {one.where.split("/roster")[0] for one in faults} == {
        "/armies/0",
        "/armies/2",
    }
    assert "/armies/2/roster/name" in {one.where for one in faults}
    lines = text.splitlines()
    assert all("roster" in "".join(lines[: one.line]) for one in faults)
    assert tested.tests.count() == 2


def test_tests_go_out_as_yaml_and_come_back(tested: Book, alice_client: Client) -> None:
    before = tests_document(tested)
    sent = alice_client.get(at("export_tests", tested), {"as": "yaml"})
    assert 'filename="testers-tests.yaml"' in sent.headers["Content-Disposition"]
    file = SimpleUploadedFile("tests.yml", sent.content)
    answer = alice_client.post(at("import_tests", tested), {"file": file})
    assert answer.status_code == 302
    assert tests_document(tested) == before
    wrong = alice_client.get(at("export_tests", tested), {"as": "exe"})
    assert wrong.status_code == 404
