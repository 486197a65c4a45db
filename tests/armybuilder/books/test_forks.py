"""Forks: made from an edition, compared with it, taking over later ones."""

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.forks import (
    ForkError,
    allows_no_forks,
    answer_changes,
    fork_edition,
    origin_of,
)
from armybuilder.books.models import Book, Edition, OriginAnswer
from armybuilder.books.parts import normal
from rulesets.documents.document_edits import DocumentEdit, apply_edits
from tests.armybuilder.books.documents import printed_book, small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

UNITS = [small_unit(), small_unit(key="bows", name="Bows", points=80)]
LATER = [
    small_unit(points=110),
    small_unit(key="bows", name="Bows", points=90),
    small_unit(key="boats", name="Boats"),
]


@pytest.fixture
def edition(alice: User) -> Edition:
    grant_role(alice, AUTHORS)
    return publish(save_draft(small_book(units=UNITS, licence="CC BY 4.0")), None)


@pytest.fixture
def fork(edition: Edition, alice: User) -> Book:
    return fork_edition(edition, "Our Testers", alice)


def publish_later(**changes: Any) -> Edition:
    document = {"units": LATER, "licence": "CC BY 4.0", **changes}
    return publish(save_draft(small_book(**document)), None)


def page_of(book: Book) -> str:
    return reverse("admin:books_book_origin", args=[book.pk])


def set_points(book: Book, unit: str, points: int) -> None:
    edit = DocumentEdit("set", f"/units/{unit}/points", points)
    save_draft(apply_edits(draft_document(book), [edit]))


def points(book: Book) -> dict[str, int]:
    return {unit["key"]: unit["points"] for unit in draft_document(book)["units"]}


def test_an_author_forks_an_edition_under_a_name_and_key_of_its_own(
    edition: Edition, alice: User, alice_client: Client
) -> None:
    edition_page = reverse("books:edition", args=["testers", 1])
    address = reverse("admin:books_book_fork", args=[edition.pk])
    assert address in alice_client.get(edition_page).content.decode()
    assert "Licence: CC BY 4.0." in alice_client.get(address).content.decode()
    answer = alice_client.post(address, {"name": "Our Testers"})
    book = Book.objects.get(name="Our Testers")
    assert answer.headers["Location"] == page_of(book)
    assert book.key == "charge-our-testers"
    assert list(book.people.all()) == [alice]
    document = draft_document(book)
    said = {"book": "testers", "edition": 1, "sha256": edition.sha256}
    assert document["origin"] == said
    assert document["units"] == normal(edition.document)["units"]


def test_only_authors_fork(
    edition: Edition, bob_client: Client, client: Client
) -> None:
    address = reverse("admin:books_book_fork", args=[edition.pk])
    for visitor in (bob_client, client):
        page = visitor.get(reverse("books:edition", args=["testers", 1]))
        assert address not in page.content.decode()
        assert visitor.post(address, {"name": "Mine"}).status_code == 302
    assert Book.objects.count() == 1


def test_a_fork_without_a_name_is_refused(
    edition: Edition, alice_client: Client
) -> None:
    address = reverse("admin:books_book_fork", args=[edition.pk])
    assert alice_client.post(address, {"name": " "}).status_code == 400
    assert Book.objects.count() == 1


@pytest.mark.parametrize(
    ("licence", "is_warned"),
    [
        ("CC BY-NC-ND 4.0", True),
        ("No derivatives, please", True),
        ("All rights reserved", True),
        ("CC BY 4.0", False),
        ("", False),
    ],
)
def test_a_licence_that_allows_no_forks_is_warned_of(
    licence: str, is_warned: bool, edition: Edition, alice_client: Client
) -> None:
    assert allows_no_forks(licence) == is_warned
    later = publish_later(licence=licence)
    address = reverse("admin:books_book_fork", args=[later.pk])
    page = alice_client.get(address).content.decode()
    assert ("nothing may be made from this book" in page) == is_warned


def test_the_page_shows_where_a_fork_differs(fork: Book, alice_client: Client) -> None:
    assert (
        "Nowhere but in its name." in alice_client.get(page_of(fork)).content.decode()
    )
    set_points(fork, "bows", 85)
    assert "Bows: points 80 → 85." in alice_client.get(page_of(fork)).content.decode()


def test_some_changes_are_taken_over_others_declined_then_the_origin_moves(
    fork: Book, alice: User, alice_client: Client
) -> None:
    later = publish_later()
    page = alice_client.get(page_of(fork)).content.decode()
    assert "Spears: points 100 → 110." in page
    assert "3 changes to answer" in page
    alice_client.post(page_of(fork), {"place": "/units/spears/points"})
    assert points(fork) == {"spears": 110, "bows": 80}
    last = fork.revisions.first()
    assert last is not None
    assert last.what == "Took over 1 change of edition 2 of Testers"
    alice_client.post(
        page_of(fork), {"place": "/units/bows/points", "decline": "Decline"}
    )
    origin = origin_of(fork)
    assert origin is not None
    assert [one.piece.at for one in origin.changes] == ["/units/boats"]
    assert origin.number == 1
    alice_client.post(page_of(fork), {"place": "/units/boats"})
    assert points(fork) == {"spears": 110, "bows": 80, "boats": 100}
    fork.refresh_from_db()
    assert draft_document(fork)["origin"]["edition"] == later.number
    moved = origin_of(fork)
    assert moved is not None
    assert moved.later is None
    assert [one.text for one in moved.own] == ["Bows: points 90 → 80."]
    assert not OriginAnswer.objects.exists()


