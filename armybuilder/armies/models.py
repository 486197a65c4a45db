"""Saved armies, the editions that they use, and every state that they had."""

import secrets

from django.conf import settings
from django.db import models


def new_public_id() -> str:
    return secrets.token_urlsafe(12)


def new_share_token() -> str:
    return secrets.token_urlsafe(18)


FOLDER_LENGTH = 60
"""Longest name of a folder [characters]."""

TAG_LENGTH = 40
"""Longest tag [characters]."""


SETUP_LENGTH = 40
"""Longest name of a set-up of papers [characters]."""


class Visibility(models.TextChoices):
    PRIVATE = "private", "Private"
    UNLISTED = "unlisted", "Anyone with the link"
    PUBLIC = "public", "Public"


class Army(models.Model):
    """A roster that somebody keeps; its points are computed, never stored."""

    public_id = models.CharField(
        max_length=24, unique=True, default=new_public_id, editable=False
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="armies",
        null=True,
        blank=True,
        help_text="Empty while it was built without an account.",
    )
    game = models.CharField(max_length=80)
    name = models.CharField(max_length=120)
    document = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    share_token = models.CharField(
        max_length=32, unique=True, default=new_share_token, editable=False
    )
    secret_token = models.CharField(
        max_length=32,
        unique=True,
        null=True,
        blank=True,
        editable=False,
        help_text="Link to the army without its secrets; none until it is asked for.",
    )
    pack = models.ForeignKey(
        "packs.PackVersion",
        on_delete=models.PROTECT,
        related_name="armies",
        null=True,
        blank=True,
        help_text="The version of a pack that it is judged by; empty for its game's.",
    )
    folder = models.CharField(max_length=FOLDER_LENGTH, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["-updated_at", "-pk"]
        indexes = [
            models.Index(fields=["owner", "-updated_at"], name="army_of_owner"),
            models.Index(fields=["visibility", "-updated_at"], name="army_visible"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def handle(self) -> str:
        """Return the name of the army in addresses that its owner may pass on.

        While it is shared that is its share link's token, which is gone for good once
        the link is taken back; the id stays, so others never learn it.
        """
        return self.share_token if self.shared else self.public_id

    @property
    def shared(self) -> bool:
        return self.visibility != Visibility.PRIVATE and self.deleted_at is None


class ArmyTag(models.Model):
    """A word that an army's owner files it under."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=TAG_LENGTH)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["army", "name"], name="army_tagged_once")
        ]

    def __str__(self) -> str:
        return self.name


class SavedSetup(models.Model):
    """A set-up of printed papers that somebody keeps under a name."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="setups"
    )
    name = models.CharField(max_length=SETUP_LENGTH)
    options = models.JSONField()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="setup_named_once")
        ]

    def __str__(self) -> str:
        return self.name


class ArmyEdition(models.Model):
    """An edition that an army uses, and that therefore may not be deleted."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="uses")
    edition = models.ForeignKey(
        "books.Edition", on_delete=models.PROTECT, related_name="used_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["army", "edition"], name="army_uses_edition_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.army_id} uses {self.edition_id}"


class ArmyRevision(models.Model):
    """One state of an army.

    `back` and `forward` are the revisions that undo and redo lead to; `made_by` says
    what led to this state, `label` what was done when the revision was written.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    label = models.CharField(max_length=200)
    made_by = models.CharField(max_length=200)
    back = models.PositiveIntegerField(null=True, blank=True)
    forward = models.PositiveIntegerField(null=True, blank=True)
    request_key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["army", "number"], name="army_revision_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.label}"


FILE_NAME_LENGTH = 450
"""Longest name of a file in a check, with its archive's [characters]."""


class BulkCheck(models.Model):
    """Many files that somebody has judged as a job; kept until a moment.

    ``terms`` is what is judged by and as whom (see `bulk.terms`), ``summary`` the sums
    over all parts once each is judged.
    """

    public_id = models.CharField(
        max_length=24, unique=True, default=new_public_id, editable=False
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="bulk_checks",
        null=True,
        blank=True,
        help_text="Empty for a visitor without an account.",
    )
    name = models.CharField(max_length=200)
    terms = models.JSONField()
    files = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField(help_text="Of all files, unpacked [bytes].")
    job = models.ForeignKey(
        "jobs.Job", on_delete=models.SET_NULL, related_name="+", null=True
    )
    summary = models.JSONField(null=True)
    seconds = models.FloatField(default=0, help_text="By the clock, of judging.")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    kept_until = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class BulkPart(models.Model):
    """Files of a bulk check that a worker judges at a time, kept packed.

    ``first`` is the number of the first of them, from 0. ``summary`` is none until
    their verdicts are written, in the same transaction.
    """

    bulk_check = models.ForeignKey(
        BulkCheck, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    files = models.PositiveIntegerField()
    packed = models.BinaryField()
    summary = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["bulk_check", "number"], name="bulk_part_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.bulk_check_id}"


class BulkVerdict(models.Model):
    """The verdict on one file of a bulk check, as its table and documents tell it.

    ``rank`` is the place of its word in `WORDS`. ``reasons`` are the lines by which
    verdicts are counted and found, each between two line ends.
    """

    bulk_check = models.ForeignKey(
        BulkCheck, on_delete=models.CASCADE, related_name="verdicts", db_index=False
    )
    number = models.PositiveIntegerField()
    file = models.CharField(max_length=FILE_NAME_LENGTH)
    rank = models.PositiveSmallIntegerField()
    points = models.DecimalField(max_digits=14, decimal_places=3, null=True)
    reasons = models.TextField(blank=True)
    shown = models.JSONField()
    document = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["bulk_check", "number"], name="bulk_verdict_number_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["bulk_check", "rank", "number"], name="bulk_verdict_by_rank"
            )
        ]

    def __str__(self) -> str:
        return self.file
