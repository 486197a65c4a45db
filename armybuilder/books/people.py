"""Giving and taking roles in a book."""

import secrets

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import is_author
from armybuilder.books.authors import FOR_PLAYERS, RIGHTS
from armybuilder.books.drafts import lock_draft
from armybuilder.books.models import Book, BookRole, BookVisibility, Role


class PeopleError(Exception):
    """A role that is not given or taken, with the reason in words."""


@transaction.atomic
def give_role(book: Book, person: User, role: Role) -> None:
    """Give somebody a role in a book, in place of the one that they had.

    Raises
    ------
    PeopleError
        If the role is for authors and the person is none, or no owner would be left.
    """
    lock_draft(book.key)
    if not RIGHTS[role] <= FOR_PLAYERS and not is_author(person):
        text = f"{person} is no author yet, and only an author can be its {role.value}."
        raise PeopleError(text)
    if role != Role.OWNER:
        _keep_an_owner(book, person)
    BookRole.objects.update_or_create(
        book=book, person=person, defaults={"role": role.value}
    )


@transaction.atomic
def take_role(book: Book, person: User) -> None:
    """Take somebody's role in a book, if they have one.

    Raises
    ------
    PeopleError
        If no owner would be left.
    """
    lock_draft(book.key)
    _keep_an_owner(book, person)
    book.roles.filter(person=person).delete()


@transaction.atomic
def show_to(book: Book, visibility: BookVisibility, *, renew: bool = False) -> None:
    """Say who sees the editions of a book; with ``renew``, end the link before.

    A book that is seen by link keeps its link until it is renewed.
    """
    row = Book.objects.select_for_update().get(pk=book.pk)
    if renew or (visibility == BookVisibility.LINK and not row.link_token):
        row.link_token = secrets.token_urlsafe(24)
    row.visibility = visibility
    row.save(update_fields=["visibility", "link_token"])


def _keep_an_owner(book: Book, leaving: User) -> None:
    owners = set(book.roles.filter(role=Role.OWNER).values_list("person", flat=True))
    if owners == {leaving.pk}:
        raise PeopleError(f"{leaving} is the only owner; name another one first.")
