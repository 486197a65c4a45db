"""Rights in the draft of a book: every address of books by every role."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.books.admin.book import BookAdmin
from armybuilder.books.authors import RIGHTS, Right, books_with, may
from armybuilder.books.models import Book, BookRole, Edition, Role
from armybuilder.books.people import PeopleError, give_role, take_role

WHO = (
    *("owner", "editor", "reviewer", "tester"),
    *("other author", "organiser", "player", "visitor", "superuser"),
)

CLOSED = (404, 302, 302, 302)
"""Another author learns nothing; the others are asked to sign in, or as who else."""


def by_role(owner: int, editor: int, reviewer: int, tester: int) -> tuple[int, ...]:
    """Return a status for each of WHO; superusers are answered as owners are."""
    return (owner, editor, reviewer, tester, *CLOSED, owner)


def of_owners(status: int) -> tuple[int, ...]:
    """An editor knows the book; readers may not write at all."""
    return by_role(status, 404, 403, 403)


def of_editors(status: int) -> tuple[int, ...]:
    return by_role(status, status, 403, 403)


def of_reviewers(status: int) -> tuple[int, ...]:
    return by_role(status, status, status, 404)


def of_testers(status: int) -> tuple[int, ...]:
    return by_role(status, status, status, status)


def of_forms(status: int) -> tuple[int, ...]:
    """Forms of Django's admin send those who may not open them away."""
    return (status, status, 302, 302, *(302, 302, 302, 302), status)


ROWS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("verdict", "get", of_reviewers(200)),
    ("check", "get", of_reviewers(200)),
    ("examples", "get", of_reviewers(200)),
    ("examples_start", "get", (405, 405, 405, 405, 405, 302, 302, 302, 405)),
    ("examples_cancel", "post", of_reviewers(302)),
    ("impact", "get", of_reviewers(200)),
    ("impact_start", "post", of_reviewers(302)),
    ("impact_cancel", "post", of_reviewers(302)),
    ("fairness", "get", of_reviewers(200)),
    ("fairness_start", "get", (405, 405, 405, 405, 405, 302, 302, 302, 405)),
    ("fairness_cancel", "post", of_reviewers(302)),
    ("export", "get", of_reviewers(200)),
    ("tests", "get", of_testers(200)),
    ("export_tests", "get", by_role(404, 404, 404, 404)),
    ("accept_tests", "post", of_editors(302)),
    ("remove_test", "post", of_editors(404)),
    ("import_tests", "post", of_editors(400)),
    ("mend", "post", of_editors(302)),
    ("accept", "post", of_editors(302)),
    ("reopen", "post", of_editors(302)),
    ("publish", "post", of_editors(302)),
    ("trial", "post", of_editors(302)),
    ("set_visibility", "post", of_owners(302)),
    ("sign_off", "get", of_reviewers(200)),
    ("answer_draft", "post", by_role(302, 404, 302, 404)),
    ("set_sign_off", "post", of_owners(302)),
    ("plan", "post", of_editors(302)),
    ("cancel_plan", "post", of_editors(302)),
    ("rules", "get", of_editors(200)),
    ("rules", "post", of_editors(400)),
    ("blank", "get", of_editors(404)),
    ("rule_words", "get", of_editors(404)),
    ("prices", "get", of_reviewers(200)),
    ("prices", "post", of_editors(200)),
    ("export_prices", "get", of_reviewers(200)),
    ("units", "get", of_reviewers(200)),
    ("units", "post", of_editors(400)),
    ("unit", "get", of_reviewers(200)),
    ("unit", "post", of_editors(302)),
    ("preview", "get", of_reviewers(200)),
    ("preview", "post", of_reviewers(200)),
    ("preview_odds", "get", of_reviewers(200)),
    ("preview_odds", "post", of_reviewers(200)),
    ("revisions", "get", of_reviewers(200)),
    ("revert", "post", of_editors(302)),
    ("go_back", "post", of_editors(302)),
    ("undo", "post", of_editors(302)),
    ("redo", "post", of_editors(302)),
    ("people", "get", of_owners(200)),
    ("make_link", "post", of_owners(400)),
    ("withdraw_link", "post", of_owners(404)),
    ("set_role", "post", of_owners(400)),
    ("remove_role", "post", of_owners(404)),
    ("translations", "get", of_reviewers(200)),
    ("translations", "post", of_editors(400)),
    ("origin", "get", of_reviewers(404)),
    ("origin", "post", of_editors(302)),
    ("disagreements", "get", of_reviewers(200)),
    ("disagreement", "get", of_reviewers(404)),
    ("answer_disagreement", "post", of_editors(404)),
    ("keep_disagreement", "post", of_editors(404)),
    ("change", "get", of_forms(200)),
    ("history", "get", of_forms(200)),
    ("delete", "get", (200, 403, 302, 302, 302, 302, 302, 302, 200)),
)
"""Addresses below one book, the method, and the status for each of WHO."""

