"""Lists, tallies and long books in the admin."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.admin.book import MOST_INLINE
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Limit, Option, OptionList, Slot, Tally
from tests.armybuilder.books.admin_forms import change, form_of
from tests.armybuilder.books.documents import RICH, big_book

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def rich(book: Book, alice: User) -> Book:
    """The book that says everything, alice's."""
    rich = save_draft(RICH)
    rich.people.add(alice)
    return rich


@pytest.fixture
def big(book: Book, alice: User) -> Book:
    """A book of forty units and sixty relics, alice's."""
    big = save_draft(big_book())
    big.people.add(alice)
    return big


@pytest.mark.parametrize("table", [OptionList, Limit, Slot, Option])
def test_saving_a_page_as_it_is_changes_nothing(
    table: Any, rich: Book, alice_client: Client
) -> None:
    before = draft_document(rich)
    for row in table.objects.filter(book=rich):
        response = alice_client.post(change(row), form_of(alice_client, change(row)))
        assert response.status_code == 302, response.context["errors"]
    assert draft_document(rich) == before


def test_a_list_gets_an_option(rich: Book, alice_client: Client) -> None:
    bells = rich.lists.get(key="bells")
    data = form_of(alice_client, change(bells)) | {
        "options-TOTAL_FORMS": "2",
        "options-1-item": "sword",
        "options-1-points": "7",
        "options-1-per": "each",
        "options-1-position": "0",
    }
    response = alice_client.post(change(bells), data)
    assert response.status_code == 302, response.context["errors"]
    saved = draft_document(rich)["lists"][1]["options"]
    assert saved[1] == {"item": "sword", "points": 7}


def test_a_list_takes_no_item_that_the_book_does_not_have(
    rich: Book, alice_client: Client
) -> None:
    bells = rich.lists.get(key="bells")
    data = form_of(alice_client, change(bells)) | {"options-0-item": "halberd"}
    response = alice_client.post(change(bells), data)
    assert "The book has no item halberd." in response.content.decode()


def test_items_are_suggested_once_a_page(big: Book, alice_client: Client) -> None:
    page = alice_client.get(change(big.lists.get())).content.decode()
    assert page.count('<option value="relic-7">') == 1
    assert 'list="book-items"' in page
    assert '<datalist id="book-items">' in page


def test_a_new_list_is_added_to_its_book(rich: Book, alice_client: Client) -> None:
    address = reverse("admin:books_optionlist_add") + f"?book={rich.pk}"
    data = form_of(alice_client, address) | {"name": "Spells", "key": "spells"}
    assert alice_client.post(address, data).status_code == 302
    assert [part["key"] for part in draft_document(rich)["lists"]] == [
        *("relics", "bells", "nothing-yet", "spells")
    ]


def test_a_slot_takes_a_list_instead_of_options(
    rich: Book, alice_client: Client
) -> None:
    slot = rich.slots.get(key="tricks")
    data = form_of(alice_client, change(slot)) | {
        "from_list": "relics",
        "only": "bell",
    }
    response = alice_client.post(change(slot), data)
    assert response.status_code == 302, response.context["errors"]
    saved = draft_document(rich)["units"][0]["slots"][1]
    assert (saved["list"], saved["only"]) == ("relics", ["bell"])
    assert "options" not in saved


def test_a_slot_with_options_of_its_own_takes_no_list(
    rich: Book, alice_client: Client
) -> None:
    slot = rich.slots.get(key="mount")
    data = form_of(alice_client, change(slot)) | {"from_list": "relics"}
    response = alice_client.post(change(slot), data)
    assert "It has options of its own" in response.content.decode()


def test_a_slot_shows_what_its_list_offers(rich: Book, alice_client: Client) -> None:
    page = alice_client.get(change(rich.slots.get(key="relics"))).content.decode()
    assert ">Relics</a>: sword, bell" in page


def test_a_tally_is_added_to_a_book(book: Book, alice_client: Client) -> None:
    amount = '{"terms": [{"count": "models", "of": "*"}]}'
    data = form_of(alice_client, change(book)) | {
        "tallies-TOTAL_FORMS": "1",
        "tallies-0-key": "heads",
        "tallies-0-title": "Heads",
        "tallies-0-amount": amount,
        "tallies-0-position": "0",
    }
    response = alice_client.post(change(book), data)
    assert response.status_code == 302, response.context["errors"]
    assert draft_document(book)["tallies"] == [
        {
            "key": "heads",
            "title": "Heads",
            "amount": {"terms": [{"count": "models", "of": "*"}]},
        }
    ]


def test_a_tally_without_an_amount_is_refused_at_its_field(
    rich: Book, alice_client: Client
) -> None:
    data = form_of(alice_client, change(rich)) | {"tallies-0-amount": '{"count": 1}'}
    response = alice_client.post(change(rich), data)
    assert response.status_code == 200
    assert Tally.objects.filter(amount__count=1).count() == 0


