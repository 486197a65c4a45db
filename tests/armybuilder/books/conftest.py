"""Books and their people."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import save_draft
from armybuilder.books.models import Book
from tests.armybuilder.books.documents import small_book


@pytest.fixture
def book(alice: User) -> Book:
    """A book of alice's, not published yet."""
    grant_role(alice, AUTHORS)
    book = save_draft(small_book())
    book.people.add(alice)
    return book


@pytest.fixture
def other_author(bob: User, bob_client: Client) -> Client:
    """An author who has no part in the book."""
    grant_role(bob, AUTHORS)
    return bob_client