PLACES: dict[str, list[str | int]] = {
    "unit": ["spears"],
    "disagreement": [1],
    "answer_disagreement": [1],
    "keep_disagreement": [1],
}
"""The rest of an address behind its book: a unit, a disagreement that is none."""

WITHOUT_A_BOOK = {"import", "add", "changelist", "fork", "own_roles"}
"""Addresses that belong to no book: authors see their own there, which is tested."""


@pytest.fixture
def clients(book: Book, alice: User) -> dict[str, Client]:
    found = {"owner": Client(), "visitor": Client()}
    found["owner"].force_login(alice)
    for who in WHO:
        if who in found:
            continue
        user = User.objects.create_user(who)
        if who == "superuser":
            user.is_superuser = user.is_staff = True
            user.save()
        if who in ("editor", "other author"):
            grant_role(user, AUTHORS)
        if who == "organiser":
            grant_role(user, ORGANISERS)
        if who in Role.values:
            give_role(book, user, Role(who))
        found[who] = Client()
        found[who].force_login(user)
    return found


def pages_of_books() -> Iterator[str]:
    for pattern in BookAdmin(Book, admin.site).get_urls():
        name = getattr(pattern, "name", None)
        if name:
            yield name.removeprefix("books_book_")


def test_every_page_of_a_book_has_a_row() -> None:
    rows = {name for name, _, _ in ROWS}
    assert set(pages_of_books()) - rows - WITHOUT_A_BOOK == set()
    assert rows <= set(pages_of_books())


@pytest.mark.parametrize("who", WHO)
def test_each_page_answers_as_the_table_says(
    who: str, book: Book, clients: dict[str, Client]
) -> None:
    surprises = []
    for name, method, statuses in ROWS:
        expected = statuses[WHO.index(who)]
        with transaction.atomic():
            args = [book.pk, *PLACES.get(name, ())]
            url = reverse(f"admin:books_book_{name}", args=args)
            got = getattr(clients[who], method)(url).status_code
            transaction.set_rollback(True)
        if got != expected:
            surprises.append(f"{method} {name}: {got}, not {expected}")
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("who", ["reviewer", "tester", "player"])
def test_readers_see_no_part_of_the_admin_but_their_pages(
    who: str, clients: dict[str, Client]
) -> None:
    for model, made in admin.site._registry.items():
        if model._meta.app_label == "books" and made.has_module_permission is not None:
            name = f"admin:books_{model._meta.model_name}_changelist"
            assert clients[who].get(reverse(name)).status_code == 302


@pytest.mark.parametrize("who", ["reviewer", "tester"])
def test_readers_are_shown_no_form_that_would_be_refused(
    who: str, book: Book, clients: dict[str, Client]
) -> None:
    pages = {"reviewer": ("check", "tests"), "tester": ("tests",)}[who]
    for name in pages:
        answer = clients[who].get(reverse(f"admin:books_book_{name}", args=[book.pk]))
        text = answer.content.decode()
        for tool in ("mend", "accept", "publish", "import_tests", "accept_tests"):
            assert reverse(f"admin:books_book_{tool}", args=[book.pk]) not in text


def test_an_editor_who_is_no_author_any_more_reads_at_most(
    book: Book, clients: dict[str, Client]
) -> None:
    User.objects.get(username="editor").groups.clear()
    check = reverse("admin:books_book_check", args=[book.pk])
    publish = reverse("admin:books_book_publish", args=[book.pk])
    assert clients["editor"].get(check).status_code == 200
    assert clients["editor"].post(publish).status_code == 403
    assert not Edition.objects.exists()


def test_another_book_gives_no_right_in_this_one(
    book: Book, bob: User, bob_client: Client
) -> None:
    other = Book.objects.create(key="other", name="Other", game="charge")
    give_role(other, bob, Role.REVIEWER)
    for name, status in (("check", 404), ("tests", 404), ("publish", 405)):
        answer = bob_client.get(reverse(f"admin:books_book_{name}", args=[book.pk]))
        assert answer.status_code == status
    assert list(books_with(bob, Right.SEE)) == [other]


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("right", Right)
def test_a_query_and_a_question_agree(
    role: Role, right: Right, book: Book, bob: User
) -> None:
    grant_role(bob, AUTHORS)
    give_role(book, bob, role)
    assert may(bob, right, book) == (right in RIGHTS[role])
    assert (book in books_with(bob, right)) == (right in RIGHTS[role])


