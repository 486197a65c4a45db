"""The bar above the pages of a book: its pages by role, and what is to mend."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Role
from armybuilder.books.people import give_role

ALL = ["Book", "Units", "Rules", "Prices", "Tests", "Check", "History", "People"]
READ = ["Units", "Prices", "Tests", "Check", "History"]


def at(name: str, book: Book, *more: str) -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk, *more])


def bar_of(client: Client, address: str) -> tuple[list[str], list[str]]:
    """Return the links of the bar of a page, and those that are marked as open."""
    text = client.get(address).content.decode()
    bar = text.split('class="book-bar"', 1)[1].split("</nav>", 1)[0]
    links = re.findall(r"<a ([^>]*)>([^<]*)</a>", bar)
    return [name for _, name in links], [
        name for more, name in links if "aria-current" in more
    ]


@pytest.mark.parametrize(
    ("page", "more", "is_open"),
    [
        ("check", (), "Check"),
        ("fairness", (), "Check"),
        ("units", (), "Units"),
        ("unit", ("spears",), "Units"),
        ("change", (), "Book"),
        ("revisions", (), "History"),
    ],
)
def test_an_owner_goes_from_every_page_to_every_other(
    page: str, more: tuple[str, ...], is_open: str, book: Book, alice_client: Client
) -> None:
    assert bar_of(alice_client, at(page, book, *more)) == (ALL, [is_open])


@pytest.mark.parametrize(
    ("role", "page", "links"),
    [
        (Role.EDITOR, "check", ALL[:-1]),
        (Role.REVIEWER, "check", READ),
        (Role.TESTER, "tests", ["Tests"]),
    ],
)
def test_the_bar_leads_nowhere_that_a_role_may_not_go(
    role: Role, page: str, links: list[str], book: Book, bob: User, bob_client: Client
) -> None:
    if role == Role.EDITOR:
        grant_role(bob, AUTHORS)
    give_role(book, bob, role)
    assert bar_of(bob_client, at(page, book))[0] == links
    for name in links:
        addresses = {"History": "revisions", "Book": "change"}
        opened = at(addresses.get(name, name.lower()), book)
        assert bob_client.get(opened).status_code == 200


def test_a_part_of_a_book_has_the_bar_of_its_book(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get(key="spears")
    page = reverse("admin:books_unit_change", args=[unit.pk])
    assert bar_of(alice_client, page)[0] == ALL


def test_the_verdict_counts_and_marks_what_is_to_mend(
    book: Book, alice_client: Client
) -> None:
    document = draft_document(book)
    spears = next(unit for unit in document["units"] if unit["key"] == "spears")
    spears["points"] = -5
    save_draft(document)
    answer = alice_client.get(at("verdict", book), {"unit": "spears"})
    text = " ".join(answer.content.decode().split())
    assert "1 error" in text
    assert '<li data-mark="spears">error</li>' in text
    assert "data-unit-findings" in text
    other = alice_client.get(at("verdict", book), {"unit": "nobody"})
    assert "data-unit-findings" not in other.content.decode()


def test_a_mend_asked_from_a_unit_leads_back_to_it(
    book: Book, alice_client: Client
) -> None:
    document = draft_document(book)
    spears = next(unit for unit in document["units"] if unit["key"] == "spears")
    spears["points"] = -5
    save_draft(document)
    finding = alice_client.get(at("verdict", book), {"unit": "spears"}).context["lines"]
    asked = {"code": finding[0].finding.code, "at": finding[0].finding.at}
    answer = alice_client.post(at("mend", book), {**asked, "unit": "spears"})
    assert answer.headers["Location"] == at("unit", book, "spears")
    answer = alice_client.post(at("mend", book), {**asked, "unit": "//elsewhere"})
    assert answer.headers["Location"] == at("check", book)
