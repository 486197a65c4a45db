"""Book tests: sample armies that a book must go on judging as they say."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book
from armybuilder.books.models.columns import PositionColumn


class BookTest(models.Model):
    """A sample army of a book, with what its review must say.

    It belongs to the draft and is no part of the book's document, so that editions and
    their hashes stay.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="tests")
    position = PositionColumn()
    title = models.CharField(max_length=200)
    roster = models.JSONField()
    expected = models.JSONField(
        help_text="Points, verdict and messages, as book tests write them."
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position", "pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["book", "title"], name="one_book_test_a_title"
            )
        ]

    def __str__(self) -> str:
        return self.title
