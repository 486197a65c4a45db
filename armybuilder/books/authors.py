"""Authors of books: who may edit which."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from armybuilder.accounts.models import User
from armybuilder.books.models import Book


def own_books(user: User) -> QuerySet[Book]:
    """Return the books that somebody may edit."""
    return (
        Book.objects.all() if user.is_superuser else Book.objects.filter(authors=user)
    )


def may_edit(user: User, book: Book) -> bool:
    """Return whether somebody may edit a book."""
    return user.is_superuser or book.authors.filter(pk=user.pk).exists()


def books_of_author(
    user: User | AnonymousUser, keys: Collection[str]
) -> QuerySet[Book]:
    """Return those of some books that somebody may edit, by their keys.

    Authors are staff: of anybody else the database is not asked.
    """
    if user.is_anonymous or not user.is_staff:
        return Book.objects.none()
    return own_books(user).filter(key__in=keys)
