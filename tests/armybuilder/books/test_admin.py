"""The admin of army books, through its addresses."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Edition, Item, Option, Slot, Unit
from rulesets.documents.yaml import parse_yaml
from rulesets.documents.yaml_text import yaml_text
from rulesets.libraries import newest_number
from tests.armybuilder.books.admin_forms import change, errors_of, form_of
from tests.armybuilder.books.documents import RICH, small_book, small_unit

pytestmark = pytest.mark.django_db


def checked_form(client: Client, book: Book) -> dict[str, str]:
    """Return what the check page's form sends to publish the draft that it shows."""
    page = client.get(reverse("admin:books_book_check", args=[book.pk]))
    return {"checked": page.context["form"]["checked"].value(), "notes": ""}


@pytest.mark.parametrize(
    "name", ["book", "unit", "item", "slot", "option", "modeltype", "edition"]
)
def test_the_lists_take_the_same_queries_for_one_book_and_for_three(
    name: str,
    book: Book,
    alice: User,
    alice_client: Client,
    django_assert_max_num_queries: Any,
) -> None:
    publish(book, alice)
    for key in ("rich", "richer"):
        rich = save_draft({**RICH, "key": key})
        rich.people.add(alice)
        publish(rich, alice)
    address = reverse(f"admin:books_{name}_changelist")
    with django_assert_max_num_queries(11):
        response = alice_client.get(address)
    assert response.status_code == 200


@pytest.mark.parametrize("table", [Book, Unit, Item, Slot, Option])
def test_saving_a_page_as_it_is_changes_nothing(
    table: Any, alice: User, book: Book, alice_client: Client
) -> None:
    rich = save_draft(RICH)
    rich.people.add(alice)
    before = draft_document(rich)
    for row in table.objects.filter(
        **({"pk": rich.pk} if table is Book else {"book": rich})
    ):
        response = alice_client.post(change(row), form_of(alice_client, change(row)))
        assert response.status_code == 302, errors_of(response)
    rich.refresh_from_db()
    assert draft_document(rich) == before


