"""People of books: who may do what with which."""

from collections.abc import Collection
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from armybuilder.accounts.models import User
from armybuilder.books.models import Book, BookRole, Role


class Right(StrEnum):
    """Something that a person may do with the draft of a book."""

    TEST = "test"
    """See its tests."""
    SEE = "see"
    """See its check, its impact, its examples and its document."""
    EDIT = "edit"
    SIGN = "sign"
    """Sign the draft off, or ask for changes."""
    PUBLISH = "publish"
    MANAGE = "manage"
    """Give and take roles."""


RIGHTS: dict[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.EDITOR: frozenset({Right.TEST, Right.SEE, Right.EDIT, Right.PUBLISH}),
    Role.REVIEWER: frozenset({Right.TEST, Right.SEE, Right.SIGN}),
    Role.TESTER: frozenset({Right.TEST}),
}

FOR_PLAYERS = frozenset({Right.TEST, Right.SEE, Right.SIGN})
"""Rights that need no author: a player may have them in a book."""


def roles_with(right: Right) -> tuple[Role, ...]:
    """Return the roles that have a right."""
    return tuple(role for role, rights in RIGHTS.items() if right in rights)


def books_with(user: User, right: Right) -> QuerySet[Book]:
    """Return the books with which somebody may do something."""
    if user.is_superuser:
        return Book.objects.all()
    held = BookRole.objects.filter(person=user, role__in=roles_with(right))
    return Book.objects.filter(pk__in=held.values("book"))


def may(user: User, right: Right, book: Book) -> bool:
    """Return whether somebody may do something with a book."""
    if user.is_superuser:
        return True
    return book.roles.filter(person=user, role__in=roles_with(right)).exists()


def permitted(user: User, right: Right) -> bool:
    """Return whether somebody's account allows a right, whatever book gives it.

    Whoever is no author may read and sign at most.
    """
    return right in FOR_PLAYERS or user.has_perm("books.change_book")


def may_write(user: User, book: Book) -> bool:
    """Return whether somebody may write the draft of a book: by account and role."""
    return permitted(user, Right.EDIT) and may(user, Right.EDIT, book)


def may_begin(user: User | AnonymousUser) -> bool:
    """Return whether somebody may begin a book."""
    return user.has_perm("books.add_book")


def rights_of(user: User, book: Book) -> frozenset[Right]:
    """Return all that somebody may do with a book by their role in it."""
    if user.is_superuser:
        return frozenset(Right)
    role = book.roles.filter(person=user).values_list("role", flat=True).first()
    return RIGHTS[Role(role)] if role is not None else frozenset()


def has_role(user: User | AnonymousUser) -> bool:
    """Return whether somebody has a role in any book."""
    if user.is_anonymous or not user.is_active:
        return False
    return BookRole.objects.filter(person=user).exists()


def own_books(user: User) -> QuerySet[Book]:
    """Return the books that somebody may edit."""
    return books_with(user, Right.EDIT)


def may_edit(user: User, book: Book) -> bool:
    """Return whether somebody may edit a book."""
    return may(user, Right.EDIT, book)


def books_of_author(
    user: User | AnonymousUser, keys: Collection[str]
) -> QuerySet[Book]:
    """Return those of some books that somebody may edit, by their keys.

    Authors are staff: of anybody else the database is not asked.
    """
    if user.is_anonymous or not user.is_staff:
        return Book.objects.none()
    return own_books(user).filter(key__in=keys)
