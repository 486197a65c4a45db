"""Mistakes of authors, made by every way into a draft: found alike, before publication.

Each of `tests/rulesets/books/mistakes.py` comes in as a document, by code, on the page
of imports and over the API; those that stand in a rule are written on the page of
rules, those that stand in a field are typed on the page of a unit or in a form. Both
are made over the API by an edit of that place as well.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from armybuilder.accounts.models import User
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document, places, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.imports import (
    import_books,
    read_book_document,
)
from armybuilder.books.models import Book, Edition
from armybuilder.books.parts import normal
from armybuilder.books.refusals import PublishError
from armybuilder.books.revisions import newest_revision
from armybuilder.books.workbench.field_edits import field_at
from armybuilder.books.workbench.fields import ABSENT, PartField
from rulesets.books.checks.finding import ERROR, Finding, finding_document
from rulesets.books.load import BookError
from rulesets.documents.json import canonical
from rulesets.documents.places import copied, keyed_place, steps_of, value_at
from rulesets.documents.problem import Problem
from tests.armybuilder.books.admin_forms import change, form_of
from tests.armybuilder.books.documents import small_book
from tests.rulesets.books.mistakes import MISTAKES, Mistake

pytestmark = pytest.mark.django_db
KEY = "mistaken"
HARMLESS: dict[str, Any] = {
    "limits": {"key": "harmless", "title": "Harmless", "of": "*", "max": 99},
    "changes": {"change": "points", "op": "add", "value": 1},
    "effects": {"on": "to-hit", "op": "add"},
}
"""The list of rules before the mistake is made in it."""


def named(mistake: Mistake) -> Any:
    """Return the document of a mistake as a book of its own."""
    return {**mistake.document, "key": KEY}


def is_read(mistake: Mistake) -> bool:
    """Return whether a document is a book, for all its mistake."""
    try:
        read_book_document(canonical(named(mistake)))
    except BookError:
        return False
    return True


DRAFTS = tuple(one for one in MISTAKES if is_read(one))
"""Mistakes that a draft can have; the others make a document no book."""

NO_BOOKS = tuple(one for one in MISTAKES if one not in DRAFTS)


def each(several: Sequence[Mistake]) -> pytest.MarkDecorator:
    """Return the mark that gives a test each of several mistakes."""
    return pytest.mark.parametrize("mistake", several, ids=lambda one: one.what)


def bring_others(mistake: Mistake) -> None:
    """Bring in the other books that a mistake is about."""
    for key in mistake.others.keys:
        save_draft(small_book(key=key))
    rules = [
        {"key": key, "name": name, "summary": "."}
        for key, names in mistake.others.rules.items()
        for name in names
    ]
    if rules:
        game = mistake.document["game"]
        save_draft(small_book(key="others", game=game, units=[], rules=rules))


def begin(document: Any, author: User) -> Book:
    """Return a draft of an author's."""
    book = save_draft(document)
    book.people.add(author)
    return book


def before(mistake: Mistake, at: str, right: Any) -> Any:
    """Return the document of a mistake with what is right at a place, None for none."""
    start = copied(named(mistake))
    above, _, member = at.rpartition("/")
    part = value_at(start, above)
    step = int(member) if isinstance(part, list) else member
    if right is None:
        del part[step]
    else:
        part[step] = right
    return start


# -- what is found, by whatever way it came in ---------------------------------------


def the_one(mistake: Mistake, findings: Any) -> Finding:
    """Return the finding of a mistake, held to its level and its words."""
    (one,) = [
        found
        for found in findings
        if (found.code, found.pointer) == (mistake.code, mistake.pointer)
    ]
    assert one.level == mistake.level
    assert mistake.words in one.sentence
    found: Finding = one
    return found


def told(page: Any) -> list[Finding]:
    """Return the findings and faults that a page lists."""
    return findings_of(page.context.get("faults", ())) + [
        line.finding
        for level in ("errors", "warnings", "hints")
        for line in page.context.get(level, ())
    ]


def findings_of(faults: Iterable[Problem]) -> list[Finding]:
    return [
        Finding(one.code, ERROR, one.where, one.text, "", one.did_you_mean)
        for one in faults
    ]


