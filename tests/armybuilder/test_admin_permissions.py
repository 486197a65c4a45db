"""Every stock page of the admin by who opens it and whose object it is.

The pages come from the models that are registered, so that a new model needs a row.
Pages of a single book have their own table (`books/test_book_roles`).
"""

from itertools import product
from typing import Any

import pytest
from django.contrib import admin
from django.db import models, transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import AuthorRequest, User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Edition, Role
from armybuilder.books.people import give_role
from armybuilder.jobs.models import Job
from tests.armybuilder.books.documents import printed_book
from tests.armybuilder.books.test_book_roles import ROWS as BOOK_ROWS
from tests.armybuilder.books.test_book_roles import WITHOUT_A_BOOK
from tests.armybuilder.test_permissions import routes

BESIDE = ("visitor", "player", "organiser", "tester", "reviewer")
"""People who are no staff: the admin's own pages ask them to sign in."""
WHO = (*BESIDE, "other author", "editor", "owner", "superuser")
PAGES = ("changelist", "add", "change", "delete", "history")

Statuses = dict[str, tuple[int, int, int, int]]
"""By page: the answers to other authors, editors, owners, superusers."""

# At 302 an object is not there for them: Django leads to the index and says so.
PART: Statuses = {
    "changelist": (200, 200, 200, 200),
    "add": (200, 200, 200, 200),
    "change": (302, 200, 200, 200),
    "delete": (302, 200, 200, 200),
    "history": (302, 200, 200, 200),
}
MADE_WITHIN: Statuses = {**PART, "add": (403, 403, 403, 403)}
"""A part that is made on the page of what it belongs to."""
BOOK: Statuses = {**PART, "delete": (302, 403, 200, 200)}
"""Owners delete it; of a published one the page says that its editions are kept."""
READ: Statuses = {**MADE_WITHIN, "delete": (403, 403, 403, 403)}
OURS: Statuses = dict.fromkeys(PAGES, (403, 403, 403, 200))
"""Pages that authors have nothing to do with."""
ASKED: Statuses = {**OURS, "add": (403,) * 4, "delete": (403,) * 4}

TABLE: dict[str, Statuses] = {
    "books.book": BOOK,
    "books.edition": READ,
    "books.item": PART,
    "books.limit": PART,
    "books.printedrule": PART,
    "books.specialrule": PART,
    "books.unit": PART,
    "books.optionlist": PART,
    "books.modeltype": MADE_WITHIN,
    "books.slot": MADE_WITHIN,
    "books.option": MADE_WITHIN,
    "accounts.user": OURS,
    "accounts.authorrequest": ASKED,
    "auth.group": OURS,
    "authtoken.tokenproxy": OURS,
    "jobs.job": ASKED,
}

ITS_OWN = (
    *("index", "app_list", "jsi18n", "view_on_site", "autocomplete"),
    *("login", "logout", "password_change", "password_change_done"),
    "auth_user_password_change",
)
"""Pages of the admin that belong to no model, and the one for others' passwords."""
UNNAMED = "admin:None"
"""Old addresses of objects that lead to theirs of now, and what is nothing's."""


def label(model: type[models.Model]) -> str:
    return model._meta.label_lower


@pytest.fixture
def clients(db: None) -> dict[str, Client]:
    """The browsers of everybody, beside the Empire of `owner`."""
    book = save_draft(printed_book("warhammer-empire"))
    found = {"visitor": Client()}
    for who in WHO[1:]:
        user = User.objects.create_user(who)
        if who == "superuser":
            User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
        if who in ("other author", "editor", "owner"):
            grant_role(user, AUTHORS)
        if who == "organiser":
            grant_role(user, ORGANISERS)
        if who in Role.values:
            give_role(book, user, Role(who))
        found[who] = Client()
        found[who].force_login(User.objects.get(pk=user.pk))
    owner = User.objects.get(username="owner")
    publish(book, owner)
    Token.objects.get_or_create(user=owner)
    AuthorRequest.objects.create(person=owner, text="Me", asked_at=timezone.now())
    moment = timezone.now()
    Job.objects.create(
        kind="fairness", document={}, state="done", total=1, created=moment
    )
    return found


def address(model: type[models.Model], page: str) -> str:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
    if page in ("changelist", "add"):
        return reverse(name)
    return reverse(name, args=[model._default_manager.order_by("pk")[0].pk])


def test_every_model_of_the_admin_has_a_row() -> None:
    assert {label(model) for model in admin.site._registry} == set(TABLE)


def test_every_address_of_the_admin_stands_in_a_table() -> None:
    """Those of one book in `books/test_book_roles`, the others here."""
    known = {f"admin:{name}" for name in ITS_OWN}
    for model, page in product(admin.site._registry, PAGES):
        known.add(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}")
    of_books = {name for name, _, _ in BOOK_ROWS} | WITHOUT_A_BOOK
    known |= {f"admin:books_book_{name}" for name in of_books}
    found = {
        name
        for name in dict(routes(get_resolver(), admin=True))
        if name.startswith("admin:")
    }
    assert found - known == {UNNAMED}


def test_staff_without_a_permission_open_the_index_alone(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    assert client.get(reverse("admin:index")).status_code == 200
    for model, page in product(admin.site._registry, ("changelist", "add")):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
        for send in (client.get, client.post):
            assert send(reverse(name)).status_code == 403, name


def test_every_page_answers_as_the_table_says(clients: dict[str, Client]) -> None:
    surprises: list[Any] = []
    for model, page, who in product(admin.site._registry, PAGES, WHO):
        wanted = 302 if who in BESIDE else TABLE[label(model)][page][WHO.index(who) - 5]
        got = clients[who].get(address(model, page)).status_code
        if got != wanted:
            surprises.append((label(model), page, who, got, wanted))
    assert surprises == []


@pytest.mark.slow
def test_nothing_is_written_by_whom_it_does_not_concern(
    clients: dict[str, Client],
) -> None:
    """Deleting and saving are tried, not only looked at."""
    outside = (*BESIDE, "other author")
    for model, page, who in product(
        admin.site._registry, ("change", "delete"), outside
    ):
        before = model._default_manager.count()
        with transaction.atomic():
            answer = clients[who].post(address(model, page), {"post": "yes"})
            assert answer.status_code in (302, 403), (label(model), page, who)
            assert model._default_manager.count() == before, (label(model), page, who)
            transaction.set_rollback(True)


def test_pages_of_the_admin_itself_are_for_staff(clients: dict[str, Client]) -> None:
    book = Book.objects.get()
    others: tuple[tuple[str, list[Any], int], ...] = (
        ("admin:index", [], 200),
        ("admin:app_list", ["books"], 200),
        ("admin:jsi18n", [], 200),
        ("admin:password_change", [], 302),
        ("admin:view_on_site", [1, book.pk], 404),
        ("admin:autocomplete", [], 403),
    )
    for (name, args, wanted), who in product(others, WHO):
        got = clients[who].get(reverse(name, args=args)).status_code
        expected = 302 if who in BESIDE else wanted
        assert got == expected, (name, who)


def test_the_lists_of_another_author_name_nothing_of_the_book(
    clients: dict[str, Client],
) -> None:
    for model in admin.site._registry:
        if model._meta.app_label != "books":
            continue
        shown = clients["other author"].get(address(model, "changelist"))
        assert shown.context["cl"].result_count == 0, label(model)


def test_nobody_deletes_a_published_book(clients: dict[str, Client]) -> None:
    for who in WHO:
        clients[who].post(address(Book, "delete"), {"post": "yes"})
    assert Book.objects.count() == Edition.objects.count() == 1
