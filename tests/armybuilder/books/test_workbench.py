"""A unit of a draft on one page: its fields, its parts, and who may change them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Revision
from armybuilder.books.parts import normal
from armybuilder.books.revisions import edit_draft, newest_revision, note_revision
from armybuilder.books.workbench.field_edits import UnitEditError
from armybuilder.books.workbench.unit_edits import UnitEdit, made
from armybuilder.books.workbench.unit_page import Cell, PartView, unit_page
from rulesets.books.unit_edits.uses import PartInUseError
from rulesets.documents.differences import find_differences
from rulesets.documents.document_edits import DocumentEdit
from rulesets.games import GAMES
from tests.armybuilder.books.documents import (
    BOOKS,
    printed_book,
    small_book,
    small_unit,
)

pytestmark = pytest.mark.django_db

BOWS = {
    "key": "bows",
    "name": "Bows",
    "points": 30,
    "slots": [
        {
            "key": "arms",
            "name": "Arms",
            "max": 1,
            "options": [{"key": "fire", "name": "Fire arrows", "points": 5}],
        }
    ],
    "profiles": [{"key": "bow", "characteristics": {"melee-need": 4}}],
}
BENCH = small_book(units=[small_unit(), small_unit(**BOWS)])
POINTS = "/units/bows:points"


@pytest.fixture
def bench(book: Book, alice: User) -> Book:
    found = save_draft(BENCH)
    note_revision(found, alice, "As it was")
    return found


def address(book: Book, key: str = "bows") -> str:
    return reverse("admin:books_book_unit", args=[book.pk, key])


def unit(book: Book, key: str = "bows") -> Any:
    units = draft_document(book)["units"]
    return next((one for one in units if one["key"] == key), None)


def send(client: Client, book: Book, do: str = "fields", **more: Any) -> Any:
    seen = more.pop("seen", newest_revision(book))
    typed = more.pop("fields", {})
    data = {"do": do, "seen": seen, **typed}
    if "text" in more:
        data[f"text:{do}"] = more["text"]
    return client.post(address(book), data, headers={"X-Piece": "1"})


def test_a_unit_is_shown_with_all_its_fields(alice_client: Client, bench: Book) -> None:
    page = alice_client.get(address(bench)).content.decode()
    for text in ("Fire arrows", f'name="{POINTS}"', 'value="30"', "Add a slot"):
        assert text in page
    assert "What it does, what it may" in page


def test_a_field_that_was_typed_over_is_one_revision(
    alice_client: Client, bench: Book
) -> None:
    before = newest_revision(bench)
    assert send(alice_client, bench, fields={POINTS: "35"}).status_code == 200
    assert unit(bench)["points"] == 35
    revision = Revision.objects.get(book=bench, number=before + 1)
    assert revision.what == "Bows: Points 30 → 35"


def test_dice_of_a_price_are_typed_as_players_write_them(
    alice_client: Client, bench: Book
) -> None:
    roll = "/units/bows/slots/arms/options/fire:roll"
    assert send(alice_client, bench, fields={roll: "2D6"}).status_code == 200
    option = unit(bench)["slots"][0]["options"][0]
    assert option["roll"] == [2, 12]
    answer = send(alice_client, bench, fields={roll: "a lot"})
    assert answer.status_code == 400
    assert "write dice, such as 2D6" in answer.content.decode()
    assert send(alice_client, bench, fields={roll: ""}).status_code == 200
    assert "roll" not in unit(bench)["slots"][0]["options"][0]


def test_all_fields_posted_as_they_stand_change_nothing(
    alice_client: Client, bench: Book
) -> None:
    before = newest_revision(bench)
    page = unit_page(draft_document(bench), "bows")
    fields = {cell.name: cell.text for cell in cells_of(page) if cell.is_open}
    assert send(alice_client, bench, fields=fields).status_code == 200
    assert newest_revision(bench) == before


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        (POINTS, "many", "Points: Enter a number."),
        (POINTS, "1.2345", "no more than 3 decimal places"),
        (POINTS, "NaN", "Points: Enter a number."),
        (POINTS, "999999999", "Points: Ensure"),
        ("/units/bows:name", "", "Name: it is empty. Fill it in."),
        ("/units/bows:name", "x" * 1_000_000, "at most 120 characters"),
        ("/units/bows:name", "a\x00b", "Null characters"),
        ("/units/bows/slots/arms:max", "-1", "greater than or equal to 0"),
        (
            "/units/bows/profiles/bow/characteristics:melee-need",
            "9" * 20,
            "Expected a number",
        ),
        (
            "/units/bows/profiles/bow/characteristics:melee-need",
            "x" * 50,
            "Longer than 40",
        ),
        ("/units/bows:category", "nobody-knows", "category"),
        ("/units/gone:points", "3", "that is not in the draft any more"),
        ("/units/bows:key", "other", "that is not in the draft any more"),
        ("/units/bows/slots/arms/options/fire/points:x", "1", "not in the draft"),
        ("/units/bows/slots/9:max", "1", "not in the draft"),
        ("/units:points", "1", "not in the draft"),
        ("/:points", "1", "not in the draft"),
    ],
)
def test_what_goes_nowhere_is_refused_in_words_and_nothing_is_written(
    alice_client: Client, bench: Book, name: str, typed: str, words: str
) -> None:
    before = draft_document(bench)
    answer = send(alice_client, bench, fields={name: typed, "/units/bows:note": "N"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    assert draft_document(bench) == before
    if name == POINTS:
        assert f'value="{typed}"' in page
        assert 'aria-invalid="true"' in page


ACTS = [
    ("slot:/units/bows", "Banners", "/slots/1/name", "Banners"),
    ("option:/units/bows/slots/arms", "Hooks", "/slots/0/options/1/name", "Hooks"),
    ("option:/units/bows/slots/arms", "Oil 3, Tar", "/slots/0/options/1/points", 3),
    ("option:/units/bows/slots/arms", "Oil 3, Tar", "/slots/0/options/2/name", "Tar"),
    ("slot:/units/bows", "Boats: Raft 7", "/slots/1/options/0/points", 7),
    ("carry:/units/bows", "Great bow", "/items/0", "great-bow"),
    ("carry:/units/bows", "Net, Great bow", "/items/1", "great-bow"),
    ("rule:/units/bows", "Keen eyes, Calm", "/rules/2", "calm"),
    ("tag:/units/bows", "Great Archers", "/tags/0", "great-archers"),
    ("rule:/units/bows", "Keen eyes", "/rules/1", "keen-eyes"),
    ("model:/units/bows", "Archer", "/models/0/name", "Archer"),
    (
        "line:/units/bows/slots/arms/options/fire",
        "Fire",
        "/slots/0/options/0/profiles/0/key",
        "fire",
    ),
    (
        "slot:/units/bows/slots/arms/options/fire",
        "Oil",
        "/slots/0/options/0/slots/0/name",
        "Oil",
    ),
]


@pytest.mark.parametrize(("do", "text", "at", "value"), ACTS)
def test_parts_are_added_by_their_names(
    alice_client: Client, bench: Book, do: str, text: str, at: str, value: Any
) -> None:
    answer = send(alice_client, bench, do, text=text)
    assert answer.status_code == 200
    found: Any = unit(bench)
    for step in at.split("/")[1:]:
        found = found[int(step)] if isinstance(found, list) else found[step]
    assert found == value


def test_a_new_item_leads_to_the_page_where_it_is_written(
    alice_client: Client, bench: Book
) -> None:
    send(alice_client, bench, "carry:/units/bows", text="Great bow")
    page = alice_client.get(address(bench)).content.decode()
    where = f"?book__id__exact={bench.pk}&amp;key__exact=great-bow"
    assert where in page
    table = reverse("admin:books_item_changelist")
    listed = alice_client.get(f"{table}{where.replace('&amp;', '&')}")
    assert "Great bow" in listed.content.decode()


def test_a_stat_line_is_typed_at_once(alice_client: Client, bench: Book) -> None:
    figures = "/units/bows/profiles/bow/characteristics"
    keys = [one.key for one in GAMES["charge"].characteristics]
    line = {f"{figures}:{keys[1]}": "4 - 2D6"}
    assert send(alice_client, bench, fields=line).status_code == 200
    found = unit(bench)["profiles"][0]["characteristics"]
    assert [found.get(key) for key in keys[1:4]] == [4, None, "2D6"]
    assert found.get(keys[2], "absent") is None
    long = {f"{figures}:{keys[-1]}": "1 2 3"}
    answer = send(alice_client, bench, fields=long)
    assert "3 figures for 1 fields" in answer.content.decode()


def test_an_option_without_a_price_shows_that_of_its_item() -> None:
    torch = {"key": "torch", "name": "Torch", "points": 3}
    slot = {"key": "gear", "name": "Gear", "options": [{"item": "torch"}]}
    document = small_book(items=[torch], units=[small_unit(slots=[slot])])
    option = unit_page(document, "spears").unit.slots[0].options[0]
    assert (option.cells["points"].text, option.cells["points"].usual) == ("", "3")
    slot["options"] = [{"item": "torch", "points": 5}]
    option = unit_page(document, "spears").unit.slots[0].options[0]
    assert (option.cells["points"].text, option.cells["points"].usual) == ("5", "3")


def test_a_save_is_typed_as_books_print_it(alice_client: Client, bench: Book) -> None:
    figures = "/units/bows/profiles/bow/characteristics"
    needs = [one.key for one in GAMES["charge"].characteristics if one.unit == "need"]
    typed = {f"{figures}:{needs[0]}": "5+"}
    assert send(alice_client, bench, fields=typed).status_code == 200
    assert unit(bench)["profiles"][0]["characteristics"][needs[0]] == 5


def test_what_was_typed_elsewhere_is_kept_with_an_act(
    alice_client: Client, bench: Book
) -> None:
    send(alice_client, bench, "slot:/units/bows", text="Oil", fields={POINTS: "31"})
    assert unit(bench)["points"] == 31
    assert len(unit(bench)["slots"]) == 2


@pytest.mark.parametrize(
    ("do", "text"),
    [
        ("slot:/units/bows", ""),
        ("slot:/units/bows", "x" * 5_000),
        ("option:/units/bows/slots/arms", f"Oil, {'x' * 121}"),
        ("slot:/units/spears", "Elsewhere"),
        ("option:/units/bows/slots/gone", "Oil"),
        ("remove:/units/bows", ""),
        ("remove:/units/bows/slots/arms/key", ""),
        ("earlier:/units/bows/slots/arms", ""),
        ("later:/units/bows/slots/gone", ""),
        ("nothing:/units/bows", ""),
        ("remove:", ""),
    ],
)
def test_acts_that_go_nowhere_are_refused(
    alice_client: Client, bench: Book, do: str, text: str
) -> None:
    before = draft_document(bench)
    answer = send(alice_client, bench, do, text=text)
    assert answer.status_code == 400
    assert "Not kept:" in answer.content.decode()
    assert draft_document(bench) == before


@pytest.mark.parametrize(
    ("do", "text", "called"),
    [
        ("option:/units/bows/slots/arms", "Tar, Oil 2", "Oil"),
        ("carry:/units/bows", "net, Great bow", "Net"),
        ("rule:/units/bows", "calm", "Calm"),
        ("tag:/units/bows", "Great Archers", "great-archers"),
    ],
)
def test_what_stands_there_already_is_not_added_again(
    alice_client: Client, bench: Book, do: str, text: str, called: str
) -> None:
    send(alice_client, bench, do, text=called)
    before = draft_document(bench)
    answer = send(alice_client, bench, do, text=text)
    assert f"{called} stands there already" in answer.content.decode()
    assert draft_document(bench) == before


def test_a_part_is_taken_out_and_put_back_by_undo(
    alice_client: Client, bench: Book
) -> None:
    before = unit(bench)
    send(alice_client, bench, "remove:/units/bows/slots/arms")
    assert "slots" not in unit(bench)
    send(alice_client, bench, "undo")
    assert unit(bench) == before
    send(alice_client, bench, "redo")
    assert "slots" not in unit(bench)


def test_parts_change_places(alice_client: Client, bench: Book) -> None:
    send(alice_client, bench, "slot:/units/bows", text="Oil")
    send(alice_client, bench, "earlier:/units/bows/slots/oil")
    assert [slot["key"] for slot in unit(bench)["slots"]] == ["oil", "arms"]
    send(alice_client, bench, "later:/units/bows/slots/oil")
    assert [slot["key"] for slot in unit(bench)["slots"]] == ["arms", "oil"]


def test_a_unit_is_duplicated_moved_and_taken_out(
    alice_client: Client, bench: Book
) -> None:
    answer = send(alice_client, bench, "duplicate")
    assert answer.url == address(bench, "bows-copy")
    keys = [one["key"] for one in draft_document(bench)["units"]]
    assert keys == ["spears", "bows", "bows-copy"]
    send(alice_client, bench, "unit-earlier")
    keys = [one["key"] for one in draft_document(bench)["units"]]
    assert keys == ["bows", "spears", "bows-copy"]
    send(alice_client, bench, "delete")
    assert unit(bench) is None


def test_a_unit_that_others_name_is_taken_out_with_what_names_it_alone(
    alice_client: Client, alice: User, bench: Book
) -> None:
    needs = {"key": "needs", "title": "Needs bows", "of": "bows", "min": 1}
    edit = [DocumentEdit("set", "/limits", [needs])]
    edit_draft(bench, edit, alice, seen=newest_revision(bench))
    answer = send(alice_client, bench, "delete")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Bows: used by the army (1 limit)" in page
    assert 'value="delete-all:"' in page
    assert unit(bench) is not None
    send(alice_client, bench, "delete-all:")
    assert unit(bench) is None
    assert "limits" not in draft_document(bench)


def test_two_authors_are_merged_and_asked_where_they_clash(
    alice_client: Client, alice: User, bench: Book
) -> None:
    seen = newest_revision(bench)
    other = [DocumentEdit("set", "/units/bows/points", 40)]
    edit_draft(bench, other, alice, seen=seen)
    note = {"/units/bows:note": "Old"}
    assert send(alice_client, bench, fields=note, seen=seen).status_code == 200
    assert (unit(bench)["points"], unit(bench)["note"]) == (40, "Old")
    answer = send(alice_client, bench, fields={POINTS: "50"}, seen=seen)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "You wrote “40” just now." in page
    assert unit(bench)["points"] == 40
    # What was typed is still there, and theirs is there to go back to.
    assert 'value="50"' in page
    assert 'data-kept="40"' in page
    assert "Keep mine" in page


def test_without_scripts_the_form_leads_back_to_its_page(
    alice_client: Client, bench: Book
) -> None:
    data = {"do": "fields", "seen": newest_revision(bench), POINTS: "33"}
    answer = alice_client.post(address(bench), data, follow=True)
    assert answer.status_code == 200
    assert "Bows: Points 30 → 33." in answer.content.decode()


def test_a_unit_that_is_not_there_is_not_found(
    alice_client: Client, bench: Book
) -> None:
    assert alice_client.get(address(bench, "gone")).status_code == 404
    view = {"X-Piece": "view"}
    assert alice_client.get(address(bench, "gone"), headers=view).status_code == 404
    assert "Bows" in alice_client.get(address(bench), headers=view).content.decode()


def test_the_page_asks_the_database_a_fixed_number_of_times(
    alice_client: Client, bench: Book, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(27):
        alice_client.get(address(bench))


# -- the units of a book --------------------------------------------------------------


def book_send(client: Client, book: Book, do: str, **more: Any) -> Any:
    data = {"do": do, "seen": newest_revision(book), **more}
    return client.post(reverse("admin:books_book_units", args=[book.pk]), data)


def test_a_unit_is_begun_by_its_name(alice_client: Client, bench: Book) -> None:
    book_send(alice_client, bench, "category", text="Core, Rare")
    keys = [one["key"] for one in draft_document(bench)["categories"]]
    assert keys[-2:] == ["core", "rare"]
    answer = book_send(alice_client, bench, "unit", text="Pikes", category="core")
    assert answer.url == address(bench, "pikes")
    assert unit(bench, "pikes")["models"][0]["name"] == "Pikes"
    book_send(alice_client, bench, "single", text="Cannon")
    assert unit(bench, "cannon")["models"] == 1


def test_a_unit_begun_in_a_category_counts_as_all_others_of_it_do(
    alice_client: Client, bench: Book
) -> None:
    head = {"category": "lord", "tags": ["character", "rider"]}
    other = {"category": "lord", "tags": ["character"]}
    lords = [small_unit(**head), small_unit(key="earl", name="Earl", **other)]
    told = {"categories": [{"key": "lord", "name": "Lords"}]}
    save_draft(small_book(key="others", name="Others", units=lords, **told))
    book_send(alice_client, bench, "category", text="Lord, Core")
    book_send(alice_client, bench, "unit", text="Duke", category="lord")
    book_send(alice_client, bench, "unit", text="Pikes", category="core")
    assert unit(bench, "duke")["tags"] == ["character"]
    assert "tags" not in unit(bench, "pikes")


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("unit", {"text": ""}),
        ("unit", {"text": "x" * 500}),
        ("unit", {"text": "Pikes", "category": "gone"}),
        ("copy", {"text": "Pikes", "from": "gone"}),
        ("nothing", {"text": "Pikes"}),
    ],
)
def test_a_unit_that_cannot_be_begun_is_refused_in_words(
    alice_client: Client, bench: Book, do: str, more: dict[str, str]
) -> None:
    before = draft_document(bench)
    answer = book_send(alice_client, bench, do, **more)
    assert answer.status_code == 400
    assert "Not kept:" in answer.content.decode()
    assert draft_document(bench) == before


def test_a_unit_is_copied_from_an_own_draft_or_a_published_edition(
    alice_client: Client, alice: User, bob: User, bench: Book
) -> None:
    axes = small_unit(key="axes", name="Axes")
    other = save_draft(small_book(key="other", name="Other", units=[axes]))
    asked = {"text": "axes", "from": "other"}
    assert book_send(alice_client, bench, "copy", **asked).status_code == 400
    publish(other, bob)
    edit_draft(other, [DocumentEdit("set", "/units/axes/points", 7)], bob, seen=0)
    assert book_send(alice_client, bench, "copy", **asked).url == address(bench, "axes")
    assert unit(bench, "axes")["points"] == 100
    other.people.add(alice)
    book_send(alice_client, bench, "copy", **asked)
    assert unit(bench, "axes-2")["points"] == 7


# -- every book -----------------------------------------------------------------------


def parts_of(page: Any) -> Iterator[PartView]:
    waiting = [page.unit, *page.models]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [*part.lines, *part.slots, *part.options]


def cells_of(page: Any) -> list[Cell]:
    return [
        cell
        for part in parts_of(page)
        for cell in (*part.cells.values(), *part.figures)
    ]


@pytest.mark.sweep(8)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_fields_of_every_unit_say_what_stands_there_and_change_that_alone(
    path: Any,
) -> None:
    document = printed_book(path.stem)
    whole = json.dumps(normal(document))
    for one in document["units"]:
        page = unit_page(document, one["key"])
        cells = [cell for cell in cells_of(page) if cell.is_open]
        same = UnitEdit(one["key"], "fields", fields={c.name: c.text for c in cells})
        after = made(document, same)
        assert after.what == ""
        assert json.dumps(normal(after.document)) == whole
        for cell in cells:
            if not cell.text.isdigit():
                continue
            typed = str(int(cell.text) + 1)
            edit = UnitEdit(one["key"], "fields", fields={cell.name: typed})
            after = made(document, edit).document
            (found,) = find_differences(document, after)
            assert found.path[-1] == cell.name.rpartition(":")[2]
            assert found.new == int(typed)


NAMED_BY_OTHERS = ": used by "
AT_THE_END = ("the last one stays", "it cannot go further")


@pytest.mark.sweep(8)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_part_of_every_unit_has_buttons_that_work(path: Any) -> None:
    document = printed_book(path.stem)
    for one in document["units"][:: max(1, len(document["units"]) // 6)]:
        page = unit_page(document, one["key"])
        for part in parts_of(page):
            if part is page.unit:
                continue
            for do in ("remove", "earlier", "later"):
                try:
                    after = made(document, UnitEdit(one["key"], do, part.at)).document
                    words = ""
                except (UnitEditError, PartInUseError) as problem:
                    after, words = document, problem.text
                refused = words in AT_THE_END or NAMED_BY_OTHERS in words
                assert (after != document) != refused
