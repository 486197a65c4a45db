"""Packs as their people work on them, and the versions that were published."""

from django.conf import settings
from django.db import models

from armybuilder.books.models.book import game_choices
from armybuilder.books.models.columns import KeyColumn, NameColumn
from rulesets.core.caching import Remembered
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import Pack as CompiledPack

MOST_READ = 64
"""Versions that a process keeps ready for the engine."""


class Pack(models.Model):
    """The rules of an event; players see and choose its versions.

    Its key, name and game stand in the draft too, as every document says them.
    """

    key = KeyColumn(unique=True)
    name = NameColumn()
    game = models.CharField(max_length=80, choices=game_choices)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="packs",
        help_text="Empty for one of the site, and for one whose owner has left.",
    )
    editors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="shared_packs"
    )
    is_public = models.BooleanField(
        default=False, help_text="Everybody sees its versions, and nobody its draft."
    )
    draft = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    retired_at = models.DateTimeField(
        null=True, blank=True, help_text="Since then it is offered no longer."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["game", "name", "key"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class PackVersion(models.Model):
    """A published document of a pack.

    The database itself refuses to change or delete it (migration 0002); only who
    published it may be forgotten, when that person's account is deleted.
    """

    pack = models.ForeignKey(Pack, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    sha256 = models.CharField("SHA-256", max_length=64)
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        ordering = ["pack__name", "-number"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["pack", "number"], name="one_pack_version_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pack}, version {self.number}"

    @property
    def label(self) -> str:
        """Return the name by which this version is asked for: ``key@number``."""
        return f"{self.pack.key}@{self.number}"

    def read(self) -> CompiledPack:
        """Return the version with the rules of its game, ready for the engine.

        Of one document it is always the same object, which others are remembered by.
        """
        document = self.document
        return _read.get((), self.sha256, lambda: read_event_pack(document))


_read = Remembered[CompiledPack](most=MOST_READ)
