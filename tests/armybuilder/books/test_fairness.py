"""The fairness of a draft: the job, its page and CSV, and whom they are for."""

import csv
import io
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books import fairness_paper, paper
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book
from tests.armybuilder.books.documents import printed_book
from tests.armybuilder.books.roles import STATUSES, hold_a_job_page_for_its_authors

pytestmark = pytest.mark.django_db


@pytest.fixture
def book(alice: User) -> Book:
    """Orcs of alice's, of Charge."""
    grant_role(alice, AUTHORS)
    saved = save_draft(printed_book("charge-kevorki-tribes"))
    saved.people.add(alice)
    return saved


def page_of(book: Book, step: str = "") -> str:
    return reverse(f"admin:books_book_fairness{step}", args=[book.pk])


def test_every_unit_is_in_the_table_or_said_not_to_be_compared(
    book: Book, alice_client: Client
) -> None:
    assert alice_client.get(page_of(book)).context["report"] is None
    alice_client.post(page_of(book, "_start"), {"options": "1"})

    page = alice_client.get(page_of(book), {"options": "1"})
    report = page.context["report"]
    told = {one.unit.row["key"] for one in report.units}
    told |= {row["key"] for row in report.not_compared}
    assert told == set(book.units.values_list("key", flat=True))
    assert report.units
    for name in book.units.values_list("name", flat=True):
        assert name in page.content.decode()


def test_the_csv_has_a_line_for_each_unit(book: Book, alice_client: Client) -> None:
    alice_client.post(page_of(book, "_start"))
    answer = alice_client.get(page_of(book), {"as": "csv"})
    head, *rows = csv.reader(io.StringIO(answer.content.decode()))
    assert head[0] == "Unit"
    of_units = [row[0] for row in rows if not row[14]]
    assert sorted(of_units) == sorted(book.units.values_list("name", flat=True))
    assert all(0 <= float(row[15]) <= 100 for row in rows if row[15])