# -- giving and taking roles ---------------------------------------------------------


def test_an_owner_gives_a_role_by_name(
    book: Book, alice_client: Client, bob: User
) -> None:
    page = alice_client.post(
        reverse("admin:books_book_set_role", args=[book.pk]),
        {"name": "bob", "role": "tester"},
        follow=True,
    )
    assert "Bob is tester now." in page.content.decode()
    assert book.roles.get(person=bob).role == Role.TESTER


def test_an_owner_takes_a_role(book: Book, alice_client: Client, bob: User) -> None:
    give_role(book, bob, Role.TESTER)
    alice_client.post(
        reverse("admin:books_book_remove_role", args=[book.pk]),
        {"role": book.roles.get(person=bob).pk},
    )
    assert not book.roles.filter(person=bob).exists()


def test_a_role_of_another_book_is_not_taken(
    book: Book, alice_client: Client, bob: User
) -> None:
    other = Book.objects.create(key="other", name="Other", game="charge")
    give_role(other, bob, Role.TESTER)
    answer = alice_client.post(
        reverse("admin:books_book_remove_role", args=[book.pk]),
        {"role": other.roles.get().pk},
    )
    assert answer.status_code == 404
    assert other.roles.count() == 1


BAD: list[tuple[dict[str, Any], str]] = [
    ({"name": "zoe", "role": "tester"}, "There is no account “zoe”."),
    ({"name": "bob", "role": "king"}, "Select a valid choice."),
    ({"name": "bob", "role": "editor"}, "bob is no author yet"),
    ({"name": "alice", "role": "tester"}, "alice is the only owner"),
    ({}, "is empty. Fill it in."),
]


@pytest.mark.parametrize(("sent", "told"), BAD)
def test_a_bad_role_is_refused_in_words(
    sent: dict[str, Any], told: str, book: Book, alice_client: Client, bob: User
) -> None:
    address = reverse("admin:books_book_set_role", args=[book.pk])
    answer = alice_client.post(address, sent)
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert BookRole.objects.get().role == Role.OWNER


def test_one_owner_stays(book: Book, alice: User, bob: User) -> None:
    with pytest.raises(PeopleError, match="the only owner"):
        take_role(book, alice)
    grant_role(bob, AUTHORS)
    give_role(book, bob, Role.OWNER)
    take_role(book, alice)
    assert [row.person for row in book.roles.all()] == [bob]


@pytest.mark.parametrize("who", WHO)
def test_who_has_a_role_finds_the_book_and_what_may_be_read_of_it(
    who: str, book: Book, clients: dict[str, Client]
) -> None:
    own_roles = reverse("admin:books_book_own_roles")
    answer = clients[who].get(own_roles)
    assert (answer.status_code == 200) == (
        who in (*Role.values, "other author", "superuser")
    )
    if answer.status_code != 200:
        return
    page = answer.content.decode()
    has_role = who in Role.values
    assert ("Testers" in page) == has_role
    shelf = clients[who].get("/books/").content.decode()
    assert (own_roles in shelf) == has_role
    begins = who in ("owner", "editor", "other author", "superuser")
    assert ("Write a new book" in shelf) == begins
    assert ("Write a new book" in page) == begins
    units = reverse("admin:books_book_units", args=[book.pk])
    assert (units in page) == (who in ("owner", "editor"))
    offered = [
        address
        for tail in ("check", "tests")
        if (address := reverse(f"admin:books_book_{tail}", args=[book.pk])) in page
    ]
    assert len(offered) == (0 if not has_role else 1 if who == "tester" else 2)
    for address in offered:
        assert clients[who].get(address).status_code == 200


def test_a_reviewer_gets_no_link_to_a_form_that_only_authors_open(
    book: Book, clients: dict[str, Client]
) -> None:
    book.units.update(items=["no-such-item"])
    address = reverse("admin:books_book_check", args=[book.pk])
    page = reverse("admin:books_book_unit", args=[book.pk, book.units.get().key])
    form = f'href="{page}#'
    seen = {
        who: clients[who].get(address).content.decode() for who in ("owner", "reviewer")
    }
    assert form in seen["owner"]
    assert form not in seen["reviewer"]
    assert "no-such-item" in seen["reviewer"]