def test_an_author_changes_a_price_and_a_figure(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get()
    data = form_of(alice_client, change(unit))
    data |= {
        "points": "110",
        "profiles-0-figure_melee-dice": "12",
        "profiles-0-figure_shoot-dice": "-",
    }
    response = alice_client.post(change(unit), data)
    assert response.status_code == 302, errors_of(response)
    (saved,) = draft_document(book)["units"]
    assert saved["points"] == 110
    assert saved["profiles"][0]["characteristics"]["melee-dice"] == 12
    assert saved["profiles"][0]["characteristics"]["shoot-dice"] is None


def test_every_characteristic_of_the_game_has_its_field_and_help(
    book: Book, alice_client: Client
) -> None:
    page = alice_client.get(change(book.units.get())).content.decode()
    assert 'name="profiles-0-figure_melee-need"' in page
    assert "Lowest roll that hits." in page


def test_the_unit_page_shows_the_sheet_as_players_will_see_it(
    book: Book, alice_client: Client
) -> None:
    page = alice_client.get(change(book.units.get())).content.decode()
    assert "10 / 4+" in page
    assert "Shield Wall" in page
    assert "style=" not in page
    assert "onclick" not in page


def test_a_bad_figure_is_named_at_its_field(book: Book, alice_client: Client) -> None:
    unit = book.units.get()
    data = form_of(alice_client, change(unit))
    data["profiles-0-figure_save"] = "9" * 7
    response = alice_client.post(change(unit), data)
    assert response.status_code == 200
    assert "Expected a number from -1,000 to 100,000." in response.content.decode()
    assert (
        draft_document(book)["units"][0]["profiles"][0]["characteristics"]["save"] == 5
    )


def test_a_broken_limit_is_named_with_its_place(
    book: Book, alice_client: Client
) -> None:
    data = form_of(alice_client, change(book))
    data |= {
        "limits-TOTAL_FORMS": "1",
        "limits-0-key": "core",
        "limits-0-title": "Core",
        "limits-0-position": "0",
        "limits-0-count": "selections",
        "limits-0-of": "spears",
        "limits-0-within": "army",
        "limits-0-severity": "error",
        "limits-0-on": "on",
        "limits-0-deep": "on",
        "limits-0-min": '{"terms": [{"count": "apples"}]}',
    }
    response = alice_client.post(change(book), data)
    assert response.status_code == 200
    assert "At /terms/0/count: expected selections, models" in response.content.decode()
    data["limits-0-min"] = '{"terms": [{"count": "limit", "every": 500}]}'
    response = alice_client.post(change(book), data)
    assert response.status_code == 302, errors_of(response)
    (limit,) = draft_document(book)["limits"]
    assert limit == {
        "key": "core",
        "title": "Core",
        "of": "spears",
        "min": {"terms": [{"count": "limit", "every": 500}]},
    }


def test_a_new_unit_is_added_to_the_end_and_then_completed(
    book: Book, alice_client: Client
) -> None:
    address = reverse("admin:books_unit_add") + f"?book={book.pk}"
    data = form_of(alice_client, address) | {"name": "Bows", "key": "bows"}
    response = alice_client.post(address, data)
    unit = Unit.objects.get(key="bows")
    assert response.headers["Location"] == change(unit)
    assert unit.position == 2


def test_published_keys_stay(book: Book, alice: User, alice_client: Client) -> None:
    publish(book, alice)
    unit = book.units.get()
    data = form_of(alice_client, change(unit)) | {"key": "other"}
    assert alice_client.post(change(unit), data).status_code == 302
    unit.refresh_from_db()
    assert unit.key == "spears"


def test_a_unit_says_its_former_keys_in_its_form(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get()
    data = form_of(alice_client, change(unit)) | {"renamed_from": "pikes, lances"}
    assert alice_client.post(change(unit), data).status_code == 302
    assert draft_document(book)["units"][0]["renamed_from"] == ["pikes", "lances"]
    wrong = form_of(alice_client, change(unit)) | {"renamed_from": "No Key"}
    assert alice_client.post(change(unit), wrong).status_code == 200
    assert draft_document(book)["units"][0]["renamed_from"] == ["pikes", "lances"]


def test_an_unknown_item_is_refused_at_its_field(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get()
    data = form_of(alice_client, change(unit)) | {"items": "halberd"}
    response = alice_client.post(change(unit), data)
    assert "The book has no item halberd." in response.content.decode()


# -- who may ------------------------------------------------------------------------


def _pages(book: Book) -> list[str]:
    return [
        change(book),
        change(book.units.get()),
        reverse("admin:books_book_check", args=[book.pk]),
        reverse("admin:books_book_export", args=[book.pk]),
    ]


def test_another_author_sees_and_changes_nothing_of_it(
    book: Book, other_author: Client
) -> None:
    for address in _pages(book):
        response = other_author.get(address)
        assert response.status_code in (302, 404), address
        if response.status_code == 302:
            assert response.headers["Location"] == reverse("admin:index")
    response = other_author.post(
        reverse("admin:books_book_publish", args=[book.pk]), {"notes": ""}
    )
    assert response.status_code == 404
    assert not Edition.objects.exists()
    assert (
        "Testers"
        not in other_author.get(reverse("admin:books_book_changelist")).content.decode()
    )
    posted = other_author.post(change(book.units.get()), {"points": "1"})
    assert posted.status_code == 302
    assert draft_document(book)["units"][0]["points"] == 100


def test_a_player_and_a_stranger_are_sent_to_sign_in(
    book: Book, bob_client: Client, client: Client
) -> None:
    for visitor in (bob_client, client):
        for address in _pages(book):
            response = visitor.get(address)
            assert response.status_code == 302
            assert "/admin/login/" in response.headers["Location"]


def test_a_superuser_edits_every_book(book: Book, admin_client: Client) -> None:
    for address in _pages(book):
        assert admin_client.get(address).status_code == 200


def test_an_author_of_a_new_book_is_its_author(
    book: Book, bob: User, other_author: Client
) -> None:
    address = reverse("admin:books_book_add")
    data = {"name": "Mine", "game": "charge", "source": "", "note": ""}
    response = other_author.post(address, data)
    mine = Book.objects.get(key="charge-mine")
    assert response.headers["Location"] == reverse(
        "admin:books_book_units", args=[mine.pk]
    )
    assert list(mine.people.all()) == [bob]
    assert mine.library_number == newest_number("charge")
    other_author.post(address, data)
    assert Book.objects.filter(key="charge-mine-2").exists()


def test_a_new_book_has_the_categories_that_most_books_of_its_game_have(
    other_author: Client,
) -> None:
    for key, names in (("one", ("core", "rare")), ("two", ("core", "odd"))):
        book = Book.objects.create(key=key, name=key, game="warhammer")
        for place, name in enumerate(names, 1):
            book.categories.create(key=name, name=name.title(), position=place)
    other_author.post(
        reverse("admin:books_book_add"), {"name": "New", "game": "warhammer"}
    )
    new = Book.objects.get(key="warhammer-new")
    assert list(new.categories.values_list("key", "name")) == [("core", "Core")]


# -- check, publish, export, import -------------------------------------------------


def test_the_check_page_lists_errors_warnings_and_changes(
    book: Book, alice: User, alice_client: Client
) -> None:
    publish(book, alice)
    book.units.update(points=120)
    book.units.get().rules.create(book=book, key="unheard-of", position=2)
    page = alice_client.get(
        reverse("admin:books_book_check", args=[book.pk])
    ).content.decode()
    assert "special rule &#x27;unheard-of&#x27;" in page
    assert "Spears: points 100 → 120." in page
    assert "Publish edition" not in page


def test_publishing_freezes_the_draft_with_its_notes(
    book: Book, alice: User, alice_client: Client
) -> None:
    check = reverse("admin:books_book_check", args=[book.pk])
    assert "Publish edition 1" in alice_client.get(check).content.decode()
    address = reverse("admin:books_book_publish", args=[book.pk])
    seen = checked_form(alice_client, book)
    response = alice_client.post(address, seen | {"notes": "First."}, follow=True)
    assert "is published" in response.content.decode()
    edition = Edition.objects.get()
    assert (edition.number, edition.notes, edition.published_by) == (1, "First.", alice)
    again = alice_client.post(address, seen, follow=True)
    assert "Nothing changed since edition 1" in again.content.decode()
    assert Edition.objects.count() == 1


def test_a_draft_that_changed_after_its_check_is_not_published(
    book: Book, alice_client: Client
) -> None:
    seen = checked_form(alice_client, book)
    book.units.update(points=1)
    address = reverse("admin:books_book_publish", args=[book.pk])
    response = alice_client.post(address, seen, follow=True)
    assert "The draft changed since it was checked" in response.content.decode()
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"notes": "First."}, "Check the draft first."),
        ({"notes": "x" * 5001, "checked": "0"}, "longer than 5,000 characters"),
    ],
)
def test_a_bad_publish_form_is_one_error(
    data: dict[str, str], words: str, book: Book, alice_client: Client
) -> None:
    address = reverse("admin:books_book_publish", args=[book.pk])
    response = alice_client.post(address, data, follow=True)
    assert words in response.content.decode()
    assert not Edition.objects.exists()