def test_a_dearer_unit_has_moved_down_since_the_last_edition(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    document: Any = printed_book("charge-kevorki-tribes")
    changed = document["units"][0]
    changed["points"] = changed.get("points", 0) + 200
    save_draft(document)

    alice_client.post(page_of(book, "_start"))
    report = alice_client.get(page_of(book)).context["report"]
    (moved,) = (o for o in report.units if o.unit.row["key"] == changed["key"])
    assert moved.moved is not None
    assert moved.moved < 0
    most = max(report.units, key=lambda one: abs(one.moved or 0))
    told = f"most of all {most.unit.row['name']} ({most.moved:+.1f})."
    for name in ("check", "sign_off"):
        page = alice_client.get(reverse(f"admin:books_book_{name}", args=[book.pk]))
        assert told in page.content.decode()
    assert moved.former is not None
    assert [one.unit.row["key"] for one in report.changed] == [changed["key"]]

    name = changed["name"]
    check = alice_client.get(reverse("admin:books_book_check", args=[book.pk]))
    for page in (alice_client.get(page_of(book)), check):
        table = page.content.decode().partition('id="changed"')[2].partition("</table")
        assert name in table[0]
        assert f"{moved.former.worth:.1f}" in table[0]
        assert f"{moved.unit.worth:.1f}" in table[0]


@pytest.mark.parametrize("sort", ["worth", "-worth", "name", "-name", "price", "zzz"])
def test_the_table_is_sorted_by_a_link(
    sort: str, book: Book, alice_client: Client
) -> None:
    alice_client.post(page_of(book, "_start"))
    page = alice_client.get(page_of(book), {"sort": sort})
    units = page.context["report"].units
    if sort in ("name", "-name"):
        names = [one.unit.row["name"].casefold() for one in units]
        assert names == sorted(names, reverse=sort == "-name")
    elif sort in ("worth", "zzz"):
        assert [u.unit.worth for u in units] == sorted(
            (u.unit.worth for u in units), reverse=True
        )


def test_an_unknown_field_is_the_book_itself(book: Book, alice_client: Client) -> None:
    answer = alice_client.get(page_of(book), {"field": "no-such-book"})
    assert answer.status_code == 200
    assert answer.context["asked"].field == []
    assert answer.context["asked"].with_itself


def test_another_book_can_be_the_field(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(save_draft(printed_book("charge-orcs")), alice)
    field = [row["name"] for row in printed_book("charge-orcs")["units"]]
    key = printed_book("charge-orcs")["key"]
    alice_client.post(page_of(book, "_start"), {"field": key})
    report = alice_client.get(page_of(book), {"field": key}).context["report"]
    assert list(report.groups[0].field) == field


def test_the_field_may_be_several_books(
    book: Book, alice: User, alice_client: Client
) -> None:
    others = [printed_book("charge-orcs"), printed_book("charge-elves")]
    for other in others:
        publish(save_draft(other), alice)
    asked = {"field": ["itself", *(other["key"] for other in others)]}
    alice_client.post(page_of(book, "_start"), asked)
    (group,) = alice_client.get(page_of(book), asked).context["report"].groups
    own = [unit["name"] for unit in printed_book("charge-kevorki-tribes")["units"]]
    theirs = {unit["name"] for other in others for unit in other["units"]}
    assert set(group.field) <= {*own, *theirs}
    assert set(group.field) & theirs
    assert set(group.field) & set(own)
    assert all(len(one.cells) == len(group.field) for one in group.units)


def test_an_edition_can_be_judged_beside_the_one_before_it(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    document: Any = printed_book("charge-kevorki-tribes")
    document["units"][0]["points"] = document["units"][0].get("points", 0) + 200
    publish(save_draft(document), alice)
    document["units"][0]["points"] += 200
    save_draft(document)

    worths = []
    for of in ("draft", "2", "1"):
        alice_client.post(page_of(book, "_start"), {"of": of})
        page = alice_client.get(page_of(book), {"of": of})
        report = page.context["report"]
        key = document["units"][0]["key"]
        (one,) = (each for each in report.units if each.unit.row["key"] == key)
        worths.append(one.unit.worth)
        assert report.has_before == (of != "1")
    assert worths == sorted(worths)
    assert (
        alice_client.get(page_of(book), {"of": "99"}).context["asked"].edition is None
    )


def test_the_report_is_drawn_as_a_pdf(
    book: Book, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []

    def draw(page: str) -> bytes:
        pages.append(page)
        return b"%PDF-"

    monkeypatch.setattr(paper, "_drawers", [draw])
    alice_client.post(page_of(book, "_start"))
    answer = alice_client.get(page_of(book), {"as": "pdf"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content == b"%PDF-"
    for name in book.units.values_list("name", flat=True):
        assert name in pages[0]


def test_a_pdf_that_is_not_there_yet_or_never_says_so(
    book: Book, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(page: str) -> bytes:
        raise paper.PaperRefused("The ink is dry.")

    alice_client.post(page_of(book, "_start"))
    monkeypatch.setattr(paper, "_drawers", [lambda page: None])
    waiting = alice_client.get(page_of(book), {"as": "pdf"})
    assert (waiting.status_code, waiting["Refresh"]) == (202, "1")
    monkeypatch.setattr(paper, "_drawers", [refuse])
    refused = alice_client.get(page_of(book), {"as": "pdf"})
    assert refused.status_code == 503
    assert "The ink is dry." in refused.content.decode()


def test_a_map_on_paper_is_cut_and_holds_every_column(
    book: Book, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness_paper, "ACROSS", 3)
    alice_client.post(page_of(book, "_start"))
    (group,) = alice_client.get(page_of(book)).context["report"].groups
    maps = [*fairness_paper.cut(group)]
    assert [name for one in maps for name in one.names] == [*group.field]
    rows = [[cell for one in maps for cell in one.rows[n][1]] for n in range(2)]
    assert rows == [[*one.cells] for one in group.units[:2]]


def test_a_draft_that_is_no_book_yet_says_so(book: Book, alice_client: Client) -> None:
    book.units.update(name="")
    alice_client.post(page_of(book, "_start"))
    page = alice_client.get(page_of(book))
    assert "The draft is no book yet" in page.content.decode()


def test_the_page_takes_so_many_queries(
    book: Book, alice_client: Client, django_assert_num_queries: Any
) -> None:
    alice_client.post(page_of(book, "_start"))
    with django_assert_num_queries(27):
        alice_client.get(page_of(book))


@pytest.mark.parametrize("who", STATUSES)
def test_the_fairness_is_for_the_books_authors(
    who: str, book: Book, alice: User
) -> None:
    hold_a_job_page_for_its_authors(who, alice, partial(page_of, book))
