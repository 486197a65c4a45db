"""Legal armies for all that a draft offers: the job, its page, and whom it is for."""

from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book
from tests.armybuilder.books.documents import charge_army, small_book, small_unit
from tests.armybuilder.books.roles import STATUSES, hold_a_job_page_for_its_authors

pytestmark = pytest.mark.django_db

CANNON = {
    "key": "guns",
    "name": "Guns",
    "options": [{"key": "cannon", "name": "Cannon"}, {"key": "flag", "name": "Flag"}],
}
NO_GUNS = {
    "key": "no-guns",
    "title": "No guns",
    "of": "cannon",
    "in": "self",
    "max": 0,
    "source": "Test, page 2",
}


@pytest.fixture
def book(alice: User) -> Book:
    """A book of alice's whose spears are offered a cannon that they may not have."""
    grant_role(alice, AUTHORS)
    saved = save_draft(small_book(units=[small_unit(slots=[CANNON], limits=[NO_GUNS])]))
    saved.people.add(alice)
    return saved


def page_of(book: Book, step: str = "") -> str:
    return reverse(f"admin:books_book_examples{step}", args=[book.pk])


def test_an_option_that_no_army_may_have_is_told_with_what_is_in_its_way(
    book: Book, alice_client: Client
) -> None:
    before = alice_client.get(page_of(book)).content.decode()
    alice_client.post(page_of(book, "_start"))
    page = alice_client.get(page_of(book))

    assert "Look for legal armies" in before
    (without,) = page.context["report"].without
    assert without.names == ("Spears", "Cannon")
    assert len(without.in_the_way) == 1
    assert without.in_the_way[0] in page.content.decode()
    (unit,) = book.units.all()
    assert without.address == reverse("admin:books_unit_change", args=[unit.pk])
    ((spears, options),) = page.context["report"].shown
    assert spears.army == "Spears; 100 points"
    assert [row.names for row in options] == [("Spears", "Flag")]


def test_the_models_that_a_unit_comes_with_are_no_options_of_it(
    book: Book, alice_client: Client
) -> None:
    warrior = {"key": "warrior", "name": "Warrior", "points": 8, "min": 10}
    guard = {"key": "guard", "name": "Guard", "points": 9, "max": 1}
    flag = {"key": "colours", "name": "Colours", "options": [CANNON["options"][1]]}
    save_draft(
        small_book(
            units=[
                small_unit(models=[warrior]),
                small_unit(key="kin", name="Kin", models=[warrior, guard]),
                small_unit(key="band", name="Band", models=[warrior], slots=[flag]),
            ]
        )
    )

    alice_client.post(page_of(book, "_start"))
    page = alice_client.get(page_of(book))

    report = page.context["report"]
    told = [(one.names, [row.names for row in rows]) for one, rows in report.shown]
    assert told == [
        (("Spears",), []),
        (("Kin",), [("Kin", "Guard")]),
        (("Band",), [("Band", "Flag")]),
    ]
    assert report.found == 5
    assert page.content.decode().count("with 1 option") == 2


ONE_KING = {
    "key": "one-king",
    "title": "One king",
    "of": "king",
    "min": 1,
    "when": {"of": "crown", "at_least": 1},
}
NO_KING = {"key": "no-king", "title": "No king", "of": "king", "max": 0}


def hopeless_book(**changes: Any) -> Any:
    """Return a book whose crown needs a king, who is never let in with it."""
    crown = {"key": "crown", "name": "Crown"}
    slots = [{"key": "treasure", "name": "Treasure", "options": [crown]}]
    king = small_unit(key="king", name="King")
    no_king = NO_KING | {"when": {"of": "crown", "at_least": 1}}
    units = [small_unit(slots=slots), king]
    return small_book(units=units, limits=[ONE_KING, no_king], **changes)


def check_page(book: Book) -> str:
    return reverse("admin:books_book_check", args=[book.pk])


def test_the_check_page_looks_for_armies_and_then_lists_what_has_none(
    book: Book, alice_client: Client
) -> None:
    save_draft(hopeless_book())
    before = alice_client.get(check_page(book)).content.decode()
    assert "Nobody has looked yet" in before
    assert page_of(book, "_start") in before

    alice_client.post(page_of(book, "_start"))
    after = alice_client.get(check_page(book))

    (line,) = [
        one for one in after.context["warnings"] if one.finding.code == "army-not-found"
    ]
    assert line.finding.pointer == "/units/0/slots/0/options/0"
    assert line.finding.at == "/units/spears/slots/treasure/options/crown"
    assert line.finding.sentence.startswith(
        "no legal army with Crown of Spears was found within the work allowed; "
    )
    assert "one king" in line.finding.sentence.casefold()
    assert line.address
    assert "Nobody has looked yet" not in after.content.decode()


