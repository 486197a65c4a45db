"""Roles of people in a book."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book


class Role(models.TextChoices):
    """The roles in a book; `armybuilder.books.authors` says what each may do."""

    OWNER = "owner"
    EDITOR = "editor"
    REVIEWER = "reviewer"
    TESTER = "tester"


class BookRole(models.Model):
    """The role of one person in one book."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="roles")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="book_roles"
    )
    role = models.CharField(max_length=20, choices=Role.choices, default=Role.OWNER)

    class Meta:
        ordering = ["role", "person__username"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["book", "person"], name="one_role_a_person_in_a_book"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="a_known_role_in_a_book"
            ),
        ]

    def __str__(self) -> str:
        return Role(self.role).label
