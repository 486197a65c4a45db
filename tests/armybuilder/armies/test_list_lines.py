"""A pasted list, line by line: asked, answered, saved."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armybuilder.armies.models import Army
from tests.armybuilder.editions import publish_printed

IMPORT = reverse("armies:import")
TEXT = "The March (Empire, 500)\n10 Archers 80\n10 Haldberdiers\n5 Rangers of the Reik"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def books() -> None:
    publish_printed("warhammer-empire", "mordheim-reikland", "mordheim-middenheim")


def paste(client: Client, status: int = 200, **form: Any) -> str:
    answer: Any = client.post(IMPORT, {"text": TEXT, **form})
    assert answer.status_code == status
    return str(answer.content.decode())


def test_lines_that_need_somebody_stand_first(client: Client) -> None:
    page = paste(client)
    assert "2 lines need you" in page
    assert page.index("Haldberdiers") < page.index("10 Archers 80</td>")
    assert "<mark>Haldberdiers</mark>" in page
    assert 'value="4=out"' in page
    assert "Not yet" in page


def test_answers_are_kept_by_the_form_and_can_be_taken_back(client: Client) -> None:
    page = paste(client, answer="4=out")
    assert '<input type="hidden" name="kept" value="4=out">' in page
    assert "1 line needs you" in page
    page = paste(client, kept=["4=out"], answer="3=unit:halberdiers")
    assert "need you" not in page
    assert "Legal" in page or "legal" in page
    page = paste(client, kept=["4=out", "3=unit:halberdiers"], undo="4")
    assert "1 line needs you" in page


def test_a_misspelling_is_asked_once_and_told_where(client: Client) -> None:
    text = "Empire\n20 Halbardiers\n10 Halbardiers"
    page = paste(client, text=text)
    assert "1 line needs you" in page
    assert "asked at line 2" in page
    assert "need" not in paste(client, text=text, answer="2=unit:halberdiers")


def test_a_line_says_why_it_asks(client: Client) -> None:
    page = paste(client, text="Empire\n20 Halberdiers, 10 Handgunners")
    assert "It may be a detachment, or a unit of its own." in page


def test_another_unit_is_taken_from_the_menu(client: Client) -> None:
    form: dict[str, Any] = {"other-4": "unit:huntsmen", "take": "4"}
    page = paste(client, **form)
    assert "5 Huntsmen" in page


def test_all_likely_ones_are_right(client: Client) -> None:
    text = "Empire\n10 Archesr\n10 Haldberdiers"
    assert "2 lines need you" in paste(client, text=text)
    assert "need you" not in paste(client, text=text, all="likely")


def test_a_settled_list_is_saved_as_an_army(client: Client) -> None:
    kept = ["4=out", "3=yes"]
    page: Any = client.post(IMPORT, {"text": TEXT, "kept": kept, "do": "save"})
    army = Army.objects.get()
    assert page["Location"] == reverse("armies:show", args=[army.public_id])
    assert army.name == "The March"
    units = [unit["entry"] for unit in army.document["forces"][0]["units"]]
    assert units == ["archers", "halberdiers"]


def test_a_list_with_an_open_line_is_not_saved(client: Client) -> None:
    page = paste(client, do="save")
    assert "Not saved" in page
    assert not Army.objects.exists()


def test_a_file_of_text_is_read_too(client: Client) -> None:
    file = SimpleUploadedFile("list.txt", TEXT.encode())
    answer: Any = client.post(IMPORT, {"file": file})
    assert b"2 lines need you" in answer.content


def test_the_book_is_asked_where_two_fit(client: Client) -> None:
    text = "Captain, sword\nChampion, axe"
    assert "Which book is it?" in paste(client, text=text)
    page = paste(client, text=text, answer="book=mordheim-reikland")
    assert "Which book is it?" not in page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello you", "no unit of any book"),
        ("10 Archers\n" + "x" * 3_000, "Line 2: longer than"),
    ],
)
def test_what_is_no_list_is_refused(client: Client, text: str, words: str) -> None:
    assert words in paste(client, 400, text=text)


def test_nothing_of_a_text_is_taken_for_markup(client: Client) -> None:
    text = "Empire\n10 Archers\n<script>alert(1)</script> \"x' & <b>"
    page = paste(client, text=text)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize(
    "form",
    [
        {"answer": "x"},
        {"answer": "4=<b>"},
        {"answer": "999=yes"},
        {"answer": "4=unit:no-such"},
        {"answer": "4=option:no/such"},
        {"answer": "book=none"},
        {"take": "x", "other-x": "y"},
        {"undo": "77"},
        {"kept": ["1=out"] * 3000},
    ],
)
def test_answers_that_are_none_change_nothing(
    client: Client, form: dict[str, Any]
) -> None:
    assert "need you" in paste(client, **form)
