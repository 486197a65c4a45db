"""Steps before an edition: sign-offs, and publications at a time."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import Book
from armybuilder.books.models.edition import Edition


class SignOff(models.Model):
    """The answer of a reviewer to exactly one draft; the last answer to it counts.

    The draft is told by its hash; ``revision`` is the newest one that held it then, and
    ``since`` the number of the last edition, 0 where there was none.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="sign_offs")
    sha256 = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    since = models.PositiveIntegerField(default=0)
    is_approval = models.BooleanField()
    words = models.TextField(max_length=2000, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        default_permissions = ()

    def __str__(self) -> str:
        said = "signed off" if self.is_approval else "changes asked for"
        return f"{self.book}, revision {self.revision}: {said}"


class PublicationState(models.TextChoices):
    """The states of a publication at a time."""

    WAITING = "waiting"
    PUBLISHED = "published"
    REFUSED = "refused"
    CANCELLED = "cancelled"


class Publication(models.Model):
    """A draft, kept as it was checked, that is published at a time.

    ``revision`` is the newest one that held the draft then. ``refusal`` says why it was
    not published when the time came.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="publications")
    document = models.JSONField()
    sha256 = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    notes = models.TextField(max_length=5000, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    made_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(
        max_length=10,
        choices=PublicationState.choices,
        default=PublicationState.WAITING,
    )
    refusal = models.TextField(blank=True)
    edition = models.OneToOneField(
        Edition, models.PROTECT, null=True, blank=True, related_name="publication"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state="waiting"),
                name="publications_waiting",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["book"],
                condition=models.Q(state="waiting"),
                name="one_publication_waits_a_book",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=PublicationState.values),
                name="a_known_state_of_publication",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book}, {self.state}"

    @property
    def is_waiting(self) -> bool:
        """Return whether its time is still to come."""
        return self.state == PublicationState.WAITING

    @property
    def is_refused(self) -> bool:
        """Return whether it was not published when its time came."""
        return self.state == PublicationState.REFUSED
