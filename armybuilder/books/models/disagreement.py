"""Disagreements: what players hold against the verdict of a rule."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book


class DisagreementState(models.TextChoices):
    """The states of a disagreement; all but the first were answered by an author."""

    OPEN = "open", "open"
    ANSWERED = "answered", "answered"
    MENDED = "mended", "mended in the draft"
    KEPT = "kept", "the rule stays"


class Disagreement(models.Model):
    """A message about an army that a player holds to be wrong, with the army as it was.

    ``code``, ``rule``, ``source``, ``place`` and ``verdict`` are those of the message;
    ``edition`` is the number that the army names.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="disagreements")
    edition = models.PositiveIntegerField()
    code = models.CharField(max_length=200)
    rule = models.TextField(blank=True)
    source = models.TextField(blank=True)
    place = models.TextField(blank=True)
    verdict = models.TextField()
    roster = models.JSONField()
    roster_sha256 = models.CharField("SHA-256 of the army", max_length=64)
    text = models.TextField(max_length=1000, blank=True)
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="disagreements",
    )
    sent_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(
        max_length=10,
        choices=DisagreementState.choices,
        default=DisagreementState.OPEN,
    )
    answer = models.TextField(max_length=2000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-sent_at", "-pk"]
        default_permissions = ()
        indexes = [
            models.Index(fields=["book", "state"], name="disagreements_of_a_book")
        ]

    def __str__(self) -> str:
        return f"{self.rule or self.code}: {self.verdict}"
