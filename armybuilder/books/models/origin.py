"""Answers of the authors of a fork to changes of its origin."""

from django.db import models

from armybuilder.books.models.book import Book


class OriginAnswer(models.Model):
    """A change of a fork's origin that was taken over or declined.

    ``value_sha256`` is the hash of what the change makes of its place, so that a later
    change of the same place is asked for again. The rows go when the fork moves to a
    later edition of its origin.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="origin_answers")
    place = models.TextField()
    value_sha256 = models.CharField(max_length=64)
    is_taken = models.BooleanField()
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.place}: {'taken over' if self.is_taken else 'declined'}"
