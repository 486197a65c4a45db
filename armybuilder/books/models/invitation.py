"""Invitations: links that give a role in a book to whoever follows them."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book
from armybuilder.books.models.role import Role


class Invitation(models.Model):
    """A link that gives a role, until it ends or is used up; its token is not kept."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="+")
    role = models.CharField(max_length=20, choices=Role.choices)
    token_sha256 = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["-made_at"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.book}"
