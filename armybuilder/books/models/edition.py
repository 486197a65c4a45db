"""Editions: documents of a book, frozen when they were published."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book


class Edition(models.Model):
    """A published document of a book.

    The database itself refuses to change or delete it (migration 0002); only who
    published it may be forgotten, when that person's account is deleted.
    """

    book = models.ForeignKey(Book, models.PROTECT, related_name="editions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    sha256 = models.CharField("SHA-256", max_length=64)
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="editions",
    )
    notes = models.TextField(max_length=5000, blank=True)

    class Meta:
        ordering = ["book__name", "-number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["book", "number"], name="one_edition_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.book}, edition {self.number}"

    @property
    def is_offered(self) -> bool:
        """Return whether players may choose it for new armies."""
        return not (self.is_withdrawn or self.is_trial)

    @property
    def is_withdrawn(self) -> bool:
        """Return whether it is offered no longer."""
        return hasattr(self, "withdrawal")

    @property
    def is_trial(self) -> bool:
        """Return whether it is a draft that the book's people try."""
        return hasattr(self, "trial")

    @property
    def choice(self) -> str:
        """Return the value by which a new army is begun of it."""
        key = self.book.key
        return f"{key}@{self.number}" if self.is_trial else key


class Trial(models.Model):
    """An edition is a draft for the people of its book to try, and for nobody else.

    It is never the newest; armies of it go over to the edition that is published.
    """

    edition = models.OneToOneField(
        Edition, models.PROTECT, primary_key=True, related_name="trial"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.edition}, on trial"


class Withdrawal(models.Model):
    """An edition is no longer offered; the armies that use it keep it.

    A row of its own, since an edition never changes; without it, it is offered again.
    """

    edition = models.OneToOneField(
        Edition, models.PROTECT, primary_key=True, related_name="withdrawal"
    )
    withdrawn_at = models.DateTimeField(auto_now_add=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.edition}, withdrawn"
