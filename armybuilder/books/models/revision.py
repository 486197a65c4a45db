"""Revisions: every change of a draft, with who made it and when."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book


class Revision(models.Model):
    """A state of a draft, kept as the differences that lead back to the one before.

    The newest revision of a book, and one in every so many, holds its whole document;
    the others are found from there.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    what = models.CharField(max_length=300, blank=True)
    takes_back = models.PositiveIntegerField(
        null=True, blank=True, help_text="The number of the revision that it reverts."
    )
    differences = models.JSONField(default=list)
    sha256 = models.CharField(max_length=64)
    document = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["book", "number"], name="one_revision_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"Revision {self.number}"