def hold_to_the_check_page(mistake: Mistake, book: Book, client: Client) -> None:
    """Hold the check page to the mistake, and its button to what was found."""
    address = reverse("admin:books_book_check", args=[book.pk])
    page = client.get(address)
    one = the_one(mistake, told(page))
    text = page.content.decode()
    sentence = f"{one.sentence[:1].upper()}{one.sentence[1:]}"
    assert escape(sentence) in text
    assert f"<code>{escape(one.at or '/')}</code> {one.code}" in text
    refused = any(found.level == ERROR for found in told(page))
    assert page.context["may_publish"] is not refused
    checked = page.context["form"].initial["checked"]
    post = reverse("admin:books_book_publish", args=[book.pk])
    after = client.post(post, {"checked": checked}, follow=True)
    assert Edition.objects.filter(book=book).exists() is not refused
    assert ("Not published." in after.content.decode()) is refused
    if mistake.level == ERROR:
        assert refused
        assert escape(f"{one.pointer or '/'}: {one.text}") in after.content.decode()


# -- as a document -------------------------------------------------------------------


@pytest.mark.sweep(4)
@each(DRAFTS)
def test_a_mistake_of_an_imported_document_is_found_before_it_is_published(
    mistake: Mistake, alice: User, book: Book
) -> None:
    bring_others(mistake)
    document = read_book_document(canonical(named(mistake)))
    (made,) = import_books([document], alice)
    found = check_draft(draft_document(made))
    one = the_one(mistake, found)
    if all(other.level != ERROR for other in found):
        publish(made, alice)
        return
    with pytest.raises(PublishError) as problem:
        publish(made, alice)
    if mistake.level == ERROR:
        assert f"{one.pointer or '/'}: {one.text}" in str(problem.value).splitlines()
    assert not Edition.objects.filter(book=made).exists()


@each(NO_BOOKS)
def test_a_document_that_its_mistake_makes_no_book_names_the_place(
    mistake: Mistake,
) -> None:
    raw = canonical(named(mistake))
    with pytest.raises(BookError) as problem:
        read_book_document(raw)
    one = the_one(mistake, findings_of(problem.value.faults))
    assert problem.value.where == one.pointer


# -- on the page of imports ----------------------------------------------------------


@pytest.mark.sweep(4)
@each(DRAFTS)
def test_a_mistake_is_told_in_the_plan_and_on_the_check_page(
    mistake: Mistake, alice_client: Client, book: Book
) -> None:
    bring_others(mistake)
    address = reverse("admin:books_book_import")
    plan = alice_client.post(address, {"text": canonical(named(mistake)).decode()})
    the_one(mistake, told(plan))
    assert not Book.objects.filter(key=KEY).exists()
    data = {name: plan.context[name] for name in ("text", "before")}
    assert alice_client.post(address, {**data, "confirm": "yes"}).status_code == 302
    hold_to_the_check_page(mistake, Book.objects.get(key=KEY), alice_client)


@each(NO_BOOKS)
def test_a_document_that_is_no_book_is_refused_on_the_page_with_its_mistake(
    mistake: Mistake, alice_client: Client, book: Book
) -> None:
    address = reverse("admin:books_book_import")
    text = canonical(named(mistake)).decode()
    page = alice_client.post(address, {"text": text, "confirm": "yes"})
    assert page.status_code == 400
    one = the_one(mistake, told(page))
    assert escape(one.sentence[1:]) in page.content.decode()
    assert not Book.objects.filter(key=KEY).exists()


# -- on the page of rules ------------------------------------------------------------


def rule_of(mistake: Mistake) -> str:
    """Return the place of the rule in which a mistake stands, "" for none."""
    steps = steps_of(mistake.pointer)
    for index, step in enumerate(steps[:-1]):
        if step in HARMLESS and steps[index + 1].isdigit():
            return "/" + "/".join(steps[: index + 2])
    return ""


RULES = tuple(one for one in DRAFTS if rule_of(one))