def test_publishing_needs_a_post(book: Book, alice_client: Client) -> None:
    address = reverse("admin:books_book_publish", args=[book.pk])
    assert alice_client.get(address).status_code == 405


def test_editions_can_be_read_but_not_changed(
    book: Book, alice: User, alice_client: Client
) -> None:
    edition = publish(book, alice)
    page = alice_client.get(change(edition))
    assert page.status_code == 200
    assert edition.sha256 in page.content.decode()
    assert alice_client.post(change(edition), {"notes": "x"}).status_code == 403
    delete = reverse("admin:books_edition_delete", args=[edition.pk])
    assert alice_client.post(delete, {"post": "yes"}).status_code == 403
    assert alice_client.get(reverse("admin:books_edition_add")).status_code == 403


def test_the_export_is_the_draft(book: Book, alice_client: Client) -> None:
    response = alice_client.get(reverse("admin:books_book_export", args=[book.pk]))
    assert json.loads(response.content) == small_book()
    assert 'filename="testers.json"' in response.headers["Content-Disposition"]


def test_the_export_as_yaml_says_the_same(book: Book, alice_client: Client) -> None:
    address = reverse("admin:books_book_export", args=[book.pk])
    response = alice_client.get(address, {"as": "yaml"})
    assert parse_yaml(response.content).value == small_book()
    assert 'filename="testers.yaml"' in response.headers["Content-Disposition"]
    assert alice_client.get(address, {"as": "exe"}).status_code == 404


IMPORT = "admin:books_book_import"


