"""The check of a draft on its page: links to the places, and keys that armies name."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.store import create
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document, places, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book
from armybuilder.books.refusals import PublishError
from rulesets.books.checks.texts import FOR_ALL
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.books.documents import RICH, small_book, small_unit

pytestmark = pytest.mark.django_db


def test_every_part_of_a_draft_is_found_by_its_place() -> None:
    book = save_draft(RICH)
    document = draft_document(book)
    found = places(book)
    for where, row in found.items():
        part: Any = document
        for step in filter(None, where.split("/")):
            part = part[int(step)] if step.isdigit() else part[step]
        if isinstance(part, dict) and "key" in part:
            assert part["key"] == row.key  # type: ignore[attr-defined]
    assert len(found) > 40


def test_all_findings_are_listed_with_links_to_their_pages(
    book: Book, alice: User, alice_client: Client
) -> None:
    horn = {"key": "horn", "name": "Horn", "points": 5, "rules": ["terrifing"]}
    slot = {"key": "extras", "name": "Extras", "min": 3, "options": [horn]}
    save_draft(small_book(units=[small_unit(points=-5, source="", slots=[slot])]))
    address = reverse("admin:books_book_check", args=[book.pk])
    page = alice_client.get(address).content.decode()
    unit = reverse("admin:books_book_unit", args=[book.pk, "spears"])
    for spot, name in (
        ("", "Spears"),
        ("-slots-extras", "Extras"),
        ("-slots-extras-options-horn", "Horn"),
    ):
        assert f'<a href="{unit}#at-units-spears{spot}">{name}</a>' in page
    for words in (
        "Errors: 3",
        "Warnings: 1",
        "Spears costs -5",
        "Extras: 3 to choose, 1 on offer",
        "did you mean <b>terrifying</b>?",
        "Spears has no source",
    ):
        assert words in page
    with pytest.raises(PublishError) as problem:
        publish(book, alice)
    assert len(str(problem.value).splitlines()) == 3


def test_each_link_to_a_part_of_a_unit_leads_to_a_place_on_its_page(
    book: Book, alice_client: Client
) -> None:
    bare = deepcopy(RICH)
    for unit in bare["units"]:
        unit.pop("source", None)
        for part in unit.get("profiles", ()):
            part["characteristics"] = {}
    book = save_draft(bare)
    book.people.add(User.objects.get(username="alice"))
    check = reverse("admin:books_book_check", args=[book.pk])
    page = alice_client.get(check).content.decode()
    links = set(
        re.findall(rf'href="({check.removesuffix("check/")}units/[^"]+#[^"]*)"', page)
    )
    assert len(links) > 4
    for link in links:
        address, _, spot = link.partition("#")
        assert f'id="{spot}"' in alice_client.get(address).content.decode(), link


def test_many_findings_of_one_kind_fold_under_the_first(
    book: Book, alice_client: Client
) -> None:
    units = [
        small_unit(key=f"spears-{n}", name=f"Spears {n}", source="") for n in range(5)
    ]
    save_draft(small_book(units=units))
    check = reverse("admin:books_book_check", args=[book.pk])
    page = " ".join(alice_client.get(check).content.decode().split())
    says = f"has no source; {FOR_ALL}."
    assert f"<summary>Spears 0 {says} The same of 4 more.</summary>" in page
    assert page.count(f"{says}</p>") == 5


def army(entry: str) -> Roster:
    unit = Selection("s1", entry)
    return Roster("charge", "Army", forces=(Force("f1", "testers", 1, (unit,)),))


def test_a_key_that_changed_names_the_armies_that_would_lose_it(
    book: Book, alice: User, bob: User
) -> None:
    publish(book, alice)
    create(army("spears"), bob)
    create(army("spears"), bob)
    renamed = small_book(units=[small_unit(key="pikes")])
    (found,) = [one for one in check_draft(renamed) if one.code == "key-lost"]
    assert found.level == "error"
    assert found.text == (
        "Spears: 'spears' of edition 1 is gone; it is 'pikes' now; "
        "2 armies would lose it: keep the key, or add renamed_from"
    )
    save_draft(renamed)
    with pytest.raises(PublishError, match="keep the key"):
        publish(book, alice)


def test_a_key_may_change_where_the_part_says_which_it_had(
    book: Book, alice: User
) -> None:
    publish(book, alice)
    renamed = small_book(units=[small_unit(key="pikes", renamed_from=["spears"])])
    assert check_draft(renamed) == ()
    assert draft_document(save_draft(renamed)) == renamed
    assert publish(book, alice).document == renamed


def test_what_is_taken_out_of_a_book_is_a_warning(
    book: Book, alice: User, bob: User
) -> None:
    publish(book, alice)
    create(army("spears"), bob)
    without = small_book(units=[small_unit(key="bows", name="Bows")])
    (found,) = [one for one in check_draft(without) if one.code == "key-lost"]
    assert found.level == "warning"
    assert found.text.endswith("is gone; 1 army would lose it")


def test_a_key_that_stays_is_not_lost(book: Book, alice: User) -> None:
    publish(book, alice)
    assert check_draft(small_book(name="Another name")) == ()