@pytest.mark.sweep(4)
@each(RULES)
def test_a_mistake_in_a_rule_is_made_on_the_page_of_rules(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    bring_others(mistake)
    start = copied(named(mistake))
    above, _, index = rule_of(mistake).rpartition("/")
    rule = value_at(start, above)[int(index)]
    value_at(start, above)[int(index)] = HARMLESS[steps_of(above)[-1]]
    made = begin(start, alice)
    data = {
        "do": "text",
        "at": keyed_place(start, rule_of(mistake)),
        "text": json.dumps(rule),
        "seen": newest_revision(made),
    }
    page = reverse("admin:books_book_rules", args=[made.pk])
    assert alice_client.post(page, data).status_code == 302
    assert draft_document(made) == normal(named(mistake))
    hold_to_the_check_page(mistake, made, alice_client)


# -- on the page of a unit -----------------------------------------------------------


def cell_of(mistake: Mistake) -> tuple[str, str]:
    """Return the field of a unit's page with what is typed there; empty for none."""
    above, _, member = mistake.pointer.rpartition("/")
    place = keyed_place(mistake.document, above)
    if len(steps_of(place)) < 2 or not place.startswith("/units/"):
        return "", ""
    field = field_at(mistake.document, place, member)
    part = value_at(mistake.document, above)
    if field is None or not isinstance(part, dict) or not field.is_open(part):
        return "", ""
    text = field.shown(part)
    return (
        ("", "") if cannot_be_made(field, text, part) else (f"{place}:{member}", text)
    )


def cannot_be_made(field: PartField, text: str, part: Any) -> bool:
    """Return whether the page refuses a text, or reads it as meant: "4+" as 4."""
    try:
        return bool(field.read(text) != part.get(field.member, ABSENT))
    except ValidationError:
        return True


CELLS = tuple(one for one in MISTAKES if cell_of(one)[0])
RIGHT = {"points": 100, "models": 20}
"""The values of fields that are never empty, before the mistake is typed."""


def type_in_the_cell(mistake: Mistake, author: User, client: Client) -> Any:
    """Return the answer to a mistake that is typed on the page of its unit."""
    member = mistake.pointer.rpartition("/")[2]
    start = before(mistake, mistake.pointer, RIGHT.get(member))
    made = begin(start, author)
    assert draft_document(made) != normal(named(mistake))
    name, text = cell_of(mistake)
    data = {"do": "fields", "seen": newest_revision(made), name: text}
    page = reverse(
        "admin:books_book_unit", args=[made.pk, steps_of(name.rpartition(":")[0])[1]]
    )
    return client.post(page, data)


@pytest.mark.sweep(4)
@each([one for one in CELLS if one in DRAFTS])
def test_a_mistake_in_a_field_is_typed_on_the_page_of_its_unit(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    assert type_in_the_cell(mistake, alice, alice_client).status_code == 302
    made = Book.objects.get(key=KEY)
    assert draft_document(made) == normal(named(mistake))
    hold_to_the_check_page(mistake, made, alice_client)


@each([one for one in CELLS if one in NO_BOOKS])
def test_a_field_that_would_make_a_draft_no_book_is_not_kept(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    page = type_in_the_cell(mistake, alice, alice_client)
    assert page.status_code == 400
    words = f"Not kept: {mistake.pointer}: "
    text = page.content.decode()
    assert words in text
    assert escape(mistake.words) in text[text.index(words) :]
    assert draft_document(Book.objects.get(key=KEY)) != normal(named(mistake))


# -- in a form -----------------------------------------------------------------------

OPTION = "/units/0/slots/0/options/0"
CATEGORY = "/units/0/category"
Row = tuple[str, str, Any, str, str]
"""A mistake, where it is made, what is right there, the field and what is typed."""

FORMS: tuple[Row, ...] = (
    ("An option costs less than nothing", f"{OPTION}/points", 5, "points", "-50"),
    ("A roll is written backwards", f"{OPTION}/roll", [2, 12], "roll", "[12, 2]"),
    ("A mount has no figures", f"{OPTION}/kind", None, "kind", "mount"),
    ("A champion is one model more", f"{OPTION}/kind", None, "kind", "model"),
    (
        "Three are to be chosen, two are on offer",
        "/units/0/slots/0/min",
        1,
        "min",
        "3",
    ),
    (
        "A slot takes along what it does not offer",
        "/units/0/slots/0/default",
        None,
        "default",
        "hron",
    ),
    ("The kind of an item is misspelt", "/items/0/kind", "shield", "kind", "sheild"),
    ("The base of an item is misspelt", "/items/0/base", "bow", "base", "bwo"),
    ("An item has no source", "/items/0/source", "Test, page 1", "source", ""),
    ("The range of a bow is a word", "/items/0/stats/range", 18, "figure_range", "far"),
    ("An own rule has no summary", "/rules/0/summary", "Stays.", "summary", ""),
    ("A unit costs less than nothing", "/units/0/points", 5, "points", "-5"),
    ("A price has noughts too many", "/units/0/points", 99, "points", "99999"),
    ("A unit and its models cost nothing", "/units/0/points", 99, "points", "0"),
    ("A unit has no number of models", "/units/0/models", 20, "size", "0"),
    ("A Lord is no character", "/units/2/tags", ["character"], "tags", ""),
    ("A minimum is above its maximum", "/units/0/models/0/min", 3, "min", "30"),
    (
        "A unit starts with more models than it may have",
        "/units/0/models/0/start",
        10,
        "start",
        "30",
    ),
    (
        "A model names a stat line of no unit",
        "/units/0/models/0/profile",
        None,
        "profile",
        "spear",
    ),
    (
        "Both colours of a crest are metals",
        "/colours",
        ["or", "azure"],
        "colours",
        "or, argent",
    ),
    ("The language of a book is none", "/language", "de", "language", "xx"),
    ("A figure is printed nowhere", "/missing", None, "missing", "its range"),
)
"""Mistakes that a form keeps; the check finds them."""


REFUSED: tuple[tuple[Row, str], ...] = (
    (
        ("A carried item is misspelt", "/units/0/items", ["bow"], "items", "bwo, bow"),
        "bwo",
    ),
    (
        ("A unit is of a category that is misspelt", CATEGORY, None, "category", "cor"),
        "cor is not one of the available choices",
    ),
    (
        ("A type of unit is misspelt", "/units/0/type", None, "type", "infanty"),
        "infanty is not one of the available choices",
    ),
)
"""Mistakes that a form does not take, with its words."""


def send_the_form(row: Row, author: User, client: Client) -> tuple[Mistake, Any]:
    """Return a mistake, and the answer to it where it is typed in a form."""
    what, at, right, field, text = row
    (mistake,) = [one for one in MISTAKES if one.what == what]
    made = begin(before(mistake, at, right), author)
    rows = places(made)
    address = change(next((rows[up] for up in above(at) if up in rows), made))
    data = form_of(client, address)
    return mistake, client.post(address, {**data, field: text})


def above(place: str) -> list[str]:
    """Return the places above a place, the nearest first."""
    steps = place.split("/")
    return ["/".join(steps[:end]) for end in range(len(steps) - 1, 1, -1)]


@pytest.mark.sweep(4)
@pytest.mark.parametrize("row", FORMS, ids=lambda row: row[0])
def test_a_mistake_in_a_form_is_found_before_it_is_published(
    row: Row, alice: User, alice_client: Client, book: Book
) -> None:
    mistake, page = send_the_form(row, alice, alice_client)
    assert page.status_code == 302
    made = Book.objects.get(key=KEY)
    assert draft_document(made) == (
        normal(named(mistake)) if mistake in DRAFTS else named(mistake)
    )
    hold_to_the_check_page(mistake, made, alice_client)


@pytest.mark.parametrize(("row", "words"), REFUSED, ids=lambda one: one[0])
def test_a_form_says_at_its_field_what_it_does_not_take(
    row: Row, words: str, alice: User, alice_client: Client, book: Book
) -> None:
    mistake, page = send_the_form(row, alice, alice_client)
    assert page.status_code == 200
    form = page.context["adminform"].form
    assert words in " ".join(form.errors[row[3]])
    document = draft_document(Book.objects.get(key=KEY))
    assert document == normal(before(mistake, row[1], row[2]))


# -- over the API --------------------------------------------------------------------

API = f"/api/v1/drafts/{KEY}/"


def send(client: Client, method: str, tail: str, body: Any) -> Any:
    """Return the answer of the API to a body."""
    raw = json.dumps(body)
    return getattr(client, method)(f"{API}{tail}", raw, content_type="application/json")


def the_said(mistake: Mistake, findings: Any) -> Any:
    """Return the finding of a mistake as the API says it, held to level and words."""
    (one,) = [
        found
        for found in findings
        if (found["code"], found["pointer"]) == (mistake.code, mistake.pointer)
    ]
    assert one["level"] == mistake.level
    assert mistake.words in one["sentence"]
    return one


def hold_to_the_api(mistake: Mistake, client: Client) -> None:
    """Hold the findings of the API to the mistake, and its publishing to what it is."""
    book = Book.objects.get(key=KEY)
    said = client.get(f"{API}findings/").json()
    one = the_said(mistake, said["findings"])
    found = check_draft(draft_document(book))
    assert said["findings"] == [*map(finding_document, found)]
    refused = any(other.level == ERROR for other in found)
    answer = send(client, "post", "editions/", {"checked": said["sha256"]})
    assert Edition.objects.filter(book=book).exists() is not refused
    if not refused:
        assert answer.status_code == 201
        return
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "draft-errors")
    errors = [other for other in said["findings"] if other["level"] == ERROR]
    assert problem["findings"] == errors
    if mistake.level == ERROR:
        line = f"{one['pointer'] or '/'}: {the_one(mistake, found).text}"
        assert line in problem["detail"].splitlines()


def begin_plain(mistake: Mistake, author: User) -> Book:
    """Return a draft of the mistake's game without any mistake."""
    plain = small_book(key=KEY, game=mistake.document["game"], units=[])
    return begin(plain, author)


@pytest.mark.sweep(4)
@each(DRAFTS)
def test_a_mistake_of_a_document_is_told_and_not_published_over_the_api(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    bring_others(mistake)
    made = begin_plain(mistake, alice)
    body = {"document": named(mistake), "revision": newest_revision(made)}
    assert send(alice_client, "put", "", body).status_code == 200
    made.refresh_from_db()
    assert draft_document(made) == normal(named(mistake))
    hold_to_the_api(mistake, alice_client)


@each(NO_BOOKS)
def test_a_document_that_is_no_book_is_refused_over_the_api_with_its_mistake(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    made = begin_plain(mistake, alice)
    before = draft_document(made)
    body = {"document": named(mistake), "revision": newest_revision(made)}
    answer = send(alice_client, "put", "", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "bad-document")
    assert problem["where"] == f"/document{mistake.pointer}"
    the_said(mistake, problem["findings"])
    assert draft_document(Book.objects.get(key=KEY)) == before


def places_of(mistake: Mistake) -> tuple[str, Any]:
    """Return the one place where a mistake is made and what is right there, or ""."""
    for what, at, right, _, _ in (*FORMS, *(row for row, _ in REFUSED)):
        if what == mistake.what:
            return at, right
    if rule_of(mistake):
        at = rule_of(mistake)
        return at, HARMLESS[steps_of(at)[-2]]
    if cell_of(mistake)[0]:
        member = mistake.pointer.rpartition("/")[2]
        return mistake.pointer, RIGHT.get(member)
    return "", None


ONE_PLACE = tuple(one for one in MISTAKES if places_of(one)[0])


def edit_the_place(mistake: Mistake, author: User, client: Client) -> Any:
    """Return the answer of the API to an edit that makes a mistake."""
    at, right = places_of(mistake)
    start = before(mistake, at, right)
    made = begin(start, author)
    above, _, member = at.rpartition("/")
    part = value_at(named(mistake), above)
    place = keyed_place(start, at)
    edit = {"op": "remove", "at": place}
    if isinstance(part, list) or member in part:
        edit = {"op": "set", "at": place, "value": value_at(named(mistake), at)}
    body = {"edits": [edit], "revision": newest_revision(made)}
    return send(client, "post", "edits/", body)


@pytest.mark.sweep(4)
@each([one for one in ONE_PLACE if one in DRAFTS])
def test_a_mistake_that_an_edit_makes_is_told_and_not_published_over_the_api(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    bring_others(mistake)
    assert edit_the_place(mistake, alice, alice_client).status_code == 200
    assert draft_document(Book.objects.get(key=KEY)) == normal(named(mistake))
    hold_to_the_api(mistake, alice_client)


@each([one for one in ONE_PLACE if one in NO_BOOKS])
def test_an_edit_that_would_make_a_draft_no_book_is_refused_over_the_api(
    mistake: Mistake, alice: User, alice_client: Client, book: Book
) -> None:
    answer = edit_the_place(mistake, alice, alice_client)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "bad-document")
    assert f"at {mistake.pointer}: " in problem["detail"]
    the_said(mistake, problem["findings"])
    assert draft_document(Book.objects.get(key=KEY)) != normal(named(mistake))


# -- how many ------------------------------------------------------------------------


def test_forty_mistakes_and_more_are_made_by_hand() -> None:
    forms = (*FORMS, *(row for row, _ in REFUSED))
    by_hand = {one.what for one in (*RULES, *CELLS)} | {row[0] for row in forms}
    assert len(by_hand) >= 50
    assert {one.what for one in ONE_PLACE} == by_hand
    assert len(DRAFTS) >= 80