def test_accepting_what_was_not_found_asks_for_no_new_search(
    book: Book, alice_client: Client
) -> None:
    save_draft(hopeless_book())
    alice_client.post(page_of(book, "_start"))
    at = "/units/spears/slots/treasure/options/crown"
    alice_client.post(
        reverse("admin:books_book_accept", args=[book.pk]),
        {"code": "army-not-found", "at": at, "because": "No king is crowned."},
    )

    page = alice_client.get(check_page(book))

    (line,) = [
        one for one in page.context["accepted"] if one.finding.code == "army-not-found"
    ]
    assert line.finding.because == "No king is crowned."
    assert page.context["search"].state == "done"


def test_what_was_found_stays_when_the_draft_is_published(
    book: Book, alice: User, alice_client: Client
) -> None:
    save_draft(small_book(units=[small_unit(slots=[CANNON])]))
    alice_client.post(page_of(book, "_start"))
    publish(book, alice)
    after = alice_client.get(check_page(book)).content.decode()
    page = alice_client.get(page_of(book))

    assert "None was looked for yet in this draft" not in after
    assert page.context["report"].found == 3
    assert page.context["is_earlier"] is False


def test_what_was_found_stays_beside_another_test_and_may_be_looked_for_again(
    book: Book, alice_client: Client
) -> None:
    alice_client.post(page_of(book, "_start"))
    first = alice_client.get(page_of(book)).content.decode()
    book.tests.create(position=1, title="A", roster=charge_army("spears"), expected={})
    earlier = alice_client.get(page_of(book))
    alice_client.post(page_of(book, "_start"))
    again = alice_client.get(page_of(book))

    assert "Look for legal armies" not in first
    assert earlier.context["report"].found == 2
    assert "Look for legal armies" in earlier.content.decode()
    assert again.context["job"].pk != earlier.context["job"].pk
    assert again.context["is_earlier"] is False


def test_what_is_accepted_and_has_an_army_by_now_is_told(
    book: Book, alice_client: Client
) -> None:
    at = "/units/spears/slots/treasure/options/crown"
    reason = {"code": "army-not-found", "at": at, "because": "No king is crowned."}
    crown = {"key": "crown", "name": "Crown"}
    slots = [{"key": "treasure", "name": "Treasure", "options": [crown]}]
    save_draft(small_book(units=[small_unit(slots=slots)], accepted=[reason]))
    before = alice_client.get(check_page(book))
    alice_client.post(page_of(book, "_start"))
    after = alice_client.get(check_page(book))

    assert [one.finding.code for one in before.context["warnings"]] == []
    assert [one.finding.code for one in after.context["warnings"]] == [
        "acceptance-idle"
    ]


def test_a_unit_that_no_book_test_has_is_a_hint(
    book: Book, alice_client: Client
) -> None:
    units = [small_unit(), small_unit(key="bows", name="Bows")]
    save_draft(small_book(units=units))
    book.tests.create(position=1, title="One", roster=charge_army("bows"), expected={})

    page = alice_client.get(check_page(book))

    told = [(one.finding.at, one.finding.sentence) for one in page.context["hints"]]
    assert told == [("/units/spears", "no book test has Spears")]


def test_a_changed_draft_is_looked_at_anew(book: Book, alice_client: Client) -> None:
    alice_client.post(page_of(book, "_start"))
    save_draft(small_book(units=[small_unit(slots=[CANNON])]))

    assert alice_client.get(page_of(book)).context["report"] is None
    alice_client.post(page_of(book, "_start"))
    assert alice_client.get(page_of(book)).context["report"].without == ()


def test_an_army_of_a_book_test_shows_what_it_holds(
    book: Book, alice_client: Client
) -> None:
    half = {"key": "half", "title": "Half", "of": "flag", "in": "army", "min": 2}
    save_draft(small_book(units=[small_unit(slots=[CANNON])], limits=[half]))
    two = [
        {
            "id": f"u{n}",
            "entry": "spears",
            "selections": [{"id": f"f{n}", "entry": "flag"}],
        }
        for n in (1, 2)
    ]
    forces = [{"id": "f", "book": "testers", "edition": 7, "units": two}]
    roster = {"format": "armybuilder.roster/1", "game": "charge", "forces": forces}
    book.tests.create(position=1, title="Two flags", roster=roster, expected={})

    alice_client.post(page_of(book, "_start"))

    ((spears, _),) = alice_client.get(page_of(book)).context["report"].shown
    assert spears.army == "2 × Spears; 200 points"


def test_a_draft_that_is_no_book_yet_says_so(book: Book, alice_client: Client) -> None:
    book.units.update(name="")

    alice_client.post(page_of(book, "_start"))

    page = alice_client.get(page_of(book))
    assert "The draft is no book yet" in page.content.decode()


def test_the_page_takes_so_many_queries(
    book: Book, alice_client: Client, django_assert_num_queries: Any
) -> None:
    alice_client.post(page_of(book, "_start"))
    with django_assert_num_queries(28):
        alice_client.get(page_of(book))


@pytest.mark.parametrize("who", STATUSES)
def test_the_examples_are_for_the_books_authors(
    who: str, book: Book, alice: User
) -> None:
    hold_a_job_page_for_its_authors(who, alice, partial(page_of, book))