def test_a_limit_can_count_a_figure_of_the_game(
    rich: Book, alice_client: Client
) -> None:
    limit = rich.limits.get(key="core-units")
    page = alice_client.get(change(limit)).content.decode()
    assert '<option value="sum:wounds">' in page
    data = form_of(alice_client, change(limit)) | {"count": "sum:wounds"}
    assert alice_client.post(change(limit), data).status_code == 302
    limit.refresh_from_db()
    assert limit.count == "sum:wounds"


def test_a_new_limit_stands_for_the_whole_book(
    book: Book, alice_client: Client
) -> None:
    address = reverse("admin:books_limit_add") + f"?book={book.pk}"
    data = form_of(alice_client, address)
    data |= {"key": "core", "title": "Core", "of": "spears", "min": "1"}
    response = alice_client.post(address, data)
    assert response.status_code == 302, response.context["errors"]
    assert draft_document(book)["limits"] == [
        {"key": "core", "title": "Core", "of": "spears", "min": 1}
    ]


# -- after saving -------------------------------------------------------------------


def test_whoever_saves_a_unit_is_shown_the_way_to_publish(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get()
    data = form_of(alice_client, change(unit))
    page = alice_client.post(change(unit), data, follow=True).content.decode()
    check = reverse("admin:books_book_check", args=[book.pk])
    assert f'<a href="{check}">check and publish Testers</a>' in page


# -- long books ---------------------------------------------------------------------


def test_a_long_table_is_linked_and_not_edited_on_the_page_of_its_book(
    big: Book, alice_client: Client
) -> None:
    assert big.rules.count() > MOST_INLINE
    response = alice_client.get(change(big))
    shown = {each.formset.prefix for each in response.context["inline_admin_formsets"]}
    assert "rules" not in shown
    assert "printed" in shown
    page = response.content.decode()
    for table, count in (("unit", 40), ("item", 60), ("specialrule", 60)):
        address = reverse(f"admin:books_{table}_changelist")
        assert f'{address}?book__id__exact={big.pk}">{count} ' in page
    data = form_of(alice_client, change(big))
    before = draft_document(big)
    assert alice_client.post(change(big), data).status_code == 302
    assert draft_document(big) == before


PAGES = ["book", "unit", "slot", "optionlist", "option", "item", "limit", "specialrule"]


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_no_more_queries_in_a_long_book(
    name: str, alice: User, alice_client: Client, book: Book
) -> None:
    counted = []
    for size in (3, 60):
        made = save_draft(big_book(units=size, relics=size))
        made.people.add(alice)
        row = _row(made, name)
        alice_client.get(change(row))
        counted.append(_queries(alice_client, change(row)))
    assert counted[1] <= counted[0] <= 48


def _row(book: Book, name: str) -> Any:
    if name == "book":
        return book
    rows: Any = {
        "unit": book.units.all(),
        "slot": book.slots.filter(from_list=""),
        "optionlist": book.lists.all(),
        "option": book.options.filter(slot=None),
        "item": book.items.all(),
        "limit": book.limits.filter(unit=None),
        "specialrule": book.rules.all(),
    }
    return rows[name].first()


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize(
    "name", ["optionlist", "limit", "specialrule", "printedrule", "slot", "option"]
)
def test_a_list_of_a_long_book_takes_few_queries(
    name: str, big: Book, alice_client: Client
) -> None:
    address = reverse(f"admin:books_{name}_changelist")
    address += f"?book__id__exact={big.pk}"
    assert _queries(alice_client, address) <= 12


def test_another_author_sees_neither_lists_nor_rules(
    big: Book, other_author: Client
) -> None:
    rows: list[Any] = [big.lists.first(), big.rules.first(), big.limits.first()]
    for row in rows:
        assert other_author.get(change(row)).status_code == 302
        address = reverse(f"admin:books_{row._meta.model_name}_changelist")
        page = other_author.get(address)
        assert page.context["cl"].result_count == 0


@pytest.mark.parametrize("table", ["item", "specialrule", "limit", "unit", "edition"])
def test_each_filter_names_its_choices_and_says_which_one_is_made(
    table: str, rich: Book, alice_client: Client
) -> None:
    page = alice_client.get(reverse(f"admin:books_{table}_changelist"))
    parts = re.findall(r"<details data-filter-title.+?</details>", text_of(page))
    assert parts
    for part in parts:
        links = re.findall(r"<a ([^>]+)>([^<]*)</a>", part)
        assert len(links) > 1
        assert all(words.strip() for _, words in links)
        assert sum('aria-current="true"' in marks for marks, _ in links) == 1


def text_of(page: Any) -> str:
    """Return a page as one line."""
    return " ".join(page.content.decode().split())