def test_a_change_that_clashes_with_an_own_one_is_marked_and_asked(
    fork: Book, alice_client: Client
) -> None:
    set_points(fork, "bows", 85)
    publish_later()
    origin = origin_of(fork)
    assert origin is not None
    clashing = [one.piece.at for one in origin.changes if one.clashes]
    assert clashing == ["/units/bows/points"]
    sent = {"place": ["/units/bows/points", "/units/boats"]}
    answer = alice_client.post(page_of(fork), sent)
    assert answer.status_code == 409
    assert "This book changed the same." in answer.content.decode()
    assert "wrote “85” just now." in answer.content.decode()
    assert points(fork) == {"spears": 100, "bows": 85}
    for choice, worth in (("mine", 85), ("theirs", 90)):
        before = draft_document(fork)
        told = alice_client.post(page_of(fork), sent).context["told"]
        chosen = {"at:/units/bows/points": choice}
        # A choice of an older state is asked again.
        late = {**sent, **chosen, "told": told - 1}
        assert alice_client.post(page_of(fork), late).status_code == 409
        alice_client.post(page_of(fork), {**sent, **chosen, "told": told})
        assert points(fork) == {"spears": 100, "bows": worth, "boats": 100}
        save_draft(before)
        OriginAnswer.objects.all().delete()


def test_a_part_that_needs_another_change_is_not_taken_alone(
    fork: Book, alice_client: Client
) -> None:
    units = [{**small_unit(), "items": ["horn"]}, UNITS[1]]
    publish_later(units=units, items=[{"key": "horn", "name": "Horn"}])
    page = alice_client.post(
        page_of(fork), {"place": "/units/spears/items"}, follow=True
    )
    assert "tick more of them" in page.content.decode()
    assert "items" not in draft_document(fork)
    assert not OriginAnswer.objects.exists()


def test_nothing_ticked_changes_nothing(fork: Book, alice: User) -> None:
    publish_later()
    with pytest.raises(ForkError, match="Tick the changes"):
        answer_changes(fork, [], alice, take=True)
    with pytest.raises(ForkError, match="Tick the changes"):
        answer_changes(fork, ["/units/nobody"], alice, take=False)


def test_an_origin_that_is_not_here_says_so(edition: Edition, alice: User) -> None:
    for origin, words in (
        ({"book": "gone", "edition": 1, "sha256": "ab" * 32}, "is not kept here"),
        ({"book": "testers", "edition": 1, "sha256": "ab" * 32}, "another document"),
    ):
        book = save_draft(small_book(key="mine", origin=origin))
        found = origin_of(book)
        assert found is not None
        assert words in found.why_not
        assert not found.changes


def test_the_page_takes_few_queries(
    fork: Book, alice_client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    publish_later()
    with django_assert_num_queries(27):
        alice_client.get(page_of(fork))


# -- taking over none, some, all ------------------------------------------------------


def random_edits(
    document: Any, chance: random.Random, tag: str, keys: list[str]
) -> list[DocumentEdit]:
    """Return twenty edits of units, each at a place of its own."""
    edits = []
    places = [(key, what) for key in keys for what in ("points", "source")]
    for key, what in chance.sample(places, 16):
        value: Any = chance.randrange(1, 400) + 0.5 if what == "points" else tag
        edits.append(DocumentEdit("set", f"/units/{key}/{what}", value))
    first = document["units"][0]
    for number in range(4):
        unit = {**first, "key": f"{tag}-{number}", "name": f"{tag} {number}"}
        edits.append(DocumentEdit("add", "/units", unit))
    return edits


@pytest.mark.parametrize("seed", range(3))
def test_what_is_taken_over_is_what_edits_by_hand_would_give(
    seed: int, alice: User
) -> None:
    chance = random.Random(seed)  # noqa: S311
    grant_role(alice, AUTHORS)
    document = printed_book("warhammer-empire")
    edition = publish(save_draft(document), None)
    book = fork_edition(edition, "Another Empire", alice)
    keys = [unit["key"] for unit in document["units"]]
    chance.shuffle(keys)
    own_keys, their_keys = keys[: len(keys) // 2], keys[len(keys) // 2 :]
    own = random_edits(document, chance, "own", own_keys)
    theirs = random_edits(document, chance, "their", their_keys)
    mine = save_draft(apply_edits(draft_document(book), own))
    start = draft_document(mine)
    publish(save_draft(apply_edits(draft_document(edition.book), theirs)), None)
    origin = origin_of(book)
    assert origin is not None
    assert not any(one.clashes for one in origin.changes)
    places = {one.piece.at for one in origin.changes}
    by_place = {
        f"{edit.at}/{edit.value['key']}" if edit.op == "add" else edit.at: edit
        for edit in theirs
    }
    assert places <= set(by_place)
    some = {place for place in places if chance.random() < 0.5}
    for taken in (some, places):
        save_draft(start)
        OriginAnswer.objects.all().delete()
        answer_changes(book, taken, alice, take=True)
        by_hand = apply_edits(start, [by_place[at] for at in by_place if at in taken])
        got = draft_document(book)
        assert sorted_units(got) == sorted_units(normal(by_hand))
        moved = got["origin"]["edition"] == 2
        assert moved == (taken == places)
    save_draft(start)
    answer_changes(book, places, alice, take=False)
    declined = draft_document(book)
    assert {**declined, "origin": None} == {**start, "origin": None}


def sorted_units(document: Any) -> Any:
    """Return a document without its origin, its units in the order of their keys."""
    units = sorted(document["units"], key=lambda unit: unit["key"])
    return {**document, "units": units, "origin": None}
