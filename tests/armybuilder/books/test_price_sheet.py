"""The price sheet of a draft: typed over, tried on armies, kept, as CSV and back."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import keep_test
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Revision
from armybuilder.books.revisions import (
    edit_draft,
    newest_revision,
    note_revision,
    undo,
)
from rulesets.books.load import read_book
from rulesets.books.price_tables import write_prices
from rulesets.books.sample_armies import sample_of
from rulesets.documents.document_edits import DocumentEdit
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.rosters.roster import read_roster
from tests.armybuilder.books.documents import charge_army, small_book, small_unit

pytestmark = pytest.mark.django_db
AXE = {"key": "axe", "name": "Axe", "points": 4}
SHEET = small_book(
    items=[AXE], units=[small_unit(), small_unit(key="bows", name="Bows", points=30)]
)
SPEARS, BOWS = "/units/spears", "/units/bows"


@pytest.fixture
def priced(book: Book, alice: User) -> Book:
    found = save_draft(SHEET)
    note_revision(found, alice, "As it was")
    return found


def address(book: Book, name: str = "prices") -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk])


def send(client: Client, book: Book, do: str, **more: Any) -> Any:
    seen = more.pop("seen", newest_revision(book))
    data = {"do": do, "seen": seen, **more.pop("typed", {}), **more}
    return client.post(address(book), data)


def points(book: Book, number: int) -> Any:
    return draft_document(book)["units"][number]["points"]


def test_every_price_stands_beside_that_of_the_last_edition(
    alice_client: Client, alice: User, priced: Book
) -> None:
    publish(priced, alice)
    edit = [DocumentEdit("set", f"{BOWS}/points", 35)]
    edit_draft(priced, edit, alice, seen=newest_revision(priced))
    page = alice_client.get(address(priced)).content.decode()
    assert "<s>30</s>" in page
    assert f'name="{BOWS}"' in page
    assert 'value="35"' in page
    assert "Edition 1" in page


def test_typed_prices_are_tried_on_armies_and_not_kept(
    alice_client: Client, alice: User, priced: Book
) -> None:
    army = read_roster(charge_army("spears", "bows"))
    books = {("testers", 1): read_book(SHEET, 1)}
    found = review(army, books, GAMES["charge"].pack)
    keep_test(priced, sample_of("Two units", found), alice)
    before = newest_revision(priced)
    page = send(alice_client, priced, "try", typed={BOWS: "45"}).content.decode()
    assert "130 → 145 points" in " ".join(page.split())
    assert "Keep 1 price" in page
    assert newest_revision(priced) == before


def test_armies_without_a_changed_price_are_counted_only(
    alice_client: Client, alice: User, priced: Book
) -> None:
    books = {("testers", 1): read_book(SHEET, 1)}
    for title, units in (("Two units", ("spears", "bows")), ("One", ("spears",))):
        army = read_roster(charge_army(*units))
        found = review(army, books, GAMES["charge"].pack)
        keep_test(priced, sample_of(title, found), alice)
    page = send(alice_client, priced, "try", typed={BOWS: "45"}).content.decode()
    text = " ".join(page.split())
    assert "1 more army as before." in text
    assert "<strong>One</strong>" not in text


def test_prices_are_kept_as_one_revision(alice_client: Client, priced: Book) -> None:
    answer = send(alice_client, priced, "keep", typed={BOWS: "45", SPEARS: "110.5"})
    assert answer.status_code == 302
    assert (points(priced, 0), points(priced, 1)) == (110.5, 45)
    revision = Revision.objects.filter(book=priced).latest("number")
    assert revision.what == "Changed 2 prices"


@pytest.mark.parametrize("typed", ["many", "1.2345", "NaN", "9" * 30, "x" * 100_000])
def test_what_is_no_price_is_told_in_its_row(
    alice_client: Client, priced: Book, typed: str
) -> None:
    answer = send(alice_client, priced, "keep", typed={BOWS: typed, SPEARS: "3"})
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()
    assert (points(priced, 0), points(priced, 1)) == (100, 30)


def test_a_price_that_somebody_changed_meanwhile_is_asked(
    alice_client: Client, alice: User, priced: Book
) -> None:
    seen = newest_revision(priced)
    edit_draft(priced, [DocumentEdit("set", f"{BOWS}/points", 33)], alice, seen=seen)
    answer = send(alice_client, priced, "keep", typed={BOWS: "45"}, seen=seen)
    assert answer.status_code == 409
    assert "You wrote “33” just now." in answer.content.decode()
    assert points(priced, 1) == 33


def sent_again(answer: Any) -> dict[str, Any]:
    """Return what a sheet that is shown again sends, without scripts."""
    rows = [row for shelf in answer.context["shelves"] for row in shelf.rows]
    typed = {row.price.at: row.typed for row in rows}
    typed |= {f"was:{row.price.at}": row.seen for row in rows if row.seen is not None}
    return {"typed": typed, "seen": answer.context["seen"]}


def test_all_prices_that_clash_are_told_at_once_and_settled_one_by_one(
    alice_client: Client, bob: User, priced: Book
) -> None:
    seen = newest_revision(priced)
    others = [
        DocumentEdit("set", f"{at}/points", of)
        for at, of in ((SPEARS, 90), (BOWS, 33), ("/items/axe", 6))
    ]
    edit_draft(priced, others, bob, seen=seen)
    # Without scripts every price is sent, the axe as it was seen.
    typed = {SPEARS: "110", BOWS: "45", "/items/axe": "4"}
    asked = send(alice_client, priced, "keep", typed=typed, seen=seen)
    assert asked.status_code == 409
    page = asked.content.decode()
    assert "bob wrote “90” just now." in page
    assert "bob wrote “33” just now." in page
    assert page.count(">Keep mine<") == 2
    assert 'value="45"' in page

    still = send(alice_client, priced, "keep", **sent_again(asked))
    assert still.status_code == 409
    one = send(alice_client, priced, f"mine:{SPEARS}", **sent_again(still))
    assert one.status_code == 409
    assert one.content.decode().count(">Keep mine<") == 1
    assert points(priced, 0) == 90
    done = send(alice_client, priced, f"theirs:{BOWS}", **sent_again(one))
    assert done.status_code == 302
    assert (points(priced, 0), points(priced, 1)) == (110, 33)
    assert draft_document(priced)["items"][0]["points"] == 6


def test_a_price_of_what_somebody_took_out_is_told_above_the_sheet(
    alice_client: Client, bob: User, priced: Book
) -> None:
    seen = newest_revision(priced)
    edit_draft(priced, [DocumentEdit("remove", BOWS)], bob, seen=seen)
    answer = send(alice_client, priced, "keep", typed={BOWS: "45"}, seen=seen)
    assert answer.status_code == 400
    assert "the book has no such price any more" in answer.content.decode().lower()


def test_prices_tried_on_an_older_sheet_are_those_typed_over_alone(
    alice_client: Client, bob: User, priced: Book
) -> None:
    seen = newest_revision(priced)
    edit_draft(priced, [DocumentEdit("set", f"{BOWS}/points", 33)], bob, seen=seen)
    typed = {SPEARS: "110", BOWS: "30", "/items/axe": "4"}
    tried = send(alice_client, priced, "try", typed=typed, seen=seen)
    assert "1 price changed" in tried.content.decode()
    send(alice_client, priced, "keep", **sent_again(tried))
    assert (points(priced, 0), points(priced, 1)) == (110, 33)


def test_many_prices_are_changed_at_once_and_tried_first(
    alice_client: Client, priced: Book
) -> None:
    many = {"shelf": ["Units"], "percent": "10", "add": "", "round": "5"}
    page = send(alice_client, priced, "many", **many).content.decode()
    assert 'value="110"' in page
    assert 'value="35"' in page
    assert 'value="4"' in page
    assert points(priced, 1) == 30


@pytest.mark.parametrize(
    "many",
    [{}, {"shelf": ["Units"], "percent": "x"}, {"shelf": ["Units"], "round": "0"}],
)
def test_what_cannot_be_done_with_many_is_told(
    alice_client: Client, priced: Book, many: dict[str, Any]
) -> None:
    answer = send(alice_client, priced, "many", **many)
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.content.decode()


def test_prices_go_out_as_csv_and_come_back(alice_client: Client, priced: Book) -> None:
    sent = alice_client.get(address(priced, "export_prices")).content.decode()
    file = SimpleUploadedFile("p.csv", sent.replace(",30\n", ",31\n").encode())
    page = send(alice_client, priced, "file", file=file).content.decode()
    assert "1 price changed" in page
    assert 'value="31"' in page


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"\xff\xfe", "No text in UTF-8"),
        (b"name\nx\n", "names no column place and points"),
        (b"place,points\n/units/bowz,3\n", "did you mean <b>/units/bows</b>?"),
        (b"place,points\n" + b"/x,1\n" * 120, "And 20 more."),
        (b"place,points\n" + b"x" * 2_000_001, "Longer than"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_lines(
    alice_client: Client, priced: Book, sent: bytes, words: str
) -> None:
    answer = send(alice_client, priced, "file", file=SimpleUploadedFile("p.csv", sent))
    assert answer.status_code == 400
    assert words in answer.content.decode()


def test_no_file_is_told(alice_client: Client, priced: Book) -> None:
    answer = send(alice_client, priced, "file")
    assert "Choose a file first." in answer.content.decode()


def test_the_sheet_asks_the_database_a_fixed_number_of_times(
    alice_client: Client, priced: Book, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(25):
        alice_client.get(address(priced))


IMPORT = "admin:books_book_import"


def prices_of(priced: Book, new: str) -> str:
    return write_prices(draft_document(priced)).replace(",30\n", f",{new}\n")


def test_prices_are_planned_and_imported_as_one_revision_that_can_be_undone(
    alice_client: Client, alice: User, priced: Book
) -> None:
    file = SimpleUploadedFile("prices.csv", prices_of(priced, "31.5").encode())
    planned = alice_client.post(reverse(IMPORT), {"file": file})
    assert "Bows: points 30 → 31.5." in planned.content.decode()
    assert points(priced, 1) == 30
    before = newest_revision(priced)
    data = {name: planned.context[name] for name in ("text", "before")}
    done = alice_client.post(reverse(IMPORT), {**data, "confirm": "yes"})
    assert done.status_code == 302
    assert points(priced, 1) == 31.5
    revision = Revision.objects.get(book=priced, number=before + 1)
    assert (revision.what, revision.made_by) == ("Imported 1 price", alice)
    undo(priced, alice)
    assert points(priced, 1) == 30


def test_prices_planned_for_another_draft_are_planned_anew(
    alice_client: Client, alice: User, priced: Book
) -> None:
    text = prices_of(priced, "35")
    planned = alice_client.post(reverse(IMPORT), {"text": text})
    edit = [DocumentEdit("set", f"{BOWS}/points", 33)]
    edit_draft(priced, edit, alice, seen=newest_revision(priced))
    data = {"text": text, "before": planned.context["before"], "confirm": "yes"}
    again = alice_client.post(reverse(IMPORT), data)
    assert "Bows: points 33 → 35." in again.content.decode()
    assert points(priced, 1) == 33


def test_every_fault_of_imported_prices_is_told_and_nothing_is_kept(
    alice_client: Client, priced: Book
) -> None:
    text = "book;place;points\ntesters;/units/bowz;3\n;/units/spears;x\n;/units/bows;9"
    answer = alice_client.post(reverse(IMPORT), {"text": text, "confirm": "yes"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "<code>line 2, place</code>" in page
    assert "did you mean <b>/units/bows</b>?" in page
    assert "<code>line 3, points</code>" in page
    assert points(priced, 1) == 30


def test_nobody_prices_the_book_of_another_or_learns_of_it(
    other_author: Client, priced: Book
) -> None:
    text = prices_of(priced, "1")
    pages = []
    for sent in (text, text.replace("testers,", "nothing,")):
        data = {"text": sent, "confirm": "yes"}
        answer = other_author.post(reverse(IMPORT), data)
        assert answer.status_code == 400
        pages.append([one.text for one in answer.context["faults"]])
    assert pages[0] == ["there is no book 'testers' that you may edit"]
    assert pages[1] == ["there is no book 'nothing' that you may edit"]
    assert points(priced, 1) == 30


def test_the_command_writes_and_brings_prices(
    priced: Book, alice: User, tmp_path: Path
) -> None:
    path = tmp_path / "prices.csv"
    call_command("export_book", "testers", "--prices", "-o", str(path))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(",30\n", ",31\n"), encoding="utf-8")
    out = StringIO()
    call_command("import_book", "--prices", str(path), "--dry-run", stdout=out)
    assert "Bows: points 30 → 31." in out.getvalue()
    assert points(priced, 1) == 30
    call_command("import_book", "--prices", str(path), "--user", "alice", stdout=out)
    assert "Prices of Testers: 1 changed." in out.getvalue()
    assert points(priced, 1) == 31


def test_the_command_tells_every_fault_of_every_table(
    priced: Book, tmp_path: Path
) -> None:
    good = tmp_path / "good.csv"
    good.write_text(prices_of(priced, "9"), encoding="utf-8")
    bad = tmp_path / "bad.csv"
    bad.write_text("book,place,points\ntesters,/units/bowz,x\n,,4\n", encoding="utf-8")
    other = tmp_path / "other.csv"
    other.write_text("book,place,points\ntestesr,/units/bows,1\n", encoding="utf-8")
    errors = StringIO()
    paths = [*map(str, (good, bad, other))]
    with pytest.raises(SystemExit) as ended:
        call_command("import_book", "--prices", *paths, stderr=errors)
    assert ended.value.code == 2
    told = errors.getvalue()
    assert f"{bad}: line 2, place: the book has no price at /units/bowz" in told
    assert f"{bad}: line 3, place: the book has no price at an empty place" in told
    assert f"{other}: book: there is no book 'testesr'; did you mean 'testers'?" in told
    assert points(priced, 1) == 30