def test_a_book_is_planned_and_imported_as_yaml(
    book: Book, alice_client: Client
) -> None:
    changed = yaml_text(small_book(units=[small_unit(points=130)]))
    file = SimpleUploadedFile("book.yaml", changed.encode())
    planned = alice_client.post(reverse(IMPORT), {"file": file})
    assert "Spears: points 100 → 130." in planned.content.decode()
    data = {name: planned.context[name] for name in ("text", "before")}
    response = alice_client.post(reverse(IMPORT), {**data, "confirm": "yes"})
    assert response.status_code == 302
    assert draft_document(book)["units"][0]["points"] == 130


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("key: a: b", "line 1, column 7"),
        ("a: &a [*a]", "stands inside itself"),
        ("a: !!python/object/apply:os.system [ls]", "The type"),
        ("units:\n- key: x\n  key: y", "stands twice in one object at line 3"),
        ("<script>alert(1)</script>: [", "Not YAML"),
        (yaml_text(small_book(units=[small_unit(pionts=1)])), "line "),
    ],
)
def test_bad_yaml_is_refused_with_its_line(
    text: str, words: str, book: Book, alice_client: Client
) -> None:
    response = alice_client.post(reverse(IMPORT), {"text": text, "confirm": "yes"})
    assert response.status_code == 400
    page = response.content.decode()
    assert words in page
    assert "<script>alert" not in page
    assert Book.objects.count() == 1


def test_an_import_shows_its_plan_before_it_does_anything(
    book: Book, alice_client: Client
) -> None:
    changed = small_book(units=[small_unit(points=130)])
    file = SimpleUploadedFile("book.json", json.dumps(changed).encode())
    planned = alice_client.post(reverse(IMPORT), {"file": file})
    page = planned.content.decode()
    assert "Spears: points 100 → 130." in page
    assert draft_document(book)["units"][0]["points"] == 100
    confirmed = {
        "text": planned.context["text"],
        "before": planned.context["before"],
        "confirm": "yes",
    }
    response = alice_client.post(reverse(IMPORT), confirmed)
    assert response.status_code == 302
    assert draft_document(book)["units"][0]["points"] == 130


def test_a_large_book_can_be_planned_and_imported(
    book: Book, alice_client: Client
) -> None:
    units = [small_unit(key=f"u-{n}", note="“é” " * 200) for n in range(400)]
    text = json.dumps(small_book(units=units), ensure_ascii=False)
    assert len(text.encode()) > 500_000
    planned = alice_client.post(reverse(IMPORT), {"text": text})
    context = planned.context
    data = {"text": context["text"], "before": context["before"], "confirm": "yes"}
    assert alice_client.post(reverse(IMPORT), data).status_code == 302
    assert book.units.count() == 400


def test_a_file_that_is_too_large_for_the_page_is_refused(
    book: Book, alice_client: Client
) -> None:
    file = SimpleUploadedFile("book.json", b" " * 1_800_001)
    response = alice_client.post(reverse(IMPORT), {"file": file})
    assert response.status_code == 400
    assert "Larger than 1,800,000 bytes" in response.content.decode()


def test_a_plan_that_is_out_of_date_is_shown_anew(
    book: Book, alice_client: Client
) -> None:
    text = json.dumps(small_book(units=[small_unit(points=130)]))
    planned = alice_client.post(reverse(IMPORT), {"text": text})
    book.units.update(points=115)
    confirmed = {
        "text": text,
        "before": planned.context["before"],
        "confirm": "yes",
    }
    response = alice_client.post(reverse(IMPORT), confirmed)
    assert "Spears: points 115 → 130." in response.content.decode()
    assert draft_document(book)["units"][0]["points"] == 115


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file, or paste its text below."),
        ("{", "Not JSON"),
        ('{"format": "armybuilder.book/1"}', "Missing: key, game, name, units"),
        (json.dumps(small_book(units=[small_unit(points="many")])), "/units/0/points"),
        ('{"a": ' * 60 + "1" + "}" * 60, "Nested deeper"),
    ],
)
def test_a_bad_document_is_refused_with_the_place(
    text: str, words: str, book: Book, alice_client: Client
) -> None:
    response = alice_client.post(reverse(IMPORT), {"text": text})
    assert response.status_code == 400
    assert words in response.content.decode()
    assert Book.objects.count() == 1


def test_nobody_imports_over_the_book_of_another_author(
    book: Book, other_author: Client
) -> None:
    text = json.dumps(small_book(name="Stolen"))
    response = other_author.post(reverse(IMPORT), {"text": text, "confirm": "yes"})
    assert response.status_code == 403
    assert Book.objects.get().name == "Testers"


def test_a_list_saved_after_a_unit_was_deleted_is_no_mistake_of_ours(
    book: Book, alice_client: Client
) -> None:
    unit = book.units.get()
    data = {
        "form-TOTAL_FORMS": "1",
        "form-INITIAL_FORMS": "1",
        "form-0-id": str(unit.pk),
        "form-0-position": "3",
        "_save": "Save",
    }
    unit.delete()
    answer = alice_client.post(reverse("admin:books_unit_changelist"), data)
    assert answer.status_code == 200
    assert not Unit.objects.exists()
